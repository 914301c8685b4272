// Which rules a tool answers under: one list for all tools, the reader's own ruleset, and one that a link brought. What
// a link brings is a preview: nothing of the reader's is replaced unless the reader says so.
"use strict";
(() => {
  const { stored, choose, chosen, recent, sift } = window.kanrules;
  const dialog = document.getElementById("chooser");
  const banner = document.getElementById("shared");
  const said = document.getElementById("status").dataset;
  const titles = new Map([...dialog.querySelectorAll("[data-id]")].map((row) => [row.dataset.id, row.dataset.title]));
  const SHARED = "shared/";
  const DRAFTS = 5;
  const ROWS = 6;
  let target = null;

  // --- own and shared rules ------------------------------------------------------------------------------------------

  const whole = (one) => (one && typeof one.name === "string" && /^[a-z0-9][a-z0-9-]*\.toml$/.test(one.name) && typeof one.text === "string"
    ? { title: one.name, link: "", hash: "", ...one } : null);
  let own = whole(stored.read("own"));
  let shared = null;

  const named = (one) => `${one.title}${one.hash ? ` · ${one.hash}` : ""}`;

  const labelled = (text) => said.label.replace("{label}", text);

  function title(id) {
    if (shared && id === SHARED + shared.name) return `${labelled(said.shared)} ${named(shared)}`;
    if (own && id === own.name) return `${labelled(said.own)} ${named(own)}`;
    return titles.get(id) || id;
  }

  // The texts that a question needs, by the names under which it asks for them.
  function texts(values) {
    const found = [];
    if (own && values.includes(own.name)) found.push([own.name, own.text]);
    if (shared && values.includes(SHARED + shared.name)) found.push([SHARED + shared.name, shared.text]);
    return found;
  }

  // What a link has to carry so that its reader gets the same answer.
  function carried(values) {
    if (shared && values.includes(SHARED + shared.name)) return shared.link;
    if (own && values.includes(own.name)) return own.link;
    return "";
  }

  function adopt(one) {
    own = whole(one);
    stored.write("own", own);
    list();
    show();
  }

  const drafts = () => (Array.isArray(stored.read("drafts")) ? stored.read("drafts") : [])
    .filter((one) => one && typeof one.text === "string" && typeof one.title === "string");

  function putAside(text, name) {
    if (!text || !text.trim() || text === stored.read("begun")) return;
    const rest = drafts().filter((one) => one.text !== text);
    stored.write("drafts", [{ title: name, text, when: new Date().toISOString().slice(0, 16).replace("T", " ") }, ...rest].slice(0, DRAFTS));
  }

  function preview(one) {
    shared = whole(one);
    if (shared && own && own.text === shared.text) { const kept = own.name; shared = null; list(); return kept; }
    banner.hidden = !shared;
    document.documentElement.classList.toggle("previews", Boolean(shared));
    if (shared) banner.querySelector("b").textContent = named(shared);
    list();
    return shared ? SHARED + shared.name : "";
  }

  function decided(use) {
    const one = shared;
    if (!one) return;
    const before = stored.read("draft");
    if (use && typeof before === "string" && before !== one.text) putAside(before, own ? own.title : said.own);
    shared = null;
    preview(null);
    if (use) { stored.write("draft", one.text); adopt(one); }
    document.dispatchEvent(new CustomEvent("kanrules-decided", { detail: { use, from: SHARED + one.name, to: use ? one.name : chosen() } }));
  }
  banner.querySelector("[data-use]").addEventListener("click", () => decided(true));
  banner.querySelector("[data-keep]").addEventListener("click", () => decided(false));

  // --- the list ------------------------------------------------------------------------------------------------------

  function row(id, text) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "row" });
    button.dataset.id = id;
    button.append(Object.assign(document.createElement("b"), { textContent: text }));
    item.append(button);
    return item;
  }

  function list() {
    const first = dialog.querySelector("[data-first]");
    const items = [];
    if (shared) items.push(row(SHARED + shared.name, title(SHARED + shared.name)));
    if (own) items.push(row(own.name, title(own.name)));
    for (const one of recent()) if (titles.has(one.id)) items.push(row(one.id, titles.get(one.id)));
    first.replaceChildren(...items);
    first.parentElement.hidden = !items.length;
    let room = ROWS - items.length;
    for (const one of dialog.querySelectorAll("[data-known] [data-id]")) {
      one.parentElement.hidden = recent().some((used) => used.id === one.dataset.id) || room-- <= 0;
    }
  }

  const fields = () => [...document.querySelectorAll("input[data-books]")];

  function show() {
    for (const field of fields()) {
      const button = field.closest(".rulesbar").querySelector("button");
      button.classList.toggle("empty", !field.value);
      button.classList.toggle("foreign", field.value.endsWith(".toml"));
      button.querySelector("b").textContent = field.value ? title(field.value) : said.which;
      button.querySelector("i").textContent = field.value ? said.choose : "";
    }
  }

  function set(field, id) {
    field.value = id;
    show();
  }

  // The tools share one ruleset; the composer's parent and the two sides of a comparison are their own.
  function setAll(id) {
    for (const field of fields()) if (field.name === "rules" && field.form.dataset.tool !== "compose") field.value = id;
    show();
  }

  const search = document.getElementById("chooser-q");
  const show_all = sift(search, dialog.querySelector(".families"));
  search.addEventListener("input", () => {
    for (const one of dialog.querySelectorAll("[data-first], [data-known]")) one.hidden = Boolean(search.value.trim());
  });

  function open(field) {
    target = field;
    search.value = "";
    for (const one of dialog.querySelectorAll("[data-first], [data-known]")) one.hidden = false;
    show_all();
    list();
    for (const one of dialog.querySelectorAll("[data-id]")) {
      if (one.dataset.id === field.value) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current");
      // Rules are not written on top of themselves.
      if (one.dataset.id.endsWith(".toml")) one.parentElement.hidden = field.form.dataset.tool === "compose";
    }
    dialog.showModal();
    // The keyboard of a phone would cover the list.
    (matchMedia("(pointer: coarse)").matches ? dialog.querySelector("h2") : search).focus();
  }

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) { dialog.close(); return; }
    const picked = event.target.closest("[data-id]");
    if (!picked || !target) return;
    const id = picked.dataset.id;
    if (target.name === "rules" && target.form.dataset.tool !== "compose") setAll(id); else set(target, id);
    if (titles.has(id)) choose(id, titles.get(id));
    dialog.close();
    target.dispatchEvent(new Event("change", { bubbles: true }));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-choose]");
    if (button) open(button.closest(".rulesbar").querySelector("input"));
  });

  list();
  Object.assign(window.kanrules, {
    title, texts, carried, adopt, preview, putAside, drafts, set, setAll, openChooser: open,
    own: () => own, shared: () => shared,
  });
})();
