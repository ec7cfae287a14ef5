"""Families that have no file: each expands, parses, and a sample of them is judged right."""

import ast
import random
import re

import pytest

from corpus.composition import Composition, code_of, composed, compositions, exemplar_of, exemplars, stems
from corpus.family import HEADER, family_of, show
from corpus.layout import broken, filled, joined
from corpus.rewriting import exchange
from python_to_triton.verification.exemplar import judge_module

COMPOSED = sorted(compositions())
SAMPLE = random.Random(20).sample(COMPOSED, 12)


def test_a_family_is_a_file_or_composed():
    assert not exemplars().keys() & compositions().keys()
    assert len(exemplars()) <= 250 and len(stems()) == 951
    assert all(exemplar_of(stem) in exemplars() for stem in COMPOSED)


@pytest.mark.parametrize("stem", COMPOSED)
def test_every_composed_family_expands(stem):
    family = family_of(stem)
    for index in {0, len(family) - 1}:
        variant = family[index]
        functions = {
            node.name for node in ast.parse(variant.source).body if isinstance(node, ast.FunctionDef)
        }
        assert {"make", f"{variant.name}_torch", f"{variant.name}_triton"} <= functions


@pytest.mark.parametrize("stem", SAMPLE)
def test_a_composed_answer_is_right(stem, tmp_path):
    path = tmp_path / f"{stem}.py"  # the interpreter reads kernels' sources from their file
    path.write_text(f"{HEADER}\n\n\n{code_of(stem)}\n")
    scope = {"__name__": stem, "__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    assert judge_module(scope, stem)


def test_the_rank_of_a_convolution_is_rendered():
    code = code_of("conv1d_reuse")
    assert "F.conv1d(x, w, b" in code and "N, C, L = x.shape" in code
    assert not re.search(r"\b(?:H|W|OH|OW|KH|KW|pixels)\b", code)
    assert "N, C, D, H, W = x.shape" in code_of("conv3d_reuse")


def test_a_composition_must_fit_its_base():
    with pytest.raises(AssertionError, match="does not hold 'no such text'"):
        composed("other", Composition("softmax", {"no such text": ""}), code_of("softmax"))


def test_a_schedule_is_a_word_and_is_passed_on(monkeypatch):
    parts = {
        "softmax_other": Composition("softmax", schedule="rows"),
        "softmax_other_twice": Composition("softmax_other"),
        "softmax_other_split": Composition("softmax_other", schedule="split"),
    }
    for stem, composition in parts.items():
        monkeypatch.setitem(compositions(), stem, composition)
    schedules = {stem: family_of(stem)[0].schedule for stem in ("softmax", *parts)}
    assert list(schedules.values()) == ["", "rows", "rows", "split"]
    assert 'SCHEDULE = "split"' in show("softmax_other_split", 0) and "SCHEDULE" not in show("softmax", 0)
    with pytest.raises(ValueError, match="no schedule 'fast'"):
        Composition("softmax", schedule="fast")


def test_functions_are_replaced_added_and_left_out():
    mine = "def other_torch(x):\n    return x"
    helper = "@triton.jit\ndef other_helper(x):\n    return x"
    code = composed("other", Composition("softmax", {}, (mine, helper), ("load_tile",)), code_of("softmax"))
    assert mine in code and "def load_tile" not in code and "softmax_kernel" not in code
    assert code.index("other_helper") < code.index("def other_triton")


def test_lists_are_joined_and_broken_again():
    text = "def f(a, b,\n      c):\n    return a"
    assert joined(text) == "def f(a, b, c):\n    return a"
    assert broken(joined(text), ("c",)) == text
    long = f"    call({', '.join(['argument'] * 20)})"
    lines = filled(long).split("\n")
    assert joined("\n".join(lines)) == long and max(map(len, lines)) <= 120
    assert lines[1].startswith(" " * 9 + "argument")


def test_a_variant_is_shown_as_a_module():
    text = show("conv1d_joins", 1)
    compile(text, "shown", "exec")
    assert text.startswith("import math") and text != show("conv1d_joins", 0)


def test_a_fragment_that_empties_a_line_drops_it():
    assert exchange("a = 1\nb = 2\n", {"a = 1": ""}) == "b = 2\n"
