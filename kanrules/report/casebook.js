"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const words = (at, places) => data.w[at].replace(/\{(\w+)\}/g, (_, name) => places[name]);
const frame = document.getElementById("frame"), card = document.getElementById("card");
const search = document.getElementById("search"), differ = document.getElementById("differ"), count = document.getElementById("count");
const boxes = [...document.querySelectorAll("details.pick input")];
const rows = [...frame.querySelectorAll("tbody tr[data-q]")];
const sections = [...document.querySelectorAll(".list section")];
const style = document.head.appendChild(document.createElement("style"));
const folded = text => text.toLowerCase();
const haystack = rows.map(row => folded(data.q[row.dataset.q].join(" ") + " " + row.textContent));
function shown() { return boxes.map((box, at) => box.checked ? at : -1).filter(at => at >= 0); }
function update() {
  const words = folded(search.value).split(/\s+/).filter(Boolean), visible = shown(), all = visible.length === boxes.length;
  style.textContent = boxes.map((box, at) => box.checked ? "" : `.c${at}{display:none !important}`).join("");
  let found = 0;
  rows.forEach((row, at) => {
    const cells = [...row.querySelectorAll("td[data-r]")];
    const several = new Set(visible.map(r => cells[r] && cells[r].dataset.a)).size > 1;
    const fits = words.every(word => haystack[at].includes(word)) && (!differ.checked || several);
    row.hidden = !fits; found += fits;
    if (sections[at]) sections[at].hidden = !fits;
  });
  frame.querySelectorAll("tbody.body").forEach(body => {
    const empty = ![...body.rows].some(row => !row.hidden);
    body.hidden = empty; body.previousElementSibling.hidden = empty;
  });
  document.querySelectorAll(".list h2").forEach(head => {
    let next = head.nextElementSibling, any = false;
    while (next && next.tagName === "SECTION") { any = any || !next.hidden; next = next.nextElementSibling; }
    head.hidden = !any;
  });
  frame.querySelectorAll("tr.family th[data-from]").forEach(head => {
    const span = visible.filter(at => at >= +head.dataset.from && at < +head.dataset.to).length;
    head.hidden = !span; head.colSpan = span || 1;
  });
  frame.querySelectorAll("td.law").forEach(cell => { cell.colSpan = visible.length || 1; });
  document.querySelectorAll(".list li").forEach(item => {
    const given = [...item.querySelectorAll("span")];
    item.hidden = given.length > 0 && !given.some(one => visible.includes(+one.className.slice(1)));
  });
  count.textContent = words(0, { found, questions: rows.length, rulesets: all ? visible.length : words(3, { some: visible.length, all: boxes.length }) });
  under();
  close();
}
function under() { frame.style.setProperty("--under", `${frame.querySelector("thead").offsetHeight}px`); }
let opened = null;
function close() { card.hidden = true; if (opened) opened.classList.remove("open"); opened = null; }
function element(name, text, className) {
  const made = document.createElement(name); if (text) made.textContent = text; if (className) made.className = className; return made;
}
function open(cell) {
  close();
  const row = cell.closest("tr"), asked = data.q[row.dataset.q], r = cell.dataset.r;
  card.textContent = "";
  const shut = element("button", "\u00d7"); shut.setAttribute("aria-label", words(1, {})); shut.onclick = close; card.append(shut);
  card.append(element("h3", asked[0]));
  if (r !== undefined) {
    card.append(element("p", data.r[r].join(", ")));
    card.append(element("div", cell.firstChild.textContent, "says " + cell.className.split(" ").find(c => /^a\d/.test(c))));
    const list = element("dl");
    (cell.dataset.c ? cell.dataset.c.split(",") : []).forEach(at => {
      const [key, value, text, url] = data.c[at];
      list.append(element("dt", `${key} = ${value}`));
      const said = element("dd");
      if (url) { const link = element("a", text); link.href = url; link.rel = "noopener"; link.target = "_blank"; said.append(link); }
      else said.textContent = text;
      list.append(said);
    });
    card.append(list);
  } else card.append(element("div", cell.textContent, "says"));
  card.append(element("p", asked[1]));
  if (asked[2]) card.append(element("p", words(2, { source: asked[2] })));
  card.hidden = false; opened = cell; cell.classList.add("open");
  const box = cell.getBoundingClientRect(), own = card.getBoundingClientRect();
  let x = r === undefined ? Math.max(12, Math.min(innerWidth / 2 - own.width / 2, innerWidth - own.width - 12)) : box.right + 6;
  if (x + own.width > innerWidth - 8) x = Math.max(8, box.left - own.width - 6);
  card.style.left = `${Math.max(8, Math.min(x, innerWidth - own.width - 8))}px`;
  card.style.top = `${Math.max(8, Math.min(box.top, innerHeight - own.height - 8))}px`;
}
frame.addEventListener("click", event => {
  const cell = event.target.closest("td"); if (cell) { if (cell === opened) close(); else open(cell); }
});
document.addEventListener("click", event => { if (!event.target.closest("td, #card")) close(); });
document.addEventListener("keydown", event => {
  if (event.key === "Escape") close();
  if (!opened || event.target === search) return;
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  if (!step) return;
  const seen = [...rows].filter(row => !row.hidden), at = seen.indexOf(opened.closest("tr")), visible = shown();
  const row = seen[at + step[0]], column = visible[Math.max(0, visible.indexOf(+opened.dataset.r)) + step[1]];
  if (!row) return;
  const next = row.querySelector(`td[data-r="${column}"]`) || (step[0] ? row.querySelector("td") : null);
  if (next) { event.preventDefault(); next.scrollIntoView({ block: "nearest", inline: "nearest" }); open(next); }
});
addEventListener("resize", under);
frame.addEventListener("scroll", close, { passive: true });
search.addEventListener("input", update); differ.addEventListener("change", update); boxes.forEach(box => box.addEventListener("change", update));
const aslist = document.getElementById("aslist");
aslist.addEventListener("change", () => document.body.classList.toggle("aslist", aslist.checked));
// A phone has no room for a grid: it begins with the list, the grid is a tap away.
aslist.checked = matchMedia("(max-width: 640px)").matches;
document.body.classList.toggle("aslist", aslist.checked);
document.getElementById("all").onclick = () => { boxes.forEach(box => box.checked = true); update(); };
document.getElementById("none").onclick = () => { boxes.forEach(box => box.checked = false); update(); };
document.addEventListener("click", event => {
  const pick = document.querySelector("details.pick"); if (pick.open && !event.target.closest("details.pick")) pick.open = false;
});
update();
