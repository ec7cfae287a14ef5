"""Answers that order programs, or the lanes of one, as they have to; and others that do not."""

import torch
import torch.nn.functional as F
from wrong_answer import drawn, filled

# One program a block of 32; `c` holds counters, flags and locks, `s` is scratch memory
BLOCKS = """
@triton.jit
def kernel(x_ptr, y_ptr, s_ptr, c_ptr, n, BLOCK: tl.constexpr, PROGRAMS: tl.constexpr):
    block = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    offsets = block * BLOCK + lanes
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    BODY


def translated(x):
    blocks = triton.cdiv(x.numel(), 32)
    y = torch.zeros(OUTPUT, dtype=x.dtype, device=x.device)
    s = torch.empty(blocks * 32, dtype=x.dtype, device=x.device)
    c = torch.zeros(blocks + 2, dtype=torch.int32, device=x.device)
    kernel[(blocks,)](x, y, s, c, x.numel(), BLOCK=32, PROGRAMS=triton.next_power_of_2(blocks))
    return y
"""

# One program a row
ROWS = """
@triton.jit
def kernel(x_ptr, y_ptr, s_ptr, c_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0) * n
    o = tl.arange(0, BLOCK)
    mask = o < n
    x = tl.load(x_ptr + row + o, mask=mask, other=0.0)
    BODY


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    s = torch.empty_like(x)
    c = torch.zeros(x.shape, dtype=torch.int32, device=x.device)
    kernel[(x.shape[0],)](x, y, s, c, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""

LENGTHS = drawn([(70,)], [(130,)])
MATRICES = drawn([(3, 33)], [(5, 100)])


def blocks(body: str, output: str = "x.shape") -> str:
    """BLOCKS around a body."""
    return filled(BLOCKS, BODY=body, OUTPUT=output)


def rows(body: str) -> str:
    """ROWS around a body."""
    return filled(ROWS, BODY=body)


def block_sums(x: torch.Tensor) -> torch.Tensor:
    """The sums of the blocks of 32 of a vector."""
    return F.pad(x, (0, -x.numel() % 32)).view(-1, 32).sum(1)


PARTS = """
tl.store(s_ptr + block, tl.sum(x, axis=0))
if tl.atomic_add(c_ptr, 1ORDER) == tl.num_programs(0) - 1:
    programs = tl.arange(0, PROGRAMS)
    parts = tl.load(s_ptr + programs, mask=programs < tl.num_programs(0), other=0.0)
    tl.store(y_ptr, tl.sum(parts, axis=0))
"""

LOCKED = """
while tl.atomic_cas(c_ptr, 0, 1TAKE) == 1:
    tl.debug_barrier()
tl.store(s_ptr + lanes, tl.load(s_ptr + lanes, mask=tl.load(c_ptr + 1) > 0, other=0.0) + x)
tl.store(c_ptr + 1, 1)
tl.debug_barrier()
tl.atomic_xchg(c_ptr, 0GIVE)
if tl.atomic_add(c_ptr + 2, 1) == tl.num_programs(0) - 1:
    tl.store(y_ptr + lanes, tl.load(s_ptr + lanes))
"""

# A lock that is given in the order in which programs ask for it
FAIR = """
turn = tl.atomic_add(c_ptr, 1)
while tl.atomic_add(c_ptr + 1, 0) != TURN:
    tl.debug_barrier()
tl.store(y_ptr, tl.load(y_ptr) + tl.sum(x, axis=0))
tl.atomic_add(c_ptr + 1, 1)
"""

# A scan in one pass: who comes first takes the first block, and announces its sum to the next
LOOKBACK = """
block = TICKET
offsets = block * BLOCK + lanes
x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
before = 0.0
if block > 0:
    while tl.atomic_add(c_ptr + block, 0) == 0:
        tl.debug_barrier()
    before += tl.load(s_ptr + block - 1)
