"""Every random program makes one prompt of use, and a seed makes the same ones again."""

import ast
import collections
import itertools
import json
import os
import re
import signal

import pandas
import pytest
import torch
from patching import patch_everywhere

from corpus import random_programs
from corpus.pairs import COLUMNS
from corpus.program_writer import write_program
from corpus.random_programs import collect_prompts, prompt_of_program, prompts_between, random_prompts
from corpus.splits import operations, split_of
from python_to_triton import frontend, verification

NUMBER = 100


@pytest.fixture(scope="module")
def found():
    return list(itertools.islice(random_prompts(0), NUMBER))


def kinds_of(prompt):
    return {frontend.OPS[name].kind for name in operations(prompt)}


def test_every_program_makes_its_prompt_once(found):
    assert len({prompt for _, prompt in found}) == NUMBER
    for program, prompt in found[:15]:
        ast.parse(program)
        traced = frontend.trace(program)
        assert traced.text == prompt and len(frontend.regions(traced)) == 1
        assert frontend.parse(prompt).text == prompt
    assert not any(split_of(prompt).startswith("test") for _, prompt in found)


def test_values_are_finite_and_nothing_trivial_would_pass(found):
    for _, prompt in found[::8]:
        graph = frontend.parse(prompt)
        for seed in (0, 1):
            result = torch.as_tensor(graph.run(*graph.sample(seed=seed)))
            assert torch.isfinite(result.double()).all(), prompt
        assert verification.prepare_reference(graph.run, [graph.sample(seed=0)]).fault == "", prompt


def test_they_are_of_many_kinds_ranks_and_spellings(found):
    kinds = collections.Counter(kind for _, prompt in found for kind in kinds_of(prompt))
    for kind in ("pointwise", "heavy", "reduction", "normalization", "loss"):
        assert kinds[kind] >= 2, kinds
    ranks = {len(argument.dims) for _, prompt in found for argument in frontend.parse(prompt).arguments}
    assert ranks >= {1, 2, 3, 4, 5}
    text = "\n".join(program for program, _ in found)
    calls = (r"F\.", r"torch\.\w+\(", r"\w\.\w+\(\)", r"nn\.\w+\(", " @ ")
    for style in (r"^def \w+\(", r"^\w+ = ", r": \"f32\[", r"# \w+: f32\[", *calls):
        assert len(re.findall(style, text, re.MULTILINE)) >= 3, style
    lengths = {len(operations(prompt)) for _, prompt in found}
    assert lengths >= set(range(1, 7)) and max(lengths) < 25
    assert len({name for _, prompt in found for name in operations(prompt)}) > 45
    lines = [line for _, prompt in found for line in prompt.split("\n")]
    assert any(line.count("v0") + line.count("a0") > 1 for line in lines), "no value is used twice"


def test_a_seed_decides_everything(found):
    first = prompts_between(0, 0, 8)
    assert first == [row for row in found if row in first]
    assert not {program for program, _ in prompts_between(1, 0, 8)} & {program for program, _ in found}


def test_given_prompts_are_left_out(found, monkeypatch):
    patch_everywhere(
        monkeypatch, "prompts_between", lambda seed, start, number: found[start : start + number]
    )
    given = {prompt for _, prompt in found[:10]}
    assert list(itertools.islice(random_prompts(0, given), 5)) == found[10:15]


def test_batches_are_cut_from_one_sequence():
    assert prompts_between(5, 0, 12) == [*prompts_between(5, 0, 4), *prompts_between(5, 4, 8)]


def test_shapes_fit_by_construction():
    reasons = collections.Counter()
    for place in range(60):
        try:
            frontend.trace(write_program(f"shapes/{place}"))
        except frontend.GraphError as error:
            reasons[str(error)] += 1
    assert reasons.total() <= 3, reasons


