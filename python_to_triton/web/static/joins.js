// What belongs together: lines of the program, regions, lines of their prompts and lines of their kernels.
//
// A mark is strong where a value joins two lines, soft where only the region does.

/** The marks of nothing. */
export function emptyMarks() {
  return { program: new Map(), regions: new Set(), prompt: new Map(), kernel: new Map() };
}

function mark(map, key, strength) {
  if (map.get(key) !== "strong") map.set(key, strength);
}

function namesOn(region, line) {
  return region.answer?.values?.[line - 1] ?? [];
}

function kernelLines(region) {
  return region.answer?.lines?.length ? region.answer.lines.length : region.text.length;
}

/** Marks the kernel's lines that hold one of these values; all of the region, softly, where none does. */
function markKernel(marks, region, names) {
  const lines = Array.from({ length: kernelLines(region) }, (_, at) => at + 1);
  const holding = lines.filter((line) => namesOn(region, line).some((name) => names.has(name)));
  for (const line of holding) mark(marks.kernel, `${region.region}:${line}`, "strong");
  if (!holding.length) for (const line of lines) mark(marks.kernel, `${region.region}:${line}`, "soft");
}

function markPrompt(marks, region, values) {
  for (const value of values) mark(marks.prompt, `${region.region}:${value.prompt_line}`, "strong");
}

function fromProgram(state, line) {
  const marks = emptyMarks();
  mark(marks.program, line, "strong");
  for (const region of state.regions.filter(Boolean)) {
    const values = region.values.filter((value) => value.line === line);
    if (!values.length && !region.lines.includes(line)) continue;
    marks.regions.add(region.region);
    markPrompt(marks, region, values);
    markKernel(marks, region, new Set(values.map((value) => value.name)));
  }
  return marks;
}

function fromRegion(state, number) {
  const marks = emptyMarks();
  const region = state.regions[number];
  marks.regions.add(number);
  for (const line of region.lines) mark(marks.program, line, "strong");
  markKernel(marks, region, new Set());
  return marks;
}

function fromKernel(state, number, line) {
  const marks = emptyMarks();
  const region = state.regions[number];
  const names = new Set(namesOn(region, line));
  const values = region.values.filter((value) => names.has(value.name));
  const lines = values.map((value) => value.line).filter((each) => each !== null);
  marks.regions.add(number);
  markPrompt(marks, region, values);
  mark(marks.kernel, `${number}:${line}`, "strong");
  for (const each of lines) mark(marks.program, each, "strong");
  if (!lines.length) for (const each of region.lines) mark(marks.program, each, "soft");
  return marks;
}

/** The marks of one place.
 *
 * Args:
 *   from: {kind: "program", line}, {kind: "region", region} or {kind: "kernel", region, line}.
 */
export function joined(state, from) {
  if (from.kind === "program") return fromProgram(state, from.line);
  if (!state.regions[from.region]) return emptyMarks();
  return from.kind === "region" ? fromRegion(state, from.region) : fromKernel(state, from.region, from.line);
}

/** "3, 4 and 7", "3 to 6". */
export function listed(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${first} to ${last}`;
  return sorted.length > 1 ? `${sorted.slice(0, -1).join(", ")} and ${last}` : `${first}`;
}

function said(word, numbers) {
  return numbers.length ? `${word}${numbers.length > 1 ? "s" : ""} ${listed(numbers)}` : "";
}

/** The marks in one sentence, for who does not see them. */
export function spoken(marks, from) {
  const strong = [...marks.kernel].filter(([, strength]) => strength === "strong");
  const lines = strong.map(([key]) => Number(key.split(":")[1]));
  const parts = [
    from.kind === "program" ? "" : said("program line", [...marks.program.keys()]),
    from.kind === "region"
      ? ""
      : said(
          "region",
          [...marks.regions].map((number) => number + 1),
        ),
    from.kind === "kernel" ? "" : said("kernel line", lines),
  ].filter(Boolean);
  const none = from.kind === "region" ? "None of its lines is known." : "Belongs to no region.";
  return parts.length ? `Belongs to ${parts.join("; ")}.` : none;
}
