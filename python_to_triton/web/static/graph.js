// The regions as a graph: a box a region with its prompt, arrows from what it reads.

import { drawn, plain, roving, tspans } from "./dom.js";
import { regionName } from "./job.js";
import { listed } from "./joins.js";

const CHARACTER = 7.23; // width of a monospaced character at 12 px
const LINE = 17;
const MOST_LINES = 9; // of a prompt in a box; all of it is in the description
const MOST_CHARACTERS = 56; // of a line of it, where there is room
const STATE_CHARACTERS = 22; // beside the title
const PADDING = 12;
const HEAD = 30;
const NARROW = 620; // pixels; with less room layers stand below each other
const BEND = 6; // room for an arrow beside the boxes of a layer
const GAP = { along: 56, across: 24 };

/** How far each region is from the program's inputs: {region: number of regions before it}. */
export function layers(regions) {
  const inputs = new Map(regions.map((each) => [each.region, each.inputs]));
  const depth = new Map();
  const find = (number) => {
    if (depth.has(number)) return depth.get(number);
    depth.set(number, 0); // while it is looked for, so that no circle is followed for ever
    const before = inputs.get(number).filter((each) => inputs.has(each));
    depth.set(number, Math.max(0, ...before.map((each) => find(each) + 1)));
    return depth.get(number);
  };
  for (const { region } of regions) find(region);
  return depth;
}

function sizeOf(region) {
  const shown = region.prompt.slice(0, MOST_LINES);
  const head = region.title.length + STATE_CHARACTERS;
  const longest = Math.max(head, ...shown.map((line) => Math.min(plain(line).length, region.most) + 1));
  const lines = shown.length + (region.prompt.length > MOST_LINES ? 1 : 0);
  return { width: longest * CHARACTER + 2 * PADDING, height: HEAD + lines * LINE + PADDING };
}

/** Boxes and bends, layer by layer. An arrow that passes over a layer has a bend in it, so that it runs
 * beside the boxes; all long arrows of a region share their bends.
 */
function rowsOf(regions) {
  const depth = layers(regions);
  const rows = [];
  const items = new Map();
  const add = (key, row, item) => {
    items.set(key, item);
    (rows[row] ??= []).push(item);
    return item;
  };
  for (const region of regions)
    add(region.region, depth.get(region.region), { ...sizeOf(region), region, from: [] });
  for (const region of regions)
    for (const source of region.inputs.filter((number) => items.has(number))) {
      let before = items.get(source);
      for (let row = depth.get(source) + 1; row < depth.get(region.region); row++) {
        const key = `${source} in ${row}`;
        before = items.get(key) ?? add(key, row, { width: BEND, height: BEND, region: null, from: [before] });
      }
      items.get(region.region).from.push(before);
    }
  return rows;
}

/** Puts the items of a row beside each other, in the order of what they read from. */
function placeRow(row, along, downwards) {
  const [length, breadth] = downwards ? ["height", "width"] : ["width", "height"];
  const middle = (item) => item[downwards ? "x" : "y"] + item[breadth] / 2;
  const wish = (item) => item.from.reduce((sum, one) => sum + middle(one), 0) / (item.from.length || 1);
  const wishes = new Map(row.map((item) => [item, wish(item)]));
  row.sort((one, other) => wishes.get(one) - wishes.get(other));
  let across = 1;
  for (const item of row) {
    Object.assign(item, { x: downwards ? across : along, y: downwards ? along : across });
    across += item[breadth] + GAP.across;
  }
  return { length: Math.max(...row.map((item) => item[length])), breadth: across - GAP.across };
}

/** Places of boxes and bends: layer after layer along one axis, those of a layer along the other.
 *
 * Returns: {items: [{x, y, width, height, region or null, from: items}], width, height}.
 */
function layout(regions, downwards) {
  const rows = rowsOf(regions);
  let along = 1;
  let widest = 0;
  for (const row of rows) {
    const { length, breadth } = placeRow(row, along, downwards);
    for (const item of row) if (!item.region) item[downwards ? "height" : "width"] = length;
    along += length + GAP.along;
    widest = Math.max(widest, breadth);
  }
  const total = [along - GAP.along + 1, widest + 1];
  const [height, width] = downwards ? total : total.reverse();
  return { items: rows.flat(), width, height };
}

/** Where a region stands: {sign, word, tone}. */
export function stateOf(region, over) {
  const { answer, candidates } = region;
  if (answer?.lines?.length) {
    const word = answer.kept ? "verified earlier" : "verified";
    return { sign: "✓", word, tone: "good" };
  }
  if (answer?.left) return { sign: "◐", word: "left to PyTorch", tone: "part" };
  if (answer) return { sign: "✕", word: "no candidate passed", tone: "bad" };
  if (over) return { sign: "–", word: "not answered", tone: "quiet" };
  if (candidates.length) return { sign: "…", word: `${candidates.length} judged`, tone: "busy" };
  return region.text.length
    ? { sign: "…", word: "being written", tone: "busy" }
    : { sign: "", word: "", tone: "quiet" };
}