@pytest.mark.parametrize(
    "program, reason",
    [
        ("# x: f32[4, 8]\ny = torch.relu(F.log_softmax(x, dim=-1))", "zeros would pass"),
        ("# x: f32[4, 8]\ny = torch.sqrt(torch.tanh(x) - 2)", "not finite"),
        ("# x: f32[4, 8]\ny = torch.tanh(x * 0 + 3)", "would pass"),
        ("# x: f32[4, 8]\n# w: f32[8, 8]\ny = F.softmax(F.softmax(x, dim=-1) @ w, dim=0)", "more than one"),
    ],
)
@pytest.mark.parametrize("briefly", [False, True])
def test_what_is_of_no_use_is_refused(program, reason, briefly):
    with pytest.raises(ValueError, match=reason):
        prompt_of_program(program, briefly)


def test_prompts_of_the_tests_are_not_drawn(monkeypatch):
    program = "# x: f32[4, 8]\ny = torch.relu(x) + 1"
    assert prompt_of_program(program)
    for split in ("test_parameters", "test_combinations"):
        patch_everywhere(monkeypatch, "split_of", lambda prompt, split=split: split)
        with pytest.raises(ValueError, match="kept for a test"):
            prompt_of_program(program)


def test_a_run_that_was_stopped_goes_on(found, tmp_path, monkeypatch):
    monkeypatch.setattr(random_programs, "BATCH", 6)
    first = collect_prompts(10, 0, (), 1, tmp_path)
    assert [row["prompt"] for row in first] == [prompt for _, prompt in found[:10]]
    assert all(row["split"] in ("train", "validation") for row in first)
    patch_everywhere(monkeypatch, "prompts_between", lambda *_: pytest.fail("drawn again"))
    assert collect_prompts(10, 0, (), 1, tmp_path) == first


def test_a_batch_that_ends_its_process_is_left_out(found, tmp_path, monkeypatch, capsys):
    """As by a program that takes more memory than there is; a fault of ours ends the run."""
    monkeypatch.setattr(random_programs, "BATCH", 6)

    def batch(seed, start, number):
        if start == 6:
            os.kill(os.getpid(), signal.SIGKILL)
        return found[start : start + number]

    patch_everywhere(monkeypatch, "prompts_between", batch)
    rows = collect_prompts(10, 0, (), 1, tmp_path)
    assert [row["prompt"] for row in rows] == [prompt for _, prompt in [*found[:6], *found[12:16]]]
    assert "programs 6 to 11 are left out: worker crashed" in capsys.readouterr().out
    patch_everywhere(monkeypatch, "prompts_between", lambda *_: 1 / 0)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        collect_prompts(10, 1, (), 1, tmp_path)


def test_a_run_of_which_every_batch_ends_its_process_ends(tmp_path, monkeypatch):
    patch_everywhere(monkeypatch, "prompts_between", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(RuntimeError, match="5 batches one after another: worker crashed"):
        collect_prompts(10, 2, (), 1, tmp_path)


def test_the_command_leaves_out_the_prompts_of_a_corpus(found, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(random_programs, "PROMPT_JOURNALS", tmp_path)
    monkeypatch.setattr(random_programs, "BATCH", 6)
    pair = dict.fromkeys(COLUMNS, "") | {"answer": "pass", "split": "train"}
    pair |= {"prompt": found[0][1], "alternates": json.dumps([found[1][1]])}
    pandas.DataFrame([pair]).to_csv(tmp_path / "pairs.csv", index=False)
    flags = {"number": 5, "seed": 0, "jobs": 1, "out": tmp_path / "q.jsonl", "corpus": tmp_path / "pairs.csv"}
    arguments = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
    assert random_programs.main(arguments) == 0
    rows = [json.loads(line) for line in (tmp_path / "q.jsonl").read_text().splitlines()]
    assert [row["prompt"] for row in rows] == [prompt for _, prompt in found[2:7]]
    assert rows[0].keys() == {"program", "prompt", "split"} and "5 prompts" in capsys.readouterr().out


def test_a_mistake_is_told_in_one_line(tmp_path, capsys):
    for arguments in (["--number", "0"], ["--corpus", str(tmp_path / "none.csv")], ["--numbers", "3"]):
        with pytest.raises(SystemExit, match="2"):
            random_programs.main(arguments)
        assert capsys.readouterr().err.splitlines()[-1].startswith("python -m corpus.random_programs: error:")
