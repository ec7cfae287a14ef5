"""Depthwise convolutions by planes, and convolutions of few channels: answers of their families, rewritten.

Depthwise convolutions are by planes in the usual schedule. In the exemplars a program takes BLOCK outputs, of
whatever channel, and divides to find their places. Here its outputs are a block of rows and columns of one
plane: a weight is one scalar load, and no index of an element needs a division. There is one axis of
programs: the others end at 65,535.

Those of few channels in each group have the schedule `direct`: x and w are gathered as they are stored,
several taps at a time, so that little of a product is padding. Their tiles have at most 32 rows: both factors
then come from registers, where they are rounded to TF32 as PyTorch does.
"""

import re

from corpus.composition import Composition
from corpus.compositions.channels_last import HELPERS
from corpus.layout import filled_where, joined
from corpus.rescheduling import WRAPPED

STEMS = ("conv1d_depthwise", "conv1d_depthwise_prologue", "conv2d_depthwise", "conv2d_depthwise_prologue")

# By rank. What is exchanged in a kernel and in its host function; {stem} is the kernel's name.
PLANES = {
    1: (
        ("    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n", ""),
        ("    mask = offsets < n_elements\n", ""),
        (
            "    plane = (offsets // OL).to(tl.int32)  # of y\n    place = (offsets % OL).to(tl.int32)\n",
            "    blocks = tl.cdiv(OL, BLOCK)\n"
            "    plane = tl.program_id(0).to(tl.int64) // blocks  # of y\n"
            "    place = tl.program_id(0) % blocks * BLOCK + tl.arange(0, BLOCK)\n"
            "    mask = place < OL\n"
            "    offsets = plane * OL + place\n",
        ),
        (
            "    grid = (triton.cdiv(y.numel(), 512),)\n",
            "    block = min(1024, triton.next_power_of_2(OL))\n"
            "    grid = (N * O * triton.cdiv(OL, block),)\n",
        ),
        ("BLOCK=512", "BLOCK=block"),
    ),
    2: (
        ("    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n", ""),
        ("    mask = offsets < n_elements\n", ""),
        (
            "    plane = (offsets // (OH * OW)).to(tl.int32)  # of y\n"
            "    place = (offsets % (OH * OW)).to(tl.int32)\n",
            "    blocks_w = tl.cdiv(OW, BLOCK_W)\n"
            "    blocks = tl.cdiv(OH, BLOCK_H) * blocks_w\n"
            "    plane = tl.program_id(0).to(tl.int64) // blocks  # of y\n"
            "    block = tl.program_id(0) % blocks\n"
            "    rows = block // blocks_w * BLOCK_H + tl.arange(0, BLOCK_H)[:, None]\n"
            "    columns = block % blocks_w * BLOCK_W + tl.arange(0, BLOCK_W)[None, :]\n"
            "    mask = (rows < OH) & (columns < OW)\n"
            "    offsets = plane * (OH * OW) + rows * OW + columns\n",
        ),
        ("place // OW * STRIDE", "rows * STRIDE"),
        ("place % OW * STRIDE", "columns * STRIDE"),
        ("tl.zeros((BLOCK,)", "tl.zeros((BLOCK_H, BLOCK_W)"),
        ("BLOCK: tl.constexpr", "BLOCK_H: tl.constexpr, BLOCK_W: tl.constexpr"),
        (
            "    grid = (triton.cdiv(y.numel(), 512),)\n",
            "    block_w = min(64, triton.next_power_of_2(OW))\n"
            "    block_h = min(512 // block_w, triton.next_power_of_2(OH))\n"
            "    grid = (N * O * triton.cdiv(OH, block_h) * triton.cdiv(OW, block_w),)\n",
        ),
        ("BLOCK=512", "BLOCK_H=block_h, BLOCK_W=block_w"),
    ),
}
EVERYWHERE = (
    ("n_elements, ", ""),
    ("y.numel(), C", "C"),
    (".to(tl.int64) * (H * W)", " * (H * W)"),
    (".to(tl.int64) * L", " * L"),
)
# Names of blocks: a load whose address has none of them is a scalar one, which must not carry a block's mask.
OF_BLOCKS = set("offsets corner place places position row rows column columns left top inside".split())
MASKED = re.compile(r"tl\.load\(((?:[^,()]|\([^()]*\))+), mask=(?:mask|inside), other=\w+\.?\d*\)")

# The schedule `direct`.
ENDINGS = ("", "_any_joins", "_bias_act", "_binary", "_joins", "_reuse", "_to_two")
GATHERED = tuple(f"conv{rank}d{ending}" for rank in (1, 2, 3) for ending in ENDINGS)
NEAREST = HELPERS[: HELPERS.index("@triton.jit", 1)]
DOT = '        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)\n'
ROUNDED = """        if PRECISION == "tf32":
            w, x = nearest_tf32(w), nearest_tf32(x)
        y += tl.dot(w, x, input_precision=PRECISION)
"""
SWITCH = '    precision = "tf32" if torch.backends.cudnn.allow_tf32 else "ieee"\n'
EXACT = """    if groups == C:  # PyTorch computes depthwise convolutions exactly
        precision = "ieee"
"""
LOW_TILES = r"    block_o, block_c = min(32, max(16, \1)), \2\n"


def without_mask(load: re.Match) -> str:
    """A scalar load without the mask of a block."""
    return load[0] if OF_BLOCKS & set(re.findall(r"\w+", load[1])) else f"tl.load({load[1]})"


def by_planes(answer: str) -> str:
    """The answer of a depthwise convolution whose programs own blocks of one plane.

    Raises ValueError where it is written in another way.
    """
    text = joined(answer)
    for old, new in PLANES[2 if ", OH, OW" in text else 1]:
        if old not in text:
            raise ValueError(f"{old.strip()!r} is not in the answer")
        text = text.replace(old, new)
    for old, new in EVERYWHERE:
        text = text.replace(old, new)
    text = MASKED.sub(without_mask, text)
    return filled_where(text, WRAPPED)


def gathered(answer: str) -> str:
    """The answer of a convolution as its exemplar gathers it, in TF32, with tiles of 32 rows.

    Raises ValueError where it is written in another way.
    """
    text = joined(answer)
    if DOT not in text or "    block_o, block_c = min(64, " not in text:
        raise ValueError("not one product of gathered tiles")
    grouped = "\n    groups = " in text and "\n    groups = 1\n" not in text
    text = text.replace(DOT, ROUNDED)
    text = text.replace("BLOCK_O: tl.constexpr", "PRECISION: tl.constexpr, BLOCK_O: tl.constexpr")
    switch = SWITCH + EXACT * grouped
    text = text.replace("BLOCK_O=", "PRECISION=precision, BLOCK_O=")
    text = re.sub(r"    block_o, block_c = min\(64, (.*?)\), (min\(32, .*)\n", switch + LOW_TILES, text)
    return NEAREST + filled_where(text, WRAPPED)


COMPOSITIONS = {
    f"{stem}_direct": Composition(stem, schedule="direct", answers=gathered) for stem in GATHERED
}
ANSWERS = dict.fromkeys(STEMS, by_planes)
