// Files and folders: what is dropped or chosen becomes jobs in a list.

import { download, element } from "./dom.js";
import { SIGNS, isOver, progress, standing } from "./job.js";
import { Job, cancel, putBack, submit } from "./server.js";

const AT_ONCE = 2;
const FULL = 429;
const RETRY_MILLISECONDS = 2_000;
const ROW_SIGNS = { quiet: "·", busy: "", ...SIGNS };

function fileOf(entry) {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** All entries of a folder: a reader gives them a hundred at a time. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return all;
    all.push(...some);
  }
}

async function walked(entry, path) {
  const name = path ? `${path}/${entry.name}` : entry.name;
  if (entry.isFile) return [{ name, file: await fileOf(entry) }];
  const inner = [];
  for (const each of await entriesOf(entry)) inner.push(...(await walked(each, name)));
  return inner;
}

/** The files of a drop, [{name with its folders, file}]. The transfer is read before the first wait. */
export async function dropped(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
  const files = [];
  for (const { entry, file } of found) {
    if (entry) files.push(...(await walked(entry, "")));
    else if (file) files.push({ name: file.name, file });
  }
  return files;
}

/** The files of an input. */
export function chosen(input) {
  return [...input.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

function kilobytes(bytes) {
  return `${Math.max(1, Math.floor(bytes / 1000))} kB`;
}

/** Which files become jobs, and in words why the others do not.
 *
 * Args:
 *   room: how many more files the list takes.
 */
export function sorted(files, limits, room) {
  const python = files.filter(({ name }) => name.endsWith(".py"));
  const refusals = [];
  const others = files.length - python.length;
  if (others && python.length)
    refusals.push(
      others === 1 ? "1 file left out: not a .py file." : `${others} files left out: not .py files.`,
    );
  if (!python.length) refusals.push("No .py file among them.");
  const fitting = [];
  for (const each of python.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const { size } = each.file;
    const most = limits.program_bytes;
    if (size > most)
      refusals.push(`${each.name} is too large: ${kilobytes(size)}, at most ${kilobytes(most)} are read.`);
    else if (!size) refusals.push(`${each.name} is empty.`);
    else fitting.push(each);
  }
  const over = fitting.length - room;
  if (over > 0)
    refusals.push(`${over} ${over === 1 ? "file" : "files"} left out: the list takes ${limits.files}.`);
  return { taken: fitting.slice(0, Math.max(0, room)), refusals };
}

/** The list of files. `on.open(job)` shows one in the editor. */
export class FileList {
  constructor({ list, refusals, done, cancelAll, clear, streams, on }) {
    Object.assign(this, { list, refusals, done, cancelAll, clear, streams, on });
    this.limits = null;
    this.jobs = [];
    this.active = new Set();
    this.waitsUntil = 0;
    this.busyElsewhere = false; // the program of the editor holds one of the streams
    cancelAll.addEventListener("click", () => this.cancelEvery());
    clear.addEventListener("click", () => this.clearDone());
  }

  /** Whether the editor's program runs. It goes first: of two files that run, the newer one waits again. */
  async setBusyElsewhere(busy) {
    this.busyElsewhere = busy;
    this.pump();
    if (!busy || this.active.size < AT_ONCE) return;
    const newest = [...this.active].at(-1);
    this.active.delete(newest);
    try {
      await putBack(newest, this.streams);
    } catch (refusal) {
      this.say([refusal.message]);
    }
  }

  async add(files) {
    const pending = this.jobs.filter((job) => !isOver(job.state)).length;
    const { taken, refusals } = sorted(files, this.limits, this.limits.files - pending);
    this.say(refusals);
    for (const { name, file } of taken) {
      const job = new Job(await file.text(), name);
      job.listeners.add(() => this.changed(job));
      this.jobs.push(job);
      this.addRow(job);
    }
    this.pump();
  }

  say(refusals) {
    const close = element(
      "button",
      { class: "quiet", type: "button", onclick: () => this.say([]) },
      "Dismiss",
    );
    const sentences = refusals.map((text) => element("li", {}, text));
    this.refusals.replaceChildren(...(refusals.length ? [element("ul", {}, ...sentences), close] : []));
  }

  /** Sends the next files as long as there are streams for them. */
  pump() {
    const most = this.busyElsewhere ? AT_ONCE - 1 : AT_ONCE;
    if (Date.now() < this.waitsUntil) return;
    for (const job of this.jobs) {
      if (this.active.size >= most) break;
      if (job.state.phase === "new") this.send(job);
    }
    this.count();
  }

  async send(job) {
    this.active.add(job);
    try {
      await submit(job, this.streams);
    } catch (refusal) {
      this.refused(job, refusal);
    }
  }

  /** A full queue is tried again later; anything else is the file's end. */
  refused(job, refusal) {
    this.active.delete(job);
    if (job.wanted === "no") job.end("cancelled");
    else if (job.wanted === "later") job.putBack();
    else if (refusal.status !== FULL) job.end("failed", refusal.message);
    else {
      Object.assign(job.state, { phase: "new", stage: refusal.message });
      this.waitsUntil = Date.now() + RETRY_MILLISECONDS;
      setTimeout(() => this.pump(), RETRY_MILLISECONDS + 10);
      this.changed(job);
    }
  }

  /** Says how far the list is. */
  count() {
    const over = this.jobs.filter((job) => isOver(job.state)).length;
    this.done.textContent = this.jobs.length ? `${over} of ${this.jobs.length} done.` : "";
    this.cancelAll.hidden = over === this.jobs.length;
    this.clear.hidden = !over;
    this.list.hidden = !this.jobs.length;
  }

  changed(job) {
    this.draw(job);
    this.count();
    if (!isOver(job.state) || !this.active.delete(job)) return;
    this.pump();
  }

  async cancelOne(job) {
    try {
      if (job.state.phase === "new") job.end("cancelled");
      else await cancel(job, this.streams);
    } catch (refusal) {
      this.say([refusal.message]);
    }
  }

  cancelEvery() {
    for (const job of this.jobs) if (!isOver(job.state)) this.cancelOne(job);
  }

  /** Takes what has ended out of the list. */
  clearDone() {
    for (const job of this.jobs) if (isOver(job.state)) job.row.whole.remove();
    this.jobs = this.jobs.filter((job) => !isOver(job.state));
    this.count();
  }

  addRow(job) {
    const { name } = job.state;
    const button = (label, call) =>
      element(
        "button",
        { class: "quiet", type: "button", "aria-label": `${label} ${name}`, onclick: call },
        label,
      );
    const parts = {
      sign: element("span", { class: "sign", "aria-hidden": "true" }),
      text: element("span", { class: "file-text" }),
      bar: element("progress", { "aria-label": `Regions of ${name} answered`, hidden: true }),
      open: button("Open", () => this.on.open(job)),
      download: button("Download", () => download(job.state.module.file, job.state.module.source)),
      cancel: button("Cancel", () => this.cancelOne(job)),
    };
    const buttons = element("span", { class: "actions" }, parts.open, parts.download, parts.cancel);
    const said = element("span", { class: "file-said" }, parts.text, parts.bar);
    job.row = {
      ...parts,
      whole: element(
        "li",
        { class: "file" },
        parts.sign,
        element("span", { class: "file-name" }, name),
        said,
        buttons,
      ),
    };
    this.list.append(job.row.whole);
    this.draw(job);
  }

  draw(job) {
    const { row, state } = job;
    const over = isOver(state);
    const { tone, text } =
      state.phase === "new" ? { tone: "quiet", text: state.stage || "Waits in this list." } : standing(state);
    row.whole.dataset.tone = tone;
    row.sign.textContent = ROW_SIGNS[tone];
    if (row.text.textContent !== text) row.text.textContent = text;
    const { done, of } = progress(state);
    row.bar.hidden = over || !of;
    if (of) Object.assign(row.bar, { max: of, value: done });
    row.download.hidden = !state.module;
    row.cancel.hidden = over;
  }

  /** Marks the row whose job the page shows. */
  show(current) {
    for (const job of this.jobs) {
      if (job === current) job.row.whole.setAttribute("aria-current", "true");
      else job.row.whole.removeAttribute("aria-current");
    }
  }
}
