"""Kind 2: the answer holds only for one order of programs, or of the threads of one."""

import torch
import torch.nn.functional as F
from candidates import CARRY, FLAT, normal
from wrong_answer import BY_ORDER, WrongAnswer, drawn, filled

# Something atomic that orders nothing, before a program touches what others write
DUMMIES = {
    "a counter": "tl.atomic_add(c_ptr, 1)",
    "an exchange": "tl.atomic_xchg(c_ptr, 1)",
    "a comparison": "tl.atomic_cas(c_ptr, 0, 0)",
    "a maximum": "tl.atomic_max(c_ptr, 0)",
    "a bit": "tl.atomic_or(c_ptr, 0)",
    "nothing added to the result": "tl.atomic_add(y_ptr, 0.0)",
    "a masked one": "tl.atomic_add(c_ptr, 1, mask=tl.program_id(0) < 0)",
    "a helper": "touch(c_ptr)",
    "a counter and a barrier": "tl.atomic_add(c_ptr, 1)\ntl.debug_barrier()",
    "a slot of its own": "tl.atomic_add(c_ptr + tl.program_id(0), 1)",
    "a loop": "for _ in range(0, 3):\n    tl.atomic_add(c_ptr, 1)",
    "an acquire": 'tl.atomic_add(c_ptr, 0, sem="acquire")',
}

WITH_COUNTER = """
@triton.jit
def touch(c_ptr):
    tl.atomic_add(c_ptr, 1)

""" + FLAT.replace("y_ptr, n,", "y_ptr, c_ptr, n,").replace(
    "(x, y, x.numel()", "(x, y, c, x.numel()"
).replace("    kernel[", "    c = torch.zeros(64, dtype=torch.int32, device=x.device)\n    kernel[")

# What programs do to one place without atomics: (reference, body)
UPDATES = {
    "a sum": (torch.sum, "tl.store(y_ptr, tl.load(y_ptr) + tl.sum(x, axis=0))"),
    "a maximum": (
        lambda x: x.clamp(min=0).max(),
        "tl.store(y_ptr, tl.maximum(tl.load(y_ptr), tl.max(x, axis=0)))",
    ),
    "a count": (
        lambda x: (x > 0).float().sum(),
        "tl.store(y_ptr, tl.load(y_ptr) + tl.sum(tl.where(x > 0, 1.0, 0.0), axis=0))",
    ),
    "a sum of squares": (
        lambda x: (x * x).sum(),
        "t = tl.load(y_ptr)\nt += tl.sum(x * x, axis=0)\ntl.store(y_ptr, t)",
    ),
    "a sum in lanes": (
        torch.sum,
        "o = tl.arange(0, 1)\ntl.store(y_ptr + o, tl.load(y_ptr + o) + tl.sum(x, axis=0))",
    ),
    "the largest magnitude": (
        lambda x: x.abs().max(),
        "t = tl.max(tl.abs(x), axis=0)\nif t > tl.load(y_ptr):\n    tl.store(y_ptr, t)",
    ),
}

COLUMNS = """
@triton.jit
def kernel(x_ptr, y_ptr, c_ptr, M, N, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    tl.atomic_add(c_ptr, 1)
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, COLUMNS)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    x = tl.load(x_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
    BODY


def translated(x):
    M, N = x.shape
    y = torch.zeros(N, dtype=x.dtype, device=x.device)
    c = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(triton.cdiv(M, 2),)](x, y, c, M, N, ROWS=2, COLUMNS=triton.next_power_of_2(N))
    return y
"""

