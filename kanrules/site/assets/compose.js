// The composer: its file is a text, the fields are answers to be written into it, and the library does the writing.
"use strict";
(() => {
  const form = document.querySelector("form[data-tool=compose]");
  const box = form.closest(".toolbox");
  const part = (name) => form.querySelector(`[data-${name}]`);
  const text = form.elements.namedItem("toml");
  const page = window.kanrules;
  const { stored } = page;
  const ask = window.kanrulesAsk;
  let ready = false;
  let shown = "";
  let file = "club.toml";
  let turn = 0;
  let link = "";
  let title = "";
  let given = null;
  let sifted = false;
  let typed = null;

  const fields = () => [...new FormData(form).entries()].filter(([, value]) => typeof value === "string");
  const say = (message) => { part("said").replaceChildren(Object.assign(document.createElement("p"), { className: "refused", textContent: message })); };

  async function questions(book) {
    if (shown === book) return;
    const found = await ask({ tool: "compose-questions", fields: [["rules", book]] });
    if (found.verdict === "unreadable") { part("questions").innerHTML = found.html; return; }
    part("questions").innerHTML = found.html;
    shown = book;
  }

  // Answers of the library go into the page: the file, the fields, the marks. What was typed meanwhile wins.
  async function take(found, mine) {
    if (mine !== turn) return;
    if (!("text" in found)) { part("said").innerHTML = found.html; return; }
    await questions(found.book);
    if (mine !== turn) return;
    text.value = found.text;
    ({ file, link, title } = found);
    page.set(form.elements.namedItem("rules"), found.book);
    page.relabel(form);
    for (const [name, value] of Object.entries(found.head)) {
      const field = form.elements.namedItem(name);
      if (document.activeElement !== field) field.value = value;
    }
    for (const one of form.querySelectorAll("[data-key-of]")) {
      const key = one.dataset.keyOf;
      const value = found.values[key] ?? "";
      for (const field of [...form.elements].filter((each) => each.name === key)) {
        if (field.type === "radio") field.checked = field.value === value;
        // What the file does not set is as in the ruleset from which it starts.
        else if (field.type === "checkbox") field.checked = key in found.values ? value.split(", ").includes(field.value) : field.defaultChecked;
        else if (field.type === "hidden") continue;
        else if (document.activeElement !== field) field.value = value;
      }
      const differs = key in found.differs;
      one.classList.toggle("differs", differs || key in found.values);
      one.querySelector(".tag").hidden = !differs;
      one.querySelector("[data-effect]").innerHTML = found.differs[key] || "";
    }
    for (const one of form.querySelectorAll("[data-topic]")) {
      const count = found.counts[one.dataset.topic];
      const all = one.querySelectorAll("[data-key-of]").length;
      one.querySelector("[data-count]").textContent = count ? `${count} / ${all}` : `${all}`;
      one.classList.toggle("differs", Boolean(count));
    }
    part("lines").innerHTML = found.lines;
    part("state").innerHTML = found.state;
    part("shared-state").innerHTML = found.state;
    part("open").innerHTML = found.open;
    give(found);
    stored.write("draft", found.text);
    // What nobody has written anything into is nobody's rules.
    if (found.usable && found.text !== stored.read("begun")) page.adopt({ name: file, text: found.text, title, hash: found.hash, link });
    listDrafts();
    sift();
  }

  // A link that gives a text as a file.
  function offer(save, name, text) {
    if (save.href.startsWith("blob:")) URL.revokeObjectURL(save.href);
    save.textContent = part("download").dataset.text.replace("{file}", name);
    save.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    save.download = name;
    return save;
  }

  // What leaves the page is made of the text that is shown. Until its answer is there, nothing can be taken away. A tap
  // that ends the typing in a field would be lost on a button that is disabled under the finger: its tap waits instead.
  function give(found, waits = false) {
    const save = part("download");
    if (found) {
      given = found;
      offer(save, file, found.taken);
      const place = part("beside");
      const others = Object.entries(found.beside);
      // Under a finger that taps one of them, the same links stay.
      if (place.dataset.of !== [file, ...others.flat()].join("\n")) {
        place.dataset.of = [file, ...others.flat()].join("\n");
        const said = Object.assign(document.createElement("p"), { textContent: place.dataset.text.replace("{file}", file) });
        const links = others.map(([name, text]) => offer(Object.assign(document.createElement("a"), { className: "btn" }), name, text));
        place.replaceChildren(...(links.length ? [said, ...links] : []));
      }
    } else save.removeAttribute("href");
    if (waits) return;
    part("link").disabled = !found;
    for (const button of form.querySelectorAll("section.file [data-paper]")) button.disabled = !(found && found.usable);
  }

  async function change(more = [], waits = false) {
    const mine = ++turn;
    give(null, waits);
    // A result never outlives the rules that it was for.
    box.querySelector(".out").replaceChildren();
    const fresh = !text.value.trim();
    try {
      const found = await ask({ tool: "compose", fields: [...fields(), ...more] });
      if (fresh && "text" in found) stored.write("begun", found.text);
      await take(found, mine);
    } catch (error) { say(error.message); }
  }

  async function load(source) {
    const mine = ++turn;
    give(null);
    try {
      const found = await ask({ tool: "compose-open", fields: source });
      if (mine !== turn) return;
      if (!("text" in found)) { part("said").innerHTML = found.html; give(given); return; }
      part("said").innerHTML = found.said;
      await put(found.text, found.title);
    } catch (error) { say(error.message); give(given); }
  }

  // --- drafts: what is replaced can be had back -----------------------------------------------------------------------

  // The list and the name under which this text would be put aside are there before the worker answers: another text
  // may take its place meanwhile.
  function put(other, name) {
    text.value = other;
    title = name;
    link = "";
    listDrafts();
    return change([["only", "text"]]);
  }

  function putAside() {
    page.putAside(text.value, title || file);
    listDrafts();
  }

  function listDrafts() {
    const found = page.drafts().filter((one) => one.text !== text.value);
    const place = part("drafts");
    place.closest("details").hidden = !found.length;
    place.replaceChildren(...found.map((one) => {
      const item = document.createElement("li");
      item.append(`${one.title} · ${one.when} `, Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: place.dataset.restore }));
      item.lastChild.addEventListener("click", async () => {
        putAside();
        await put(one.text, one.title);
      });
      return item;
    }));
  }

  const carried = () => (/^#rules=([\w-]+)$/.exec(location.hash) || ["", ""])[1];
  let looked = "";

  // What a link brings is shown in place of the draft, which stays as it is until the reader takes the other one.
  async function look() {
    const one = page.shared();
    const place = part("preview");
    const wanted = one ? one.text : "";
    if (place.dataset.of === wanted) return;
    place.dataset.of = wanted;
    box.classList.toggle("previewing", Boolean(one));
    place.replaceChildren();
    if (!one) return;
    try {
      const found = await ask({ tool: "compose", fields: [["toml", one.text], ["only", "text"]] });
      if (place.dataset.of !== wanted) return;
      place.innerHTML = `${found.html}<div class="act"></div>${found.lines || ""}`;
      const papers = [...form.querySelectorAll("section.file [data-paper]")].map((button) => button.cloneNode(true));
      for (const button of papers) button.disabled = !found.usable;
      place.querySelector(".act").append(...papers);
    } catch (error) { place.textContent = error.message; }
  }

  async function follow() {
    await look();
    if (!here() || !carried() || carried() === looked || carried() === link) return;
    looked = carried();
    try {
      const found = await ask({ tool: "compose-open", fields: [["link", looked]] });
      if (!("text" in found)) { part("said").innerHTML = found.html; return; }
      const id = page.preview({ name: found.file, text: found.text, title: found.title, hash: found.hash, link: looked });
      // The other tools answer under what the link brought, as they do when it leads to one of them.
      if (id) page.setAll(id);
      await look();
    } catch (error) { say(error.message); }
  }

  document.addEventListener("kanrules-decided", async (event) => {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    looked = "";
    look();
    if (!event.detail.use) return;
    if (ready) await put(page.own().text, page.own().title);
  });

  async function begin() {
    if (ready) { await follow(); return; }
    ready = true;
    const kept = stored.read("draft");
    const rules = new URLSearchParams(location.search).get("rules");
    if (typeof kept === "string" && kept.trim() && !rules) {
      text.value = kept;
      await change([["only", "text"]]);
    } else if (form.elements.namedItem("rules").value) {
      if (typeof kept === "string") page.putAside(kept, page.own() ? page.own().title : file);
      await change();
    }
    await follow();
  }

  // The questions that have all these words; where none has, those with answers that have them. A word is found at its
  // beginning, in a script without spaces anywhere.
  function wanted(words) {
    const all = [...form.querySelectorAll("[data-key-of]")];
    const tests = words.map((word) => {
      const safe = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp(/^[\u3000-\u9fff]/.test(word) ? safe : `(?<![\\p{L}\\p{N}])${safe}`, "iu");
    });
    const has = (text) => tests.every((one) => one.test(text));
    const asked = all.filter((one) => has(`${one.querySelector(".ask-of").textContent} ${one.dataset.title} ${one.dataset.also} ${one.dataset.keyOf}`));
    return new Set(asked.length ? asked : all.filter((one) => has(one.textContent)));
  }

  function sift() {
    const words = document.getElementById("compose-find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = document.getElementById("compose-only").checked;
    const fitting = wanted(words);
    for (const topic of form.querySelectorAll("[data-topic]")) {
      let any = false;
      for (const one of topic.querySelectorAll("[data-key-of]")) {
        const fits = fitting.has(one) && (!only || one.classList.contains("differs"));
        one.hidden = !fits;
        any ||= fits;
      }
      topic.hidden = !any;
      if (words.length || only) topic.open = any;
      else if (sifted) topic.open = false;
    }
    sifted = Boolean(words.length || only);
    part("none").hidden = !sifted || fitting.size > 0;
  }

  const here = () => !box.hidden && document.documentElement.dataset.live === "ready";
  document.addEventListener("kanrules-tool", () => { if (here()) begin(); });
  document.addEventListener("kanrules-ready", () => { if (here()) begin(); });
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);

  form.addEventListener("change", (event) => {
    if (event.target.id === "compose-only") { sift(); return; }
    if (event.target.id === "compose-open") {
      const [one] = event.target.files;
      if (!one) return;
      if (one.size > 2 ** 20) { say(document.getElementById("status").dataset.large.replace("{file}", one.name)); return; }
      one.arrayBuffer().then((data) => {
        putAside();
        let raw = "";
        for (const byte of new Uint8Array(data)) raw += String.fromCharCode(byte);
        return load([["file", one.name], ["data", btoa(raw)]]);
      });
      return;
    }
    if (!form.elements.namedItem("rules").value) return;
    const mine = change(event.target === text ? [["only", "text"]] : [], true);
    typed = mine;
    mine.finally(() => { if (typed === mine) typed = null; });
  });
  document.getElementById("compose-find").addEventListener("input", sift);
  // As long as nothing else was written, the name is a placeholder: typing replaces it.
  form.elements.namedItem("name").addEventListener("click", (event) => { if (text.value === stored.read("begun")) event.target.select(); });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = ++turn;
    try {
      if (!form.elements.namedItem("rules").value) { page.openChooser(form.elements.namedItem("rules")); return; }
      give(null);
      const found = await ask({ tool: "compose", fields: [...fields(), ["effects", "1"]] });
      const shown = window.kanrulesShow(form, found);
      shown.focus({ preventScroll: true });
      await take(found, mine);
      // On a phone it stands below all questions.
      if (matchMedia("(max-width:999px)").matches) shown.scrollIntoView();
    } catch (error) { say(error.message); give(given); }
  });

  form.addEventListener("click", async (event) => {
    const fix = event.target.closest("[data-fix]");
    if (fix) {
      const lines = text.value.split("\n");
      const at = Number(fix.dataset.line) - 1;
      const column = Number(fix.dataset.column) - 1;
      lines[at] = lines[at].slice(0, column) + fix.dataset.fix + lines[at].slice(column + Number(fix.dataset.length));
      text.value = lines.join("\n");
      change([["only", "text"]]);
    }
    const taken = event.target.closest("[data-paper], [data-link], [data-download]");
    if (taken && typed) {
      while (typed) await typed;
      if (taken.disabled) return;
      if (taken === part("download")) { if (taken.href) taken.click(); return; }
    }
    const paper = event.target.closest("[data-paper]");
    if (paper) {
      try {
        const found = await ask({ tool: "compose-paper", fields: [["toml", page.shared() ? page.shared().text : text.value], ["card", paper.dataset.paper]] });
        if (!found.page) { part("said").innerHTML = found.html; return; }
        // A phone sends the page to whom its owner likes; elsewhere it is downloaded.
        const sent = new File([found.page], found.file, { type: "text/html" });
        if (matchMedia("(pointer:coarse)").matches && navigator.canShare?.({ files: [sent] })) {
          await navigator.share({ files: [sent], title }).catch((error) => { if (error.name !== "AbortError") throw error; });
          return;
        }
        const save = document.createElement("a");
        save.href = URL.createObjectURL(sent);
        save.download = found.file;
        save.click();
        setTimeout(() => URL.revokeObjectURL(save.href), 10000);
      } catch (error) { say(error.message); }
    }
    const goto = event.target.closest("[data-goto]");
    if (goto) {
      const meant = form.querySelector(`[data-key-of="${CSS.escape(goto.dataset.goto)}"]`);
      if (meant) { meant.closest("details").open = true; meant.scrollIntoView({ block: "center" }); meant.querySelector("input, select, textarea").focus({ preventScroll: true }); }
    }
    const copy = event.target.closest("[data-link]");
    if (copy) {
      const address = new URL(location.href);
      address.search = "?tool=compose";
      address.hash = `rules=${link}`;
      history.replaceState(null, "", address);
      // Who follows the link reads the rules.
      address.search = "?tool=read";
      try { await navigator.clipboard.writeText(address.href); copy.textContent = copy.dataset.copied; } catch { copy.textContent = address.href; }
    }
    const over = event.target.closest("[data-over]");
    if (over) {
      putAside();
      text.value = "";
      for (const name of ["name", "authority", "edition"]) form.elements.namedItem(name).value = "";
      for (const field of form.querySelectorAll("[data-key-of] input:not([type]), [data-key-of] input[type=text], [data-key-of] textarea")) field.value = "";
      for (const field of form.querySelectorAll("[data-key-of] input[type=radio]")) field.checked = field.value === "";
      for (const field of form.querySelectorAll("[data-key-of] input[type=checkbox]")) field.checked = field.defaultChecked;
      stored.write("draft", "");
      history.replaceState(null, "", "?tool=compose");
      change();
    }
  });
})();
