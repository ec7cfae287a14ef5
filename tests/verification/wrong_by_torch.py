"""Kind 1: torch, or Python, does the work of a kernel."""

import torch
from candidates import RELU_KERNEL, normal
from wrong_answer import BY_TEXT, WrongAnswer, drawn, filled

BOXED = """
@triton.jit
def box(x_ptr):
    tl.store(x_ptr, 0.0)


@triton.jit
def kernel(x_ptr, y_ptr, P: tl.constexpr, O: tl.constexpr):
    BODY


def translated(x):
    y = torch.zeros_like(x)
    HOST
    return y
"""

IN_KERNEL = "O.value[:] += P.value.sigmoid()"

LAUNCH_BOXES = "kernel[(1,)](x, y, box[0](x), box[0](y))"

# How a host function binds the name of a kernel to something else, and calls that as if it were a kernel
BINDINGS = {
    "a list": "box = [tl.constexpr]\n" + LAUNCH_BOXES,
    "a tuple": "box = (tl.constexpr,)\n" + LAUNCH_BOXES,
    "a dict": "box = {0: tl.constexpr}\n" + LAUNCH_BOXES,
    "an annotated name": "box: list = [tl.constexpr]\n" + LAUNCH_BOXES,
    "a nested target": "(box,) = [[tl.constexpr]]\n" + LAUNCH_BOXES,
    "a target in brackets": "[box, n] = [[tl.constexpr], 1]\n" + LAUNCH_BOXES,
    "a starred target": "n, *box = 1, tl.constexpr\n" + LAUNCH_BOXES,
    "two targets": "n = box = [tl.constexpr]\n" + LAUNCH_BOXES,
    "a loop": "for box in [[tl.constexpr]]:\n    " + LAUNCH_BOXES,
    "a choice": "box = [tl.constexpr] if x.numel() else None\n" + LAUNCH_BOXES,
    "a list that grows": "box = []\nbox.append(tl.constexpr)\n" + LAUNCH_BOXES,
    "a sum of lists": "box = []\nbox += [tl.constexpr]\n" + LAUNCH_BOXES,
    "a comprehension": "p = [box[0](t) for box in [[tl.constexpr]] for t in [x, y]]\n"
    "kernel[(1,)](x, y, p[0], p[1])",
    "a generator": "p = tuple(box[0](t) for box in [[tl.constexpr]] for t in [x, y])\n"
    "kernel[(1,)](x, y, p[0], p[1])",
    "a key": "p = []\nn = max([[tl.constexpr], [tl.constexpr]], key=lambda box: p.append(box[0](x)) or 0)\n"
    "n = max([[tl.constexpr], [tl.constexpr]], key=lambda box: p.append(box[0](y)) or 0)\n"
    "kernel[(1,)](x, y, p[0], p[2])",
    "the name of a builtin": "max = tl.constexpr\nkernel[(1,)](x, y, max(x), max(y))",
    "a builtin in a loop": "for float in [tl.constexpr]:\n    kernel[(1,)](x, y, float(x), float(y))",
    "the function itself": "translated = tl.constexpr\nkernel[(1,)](x, y, translated(x), translated(y))",
}

# What torch computes inside a kernel: (reference, body of the kernel)
COMPUTED = {
    "softmax": (
        lambda x: x.exp() / x.exp().sum(-1)[:, None],
        "O.value[:] += P.value.exp() / P.value.exp().sum(-1)[:, None]",
    ),
    "sort": (lambda x: x.sort().values, "O.value[:] += P.value.sort()[0]"),
    "cumsum": (lambda x: x.cumsum(-1), "O.value[:] += P.value.cumsum(-1)"),
    "cumprod": (lambda x: x.cumprod(-1), "O.value[:] += P.value.cumprod(-1)"),
    "flip": (lambda x: x.flip(-1), "O.value[:] += P.value.flip(-1)"),
    "matrix product": (lambda x: x @ x.t() @ x, "O.value[:] += P.value @ P.value.T @ P.value"),
    "erf": (torch.erf, "O.value[:] += P.value.erf()"),
    "row maxima": (
        lambda x: x - x.max(-1)[0][:, None],
        "O.value[:] += P.value - P.value.max(-1)[0][:, None]",
    ),
    "in place on a slice": (lambda x: x * 3, "O.value[:] += P.value\nO.value[:] *= 3"),
    "a call of a method": (torch.sigmoid, "f = P.value.sigmoid\nO.value[:] += f()"),
}

