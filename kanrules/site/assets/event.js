// A device that is locked to an event: a ruling is shown in the player's language, and recorded on this device.
"use strict";
(() => {
  const page = window.kanrules;
  const event = page.event();
  if (!event) return;
  const ask = window.kanrulesAsk;
  const { stored } = page;
  const root = document.documentElement;
  const player = document.getElementById("player");
  const dialog = document.getElementById("record");
  const form = dialog.querySelector("form");
  const list = document.getElementById("records");
  const bar = document.getElementById("answered");
  const COLUMNS = ["id", "event", "rules", "version", "date", "time", "round", "table", "seat", "player", "subject", "incident", "step", "shown", "clause", "decision", "reason", "penalty", "number", "referee"];
  const word = event.word[0].toUpperCase() + event.word.slice(1);
  const shelf = `records ${event.id}`;
  const field = (name) => form.elements.namedItem(name);
  const text = (node) => (node ? node.textContent.trim().replace(/\s+/g, " ") : "");
  const today = () => { const now = new Date(); return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`; };

  const records = () => (Array.isArray(stored.read(shelf)) ? stored.read(shelf) : []).filter((one) => one && typeof one.id === "string");

  // --- the answer that stands on the page ------------------------------------------------------------------------------

  // What is shown: the title of the incident, the step that was tapped, and the ruling with its clause.
  function answer() {
    const section = document.querySelector(".toolbox:not([hidden]) .answer");
    const tool = section && section.closest(".toolbox").querySelector("form").dataset.tool;
    const box = section && section.querySelector(".verdict");
    if (!box || !["ask", "foul"].includes(tool)) return null;
    const data = JSON.parse(section.querySelector("script").textContent);
    const asked = section.closest(".toolbox").querySelector("form");
    const tapped = [...section.querySelectorAll("[data-branch]:checked")];
    const then = tapped.map((one) => one.closest(".depends").querySelector(`[data-then="${one.value}"]`));
    const shown = then.length ? then : [box];
    return {
      tool, tapped, data,
      subject: tool === "ask" ? data.answers[0].subject : asked.elements.namedItem("name").value,
      incident: text(section.querySelector("h2")) || text(section.querySelector(".what")),
      step: tapped.map((one) => text(one.nextElementSibling)).join("; "),
      shown: shown.map((one) => [...one.querySelectorAll(".word,.what,.why,p:not([class]),li")].map(text).filter(Boolean).join(" ")).join(" / "),
      clause: [...new Set(shown.flatMap((one) => [...one.querySelectorAll(".chip")].map((chip) => [...chip.children].map(text).join(" "))))].join("; "),
    };
  }

  function place() {
    const found = answer();
    bar.hidden = !found;
    if (!found) return;
    const section = document.querySelector(".toolbox:not([hidden]) .answer .verdict");
    section.closest(".topic, .answer").after(bar);
  }
  new MutationObserver(() => { if (!bar.parentNode?.closest(".out") || !bar.parentNode.isConnected) place(); }).observe(document.querySelector("main"), { childList: true, subtree: true });
  document.addEventListener("kanrules-tool", () => { place(); show(); });

  // --- the ruling in the player's language -----------------------------------------------------------------------------

  async function speak(language) {
    const found = answer();
    if (!found) return;
    const fields = [["rules", event.id]];
    if (found.tool === "ask") fields.push(["question", found.subject]);
    else fields.push(...[...new FormData(document.querySelector("form[data-tool=foul]")).entries()].filter(([name]) => name !== "rules"));
    for (const one of player.querySelectorAll("[data-speak]")) one.setAttribute("aria-pressed", String(one.dataset.speak === language));
    const shown = player.querySelector("[data-shown]");
    shown.lang = language;
    try {
      const told = await ask({ tool: found.tool, fields, language });
      const made = document.createElement("div");
      made.innerHTML = told.html;
      const box = made.querySelector(".verdict") || made.querySelector(".topic");
      const steps = [...made.querySelectorAll(".depends")];
      // The step that was tapped, or each of them with its condition.
      const of = (one) => [...document.querySelectorAll(".toolbox:not([hidden]) .answer .depends")].indexOf(one.closest(".depends"));
      for (const one of made.querySelectorAll("[data-then]")) one.hidden = false;
      for (const one of found.tapped) for (const step of steps[of(one)]?.querySelectorAll("[data-then]") || []) step.hidden = step.dataset.then !== one.value;
      const chosen = found.tapped.map((one) => steps[of(one)]).filter(Boolean);
      for (const one of made.querySelectorAll(".opt")) one.remove();
      const heading = made.querySelector("h2");
      shown.replaceChildren(...[heading, ...(chosen.length ? chosen : steps.length ? steps : [box])].filter(Boolean));
    } catch (error) { shown.textContent = error.message; }
  }

  // --- recording ---------------------------------------------------------------------------------------------------------

  let current = null;

  function open() {
    current = answer();
    const kept = stored.read("recording") || {};
    form.reset();
    form.querySelector("[data-lost]").hidden = true;
    field("time").value = new Date().toTimeString().slice(0, 5);
    for (const name of ["round", "table", "referee"]) field(name).value = kept[name] || "";
    field("incident").value = current ? current.incident : "";
    form.querySelector("[data-shown]").textContent = current ? [current.step, current.shown, current.clause].filter(Boolean).join(" · ") : "–";
    for (const label of form.querySelectorAll("[name=penalty][value=warning] + span")) label.textContent = word;
    count();
    dialog.showModal();
  }

  const value = (name) => (field(name).value || "").trim();
  const mine = (one) => (value("player") ? one.player === value("player") : Boolean(value("table") && value("seat")) && one.round === value("round") && one.table === value("table") && one.seat === value("seat"));
  const warned = () => records().filter((one) => one.date === today() && one.penalty === "warning" && mine(one)).length;

  function count() {
    form.querySelector("[data-reason]").hidden = value("decision") !== "other";
    const place = form.querySelector(".counts");
    const subject = current ? current.subject : "";
    const same = records().filter((one) => one.date === today() && (subject ? one.subject === subject : one.incident === value("incident"))).length;
    const number = warned() + (value("penalty") === "warning" ? 1 : 0);
    place.textContent = `${place.dataset.ofSeat.replace("{word}", word).replace("{count}", number)} · ${place.dataset.same.replace("{count}", same)}`;
  }

  function save() {
    const one = {
      id: crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`,
      event: event.name, rules: event.id, version: event.version, date: today(),
      subject: current ? current.subject : "", step: current ? current.step : "", shown: current ? current.shown : "", clause: current ? current.clause : "",
    };
    for (const name of ["time", "round", "table", "seat", "player", "incident", "decision", "reason", "penalty", "referee"]) one[name] = value(name);
    if (one.decision === "shown") one.reason = "";
    one.number = one.penalty === "warning" ? String(warned() + 1) : "";
    // A ruling that is not kept must not look as if it were.
    if (!stored.write(shelf, [...records(), one])) {
      const lost = form.querySelector("[data-lost]");
      lost.hidden = false;
      lost.scrollIntoView({ block: "center" });
      return;
    }
    stored.write("recording", { round: one.round, table: one.table, referee: one.referee });
    stored.write("unexported", (stored.read("unexported") || 0) + 1);
    dialog.close();
    show();
  }

  // --- what was recorded -------------------------------------------------------------------------------------------------

  function show() {
    const more = document.getElementById("tool-none");
    if (list.parentNode !== more) more.append(list);
    list.hidden = false;
    const asked = document.getElementById("records-q").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = records().filter((one) => asked.every((word) => Object.values(one).join(" ").toLowerCase().includes(word)))
      .sort((one, other) => `${other.date} ${other.time}`.localeCompare(`${one.date} ${one.time}`));
    const rows = list.querySelector("ul");
    rows.replaceChildren(...(found.length ? found : [null]).map((one) => {
      const row = document.createElement("li");
      if (!one) { row.textContent = rows.dataset.none; return row; }
      const head = Object.assign(document.createElement("b"), { textContent: one.incident });
      const penalty = one.penalty === "warning" ? `${event.word} ${one.number}` : one.penalty === "none" ? "" : text(form.querySelector(`[name=penalty][value=${CSS.escape(one.penalty)}] + span`));
      const seat = text(form.querySelector(`[name=seat][value=${CSS.escape(one.seat || "-")}] + span`));
      row.append(head, Object.assign(document.createElement("span"), { textContent: [`${one.date} ${one.time}`, one.round && `R${one.round}`, one.table && `T${one.table}`, seat, one.player && `#${one.player}`, penalty, one.reason, one.referee].filter(Boolean).join(" · ") }));
      return row;
    }));
    const remind = list.querySelector("[data-remind]");
    const waiting = stored.read("unexported") || 0;
    remind.hidden = !waiting;
    remind.textContent = remind.dataset.remind.replace("{count}", waiting);
  }

  const cell = (said) => `"${String(said ?? "").replace(/"/g, '""').replace(/^[=+\-@\t]/, "'$&")}"`;

  function download() {
    const rows = [COLUMNS, ...records().map((one) => COLUMNS.map((name) => one[name]))];
    const save_ = document.createElement("a");
    save_.href = URL.createObjectURL(new Blob([`\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`], { type: "text/csv" }));
    save_.download = `${event.id}-${today()}.csv`;
    save_.click();
    setTimeout(() => URL.revokeObjectURL(save_.href), 10000);
    stored.write("unexported", null);
    show();
  }

  function rowsOf(csv) {
    const rows = [[]];
    for (const [, quoted, plain, end] of csv.replace(/^\ufeff/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
      rows.at(-1).push(quoted === undefined ? plain : quoted.replace(/""/g, '"').replace(/^'(?=[=+\-@\t])/, ""));
      if (end !== ",") rows.push([]);
    }
    return rows.filter((row) => row.length > 1);
  }

  // The same ruling in two files is one: it has the same id.
  async function merge(file) {
    const [head, ...rows] = rowsOf(await file.text());
    const known = new Map(records().map((one) => [one.id, one]));
    for (const row of head && head.includes("id") ? rows : []) {
      const one = Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""]).filter(([name]) => COLUMNS.includes(name)));
      if (one.id && !known.has(one.id)) known.set(one.id, one);
    }
    const kept = stored.write(shelf, [...known.values()]);
    show();
    if (kept) return;
    const remind = list.querySelector("[data-remind]");
    remind.hidden = false;
    remind.textContent = form.querySelector("[data-lost]").textContent;
  }

  document.addEventListener("click", (pressed) => {
    const on = (name) => pressed.target.closest(`[data-${name}]`);
    if (on("show")) { player.classList.remove("round"); player.showModal(); speak(root.lang); }
    else if (on("speak")) speak(on("speak").dataset.speak);
    else if (on("round")) player.classList.toggle("round");
    else if (on("record")) open();
    else if (on("close")) on("close").closest("dialog")?.close();
    else if (on("export")) download();
    else if (on("unlock")) page.unlock();
  });
  form.addEventListener("input", count);
  form.addEventListener("submit", (sent) => { sent.preventDefault(); save(); });
  document.getElementById("records-q").addEventListener("input", show);
  list.querySelector("[data-merge]").addEventListener("change", (chosen) => { const [file] = chosen.target.files; if (file) merge(file); });
  show();
})();
