// The regions as a graph: a box a region with its prompt, arrows from what it reads.

import { drawn, plain, roving, tspans } from "./dom.js";
import { regionName } from "./job.js";
import { listed } from "./joins.js";

const CHARACTER = 7.23; // width of a monospaced character at 12 px
const LINE = 17;
const MOST_LINES = 9; // of a prompt in a box; all of it is in the description
const MOST_CHARACTERS = 56;
const PADDING = 12;
const HEAD = 30;
const GAP = { along: 56, across: 24 };

/** How far each region is from the program's inputs: {region: number of regions before it}. */
export function layers(regions) {
  const depth = new Map();
  const numbers = new Set(regions.map((each) => each.region));
  for (const { region, inputs } of [...regions].sort((one, other) => one.region - other.region)) {
    const before = inputs.filter((each) => numbers.has(each) && depth.has(each));
    depth.set(region, before.length ? 1 + Math.max(...before.map((each) => depth.get(each))) : 0);
  }
  return depth;
}

function sizeOf(region) {
  const shown = region.prompt.slice(0, MOST_LINES);
  const longest = Math.max(22, ...shown.map((line) => Math.min(plain(line).length, MOST_CHARACTERS) + 1));
  const lines = shown.length + (region.prompt.length > MOST_LINES ? 1 : 0);
  return { width: longest * CHARACTER + 2 * PADDING, height: HEAD + lines * LINE + PADDING };
}

/** Places of the boxes: layer after layer along one axis, those of a layer beside each other on the other.
 *
 * Returns: {boxes: {region: {x, y, width, height}}, width, height}.
 */
export function layout(regions, downwards) {
  const depth = layers(regions);
  const rows = [];
  for (const region of regions) (rows[depth.get(region.region)] ??= []).push(region);
  const [length, breadth] = downwards ? ["height", "width"] : ["width", "height"];
  const boxes = new Map();
  const middle = (number) => boxes.get(number)[downwards ? "x" : "y"];
  let along = 1;
  let widest = 0;
  for (const row of rows) {
    const wish = new Map();
    for (const each of row) {
      const before = each.inputs.filter((number) => boxes.has(number)).map(middle);
      wish.set(each, before.reduce((sum, one) => sum + one, 0) / (before.length || 1));
    }
    row.sort((one, other) => wish.get(one) - wish.get(other) || one.region - other.region);
    let across = 1;
    let longest = 0;
    for (const each of row) {
      const size = sizeOf(each);
      boxes.set(each.region, { ...size, x: downwards ? across : along, y: downwards ? along : across });
      across += size[breadth] + GAP.across;
      longest = Math.max(longest, size[length]);
    }
    along += longest + GAP.along;
    widest = Math.max(widest, across - GAP.across);
  }
  const total = { along: along - GAP.along + 1, across: widest + 1 };
  return {
    boxes,
    width: downwards ? total.across : total.along,
    height: downwards ? total.along : total.across,
  };
}

/** Where a region stands: {sign, word, tone}. */
export function stateOf(region, over) {
  const { answer, candidates } = region;
  if (answer?.lines?.length) {
    const word = answer.kept ? "verified earlier" : "verified";
    return { sign: "✓", word, tone: "good" };
  }
  if (answer?.left) return { sign: "◐", word: "PyTorch computes it", tone: "part" };
  if (answer) return { sign: "✕", word: "no candidate passed", tone: "bad" };
  if (over) return { sign: "–", word: "not answered", tone: "quiet" };
  if (candidates.length) return { sign: "…", word: `${candidates.length} judged`, tone: "busy" };
  return region.text.length ? { sign: "…", word: "being written", tone: "busy" } : { sign: "", word: "", tone: "quiet" };
}

/** "lines 3 to 5", "" where none is known. */
export function linesOf(region) {
  if (!region.lines.length) return "";
  return `${region.lines.length > 1 ? "lines" : "line"} ${listed(region.lines)}`;
}

function description(region, over) {
  const from = region.inputs.map((number) => number + 1);
  const reads = from.length ? `reads from ${listed(from)}` : "reads the program's inputs";
  const parts = [regionName(region.region), linesOf(region), reads, stateOf(region, over).word];
  return `${parts.filter(Boolean).join(", ")}: ${region.prompt.map(plain).join("; ")}`;
}

function promptLines(region) {
  const made = region.prompt.slice(0, MOST_LINES).flatMap((html, at) => {
    const y = HEAD + (at + 1) * LINE - 5;
    const { width } = sizeOf(region);
    const back = { class: "prompt-back", x: 5, y: y - 13, width: width - 10, height: LINE, rx: 3 };
    return [
      drawn("rect", { ...back, "data-prompt": `${region.region}:${at + 1}` }),
      drawn("text", { class: "prompt", x: PADDING, y, "xml:space": "preserve" }, ...tspans(html, MOST_CHARACTERS)),
    ];
  });
  const more = region.prompt.length - MOST_LINES;
  if (more > 0) {
    const y = HEAD + (MOST_LINES + 1) * LINE - 5;
    made.push(drawn("text", { class: "box-note", x: PADDING, y }, `and ${more} more lines`));
  }
  return made;
}

