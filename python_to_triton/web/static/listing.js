// Listings of code with numbers: the kernels as they are written, and the whole file.

import { element, roving, spans } from "./dom.js";
import { stateOf } from "./graph.js";
import { regionName } from "./job.js";

function numbersIn(container) {
  return [...container.querySelectorAll(".number:not([hidden])")];
}

function lineElement(number, key, label) {
  const button = element(
    "button",
    { class: "number", type: "button", tabindex: "-1", "aria-label": label, "aria-pressed": "false" },
    String(number),
  );
  return element("div", { class: "line", "data-line": key }, button, element("code", { class: "text" }));
}

/** Fills a block with lines of `html`, and changes only those that differ. */
function fill(block, lines, keyOf, labelOf) {
  while (block.children.length > lines.length) block.lastElementChild.remove();
  lines.forEach((html, at) => {
    const number = at + 1;
    if (!block.children[at]) block.append(lineElement(number, keyOf(number), labelOf(number)));
    const line = block.children[at];
    if (line.shown === html) return;
    line.shown = html;
    line.lastElementChild.replaceChildren(...spans(html ?? ""));
  });
}

/** The kernels of a job, region by region; `on` hears of {enter, leave, press}(place). */
export class Kernels {
  constructor(container, empty, on) {
    this.container = container;
    this.empty = empty;
    this.sections = new Map();
    this.stop = roving(container, () => numbersIn(container));
    const placeOf = (target) => {
      const found = target.closest?.("[data-line]");
      if (!found) return null;
      const [region, line] = found.dataset.line.split(":").map(Number);
      return { kind: "kernel", region, line };
    };
    const hear = (kind, call, selector) =>
      container.addEventListener(kind, (event) => {
        if (event.target.closest?.(selector) && placeOf(event.target)) call(placeOf(event.target));
      });
    hear("pointerover", on.enter, ".line");
    hear("pointerout", on.leave, ".line");
    hear("focusin", on.enter, ".number");
    hear("focusout", on.leave, ".number");
    hear("click", on.press, ".number");
  }

  clear() {
    this.sections.clear();
    this.container.replaceChildren(this.empty);
  }

  sectionOf(region) {
    if (this.sections.has(region)) return this.sections.get(region);
    const title = element("span", { class: "kernel-name" }, regionName(region));
    const state = element("span", { class: "kernel-state" });
    const note = element("p", { class: "kernel-left", hidden: true });
    const block = element("div", {
      class: "block",
      role: "toolbar",
      "aria-orientation": "vertical",
      "aria-label": `Kernel lines of ${regionName(region)}`,
    });
    const head = element("h3", { class: "kernel-head" }, title, state);
    const whole = element("section", { class: "kernel-of", "data-order": region }, head, note, block);
    const after = [...this.sections.keys()]
      .filter((each) => each > region)
      .sort((one, other) => one - other)[0];
    this.container.insertBefore(whole, this.sections.get(after)?.whole ?? null);
    this.empty.remove();
    const made = { whole, state, note, block };
    this.sections.set(region, made);
    return made;
  }

  /** Shows a region's answer, or the text as far as it is written. `line`: the one that has just changed. */
  show(region, over, line = 0) {
    const lines = region.answer?.lines?.length ? region.answer.lines : region.text;
    if (!lines.length && !region.answer) return;
    const atEnd = this.container.scrollHeight - this.container.scrollTop - this.container.clientHeight < 60;
    const { state, note, block } = this.sectionOf(region.region);
    const { sign, word, tone } = stateOf(region, over);
    state.textContent = [sign, word].filter(Boolean).join(" ");
    state.dataset.tone = tone;
    note.hidden = !region.answer?.left;
    note.textContent = region.answer?.left ?? "";
    const keyOf = (number) => `${region.region}:${number}`;
    fill(
      block,
      [...lines],
      keyOf,
      (number) => `Line ${number} of the kernel of ${regionName(region.region)}`,
    );
    block.classList.toggle("is-refused", Boolean(region.answer && !region.answer.lines.length));
    block.querySelector(".is-written")?.classList.remove("is-written");
    if (line && !region.answer && !over) block.children[line - 1]?.classList.add("is-written");
    this.stop();
    if (line && atEnd) this.container.scrollTop = this.container.scrollHeight;
  }

  /** What stands on a line. */
  textOf({ region, line }) {
    return this.container.querySelector(`[data-line="${region}:${line}"] > .text`)?.textContent ?? "";
  }

  /** To the first line, as it is read; not under the pointer of who reads already. */
  toTop() {
    if (!this.container.matches(":hover, :focus-within")) this.container.scrollTop = 0;
  }

  mark(marks, pinned) {
    const place = pinned?.kind === "kernel" ? `${pinned.region}:${pinned.line}` : "";
    for (const each of this.container.querySelectorAll("[data-line]")) {
      const strength = marks.kernel.get(each.dataset.line);
      each.classList.toggle("is-strong", strength === "strong");
      each.classList.toggle("is-soft", strength === "soft");
      each.firstElementChild.setAttribute("aria-pressed", String(each.dataset.line === place));
    }
  }
}

/** A listing without joins: the lines of the whole file, or of a candidate. Its numbers are for the eye. */
export function plainListing(lines) {
  const numbered = lines.map((html, at) =>
    element(
      "div",
      { class: "line" },
      element("span", { class: "number", "aria-hidden": "true" }, String(at + 1)),
      element("code", { class: "text" }, ...spans(html)),
    ),
  );
  return element("div", { class: "block" }, ...numbered);
}
