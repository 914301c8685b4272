// What every page does beyond its text: it remembers the chosen ruleset, finds one on the start page, and says whether
// the site is saved on this device and whether a newer version is there. A page is complete without it.
"use strict";
(() => {
  const root = document.documentElement;
  const { up, base } = root.dataset;
  // Two sites on one host share one storage, so every name has the path of the site in it.
  const site = new URL(base || "./", location.href).pathname;
  const key = (name) => `kanrules ${site} ${name}`;

  function read(place, name) {
    try { return JSON.parse(globalThis[place].getItem(key(name))); } catch { return null; }
  }
  function write(place, name, value) {
    try {
      if (value === null) globalThis[place].removeItem(key(name));
      else globalThis[place].setItem(key(name), JSON.stringify(value));
      return true;
    } catch { return false; /* this browser keeps nothing, or has no room */ }
  }
  const stored = {
    read: (name) => read("localStorage", name),
    write: (name, value) => write("localStorage", name, value),
  };

  // --- the chosen ruleset --------------------------------------------------------------------------------------------

  const ID = /^[a-z0-9-]+$/;
  const usable = (id) => typeof id === "string" && ID.test(id);
  const recent = () => (Array.isArray(stored.read("recent")) ? stored.read("recent") : [])
    .filter((one) => one && usable(one.id) && typeof one.name === "string");

  function choose(id, name) {
    if (!ID.test(id)) return;
    write("sessionStorage", "rules", id);
    stored.write("rules", id);
    stored.write("recent", [{ id, name }, ...recent().filter((one) => one.id !== id)].slice(0, 4));
  }

  // --- an event to which this device is locked, until its last day ----------------------------------------------------

  const held = document.getElementById("event");
  const events = held ? JSON.parse(held.dataset.events) : [];
  const asked_ = new URL(location.href);
  const meant = asked_.searchParams.get("event");
  const now = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  const lasting = (id) => events.find((one) => one.id === id && !(one.last && one.last < now)) || null;
  if (lasting(meant)) {
    stored.write("event", meant);
    asked_.searchParams.delete("event");
    if (!asked_.searchParams.has("tool")) asked_.searchParams.set("tool", "ask");
    history.replaceState(null, "", asked_);
  }
  const event = lasting(stored.read("event"));
  if (event) {
    const parts = held.content.cloneNode(true);
    for (const [name, said] of [["name", event.name], ["of", event.rules], ["until", event.until]]) parts.querySelector(`[data-${name}]`).textContent = said;
    const waits = parts.querySelector("[data-state]");
    waits.textContent = waits.dataset.loading;
    for (const link of document.querySelectorAll(".dock a")) {
      if (asked_.pathname === new URL(link.href, location.href).pathname && (asked_.searchParams.get("tool") || "none") === link.dataset.tool) link.setAttribute("aria-current", "page");
    }
    root.classList.add("locked");
    document.querySelector(".top").before(parts.querySelector(".eventbar"));
    document.body.append(parts);
  } else if (held) stored.write("event", null);

  function unlock() {
    stored.write("event", null);
    location.reload();
  }

  // A site that was made for a ruleset opens with it; any other with the one that was used last.
  function chosen() {
    if (event) return event.id;
    const now = read("sessionStorage", "rules");
    if (root.dataset.rules) return usable(now) ? now : root.dataset.rules;
    const last = stored.read("rules");
    return usable(last) ? last : "";
  }

  window.kanrules = { stored, choose, chosen, recent, site, unlock, event: () => event };

  const book = root.dataset.book;
  if (book) choose(book, document.querySelector("h1").textContent.trim());

  for (const link of document.querySelectorAll("a[data-rules]")) {
    if (!chosen()) break;
    const address = new URL(link.href);
    address.searchParams.set("rules", chosen());
    link.href = address.href;
  }

  // The same page in another language shows the same question.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[hreflang]");
    if (!link) return;
    const address = new URL(link.href);
    address.search = location.search;
    address.hash = location.hash;
    link.href = address.href;
  });

  // --- the start page ------------------------------------------------------------------------------------------------

  const stick = document.querySelector("[data-stick]");
  if (stick) stick.hidden = location.protocol !== "file:";

  for (const anchor of document.querySelectorAll(".refs a")) {
    anchor.href = `#${anchor.id}`;
    anchor.textContent = anchor.id;
  }
  // The anchor of a value may be in a folded part.
  const unfold = () => {
    const meant = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const fold = meant && meant.closest("details");
    if (fold && !fold.open) { fold.open = true; meant.scrollIntoView(); }
  };
  addEventListener("hashchange", unfold);
  unfold();

  const shelf = document.getElementById("recent");
  if (shelf && recent().length) {
    for (const one of recent()) {
      const link = document.createElement("a");
      link.href = `${up}r/${one.id}/index.html`;
      link.textContent = one.name;
      shelf.querySelector(".recent").append(link);
    }
    shelf.hidden = false;
  }

  // Any list of rulesets in groups, and the field that searches it.
  function sift(field, list) {
    const folds = [...list.querySelectorAll("details")];
    const opened = folds.map((fold) => fold.open);
    field.hidden = false;
    const show = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let found = 0;
      folds.forEach((fold, at) => {
        let any = false;
        for (const row of fold.querySelectorAll("[data-name]")) {
          const shown = words.every((word) => row.dataset.name.includes(word));
          row.parentElement.hidden = !shown;
          any ||= shown;
          found += shown;
        }
        fold.hidden = !any;
        fold.open = words.length ? any : opened[at];
      });
      const none = list.querySelector("[data-none]");
      if (none) none.hidden = found > 0;
    };
    field.addEventListener("input", show);
    return show;
  }
  window.kanrules.sift = sift;

  const finder = document.querySelector("main .families[data-books]") && document.getElementById("q");
  if (finder) sift(finder, document.querySelector("main .families[data-books]"));

  // A page's policy lets no form send anything, so the question travels as a link.
  const form = document.querySelector("form[data-home]");
  if (form) form.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL("live/index.html", location.href);
    address.searchParams.set("tool", "ask");
    if (chosen()) address.searchParams.set("rules", chosen());
    const asked = form.elements.namedItem("question").value.trim();
    if (asked) address.searchParams.set("question", asked);
    location.href = address.href;
  });

  // --- the glossary --------------------------------------------------------------------------------------------------

  const term = document.getElementById("term");
  if (term) {
    term.hidden = false;
    term.addEventListener("input", () => {
      const said = term.value.trim().toLowerCase();
      const terms = [...document.querySelectorAll(".term")];
      for (const one of terms) one.hidden = !one.dataset.found.includes(said);
      const shown = terms.filter((one) => !one.hidden);
      for (const one of terms) one.open = Boolean(said) && shown.length <= 3 && !one.hidden;
    });
  }

  // --- two pickers ---------------------------------------------------------------------------------------------------

  const pick = document.querySelector(".pick");
  if (pick) {
    const [a, b] = pick.querySelectorAll("select");
    const pairs = pick.dataset.pairs.split(" ");
    const pageOf = (one, other) => [`${one}--${other}`, `${other}--${one}`].find((name) => pairs.includes(name));
    const fits = (one, other) => one !== other && Boolean(pick.dataset.live || pageOf(one, other));
    // Without the tools, only some pairs have a page.
    const sifted = () => {
      for (const option of b.options) option.disabled = !fits(a.value, option.value);
      if (b.selectedOptions[0]?.disabled) b.value = [...b.options].find((option) => !option.disabled)?.value ?? "";
      pick.querySelector("button").disabled = !b.value;
    };
    const asked = new URLSearchParams(location.search).get("a") || chosen();
    if ([...a.options].some((option) => option.value === asked)) a.value = asked;
    a.addEventListener("change", sifted);
    sifted();
    pick.querySelector("button").addEventListener("click", () => {
      const found = pageOf(a.value, b.value);
      location.href = found ? `${found}/index.html` : `${pick.dataset.live}&a=${a.value}&b=${b.value}`;
    });
    pick.hidden = false;
  }

  // --- saved on this device ------------------------------------------------------------------------------------------

  const line = document.getElementById("kept");
  const newer = document.getElementById("newer");
  const workers = location.protocol.startsWith("http") && navigator.serviceWorker;
  let asked = false;
  let watched = null;

  function offline(state) {
    root.dataset.offline = state;
    line.textContent = { ready: line.dataset.kept, refused: line.dataset.unkept, full: line.dataset.full }[state] || "";
    const shown = document.querySelector(".eventbar [data-state]");
    if (shown) shown.textContent = shown.dataset[state === "full" ? "refused" : state] || "";
  }
  window.kanrules.offline = offline;

  function announce() { if (newer) newer.hidden = false; }

  function watch(registration) {
    if (watched === (watched = registration)) return;
    // What was brought by an earlier visit and waits is taken at once: nothing has been typed into this page yet.
    if (registration.waiting && registration.active) { asked = true; registration.waiting.postMessage({ kind: "go" }); }
    registration.addEventListener("updatefound", () => {
      const brought = registration.installing;
      brought?.addEventListener("statechange", () => { if (brought.state === "installed" && registration.active) announce(); });
    });
  }
  Object.assign(window.kanrules, { watch, announce });

  if (workers) {
    const before = Boolean(workers.controller);
    workers.addEventListener("controllerchange", () => {
      if (asked) location.reload();
      else if (before) announce();
    });
    workers.addEventListener("message", (event) => {
      if (event.data && event.data.kind === "kept") offline("ready");
      if (event.data && event.data.kind === "unkept") offline(/quota/i.test(event.data.why) ? "full" : "refused");
    });
    workers.startMessages();
    workers.getRegistration(base || "./").then((registration) => {
      if (!registration || !registration.scope.endsWith(site)) return;
      watch(registration);
      registration.active?.postMessage({ kind: "kept?", language: root.lang });
      if (!document.querySelector("form[data-tool]")) registration.update().catch(() => {});
    }).catch(() => {});
  }
  newer?.querySelector("button").addEventListener("click", async () => {
    asked = true;
    const registration = workers && await workers.getRegistration(base || "./").catch(() => null);
    if (registration?.waiting) registration.waiting.postMessage({ kind: "go" });
    else location.reload();
  });
})();