SPLIT = """
@triton.jit
def kernel(a_ptr, b_ptr, y_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr):
    tl.atomic_add(c_ptr, 1)
    rows = tl.arange(0, BLOCK)
    k = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a_mask = (rows[:, None] < M) & (k[None, :] < K)
    b_mask = (k[:, None] < K) & (rows[None, :] < N)
    a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0.0)
    b = tl.load(b_ptr + k[:, None] * N + rows[None, :], mask=b_mask, other=0.0)
    places = y_ptr + rows[:, None] * N + rows[None, :]
    mask = (rows[:, None] < M) & (rows[None, :] < N)
    total = tl.load(places, mask=mask, other=0.0)
    tl.store(places, total + tl.dot(a, b, input_precision="ieee"), mask=mask)


def translated(a, b):
    y = torch.zeros((a.shape[0], b.shape[1]), dtype=a.dtype, device=a.device)
    c = torch.zeros(1, dtype=torch.int32, device=a.device)
    size = triton.next_power_of_2(max(16, a.shape[0], b.shape[1]))
    kernel[(triton.cdiv(a.shape[1], size),)](a, b, y, c, a.shape[0], b.shape[1], a.shape[1], BLOCK=size)
    return y
"""

SCATTER = """
@triton.jit
def kernel(x_ptr, i_ptr, y_ptr, c_ptr, n):
    tl.atomic_add(c_ptr, 1)
    place = tl.load(i_ptr + tl.program_id(0))
    tl.store(y_ptr + place, tl.load(y_ptr + place) + tl.load(x_ptr + tl.program_id(0)))


def translated(x, index):
    y = torch.zeros(8, dtype=x.dtype, device=x.device)
    c = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(x.numel(),)](x, index, y, c, x.numel())
    return y
"""

# One program a block; each asks a counter for a number
TICKET = """
@triton.jit
def kernel(x_ptr, y_ptr, c_ptr, n, BLOCK: tl.constexpr):
    block = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    offsets = block * BLOCK + lanes
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    BODY


def translated(x):
    y = torch.zeros_like(x)
    c = torch.zeros(triton.cdiv(x.numel(), 32) + 1, dtype=COUNTER, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, c, x.numel(), BLOCK=32)
    return y
"""

STORED = "tl.store(y_ptr + places, {}, mask=places < n)"
AS_POSITION = "places = ticket * BLOCK + lanes\n" + STORED.format("tl.maximum(x, 0.0)")
# (reference, dtype of the counter, body)
TICKETS = {
    "as the place to write": (
        F.relu,
        "torch.int32",
        "ticket = tl.atomic_add(c_ptr, 1)\n" + AS_POSITION,
    ),
    "from 64 bits": (F.relu, "torch.int64", "ticket = tl.atomic_add(c_ptr, 1).to(tl.int32)\n" + AS_POSITION),
    "by a maximum": (F.relu, "torch.int32", "ticket = tl.atomic_max(c_ptr, block + 1)\n" + AS_POSITION),
    "by an exchange": (F.relu, "torch.int32", "ticket = tl.atomic_xchg(c_ptr, block + 1)\n" + AS_POSITION),
    "in a mask": (
        F.relu,
        "torch.int32",
        "ticket = tl.atomic_add(c_ptr, 1)\ny = tl.where(ticket == block, tl.maximum(x, 0.0), 7.0)\n"
        "places = offsets\n" + STORED.format("y"),
    ),
    "as what is written": (
        lambda x: torch.arange(x.numel()) // 32 + F.relu(x),
        "torch.int32",
        "ticket = tl.atomic_add(c_ptr, 1)\nplaces = offsets\n" + STORED.format("tl.maximum(x, 0.0) + ticket"),
    ),
    "as the block to read": (
        F.relu,
        "torch.int32",
        "ticket = tl.atomic_add(c_ptr, 1)\nplaces = offsets\nother = ticket * BLOCK + lanes\n"
        "x = tl.load(x_ptr + other, mask=other < n, other=0.0)\n" + STORED.format("tl.maximum(x, 0.0)"),
    ),
    "as a sum so far": (
        lambda x: x.cumsum(0),
        "x.dtype",
        "before = tl.atomic_add(c_ptr, tl.sum(x, axis=0))\nplaces = offsets\n"
        + STORED.format("before + tl.cumsum(x, axis=0)"),
    ),
    "as a maximum so far": (
        lambda x: x.clamp(min=0).view(-1).cummax(0).values,
        "x.dtype",
        "before = tl.atomic_max(c_ptr, tl.max(x, axis=0))\nplaces = offsets\nt = x\n"
        "for i in range(0, BLOCK):\n"
        "    t = tl.where(lanes >= i, tl.maximum(t, tl.sum(tl.where(lanes == i, x, 0.0), axis=0)), t)\n"
        + STORED.format("tl.maximum(tl.maximum(before, t), 0.0)"),
    ),
}

