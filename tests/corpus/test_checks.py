"""Checks of a corpus: rows judged again, kernels compiled, prompts with the answers of others."""

import itertools
import re
from dataclasses import asdict, replace

import pandas
import pytest

from corpus.checks import check_rows, compile_corpus, cross_wire, mismatched_pairs, sampled_evenly
from corpus.extraction import ExtractionOptions
from corpus.pairs import load_pairs, write_rows


def test_rows_are_judged_again(extracted, capsys, tmp_path):
    options = ExtractionOptions(out=extracted[0] / "pairs.csv", jobs=1)
    assert check_rows(options, 6) == 1.0
    assert "6 of 6 rows passed on cpu: 100.00%" in capsys.readouterr().out
    first, second, third, *_ = (pair for pair in load_pairs(options.out) if pair.family == "tanh")
    spoilt = [
        asdict(first),
        asdict(second)
        | {"answer": second.answer.replace("tl.store(y_ptr + offsets, ", "tl.store(y_ptr + offsets, 2.0 * ")},
        asdict(third) | {"variant": first.variant},
    ]
    write_rows(spoilt, tmp_path / "spoilt.csv")
    assert check_rows(ExtractionOptions(out=tmp_path / "spoilt.csv", jobs=1), 3) == pytest.approx(1 / 3)
    printed = capsys.readouterr().out
    assert (
        re.search(rf"FAILED tanh/{second.variant}: .* instead of ", printed)
        and "tanh.py has changed" in printed
    ), printed
    assert all("    " + line in printed for line in second.prompt.split("\n"))


def test_rows_are_drawn_evenly(extracted):
    pairs = load_pairs(extracted[0] / "pairs.csv")
    drawn = sampled_evenly(pairs, 9, 0)
    counts = pandas.Series([pair.family for pair in drawn]).value_counts()
    assert (
        set(counts) == {3}
        and len(counts) == 3
        and drawn == sampled_evenly(pairs, 9, 0) != sampled_evenly(pairs, 9, 1)
    )
    assert len(sampled_evenly(pairs, 1000, 0)) == 20


def test_kernels_compile_for_real_targets_and_once(extracted, capsys):
    options = ExtractionOptions(
        words=("tanh",), out=extracted[0] / "pairs.csv", journals=extracted[0], jobs=1
    )
    assert compile_corpus(options) == 0
    printed = capsys.readouterr().out
    known, answers = map(
        int, re.search(r"(\d+) structures in (\d+) answers, 0 of them known", printed).groups()
    )
    assert 1 <= known <= answers and f"{2 * known} launches compiled for sm_80 and sm_90" in printed
    assert compile_corpus(options) == 0
    assert f"{known} of them known" in capsys.readouterr().out


def test_a_kernel_that_does_not_compile_is_told(extracted, capsys, tmp_path):
    pair = next(pair for pair in load_pairs(extracted[0] / "pairs.csv") if pair.family == "tanh")
    spoilt = pair.answer.replace("tl.store(y_ptr + offsets, ", "tl.store(y_ptr + offsets, nothing + ")
    write_rows([asdict(pair) | {"answer": spoilt}], tmp_path / "spoilt.csv")
    assert compile_corpus(ExtractionOptions(out=tmp_path / "spoilt.csv", journals=tmp_path, jobs=1)) == 1
    printed = capsys.readouterr().out
    assert f"FAILED tanh/{pair.variant}" in printed and "nothing" in printed


def test_crossed_prompts_and_answers_are_refused(extracted, capsys):
    options = ExtractionOptions(out=extracted[0] / "pairs.csv", jobs=1)
    assert cross_wire(options, 12) == 0
    assert "12 refused, 0 accepted" in capsys.readouterr().out
    pairs = load_pairs(options.out)
    couples = list(itertools.islice(mismatched_pairs(pairs, 0), 40))
    for asked, answered in couples:
        assert asked.hash != answered.hash and asked.prompt.split("\n")[0] == answered.prompt.split("\n")[0]
    assert any(asked.family == answered.family for asked, answered in couples)


def test_an_answer_of_another_schedule_is_no_answer_to_another_prompt(extracted):
    pairs = next(mismatched_pairs(load_pairs(extracted[0] / "pairs.csv"), 0))
    several = [replace(pair, schedule=schedule) for pair in pairs for schedule in ("", "wide")]
    for asked, answered in itertools.islice(mismatched_pairs(several, 0), 20):
        assert asked.prompt != answered.prompt
    with pytest.raises(ValueError, match="nothing to exchange"):
        next(mismatched_pairs(several[:2], 0))
