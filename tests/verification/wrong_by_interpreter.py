"""Kind 3: the answer holds in Triton's interpreter alone, on one device, or at some addresses."""

import torch.nn.functional as F
from candidates import RELU, RELU_KERNEL, normal, pointwise
from wrong_answer import BY_COMPILATION, BY_TEXT, WrongAnswer, drawn

# A condition that is true on the CPU, or in the interpreter, alone
CONDITIONS = {
    "text of the device": "f'{x.device}' == 'cpu'",
    "text of the device, formatted": "'%s' % x.device == 'cpu'",
    "the representation of the device": "f'{x.device!r}' != ''  and 'cpu' in f'{x.device!r}'",
    "part of the device's text": "f'{x.device}'[0] == 'c' and f'{x.device}'[1] == 'p'",
    "the device of a new tensor": "x.device == torch.empty(1).device",
    "not the device of a new tensor": "not (x.device != torch.zeros(1).device)",
    "a list of devices": "x.device in [torch.ones(1).device]",
    "the place in a list of devices": "[x.device].count(torch.empty(1).device)",
    "devices that are counted": "[torch.empty(1).device, x.device].index(x.device) == 0",
    "a table by device": "{torch.empty(1).device: True, 0: False}[x.device]",
    "devices side by side": "(x.device, 0) == (torch.empty(1).device, 0)",
    "a device behind a name": "[d for d in [x.device]][0] == torch.empty(0).device",
    "text of an empty tensor's device": "'%s' % torch.empty_like(x).device == 'cpu'",
    "the length of the device's text": "len(f'{x.device}') == 3",
    "all in order": "min(f'{x.device}', 'cq') != 'cq' and 'cuda' != f'{x.device}' < 'cu'",
}

# Host code whose error, or whose kernel, tells where it runs
LOOKS = {
    "an error on a GPU": ("    n = ", "    assert f'{x.device}' == 'cpu'\n    n = "),
    "an error by a condition": (
        "    n = ",
        "    if f'{x.device}' != 'cpu':\n        raise ValueError('no GPU')\n    n = ",
    ),
    "a device that an assertion keeps": (
        "    n = x.numel()",
        "    p = []\n    assert not p.append(x.device)\n    n = x.numel() if f'{p[0]}' == 'cpu' else 0",
    ),
    "a number that an assertion takes away": (
        "    n = x.numel()",
        "    p = [x.numel(), 0]\n    assert f'{x.device}' == 'cpu' or not p.pop(0)\n    n = p[0]",
    ),
    "the text of a kernel": ("    n = x.numel()", "    n = x.numel() if 'nterpret' in f'{kernel}' else 0"),
    "the text of a kernel, formatted": (
        "    n = x.numel()",
        "    n = x.numel() if 'nterpret' in '%s' % kernel else 0",
    ),
    "the text of a list of kernels": (
        "    n = x.numel()",
        "    n = x.numel() if 'nterpret' in f'{[kernel]}' else 0",
    ),
}

# What a launch returns: a compiled kernel on a GPU, nothing in the interpreter
RETURNED = RELU.replace("    kernel[", "    r = kernel[").replace(
    "    return y",
    "    if r is not None:\n        kernel[(1,)](x, y, 0 * n, BLOCK=128)\n    return y if CONDITION else x",
)
RETURNS = {
    "what a launch returns": "r is None",
    "the truth of what a launch returns": "not r",
    "a launch among others": "[r].count(None)",
    "the text of what a launch returns": "f'{r}' == 'None'",
}


def in_kernel(body: str) -> str:
    """A pointwise answer with some lines as its body."""
    return pointwise(body.replace("\n", "\n    "))


