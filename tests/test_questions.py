"""prompts.py: every program makes one prompt that is worth asking, and a seed makes the same ones again."""

from corpus.settings import Pair
from corpus.splits import operations, split_of
import ast
import collections
import itertools
import json
import re

import pandas
import pytest
import torch

from corpus.random_programs import collect
from corpus.random_programs import drawn
from corpus.random_programs import programs
from corpus.random_programs import prompt_of
from corpus.random_programs import write
from python_to_triton import frontend
from corpus import random_programs
from python_to_triton import verification
from patching import patch_everywhere

NUMBER = 150


@pytest.fixture(scope="module")
def found():
    return list(itertools.islice(programs(0), NUMBER))


def kinds(prompt):
    return {frontend.OPS[name].kind for name in operations(prompt)}


def test_every_program_makes_its_prompt_once(found):
    assert len({prompt for _, prompt in found}) == NUMBER
    for program, prompt in found[:40]:
        ast.parse(program)
        traced = frontend.trace(program)
        assert traced.text == prompt and len(frontend.regions(traced)) == 1
        assert frontend.parse(prompt).text == prompt
        assert not split_of(prompt).startswith("test")


def test_values_are_finite_and_nothing_trivial_would_pass(found):
    for _, prompt in found[::3]:
        parsed = frontend.parse(prompt)
        for seed in (0, 1):
            assert torch.isfinite(torch.as_tensor(parsed.run(*parsed.sample(seed=seed))).double()).all(), (
                prompt
            )
        assert verification.prepare_reference(parsed.run, [parsed.sample(seed=0)]).fault == "", prompt


def test_they_are_of_many_kinds_ranks_and_spellings(found):
    anchors = collections.Counter(kind for _, prompt in found for kind in kinds(prompt))
    assert all(anchors[kind] >= 3 for kind in ("pointwise", "heavy", "reduction", "normalization", "loss")), (
        anchors
    )
    ranks = {len(argument.dims) for _, prompt in found for argument in frontend.parse(prompt).arguments}
    assert ranks >= {1, 2, 3, 4, 5}
    text = "\n".join(program for program, _ in found)
    for style in (
        r"^def \w+\(",
        r"^\w+ = ",
        r": \"f32\[",
        r"# \w+: f32\[",
        r"F\.",
        r"torch\.\w+\(",
        r"\w\.\w+\(\)",
        r"nn\.\w+\(",
        " @ ",
    ):
        assert len(re.findall(style, text, re.MULTILINE)) >= 3, style
    lengths = {len(operations(prompt)) for _, prompt in found}
    assert lengths >= set(range(1, 8)) and max(lengths) < 25
    assert len({name for _, prompt in found for name in operations(prompt)}) > 50
    assert any(
        line.count("v0") + line.count("a0") > 1 for _, prompt in found for line in prompt.split("\n")
    ), "no value is used twice"


def test_a_seed_decides_everything(found):
    assert list(itertools.islice(programs(0), 20)) == found[:20]
    assert not {program for program, _ in itertools.islice(programs(1), 20)} & {
        program for program, _ in found
    }
    given = {prompt for _, prompt in found[:10]}
    assert [prompt for _, prompt in itertools.islice(programs(0, given), 5)] == [
        prompt for _, prompt in found[10:15]
    ]


def test_shapes_fit_by_construction():
    reasons = collections.Counter()
    for place in range(120):
        try:
            frontend.trace(write(f"shapes/{place}"))
        except frontend.GraphError as error:
            reasons[str(error)] += 1
    assert reasons.total() <= 6, reasons


@pytest.mark.parametrize(
    "program, reason",
    [
        ("# x: f32[4, 8]\ny = torch.relu(F.log_softmax(x, dim=-1))", "zeros would pass"),
        ("# x: f32[4, 8]\ny = torch.sqrt(torch.tanh(x) - 2)", "not finite"),
        ("# x: f32[4, 8]\ny = torch.tanh(x * 0 + 3)", "would pass"),
        ("# x: f32[4, 8]\n# w: f32[8, 8]\ny = F.softmax(F.softmax(x, dim=-1) @ w, dim=0)", "more than one"),
    ],
)
def test_what_is_not_worth_asking_is_refused(program, reason):
    with pytest.raises(ValueError, match=reason):
        prompt_of(program)


def test_prompts_of_the_tests_are_not_drawn(monkeypatch):
    program = "# x: f32[4, 8]\ny = torch.relu(x) + 1"
    assert prompt_of(program)
    for split in ("test_parameters", "test_combinations"):
        patch_everywhere(monkeypatch, "split_of", lambda prompt, split=split: split)
        with pytest.raises(ValueError, match="kept for a test"):
            prompt_of(program)


def test_a_run_that_was_stopped_goes_on(found, tmp_path, monkeypatch):
    first = collect(30, 0, (), 1, tmp_path)
    assert [(row["program"], row["prompt"]) for row in first] == found[:30]
    assert all(row["split"] in ("train", "validation") for row in first)
    patch_everywhere(monkeypatch, "drawn", lambda *_: pytest.fail("drawn again"))
    assert collect(30, 0, (), 1, tmp_path) == first


def test_the_command_leaves_out_the_prompts_of_a_corpus(found, tmp_path, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "JOURNALS", tmp_path)
    pair = {field: "" for field in Pair.__dataclass_fields__}
    pandas.DataFrame([pair | {"prompt": found[0][1], "alternates": json.dumps([found[1][1]])}]).to_csv(
        tmp_path / "pairs.csv", index=False
    )
    arguments = [
        "--number",
        "10",
        "--seed",
        "0",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "q.jsonl"),
        "--corpus",
        str(tmp_path / "pairs.csv"),
    ]
    assert random_programs.main(arguments) == 0
    rows = [json.loads(line) for line in (tmp_path / "q.jsonl").read_text().splitlines()]
    assert [row["prompt"] for row in rows] == [prompt for _, prompt in found[2:12]]
    assert rows[0].keys() == {"program", "prompt", "split"} and "10 prompts" in capsys.readouterr().out


def test_batches_are_cut_from_one_sequence():
    assert drawn(5, 0, 30) == [*drawn(5, 0, 10), *drawn(5, 10, 20)]
