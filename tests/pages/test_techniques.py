"""Techniques, found in known kernels and in short ones written for it."""

import ast
import textwrap

import pytest

from corpus.composition import exemplars
from corpus.family import is_kernel
from pages.exemplars import torch_operators
from pages.techniques import BY_KEY, TECHNIQUES, KernelCode, techniques_of

KNOWN = {
    "sigmoid": {"block", "mask"},
    "matmul": {"tile", "tensor-core", "loop", "strides"},
    "attention": {"online-softmax", "tensor-core", "transposed-tile", "reduction", "tile"},
    "softmax": {"online-softmax", "loop", "reduction"},
    "gram_split_k": {"second-launch", "tensor-core"},
    "cumsum": {"scan"},
    "sort": {"sort"},
    "embedding": {"indirect"},
    "adamw_step": {"several-results"},
    "conv2d_depthwise": {"unrolled-loop"},
    "norm_all": {"grid-stride", "second-launch"},
    "softplus": {"own-function", "selection"},
    "expand": {"index-arithmetic"},
}
ABSENT = {
    "sigmoid": set(BY_KEY) - {"block", "mask"},
    "matmul": {"online-softmax", "indirect", "atomics", "second-launch"},
    "sum_last": {"online-softmax", "tensor-core", "tile", "indirect"},
    "scatter": {"second-launch"},  # its two launches share the result alone
    "class_counts": {"atomics"},  # only its docstring has the word
}


def code_of_stem(stem):
    functions = [
        node for node in ast.parse(exemplars()[stem].read_text()).body if isinstance(node, ast.FunctionDef)
    ]
    kernels = tuple(node for node in functions if is_kernel(node))
    return KernelCode(kernels, next(node for node in functions if node.name == f"{stem}_triton"))


@pytest.mark.parametrize("stem", KNOWN)
def test_known_kernels_have_their_techniques(stem):
    assert KNOWN[stem] <= techniques_of(code_of_stem(stem)).keys()


@pytest.mark.parametrize("stem", ABSENT)
def test_known_kernels_have_no_others(stem):
    assert not ABSENT[stem] & techniques_of(code_of_stem(stem)).keys()


KEYWORDS_ONLY = """
@triton.jit
def kernel(a_ptr, label_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(start=0, end=BLOCK)
    label = tl.load(pointer=label_ptr + offsets)
    x = tl.load(pointer=a_ptr + label, mask=offsets < n)
    largest = tl.max(input=x)
    for start in range(0, n, BLOCK):
        new_largest = tl.maximum(x=largest, y=start)
        shrink = tl.exp(x=largest - new_largest)
    tl.store(pointer=y_ptr + offsets, value=x * shrink)
    tl.store(pointer=a_ptr + offsets, value=shrink)

def translated(a, label):
    y = torch.empty_like(a)
    kernel[(1,)](a, label, y, n=a.numel(), BLOCK=32)
    return y
"""


def test_arguments_may_be_given_by_keyword_alone():
    kernel, host = ast.parse(KEYWORDS_ONLY).body
    found = techniques_of(KernelCode((kernel,), host))
    assert found["online-softmax"] == [10]
    assert found["indirect"] == [6]
    assert found["several-results"] == [11, 12]


@pytest.mark.parametrize("call", ["tl.load()", "tl.store()", "tl.exp()", "tl.atomic_add()", "tl.maximum()"])
def test_a_call_without_arguments_is_an_access_to_nothing(call):
    kernel, host = ast.parse(
        f"def kernel(y_ptr):\n    for i in range(3):\n        x = {call}\ndef f(x):\n    pass\n"
    ).body
    assert techniques_of(KernelCode((kernel,), host)).keys() <= {"loop", "atomics"}


def test_lines_are_those_of_the_file():
    lines = exemplars()["attention"].read_text().split("\n")
    found = techniques_of(code_of_stem("attention"))
    assert [lines[line - 1].strip() for line in found["online-softmax"]] == [
        "shrink = tl.exp(largest - new_largest)"
    ]
    assert all("tl.dot(" in lines[line - 1] for line in found["tensor-core"])
    assert all("tl.trans(" in lines[line - 1] for line in found["transposed-tile"])


def techniques_in(kernel, host="pass"):
    """Keys of the techniques of the body of one kernel, of parameters x_ptr, y_ptr, n, BLOCK."""
    text = f"def k(x_ptr, y_ptr, n, BLOCK):\n{textwrap.indent(textwrap.dedent(kernel).strip(), '    ')}"
    [node] = ast.parse(text).body
    [host_node] = ast.parse(f"def f(x):\n{textwrap.indent(textwrap.dedent(host).strip(), '    ')}").body
    return set(techniques_of(KernelCode((node,), host_node)))


@pytest.mark.parametrize(
    "kernel, key",
    [
        ("tl.atomic_add(y_ptr, 1.0)", "atomics"),
        ("d = tl.make_tensor_descriptor(x_ptr, [n], [1], [BLOCK])", "descriptor"),
        ("p = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (BLOCK,), (0,))", "block-pointer"),
        ("u = tl.rand(1, tl.arange(0, BLOCK))", "random"),
        ("i = tl.load(x_ptr)\nj = i + 1\ny = tl.load(y_ptr + j)", "indirect"),
        ("o = tl.multiple_of(n, 16)", "alignment"),
    ],
)
def test_techniques_of_short_kernels(kernel, key):
    assert key in techniques_in(kernel)


@pytest.mark.parametrize(
    "kernel, key",
    [
        ("v = tl.load(x_ptr + n)\ntl.store(y_ptr + n, v)", "indirect"),  # a loaded value, not an address
        ("m = tl.maximum(1.0, 2.0)\ne = tl.exp(m - 1.0)", "online-softmax"),
        ("for i in range(4):\n    n += i", "loop"),  # loads nothing
        ("v = sum([1, 2])", "reduction"),  # Python's own
        ("tl.load(x_ptr + n)", "mask"),
    ],
)
def test_what_looks_alike_is_none(kernel, key):
    assert key not in techniques_in(kernel)


def test_a_descriptor_may_be_made_by_the_host():
    assert "descriptor" in techniques_in("pass", "d = TensorDescriptor.from_tensor(x, [64, 64])")


def test_every_technique_has_a_sentence_and_a_key_of_its_own():
    assert len(BY_KEY) == len(TECHNIQUES)
    assert all(technique.teaches.endswith(".") and technique.name for technique in TECHNIQUES)


def test_operators_of_a_reference():
    lines = ("y = F.relu(x @ w.T) * math.sqrt(2)", "return y.sum(-1) + y.numel() + torch.exp(x)")
    text = "def r(x, w):\n    " + "\n    ".join(lines)
    [node] = ast.parse(text).body
    assert torch_operators(node) == ("exp", "matmul", "relu", "sum", "transpose")