tl.store(s_ptr + block, before + tl.sum(x, axis=0))
tl.atomic_xchg(c_ptr + block + 1, 1)
tl.store(y_ptr + offsets, before + tl.cumsum(x, axis=0), mask=offsets < n)
"""

DYNAMIC = """
block = tl.atomic_add(c_ptr, 1)
places = block * BLOCK + lanes
x = tl.load(x_ptr + places, mask=places < n, other=0.0)
tl.store(y_ptr + TARGET, tl.maximum(x, 0.0), mask=TARGET < n)
"""

DOUBLING = """
tl.store(y_ptr + row + o, x, mask=mask)
step = 1
while step < n:
    BARRIER
    mine = tl.load(y_ptr + row + o, mask=mask)
    left = tl.load(y_ptr + row + o - step, mask=mask & (o >= step), other=0.0)
    SECOND
    tl.store(y_ptr + row + o, mine + left, mask=mask)
    step *= 2
"""

# name: (reference, cases, right answer, wrong answer)
ORDER = {
    "the last program adds the parts": (
        torch.sum,
        LENGTHS,
        blocks(PARTS.replace("ORDER", ""), "()"),
        blocks(PARTS.replace("ORDER", ', sem="relaxed"'), "()"),
    ),
    "the last program, by a release alone": (
        torch.sum,
        LENGTHS,
        blocks(PARTS.replace("ORDER", ', sem="acq_rel", scope="gpu"'), "()"),
        blocks(PARTS.replace("ORDER", ', sem="release"'), "()"),
    ),
    "the last program, by an acquire alone": (
        torch.sum,
        LENGTHS,
        blocks(PARTS.replace("ORDER", ', scope="sys"'), "()"),
        blocks(PARTS.replace("ORDER", ', sem="acquire"'), "()"),
    ),
    "the last program, by a counter of each multiprocessor": (
        torch.sum,
        LENGTHS,
        blocks(PARTS.replace("ORDER", ', scope="gpu"'), "()"),
        blocks(PARTS.replace("ORDER", ', scope="cta"'), "()"),
    ),
    "sums of lanes behind a lock": (
        lambda x: F.pad(x, (0, -x.numel() % 32)).view(-1, 32).sum(0),
        LENGTHS,
        blocks(LOCKED.replace("TAKE", ', sem="acquire"').replace("GIVE", ', sem="release"'), "32"),
        blocks(LOCKED.replace("TAKE", ', sem="relaxed"').replace("GIVE", ', sem="relaxed"'), "32"),
    ),
    "a lock in the order of asking": (
        torch.sum,
        LENGTHS,
        blocks(FAIR.replace("TURN", "turn"), "()"),
        blocks(FAIR.replace("TURN", "block"), "()"),
    ),
    "a scan in one pass": (
        lambda x: x.cumsum(0),
        LENGTHS,
        blocks(LOOKBACK.replace("TICKET", "tl.atomic_add(c_ptr, 1)")),
        blocks(LOOKBACK.replace("TICKET", "tl.program_id(0)")),
    ),
    "work that is handed out": (
        F.relu,
        LENGTHS,
        blocks(DYNAMIC.replace("TARGET", "places")),
        blocks(DYNAMIC.replace("TARGET", "offsets")),
    ),
    "atomics added to zeros": (
        torch.sum,
        LENGTHS,
        blocks("tl.atomic_add(y_ptr, tl.sum(x, axis=0))", "()"),
        blocks("t = tl.sum(x, axis=0)\ntl.store(y_ptr, tl.atomic_add(y_ptr, t) + t)", "()"),
    ),
    "the largest of all": (
        lambda x: x.abs().max(),
        LENGTHS,
        blocks("tl.atomic_max(y_ptr, tl.max(tl.abs(x), axis=0))", "()"),
        blocks(
            "t = tl.max(tl.abs(x), axis=0)\nif t > tl.atomic_max(y_ptr, 0.0):\n    tl.store(y_ptr, t)", "()"
        ),
    ),
    "sums by lanes": (
        lambda x: F.pad(x, (0, -x.numel() % 32)).view(-1, 32).sum(0),
        LENGTHS,
        blocks("tl.atomic_add(y_ptr + lanes, x)", "32"),
        blocks('tl.atomic_add(y_ptr + lanes, x, scope="cta")', "32"),
    ),
    "a sum of each block": (
        block_sums,
        LENGTHS,
        blocks("tl.store(y_ptr + block, tl.sum(x, axis=0))", "blocks"),
        blocks("place = tl.atomic_add(c_ptr, 1)\ntl.store(y_ptr + place, tl.sum(x, axis=0))", "blocks"),
    ),
    "how many are positive": (
        lambda x: (x > 0).sum(-1, keepdim=True).float() * torch.ones_like(x),
        MATRICES,
        rows(
            "tl.atomic_add(c_ptr + row + o * 0, 1, mask=mask & (x > 0))\ntl.debug_barrier()\n"
            "tl.store(y_ptr + row + o, tl.load(c_ptr + row) + 0.0 * o, mask=mask)"
        ),
        rows(
            "tl.atomic_add(c_ptr + row + o * 0, 1, mask=mask & (x > 0))\n"
            "tl.store(y_ptr + row + o, tl.load(c_ptr + row) + 0.0 * o, mask=mask)"
        ),
    ),
    "places among the lanes": (
        lambda x: F.relu(x),
        MATRICES,
        rows(
            "tl.store(y_ptr + row + o, tl.maximum(x, 0.0), mask=mask)\n"
            "tl.atomic_add(c_ptr + row + o * 0, 1, mask=mask)"
        ),
        rows(
            "place = tl.atomic_add(c_ptr + row + o * 0, 1, mask=mask)\n"
            "tl.store(y_ptr + row + place, tl.maximum(x, 0.0), mask=mask)"
        ),
    ),
    "reversed through memory": (
        lambda x: x.flip(-1),
        MATRICES,
        rows(
            "tl.store(s_ptr + row + o, x, mask=mask)\ntl.debug_barrier()\n"
            "tl.store(y_ptr + row + o, tl.load(s_ptr + row + n - 1 - o, mask=mask), mask=mask)"
        ),
        rows(
            "tl.store(s_ptr + row + o, x, mask=mask)\ntl.atomic_add(c_ptr + row, 1)\n"
            "tl.store(y_ptr + row + o, tl.load(s_ptr + row + n - 1 - o, mask=mask), mask=mask)"
        ),
    ),
    "reversed in place": (
        lambda x: x.flip(-1),
        MATRICES,
        rows(
            "tl.store(y_ptr + row + o, x, mask=mask)\n"
            "x = tl.load(y_ptr + row + o, mask=mask)\ntl.debug_barrier()\n"
            "tl.store(y_ptr + row + n - 1 - o, x, mask=mask)"
        ),
        rows(
            "tl.store(y_ptr + row + o, x, mask=mask)\n"
            "x = tl.load(y_ptr + row + o, mask=mask)\n"
            "tl.store(y_ptr + row + n - 1 - o, x, mask=mask)"
        ),
    ),
    "a scan by doubling": (
        lambda x: x.cumsum(-1),
        MATRICES,
        rows(DOUBLING.replace("BARRIER", "tl.debug_barrier()").replace("SECOND", "tl.debug_barrier()")),
        rows(DOUBLING.replace("BARRIER", "tl.debug_barrier()").replace("    SECOND\n", "")),
    ),
    "zeros, then one element": (
        lambda x: torch.cat((x[:, :1], torch.zeros_like(x[:, 1:])), 1),
        MATRICES,
        rows(
            "tl.store(y_ptr + row + o, 0.0, mask=mask)\ntl.debug_barrier()\n"
            "tl.store(y_ptr + row, tl.sum(tl.where(o == 0, x, 0.0), axis=0))"
        ),
        rows(
            "tl.store(y_ptr + row + o, 0.0, mask=mask)\n"
            "tl.store(y_ptr + row, tl.sum(tl.where(o == 0, x, 0.0), axis=0))"
        ),
    ),
    "zeros, then the largest": (
        lambda x: torch.cat((torch.zeros_like(x[:, 1:]), x.amax(1, keepdim=True).clamp(min=0)), 1),
        MATRICES,
        rows(
            "tl.store(y_ptr + row + o, 0.0, mask=mask)\ntl.debug_barrier()\n"
            "tl.atomic_max(y_ptr + row + n - 1 + 0 * o, x, mask=mask)"
        ),
        rows(
            "tl.store(y_ptr + row + o, 0.0, mask=mask)\n"
            "tl.atomic_max(y_ptr + row + n - 1 + 0 * o, x, mask=mask)"
        ),
    ),
    "two passes in one lane": (
        lambda x: x.softmax(-1),
        MATRICES,
        rows(
            "e = tl.where(mask, tl.exp(x - tl.max(tl.where(mask, x, float('-inf')), axis=0)), 0.0)\n"
            "tl.store(y_ptr + row + o, e, mask=mask)\n"
            "tl.store(y_ptr + row + o, tl.load(y_ptr + row + o, mask=mask) / tl.sum(e, axis=0), mask=mask)"
        ),
        rows(
            "e = tl.where(mask, tl.exp(x - tl.max(tl.where(mask, x, float('-inf')), axis=0)), 0.0)\n"
            "tl.store(s_ptr + row, tl.sum(e, axis=0))\n"
            "tl.store(y_ptr + row + o, e / tl.load(s_ptr + row + 0 * o, mask=mask), mask=mask)"
        ),
    ),
}

# In another program's element of another size
BYTES = """
@triton.jit
def kernel(x_ptr, y_ptr, b_ptr, n, BLOCK: tl.constexpr):
    block = tl.program_id(0)
    offsets = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=offsets < n)
    before = tl.load(b_ptr + (block * BLOCK - 1) * 4 + 3, mask=block > 0, other=0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0) + 0.0 * before, mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, y.view(torch.uint8), x.numel(), BLOCK=32)
    return y
