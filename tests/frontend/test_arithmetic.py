"""Expressions of sizes are computed by their own parser: no text of a prompt reaches Python."""

import pytest

from python_to_triton import frontend
from python_to_triton.frontend.arithmetic import UnknownSize, evaluate_arithmetic
from python_to_triton.frontend.opaque_calls import run_opaque_call
from python_to_triton.runtime.judging import judge_answer

SIZES = {"A": 6, "B": 5, "C": 4}

EXPRESSIONS = {
    "A": 6,
    "A*B": 30,
    "A//2": 3,
    "A-1": 5,
    "-1*A": -6,
    "2*(A + B)": 22,
    "1/sqrt(C)": 0.5,
    "1e-05*A": 6e-05,
    "A % 4 == 2": True,
    "A == 3 * C": False,
    "B <= A": True,
    "A**2": 36,
}

# A text that is no arithmetic, and what it would do.
NO_EXPRESSIONS = {
    "__import__('os').system('touch made_by_a_prompt')": "a shell command",
    "().__class__.__base__.__subclasses__()": "every class of the process",
    "[A for A in ().__class__.__mro__][1]": "a comprehension of capital letters",
    "(lambda: A)()": "a call of its own function",
    "A if B else C": "a branch",
    "'a'*A": "a text",
    "A[0]": "an element",
    "A.real": "an attribute",
    "print(A)": "a function that is not arithmetic",
    "sqrt(A, base=2)": "an argument by name",
    "(A:=5)": "an assignment",
    "f'{A}'": "a formatted text",
    "9**9**9": "an exponent without bound",
    "2**64**A": "and another",
    "99999999999999999999": "a number that is no size",
    "A" + "+A" * 2000: "an expression without end",
    "(" * 300 + "A" + ")" * 300: "parentheses without end",
    "-" * 500 + "A": "signs without end",
    "A; import os": "a second statement",
    "1 < A < 9": "a chain",
    "A @ B": "a product of tensors",
    "1j*A": "a complex number",
}

# Calls of no operator on tensors.
NO_CALLS = {
    "aten.relu.default(__import__('os').system('touch made_by_a_prompt'))": "a shell command",
    "load_library('x.so')": "code from a file",
    "aten.from_file.default('/etc/passwd', False, n0)": "the bytes of a file",
    "aten.relu.__class__.__init__(x0)": "a method of a class",
    "aten.relu.default.__globals__": "no call",
    "profiler._record_function_enter.default('x')": "another library",
    "aten.relu.default(torch.hub)": "a module of PyTorch",
    "aten.relu.default(x0.numpy())": "a method of a tensor",
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_arithmetic_is_computed(text):
    assert evaluate_arithmetic(text, SIZES) == pytest.approx(EXPRESSIONS[text])


@pytest.mark.parametrize("text", NO_EXPRESSIONS, ids=NO_EXPRESSIONS.values())
def test_anything_else_is_refused(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="expression of sizes"):
        evaluate_arithmetic(text, SIZES)
    with pytest.raises((ValueError, TypeError)):  # a GraphError, or what computing it raises
        graph = frontend.parse(f"f(a0: f32[A, B])\nv0 = reshape(a0, shape=[{text}, -1])\nreturn v0")
        graph.run(*graph.sample(0))
    assert not list(tmp_path.iterdir())


def test_an_unknown_size_is_named():
    with pytest.raises(UnknownSize, match="the size Z is not known"):
        evaluate_arithmetic("A*Z", SIZES)


@pytest.mark.parametrize("text", NO_CALLS, ids=NO_CALLS.values())
def test_a_call_of_no_operator_is_refused(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="not a call of an operator"):
        run_opaque_call([None], text, [1], None, "cpu")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "prompt",
    [
        "f(a0: f32[A])\nv0 = mul(a0, __import__('os').getpid())\nreturn v0",
        "f(a0: f32[A])\nv0 = mul(a0, Z)\nreturn v0",
        "f(a0: f32[A])\nv0 = opaque([a0], call='aten.relu.default(x0, print(1))')\nreturn v0",
        "f(a0: f32[A])\nv0 = full(shape=[9223372036854775807], value=1.0)\nv1 = add(a0, v0)\nreturn v1",
    ],
)
def test_a_crafted_prompt_gets_a_verdict(prompt):
    verdict = judge_answer(prompt, "def translated(x):\n    return x")
    assert not verdict.ok
    assert "\n" not in verdict.reason
