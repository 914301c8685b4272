// The tools: forms whose questions go to the library in a worker, and whose answers come back as HTML and JSON.
// Nothing is ruled on here. An answer is shown only next to the question that it answers.
"use strict";
(() => {
  const root = document.documentElement;
  const page = window.kanrules;
  const status = document.getElementById("status");
  const said = status.dataset;
  const start = status.textContent;
  const forms = new Map([...document.querySelectorAll("form[data-tool]")].map((form) => [form.dataset.tool, form]));
  const BOOKS = ["rules", "a", "b"];
  const PATIENCE = 3000;
  let counter = 0;

  // --- the worker ----------------------------------------------------------------------------------------------------

  let worker = null;
  const waiting = new Map();
  // What was asked before the library was ready.
  const questions = [];

  function state(name, text) {
    root.dataset.live = name;
    status.textContent = text;
  }

  let launched;
  const launching = new Promise((resolve) => { launched = resolve; });

  // A page that waits for an answer says so: in its looks, to screen readers, and to whoever tests it.
  let unanswered = 0;
  function busy(more) {
    unanswered += more;
    if (unanswered) root.dataset.asking = unanswered; else delete root.dataset.asking;
  }

  function ask(question) {
    if (question.tool === "warm") return put(question);
    busy(1);
    return put(question).finally(() => busy(-1));
  }

  async function put(question) {
    await launching;
    return new Promise((resolve, reject) => {
      if (!worker) { reject(new Error(status.textContent)); return; }
      const id = ++counter;
      const books = question.fields.filter(([name]) => BOOKS.includes(name)).map(([, value]) => value);
      const message = { id, question: { language: root.lang, own: page.texts(books), ...question } };
      waiting.set(id, { resolve, reject, message });
      if (root.dataset.live !== "ready") questions.push(message);
      worker.postMessage(message);
    });
  }
  window.kanrulesAsk = ask;

  function heard(event) {
    const one = event.data;
    if (one.kind === "part") state("loading", said.loading.replace("{part}", `${one.part} / 3`));
    else if (one.kind === "ready") { state("ready", said.ready); root.dataset.again = one.again; keepSoon(page.event() ? 0 : 4000); warm(); document.dispatchEvent(new Event("kanrules-ready")); }
    else if (one.kind === "failed") heal(one.why, one.gone);
    else if (one.kind === "broken" && one.why) lacks(one);
    else if (waiting.has(one.id)) {
      const { resolve, reject } = waiting.get(one.id);
      waiting.delete(one.id);
      if (one.kind === "answer") resolve(one.answer); else reject(new Error(said.broken));
    }
  }

  // The question needs an archive that did not come: it is damaged, out of reach, or the site is of another build now.
  async function lacks({ id, why, gone }) {
    const { reject, message } = waiting.get(id);
    if (await mended()) { worker.postMessage(message); return; }
    waiting.delete(id);
    if (gone) page.announce();
    reject(new Error(gone ? said.updated : said.failed.replace("{why}", why)));
  }

  function fail(why) {
    state("failed", said.failed.replace("{why}", why));
    for (const { reject } of waiting.values()) reject(new Error(status.textContent));
    waiting.clear();
    worker = null;
  }

  // What was saved may be damaged. Then it is fetched again, once; what was asked meanwhile still waits.
  let healed = false;

  async function mended() {
    const saver = navigator.serviceWorker && navigator.serviceWorker.controller;
    if (healed || !saver) return 0;
    healed = true;
    return new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("message", (event) => { if (event.data && event.data.kind === "mended") resolve(event.data.count); });
      setTimeout(resolve, PATIENCE * 3, 0);
      saver.postMessage({ kind: "mend" });
    });
  }

  let renewed = false;

  async function heal(why, gone) {
    // The script may be that of another build, which the browser has kept.
    if (gone && !renewed) { renewed = true; await fetch(script(), { cache: "reload" }).catch(() => {}); }
    else if (!(await mended())) { fail(why); return; }
    worker.terminate();
    launch();
    for (const one of questions) worker.postMessage(one);
  }

  const able = typeof WebAssembly === "object" && typeof Worker === "function";

  const script = () => `${root.dataset.base}live/worker.js${said.archives}`;

  function launch() {
    if (!able) { launched(); return; }
    // A page that was opened from a file may start no worker; what stands there from the beginning says so.
    try { worker = new Worker(script(), { type: "module" }); } catch { state("impossible", start); launched(); return; }
    launched();
    worker.onmessage = heard;
    worker.onerror = (event) => { event.preventDefault(); heal(event.message || "worker.js"); };
  }

  // --- saved on this device: only after the first answer, and never a reason to wait ----------------------------------

  let keeper = null;
  let keeping = 0;

  async function engage() {
    if (!navigator.serviceWorker) return;
    try {
      const registration = await navigator.serviceWorker.register(`${root.dataset.base}sw.js`, { scope: root.dataset.base || "./", updateViaCache: "none" });
      page.watch(registration);
      keeper = (await navigator.serviceWorker.ready).active;
      // The worker is to load through what keeps its files, so that nothing comes twice.
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
      }
    } catch { keeper = null; }
  }

  function keepSoon(delay) {
    clearTimeout(keeping);
    if (root.dataset.offline !== "ready") keeping = setTimeout(keepAll, delay);
  }

  function keepAll() {
    const now = (navigator.serviceWorker && navigator.serviceWorker.controller) || keeper;
    if (now) now.postMessage({ kind: "keep", language: root.lang, words: Boolean(page.event()) });
    else page.offline("refused");
  }

  // --- what is likely to be asked is loaded before it is --------------------------------------------------------------

  let warmed = "";

  function warm() {
    if (root.dataset.live !== "ready") return;
    const form = [...forms.values()].find((one) => !one.closest(".toolbox").hidden);
    if (!form || form.dataset.tool === "compose") return;
    const books = [...form.querySelectorAll("input[data-books]")].map((field) => ["rules", field.value]);
    if (books.some(([, value]) => !value || value.endsWith(".toml"))) return;
    const fields = [["for", form.dataset.tool], ...books];
    if (warmed === (warmed = String(fields))) return;
    ask({ tool: "warm", fields }).catch(() => { /* the question itself will say what is wrong */ });
  }
  document.addEventListener("kanrules-tool", warm);

  // --- fields and the address ----------------------------------------------------------------------------------------

  const SEATS = ["east", "south", "west", "north"];

  function fill(form, name, values) {
    const fields = [...form.elements].filter((field) => field.name === name);
    if (fields.some((field) => "nth" in field.dataset)) {
      // A winner with a hand of its own is one text; the buttons of the seats are for the hand that is given below.
      const alone = values[0].includes(":") ? "" : values[0];
      const texts = alone ? values.slice(1) : values;
      for (const field of fields.filter((one) => "nth" in one.dataset)) {
        field.value = texts[Number(field.dataset.nth)] || "";
        if (field.value) field.closest(".build").hidden = false;
      }
      fill({ elements: fields.filter((one) => !("nth" in one.dataset)).map((one) => one) }, name, [alone]);
      return;
    }
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = values.includes(field.value) || values.includes("true");
      else if (field.type === "radio") field.checked = field.value === (SEATS.find((seat) => seat[0] === values[0].toLowerCase()) || values[0].toLowerCase());
      else if ("books" in field.dataset) page.set(field, values[0]);
      else field.value = values.join(name === "melds" || name === "liable" ? ", " : " ");
    }
  }

  function fieldsOf(form) {
    return [...new FormData(form).entries()].filter(([, value]) => typeof value === "string");
  }

  const booksOf = (form) => [...form.querySelectorAll("input[data-books]")].map((field) => field.value);

  function place(tool, form) {
    const address = new URL(location.href);
    address.search = "";
    address.hash = "";
    if (tool !== "none") address.searchParams.set("tool", tool);
    for (const [name, value] of form ? fieldsOf(form) : []) {
      if (value && !(name === "cases" && value.length > 4000) && !name.includes(".")) address.searchParams.append(name, value);
    }
    const link = form ? page.carried(booksOf(form)) : "";
    if (link) address.hash = `rules=${link}`;
    return address;
  }

  function open(tool, { push = false } = {}) {
    const chosen = forms.has(tool) ? tool : "none";
    for (const box of document.querySelectorAll(".toolbox")) box.hidden = box.id !== `tool-${chosen}`;
    for (const link of document.querySelectorAll("header nav a, .dock a")) {
      if (new URL(link.href).searchParams.get("tool") === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const title = document.querySelector(`#tool-${chosen} h1`);
    // What is compared is most often the rules that one plays, with others.
    const first = chosen === "diff" && forms.get("diff").elements.namedItem("a");
    if (first && !first.value && page.chosen()) page.set(first, page.chosen());
    // The rules may have been chosen in another tool.
    if (forms.has(chosen) && chosen !== "compose") button(forms.get(chosen));
    document.title = `${title.textContent} · ${document.title.split(" · ").pop()}`;
    if (push) history.pushState(null, "", place(chosen, forms.get(chosen)));
    document.dispatchEvent(new CustomEvent("kanrules-tool", { detail: chosen }));
  }

  const carried = () => (!page.event() && /^#rules=([\w-]+)$/.exec(location.hash) || ["", ""])[1];
  let brought = "";

  // The ruleset that a link brings, as a preview. Gives the name under which it is asked, or "".
  async function bring(form) {
    const link = carried();
    if (!link || link === brought) return page.shared() ? `shared/${page.shared().name}` : "";
    brought = link;
    try {
      const found = await ask({ tool: "compose-open", fields: [["link", link]] });
      if (!("text" in found)) { refused(form, found.html, true); return ""; }
      return page.preview({ name: found.file, text: found.text, title: found.title, hash: found.hash, link });
    } catch (error) { refused(form, error.message); return ""; }
  }

  const NO_FIELDS = new Set(["tool", "rules", "event"]);

  // What an address has that the form has not: names of fields, and values that no button of theirs has.
  function strange(form, asked) {
    const found = [];
    for (const name of new Set(asked.keys())) {
      const fields = [...form.elements].filter((field) => field.name === name);
      const radios = fields.filter((field) => field.type === "radio");
      if (!NO_FIELDS.has(name) && !fields.length) found.push(name);
      else if (asked.get(name) && radios.length && radios.length === fields.length && !radios.some((field) => field.checked)) found.push(`${name}=${asked.get(name)}`);
    }
    return found;
  }

  const CARRIES = { "riichi-kan": ["hand"], pay: ["winner"], foul: ["name"], ask: ["question"], position: ["cases"], diff: ["a", "b"], read: [] };

  async function fromAddress() {
    const asked = new URLSearchParams(location.search);
    const tool = asked.get("tool") || "none";
    const form = forms.get(tool);
    const rules = (page.event() ? "" : asked.get("rules")) || page.chosen();
    if (rules) page.setAll(rules);
    if (form) {
      if (tool === "compose") { if (rules) page.set(form.elements.namedItem("rules"), rules); }
      else {
        const books = booksOf(form);
        form.reset();
        [...form.querySelectorAll("input[data-books]")].forEach((field, at) => page.set(field, books[at]));
      }
      for (const name of new Set(asked.keys())) if (!NO_FIELDS.has(name)) fill(form, name, asked.getAll(name));
      for (const fold of form.querySelectorAll("details")) {
        if ([...fold.querySelectorAll("input, select, textarea")].some((field) => field.type !== "radio" && field.name && asked.has(field.name))) fold.open = true;
      }
      settle(form);
    }
    open(tool);
    if (!form || tool === "compose") return;
    if (carried()) {
      const field = form.querySelector(".rulesbar input[data-books]");
      const takes = !asked.has("rules") || rules.endsWith(".toml");
      // While the rules of the link load, show no other name in their place.
      if (field && takes && carried() !== brought) field.closest(".rulesbar").querySelector("b").textContent = "…";
      const id = await bring(form);
      if (id && takes) { page.setAll(id); settle(form); } else if (field) page.set(field, field.value);
      if (!id && takes) return;  // the question is not about these rules
    } else if (rules && form.elements.namedItem("rules") && !asked.has("rules")) {
      const address = new URL(location.href);
      address.searchParams.set("rules", rules);
      history.replaceState(null, "", address);
    }
    const unknown = strange(form, asked);
    // Without a part of the link, the question may be another one: the reader decides.
    if (unknown.length) note(form, said.strange.replace("{names}", unknown.join(", ")), "note");
    else if (CARRIES[tool].every((name) => asked.has(name)) && !missing(form)) submit(form, { quiet: true });
  }

  // --- questions and answers -----------------------------------------------------------------------------------------

  const outOf = (form) => form.closest(".toolbox").querySelector(".out");
  const questionOf = (form) => JSON.stringify(fieldsOf(form));

  // What is still needed before the question can be asked, in the words of the button, and where to give it.
  function missing(form) {
    const field = (name) => form.elements.namedItem(name);
    const has = (name) => Boolean(field(name) && field(name).value.trim());
    for (const one of form.querySelectorAll("input[data-books]")) if (!one.value) return { why: said.which, field: one };
    switch (form.dataset.tool) {
      case "riichi-kan": {
        const { count, total } = page.counted(form);
        const why = said.missing.replace("{count}", count).replace("{total}", total);
        return count < total ? { why: why[0].toUpperCase() + why.slice(1), field: field("hand") } : null;
      }
      case "pay": {
        const winners = fieldsOf(form).filter(([name, value]) => name === "winner" && value.trim());
        if (!winners.length) return { why: said.winner, field: form.querySelector("[name=winner]") };
        const told = winners.every(([, value]) => /:.*\w/.test(value));
        return told || ["yakuman", "han", "hand"].some(has) ? null : { why: said.worth, field: field("yakuman") };
      }
      case "foul": return has("name") ? null : { why: said.question, field: field("name") };
      case "ask": return has("question") ? null : { why: said.question, field: field("question") };
      case "position": return has("cases") || Object.values(page.hands(form)).some((own) => own.hand) ? null : { why: said.position, field: field("tap.hand") };
      default: return null;
    }
  }

  function button(form) {
    const go = form.querySelector("button.go");
    const gap = missing(form);
    go.textContent = gap ? gap.why : go.dataset.says;
    go.classList.toggle("waits", Boolean(gap));
    go.setAttribute("aria-disabled", String(Boolean(gap) && !("books" in gap.field.dataset)));
  }

  page.relabel = button;

  function note(form, text, kind = "mut") {
    const said_ = Object.assign(document.createElement("p"), { className: kind, textContent: text });
    outOf(form).replaceChildren(said_);
  }

  // After any change of the question: an answer to another question goes, or is asked anew where only the rules changed.
  function settle(form, { again = false } = {}) {
    page.refresh(form);
    button(form);
    const answered = form.dataset.answered;
    // A comparison has nothing else to ask: the second ruleset completes it.
    if (answered === undefined && again && form.dataset.tool === "diff" && !missing(form)) { submit(form, { quiet: true }); return; }
    if (answered === undefined || answered === questionOf(form)) return;
    delete form.dataset.answered;
    form.closest(".ask").classList.remove("asked");
    if (again && !missing(form)) submit(form, { quiet: true });
    else if (outOf(form).firstChild) note(form, said.removed, "note removed");
  }

  function changed(event) {
    const form = event.target.form;
    if (!form || !form.dataset.tool || form.dataset.tool === "compose") return;
    const books = "books" in event.target.dataset;
    settle(form, { again: books });
    if (books) {
      for (const other of forms.values()) if (other !== form && other.dataset.tool !== "compose") settle(other);
      history.replaceState(null, "", place(form.dataset.tool, form));
      warm();
    }
  }
  // A seat or a value tapped for one of several winners replaces that part of its text: "west: mangan, liable east".
  document.addEventListener("click", (event) => {
    const tapped = event.target.closest("[data-part]");
    if (!tapped) return;
    const field = tapped.closest(".build").querySelector("input");
    const [seat, hand = ""] = field.value.split(/:(.*)/s).map((part) => part.trim());
    const parts = hand.split(",").map((part) => part.trim());
    if (tapped.dataset.part === "value") parts[0] = tapped.value;
    field.value = `${tapped.dataset.part === "seat" ? tapped.value : seat}: ${parts.join(", ")}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("input", changed);
  document.addEventListener("change", changed);

  function show(form, answer) {
    const section = document.createElement("section");
    section.className = "answer";
    section.tabIndex = -1;
    section.innerHTML = answer.html;
    const data = document.createElement("script");
    data.type = "application/json";
    data.textContent = answer.json;
    section.append(data);
    section.dataset.verdict = answer.verdict;
    section.dataset.code = answer.code;
    section.dataset.answer = form.dataset.answers = String(Number(form.dataset.answers || 0) + 1);
    outOf(form).replaceChildren(section);
    return section;
  }

  window.kanrulesShow = show;

  function refused(form, why, html = false) {
    const box = document.createElement("div");
    box.setAttribute("role", "alert");
    if (html) box.innerHTML = why;
    else { box.className = "refused"; box.textContent = why; }
    outOf(form).replaceChildren(box);
  }

  // Answers to what is asked by a tap lie on the site, for as long as the tools load and where they cannot run.
  const shelves = new Map();

  function shelf(rules) {
    if (!rules || !said.first.split(" ").includes(rules)) return null;
    if (!shelves.has(rules)) {
      shelves.set(rules, fetch(`${root.dataset.up}r/${rules}/answers.pack`)
        .then((answer) => new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json())
        .catch(() => { shelves.delete(rules); return null; }));
    }
    return shelves.get(rules);
  }

  async function early(form) {
    const given = Object.fromEntries(fieldsOf(form).filter(([, value]) => value.trim()));
    const asked = given.question || given.name;
    if (root.dataset.live === "ready" || !asked || Object.keys(given).length !== 2) return null;
    const answers = ((await shelf(given.rules)) || {})[form.dataset.tool] || {};
    const name = asked in answers ? asked : Object.keys(answers).find((one) => answers[one][0].toLowerCase() === asked.toLowerCase());
    if (!name) return null;
    const [, html, verdict, code] = answers[name];
    return { html, verdict, code, json: JSON.stringify({ answers: [{ subject: name }] }) };
  }

  const turns = new Map();

  async function submit(form, { quiet = false } = {}) {
    const tool = form.dataset.tool;
    const asked = questionOf(form);
    form.dataset.answered = asked;
    const turn = turns.set(form, (turns.get(form) || 0) + 1).get(form);
    outOf(form).setAttribute("aria-busy", "true");
    const address = place(tool, form);
    if (address.href !== location.href) history.replaceState(null, "", address);
    // The question may have changed meanwhile.
    const stands = () => form.dataset.answered === asked && questionOf(form) === asked;
    const put_ = (found) => {
      const section = show(form, found);
      if (section.dataset.verdict !== "unreadable") foldAway(form);
      if (!quiet) section.focus({ preventScroll: true });
      // A refusal stands below the question, which stays open.
      if (section.dataset.verdict === "unreadable" && !quiet) section.scrollIntoView({ block: "nearest" });
      else if (!quiet || matchMedia("(max-width:999px)").matches) scrollTo({ top: 0 });
    };
    let first = null;
    try {
      const answer = ask({ tool, fields: fieldsOf(form) });
      answer.catch(() => { /* it is said below */ });
      if (root.dataset.live === "loading") note(form, said.asked);
      first = await early(form);
      if (first && stands()) { put_(first); outOf(form).removeAttribute("aria-busy"); }
      const found = await answer;
      if (!stands()) return;
      // What already stands there, with a step that may have been tapped, stays.
      if (first && first.html === found.html) outOf(form).querySelector(".answer > script").textContent = found.json;
      else put_(found);
      keepSoon(1000);
    } catch (error) {
      if (!first && form.dataset.answered === asked) refused(form, error.message);
    } finally {
      if (turns.get(form) === turn) outOf(form).removeAttribute("aria-busy");
    }
  }
  page.submit = submit;

  function point(gap) {
    if ("books" in gap.field.dataset) page.openChooser(gap.field);
    else gap.field.focus();
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (!form.dataset.tool || form.dataset.tool === "compose") return;
    const gap = missing(form);
    if (gap) point(gap); else if (!form.querySelector("[data-lay]") || !page.lay(form)) submit(form);
  });

  // The question folds away on a phone when its answer is there.
  function foldAway(form) {
    const box = form.closest(".ask");
    box.classList.add("asked");
    if (!box.querySelector(".reopen")) {
      const again = document.createElement("button");
      again.type = "button";
      again.className = "btn reopen";
      again.textContent = form.dataset.tool === "ask" ? said.another : said.change;
      again.addEventListener("click", () => {
        box.classList.remove("asked");
        scrollTo({ top: 0 });
        // Not a text field, which would open the keyboard of a phone over the tiles.
        form.querySelector(".rulesbar button").focus({ preventScroll: true });
      });
      box.append(again);
    }
  }

  document.addEventListener("toggle", async (event) => {
    const fold = event.target;
    if (!fold.dataset || !fold.dataset.more || !fold.open || fold.dataset.done) return;
    fold.dataset.done = "1";
    const form = fold.closest(".toolbox").querySelector("form");
    try { fold.querySelector("div").innerHTML = (await ask({ tool: fold.dataset.more, fields: fieldsOf(form) })).html; }
    catch (error) { fold.querySelector("div").textContent = error.message; delete fold.dataset.done; }
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.hreflang) return;
    const address = new URL(link.href, location.href);
    const tool = address.searchParams.get("tool");
    if (address.pathname !== location.pathname || !tool) return;
    event.preventDefault();
    if ([...address.searchParams.keys()].some((name) => name !== "tool" && name !== "rules")) {
      history.pushState(null, "", address);
      fromAddress();
    } else open(tool, { push: true });
    scrollTo(0, 0);
    const title = document.querySelector(".toolbox:not([hidden]) h1");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  });
  addEventListener("popstate", fromAddress);
  addEventListener("hashchange", () => { if (carried() && carried() !== brought && forms.get("compose").closest(".toolbox").hidden) fromAddress(); });

  document.addEventListener("kanrules-decided", (event) => {
    const { from, to } = event.detail;
    for (const form of forms.values()) {
      for (const field of form.querySelectorAll("input[data-books]")) if (field.value === from) page.set(field, to);
    }
    brought = "";
    const form = [...forms.values()].find((one) => !one.closest(".toolbox").hidden);
    if (!form || form.dataset.tool === "compose") return;
    history.replaceState(null, "", place(form.dataset.tool, form));
    settle(form, { again: true });
  });

  // --- a position step by step: a tapped action is the next line of its play -------------------------------------------

  const QUOTES = '"""';

  function write(form, change) {
    const field = form.elements.namedItem("cases");
    const whole = field.value.trimEnd();
    if (!whole.endsWith(QUOTES)) return;
    const before = whole.slice(0, -QUOTES.length);
    const from = before.lastIndexOf(QUOTES) + QUOTES.length;
    const lines = change(before.slice(from).split("\n").map((line) => line.trim()).filter(Boolean));
    field.value = `${before.slice(0, from)}\n${lines.map((line) => `${line}\n`).join("")}${QUOTES}\n`;
    submit(form);
  }

  // Writes the tapped position as text. Gives true where there is one and it is asked.
  page.lay = (form) => {
    const told = (name) => form.elements.namedItem(`tap.${name}`).value.trim();
    const hands = Object.entries(page.hands(form));
    const tapped = JSON.stringify([hands, ["turn", "live", "rinshan", "indicators"].map(told)]);
    if (!hands.some(([, own]) => own.hand) || form.dataset.laid === tapped) return false;
    form.dataset.laid = tapped;
    // Who has drawn a tile is at turn, unless the reader says that the tile is another player's.
    const [drawer, { drawn }] = hands.find(([, own]) => own.drawn) || ["east", { drawn: "" }];
    const given = [`turn = "${told("turn") || drawer}"`];
    const table = (name, of) => {
      const rows = hands.filter(([, own]) => own[name]).map(([seat, own]) => `${seat} = ${JSON.stringify(of(own[name]))}`);
      if (rows.length) given.push(`${name === "hand" ? "hands" : name} = { ${rows.join(", ")} }`);
    };
    table("hand", (text) => text);
    table("melds", (text) => text.split(/[,;]/).map((one) => one.trim()).filter(Boolean));
    if (drawn) given.push(`drawn = ${JSON.stringify(drawn)}`);
    for (const name of ["live", "rinshan", "indicators"]) if (told(name)) given.push(`${name} = ${JSON.stringify(told(name))}`);
    form.elements.namedItem("cases").value = `[[case]]\nname = ${JSON.stringify(said.tapped)}\n\n[case.given]\n${given.join("\n")}\n\n[case.play]\nlines = ${QUOTES}\n${QUOTES}\n`;
    submit(form);
    return true;
  };

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-line], [data-back]");
    // A second tap before the answer would play the same action twice.
    if (!pressed || pressed.closest("[aria-busy]")) return;
    const form = pressed.closest(".toolbox").querySelector("form");
    if ("back" in pressed.dataset) write(form, (lines) => lines.slice(0, -1));
    else write(form, (lines) => [...lines, pressed.dataset.line]);
  });

  // Without the tools, the titles on the page that have the typed words.
  function titled(form, typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const list = Object.assign(document.createElement("ul"), { className: "common" });
    const found = words.length ? [...form.querySelectorAll("ul .row[data-ask='']")] : [];
    const titles = new Map(found.filter((one) => words.every((word) => one.textContent.toLowerCase().includes(word))).map((one) => [one.textContent.toLowerCase(), one]));
    for (const one of [...titles.values()].slice(0, 5)) list.append(Object.assign(document.createElement("li"), { innerHTML: one.outerHTML }));
    return list;
  }

  // While a question is typed, the nearest ones stand below it; an answer to what is no longer there is dropped.
  document.addEventListener("input", async (event) => {
    const near = event.target.form && event.target.form.querySelector("[data-nearest]");
    if (!near || event.target.name !== "question") return;
    const typed = event.target.value;
    if (root.dataset.live !== "ready") { near.replaceChildren(titled(near.closest("form"), typed)); return; }
    const found = typed.trim() ? await put({ tool: near.dataset.nearest, fields: [["question", typed]] }).catch(() => null) : { html: "" };
    if (found && event.target.value === typed) near.innerHTML = found.html;
  });

  document.addEventListener("click", (event) => {
    const common = event.target.closest("[data-ask]");
    if (!common) return;
    const [name, value] = common.dataset.ask ? ["name", common.dataset.ask] : ["question", common.textContent];
    common.form.elements.namedItem(name).value = value;
    const gap = missing(common.form);
    button(common.form);
    if (gap) { settle(common.form); point(gap); return; }
    // An answer to another question must not be shown or recorded as the one to this.
    if (common.form.dataset.answered !== questionOf(common.form)) outOf(common.form).replaceChildren();
    submit(common.form);
  });

  // An answer that hangs on a fact asks for it; what holds then stands below.
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-branch]")) return;
    const box = event.target.closest(".depends");
    for (const one of box.querySelectorAll("[data-then]")) one.hidden = one.dataset.then !== event.target.value;
  });

  document.addEventListener("change", async (event) => {
    if (!event.target.matches("[data-example]") || !event.target.value) return;
    const form = event.target.form;
    try {
      const found = await ask({ tool: "example", fields: [["case", event.target.value], ...fieldsOf(form).filter(([name]) => name === "rules")] });
      form.elements.namedItem("cases").value = found.text;
      if (missing(form)) settle(form); else submit(form);
    } catch (error) { refused(form, error.message); }
  });

  for (const form of forms.values()) if (form.dataset.tool !== "compose") settle(form);
  // What else stands on this page listens by then.
  document.addEventListener("DOMContentLoaded", () => {
    if (able) state("loading", said.loading.replace("{part}", "0 / 3")); else state("impossible", said.nowasm);
    shelf(page.chosen());
    fromAddress();
    // A service worker that cannot be installed, or takes too long, must not keep anybody waiting.
    Promise.race([engage(), new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]).then(launch, launch);
  });
})();
