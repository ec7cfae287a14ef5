// The page: the program on one side, its job on the other, and what is known of it below.

import { byId, copyText, download, element } from "./dom.js";
import { Editor } from "./editor.js";
import { explained } from "./explanations.js";
import { FileList, chosen, dropped } from "./files.js";
import { Graph } from "./graph.js";
import { SIGNS, blamed, capitalized, isOver, regionName, standing } from "./job.js";
import { emptyMarks, joined, spoken } from "./joins.js";
import { packed, unpacked } from "./link.js";
import { Kernels, plainListing } from "./listing.js";
import { candidateOf, guardsOf, timesOf, verdictOf } from "./results.js";
import { Job, Streams, about, cancel, submit } from "./server.js";

const FALLBACK_LIMITS = { program_bytes: 32_768, files: 20 }; // until the server has said its own
const NOTE = byId("kernel-note").textContent; // where no line is pointed at
const LOADING = 503;

const streams = new Streams();
let current = null; // the job that is shown
let offer = null; // what /api/about says
let own = null; // the job of the editor's own program
let draft = null; // that program while a file is shown
let pinned = null; // the place whose marks stay
let shown = null; // the place whose marks are shown

/** Keeps the program for a reload of this tab. */
function keepProgram() {
  try {
    sessionStorage.setItem("program", editor.text);
  } catch (refusal) {
    console.info("the program is not kept:", refusal.message);
  }
}

/** The program that was kept, null if none was. */
function keptProgram() {
  try {
    return sessionStorage.getItem("program");
  } catch (refusal) {
    console.info("no program is kept:", refusal.message);
    return null;
  }
}

// ---- the status line ----

function say(tone, text) {
  byId("status").dataset.tone = tone;
  const line = byId("status-text");
  if (line.textContent !== text) line.textContent = text;
}

function sayWhere() {
  const { tone, text } = standing(current.state);
  say(tone, text);
  const sign = isOver(current.state) ? SIGNS[tone] : "";
  document.title = [sign, "Python to Triton"].filter(Boolean).join(" "); // seen from another tab
}

function showElapsed() {
  const running = current?.sentAt && !isOver(current.state);
  byId("elapsed").textContent = running ? `${Math.floor((performance.now() - current.sentAt) / 1000)} s` : "";
}

// ---- joins ----

function showMarks(place) {
  shown = place;
  const known = current && current.state.regions.length;
  const marks = place && known ? joined(current.state, place) : emptyMarks();
  editor.mark(marks, pinned);
  graph.mark(marks, pinned);
  kernels.mark(marks, pinned);
  return marks;
}

/** Scrolls a listing to its marks, where the pointer is not and none of them is in view. */
function reveal(container, selector) {
  const marked = [...container.querySelectorAll(selector)];
  const { top, bottom } = container.getBoundingClientRect();
  const seen = marked.some((each) => {
    const box = each.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  });
  if (!marked.length || seen) return;
  container.scrollTop += marked[0].getBoundingClientRect().top - top - container.clientHeight / 3;
}

const joins = {
  enter(place, event) {
    if (pinned) return;
    const marks = showMarks(place);
    const meaning = place.kind === "kernel" ? explained(kernels.textOf(place)) : "";
    byId("kernel-note").textContent = meaning || NOTE;
    if (place.kind !== "kernel") reveal(byId("kernels"), ".is-strong, .is-soft");
    if (place.kind !== "program") reveal(byId("editor"), ".lines > .is-strong, .lines > .is-soft");
    if (event?.type !== "pointerover" && document.activeElement?.matches(".number, .box"))
      byId("joined").textContent = [spoken(marks, place), meaning].filter(Boolean).join(" ");
  },
  leave() {
    if (pinned) return;
    showMarks(null);
    byId("kernel-note").textContent = NOTE;
  },
  /** A press keeps the marks, for who has no pointer that hovers; a second one lets go. */
  press(place) {
    const same = pinned && JSON.stringify(pinned) === JSON.stringify(place);
    pinned = null;
    if (same) showMarks(place);
    else {
      joins.enter(place);
      pinned = place;
      showMarks(place);
    }
  },
};

