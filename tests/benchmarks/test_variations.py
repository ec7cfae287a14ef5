"""benchmarks/variations.py: toy programs, and written modules that are right, refuse, err or hang."""

import dataclasses
import functools
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import variations  # noqa: E402
from calls import kinds, pool, running, tables, verdicts  # noqa: E402
from calls.data import Call, TensorArgument, decoded_call, encoded  # noqa: E402
from calls.originals import load_original, small_call  # noqa: E402
from calls.verdicts import Outcome, judge_call  # noqa: E402

SCALE = """import torch


def scale(x, weight, eps=0.5):
    return x * weight + eps


def get_inputs():
    return [torch.randn(400, 300), torch.randn(300)]
"""
PICK = """import torch


def pick(table, index):
    return table[index]


def get_inputs():
    return [torch.randn(900, 40), torch.randint(0, 900, (700,))]
"""
FILL = """import torch


def fill(x):
    return x.mul_(2)


def get_inputs():
    return [torch.randn(60, 70)]
"""
ROUND = """import torch


def rounded(x):
    return torch.round(x)


def get_inputs():
    return [torch.arange(400) * 0.25]
"""
FLAT = """import torch


def flat(x):
    return x.view(-1) * 2


def get_inputs():
    return [torch.randn(60, 70)]
"""
NORM = """import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, width, eps=0.1):
        super().__init__()
        self.mix = nn.Linear(width, width)
        self.norm = nn.BatchNorm1d(width, eps=eps)

    def forward(self, x):
        return self.norm(self.mix(x))


def get_inputs():
    return [torch.randn(500, 24)]


def get_init_inputs():
    return [24]
"""
PROGRAMS = {"tasks/toy/scale.py": SCALE, "tasks/toy/pick.py": PICK, "tasks/toy/fill.py": FILL}
PROGRAMS |= {"tasks/toy/round.py": ROUND, "tasks/toy/flat.py": FLAT, "layers/toy/norm.py": NORM}


