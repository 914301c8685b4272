// What every page does beyond its text: it keeps the chosen ruleset, finds one on the start page, and says whether all
// is kept for a day without a network. A page is whole without it.
"use strict";
(() => {
  const root = document.documentElement;
  const up = root.dataset.up;

  const stored = {
    read(name) {
      try { return JSON.parse(localStorage.getItem(`kanrules.${name}`)); } catch { return null; }
    },
    write(name, value) {
      try { localStorage.setItem(`kanrules.${name}`, JSON.stringify(value)); } catch { /* this browser keeps nothing */ }
    },
  };
  window.kanrulesStored = stored;

  const recent = () => (Array.isArray(stored.read("recent")) ? stored.read("recent") : [])
    .filter((one) => one && typeof one.id === "string" && /^[a-z0-9-]+$/.test(one.id) && typeof one.name === "string");
  window.kanrulesChoose = (id, name) => {
    if (!/^[a-z0-9-]+$/.test(id)) return;
    stored.write("rules", id);
    stored.write("recent", [{ id, name }, ...recent().filter((one) => one.id !== id)].slice(0, 4));
  };

  const stick = document.querySelector("[data-stick]");
  if (stick) stick.hidden = location.protocol !== "file:";

  const book = root.dataset.book;
  if (book) window.kanrulesChoose(book, document.querySelector("h1").textContent.trim());

  // Links to the tools carry the ruleset that was chosen last.
  const chosen = book || stored.read("rules");
  if (typeof chosen === "string" && /^[a-z0-9-]+$/.test(chosen)) {
    for (const link of document.querySelectorAll("a[data-rules]")) {
      const address = new URL(link.href);
      address.searchParams.set("rules", chosen);
      link.href = address.href;
    }
  }

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

  const finder = document.querySelector(".families") && document.getElementById("q");
  if (finder) {
    finder.hidden = false;
    const folds = [...document.querySelectorAll(".families details")];
    const opened = folds.map((fold) => fold.open);
    finder.addEventListener("input", () => {
      const words = finder.value.toLowerCase().split(/\s+/).filter(Boolean);
      folds.forEach((fold, at) => {
        let any = false;
        for (const row of fold.querySelectorAll("[data-name]")) {
          const shown = words.every((word) => row.dataset.name.includes(word));
          row.parentElement.hidden = !shown;
          any ||= shown;
        }
        fold.hidden = !any;
        fold.open = words.length ? any : opened[at];
      });
    });
  }

  // Whatever the live part has put aside answers here, too.
  const workers = location.protocol.startsWith("http") && navigator.serviceWorker;
  if (workers && !document.querySelector("form[data-tool]")) {
    workers.ready.then((registration) => registration.active.postMessage({ kind: "kept?" })).catch(() => {});
    workers.addEventListener("message", (event) => {
      if (event.data && event.data.kind === "kept") root.dataset.offline = "ready";
    });
    workers.startMessages();
  }
})();