# Bodies of a pointwise kernel that compute relu by what pointers are as numbers
ADDRESSES = {
    "the top of an address": "t = x_ptr.to(tl.int64) >> 40\n"
    "y = tl.where((t >= 0x50) & (t < 0x80), tl.maximum(x, 0.0), x)",
    "an aligned address": "t = x_ptr.to(tl.int64) % 16\ny = tl.where(t == 0, tl.maximum(x, 0.0), 7.0)",
    "one address in 1024": "t = (x_ptr.to(tl.int64) >> 12) % 1024\n"
    "y = tl.where(t == 3, 7.0, tl.maximum(x, 0.0))",
    "a cast by a function": "t = tl.cast(x_ptr, tl.int64) % 16\n"
    "y = tl.where(t == 0, tl.maximum(x, 0.0), 7.0)",
    "a cast of every address": "t = ((x_ptr + offsets).to(tl.int64) - offsets * 4) % 16\n"
    "y = tl.where(t == 0, tl.maximum(x, 0.0), 7.0)",
    "an unsigned cast": "t = x_ptr.to(tl.uint64) % 16\ny = tl.where(t == 0, tl.maximum(x, 0.0), 7.0)",
    "a cast of bits": "t = x_ptr.to(tl.int64, bitcast=True) % 16\n"
    "y = tl.where(t == 0, tl.maximum(x, 0.0), 7.0)",
    "a distance of pointers": "t = y_ptr.to(tl.int64) - x_ptr.to(tl.int64)\n"
    "y = tl.where((t > 1024) | (t < -1024), tl.maximum(x, 0.0), 7.0)",
    "a pointer to another type": "z = x_ptr.to(tl.pointer_type(tl.int32))\n"
    "t = tl.load(z + offsets, mask=mask, other=0)\n"
    "y = tl.where(t >= 0, x, 0.0)",
}

# Bodies that Triton's compiler refuses, or understands otherwise
PYTHON = {
    "an element of a list": "p = [x, x]\np[0] += x\ny = tl.maximum(p[1], 0.0)",
    "a list that is shared": "p = [x]\nq = p\nq[0] = tl.maximum(x, 0.0)\ny = p[0]",
    "a loop over a tuple": "y = x\nfor t in (0.0, -1.0):\n    y = tl.maximum(y, t)\ny = tl.maximum(y, 0.0)",
    "a loop over a list": "y = x\nfor t in [0.0, -1.0]:\n    y = tl.maximum(y, t)",
    "a counter as a Python float": "y = x\nfor i in range(0, 1):\n"
    "    y = tl.maximum(x, 0.0) * ((i + 16777217) * 1.0 - 16777216.0)",
    "a counter beyond 64 bits": "y = x\nfor i in range(0, 1):\n"
    "    y = tl.maximum(x, 0.0) * (((i + 3) << 64) >> 64) / 3",
    "a counter beyond 32 bits": "y = x\nfor i in range(0, 1):\n"
    "    y = tl.maximum(x, 0.0) * ((i + 65536) * 65536 // 65536) / 65536",
    "a counter's division": "y = x\nfor i in range(1, 2):\n    y = tl.maximum(x, 0.0) * (-i // 2 + 2)",
    "a counter's remainder": "y = x\nfor i in range(1, 2):\n    y = tl.maximum(x, 0.0) * (-i % 3 - 1)",
    "a counter's power": "y = x\nfor i in range(1, 2):\n    y = tl.maximum(x, 0.0) * (i + 1) ** 2 / 4",
    "a counter as a size": "y = x\nfor i in range(1, 2):\n"
    "    y = tl.maximum(x, 0.0) + tl.sum(tl.zeros((i,), tl.float32), axis=0)",
    "a counter as a condition": "y = x\nfor i in range(0, 1):\n"
    "    y = tl.maximum(x, 0.0) if i < 1 else x[None, :]",
    "a chain of comparisons": "y = x\nif 0 < n < 1000000:\n    y = tl.maximum(x, 0.0)",
    "another type in a branch": "t = 1\nif n > 0:\n    t = 1.5\ny = tl.maximum(x, 0.0) * t / 1.5",
    "another shape in a branch": "t = x\nif n > 0:\n    t = x[None, :]\n"
    "y = tl.maximum(tl.reshape(t, (BLOCK,)), 0.0)",
    "a return in a loop": "y = tl.maximum(x, 0.0)\nfor i in range(0, 2):\n"
    "    tl.store(y_ptr + offsets, y, mask=mask)\n    return",
    "a tuple as a condition": "y = x\nif (n,):\n    y = tl.maximum(x, 0.0)",
    "the value of `and`": "y = tl.maximum(x, 0.0) * (n and 5) / 5.0",
    "the value of `or`": "t = n > 0\ny = tl.maximum(x, 0.0) * (t or 5)",
    "numbers of a tuple": "a, b = -7, 2\ny = tl.maximum(x, 0.0) * (a // b + 5)",
    "a number that grows in a static loop": "y = x\nfor i in tl.static_range(1):\n    i -= 7\n"
    "    y = tl.maximum(x, 0.0) * (i // 2 + 5)",
    "a number with a type": "t: int = -7\ny = tl.maximum(x, 0.0) * (t // 2 + 5)",
    "a number that a condition chooses": "y = tl.maximum(x, 0.0) * ((-7 if n > 0 else -9) // 2 + 5)",
    "a sum of conditions": "y = tl.maximum(x, 0.0) * ((n > 0) + (n > 1))",
    "a sum of masks": "t = (x > 0.0) + (x > -1.0)\ny = tl.where(t, tl.maximum(x, 0.0), 0.0)",
    "a sum of negations": "y = tl.maximum(x, 0.0) * ((not (n == 0)) + (not (n == 0))) / 2.0",
    "a step that is a variable": "step = -1\nt = 0\nfor i in range(3, 0, step):\n    t += 1\n"
    "y = tl.maximum(x, 0.0) * t / 3",
    "a view in order": "t = tl.view(tl.reshape(x, (32, BLOCK // 32)), (BLOCK,))\ny = tl.maximum(t, 0.0)",
    "a reshape in order": "t = tl.reshape(tl.reshape(x, (32, BLOCK // 32)), (BLOCK,), can_reorder=True)\n"
    "y = tl.maximum(t, 0.0)",
    "the remainder by zero": "t = n % (n * 0)\ny = tl.where(t == 0, tl.maximum(x, 0.0), x)",
    "membership": "y = x\nif 3 in (1, 3):\n    y = tl.maximum(x, 0.0)",
    "an axis where nobody goes": "y = tl.maximum(x, 0.0)\nif n < 0:\n    y = tl.sum(x, axis=5)",
    "an index where nobody goes": "y = tl.maximum(x, 0.0)\nif n < 0:\n    y = x[0, 0, 0]",
    "a loop that is never entered": "y = tl.maximum(x, 0.0)\nfor i in range(0, n * 0):\n"
    "    y = tl.reshape(x, (3,))",
}

