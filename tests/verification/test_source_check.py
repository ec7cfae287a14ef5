"""A candidate's text is read whatever it is: broken ones get a verdict."""

import pytest
import torch.nn.functional as F
from candidates import RELU, normal
from experts_products import DESCRIPTORS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from python_to_triton.verification import check_source, judge, parse_answer
from python_to_triton.verification.parsing import MAX_SOURCE
from python_to_triton.verification.sandbox import Limits, Refused

TOKENS = [
    *(
        "def ",
        "translated",
        "(",
        ")",
        "x",
        ":",
        "\n",
        "    ",
        "return ",
        "@triton.jit",
        "kernel",
        "[",
        "]",
        "=",
    ),
    *("lambda ", "for ", "in ", "tl.load", "torch.empty_like", "*", "**", "0", "\\", '"""', "#", ";", "\t"),
    *("\0", "\r", "\x1a", "\u2028", "é"),
]
NESTINGS = ["(", "-", "not ", "[", "lambda: ", "x if x else ", "x+"]
FRAGMENTS = ["x", "y", "n", "mask", "128", "tl", "0.0", "(", "offsets"]
REPLACEMENTS = ["", "0", "y", "None", "'x'", "n", "-1", "1e9", "x_ptr"]
OWN_NAMES = ["kernel", "translated", "x_ptr", "offsets", "BLOCK", "n"]
OTHER_NAMES = ["torch", "tl", "_", "y", "ñ", "print", "__x__", "None", "min", "candidate", "range"]


def lines_changed(source):
    """Strategies that shuffle or drop lines of a text."""
    lines = source.split("\n")
    dropped = st.sets(st.integers(0, len(lines) - 1), max_size=4)
    return (
        st.permutations(lines).map("\n".join),
        dropped.map(lambda gone: "\n".join(line for i, line in enumerate(lines) if i not in gone)),
    )


def characters_changed(source):
    """Strategies that truncate, repeat, splice and corrupt a text."""
    place = st.integers(0, len(source))
    junk = st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape"))
    return (
        place.map(lambda n: source[:n]),
        st.integers(2, 400).map(lambda n: source * n),
        junk.map(lambda text: source[:300] + text + source[300:]),
        st.tuples(place, place, place).map(
            lambda at: source[: at[0]] + source[at[1] : at[2]] + source[at[0] :]
        ),
        st.lists(st.sampled_from(TOKENS), max_size=60).map(lambda words: source + "".join(words)),
    )


def names_changed(source):
    """Strategies that exchange words of a text, or nest an expression in it."""
    nested = st.tuples(st.sampled_from(NESTINGS), st.sampled_from([50, 150, 900, 20000]))
    return (
        nested.map(lambda pair: source.replace("x.numel()", pair[0] * pair[1] + "1")),
        st.tuples(st.sampled_from(FRAGMENTS), st.sampled_from(REPLACEMENTS)).map(
            lambda pair: source.replace(*pair)
        ),
        st.tuples(st.sampled_from(OWN_NAMES), st.sampled_from(OTHER_NAMES)).map(
            lambda pair: source.replace(*pair)
        ),
    )


def broken(source):
    """Texts that were a good candidate once, and some that never were."""
    return st.one_of(
        *lines_changed(source), *characters_changed(source), *names_changed(source), st.text(max_size=200)
    )


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(broken(RELU))
def test_broken_source_gets_a_verdict(source):
    verdict = judge(source, F.relu, normal((3, 33)), limits=Limits(seconds=2.0, memory=1 << 30), device="cpu")
    assert verdict.ok or verdict.reason and "\n" not in verdict.reason
    assert not verdict.ok or "tl.maximum" in source


def test_check_source_accepts_what_it_should():
    check_source(RELU)
    check_source(
        "import torch\nimport triton\nimport triton.language as tl\nimport math\n\n"
        "N: tl.constexpr = 4\nM = 3\n" + RELU
    )
    with pytest.raises(Refused, match="line 2"):
        check_source("import torch\nimport numpy\n" + RELU)


def test_a_text_is_parsed_and_checked_once(monkeypatch):
    source = RELU + "\n# another text than any before\n"
    check_source(source)
    monkeypatch.setattr("ast.parse", None)
    check_source(source)
    assert parse_answer(source) is parse_answer(source)


@pytest.mark.parametrize(
    "source, reason",
    [
        (RELU + "\x0c", "contains a control character"),
        ("x = 1\n" * 50000, f"characters of source; the limit is {MAX_SOURCE}"),
        ("def f(:\n", "line 1: does not parse"),
        (RELU.replace("x.numel()", "-" * 300 + "1"), "levels deep; the limit is 200"),
        (RELU.replace("tl.maximum", "tl.minmax"), "`tl.minmax` is not allowed in a kernel"),
        (RELU + "\nkernel = 3\n", "defines `kernel`, a name that is in use already"),
    ],
)
def test_a_refusal_says_what_is_wrong(source, reason):
    with pytest.raises(Refused) as refusal:
        check_source(source)
    assert reason in str(refusal.value) and refusal.value.stage == "source"


def test_descriptors_need_memory_that_the_host_provides():
    """The interpreter needs none, and a launch on a GPU fails."""
    check_source(DESCRIPTORS)
    with pytest.raises(Refused, match="make_tensor_descriptor without triton.set_allocator"):
        check_source(DESCRIPTORS.replace("    triton.set_allocator(scratch)\n", ""))
