"""Tile sizes of the attention kernels, what to try for them, and how blocks that pass are read."""

import itertools

from torch import Tensor

from triton_ops.contract import Tile
from triton_ops.launch import capability_of
from triton_ops.machine import INTERPRETED, TensorDescriptor, triton

THREE_PROGRAMS = 168  # registers a thread with which three programs of 4 warps fit onto a multiprocessor
# {(kernel, padded head width, bytes an element): (rows that stay, rows that pass, warps, stages, options)}.
# Options: "descriptors" where the rows that pass are read by the hardware's own copies of blocks (TMA), not
# by pointers; and a cap on a thread's registers, so that one program more fits onto a multiprocessor.
ATTENTION_TILES = {
    ("forward", 64, 2): (64, 64, 4, 3),
    ("forward", 128, 2): (64, 64, 4, 3, "descriptors"),
    ("queries", 64, 2): (64, 64, 4, 2, "descriptors"),
    ("queries", 128, 2): (128, 64, 8, 3),
    ("keys", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS),
    ("keys", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("fused", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS),
    ("fused", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("forward", 64, 4): (64, 32, 4, 2),
    ("forward", 128, 4): (32, 32, 8, 1),
    ("queries", 64, 4): (32, 32, 8, 1),
    ("queries", 128, 4): (16, 32, 8, 1),
    ("keys", 64, 4): (32, 32, 8, 1),
    ("keys", 128, 4): (16, 32, 8, 1),
    ("fused", 64, 4): (32, 32, 8, 1),
    ("fused", 128, 4): (16, 16, 8, 1),
}
# up to here, queries and keys, much of the work is ends and diagonals: smaller tiles, backward in two kernels
ATTENTION_SHORT = 1024
ATTENTION_LONG = 4096  # beyond: backward in two kernels again, whose tiles need not suit both of its halves
ATTENTION_TILES_SHORT = ATTENTION_TILES | {
    ("forward", 128, 2): (64, 64, 4, 3),
    ("queries", 64, 2): (64, 32, 4, 4),
    ("keys", 64, 2): (64, 32, 4, 3),
    ("keys", 128, 2): (128, 64, 8, 3),
    ("fused", 64, 2): (64, 32, 4, 3),
    ("fused", 128, 2): (128, 64, 8, 3),
}
# not on Hopper: all factors pass through registers, and 99 KB of shared memory have to do
ATTENTION_TILES_ELSEWHERE = ATTENTION_TILES | {
    ("forward", 64, 2): (128, 32, 4, 3),
    ("forward", 128, 2): (128, 64, 8, 3),
    ("queries", 64, 2): (128, 64, 8, 2),
    ("queries", 128, 2): (128, 32, 8, 2),
    ("keys", 64, 2): (128, 32, 8, 2),
    ("keys", 128, 2): (64, 32, 8, 2),
    ("fused", 64, 2): (64, 32, 8, 2),
    ("fused", 128, 2): (64, 32, 8, 2),
}


def backward_is_one(length: int) -> bool:
    """Whether backward is faster as one launch than as two, where `length` is the longer side."""
    return ATTENTION_SHORT < length <= ATTENTION_LONG


def attention_tiles_to_try(shape: tuple, size: int) -> list[Tile]:
    """Tiles whose float32 sums leave a thread registers for the rest: at most 200 of its 255."""
    D = max(triton.next_power_of_2(shape[5]), 64)
    short = max(shape[1:3]) <= ATTENTION_SHORT
    kind = shape[6]
    table = "ATTENTION_TILES_SHORT" if short else "ATTENTION_TILES"
    # how many float32 blocks of (rows, D), and of (rows, columns), a program holds
    sums = {"forward": (1, 1), "queries": (1, 2), "keys": (2, 2), "fused": (2, 2)}
    tiles = []
    fused = "fused" in kind or "apart" not in kind and backward_is_one(max(shape[1:3]))
    backward = ("fused",) if fused else ("queries", "keys")
    for kernel in backward if "fused" in kind or "apart" in kind else ("forward", *backward):
        stages = (1, 2, 3)
        timed = "forward + backward"
        if kernel == "forward":
            stages = (2, 3, 4)
            timed = "forward"
        fit = [
            (stays, passes, warps, depth)
            for stays, passes, warps, depth in itertools.product((64, 128), (32, 64, 128), (4, 8), stages)
            if stays >= 16 * warps
            and stays * (sums[kernel][0] * D + sums[kernel][1] * passes) <= 200 * 32 * warps
        ]
        if size == 2:  # elsewhere than on Hopper these are read by pointers all the same
            fit += [(*tile, "descriptors") for tile in fit if tile[3] in (2, 3)]
            fit += [(*tile, THREE_PROGRAMS) for tile in fit if tile[2] == 4 and sums[kernel] == (2, 2)]
        tiles.append(Tile(table, tuple(fit), (kernel, D, size), timed, module=__name__))
    return tiles


def attention_tile(kernel: str, D: int, q: Tensor, length: int) -> tuple[int, int, bool, dict]:
    """(rows that stay, rows that pass, whether those are read by descriptors, launch options) of a kernel.

    kernel  forward, queries, keys or fused; `length` is the larger number of queries and keys
    """
    BLOCK_D = max(triton.next_power_of_2(D), 16)
    tiles = ATTENTION_TILES_SHORT if length <= ATTENTION_SHORT else ATTENTION_TILES
    tiles = tiles if capability_of(q.device) in (90, 100) else ATTENTION_TILES_ELSEWHERE
    stays, passes, warps, stages, *more = tiles[kernel, max(BLOCK_D, 64), q.dtype.itemsize]
    if INTERPRETED:  # small enough for tiny cases to have several of each
        stays = 32
        passes = 16
    options = {"BLOCK_D": BLOCK_D, "num_warps": warps, "num_stages": stages}
    for limit in more:
        if limit != "descriptors":
            options["maxnreg"] = limit
    return stays, passes, "descriptors" in more, options


def passing(described: bool, block: int, BLOCK_D: int, *tensors: Tensor) -> tuple[bool, tuple]:
    """(whether they are descriptors, the `tensors` (B, T, heads, D) as `load_at` takes them).

    They are descriptors, of `block` rows, where `described` asks for it and the hardware takes their strides.
    """
    odd = any(
        t.numel() == 0
        or t.data_ptr() % 16
        or any(stride * t.itemsize % 16 or not stride for stride in t.stride()[:-1])
        for t in tensors
    )
    if odd or not described:
        return False, tensors
    views = [t.transpose(1, 2) for t in tensors]
    return True, tuple(
        TensorDescriptor(view, list(view.shape), list(view.stride()), [1, 1, block, BLOCK_D])
        for view in views
    )
