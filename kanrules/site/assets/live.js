// The tools: forms whose questions go to the library in a worker, and whose answers come back as HTML and JSON.
// Nothing is ruled on here.
"use strict";
(() => {
  const root = document.documentElement;
  const status = document.getElementById("status");
  const said = status.dataset;
  const start = status.textContent;
  const forms = new Map([...document.querySelectorAll("form[data-tool]")].map((form) => [form.dataset.tool, form]));
  const stored = window.kanrulesStored;
  let counter = 0;

  // --- the worker ----------------------------------------------------------------------------------------------------

  let worker = null;
  const waiting = new Map();

  function state(name, text) {
    root.dataset.live = name;
    status.textContent = text;
  }

  let launched;
  const launching = new Promise((resolve) => { launched = resolve; });

  async function ask(question) {
    await launching;
    return new Promise((resolve, reject) => {
      if (!worker) { reject(new Error(status.textContent)); return; }
      const id = ++counter;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question: { language: root.lang, own: own ? [[own.name, own.text]] : [], ...question } });
    });
  }
  window.kanrulesAsk = ask;

  function heard(event) {
    const one = event.data;
    if (one.kind === "part") state("loading", said.loading.replace("{part}", `${one.part} / 3`));
    else if (one.kind === "ready") { state("ready", said.ready); keepAll(); warm(); document.dispatchEvent(new Event("kanrules-ready")); }
    else if (one.kind === "failed") fail(one.why);
    else if (waiting.has(one.id)) {
      const { resolve, reject } = waiting.get(one.id);
      waiting.delete(one.id);
      if (one.kind === "answer") resolve(one.answer); else reject(new Error(said.broken));
    }
  }

  function fail(why) {
    state("failed", said.failed.replace("{why}", why));
    for (const { reject } of waiting.values()) reject(new Error(status.textContent));
    waiting.clear();
    worker = null;
  }

  const able = typeof WebAssembly === "object" && typeof Worker === "function";

  function launch() {
    launched();
    if (!able) return;
    // A page that was opened from a file may start no worker; what stands there from the beginning says so.
    try { worker = new Worker("worker.js", { type: "module" }); } catch { state("impossible", start); return; }
    worker.onmessage = heard;
    worker.onerror = (event) => { event.preventDefault(); fail(event.message || "worker.js"); };
  }

  // --- kept for a day without a network ------------------------------------------------------------------------------

  let keeper = null;

  async function engage() {
    if (!navigator.serviceWorker) return;
    try {
      await navigator.serviceWorker.register("../sw.js", { scope: "../" });
      navigator.serviceWorker.addEventListener("message", (event) => {
        if (event.data && event.data.kind === "kept") { root.dataset.offline = "ready"; status.textContent = said.kept; }
        if (event.data && event.data.kind === "unkept") { root.dataset.offline = "refused"; status.textContent = said.unkept; }
      });
      keeper = (await navigator.serviceWorker.ready).active;
      // The worker is to load through what keeps its files, so that nothing comes twice.
      if (!navigator.serviceWorker.controller) {
        await Promise.race([
          new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })),
          new Promise((resolve) => setTimeout(resolve, 2000)),
        ]);
      }
    } catch { keeper = null; }
  }

  // --- what is likely to be asked is loaded before it is --------------------------------------------------------------

  let warmed = "";

  function warm() {
    if (root.dataset.live !== "ready") return;
    const form = [...forms.values()].find((one) => !one.closest(".toolbox").hidden);
    if (!form || form.dataset.tool === "compose") return;
    const books = [...form.querySelectorAll("select[data-books]")].map((select) => ["rules", select.value]);
    const fields = [["for", form.dataset.tool], ...books];
    if (warmed === (warmed = String(fields))) return;
    ask({ tool: "warm", fields }).catch(() => { /* the question itself will say what is wrong */ });
  }
  document.addEventListener("kanrules-tool", warm);
  document.addEventListener("change", (event) => { if (event.target.matches("select[data-books]")) warm(); });

  function keepAll() {
    if (keeper) keeper.postMessage({ kind: "keep" });
    else { root.dataset.offline = "refused"; status.textContent = said.unkept; }
  }

  // --- the reader's own ruleset --------------------------------------------------------------------------------------

  let own = null;

  function adopt(found) {
    own = found && typeof found.name === "string" && typeof found.text === "string" ? found : null;
    for (const select of document.querySelectorAll("select[data-books]")) {
      select.querySelector("option[data-own]")?.remove();
      if (!own) continue;
      const option = new Option(`${said.own}: ${own.name}`, own.name);
      option.dataset.own = "";
      select.prepend(option);
    }
  }
  window.kanrulesOwn = adopt;
  adopt(stored.read("own"));

  // --- fields and the address ----------------------------------------------------------------------------------------

  const SEATS = ["east", "south", "west", "north"];

  function fill(form, name, values) {
    const fields = [...form.elements].filter((field) => field.name === name);
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = values.includes(field.value) || values.includes("true");
      else if (field.type === "radio") field.checked = field.value === (SEATS.find((seat) => seat[0] === values[0].toLowerCase()) || values[0].toLowerCase());
      else field.value = values.join(name === "melds" || name === "liable" ? ", " : " ");
    }
  }

  function fieldsOf(form) {
    return [...new FormData(form).entries()].filter(([, value]) => typeof value === "string");
  }

  function place(tool, form) {
    const address = new URL(location.href);
    address.search = "";
    if (tool !== "none") address.searchParams.set("tool", tool);
    for (const [name, value] of form ? fieldsOf(form) : []) {
      if (value && !(name === "cases" && value.length > 4000) && !name.includes(".")) address.searchParams.append(name, value);
    }
    return address;
  }

  function open(tool, { push = false } = {}) {
    const chosen = forms.has(tool) ? tool : "none";
    for (const box of document.querySelectorAll(".toolbox")) box.hidden = box.id !== `tool-${chosen}`;
    for (const link of document.querySelectorAll("header nav a")) {
      if (new URL(link.href).searchParams.get("tool") === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const box of document.querySelectorAll(".asked")) box.classList.remove("asked");
    const title = document.querySelector(`#tool-${chosen} h1`);
    document.title = `${title.textContent} · ${document.title.split(" · ").pop()}`;
    if (push) history.pushState(null, "", place(chosen, forms.get(chosen)));
    document.dispatchEvent(new CustomEvent("kanrules-tool", { detail: chosen }));
  }

  function fromAddress() {
    const asked = new URLSearchParams(location.search);
    const tool = asked.get("tool") || "none";
    const rules = asked.get("rules") || stored.read("rules");
    if (typeof rules === "string") for (const form of forms.values()) chooseIn(form, rules);
    const form = forms.get(tool);
    if (form) {
      for (const name of new Set(asked.keys())) if (name !== "tool" && name !== "rules") fill(form, name, asked.getAll(name));
      for (const fold of form.querySelectorAll("details")) {
        if ([...fold.querySelectorAll("input, select")].some((field) => field.type !== "radio" && field.name && asked.has(field.name))) fold.open = true;
      }
      refresh(form);
    }
    open(tool);
    // The ruleset stands in the address from the beginning; the composer reads there whether one was asked for.
    if (form && tool !== "compose" && form.elements.namedItem("rules") && !asked.has("rules")) {
      const address = new URL(location.href);
      address.searchParams.set("rules", form.elements.namedItem("rules").value);
      history.replaceState(null, "", address);
    }
  }

  function chooseIn(form, rules) {
    const select = form.elements.namedItem("rules");
    if (!select || !select.options) return;
    if ([...select.options].some((option) => option.value === rules)) { select.value = rules; return; }
    // A ruleset that is not here is asked for all the same: the library says what is wrong with it.
    select.prepend(new Option(rules, rules));
    select.value = rules;
  }

  document.addEventListener("change", (event) => {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || select.name !== "rules") return;
    for (const form of forms.values()) if (form.dataset.tool !== "compose") chooseIn(form, select.value);
    const option = select.selectedOptions[0];
    if (!("own" in option.dataset)) window.kanrulesChoose(select.value, option.textContent);
    const form = select.form;
    history.replaceState(null, "", place(form.dataset.tool, form));
  });

  // --- questions and answers -----------------------------------------------------------------------------------------

  function show(form, answer) {
    const out = form.closest(".toolbox").querySelector(".out");
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
    out.replaceChildren(section);
    return section;
  }

  window.kanrulesShow = show;

  function refused(form, why) {
    const note = document.createElement("p");
    note.className = "refused";
    note.setAttribute("role", "alert");
    note.textContent = why;
    form.closest(".toolbox").querySelector(".out").replaceChildren(note);
  }

  async function submit(form) {
    const tool = form.dataset.tool;
    const out = form.closest(".toolbox").querySelector(".out");
    if (root.dataset.live === "loading") {
      const note = document.createElement("p");
      note.className = "mut";
      note.textContent = said.asked;
      out.replaceChildren(note);
    }
    history.replaceState(null, "", place(tool, form));
    try {
      const section = show(form, await ask({ tool, fields: fieldsOf(form) }));
      if (section.dataset.verdict !== "unreadable") foldAway(form);
      section.focus({ preventScroll: true });
      section.scrollIntoView({ block: "start" });
    } catch (error) {
      refused(form, error.message);
    }
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target.dataset.tool && event.target.dataset.tool !== "compose") submit(event.target);
  });

  // The question folds away on a phone when its answer is there.
  function foldAway(form) {
    const box = form.closest(".ask");
    box.classList.add("asked");
    if (!box.querySelector(".reopen")) {
      const again = document.createElement("button");
      again.type = "button";
      again.className = "btn reopen";
      again.textContent = said.change;
      again.addEventListener("click", () => {
        box.classList.remove("asked");
        (form.querySelector("input:not([type=radio]):not([type=checkbox]), select, textarea") || form).focus();
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
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const address = new URL(link.href, location.href);
    if (address.pathname !== location.pathname || !address.searchParams.get("tool")) return;
    event.preventDefault();
    open(address.searchParams.get("tool"), { push: true });
    scrollTo(0, 0);
    document.querySelector(".toolbox:not([hidden]) h1").focus?.();
  });
  addEventListener("popstate", fromAddress);

  // --- tiles ---------------------------------------------------------------------------------------------------------

  const ORDER = "mpsz";
  const rank = (tile) => ORDER.indexOf(tile[1]) * 20 + (tile[0] === "0" ? 5.5 : Number(tile[0]));

  function tilesOf(text) {
    const found = [];
    for (const [, numbers, suit] of text.matchAll(/([0-9]+)([mpsz])/g)) for (const number of numbers) found.push(number + suit);
    return found;
  }

  function textOf(tiles) {
    let text = "";
    tiles.forEach((tile, at) => { text += tile[0] + (at + 1 < tiles.length && tiles[at + 1][1] === tile[1] ? "" : tile[1]); });
    return text;
  }

  function capacity(field) {
    const most = Number(field.dataset.tiles);
    if (most !== 13) return most;
    const melds = field.form.elements.namedItem("melds") || field.form.elements.namedItem("tap.melds");
    const laid = melds ? melds.value.split(/[,;]/).filter((one) => /\d/.test(one)).length : 0;
    return Math.max(1, 13 - 3 * laid);
  }

  const drawn = (tile, kind) => {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 60 80");
    picture.setAttribute("class", `t ${kind}`);
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", said.face.replace("{tile}", tile));
    picture.append(use);
    return picture;
  };

  function refresh(form) {
    const strip = form.querySelector(".hand");
    const hand = form.elements.namedItem("hand");
    if (strip && hand) {
      const last = form.elements.namedItem("draw") || form.elements.namedItem("win");
      const tiles = tilesOf(hand.value);
      const row = document.createElement("div");
      row.append(...tiles.map((tile) => drawn(tile, "")));
      for (let at = tiles.length; at < capacity(hand); at += 1) {
        const slot = document.createElement("span");
        slot.className = at === tiles.length ? "slot next" : "slot";
        row.append(slot);
      }
      const [own] = tilesOf(last.value);
      if (own) row.append(drawn(own, "drawn"));
      else row.append(Object.assign(document.createElement("span"), { className: tiles.length === capacity(hand) ? "slot drawn next" : "slot drawn" }));
      strip.replaceChildren(row);
    }
    const uses = {};
    for (const field of form.querySelectorAll("[data-tiles]")) {
      if (field.name === "kan") continue;
      for (const tile of tilesOf(field.value)) {
        const kind = tile[0] === "0" ? `5${tile[1]}` : tile;
        uses[kind] = (uses[kind] || 0) + 1;
      }
    }
    for (const key of form.querySelectorAll("[data-key]")) {
      if (/^\d/.test(key.dataset.key)) key.disabled = (uses[key.dataset.key] || 0) >= 4 && (active.get(form) || {}).name !== "kan";
    }
    for (const button of form.querySelectorAll("[data-put]")) {
      const field = form.elements.namedItem(button.dataset.into);
      button.setAttribute("aria-pressed", String(field.value.split(/[\s,]+/).includes(button.dataset.put)));
    }
  }

  const active = new Map();
  document.addEventListener("focusin", (event) => {
    if (event.target.matches && event.target.matches("[data-tiles]")) { active.set(event.target.form, event.target); refresh(event.target.form); }
  });

  function press(form, name) {
    const fields = [...form.querySelectorAll("[data-tiles]")];
    let field = active.get(form) || fields[0];
    const tiles = tilesOf(field.value);
    if (name === "back") {
      // An empty field gives the turn back to the one before it.
      if (!tiles.length && fields.indexOf(field) > 0) { field = fields[fields.indexOf(field) - 1]; active.set(form, field); }
      field.value = textOf(tilesOf(field.value).slice(0, -1));
    } else {
      if (tiles.length >= capacity(field)) {
        if (Number(field.dataset.tiles) === 1) tiles.length = 0;
        else { field = fields[fields.indexOf(field) + 1] || field; active.set(form, field); tiles.splice(0, tiles.length, ...tilesOf(field.value)); }
      }
      if (tiles.length < capacity(field)) {
        const red = form.querySelector('[data-key="red"]');
        const five = red.getAttribute("aria-pressed") === "true" && name[0] === "5" && name[1] !== "z";
        if (five) red.setAttribute("aria-pressed", "false");
        tiles.push(five ? `0${name[1]}` : name);
        field.value = textOf(Number(field.dataset.tiles) === 13 ? tiles.sort((a, b) => rank(a) - rank(b)) : tiles);
      }
      if (field.dataset.tiles === "13" && tilesOf(field.value).length >= capacity(field)) active.set(form, fields[fields.indexOf(field) + 1] || field);
    }
    refresh(form);
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) {
      if (key.dataset.key === "red") key.setAttribute("aria-pressed", String(key.getAttribute("aria-pressed") !== "true"));
      else press(key.form, key.dataset.key);
    }
    const put = event.target.closest("[data-put]");
    if (put) {
      const field = put.form.elements.namedItem(put.dataset.into);
      const found = field.value.split(/[\s,]+/).filter(Boolean);
      const at = found.indexOf(put.dataset.put);
      if (at >= 0) found.splice(at, 1); else found.push(put.dataset.put);
      field.value = found.join(put.dataset.into === "liable" ? ", " : " ");
      refresh(put.form);
    }
  });
  // A position step by step: a tapped action is the next line of its play.
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

  function lay(form) {
    const said = (name) => form.elements.namedItem(`tap.${name}`).value.trim();
    const melds = said("melds").split(/[,;]/).map((one) => one.trim()).filter(Boolean);
    const given = [`turn = "${said("turn")}"`];
    if (said("hand")) given.push(`hands = { ${said("seat")} = ${JSON.stringify(said("hand"))} }`);
    if (melds.length) given.push(`melds = { ${said("seat")} = ${JSON.stringify(melds)} }`);
    for (const name of ["drawn", "live", "rinshan", "indicators"]) if (said(name)) given.push(`${name} = ${JSON.stringify(said(name))}`);
    const head = form.querySelector("[data-tapped] summary").textContent;
    form.elements.namedItem("cases").value = `[[case]]\nname = ${JSON.stringify(head)}\n\n[case.given]\n${given.join("\n")}\n\n[case.play]\nlines = ${QUOTES}\n${QUOTES}\n`;
    submit(form);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-line], [data-back], [data-lay]");
    if (!button) return;
    const form = button.closest(".toolbox").querySelector("form");
    if ("lay" in button.dataset) lay(form);
    else if ("back" in button.dataset) write(form, (lines) => lines.slice(0, -1));
    else write(form, (lines) => [...lines, button.dataset.line]);
  });
  document.addEventListener("input", (event) => { if (event.target.form && event.target.form.dataset.tool) refresh(event.target.form); });

  document.addEventListener("change", async (event) => {
    if (!event.target.matches("[data-example]") || !event.target.value) return;
    const form = event.target.form;
    try {
      const found = await ask({ tool: "example", fields: [["case", event.target.value]] });
      form.elements.namedItem("cases").value = found.text;
    } catch (error) { refused(form, error.message); }
  });

  for (const form of forms.values()) refresh(form);
  // What else stands on this page listens by then.
  document.addEventListener("DOMContentLoaded", () => {
    if (able) state("loading", said.loading.replace("{part}", "0 / 3")); else state("impossible", said.nowasm);
    fromAddress();
    engage().then(launch, launch);
  });
})();