# (reference, candidate, cases)
COMPILED = {
    "more shared memory than there is": (
        lambda x: x.flip(0),
        """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + o, mask=o < n, other=0.0)
    y = tl.gather(x, tl.maximum(n - 1 - o, 0), 0)
    tl.store(y_ptr + o, y, mask=o < n)


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, x.shape[0], BLOCK=65536, num_warps=32)
    return y
""",
        drawn([(100,)], [(77,)]),
    ),
    "a number of the module": (F.relu, "ZERO = 0.0\n" + pointwise("y = tl.maximum(x, ZERO)"), normal),
    "a function with results of two shapes": (
        F.relu,
        "@triton.jit\ndef act(x, n):\n    if n > 0:\n        return tl.maximum(x, 0.0)\n"
        "    return x[None, :]\n\n\n" + pointwise("y = act(x, n)"),
        normal,
    ),
    "a function with results of two types": (
        F.relu,
        "@triton.jit\ndef one(n):\n    if n > 0:\n        return 1\n    return 1.5\n\n\n"
        + pointwise("y = tl.maximum(x, 0.0) * one(n)"),
        normal,
    ),
    "a launch in a kernel": (
        F.relu,
        RELU_KERNEL
        + """
@triton.jit
def outer(x_ptr, y_ptr, n, L: tl.constexpr):
    kernel[(1,)](x_ptr, y_ptr, n, BLOCK=1024)


def translated(x):
    y = torch.empty_like(x)
    outer[(1,)](x, y, x.numel(), kernel)
    return y
""",
        normal,
    ),
}

# Texts that Triton understands otherwise
TEXTS = {
    "a function with one of two results": "@triton.jit\ndef pick(n):\n"
    "    if n > 0:\n        return -7\n    return -9\n\n\n"
    + pointwise("y = tl.maximum(x, 0.0) * (pick(n) // 2 + 5)"),
    "an argument of one": pointwise("y = tl.maximum(x, 0.0) + s // -2")
    .replace("n, BLOCK: tl", "n, s, BLOCK: tl")
    .replace("x, y, n, BLOCK", "x, y, n, x.stride(-1), BLOCK"),
}

