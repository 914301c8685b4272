// Hands from tiles that are tapped: the keyboard, the strip that shows the hand, and how many tiles are missing.
"use strict";
(() => {
  const said = document.getElementById("status").dataset;
  const ORDER = "mpsz";
  const rank = (tile) => ORDER.indexOf(tile[1]) * 20 + (tile[0] === "0" ? 5.5 : Number(tile[0]));
  const active = new Map();

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

  // --- earlier melds: the type is tapped, then one tile ---------------------------------------------------------------

  const melding = new Map();
  const meldsOf = (form) => form.elements.namedItem("melds") || form.elements.namedItem("tap.melds");
  const laid = (form) => {
    const field = meldsOf(form);
    return field ? field.value.split(/[,;]/).map((one) => one.trim()).filter((one) => /\d/.test(one)) : [];
  };

  // The text of a meld of this tile, such as "pon 555z"; "" where there is none, such as a chi of winds.
  function meldText(kind, tile, red) {
    const [number, suit] = tile;
    let numbers = number.repeat(kind === "pon" ? 3 : 4);
    if (kind === "chi") {
      if (suit === "z") return "";
      const lowest = Math.min(Number(number), 7);
      numbers = `${lowest}${lowest + 1}${lowest + 2}`;
    }
    if (red && suit !== "z") numbers = numbers.replace("5", "0");
    return `${kind} ${numbers}${suit}`;
  }

  // A meld on the table of a position was called from somebody; the text shows whom, and can be changed.
  function calledFrom(form, kind) {
    if (!form.elements.namedItem("tap.seat") || kind === "chi" || kind === "ankan") return "";
    return shownSeat(form) === "east" ? " from south" : " from east";
  }

  function lay(form, tile) {
    const red = form.querySelector('[data-key="red"]');
    const kind = melding.get(form);
    let meld = meldText(kind, tile, red.getAttribute("aria-pressed") === "true");
    if (!meld) return;
    meld += calledFrom(form, kind);
    red.setAttribute("aria-pressed", "false");
    melding.delete(form);
    meldsOf(form).value = [...laid(form), meld].join(", ");
    changed(meldsOf(form));
  }

  // --- a position has a hand for each seat; the fields show the one that is chosen -------------------------------------

  const OWN = ["tap.hand", "tap.drawn", "tap.melds"];
  const seated = new Map();

  // By seat, what the fields held when it was left; and the seat that they show now.
  function seatsOf(form) {
    if (!seated.has(form)) seated.set(form, { shown: form.elements.namedItem("tap.seat").value, kept: {} });
    return seated.get(form);
  }

  const shownSeat = (form) => seatsOf(form).shown;

  // The hands that have tiles or melds, by seat.
  function hands(form) {
    if (!form.elements.namedItem("tap.seat")) return {};
    const { shown, kept } = seatsOf(form);
    kept[shown] = Object.fromEntries(OWN.map((name) => [name.slice(4), form.elements.namedItem(name).value.trim()]));
    return Object.fromEntries(Object.entries(kept).filter(([, own]) => own.hand || own.drawn || own.melds));
  }

  // Heard before the listeners that draw the hand.
  document.addEventListener("change", (event) => {
    if (event.target.name !== "tap.seat") return;
    const { form } = event.target;
    hands(form);
    const all = seatsOf(form);
    all.shown = event.target.value;
    const own = all.kept[all.shown] || {};
    for (const name of OWN) form.elements.namedItem(name).value = own[name.slice(4)] || "";
    active.delete(form);
    melding.delete(form);
  }, true);

  function capacity(field) {
    const most = Number(field.dataset.tiles);
    return most === 13 ? Math.max(1, 13 - 3 * laid(field.form).length) : most;
  }

  function drawn(tile, kind) {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 60 80");
    picture.setAttribute("class", `t ${kind}`);
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", said.face.replace("{tile}", tile));
    picture.append(use);
    return picture;
  }

  const parts = (form) => {
    const [hand, last] = ["hand", "tap.hand"].map((name) => form.elements.namedItem(name)).filter(Boolean)
      .flatMap((field) => [field, form.elements.namedItem(field.name === "hand" ? (form.elements.namedItem("draw") ? "draw" : "win") : "tap.drawn")]);
    return { hand, last };
  };

  function refresh(form) {
    const strip = form.querySelector(".hand");
    const { hand, last } = parts(form);
    if (strip && hand) {
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
      for (const meld of laid(form)) row.append(...tilesOf(meld).map((tile, at) => drawn(tile, at ? "" : "drawn")));
      strip.replaceChildren(row);
    }
    for (const button of form.querySelectorAll("[data-meld]")) {
      if (button.dataset.meld === "back") button.hidden = !laid(form).length;
      else button.setAttribute("aria-pressed", String(melding.get(form) === button.dataset.meld));
    }
    const uses = {};
    const fields = [...form.querySelectorAll("[data-tiles]")].filter((field) => field.name !== "kan");
    const elsewhere = Object.entries(hands(form)).filter(([seat]) => seat !== shownSeat(form)).flatMap(([, own]) => Object.values(own));
    for (const text of [...fields.map((field) => field.value), ...laid(form), ...elsewhere]) {
      for (const tile of tilesOf(text)) {
        const kind = tile[0] === "0" ? `5${tile[1]}` : tile;
        uses[kind] = (uses[kind] || 0) + 1;
      }
    }
    for (const key of form.querySelectorAll("[data-key]")) {
      if (/^\d/.test(key.dataset.key)) key.disabled = (uses[key.dataset.key] || 0) >= 4 && (active.get(form) || {}).name !== "kan";
    }
    for (const seat of form.querySelectorAll("[name='tap.seat']")) seat.closest("label").toggleAttribute("data-has", seat.value in hands(form));
    for (const button of form.querySelectorAll("[data-put]")) {
      const field = form.elements.namedItem(button.dataset.into);
      button.setAttribute("aria-pressed", String(field.value.split(/[\s,]+/).includes(button.dataset.put)));
    }
  }

  // How many tiles a hand has, and how many it must have with the tile that is drawn or won on.
  function counted(form) {
    const { hand, last } = parts(form);
    const total = capacity(hand) + 1;
    return { count: Math.min(tilesOf(hand.value).length, total - 1) + Math.min(tilesOf(last.value).length, 1), total };
  }

  const INSTEAD = { yakuman: ["han", "fu"], han: ["yakuman", "liable"], fu: ["yakuman", "liable"] };

  function changed(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Where nothing was touched yet: the last tile there is goes first, and a new one goes where there is room.
  function place(fields, name) {
    const shown = fields.slice(0, 2);
    if (name === "back") return shown.findLast((field) => field.value) || fields[0];
    return shown.find((field) => tilesOf(field.value).length < capacity(field)) || fields[0];
  }

  function press(form, name) {
    if (melding.has(form) && name !== "back") { lay(form, name); return; }
    const fields = [...form.querySelectorAll("[data-tiles]")];
    let field = active.get(form) || place(fields, name);
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
    changed(field);
  }

  // A form that begins anew begins with its first field.
  document.addEventListener("reset", (event) => { active.delete(event.target); melding.delete(event.target); seated.delete(event.target); });

  document.addEventListener("focusin", (event) => {
    if (event.target.matches && event.target.matches("[data-tiles]")) { active.set(event.target.form, event.target); refresh(event.target.form); }
  });

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) {
      if (key.dataset.key === "red") key.setAttribute("aria-pressed", String(key.getAttribute("aria-pressed") !== "true"));
      else press(key.form, key.dataset.key);
    }
    const meld = event.target.closest("[data-meld]");
    if (meld) {
      const { form } = meld;
      const kind = meld.dataset.meld;
      if (kind === "back") { meldsOf(form).value = laid(form).slice(0, -1).join(", "); changed(meldsOf(form)); }
      else { if (melding.get(form) === kind) melding.delete(form); else melding.set(form, kind); refresh(form); }
    }
    const put = event.target.closest("[data-put]");
    if (put) {
      const field = put.form.elements.namedItem(put.dataset.into);
      const found = field.value.split(/[\s,]+/).filter(Boolean);
      const at = found.indexOf(put.dataset.put);
      if (at >= 0) found.splice(at, 1); else found.push(put.dataset.put);
      if (field.type === "number") found.splice(0, found.length - 1);
      field.value = found.join(put.dataset.into === "liable" ? ", " : " ");
      // A hand is worth a yakuman or han and fu: the value that is tapped takes the place of the other.
      if (field.value) for (const name of INSTEAD[put.dataset.into] || []) put.form.elements.namedItem(name).value = "";
      changed(field);
    }
  });

  Object.assign(window.kanrules, { refresh, counted, hands });
})();
