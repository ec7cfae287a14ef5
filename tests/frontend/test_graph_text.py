"""The canonical text, and what is none."""

import textwrap

import pytest
from program_support import tensors

from python_to_triton.frontend import GraphError, parse, trace


def test_the_text():
    x, w, b = tensors((3, 33), (33, 7), (7,))
    source = (
        "def f(x, w, b):\n    unused = x.sum()\n    h = x @ w + b\n    return h * h.sigmoid() + h.sigmoid()"
    )
    assert (
        trace(source, (x, w, b)).text
        == textwrap.dedent("""
        f(a0: f32[A, B], a1: f32[B, C], a2: f32[C])
        v0 = matmul(a0, a1)
        v1 = add(v0, a2)
        v2 = sigmoid(v1)
        v3 = silu(v1)
        v4 = add(v2, v3)
        return v4""").strip()
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f(a0: f32[A])",
        "f(a0: f32[A])\nv0 = unheard_of(a0)\nreturn v0",
        "f(a0: f32[A])\nv0 = relu(a1)\nreturn v0",
        "f(a0: f32[A])\nv0 = relu(a0, a0)\nreturn v0",
        "f(a0: f32[A])\nv0 = relu(a0\nreturn v0",
        "f(a0: f32[A])\nv0 = relu(a0, slope=2)\nreturn v0",
        "f(a0: x32[A])\nreturn a0",
        "nonsense",
    ],
)
def test_parse_refuses_what_is_no_graph(text):
    with pytest.raises(GraphError, match="not a canonical graph"):
        parse(text)