def with_translated(text: str) -> str:
    """A written module that is right: the program itself, and a `translated` that nobody calls."""
    return text.replace("class Model(", "class ModelNew(") + "\n\ntranslated = None\n"


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder of the toy programs."""
    folder = tmp_path_factory.mktemp("programs")
    for place, text in PROGRAMS.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path, programs):
    """The programs, and right written modules below `written`."""
    (tmp_path / "programs").symlink_to(programs)
    for place, text in PROGRAMS.items():
        path = tmp_path / "written" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(with_translated(text))
    verdicts.load_written.cache_clear()
    return tmp_path


def original_of(folder, place):
    return toy_original(str((folder / "programs").resolve()), place)


@functools.cache
def toy_original(folder, place):
    return load_original(folder, place)


@functools.cache
def toy_calls(folder, place, seed):
    return kinds.candidate_calls(toy_original(folder, place), seed)


def calls_of(folder, place, seed=0):
    return toy_calls(str((folder / "programs").resolve()), place, seed)


def outcome(folder, place, call, change=("", "")):
    """The Outcome of a call of a written module that differs from the program in one place."""
    path = folder / "written" / place
    text = with_translated(PROGRAMS[place])
    assert change[0] in text
    path.write_text(text.replace(*change, 1) if change[0] else text)
    verdicts.load_written.cache_clear()
    return judge_call(original_of(folder, place), str(path), call, "cpu")


def call_of(folder, place, kind, detail=None):
    """The first candidate of a kind, or the one with this detail."""
    calls = [call for call in calls_of(folder, place) if call.kind == kind]
    return next(call for call in calls if detail in (None, call.detail))


# ---- drawing -------------------------------------------------------------------------------------


def test_a_small_call_keeps_what_has_to_be_equal(folder):
    scale = original_of(folder, "tasks/toy/scale.py")
    x, weight = scale.arguments
    assert len(x.shape) == 2 and x.shape[1:] == weight.shape
    assert max(x.shape) < 10
    assert scale.accepts(small_call(scale))
    norm = original_of(folder, "layers/toy/norm.py")
    assert norm.arguments[0].shape[1] == 24  # the constructor fixes it
    assert norm.constructor == (24, 0.1)


def test_positions_stay_within_the_size_that_they_point_into(folder):
    table, index = original_of(folder, "tasks/toy/pick.py").arguments
    assert index.bound == table.shape[0] < 900
    call = call_of(folder, "tasks/toy/pick.py", "own")
    (step,) = running.step_values(call, original_of(folder, "tasks/toy/pick.py").inputs, "cpu")
    assert 0 <= step[1].min() and step[1].max() < table.shape[0]


def test_a_seed_draws_the_same_calls(folder):
    place = "tasks/toy/scale.py"
    first = calls_of(folder, place, 3)
    load_original.cache_clear()
    assert kinds.candidate_calls(load_original(str(folder / "programs"), place), 3) == first
    assert calls_of(folder, place, 4) != first
    assert kinds.drawn_calls([first], 9, 1) == kinds.drawn_calls([first], 9, 1)


def test_the_shares_are_a_whole_and_hold(folder):
    assert sum(share for share, _ in kinds.SHARES.values()) == 100
    many = [Call(f"p{i}", kind, str(j), 0, ()) for i in range(9) for kind in kinds.SHARES for j in range(60)]
    drawn = kinds.drawn_calls([many], 900, 0)
    assert len(drawn) == 900
    for kind, (share, _) in kinds.SHARES.items():
        assert sum(call.kind == kind for call in drawn) == 9 * share


def test_every_kind_is_drawn_for_some_program(folder):
    found = {call.kind for place in PROGRAMS for call in calls_of(folder, place)}
    assert found == set(kinds.SHARES)


def test_a_call_survives_json(folder):
    for place in PROGRAMS:
        for call in calls_of(folder, place):
            assert decoded_call(json.loads(json.dumps(encoded(call)))) == call


@pytest.mark.parametrize("name", running.LAYOUTS)
def test_layouts_keep_the_values(name):
    tensor = torch.arange(24.0).reshape(2, 3, 4)
    found = running.LAYOUTS[name](tensor)
    expected = tensor[:1].expand(2, 3, 4) if name == "expanded" else tensor
    assert torch.equal(found, expected)
    assert found.is_contiguous() == (name == "contiguous")
    assert running.LAYOUTS[name](torch.zeros(0, 3)).shape == (0, 3)
    assert running.LAYOUTS[name](torch.tensor(2.0)).item() == 2.0


# ---- verdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [place for place in PROGRAMS if Path(place).stem not in ("round", "flat")])
def test_the_program_itself_is_right(folder, place):
    original = original_of(folder, place)
    for call in calls_of(folder, place):
        found = outcome(folder, place, call)
        if found.verdict not in ("right", "skipped"):
            # What PyTorch itself says need not name an argument: where it raises, its own words are obscure.
            reference = verdicts.Reference(original, call, "cpu")
            raised = verdicts.attempt(reference.results, reference.steps(call.seed))
            assert found == Outcome("crash", raised.text), call


def test_an_argument_that_is_ignored_is_wrong(folder):
    call = call_of(folder, "tasks/toy/scale.py", "default", "eps = 1.0")
    found = outcome(folder, "tasks/toy/scale.py", call, ("+ eps", "+ 0.5"))
    assert found.verdict == "wrong" and found.reason.startswith("result 0: error 0.5")


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        ("ValueError('eps is 1.0; this translation is for eps = 0.5')", "refused"),
        ("ValueError('this translation is for other numbers')", "crash"),
        ("ValueError('eps is 1.0\\nthis is for 0.5')", "crash"),
        ("RuntimeError('eps')", "crash"),
    ],
)
def test_a_refusal_is_one_line_about_an_argument(folder, error, verdict):
    call = call_of(folder, "tasks/toy/scale.py", "default", "eps = 1.0")
    found = outcome(folder, "tasks/toy/scale.py", call, ("return x", f"raise {error}\n    return x"))
    assert found.verdict == verdict


def test_data_where_pytorch_raises_is_wrong(folder):
    call = call_of(folder, "tasks/toy/scale.py", "mismatched")
    short = ("x * weight + eps", "x[:1, :1] * weight[:1] + eps")
    assert outcome(folder, "tasks/toy/scale.py", call, short).verdict == "wrong"
    refusal = ("return x", "raise ValueError('x and weight have sizes that differ')\n    return x")
    assert outcome(folder, "tasks/toy/scale.py", call, refusal).verdict == "right"


def test_what_is_exact_for_arguments_that_differ_in_the_last_place_is_right(folder):
    """At a tie a rounding may go either way; anywhere else it may not."""
    call = call_of(folder, "tasks/toy/round.py", "own")
    other_way = ("round(x)", "round(x * (1 + 2**-22))")
    assert outcome(folder, "tasks/toy/round.py", call).verdict == "right"
    assert outcome(folder, "tasks/toy/round.py", call, other_way).verdict == "right"
    assert outcome(folder, "tasks/toy/round.py", call, ("round(x)", "ceil(x)")).verdict == "wrong"


def test_a_layout_that_pytorch_has_no_view_of_is_compared_with_the_contiguous_tensor(folder):
    layouts = [call for call in calls_of(folder, "tasks/toy/flat.py") if call.kind == "layout"]
    call = next(call for call in layouts if call.detail.startswith("transposed"))
    any_layout = ("x.view", "x.contiguous().view")
    as_in_memory = ("x.view(-1)", "x.as_strided((x.numel(),), (1,))")
    assert outcome(folder, "tasks/toy/flat.py", call, any_layout).verdict == "right"
    assert outcome(folder, "tasks/toy/flat.py", call, as_in_memory).verdict == "wrong"


@pytest.mark.parametrize("detail", ["negative in index", "beyond in index"])
def test_a_bad_index_that_returns_data_is_wrong(folder, detail):
    call = call_of(folder, "tasks/toy/pick.py", "indices", detail)
    found = outcome(
        folder, "tasks/toy/pick.py", call, ("table[index]", "table[index.clamp(0, len(table) - 1)]")
    )
    assert found.verdict == "wrong"


def test_an_input_that_is_not_written_is_wrong(folder):
    call = call_of(folder, "tasks/toy/fill.py", "own")
    found = outcome(folder, "tasks/toy/fill.py", call, ("x.mul_(2)", "x * 2"))
    assert found.verdict == "wrong" and found.reason.startswith("x afterwards: ")


def test_a_result_that_is_the_input_itself_shows_when_it_is_written(folder):
    call = call_of(folder, "tasks/toy/scale.py", "in place", "writes the result")
    aliased = ("x * weight + eps", "x.copy_(x * weight + eps)")
    found = outcome(folder, "tasks/toy/scale.py", call, aliased)
    assert found.verdict == "wrong" and found.reason.startswith("x afterwards: ")


def test_running_statistics_that_stand_still_are_wrong(folder):
    call = call_of(folder, "layers/toy/norm.py", "repeated")
    frozen = (
        "self.norm(self.mix(x))",
        "nn.functional.batch_norm(self.mix(x), None, None, *self.norm.parameters(), True, 0.1, 0.1)",
    )
    found = outcome(folder, "layers/toy/norm.py", call, frozen)
    assert found.verdict == "wrong" and "running_mean afterwards" in found.reason


def test_a_mode_that_is_ignored_is_wrong(folder):
    call = call_of(folder, "layers/toy/norm.py", "mode", "eval()")
    found = outcome(folder, "layers/toy/norm.py", call, ("self.norm(", "self.norm.train()("))
    assert found.verdict == "wrong"


def test_a_gradient_that_is_lost_in_silence_is_wrong(folder):
    call = call_of(folder, "tasks/toy/scale.py", "gradient", "another path")
    forward_only = ("x * weight + eps", "x.detach() * weight.detach() + eps")
    found = outcome(folder, "tasks/toy/scale.py", call, forward_only)
    assert found.verdict == "wrong" and "gradient of x" in found.reason
    call = call_of(folder, "tasks/toy/scale.py", "gradient", "inputs")
    assert outcome(folder, "tasks/toy/scale.py", call, forward_only).verdict == "crash"


def test_what_pytorch_lacks_on_a_device_is_skipped(folder):
    call = call_of(folder, "tasks/toy/scale.py", "own")

    def refuse(*arguments):
        raise RuntimeError("\"scale\" not implemented for 'Half'")

    original = dataclasses.replace(original_of(folder, "tasks/toy/scale.py"), function=refuse)
    path = str(folder / "written" / "tasks/toy/scale.py")
    assert judge_call(original, path, call, "cpu").verdict == "skipped"


# ---- workers, journal, tables --------------------------------------------------------------------


def options_for(folder, **changes):
    options = {"programs": folder / "programs", "written": folder / "written", "out": folder / "out"}
    options |= {"every": 1, "limit": 12, "seed": 0, "device": "cpu", "jobs": 1, "minutes": 0, "resume": False}
    return SimpleNamespace(**options | {"chart": False} | changes)


def test_a_worker_that_dies_or_hangs_costs_one_call(folder, monkeypatch):
    monkeypatch.setattr(pool, "CALL_SECONDS", 8)
    place = "tasks/toy/scale.py"
    path = folder / "written" / place
    # eps of 1 ends the process, another one than 0.5 loops
    body = "    import os\n    if eps == 1:\n        os._exit(3)\n    while eps != 0.5:\n        pass\n"
    path.write_text(with_translated(SCALE).replace("    return x", f"{body}    return x"))
    calls = [call_of(folder, place, "default", f"eps = {eps}") for eps in (0.5, 1.0, 0.25)]
    calls.append(call_of(folder, place, "own"))
    found = {}
    workers = pool.WorkerPool(pool.Settings(folder / "programs", folder / "written", "cpu"), 1)
    try:
        workers.run(calls, lambda call, outcome, seconds: found.update({call.name: outcome}))
    finally:
        workers.close()
    assert [found[call.name].verdict for call in calls] == ["right", "crash", "timeout", "right"]
    assert "exit code 3" in found[calls[1].name].reason


def test_a_run_writes_its_record_and_goes_on(folder, capsys):
    options = options_for(folder, limit=6)
    assert variations.call_modules(options) in (0, 1)
    journal = folder / "out" / "variations-cpu.jsonl"
    lines = journal.read_text().splitlines()
    assert len(lines) == 6
    assert "## By kind" in (folder / "out" / "variations-cpu.md").read_text()

    journal.write_text("\n".join(lines[:4] + [lines[4][:20]]))  # a run that was killed
    calls = [decoded_call(json.loads(line)["call"]) for line in lines]
    known = variations.read_journal(journal, options.written, calls)
    assert len(known) == 4
    changed = known[0].call.program
    with (options.written / changed).open("a") as file:
        file.write("\n# another one\n")
    left = variations.read_journal(journal, options.written, calls)
    assert {row.call.program for row in left} == {row.call.program for row in known} - {changed}


def test_nothing_to_call_is_one_line(folder, monkeypatch, capsys):
    argv = ["variations.py", "--programs", str(folder / "programs"), "--written", str(folder / "nowhere")]
    monkeypatch.setattr(sys, "argv", argv)
    assert variations.main() == 2
    assert "make them with --make" in capsys.readouterr().err


def made(kind, verdict, reason="", program="tasks/toy/a.py"):
    return tables.Made(
        Call(program, kind, "d", 0, ((TensorArgument((3,), "float32", 0),),)), Outcome(verdict, reason), 0.1
    )


def test_tables_count_and_group():
    rows = [made("sizes", "right"), made("sizes", "wrong", "result 0: error 1.5"), made("rank", "skipped")]
    rows.append(made("sizes", "wrong", "result 0: error 2.75", "tasks/toy/b.py"))
    assert "| sizes | 3 | 1 | 0 | 2 | 0 | 0 | 0 | 33.3 |" in tables.markdown(
        "kind", tables.grouped_by(rows, "kind")
    )
    lines = tables.misses(rows, {"tasks/toy/a.py": 50, "tasks/toy/b.py": 10})
    assert lines[0].startswith("- 2 x wrong, sizes: `tasks/toy/b.py`")
    assert len(lines) == 2