COMPACTION = """
@triton.jit
def kernel(x_ptr, y_ptr, c_ptr, n):
    x = tl.load(x_ptr + tl.program_id(0))
    if x > 0:
        place = tl.atomic_add(c_ptr, 1)
        tl.store(y_ptr + place, x)


def translated(x):
    y = torch.zeros_like(x)
    c = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(x.numel(),)](x, y, c, x.numel())
    return y
"""

# One program a row; threads exchange values through memory, and nothing waits for anything
SCRATCH = """
@triton.jit
def kernel(x_ptr, s_ptr, y_ptr, n, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    row = tl.program_id(0) * n
    x = tl.load(x_ptr + row + o, mask=o < n, other=0.0)
    BODY


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    s = torch.empty_like(x)
    kernel[(x.shape[0],)](x, s, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""

PUT = "tl.store(s_ptr + row + o, {}, mask=o < n)\n"
TAKEN = "tl.store(y_ptr + row + o, tl.load(s_ptr + row + {}, mask=o < n), mask=o < n)"
# (reference, body)
EXCHANGES = {
    "flip": (lambda x: x.flip(-1), PUT.format("x") + TAKEN.format("n - 1 - o")),
    "roll": (lambda x: x.roll(1, -1), PUT.format("x") + TAKEN.format("(o + n - 1) % n")),
    "flip of relu": (
        lambda x: F.relu(x).flip(-1),
        PUT.format("tl.maximum(x, 0.0)") + TAKEN.format("n - 1 - o"),
    ),
    "flip by the output": (
        lambda x: x.flip(-1),
        PUT.format("x").replace("s_ptr", "y_ptr")
        + "t = tl.load(y_ptr + row + n - 1 - o, mask=o < n)\ntl.store(y_ptr + row + o, t, mask=o < n)",
    ),
    "differences": (
        lambda x: x - x.roll(1, -1),
        PUT.format("x")
        + "left = tl.load(s_ptr + row + (o + n - 1) % n, mask=o < n)\n"
        + "tl.store(y_ptr + row + o, x - left, mask=o < n)",
    ),
    "scatter, then read in order": (
        lambda x: x.flip(-1),
        "tl.store(s_ptr + row + n - 1 - o, x, mask=o < n)\n" + TAKEN.format("o"),
    ),
    "scan by doubling": (
        lambda x: x.cumsum(-1),
        PUT.format("x").replace("s_ptr", "y_ptr")
        + "step = 1\nwhile step < n:\n    mine = tl.load(y_ptr + row + o, mask=o < n)\n"
        "    left = tl.load(y_ptr + row + o - step, mask=(o < n) & (o >= step), other=0.0)\n"
        "    tl.store(y_ptr + row + o, mine + left, mask=o < n)\n    step *= 2",
    ),
    "a total that one lane stored": (
        lambda x: x - x.sum(-1, keepdim=True),
        "tl.store(s_ptr + row + o, tl.cumsum(x, axis=0), mask=o < n)\n"
        "total = tl.load(s_ptr + row + n - 1)\ntl.store(y_ptr + row + o, x - total, mask=o < n)",
    ),
    "a total that one thread stored": (
        lambda x: x - x.sum(-1, keepdim=True),
        "tl.store(s_ptr + row, tl.sum(x, axis=0))\ntotal = tl.load(s_ptr + row)\n"
        "tl.store(y_ptr + row + o, x - total, mask=o < n)",
    ),
    "an atomic whose result nobody reads": (
        lambda x: x.flip(-1),
        PUT.format("x") + "tl.atomic_add(s_ptr + row, 0.0)\n" + TAKEN.format("n - 1 - o"),
    ),
    "an atomic whose result is not needed": (
        lambda x: x.flip(-1),
        "tl.store(y_ptr + row + o, x * 0.0, mask=o < n)\ntl.debug_barrier()\n"
        + PUT.format("x")
        + "t = tl.atomic_max(y_ptr + row, 0.0)\nt = t + 1.0\n"
        + "t = tl.load(s_ptr + row + n - 1 - o, mask=o < n)\ntl.debug_barrier()\n"
        "tl.store(y_ptr + row + o, t, mask=o < n)",
    ),
    "two stores into one place": (
        lambda x: x.flip(-1),
        "tl.store(y_ptr + row + o, x * 0.0, mask=o < n)\ntl.store(y_ptr + row + n - 1 - o, x, mask=o < n)",
    ),
    "a barrier for the first program alone": (
        lambda x: x.flip(-1),
        PUT.format("x") + "if tl.program_id(0) == 0:\n    tl.debug_barrier()\n" + TAKEN.format("n - 1 - o"),
    ),
    "a barrier before the store": (
        lambda x: x.flip(-1),
        "tl.debug_barrier()\n" + PUT.format("x") + TAKEN.format("n - 1 - o"),
    ),
    "a mean that all lanes read": (
        lambda x: x - x.mean(-1, keepdim=True),
        "tl.store(s_ptr + row, tl.sum(x, axis=0) / n)\n"
        "mean = tl.load(s_ptr + row + o * 0, mask=o < n)\ntl.store(y_ptr + row + o, x - mean, mask=o < n)",
    ),
    "another shape of the block": (
        lambda x: 2 * x,
        "places = tl.reshape(o, (2, BLOCK // 2))\n"
        "tl.store(s_ptr + row + places, tl.reshape(x, (2, BLOCK // 2)), mask=places < n)\n"
        "t = tl.load(s_ptr + row + o, mask=o < n)\ntl.store(y_ptr + row + o, t * 2.0, mask=o < n)",
    ),
    "a block turned": (
        lambda x: 2 * x,
        "places = tl.trans(tl.reshape(o, (2, BLOCK // 2)))\n"
        "tl.store(s_ptr + row + places, tl.trans(tl.reshape(x, (2, BLOCK // 2))), mask=places < n)\n"
        "line = tl.reshape(places, (BLOCK,))\nt = tl.load(s_ptr + row + line, mask=line < n)\n"
        "tl.store(y_ptr + row + line, t * 2.0, mask=line < n)",
    ),
    "written after it is read": (
        lambda x: x.roll(1, -1) * 2,
        PUT.format("x")
        + "tl.debug_barrier()\nleft = tl.load(s_ptr + row + (o + n - 1) % n, mask=o < n)\n"
        + "tl.store(s_ptr + row + o, left * 2.0, mask=o < n)\n"
        + "tl.debug_barrier()\ntl.store(y_ptr + row + o, tl.load(s_ptr + row + o, mask=o < n), mask=o < n)",
    ),
}


def in_blocks(x: torch.Tensor) -> torch.Tensor:
    """The sums of the blocks of 32 of a vector."""
    return F.pad(x, (0, -len(x) % 32)).view(-1, 32).sum(1)


# Programs of one launch that wait for one another wrongly: (reference, body), of TICKET
ORDERED = {
    "set, then added to": (
        lambda x: torch.cat((x.sum().view(1), 0 * x[1:])),
        "tl.atomic_add(c_ptr + 1, 1)\nif block == 0:\n    tl.store(y_ptr, 0.0)\n"
        "tl.atomic_add(y_ptr, tl.sum(x, axis=0))",
    ),
    "added to, then scaled by the last": (
        lambda x: torch.cat((x.sum().view(1) * 2, 0 * x[1:])),
        "tl.atomic_add(y_ptr, tl.sum(x, axis=0))\n"
        "if block == tl.num_programs(0) - 1:\n    tl.store(y_ptr, tl.load(y_ptr) * 2.0)",
    ),
    "added to, then limited by the last": (
        lambda x: torch.cat((x.sum().clamp(max=1.0).view(1), 0 * x[1:])),
        "tl.atomic_add(y_ptr, tl.sum(x, axis=0))\n"
        "if block == tl.num_programs(0) - 1:\n    tl.atomic_min(y_ptr, 1.0)",
    ),
    "counted before the part is stored": (
        lambda x: torch.cat((x.sum().view(1), in_blocks(x), 0 * x[1 + -(-len(x) // 32) :])),
        "last = tl.atomic_add(c_ptr, 1) == tl.num_programs(0) - 1\n"
        "total = tl.sum(x, axis=0)\ntl.store(y_ptr + 1 + block, total)\n"
        "if last:\n    others = (lanes < tl.num_programs(0)) & (lanes != block)\n"
        "    parts = tl.load(y_ptr + 1 + lanes, mask=others, other=0.0)\n"
        "    tl.store(y_ptr, tl.sum(parts, axis=0) + total)",
    ),
    "a counter that releases nothing": (
        lambda x: torch.cat((x.sum().view(1), in_blocks(x), 0 * x[1 + -(-len(x) // 32) :])),
        "tl.store(y_ptr + 1 + block, tl.sum(x, axis=0))\n"
        "if tl.atomic_add(c_ptr, 1, sem='relaxed') == tl.num_programs(0) - 1:\n"
        "    parts = tl.load(y_ptr + 1 + lanes, mask=lanes < tl.num_programs(0), other=0.0)\n"
        "    tl.store(y_ptr, tl.sum(parts, axis=0))",
    ),
    "a carry from the left": (
        lambda x: x.cumsum(0),
        "tl.atomic_add(c_ptr, 1)\nbefore = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)\n"
        "tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)",
    ),
    "a carry behind a flag without atomics": (
        lambda x: x.cumsum(0),
        "tl.atomic_add(c_ptr + tl.num_programs(0), 1)\n"
        "if block > 0:\n    while tl.load(c_ptr + block - 1) == 0:\n"
        "        tl.debug_barrier()\n"
        "before = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)\n"
        "tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)\n"
        "tl.store(c_ptr + block, 1)",
    ),
    "a flag before what it announces": (
        lambda x: x.cumsum(0),
        "if block > 0:\n    while tl.atomic_add(c_ptr + block - 1, 0) == 0:\n        tl.debug_barrier()\n"
        "before = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)\n"
        "tl.atomic_xchg(c_ptr + block, 1)\n"
        "tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)",
    ),
}

LOCKED = """
@triton.jit
def kernel(x_ptr, y_ptr, lock_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0)
    BODY


