// Requests and event streams. A refusal is an error whose message the server wrote for people.

import { KINDS, fold, isOver, newState } from "./job.js";

const MOST_STREAMS = 2; // a browser gives a server six connections, over all of its pages
const NAME_CHARACTERS = 100; // of a job, at most
const GONE = 404;
const FORGOTTEN = "The server does not tell of this job any more. Translate the program again.";

/** An answer of the server that is no success. */
class Refusal extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (failure) {
    throw new Refusal(0, `The server does not answer (${failure.message}).`);
  }
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  const said = await answer.text();
  let text = `The server answered ${answer.status}.`;
  try {
    text = JSON.parse(said).error ?? text;
  } catch (failure) {
    console.info("the refusal is not JSON:", failure.message);
  }
  throw new Refusal(answer.status, text);
}

/** What the server offers: its model, device, limits and examples. */
export const about = () => request("/api/about");

/** A program on its way through the server. Its listeners hear of each event: (job, kind, data). */
export class Job {
  constructor(program, name = "") {
    this.state = newState(program, name);
    this.id = null;
    this.seen = 0; // the number of the last event
    this.sentAt = 0; // of this page's clock
    this.wanted = "yes"; // no: cancelled; later: put back
    this.listeners = new Set();
  }

  tell(kind, data) {
    for (const listener of this.listeners) listener(this, kind, data);
  }

  /** Takes an event of the stream; what was seen before the connection was lost is left out. */
  take(kind, event) {
    const number = Number(event.lastEventId);
    if (number && number <= this.seen) return;
    this.seen = number || this.seen;
    const data = JSON.parse(event.data);
    fold(this.state, kind, data);
    this.tell(kind, data);
  }

  /** Ends the job from this side. */
  end(phase, problem = "") {
    Object.assign(this.state, { phase, problem, lost: false });
    this.tell(phase === "cancelled" ? "cancelled" : "error", { text: problem });
  }

  /** As before it was sent: the editor's program goes first, and this one is sent again later. */
  putBack() {
    const { program, name } = this.state;
    Object.assign(this, { id: null, seen: 0, wanted: "yes", state: newState(program, name) });
    this.tell("again", {});
  }

  setLost(lost) {
    if (this.state.lost === lost) return;
    this.state.lost = lost;
    this.tell("connection", {});
  }
}

/** The open event streams, never more than two; further jobs wait for one. */
export class Streams {
  constructor() {
    this.open = new Map();
    this.waiting = [];
  }

  follow(job) {
    if (this.open.size < MOST_STREAMS) this.connect(job);
    else this.waiting.push(job);
  }

  connect(job) {
    const source = new EventSource(`/api/jobs/${encodeURIComponent(job.id)}/events`);
    this.open.set(job, source);
    source.onopen = () => job.setLost(false);
    for (const kind of KINDS) source.addEventListener(kind, (event) => this.arrived(job, kind, event));
  }

  /** An event of the job, or of the connection, whose failures are called `error` too, but have no data. */
  arrived(job, kind, event) {
    const source = this.open.get(job);
    if (!source || event.target !== source) return;
    if (event.data !== undefined) job.take(kind, event);
    else if (source.readyState === EventSource.CLOSED) job.end("failed", FORGOTTEN);
    else job.setLost(true);
    if (isOver(job.state)) this.leave(job);
  }

  leave(job) {
    this.open.get(job)?.close();
    this.open.delete(job);
    this.waiting = this.waiting.filter((each) => each !== job);
    while (this.open.size < MOST_STREAMS && this.waiting.length) this.connect(this.waiting.shift());
  }
}

function drop(id) {
  return request(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** Sends the job's program and follows it. A refusal of the server is thrown. */
export async function submit(job, streams) {
  job.state.phase = "sending";
  job.sentAt = performance.now();
  job.tell("sending", {});
  const { program, name } = job.state;
  const body = JSON.stringify(name ? { program, name: name.slice(-NAME_CHARACTERS) } : { program });
  const headers = { "Content-Type": "application/json" };
  const { id } = await request("/api/jobs", { method: "POST", headers, body });
  if (job.wanted !== "yes") await drop(id);
  if (job.wanted === "later") return job.putBack();
  job.id = id;
  streams.follow(job);
}

/** Cancels a job, whether it is on its way, queued or running; its stream tells when it has ended. */
export async function cancel(job, streams) {
  job.wanted = "no";
  if (!job.id) return; // `submit` cancels it as soon as it has a name
  try {
    await drop(job.id);
  } catch (refusal) {
    if (refusal.status !== GONE) throw refusal;
  }
  if (streams.open.has(job) || isOver(job.state)) return;
  streams.leave(job);
  job.end("cancelled");
}

/** Takes a job back from the server, to be sent again. */
export async function putBack(job, streams) {
  const { id } = job;
  job.wanted = "later";
  if (!id) return; // `submit` does it
  streams.leave(job);
  job.putBack();
  await drop(id);
}
