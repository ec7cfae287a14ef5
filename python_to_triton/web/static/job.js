// What is known of a job: its events, folded into one state. Nothing here touches the page.

const FINAL = new Set(["done", "error", "cancelled"]);
const PHASES = {
  queued: "queued",
  done: "done",
  error: "failed",
  cancelled: "cancelled",
};

/** The state before the first event. */
export function newState(program, name = "") {
  return {
    program,
    name,
    phase: "new", // sending, queued, running, done, failed, cancelled
    ahead: null,
    stage: "",
    lost: false, // the connection is down, and the browser tries again
    lines: [],
    assumed: "",
    entries: [],
    regions: [],
    times: null,
    module: null,
    verdict: null,
    problem: "",
    seconds: null,
  };
}

function regionOf(state, number) {
  const made = { region: number, entry: "", prompt: [], lines: [], inputs: [], values: [] };
  state.regions[number] ??= { ...made, text: [], candidates: [], answer: null };
  return state.regions[number];
}

const FOLDS = {
  queued: (state, data) => (state.ahead = data.ahead),
  started: (state) => (state.stage = "starting"),
  stage: (state, data) => (state.stage = data.text),
  program: (state, data) => (state.lines = data.lines),
  graph: (state, data) => {
    state.assumed = data.assumed;
    state.entries = data.entries;
    for (const each of data.regions) Object.assign(regionOf(state, each.region), each);
  },
  text: (state, data) => {
    const { text } = regionOf(state, data.region);
    text.length = Math.min(text.length, data.line - 1); // written in order: what stood below is old
    text[data.line - 1] = data.html;
  },
  candidate: (state, data) => {
    const { candidates } = regionOf(state, data.region);
    const at = candidates.findIndex((each) => each.number === data.number);
    if (at < 0) candidates.push(data);
    else candidates[at] = data;
  },
  answer: (state, data) => (regionOf(state, data.region).answer = data),
  times: (state, data) => (state.times = data),
  module: (state, data) => (state.module = data),
  verdict: (state, data) => (state.verdict = data),
  done: (state, data) => (state.seconds = data.seconds),
  error: (state, data) => (state.problem = data.text),
  cancelled: () => {},
};

/** The kinds of the contract's events. */
export const KINDS = Object.keys(FOLDS);

/** Folds one event into the state. */
export function fold(state, kind, data) {
  FOLDS[kind](state, data);
  state.phase = PHASES[kind] ?? "running";
  if (FINAL.has(kind)) state.lost = false;
}

/** Whether nothing more will come. */
export function isOver(state) {
  return ["done", "failed", "cancelled"].includes(state.phase);
}

/** How the page calls a region: people count from one, as the server's sentences do. */
export function regionName(number) {
  return `Region ${number + 1}`;
}

/** The program's lines that a mistake names: "... (line 3: y = q)". */
export function blamed(state) {
  if (state.phase !== "failed") return [];
  return [...state.problem.matchAll(/\bline (\d+)\b/gi)].map((found) => Number(found[1]));
}

/** How many regions have their answer, and of how many. */
export function progress(state) {
  const regions = state.regions.filter(Boolean);
  return { done: regions.filter((each) => each.answer).length, of: regions.length };
}

const TONES = { verified: "good", "a view": "good", "partly translated": "part", failed: "bad" };

/** What goes before a text of this tone. */
export const SIGNS = { good: "✓", part: "◐", bad: "✕" };

/** The tone of a verdict. */
export function toneOf(verdict) {
  return TONES[verdict.status] ?? "part";
}

/** A sentence's first letter as a capital. */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The status of a verdict with a capital, and its text without that status, with which it may begin. */
export function verdictText({ status, text }) {
  const said = status === "failed" ? "not verified" : status;
  const repeats = text.toLowerCase().startsWith(said);
  const rest = repeats ? text.slice(said.length).replace(/^[\s,:;.]+/, "") : text;
  return { title: capitalized(said), rest };
}

/** Where a job stands, in words: {tone: quiet | busy | good | part | bad, text}. */
export function standing(state) {
  if (state.lost) return { tone: "part", text: "Connection lost. Trying again." };
  const waits = [
    "Next in the queue.",
    "One job is before this one.",
    `${state.ahead} jobs are before this one.`,
  ];
  if (state.phase === "sending") return { tone: "busy", text: "Sending the program." };
  if (state.phase === "queued") return { tone: "busy", text: waits[Math.min(state.ahead, 2)] };
  if (state.phase === "running") return { tone: "busy", text: `${capitalized(state.stage)}.` };
  if (state.phase === "cancelled") return { tone: "quiet", text: "Cancelled." };
  if (state.phase === "failed") return { tone: "bad", text: capitalized(state.problem || "failed") };
  if (state.phase !== "done") return { tone: "quiet", text: "" };
  if (!state.verdict) return { tone: "bad", text: "The server ended the job without a verdict." };
  const { title, rest } = verdictText(state.verdict);
  return { tone: toneOf(state.verdict), text: rest ? `${title}: ${rest}` : `${title}.` };
}
