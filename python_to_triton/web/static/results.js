// Verdict, largest error against the tolerance, guards, times, candidates.

import { element } from "./dom.js";
import { SIGNS, capitalized, toneOf, verdictText } from "./job.js";
import { plainListing } from "./listing.js";

const DECADES = { below: 3, above: 1 }; // of the bar around the tolerance

/** "1.2e-07" as Python writes it; "0" for none. */
export function scientific(value) {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "not a number";
  const [digits, power] = value.toExponential(1).split("e");
  return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** Where an error stands on the bar, from 0 to 1; the tolerance stands at 0.75. */
export function share(error, tolerance) {
  if (!(error > 0)) return 0;
  const decades = Math.log10(error / tolerance) + DECADES.below;
  return Math.min(1, Math.max(0.015, decades / (DECADES.below + DECADES.above)));
}

/** An error against its tolerance, in words and as a bar; null where the judge measured none. */
function errorBar(error, tolerance) {
  if (error === null || error === undefined || !(tolerance > 0)) return null;
  const within = error <= tolerance;
  const words = `largest error ${scientific(error)}, allowed ${scientific(tolerance)}`;
  const value = element("span", { class: "bar-value" });
  value.style.setProperty("--share", share(error, tolerance));
  const bar = element(
    "span",
    { class: "bar", "aria-hidden": "true", title: "Logarithmic: a tick is ten times the one before it" },
    value,
    element("span", { class: "bar-limit" }),
  );
  return element(
    "div",
    { class: "error-bar", "data-tone": within ? "good" : "bad" },
    element("span", {}, words),
    bar,
  );
}

/** The verdict on the whole. */
export function verdictOf(state) {
  const { verdict, seconds } = state;
  const tone = toneOf(verdict);
  const { title, rest } = verdictText(verdict);
  const took = seconds === null ? "" : `In ${seconds.toFixed(1)} seconds.`;
  const bar = errorBar(verdict.error, verdict.tolerance);
  return [
    element(
      "p",
      { class: "verdict-line", "data-tone": tone },
      element("span", { "aria-hidden": "true" }, SIGNS[tone]),
      ` ${title}`,
    ),
    rest && !(bar && tone === "good")
      ? element("p", { class: "verdict-text" }, capitalized(rest))
      : null,
    bar,
    bar
      ? element(
          "p",
          { class: "note" },
          "Logarithmic; the stroke is the tolerance, derived from what eager PyTorch itself loses.",
        )
      : null,
    took ? element("p", { class: "note" }, took) : null,
  ].filter(Boolean);
}

/** The guards, a sentence each. */
export function guardsOf(module) {
  if (!module?.guards?.length) return [];
  const sentences = module.guards.map((sentence) => element("li", {}, sentence));
  return [
    element("h3", {}, "Guards: what the file checks at each call"),
    element("ul", { class: "guards" }, ...sentences),
  ];
}

function timeRow(row, longest, ours) {
  const baseline = !["this answer", "roofline"].includes(row.name) && ours;
  const bar = element("span", { class: "time-value" });
  bar.style.setProperty("--share", row.milliseconds / longest);
  return element(
    "tr",
    { "data-name": row.name },
    element("th", { scope: "row" }, row.name),
    element("td", { class: "time-bar", "aria-hidden": "true" }, bar),
    element("td", { class: "time-number" }, `${Number(row.milliseconds.toPrecision(3))} ms`),
    element("td", { class: "time-number" }, baseline ? `${(row.milliseconds / ours).toFixed(2)}x` : ""),
  );
}

/** Times as bars with the roofline as a stroke; without a GPU one sentence. */
export function timesOf(times, gpu) {
  if (!times?.rows?.length) {
    const without =
      "There is no GPU here. Triton's interpreter ran the kernels: it tells if they are right, not how fast.";
    return gpu ? [] : [element("p", { class: "note no-gpu" }, without)];
  }
  const longest = Math.max(...times.rows.map((row) => row.milliseconds));
  const roofline = times.rows.find((row) => row.name === "roofline");
  const ours = times.rows.find((row) => row.name === "this answer")?.milliseconds;
  const title = (text) => (text ? element("th", { scope: "col" }, text) : element("td"));
  const head = element("thead", {}, element("tr", {}, ...["by", "", "time", "speedup"].map(title)));
  const body = element("tbody", {}, ...times.rows.map((row) => timeRow(row, longest, ours)));
  if (roofline) body.style.setProperty("--roofline", roofline.milliseconds / longest);
  const sizes = times.sizes ? ` at ${times.sizes}` : "";
  const stroke = roofline ? "; the stroke is the roofline" : "";
  const table = element(
    "table",
    { class: "times" },
    element("caption", {}, `Of one call${sizes}${stroke}`),
    head,
    body,
  );
  return [element("h3", {}, "Times"), table];
}

/** A candidate, expandable to its text. `open`: whether it is expanded. */
export function candidateOf(candidate, open) {
  const tone = candidate.ok ? "good" : "bad";
  const word = candidate.ok ? "passed" : "failed";
  const summary = element(
    "summary",
    {},
    element("span", { class: "candidate-number" }, `Candidate ${candidate.number + 1}`),
    element(
      "span",
      { class: "chip", "data-tone": tone },
      element("span", { "aria-hidden": "true" }, SIGNS[tone]),
      ` ${word}`,
    ),
    candidate.reason && !candidate.ok ? element("span", { class: "reason" }, candidate.reason) : null,
    errorBar(candidate.error, candidate.tolerance),
  );
  const text = plainListing(candidate.lines);
  const label = `Text of candidate ${candidate.number + 1}`;
  for (const [name, value] of Object.entries({ role: "group", "aria-label": label, tabindex: "0" }))
    text.setAttribute(name, value);
  return element("details", { class: "candidate", open, "data-number": candidate.number }, summary, text);
}