function unpin() {
  if (!pinned) return;
  pinned = null;
  joins.leave();
}

// ---- the parts of the page ----

const editor = new Editor({ ...joins, change: programChanged, run: translate });
const graph = new Graph(byId("graph"), joins);
const kernels = new Kernels(byId("kernels"), byId("kernel-empty"), joins);
const files = new FileList({
  list: byId("file-list"),
  refusals: byId("refusals"),
  done: byId("files-done"),
  cancelAll: byId("cancel-all"),
  clear: byId("clear-done"),
  streams,
  on: { open: openFile },
});
files.limits = FALLBACK_LIMITS;

function programChanged() {
  keepProgram();
  const same = Boolean(current) && editor.text === current.state.program;
  editor.blame(same ? blamed(current.state) : []);
  byId("edited").hidden = !current || same || current.state.phase === "new";
  editor.setJoins(same && current.state.regions.length > 0);
  if (!same) unpin();
}

function sentence(text) {
  return `${capitalized(text).replace(/\.$/, "")}.`;
}

function showProgram() {
  if (current.state.lines.length) editor.know(current.state.lines);
}

function showGraph() {
  const { state } = current;
  byId("regions").hidden = !state.regions.length;
  if (!state.regions.length) return graph.clear();
  const reasons = state.entries.filter((entry) => entry.why).map((entry) => `${entry.name}: ${entry.why}`);
  const sentences = [state.assumed, ...reasons].filter(Boolean).map(sentence);
  const what = "The parts of the program that one group of kernels computes, as the model reads them.";
  byId("regions-note").textContent = [what, ...sentences].join(" ");
  graph.show(state, isOver(state));
  editor.setJoins(editor.text === state.program);
  showMarks(shown);
}

function showKernel(number, line = 0) {
  const region = current.state.regions[number];
  if (region) kernels.show(region, isOver(current.state), line);
}

function candidateGroup(region) {
  const title = element("h3", {}, regionName(region.region));
  return element("div", { class: "candidate-group", "data-region": region.region }, title);
}

function showCandidates(number) {
  const region = current.state.regions[number];
  if (!region?.candidates.length) return;
  byId("candidates").hidden = false;
  const list = byId("candidate-list");
  let group = list.querySelector(`[data-region="${number}"]`);
  if (!group) {
    group = candidateGroup(region);
    const after = [...list.children].find((each) => Number(each.dataset.region) > number);
    list.insertBefore(group, after ?? null);
  }
  for (const each of region.candidates) {
    const known = group.querySelector(`[data-number="${each.number}"]`);
    if (known?.candidate === each) continue;
    const made = candidateOf(each, known?.open ?? false);
    made.candidate = each;
    if (known) known.replaceWith(made);
    else group.append(made);
  }
}

function showModule() {
  const { module } = current.state;
  for (const id of ["tab-module", "copy", "download"]) byId(id).disabled = !module;
  byId("module").replaceChildren(...(module ? [plainListing(module.lines)] : []));
  byId("guards").replaceChildren(...guardsOf(module));
}

function showVerdict() {
  const { state } = current;
  byId("checks").hidden = !(state.verdict || state.module || state.times);
  byId("verdict").replaceChildren(...(state.verdict ? verdictOf(state) : []));
  byId("times").replaceChildren(...timesOf(state.times, offer?.gpu ?? false));
}

const SHOWN = {
  program: showProgram,
  graph: () => {
    showGraph();
    for (const region of current.state.regions) if (region) showKernel(region.region);
  },
  text: ({ region, line }) => {
    showKernel(region, line);
    if (current.state.regions[region].text.filter(Boolean).length === 1) showGraph();
  },
  candidate: ({ region }) => {
    showCandidates(region);
    showKernel(region);
    showGraph();
  },
  answer: ({ region }) => {
    showKernel(region);
    showGraph();
  },
  times: showVerdict,
  again: () => show(current),
  module: () => {
    showModule();
    showVerdict();
  },
  verdict: showVerdict,
};

function ownRuns() {
  return Boolean(own) && !isOver(own.state);
}

