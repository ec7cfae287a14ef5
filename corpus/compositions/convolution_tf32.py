"""The usual answers of convolutions, rewritten for tensor cores.

An exemplar multiplies in float32. PyTorch rounds the operands of its convolutions to TF32, unless
`cudnn.allow_tf32` is off, and so do these. Tiles are turned, y.T = x.T @ w.T: a Hopper GPU takes the first
factor from registers, so x stays as it is stored and is rounded in the loop; the second has to have its
neighbours along k side by side, so a first kernel stores w with its channels last, rounded. PyTorch computes
depthwise convolutions exactly: so does this where a convolution has as many groups as channels.
"""

import re

from corpus.compositions.channels_last import HELPERS, facts_of, with_taps_outside
from corpus.compositions.convolution_wide import IMAGES, RANKS
from corpus.layout import filled_where, joined
from corpus.rescheduling import with_axes_exchanged

ENDINGS = ("", "_any_joins", "_bias_act", "_binary", "_joins", "_reuse", "_self", "_to_two")
OTHERS = ("conv1d_self",)  # its loop is not over taps and channels; it stays exact
STEMS = sorted({rank + ending for rank in RANKS for ending in ENDINGS} - set(OTHERS)) + [*IMAGES]

EXACT = """    if groups == C:  # PyTorch computes depthwise convolutions exactly
        precision = "tf32x3"
"""
ROUNDED = """        if PRECISION == "tf32":
            x = nearest_tf32(x)
"""
LOOP = re.compile(r"    for turn in range\(.*?\n(?=\n|    \S)", re.DOTALL)
# 64 channels by 64 pixels: the fastest overall of the tiles that were raced, for one image and for batches.
BLOCKS = (
    (
        r"block_o, block_c = min\(64, (.*)\), min\(32, (.*)\)\n",
        r"block_o = min(64, max(16, \1))\n    block_c = min(32, max(16, \2))\n",
    ),
    (r"(    grid = \(.+), 128\), ", r"\1, 64), "),
    ("BLOCK_P=128", "BLOCK_P=64"),
    (r"BLOCK_K=32,\s+num_warps=\d", "PRECISION=precision, num_warps=4"),
)
NEAREST = HELPERS[: HELPERS.index("@triton.jit", 1)]
POINTWISE = (
    ("tl.zeros((BLOCK_O, BLOCK_P)", "tl.zeros((BLOCK_P, BLOCK_O)"),
    ("BLOCK_O: tl.constexpr", "PRECISION: tl.constexpr, BLOCK_O: tl.constexpr"),
    (
        "    grid = (N * triton.cdiv(H * W, 64), triton.cdiv(O, 64))",
        '    precision = "tf32" if torch.backends.cudnn.allow_tf32 else "tf32x3"\n'
        "    grid = (N * triton.cdiv(H * W, 128), triton.cdiv(O, 128))",
    ),
    ("BLOCK_O=64, BLOCK_P=64", "PRECISION=precision, BLOCK_O=128, BLOCK_P=128"),
    ("num_warps=4", "num_warps=8"),
)
POINTWISE_LOOP = re.compile(r"    for start in range\(.*?\n(?=    \S)", re.DOTALL)
WRAPPED = re.compile(r"def \w*kernel\(| +\w*kernel\[\w+\]\(")


def turned_loop(loop: str, plane: str) -> str:
    """The loop of a convolution of x channels last, of x as it is stored and with turned tiles.

    plane: the expression for x's stride from channel to channel.
    """
    loop = re.sub(
        r"x_ptrs = \(images \+ (.+) \* C\)\[None, :\] \+ c\[:, None\]",
        rf"x_ptrs = (images + \1)[None, :] + (c * {plane})[:, None]",
        loop,
    )
    loop = re.sub(r"( [xw] = tl\.load\([xw]_ptrs, mask=.*, other=0\.0\))", r"\1.to(tl.float32)", loop)
    return re.sub(r"( +y \+= tl\.dot\()w, x,", ROUNDED + r"\1x, w,", with_axes_exchanged(loop))


def on_tensor_cores(answer: str) -> str:
    """The answer of a convolution with turned tiles, in TF32 where PyTorch rounds its operands to that.

    Raises ValueError where it is written in another way.
    """
    text = joined(answer)
    places = facts_of(text)["places"]
    plane = f"({places})" if " " in places else places
    text = with_taps_outside(text, BLOCKS)
    loop = LOOP.search(text)
    parts = ("tl.dot(w, x, input_precision=PRECISION)", "x_ptrs = (images")
    if not loop or not all(part in loop[0] for part in parts):
        raise ValueError("not a loop over taps and channels that adds up one product")
    text = text.replace(loop[0], turned_loop(loop[0], plane) + "    y = tl.trans(y)\n")
    text = text.replace("y = tl.zeros((BLOCK_O, BLOCK_P)", "y = tl.zeros((BLOCK_P, BLOCK_O)")
    text = text.replace(" + group * (C // GROUPS)\n", f" + group * (C // GROUPS) * {plane}\n")
    text = re.sub(r"    images, x = .*\n    last_grid = .*\n    \w+_last_kernel\[.*\n", "", text)
    grouped = "\n    groups = " in text and "\n    groups = 1\n" not in text
    if grouped and not re.search(r"\n    _, O, .* = w\.shape", text):
        text = text.replace("    filters, w = ", EXACT + "    filters, w = ")
    return filled_where(text, WRAPPED)


def pointwise_on_tensor_cores(answer: str) -> str:
    """The answer of a convolution with a 1 x 1 kernel with turned tiles; its weights lie as they are needed.

    Raises ValueError where it is written in another way.
    """
    text = joined(answer)
    found = POINTWISE_LOOP.search(text)
    loop = found[0] if found else ""
    dot = '        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_C)\n'
    if dot not in loop:
        raise ValueError("not one product of tiles")
    rounded = """        if PRECISION == "tf32":
            w, x = nearest_tf32(w), nearest_tf32(x)
        y += tl.dot(x, w, input_precision=PRECISION)
    y = tl.trans(y)
"""
    text = text.replace(loop, with_axes_exchanged(loop).replace(dot, rounded))
    for old, new in POINTWISE:
        if old not in text:
            raise ValueError(f"{old.strip()!r} is not in the answer")
        text = text.replace(old, new)
    return NEAREST + filled_where(text, WRAPPED)


ANSWERS = dict.fromkeys(STEMS, on_tensor_cores) | {"conv2d_pointwise": pointwise_on_tensor_cores}