/** "lines 3 to 5", "" where none is known. */
function linesOf(region) {
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
      drawn(
        "text",
        { class: "prompt", x: PADDING, y, "xml:space": "preserve" },
        ...tspans(html, region.most),
      ),
    ];
  });
  const more = region.prompt.length - MOST_LINES;
  if (more > 0) {
    const y = HEAD + (MOST_LINES + 1) * LINE - 5;
    made.push(drawn("text", { class: "box-note", x: PADDING, y }, `and ${more} more lines`));
  }
  return made;
}

/** "Region 1", and of which entry where there are several. */
function titleOf(region, several) {
  return [regionName(region.region), several ? region.entry : "", linesOf(region)]
    .filter(Boolean)
    .join(" · ");
}

function box(region, place, over) {
  const { width, height, x, y } = place;
  const state = stateOf(region, over);
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
    drawn("text", { class: "box-title", x: PADDING, y: 18 }, region.title),
    drawn("text", { class: "box-state", x: width - PADDING, y: 18, "text-anchor": "end" }, said),
    ...promptLines(region),
  );
}

/** A curve from one item to the next; through a bend it runs straight, to a box it has a head. */
function arrow(from, to, downwards, source) {
  const tip = to.region ? 7 : 0;
  const start = downwards
    ? [from.x + from.width / 2, from.y + from.height]
    : [from.x + from.width, from.y + from.height / 2];
  const end = downwards ? [to.x + to.width / 2, to.y - tip] : [to.x - tip, to.y + to.height / 2];
  const half = downwards ? (end[1] - start[1]) / 2 : (end[0] - start[0]) / 2;
  const bends = downwards
    ? [start[0], start[1] + half, end[0], end[1] - half]
    : [start[0] + half, start[1], end[0] - half, end[1]];
  const through = to.region ? "" : downwards ? `v${to.height}` : `h${to.width}`;
  const ends = { "data-from": source, "data-to": to.region ? to.region.region : null };
  const marker = to.region ? { "marker-end": "url(#head)" } : {};
  return drawn("path", { class: "arrow", d: `M${start}C${bends} ${end}${through}`, ...marker, ...ends });
}

function sourceOf(item) {
  return item.region ? item.region.region : sourceOf(item.from[0]);
}

function head() {
  const marker = { id: "head", viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 8, markerHeight: 8 };
  const tip = drawn("path", { class: "arrow-head", d: "M0 0 8 4 0 8Z" });
  return drawn(
    "defs",
    {},
    drawn("marker", { ...marker, orient: "auto", markerUnits: "userSpaceOnUse" }, tip),
  );
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
      container.addEventListener(
        kind,
        (event) => placeOf(event.target) && call(placeOf(event.target), event),
      );
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

  /** Whether its room has become so narrow, or so wide, that it has to run the other way. */
  turns() {
    const room = this.container.clientWidth;
    return room > 0 && this.container.childElementCount > 0 && this.downwards !== room < NARROW;
  }

  clear() {
    this.container.replaceChildren();
  }

  /** Draws all regions. A box that had the focus has it again. */
  show(state, over) {
    const known = state.regions.filter(Boolean);
    const several = new Set(known.map((each) => each.entry)).size > 1;
    const room = this.container.clientWidth;
    const most = Math.min(MOST_CHARACTERS, Math.floor((room - 2 * PADDING) / CHARACTER) - 2);
    const regions = known.map((each) => ({ ...each, title: titleOf(each, several), most }));
    const focused = this.container.contains(document.activeElement)
      ? document.activeElement.dataset.region
      : null;
    this.downwards = room < NARROW;
    const { items, width, height } = layout(regions, this.downwards);
    const label = `${regions.length} ${regions.length === 1 ? "region" : "regions"}`;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const arrows = items.flatMap((to) =>
      to.from.map((from) => arrow(from, to, this.downwards, sourceOf(from))),
    );
    const boxes = items
      .filter((item) => item.region)
      .sort((one, other) => one.region.region - other.region.region);
    const drawnBoxes = boxes.map((item) => box(item.region, item, over));
    const picture = drawn(
      "svg",
      { ...size, role: "group", "aria-label": label },
      head(),
      ...arrows,
      ...drawnBoxes,
    );
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
      const ends = [each.dataset.from, each.dataset.to].filter(Boolean).map(Number);
      each.classList.toggle(
        "is-marked",
        ends.some((end) => marks.regions.has(end)),
      );
    }
  }
}
