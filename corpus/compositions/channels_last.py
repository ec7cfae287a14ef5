"""Convolutions on tensor cores, of the text of one that gathers its windows: the schedule `wide`.

A first kernel lays x and w out with their channels last, so that a tap of a tile is whole rows of memory, and
rounds them to TF32, as PyTorch does. What remains of the loop is one tap and BLOCK_C channels a turn, without
arithmetic on addresses of whole tiles. Nothing is done with x before. Statements are exchanged one by one, as
they stand at rank 1, 2 and 3.
"""

import re

HELPERS = '''@triton.jit
def nearest_tf32(x):
    bits = (x.to(tl.int32, bitcast=True) + 4096) & -8192  # 13 bits of the mantissa are dropped, half of it up
    return tl.where(tl.abs(x) < float("inf"), bits.to(tl.float32, bitcast=True), x)


@triton.jit
def {stem}_last_kernel(x_ptr, y_ptr, C, P, PRECISION: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_P: tl.constexpr):
    blocks = tl.cdiv(P, BLOCK_P)
    n = tl.program_id(0).to(tl.int64) // blocks
    p = tl.program_id(0) % blocks * BLOCK_P + tl.arange(0, BLOCK_P)
    c = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    mask = (c[:, None] < C) & (p[None, :] < P)
    x = tl.load(x_ptr + n * (C * P) + (c[:, None] * P + p[None, :]), mask=mask, other=0.0).to(tl.float32)
    if PRECISION == "tf32":
        x = nearest_tf32(x)
    tl.store(y_ptr + n * (C * P) + (p[None, :] * C + c[:, None]), x, mask=mask)


'''

HOST = '''    precision = "tf32" if torch.backends.cudnn.allow_tf32 else "tf32x3"
    images, x = x, torch.empty((N, {sizes}, C), device=x.device, dtype=x.dtype)
    last_grid = (N * triton.cdiv({places}, 64), triton.cdiv(C, 32))
    {stem}_last_kernel[last_grid](images, x, C, {places}, PRECISION=precision, BLOCK_C=32, BLOCK_P=64)
    filters, w = w, torch.empty_like(w)
    last_grid = ({outer} * triton.cdiv({inner}, 64), triton.cdiv({group_channels}, 32))
    {stem}_last_kernel[last_grid](filters, w, {group_channels}, {inner}, PRECISION=precision, BLOCK_C=32, BLOCK_P=64)
'''

LAST = {1: "place", 2: "(row * W + column)", 3: "((depth * H + row) * W + column)"}
SIZES = {1: "L", 2: "H, W", 3: "D, H, W"}
# Of the kernel, in order; {..} are filled in by rank and groups.
KERNEL = (
    (r"(pixels|positions|voxels) = tl\.program_id\(0\)\.to\(tl\.int64\)", r"\1 = tl.program_id(0)"),
    (r"n = ((?:pixels|positions|voxels) // .*)", r"n = (\1).to(tl.int64)"),
    (r"\n    corner = x_ptr \+ n \* .*", r"\n    images = x_ptr + n * ({places} * C){group}"),
    (r"\n    k = tl\.arange\(0, BLOCK_K\)", ""),
    (r"\n    TAPS: tl\.constexpr = .*", ""),
    (r"\n    TURNS: tl\.constexpr = \((.*) \+ TAPS - 1\) // TAPS", r"\n    turns = tl.cdiv({channels_}, BLOCK_C)"),
    (r"tl\.cdiv\({channels_}, BLOCK_C\) \* TURNS", r"{taps} * turns"),
    (r"\n    turns = tl\.cdiv\((taps.*), TAPS\)", r"\n    turns = tl.cdiv({channels_}, BLOCK_C)"),
    (r"n_turns = tl\.cdiv\({channels_}, BLOCK_C\) \* turns", r"n_turns = {reached} * turns"),
    (r"turns, ((?:taps_h, )?taps_w) = tl\.maximum\(turns, 1\), ", r"\1 = "),
    (r"\n    turns = tl\.maximum\(turns, 1\).*", ""),
    (r"c = turn // (?:turns|TURNS) \* BLOCK_C \+ k % BLOCK_C", "c = turn % turns * BLOCK_C + tl.arange(0, BLOCK_C)"),
    (r"tap = turn % (?:turns|TURNS) \* TAPS \+ k // BLOCK_C", "tap = turn // turns"),
    (r"k_mask = \((c < [^)]*)\) & .*", r"k_mask = \1"),
    (r"(place|row|column|depth) = (\w+)\[None, :\] ([+-]) \(?([^()\[\]]*)\)?\[:, None\]", r"\1 = \2 \3 \4"),
    (r"n\[None, :\] < N\)\n(        x_ptrs)", r"n < N)\n\1"),
    (r"x_ptrs = corner.*", r"x_ptrs = (images + {last} * C)[None, :] + c[:, None]"),
    (r"\n        x_ptrs = tl\.max_contiguous.*", ""),
    (r"(x = tl\.load\(x_ptrs, mask=k_mask\[:, None\] & inside)(, other=0\.0\))\.to\(tl\.float32\)", r"\1[None, :]\2"),
    (r"w_ptrs = .*", r"w_ptrs = w_ptr + channels[:, None] * ({taps} * {channels}) + ({tap} * {channels} + c)[None, :]"),
    (r"(w = tl\.load\(w_ptrs.*)\.to\(tl\.float32\)", r"\1"),
    (r'input_precision="ieee", max_num_imprecise_acc=BLOCK_K', "input_precision=PRECISION"),
    (r"BLOCK_C: tl\.constexpr,\s+BLOCK_K: tl\.constexpr", "BLOCK_C: tl.constexpr, PRECISION: tl.constexpr"),
)  # fmt: skip
BLOCKS = (
    (
        r"block_o, block_c = min\(64, (.*)\), min\(32, (.*)\)\n",
        r"block_o = min(128, max(16, \1))\n    block_c = min(32, max(16, \2))\n",
    ),
    (
        r"    grid = \((.*?triton\.cdiv\(.+?), 128\), (triton\.cdiv\(.+?, block_o\))(, groups)?\)\n",
        r"    tiles = \1, 128) * \2\n"
        r"    block_p = 128 if tiles >= 132 else 64  # small ones where large ones leave multiprocessors idle\n"
        r"    grid = (\1, block_p), \2\3)\n",
    ),
    (r"BLOCK_P=128", "BLOCK_P=block_p"),
    (r"BLOCK_K=32,\s+num_warps=\d", "PRECISION=precision, num_warps=4, num_stages=3 if block_p > 64 else 4"),
)


