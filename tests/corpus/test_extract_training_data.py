"""extract_training_data.py: a mistake is told in one line, with exit code 2, before any work."""

import pandas
import pytest
from exit_code import exit_code_of
from patching import patch_everywhere

import extract_training_data
from corpus.pairs import load_pairs


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("no_such_family", "matches no_such_family"),
        ("--all --limit 5", "not allowed with argument"),
        ("--check 5 --compile", "not allowed with argument"),
        ("--check 5 --minutes 3", "--minutes has no effect with --check"),
        ("--compile --limit 5", "--limit has no effect with --compile"),
        ("--cross-wire 5 --all", "--all has no effect with --cross-wire"),
        ("--show sigmoid:0 soft", "WORD has no effect with --show"),
        ("--show sigmoid", "--show takes FAMILY:N"),
        ("--show sigmoid:999999999", "variants; there is none at 999999999"),
        ("--show none:0", "there is no family none"),
        ("--limit 0", "a whole number from 1 on"),
        ("--minutes 0", "a number above 0"),
        ("--beside none.csv", "there is nothing at none.csv"),
        ("--check 5 --out none.csv", "none.csv is missing"),
        ("--lim 5", "unrecognized arguments"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, message, capsys, monkeypatch):
    patch_everywhere(monkeypatch, "Workers", lambda *_: pytest.fail("work began"))
    assert exit_code_of(extract_training_data.main, arguments.split()) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line


def test_every_flag_is_explained():
    actions = extract_training_data.extraction_parser()._actions
    assert len(actions) > 12 and all(action.help for action in actions)


def test_a_composed_pair_is_shown_as_a_module(capsys):
    assert extract_training_data.main(["--show", "conv1d_reuse:3"]) == 0
    shown = capsys.readouterr().out
    assert "@triton.jit" in shown and "def conv1d_reuse" in shown and "import torch" in shown
    compile(shown, "shown", "exec")


def test_variants_are_counted(capsys):
    assert extract_training_data.main(["--variants", "sigmoid"]) == 0
    assert "sigmoid: 22 variants" in capsys.readouterr().out


def test_a_corpus_without_a_column_is_refused(tmp_path):
    pandas.DataFrame([{"prompt": "f()"}]).to_csv(tmp_path / "old.csv")
    with pytest.raises(ValueError, match="no column python_function"):
        load_pairs(tmp_path / "old.csv")
