// What the words of a Triton kernel mean, a sentence each, for who reads one for the first time.

const MOST = 2; // sentences about a line

const EXPLANATIONS = [
  [
    /@triton\.jit/,
    "@triton.jit: the function is compiled for the GPU; each launch runs many programs of it.",
  ],
  [/^\s+\w+\[.*\]\(/, "The launch: as many programs as the grid says, each on its own part of the data."],
  [/tl\.program_id/, "tl.program_id: which of the programs this one is, along an axis of the grid."],
  [/tl\.num_programs/, "tl.num_programs: how many programs run along an axis of the grid."],
  [
    /tl\.load/,
    "tl.load: reads a block from memory; where the mask is false nothing is read, and `other` is taken.",
  ],
  [/tl\.store/, "tl.store: writes a block to memory, where the mask is true."],
  [/tl\.atomic_add/, "tl.atomic_add: adds to memory, safely where several programs add to one place."],
  [/tl\.dot/, "tl.dot: the matrix product of two blocks, on tensor cores where the GPU has them."],
  [
    /tl\.(?:sum|max|min|argmax|argmin|xor_sum|reduce)\(/,
    "A reduction: one value of all along an axis of the block.",
  ],
  [
    /tl\.(?:cumsum|cumprod|associative_scan)/,
    "A scan: each element is combined with all before it in the block.",
  ],
  [/tl\.where/, "tl.where: element by element, one value where the condition holds and the other elsewhere."],
  [/tl\.arange/, "tl.arange: a block of consecutive integers; its length is a power of two."],
  [/tl\.(?:zeros|full)/, "tl.zeros, tl.full: a block in which every element has the same value."],
  [/tl\.constexpr/, "tl.constexpr: a value that is fixed when the kernel is compiled."],
  [
    /tl\.(?:exp2?|log2?|sqrt|rsqrt|sin|cos|erf|abs|sigmoid|maximum|minimum|fma|floor|ceil)\(/,
    "Computed element by element, for the whole block at once.",
  ],
  [
    /\[:, None\]|\[None, :\]/,
    "[:, None] and [None, :] make a column and a row, which together span a block of two dimensions.",
  ],
  [/\.to\(tl\.int64\)/, "In 64 bits, so that offsets into large tensors do not overflow."],
  [/\.to\(tl\.float32\)/, "Computed in float32, whatever the tensors hold."],
  [/\bmask\w* = /, "A mask: which places of the block exist, as the last block may reach past the end."],
  [/triton\.cdiv/, "triton.cdiv: division rounded up, which is how many blocks cover all elements."],
  [/triton\.next_power_of_2/, "triton.next_power_of_2: blocks have powers of two as lengths."],
  [/\.stride\(/, "stride: how many elements apart neighbours along an axis lie in memory."],
  [/\.contiguous\(/, "contiguous: a copy, unless the elements already lie one after the other."],
  [/torch\.empty/, "Room for the result; the kernel fills it."],
];

/** What a kernel's line says, in at most two sentences; "" where nothing is known of it. */
export function explained(line) {
  const code = line.replace(/#.*/, "");
  const sentences = EXPLANATIONS.filter(([pattern]) => pattern.test(code)).map(([, sentence]) => sentence);
  return sentences.slice(0, MOST).join(" ");
}
