// The search of the index: filters its entries by text, operator and technique, and keeps the three in the
// address, as #text=...&operator=...&technique=..., so that a link can name them.
"use strict";

const FIELDS = ["text", "operator", "technique"];
const form = document.getElementById("search");
const entries = Array.from(document.querySelectorAll(".card"));
const groups = Array.from(document.querySelectorAll(".group"));

function wanted() {
  return Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value.trim()]));
}

function fits(entry, { text, operator, technique }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => entry.words.includes(word)) &&
    (!operator || entry.operators.includes(operator)) &&
    (!technique || entry.techniques.includes(technique))
  );
}

function show() {
  const query = wanted();
  const isSearch = FIELDS.some((name) => query[name]);
  let number = 0;
  for (const entry of entries) {
    entry.hidden = !fits(window.exemplars[entry.dataset.stem], query);
    number += !entry.hidden;
  }
  for (const group of groups) {
    group.hidden = !group.querySelector(".card:not([hidden])");
  }
  const lesson = document.getElementById("lesson");
  lesson.textContent = window.lessons[query.technique] || "";
  lesson.hidden = !query.technique;
  document.getElementById("families").hidden = isSearch;
  document.getElementById("nothing").hidden = number > 0;
  const noun = number === 1 ? "exemplar" : "exemplars";
  document.getElementById("count").textContent = isSearch
    ? `${number} of ${entries.length} exemplars`
    : `${number} ${noun}`;
}

function keepInAddress() {
  const query = wanted();
  const set = FIELDS.filter((name) => query[name]).map((name) => [name, query[name]]);
  const fragment = new URLSearchParams(set).toString();
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash && !FIELDS.some((name) => given.has(name))) return; // the anchor of a family
  for (const name of FIELDS) form.elements[name].value = given.get(name) || "";
  show();
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  show();
  keepInAddress();
});
form.addEventListener("reset", () =>
  setTimeout(() => {
    show();
    keepInAddress();
  }),
);
window.addEventListener("hashchange", readAddress);
readAddress();