def translated(x):
    y = torch.zeros((), dtype=x.dtype, device=x.device)
    lock = torch.zeros(2, dtype=torch.int32, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, lock, x.numel(), BLOCK=32)
    return y
"""

TAKE = "while tl.atomic_cas(lock_ptr, 0, 1) == 1:\n    total += 0.0\n"
ADD = "tl.store(y_ptr, tl.load(y_ptr) + total)\n"
LOCKS = {
    "released before the store": TAKE
    + "t = tl.load(y_ptr)\ntl.atomic_xchg(lock_ptr, 0)\ntl.store(y_ptr, t + total)",
    "never taken": "tl.atomic_xchg(lock_ptr, 1)\n" + ADD + "tl.atomic_xchg(lock_ptr, 0)",
    "of its own for each half": TAKE.replace("lock_ptr", "lock_ptr + tl.program_id(0) % 2")
    + ADD
    + "tl.atomic_xchg(lock_ptr + tl.program_id(0) % 2, 0)",
    "taken after the load": "t = tl.load(y_ptr)\n"
    + TAKE
    + "tl.store(y_ptr, t + total)\ntl.atomic_xchg(lock_ptr, 0)",
    "released by a relaxed exchange": TAKE
    + ADD
    + "tl.debug_barrier()\ntl.atomic_xchg(lock_ptr, 0, sem='relaxed')",
    "released by an acquire": TAKE + ADD + "tl.debug_barrier()\ntl.atomic_xchg(lock_ptr, 0, sem='acquire')",
    "taken by a relaxed comparison": TAKE.replace("0, 1)", "0, 1, sem='relaxed')")
    + ADD
    + "tl.debug_barrier()\ntl.atomic_xchg(lock_ptr, 0)",
    "of one program": TAKE.replace("0, 1)", "0, 1, scope='cta')")
    + ADD
    + "tl.debug_barrier()\ntl.atomic_xchg(lock_ptr, 0, scope='cta')",
    "asked for once": "tl.atomic_cas(lock_ptr, 0, 1)\n" + ADD + "tl.atomic_xchg(lock_ptr, 0)",
    "that half of the programs take": "if tl.program_id(0) % 2 == 0:\n"
    "    tl.atomic_add(lock_ptr + 1, 1)\nelse:\n"
    "    while tl.atomic_cas(lock_ptr, 0, 1) == 1:\n        tl.debug_barrier()\n"
    + ADD
    + "tl.atomic_xchg(lock_ptr, 0)",
}

# Blocks that other programs read, of which one thread tells: it knows its own elements alone
LOCKED_ROWS = """
@triton.jit
def kernel(x_ptr, y_ptr, lock_ptr, M, N, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + tl.program_id(0) * N + o, mask=o < N, other=0.0)
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    tl.store(y_ptr + o, tl.load(y_ptr + o, mask=o < N, other=0.0) + x, mask=o < N)
    BARRIER
    tl.atomic_xchg(lock_ptr, 0)