function showEnd() {
  const over = isOver(current.state);
  byId("cancel").disabled = over || current.state.phase === "new";
  files.setBusyElsewhere(ownRuns());
  if (!over) return;
  programChanged();
  for (const region of current.state.regions) if (region) showKernel(region.region);
  kernels.toTop();
  showGraph();
  showVerdict();
}

/** An event of the job that is shown. */
function jobChanged(job, kind, data) {
  SHOWN[kind]?.(data);
  sayWhere();
  if (isOver(job.state) || kind === "sending") showEnd();
  showElapsed();
}

function show(job) {
  current?.listeners.delete(jobChanged);
  current = job;
  pinned = null;
  shown = null;
  kernels.clear();
  byId("candidate-list").replaceChildren();
  byId("candidates").hidden = true;
  chooseTab("tab-kernels");
  editor.forget();
  showProgram();
  showGraph();
  showModule();
  showVerdict();
  for (const region of job.state.regions) {
    if (!region) continue;
    showKernel(region.region);
    showCandidates(region.region);
  }
  programChanged();
  files.show(job);
  job.listeners.add(jobChanged);
  sayWhere();
  showEnd();
}

// ---- what the user does ----

async function translate() {
  const program = editor.text;
  const size = new TextEncoder().encode(program).length;
  if (!program.trim()) return say("bad", "There is no program yet: write one, or take an example.");
  if (size > files.limits.program_bytes)
    return say("bad", `The program has ${size} bytes; at most ${files.limits.program_bytes} are read.`);
  if (ownRuns()) await leaveOwn();
  const job = new Job(program);
  job.listeners.add(() => files.setBusyElsewhere(ownRuns()));
  own = job;
  show(job);
  try {
    await submit(job, streams);
  } catch (refusal) {
    job.end(job.wanted === "yes" ? "failed" : "cancelled", refusal.message);
  }
}

async function cancelJob(job) {
  try {
    await cancel(job, streams);
  } catch (refusal) {
    say("bad", refusal.message);
  }
}

/** Cancels the editor's job without waiting for its last event. */
async function leaveOwn() {
  const job = own;
  const cancelling = cancelJob(job);
  streams.leave(job);
  if (job.id) job.end("cancelled");
  await cancelling;
}

function openFile(job) {
  draft ??= editor.text;
  setProgram(job.state.program);
  show(job);
  byId("back").hidden = false;
  byId("program-title").scrollIntoView({ block: "nearest" });
  editor.field.focus({ preventScroll: true });
}

function setProgram(program) {
  current?.listeners.delete(jobChanged);
  current = null;
  editor.text = program;
}

/** An empty page again, with this program. */
function fresh(program) {
  if (ownRuns()) leaveOwn();
  own = null;
  draft = null;
  byId("back").hidden = true;
  setProgram(program);
  show(new Job(program));
}

function backToDraft() {
  const program = draft;
  draft = null;
  byId("back").hidden = true;
  if (own?.state.program === program) {
    setProgram(program);
    show(own);
  } else fresh(program);
  editor.field.focus();
}

async function link() {
  const fragment = await packed(editor.text);
  history.replaceState(null, "", fragment);
  const copied = await copyText(location.href);
  say(
    "quiet",
    copied ? "Link copied: it holds the program." : "The address bar holds the link to this program.",
  );
}

async function openLink() {
  try {
    const program = await unpacked(location.hash);
    if (program === null) return;
    fresh(program);
    say("quiet", "This program came with the link. Translate runs it.");
  } catch (failure) {
    say("bad", `The link cannot be read: ${failure.message}.`);
  }
}

function chooseTab(id) {
  for (const tab of [byId("tab-kernels"), byId("tab-module")]) {
    const chosenNow = tab.id === id;
    tab.setAttribute("aria-selected", String(chosenNow));
    tab.setAttribute("tabindex", chosenNow ? "0" : "-1");
    byId(tab.getAttribute("aria-controls")).hidden = !chosenNow;
  }
}

// ---- theme, files, start ----

const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : dark.matches;
}

function showTheme() {
  byId("theme").setAttribute("aria-pressed", String(isDark()));
}

