"""A family and its variants: exchanges, tables, slots, numbers."""

import re

import pytest
from twice_family import PAIR, family

from corpus.composition import SYNTHETIC
from corpus.draw.programs import DRAWN
from corpus.family import Family
from corpus.rewriting import exchange, rename, with_other_literals
from corpus.tables import tables


def test_exchange_is_simultaneous_and_keeps_to_whole_words():
    assert exchange("a + b + ab", {"a": "b", "b": "a"}) == "b + a + ab"
    assert (
        exchange("x = f(x)\ny = f(x) * 2", {"f(x)": "g(x)", "y = f(x)": "y = h(x)"})
        == "x = g(x)\ny = h(x) * 2"
    ), "the longer wins"


def test_exchange_keeps_the_indent_and_drops_an_emptied_line():
    assert (
        exchange("def f():\n    x = 1\n    return x", {"x = 1": "x = 1\nx += 1"})
        == "def f():\n    x = 1\n    x += 1\n    return x"
    )
    assert exchange("    x = 1  # why\n    y = 2", {"x = 1": ""}) == "    y = 2"


def test_renaming_keeps_lines_aligned_with_their_bracket():
    text = (
        "def long_name(a, b,\n              c):\n"
        "    long_name[grid](a,\n                    (b,\n                     c))\n"
        "    other(\n        a)\n"
    )
    assert rename(text, {"long_name": "f"}) == (
        "def f(a, b,\n      c):\n    f[grid](a,\n            (b,\n             c))\n    other(\n        a)\n"
    )
    assert rename(rename(text, {"long_name": "f"}), {"f": "long_name"}) == text


def test_brackets_in_strings_and_comments_are_none():
    text = (
        "def long_name(a, b='(\\'(',\n              c=\"\"):  # (see (\n"
        '    """A " and ( of\n    two [ lines."""\n'
        "    long_name(a,\n              b)\n"
    )
    assert rename(text, {"long_name": "f"}) == (
        "def f(a, b='(\\'(',\n      c=\"\"):  # (see (\n"
        '    """A " and ( of\n    two [ lines."""\n'
        "    f(a,\n      b)\n"
    )


def test_a_family_is_the_product_of_its_tables():
    twice = family()
    assert len(twice) == 6
    assert [variant.name for variant in map(twice.__getitem__, range(6))] == [
        "twice",
        "thrice",
        "half",
        "twice_wide",
        "thrice_wide",
        "half_wide",
    ]
    assert "3.0 * x" in twice[4].reference and "3.0 * x" in twice[4].answer and "128" in twice[4].answer
    assert "def thrice_wide_torch" in twice[4].reference and "thrice_wide_kernel[" in twice[4].answer
    assert "twice" not in twice[4].source and "main" not in twice[4].source
    for bad in (-1, 6):
        with pytest.raises(IndexError, match="6 variants"):
            twice[bad]


def test_an_exemplar_names_its_schedule(tmp_path):
    path = tmp_path / "twice.py"
    path.write_text(PAIR.replace("CASES =", 'SCHEDULE = "wide"\nCASES ='))
    variant = Family.load(path)[1]
    assert variant.schedule == "wide" and "SCHEDULE" not in variant.inputs + variant.answer
    assert family()[1].schedule == ""
    path.write_text(PAIR.replace("CASES =", 'SCHEDULE = "fast"\nCASES ='))
    with pytest.raises(ValueError, match="no schedule 'fast'"):
        Family.load(path)


def test_a_slot_is_filled_from_a_table_in_its_own_variable():
    slotted = family(tables={"AXES": [("UNARY", "y = 2.0 * x", "y = 2.0 * x", "optional")]})
    assert len(slotted) == 1 + len(tables()["UNARY"]) + 3 * DRAWN["UNARY"][0]
    assert slotted[0].name == "twice" and "2.0 * x" not in slotted[0].reference
    relu = next(
        variant for variant in map(slotted.__getitem__, range(len(slotted))) if variant.name == "twice_relu"
    )
    assert "y = tl.maximum(y, 0.0)" in relu.answer


@pytest.mark.parametrize(
    "text, tables, message",
    [
        (PAIR, {"FAMILY": {"thrice": {"7.0 * x": "3.0 * x"}}}, "which the file does not hold"),
        (PAIR.replace("def twice_triton", "def other_triton"), {}, "does not define twice_triton"),
    ],
)
def test_a_row_that_cannot_be_true_is_an_error(text, tables, message):
    with pytest.raises(ValueError, match=message):
        family(text, tables)


def test_what_differs_from_a_file_in_one_row_keeps_its_numbers():
    norm = Family.load(SYNTHETIC / "batch_norm_eval.py")
    assert [re.search(r"eps=([\d.e-]+)", norm[index].reference).group(1) for index in (0, 1, 2)] == [
        "1e-5"
    ] * 3


def test_numbers_change_on_both_sides_or_on_neither():
    reference, answer = "y = x * 0.3 + 1.0 + 2.5", "y = x * 0.3 + 1.0 + 2.5 * 2.5"
    drawn = [with_other_literals(reference, answer, seed) for seed in range(20)]
    assert len({texts[0] for texts in drawn}) > 10
    for in_torch, in_triton in drawn:
        number = re.fullmatch(r"y = x \* (\S+) \+ 1\.0 \+ 2\.5", in_torch).group(1)
        assert in_triton == f"y = x * {number} + 1.0 + 2.5 * 2.5" and 0 < float(number) < 1