def translated(x):
    M, N = x.shape
    y = torch.zeros(N, dtype=x.dtype, device=x.device)
    lock = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(M,)](x, y, lock, M, N, BLOCK=triton.next_power_of_2(N))
    return y
"""

PARTS = """
@triton.jit
def kernel(x_ptr, y_ptr, c_ptr, M, N, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * N + o, mask=o < N, other=0.0)
    tl.store(y_ptr + (1 + row) * N + o, x * 2.0, mask=o < N)
    BARRIER
    if tl.atomic_add(c_ptr, 1) == tl.num_programs(0) - 1:
        total = tl.zeros((BLOCK,), tl.float32)
        for i in range(0, M):
            total += tl.load(y_ptr + (1 + i) * N + o, mask=o < N, other=0.0)
        tl.store(y_ptr + o, total, mask=o < N)


def translated(x):
    M, N = x.shape
    y = torch.empty((1 + M, N), dtype=x.dtype, device=x.device)
    c = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(M,)](x, y, c, M, N, BLOCK=triton.next_power_of_2(N))
    return y[0]
"""
NO_BARRIER, BARRIER = "tl.static_assert(BLOCK > 0)", "tl.debug_barrier()"
# (reference, text)
RELEASES = {
    "a lock": (lambda x: x.sum(0), LOCKED_ROWS),
    "a counter": (lambda x: 2 * x.sum(0), PARTS),
}

VECTORS = drawn([(100,)], [(77,)])


# Blocks so large that the caller's inputs need one program: (reference, text, body)
ONE_BLOCK = FLAT.replace("32)", "1024)").replace("BLOCK=32", "BLOCK=1024")
LARGE_BLOCKS = {
    "a sum of blocks of 1024": (torch.sum, filled(ONE_BLOCK, BODY=UPDATES["a sum"][1]), normal),
    "a sum of blocks of 4096": (
        torch.sum,
        filled(ONE_BLOCK.replace("1024", "4096"), BODY=UPDATES["a sum"][1]),
        normal,
    ),
    "a maximum of blocks of 1024": (
        UPDATES["a maximum"][0],
        filled(ONE_BLOCK, BODY=UPDATES["a maximum"][1]),
        normal,
    ),
    "the last of blocks of 1024": (
        lambda x: x.view(-1)[-3:].max(),
        filled(
            ONE_BLOCK,
            BODY="last = (offsets < n) & (offsets >= n - 3)\n"
            "tl.store(y_ptr, tl.max(tl.where(last, x, float('-inf')), axis=0))",
        ),
        normal,
    ),
    "a carry between blocks of 1024": (
        lambda x: x.cumsum(0),
        CARRY.replace("32)", "1024)").replace("BLOCK=32", "BLOCK=1024"),
        VECTORS,
    ),
    "sums of columns of 16 rows": (
        lambda x: x.sum(0),
        filled(
            COLUMNS.replace("    tl.atomic_add(c_ptr, 1)\n", "")
            .replace("ROWS=2", "ROWS=16")
            .replace("cdiv(M, 2)", "cdiv(M, 16)"),
            BODY="total = tl.load(y_ptr + columns, mask=columns < N, other=0.0) + tl.sum(x, axis=0)\n"
            "tl.store(y_ptr + columns, total, mask=columns < N)",
        ),
        drawn([(3, 7)], [(5, 20)]),
    ),
}

# Atomic where the inputs are small, and not where they are large: (reference, body)
BY_DATA = {
    "where elements are above 1000": "tl.max(tl.abs(x), axis=0) > 1000.0",
    "where a sum is above 50": "tl.sum(x, axis=0) > 50.0",
    "where there are more than 16 programs": "tl.num_programs(0) > 16",
    "from the 20th program on": "tl.program_id(0) > 20",
    "where a sum is zero": "tl.sum(tl.abs(x), axis=0) == 0.0",
}
CHOSEN = """t = tl.sum(x, axis=0)
if CONDITION:
    tl.store(y_ptr, tl.load(y_ptr) + t)