HELPERS = {
    "a parameter": "def wrap(box, t):\n    return box[0](t)",
    "a keyword parameter": "def wrap(other, t, *, box=None):\n    box = other\n    return box[0](t)",
    "a variadic parameter": "def wrap(other, t):\n    return wrapped(t, *other)\n\n\n"
    "def wrapped(t, *box):\n    return box[0](t)",
    "a dict of keywords": "def wrap(other, t):\n    return wrapped(t, first=other[0])\n\n\n"
    "def wrapped(t, **box):\n    return box['first'](t)",
    "the name of another function": "def wrap(given, t):\n    spare = given[0]\n    return spare(t)\n\n\n"
    "def spare(t):\n    return t",
}

ON_HOST = (
    RELU_KERNEL
    + """
@triton.jit
def box(x_ptr):
    tl.store(x_ptr, 0.0)


def spare(t):
    return t


def translated(x):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)
    HOST
"""
)

# Host code that computes by PyTorch or reads the data, outside of every kernel: (reference, lines)
OUTSIDE = {
    "a bound method": (lambda x: x.max(-1).values, "spare = x.max\nreturn spare(-1)[0]"),
    "a method in a list": (lambda x: x.min(-1).values, "box = [x.min]\nreturn box[0](-1)[0]"),
    "an unbound method": (lambda x: x.max(-1).values, "box = [torch.Tensor.max]\nreturn box[0](x, -1)[0]"),
    "sorted by data": (
        lambda x: x[x[:, 0].argmin()],
        "return sorted([t for t in x], key=lambda row: row[0])[0]",
    ),
    "max of rows by data": (lambda x: x.view(-1).max(), "return max(x.view(-1).unbind(0))"),
    "abs of a hidden tensor": (torch.abs, "return abs([x][0])"),
    "a fill by data": (
        lambda x: torch.full_like(x, x[0, 0].item()),
        "return torch.full_like(x, [x][0][0, 0])",
    ),
    "membership": (lambda x: x, "return [x][0] if x[0, 0] in [x][0] else y"),
}


def boxed(body: str, lines: str) -> str:
    """A kernel that holds `body`, and host code that passes it tensors as constants by `lines`."""
    return filled(BOXED, BODY=body, HOST=lines)


def by_helper(helper: str) -> str:
    """The same with a function of the host that makes the constants."""
    text = boxed(IN_KERNEL, "kernel[(1,)](x, y, wrap([tl.constexpr], x), wrap([tl.constexpr], y))")
    return text.replace("def translated", helper + "\n\n\ndef translated")


LITTLE = drawn([(3, 33)], [(5, 100)], scale=0.3)

WRONG = {
    **{
        f"bound by {name}": WrongAnswer(
            "a name of the module is bound again, and called as a kernel is",
            boxed(IN_KERNEL, lines),
            torch.sigmoid,
            normal,
            BY_TEXT,
        )
        for name, lines in BINDINGS.items()
    },
    **{
        f"bound by {name}": WrongAnswer(
            "a parameter has the name of a kernel, and is called as one",
            by_helper(helper),
            torch.sigmoid,
            normal,
            BY_TEXT,
        )
        for name, helper in HELPERS.items()
    },
    **{
        f"torch in a kernel: {name}": WrongAnswer(
            "a constant carries a tensor into a kernel, where torch computes",
            boxed(body, "box = [tl.constexpr]\n" + LAUNCH_BOXES),
            reference,
            LITTLE,
            BY_TEXT,
        )
        for name, (reference, body) in COMPUTED.items()
    },
    **{
        f"torch on the host: {name}": WrongAnswer(
            "host code calls PyTorch by a name that the allow-list takes for another",
            filled(ON_HOST, HOST=lines),
            reference,
            normal,
            BY_TEXT,
        )
        for name, (reference, lines) in OUTSIDE.items()
    },
}