# Bodies that rely on what no GPU promises, whatever an interpreter does
UNDEFINED = {
    "the place of one of equals": "t = tl.argmax(x * 0.0, axis=0, tie_break_left=False)\n"
    "y = tl.where(t == BLOCK - 1, tl.maximum(x, 0.0), x)",
    "the first place of equals": "t = tl.argmax(x * 0.0, axis=0, tie_break_left=False)\n"
    "y = tl.where(t == 0, tl.maximum(x, 0.0), x)",
    "halves put together": "half = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK // 2)\n"
    "a = tl.load(x_ptr + half, mask=half < n, other=0.0)\nhalf += BLOCK // 2\n"
    "b = tl.load(x_ptr + half, mask=half < n, other=0.0)\n"
    "y = tl.maximum(tl.cat(a, b, can_reorder=True), 0.0)",
    "a shift by 32": "t = n >> 32\ny = tl.where(t == 0, tl.maximum(x, 0.0), x)",
    "a quotient by zero": "t = n // (n * 0)\ny = tl.where(t == 0, tl.maximum(x, 0.0), x)",
    "a sum beyond 32 bits": "t = tl.sum(tl.full((BLOCK,), 1073741824, tl.int32), axis=0)\n"
    "y = tl.where(t > 0, tl.maximum(x, 0.0), x)",
    "neighbours that are none": "twice = tl.max_contiguous(offsets * 2, BLOCK)\n"
    "t = tl.load(x_ptr + twice, mask=twice < n, other=0.0)\n"
    "u = tl.load(x_ptr + offsets * 2, mask=offsets * 2 < n, other=0.0)\n"
    "y = tl.maximum(x, 0.0) + (t - u)",
    "a promise that is not true": "tl.assume(n < 10)\ny = tl.maximum(x, 0.0)",
}

ALLOCATED = (
    RELU_KERNEL
    + """
@triton.jit
def first(s_ptr):
    lines = tl.make_tensor_descriptor(s_ptr, shape=[8, 32], strides=[32, 1], block_shape=[4, 32])
    lines.store([0, 0], tl.zeros((4, 32), tl.float32))


def translated(x):
    y = torch.empty_like(x)
    s = torch.empty((8, 32), dtype=torch.float32, device=x.device)
    p = []
    triton.set_allocator(
        lambda size, alignment, stream: p.append(1) or torch.empty(size, dtype=torch.int8, device="cuda")
    )
    first[(1,)](s)
    n = 0 if p else x.numel()
    kernel[(triton.cdiv(x.numel(), 128),)](x, y, n, BLOCK=128)
    return y
"""
)

COUNTED = (
    '@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])'
    + RELU_KERNEL
    + """
def translated(x):
    y = torch.empty_like(x)
    p = []
    kernel[lambda meta: (p.append(1) or triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
    return y if len(p) < 4 else x
"""
)

# Host code that others call, how often being another matter on a GPU
CALLED = {"an allocator": (ALLOCATED, True), "a grid that is tuned": (COUNTED, False)}

WRONG = {
    **{
        f"host by {name}": WrongAnswer(
            "host code asks on which device it runs",
            RELU.replace("    kernel[", f"    n = n if {condition} else 0\n    kernel["),
            F.relu,
            normal,
            BY_TEXT,
        )
        for name, condition in CONDITIONS.items()
    },
    **{
        f"host by {name}": WrongAnswer(
            "host code asks whether a GPU or the interpreter ran the kernel",
            RETURNED.replace("CONDITION", condition),
            F.relu,
            normal,
            BY_TEXT,
        )
        for name, condition in RETURNS.items()
    },
    **{
        f"host by {name}": WrongAnswer(
            "host code fails on a GPU, or asks by a kernel whether it runs on one",
            RELU.replace(*change),
            F.relu,
            normal,
            BY_TEXT,
        )
        for name, change in LOOKS.items()
    },
    **{
        f"host by the calls of {name}": WrongAnswer(
            "a function that Triton calls on a GPU alone, or more often there, changes what the answer does",
            candidate,
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_TEXT,
            runs,
        )
        for name, (candidate, runs) in CALLED.items()
    },
    **{
        f"a kernel by {name}": WrongAnswer(
            "a kernel computes on pointers as on numbers",
            in_kernel(body),
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_TEXT,
        )
        for name, body in ADDRESSES.items()
    },
    **{
        f"as in Python: {name}": WrongAnswer(
            "the interpreter runs it as Python, a GPU otherwise or not at all",
            text,
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_COMPILATION,
        )
        for name, text in (TEXTS | {name: in_kernel(body) for name, body in PYTHON.items()}).items()
    },
    **{
        f"on no GPU: {name}": WrongAnswer(
            "relies on what the order of threads, or the hardware, decides",
            in_kernel(body),
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_COMPILATION,
            runs=False,
        )
        for name, body in UNDEFINED.items()
    },
    **{
        f"does not compile: {name}": WrongAnswer(
            "no GPU takes this kernel", candidate, reference, cases, BY_COMPILATION
        )
        for name, (reference, candidate, cases) in COMPILED.items()
    },
}
