// The program: a textarea over its own highlighted lines, and numbers that can be pointed at.

import { byId, element, plain, roving, spans } from "./dom.js";
import { highlighted } from "./highlight.js";

const INDENT = "    ";

/** Replaces the selection, in a way that undo knows. */
function insert(field, text) {
  field.focus();
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** [first, last + 1] of the characters of the lines that a selection touches. */
function touchedLines(field) {
  const { value, selectionStart, selectionEnd } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const inside =
    selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd;
  const end = value.indexOf("\n", inside);
  return [start, end < 0 ? value.length : end];
}

function indent(field, backwards) {
  const { value, selectionStart, selectionEnd } = field;
  if (!backwards && !value.slice(selectionStart, selectionEnd).includes("\n")) {
    const column = selectionStart - (value.lastIndexOf("\n", selectionStart - 1) + 1);
    insert(field, " ".repeat(INDENT.length - (column % INDENT.length)));
    return;
  }
  const [start, end] = touchedLines(field);
  const lines = value.slice(start, end).split("\n");
  const moved = lines
    .map((line) => (backwards ? line.replace(/^ {1,4}/, "") : line && INDENT + line))
    .join("\n");
  if (moved === value.slice(start, end)) return;
  field.setSelectionRange(start, end);
  insert(field, moved);
  field.setSelectionRange(lines.length > 1 ? start : start + moved.length, start + moved.length);
}

function breakLine(field) {
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const deeper = /:\s*(#.*)?$/.test(line) ? INDENT : "";
  insert(field, `\n${/^ */.exec(line)[0]}${deeper}`);
}

/** `on` hears of {change, run} and of {enter, leave, press}(place). */
export class Editor {
  constructor(on) {
    this.field = byId("program-text");
    this.backdrop = byId("program-lines");
    this.gutter = byId("program-gutter");
    this.on = on;
    this.known = null; // [{text, html}] of the lines as the server read them
    this.offset = 0; // of lines above the first that the server has read
    this.joins = false;
    this.leaving = false;
    this.pointed = 0;
    this.stop = roving(this.gutter, () => (this.joins ? [...this.gutter.children] : []));
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => (this.leaving = false));
    this.listen();
    this.draw();
  }

  listen() {
    const lineOf = (target) => Number(target.dataset.line);
    const hear = (kind, call) =>
      this.gutter.addEventListener(kind, (event) => {
        if (this.joins && event.target.dataset.line) call(this.place(lineOf(event.target)));
      });
    hear("pointerover", this.on.enter);
    hear("pointerout", this.on.leave);
    hear("focusin", this.on.enter);
    hear("focusout", this.on.leave);
    hear("click", this.on.press);
    this.field.addEventListener("pointermove", (event) => this.point(event));
    this.field.addEventListener("pointerleave", () => this.point(null));
  }

  /** A line of the editor as the server counts it. */
  place(line) {
    return { kind: "program", line: line - this.offset };
  }

  /** Tells which line the pointer is over; the textarea's lines are as high as those of its backdrop. */
  point(event) {
    const first = this.backdrop.firstElementChild.getBoundingClientRect();
    const at = event ? Math.floor((event.clientY - first.top) / first.height) + 1 : 0;
    const line = at >= 1 && at <= this.backdrop.children.length && this.joins ? at : 0;
    if (line === this.pointed) return;
    if (this.pointed) this.on.leave(this.place(this.pointed));
    this.pointed = line;
    if (line) this.on.enter(this.place(line));
  }

  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.on.run();
    } else if (event.key === "Escape") {
      this.leaving = true;
      return;
    } else if (event.key === "Tab" && !this.leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      indent(this.field, event.shiftKey);
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey && !event.isComposing) {
      event.preventDefault();
      breakLine(this.field);
    }
    if (!["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) this.leaving = false;
  }

  get text() {
    return this.field.value;
  }

  set text(program) {
    this.field.value = program;
    this.changed();
  }

  changed() {
    this.draw();
    this.on.change();
  }

  /** Takes the lines as the server read them: they colour what stands here as long as it is the same. */
  know(lines) {
    this.known = lines.map((html) => ({ html, text: plain(html) }));
    const blank = /^(?:[^\S\n]*\n)*/.exec(this.field.value)[0]; // lines above the program are not read
    this.offset = blank.split("\n").length - 1;
    this.draw();
  }

  forget() {
    this.known = null;
    this.offset = 0;
    this.draw();
  }

  /** Whether lines of the program are joined with those of the kernel. */
  setJoins(joins) {
    this.joins = joins;
    for (const number of this.gutter.children) number.setAttribute("tabindex", "-1");
    this.stop();
  }

  draw() {
    const lines = this.field.value.split("\n");
    while (this.backdrop.children.length > lines.length) {
      this.backdrop.lastElementChild.remove();
      this.gutter.lastElementChild.remove();
    }
    lines.forEach((text, at) => {
      if (!this.backdrop.children[at]) this.addLine(at + 1);
      const read = this.known?.[at - this.offset];
      const known = read?.text === text ? read.html : null;
      const line = this.backdrop.children[at];
      const shown = known === null ? `typed ${text}` : `read ${known}`;
      if (line.shown === shown) return;
      line.shown = shown;
      line.replaceChildren(...(known === null ? highlighted(text) : spans(known)), "\n");
    });
  }

  /** Marks the lines that a mistake names, as the server counts them. */
  blame(lines) {
    [...this.gutter.children].forEach((number, at) => {
      const wrong = lines.includes(at + 1 - this.offset);
      for (const each of [number, this.backdrop.children[at]]) each.classList.toggle("is-wrong", wrong);
    });
  }

  addLine(number) {
    this.backdrop.append(element("div", { class: "text" }));
    const label = `Line ${number} of the program`;
    const attributes = {
      class: "number",
      type: "button",
      tabindex: "-1",
      "data-line": number,
      "aria-label": label,
    };
    this.gutter.append(element("button", { ...attributes, "aria-pressed": "false" }, String(number)));
  }

  mark(marks, pinned) {
    [...this.gutter.children].forEach((number, at) => {
      const line = at + 1 - this.offset;
      const strength = this.joins ? marks.program.get(line) : undefined;
      for (const each of [number, this.backdrop.children[at]]) {
        each.classList.toggle("is-strong", strength === "strong");
        each.classList.toggle("is-soft", strength === "soft");
      }
      number.setAttribute("aria-pressed", String(pinned?.kind === "program" && pinned.line === line));
    });
  }
}
