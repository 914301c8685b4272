// Filters of the casebook; they stand in the address, so that a link shows what its sender saw.
"use strict";
(() => {
  const [search, rules, differ, count] = ["q", "r", "differ", "count"].map((id) => document.getElementById(id));
  const chapters = [...document.querySelectorAll(".chapter")];
  const questions = [...document.querySelectorAll(".qa")];
  const texts = questions.map((one) => one.textContent.toLowerCase());

  let sifted = false;

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rules.value;
    let shown = 0;
    questions.forEach((one, at) => {
      const fits = words.every((word) => texts[at].includes(word)) && (!differ.checked || "differ" in one.dataset);
      one.hidden = !fits;
      shown += fits;
      for (const answer of one.querySelectorAll("details.ans")) {
        const given = !chosen || answer.querySelector(`[data-r="${CSS.escape(chosen)}"]`) !== null;
        answer.hidden = !given;
        answer.open = Boolean(chosen) && given;
        for (const name of answer.querySelectorAll("[data-r]")) name.hidden = Boolean(chosen) && name.dataset.r !== chosen;
      }
    });
    for (const chapter of chapters) {
      chapter.hidden = !chapter.querySelector(".qa:not([hidden])");
      if (words.length || differ.checked) chapter.open = true;
      else if (sifted) chapter.open = false;
    }
    sifted = words.length > 0 || differ.checked;
    count.textContent = shown ? count.dataset.found.replace("{count}", shown) : count.dataset.none;
  }

  function keep() {
    const address = new URL(location.href);
    for (const [name, value] of [["q", search.value], ["rules", rules.value], ["differ", differ.checked ? "1" : ""]]) {
      if (value) address.searchParams.set(name, value); else address.searchParams.delete(name);
    }
    history.replaceState(null, "", address);
    show();
  }

  const asked = new URLSearchParams(location.search);
  search.value = asked.get("q") || "";
  rules.value = asked.get("rules") || "";
  if (rules.selectedIndex < 0) rules.value = "";
  differ.checked = asked.get("differ") === "1";
  document.querySelector(".filters").hidden = false;
  search.addEventListener("input", keep);
  rules.addEventListener("change", keep);
  differ.addEventListener("change", keep);
  show();
})();