def facts_of(kernel: str) -> dict[str, str]:
    """What the statements of a kernel are filled in with: its sizes, taps and channels by rank and groups."""
    rank = 1 if re.search(r"\bL\b", kernel) else 3 if re.search(r"\bD\b", kernel) else 2
    sizes = SIZES[rank]
    grouped = "GROUPS" in kernel
    kernel_size = re.search(r"(KERNEL|K): tl\.constexpr", kernel)
    reached = re.search(r"\n    turns = tl\.cdiv\((taps.*), TAPS\)", kernel)
    return {
        "rank": rank,
        "sizes": sizes,
        "places": sizes.replace(", ", " * "),
        "group": " + group * (C // GROUPS)" if grouped else "",
        "channels": "(C // GROUPS)" if grouped else "C",
        "channels_": r"C // GROUPS" if grouped else "C",
        "taps": kernel_size[1] if rank == 1 else {2: "KH * KW", 3: "KD * KH * KW"}[rank],
        "reached": reached[1] if reached else "",
        "last": LAST[rank],
        "tap": "w_taps" if "w_taps = " in kernel else "tap",
    }


def filled_in(text: str, facts: dict[str, str]) -> str:
    """`text` with {fact} replaced; braces of regular expressions have no word in them."""
    return re.sub(r"\{(\w+)\}", lambda found: str(facts[found[1]]), text)


def weights_of(facts: dict[str, str]) -> dict[str, str]:
    """How the first kernel sees the weights: `outer` times so many channels of `inner` elements each."""
    channels = "C // groups" if facts["group"] else "C"
    taps = facts["taps"].replace("KERNEL", "K")
    if facts["tap"] == "tap":
        return {"outer": "O", "inner": taps, "group_channels": channels}
    return {"outer": "groups" if facts["group"] else "1", "inner": f"O * {taps}", "group_channels": channels}


def channels_last(text: str) -> str:
    """The text of a convolution, lists on one line each, with x and w laid out channels last first, in TF32."""
    return with_taps_outside(re.sub(r"\n +x = (?:torch|tl)\.abs\(x\)(?=\n)", "", text))


def with_taps_outside(text: str, blocks: tuple = BLOCKS) -> str:
    """The same, with what is done to x in the loop before its product still there, and other `blocks`."""
    place = text.index("@triton.jit")
    before, kernel, host = text[:place], *re.split(r"\n\n\n(?=def \w+_triton)", text[place:])
    stem = re.search(r"def (\w+)_kernel", kernel)[1]
    facts = facts_of(kernel)
    facts |= weights_of(facts) | {"stem": stem}
    for old, new in KERNEL:
        kernel = re.sub(filled_in(old, facts), filled_in(new, facts), kernel)
    host = host.replace("    block_o, ", filled_in(HOST, facts) + "    block_o, ", 1)
    for old, new in blocks:
        host = re.sub(old, new, host)
    return before + HELPERS.replace("{stem}", stem) + kernel + "\n\n\n" + host
