// A Python line in Pygments' classes while it is typed. What the server has highlighted replaces it.

import { element } from "./dom.js";

const KEYWORDS = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const NEAR = 40; // characters before a word that tell what it is: long lines take no longer for each word
const WORD_CLASSES = { from: "kn", import: "kn", and: "ow", or: "ow", not: "ow", in: "ow", is: "ow" };
const PATTERNS = [
  /(?<comment>#.*)/,
  /(?<string>[rbfu]{0,2}(?:"""(?:.*?"""|.*)|'''(?:.*?'''|.*)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))/,
  /(?<number>\b(?:0x[\da-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?)\b|\.\d+(?:e[+-]?\d+)?)/,
  /(?<decorator>^\s*@[\w.]+)/,
  /(?<word>[a-z_]\w*)/,
];
const TOKEN = new RegExp(PATTERNS.map((pattern) => pattern.source).join("|"), "gi");

function classOf(groups, before) {
  if (groups.comment) return "c1";
  if (groups.string) return "s2";
  if (groups.number) return "mi";
  if (groups.decorator) return "nd";
  if (/\b(?:def|class)\s+$/.test(before)) return "nf";
  if (["None", "True", "False"].includes(groups.word)) return "kc";
  if (groups.word === "self") return "bp";
  return KEYWORDS.has(groups.word) ? (WORD_CLASSES[groups.word] ?? "k") : "";
}

/** The nodes of a line: text, and a span for each token that has a colour. */
export function highlighted(line) {
  const nodes = [];
  let at = 0;
  for (const token of line.matchAll(TOKEN)) {
    const names = classOf(token.groups, line.slice(Math.max(0, token.index - NEAR), token.index));
    if (!names) continue;
    nodes.push(line.slice(at, token.index), element("span", { class: names }, token[0]));
    at = token.index + token[0].length;
  }
  nodes.push(line.slice(at));
  return nodes;
}