/** To the other theme; where that is the system's, the system is followed again. */
function changeTheme() {
  const theme = isDark() ? "light" : "dark";
  const isOwn = (theme === "dark") !== dark.matches;
  if (isOwn) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (isOwn) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch (refusal) {
    console.info("the theme is not remembered:", refusal.message);
  }
  showTheme();
}

async function take(found) {
  try {
    await files.add(await found);
  } catch (failure) {
    files.say([`The files cannot be read: ${failure.message}.`]);
  }
}

function listenForFiles() {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0; // of the elements that the files hang over
  const over = (change) => {
    depth = change === 0 ? 0 : Math.max(0, depth + change);
    byId("drop").hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => holdsFiles(event) && over(1));
  addEventListener("dragleave", (event) => holdsFiles(event) && over(-1));
  addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    over(0);
    take(dropped(event.dataTransfer));
  });
  for (const kind of ["files", "folder"]) {
    const input = byId(`${kind}-input`);
    byId(`choose-${kind}`).addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      take(chosen(input));
      input.value = "";
    });
  }
}

function showExamples(examples) {
  const select = byId("examples");
  const options = examples.map((each, at) => element("option", { value: at }, each.title));
  select.replaceChildren(element("option", { value: "" }, "Examples"), ...options);
  select.hidden = !examples.length;
  select.addEventListener("change", () => {
    const example = examples[Number(select.value)];
    if (select.value === "" || !example) return;
    select.value = "";
    fresh(example.program.trimEnd());
    say("quiet", `Example: ${example.title}.`);
  });
}

function showOffer() {
  const { model, device, version, gallery, limits, warning } = offer;
  files.limits = limits;
  byId("warning").textContent = warning;
  byId("warning").hidden = !warning;
  byId("gallery").hidden = !gallery;
  const millions = `${(model.parameters / 1e6).toFixed(1)} million parameters`;
  byId("about").textContent =
    `Model ${model.hash.slice(0, 12)}, ${millions}. Runs on ${device}. ` +
    `A job takes at most ${limits.seconds} seconds and ${limits.samples} candidates a region. ` +
    `Version ${version}.`;
  const most = Math.floor(limits.program_bytes / 1000);
  byId("files-note").append(` At most ${limits.files} files of ${most} kB.`);
  showExamples(offer.examples);
}

/** What the server offers; while it reads its model, it is asked again. */
async function offered() {
  for (;;) {
    try {
      return await about();
    } catch (refusal) {
      if (refusal.status !== LOADING) throw refusal;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }
}

async function start() {
  showTheme();
  listen();
  listenForFiles();
  const kept = keptProgram();
  const [{ type }] = performance.getEntriesByType("navigation");
  if (kept?.trim()) editor.text = kept;
  if (!kept || type !== "reload") await openLink(); // what was changed since is not undone by a reload
  try {
    offer = await offered();
  } catch (refusal) {
    return say("bad", refusal.message);
  }
  showOffer();
}

function listen() {
  if (navigator.platform.startsWith("Mac")) byId("control").textContent = "⌘";
  byId("translate").addEventListener("click", translate);
  byId("cancel").addEventListener("click", () => cancelJob(current));
  byId("back").addEventListener("click", backToDraft);
  byId("link").addEventListener("click", link);
  byId("theme").addEventListener("click", changeTheme);
  dark.addEventListener("change", showTheme);
  addEventListener("hashchange", openLink);
  addEventListener("keydown", (event) => event.key === "Escape" && unpin());
  setInterval(showElapsed, 500);
  const tabs = [byId("tab-kernels"), byId("tab-module")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => chooseTab(tab.id));
    tab.addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow")) return;
      const other = tabs.find((each) => each !== tab && !each.disabled);
      if (!other) return;
      chooseTab(other.id);
      other.focus();
    });
  }
  byId("copy").addEventListener("click", async () => {
    const copied = await copyText(current.state.module.source);
    say("quiet", copied ? "The file is copied." : "The browser does not let this page copy.");
  });
  byId("download").addEventListener("click", () => {
    const { file, source } = current.state.module;
    download(file, source);
  });
  new ResizeObserver(() => current && graph.turns() && showGraph()).observe(byId("graph"));
}

start();