"""

# Only large values race
RARELY = blocks(
    "y = tl.maximum(x, 0.0)\n"
    "if tl.max(tl.abs(x), axis=0) > 6.0:\n"
    "    y += 0.0 * tl.load(s_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)\n"
    "tl.store(s_ptr + offsets, x)\n"
    "tl.store(y_ptr + offsets, y, mask=offsets < n)"
)

# What stands before and after a load and a store of one place, and keeps no other program out of it
AROUND = {
    "many counters that all programs pass": (
        "for _ in range(0, 50):\n    x += 0.0 * tl.atomic_add(c_ptr, 1)",
        "tl.atomic_add(c_ptr, 1)",
    ),
    "as many counters as programs before": (
        "for _ in range(0, block + 1):\n    x += 0.0 * tl.atomic_add(c_ptr, 1)",
        "tl.atomic_add(c_ptr, 1)",
    ),
    "a lock that is looked at before it is taken": (
        "while tl.atomic_add(c_ptr, 0) != 0:\n    tl.debug_barrier()\ntl.atomic_xchg(c_ptr, 1)",
        "tl.atomic_xchg(c_ptr, 0)",
    ),
    "a lock without atomics": (
        "while tl.load(c_ptr) != 0:\n    tl.debug_barrier()\ntl.store(c_ptr, 1)",
        "tl.store(c_ptr, 0)\ntl.atomic_add(c_ptr + 1, 1)",
    ),
    "a lock that one half of the programs takes": (
        "if block % 2 == 0:\n    while tl.atomic_cas(c_ptr, 0, 1) == 1:\n        tl.debug_barrier()",
        "if block % 2 == 0:\n    tl.atomic_xchg(c_ptr, 0)",
    ),
}
UPDATE = "\ntl.store(y_ptr, tl.load(y_ptr) + tl.sum(x, axis=0))\n"

GRID_BARRIER = """
tl.store(s_ptr + block, tl.sum(x, axis=0))
tl.atomic_add(c_ptr, 1)
while tl.atomic_add(c_ptr, 0) < tl.num_programs(0):
    tl.debug_barrier()
if block == 0:
    programs = tl.arange(0, PROGRAMS)
    parts = tl.load(s_ptr + programs, mask=programs < tl.num_programs(0), other=0.0)
    tl.store(y_ptr, tl.sum(parts, axis=0))
"""

UNORDERED = {
    "bytes of another program": (F.relu, LENGTHS, BYTES),
    "a race of large values": (F.relu, LENGTHS, RARELY),
    "a barrier of all programs": (torch.sum, LENGTHS, blocks(GRID_BARRIER, "()")),
    **{
        name: (torch.sum, LENGTHS, blocks(before + UPDATE + after, "()"))
        for name, (before, after) in AROUND.items()
    },
}