else:
    tl.atomic_add(y_ptr, t)"""


def distinct() -> list[tuple]:
    """Values, and a place of its own for each."""
    generator = torch.Generator().manual_seed(0)
    return [
        (torch.randn(size, generator=generator), torch.randperm(size, generator=generator))
        for size in (40, 25)
    ]


def hits() -> list[tuple]:
    """Values, and places for them among eight, most of them hit several times."""
    generator = torch.Generator().manual_seed(0)
    sizes = (40, 25)
    return [
        (torch.randn(size, generator=generator), torch.randint(0, 8, (size,), generator=generator))
        for size in sizes
    ]


WRONG = {
    **{
        f"a sum after {name}": WrongAnswer(
            "an atomic that orders nothing stands before a plain load and store of one place",
            filled(WITH_COUNTER, BODY=f"{dummy}\n{UPDATES['a sum'][1]}"),
            torch.sum,
            normal,
            BY_ORDER,
        )
        for name, dummy in DUMMIES.items()
    },
    **{
        f"{name} after a counter": WrongAnswer(
            "programs update one place without atomics",
            filled(WITH_COUNTER, BODY=f"{DUMMIES['a counter']}\n{body}"),
            reference,
            normal,
            BY_ORDER,
        )
        for name, (reference, body) in UPDATES.items()
        if name != "a sum"
    },
    "sums of columns after a counter": WrongAnswer(
        "programs add rows to one row of sums without atomics",
        filled(
            COLUMNS,
            BODY="total = tl.load(y_ptr + columns, mask=columns < N, other=0.0) + tl.sum(x, axis=0)\n"
            "tl.store(y_ptr + columns, total, mask=columns < N)",
        ),
        lambda x: x.sum(0),
        drawn([(5, 7)], [(8, 20)]),
        BY_ORDER,
    ),
    "a product whose inner dimension is divided": WrongAnswer(
        "programs add their parts of a product to it without atomics",
        SPLIT,
        torch.mm,
        drawn([(5, 40), (40, 7)], [(3, 33), (33, 4)]),
        BY_ORDER,
    ),
    "a scatter after a counter": WrongAnswer(
        "programs add to places that others add to, without atomics",
        SCATTER,
        lambda x, index: torch.zeros(8, dtype=x.dtype).index_add(0, index, x),
        hits,
        BY_ORDER,
    ),
    **{
        f"a ticket {name}": WrongAnswer(
            "which program asks a counter first is not defined",
            filled(TICKET, COUNTER=counter, BODY=body),
            reference,
            VECTORS,
            BY_ORDER,
        )
        for name, (reference, counter, body) in TICKETS.items()
    },
    "compaction by a counter": WrongAnswer(
        "elements are written in the order in which programs ask a counter",
        COMPACTION,
        lambda x: torch.cat((x[x > 0], x[x <= 0] * 0)),
        VECTORS,
        BY_ORDER,
    ),
    **{
        f"one program here: {name}": WrongAnswer(
            "programs race where there are several, which larger inputs show",
            text,
            reference,
            cases,
            BY_ORDER,
        )
        for name, (reference, text, cases) in LARGE_BLOCKS.items()
    },
    **{
        f"without atomics {name}": WrongAnswer(
            "programs race on some inputs alone",
            filled(FLAT, BODY=CHOSEN.replace("CONDITION", condition)),
            torch.sum,
            normal,
            BY_ORDER,
        )
        for name, condition in BY_DATA.items()
    },
    "a scatter without atomics to places that differ": WrongAnswer(
        "programs add to one place where an index is given twice",
        SCATTER.replace("    tl.atomic_add(c_ptr, 1)\n", "").replace(
            "torch.zeros(8", "torch.zeros(x.shape[0]"
        ),
        lambda x, index: torch.zeros_like(x).index_add(0, index, x),
        distinct,
        BY_ORDER,
    ),
    "an atomic of one block of threads": WrongAnswer(
        "its scope is a program, and every program adds",
        filled(FLAT, BODY='tl.atomic_add(y_ptr, tl.sum(x, axis=0), scope="cta")'),
        torch.sum,
        normal,
        BY_ORDER,
    ),
    **{
        f"without a barrier: {name}": WrongAnswer(
            "one thread reads what another of the same program wrote, and no barrier is between",
            filled(SCRATCH, BODY=body),
            reference,
            drawn([(3, 33)], [(5, 100)]),
            BY_ORDER,
        )
        for name, (reference, body) in EXCHANGES.items()
    },
    **{
        f"between programs: {name}": WrongAnswer(
            "a program relies on what another one has done before",
            filled(TICKET, COUNTER="torch.int32", BODY=body),
            reference,
            VECTORS,
            BY_ORDER,
        )
        for name, (reference, body) in ORDERED.items()
    },
    **{
        f"no barrier before the release of {name}": WrongAnswer(
            "one thread tells other programs of a block of which other threads store parts",
            filled(text, BARRIER=NO_BARRIER),
            reference,
            drawn([(5, 7)], [(8, 20)]),
            BY_ORDER,
        )
        for name, (reference, text) in RELEASES.items()
    },
    **{
        f"a lock {name}": WrongAnswer(
            "the lock does not keep other programs out",
            filled(LOCKED, BODY=body),
            torch.sum,
            normal,
            BY_ORDER,
        )
        for name, body in LOCKS.items()
    },
}