function box(region, place, over) {
  const { width, height, x, y } = place;
  const state = stateOf(region, over);
  const where = [regionName(region.region), linesOf(region)].filter(Boolean).join(" · ");
  const said = [state.sign, state.word].filter(Boolean).join(" ");
  return drawn(
    "g",
    {
      class: "box",
      role: "button",
      tabindex: "-1",
      transform: `translate(${x} ${y})`,
      "aria-pressed": "false",
      "aria-label": description(region, over),
      "data-region": region.region,
      "data-tone": state.tone,
    },
    drawn("rect", { class: "box-back", width, height, rx: 7 }),
    drawn("path", { class: "box-rule", d: `M0 ${HEAD - 4}H${width}` }),
    drawn("text", { class: "box-title", x: PADDING, y: 18 }, where),
    drawn("text", { class: "box-state", x: width - PADDING, y: 18, "text-anchor": "end" }, said),
    ...promptLines(region),
  );
}

function arrow(from, to, downwards, ends) {
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const start = downwards ? [middle.x, from.y + from.height] : [from.x + from.width, middle.y];
  const end = downwards ? [to.x + to.width / 2, to.y - 7] : [to.x - 7, to.y + to.height / 2];
  const half = downwards ? (end[1] - start[1]) / 2 : (end[0] - start[0]) / 2;
  const bends = downwards
    ? [start[0], start[1] + half, end[0], end[1] - half]
    : [start[0] + half, start[1], end[0] - half, end[1]];
  return drawn("path", { class: "arrow", d: `M${start}C${bends} ${end}`, "marker-end": "url(#head)", ...ends });
}

function head() {
  const marker = { id: "head", viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 8, markerHeight: 8 };
  const tip = drawn("path", { class: "arrow-head", d: "M0 0 8 4 0 8Z" });
  return drawn("defs", {}, drawn("marker", { ...marker, orient: "auto", markerUnits: "userSpaceOnUse" }, tip));
}

function boxesIn(container) {
  return [...container.querySelectorAll(".box")];
}

/** The graph in its container; `on` hears of {enter, leave, press}(place). */
export class Graph {
  constructor(container, on) {
    this.container = container;
    this.stop = roving(container, () => boxesIn(container));
    const placeOf = (target) => {
      const found = target.closest?.(".box");
      return found ? { kind: "region", region: Number(found.dataset.region) } : null;
    };
    const hear = (kind, call) =>
      container.addEventListener(kind, (event) => placeOf(event.target) && call(placeOf(event.target), event));
    hear("pointerover", on.enter);
    hear("pointerout", on.leave);
    hear("focusin", on.enter);
    hear("focusout", on.leave);
    hear("click", on.press);
    hear("keydown", (place, event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      on.press(place);
    });
  }

  clear() {
    this.container.replaceChildren();
  }

  /** Draws all regions. A box that had the focus has it again. */
  show(state, over) {
    const regions = state.regions.filter(Boolean);
    const focused = this.container.contains(document.activeElement) ? document.activeElement.dataset.region : null;
    const downwards = this.container.clientWidth < 620;
    const { boxes, width, height } = layout(regions, downwards);
    const label = `${regions.length} ${regions.length === 1 ? "region" : "regions"}`;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const arrows = regions.flatMap((to) =>
      to.inputs
        .filter((from) => boxes.has(from))
        .map((from) => {
          const ends = { "data-from": from, "data-to": to.region };
          return arrow(boxes.get(from), boxes.get(to.region), downwards, ends);
        }),
    );
    const drawnBoxes = regions.map((each) => box(each, boxes.get(each.region), over));
    const picture = drawn("svg", { ...size, role: "group", "aria-label": label }, head(), ...arrows, ...drawnBoxes);
    this.container.replaceChildren(picture);
    this.stop();
    if (focused !== null) this.container.querySelector(`[data-region="${focused}"]`)?.focus();
  }

  /** Shows marks; `pinned` is the place that stays marked. */
  mark(marks, pinned) {
    for (const each of boxesIn(this.container)) {
      const number = Number(each.dataset.region);
      each.classList.toggle("is-marked", marks.regions.has(number));
      each.setAttribute("aria-pressed", String(pinned?.kind === "region" && pinned.region === number));
    }
    for (const each of this.container.querySelectorAll("[data-prompt]"))
      each.classList.toggle("is-marked", marks.prompt.has(each.dataset.prompt));
    for (const each of this.container.querySelectorAll(".arrow")) {
      const ends = [Number(each.dataset.from), Number(each.dataset.to)];
      each.classList.toggle("is-marked", ends.some((end) => marks.regions.has(end)));
    }
  }
}
