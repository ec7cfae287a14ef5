"""benchmarks/operators.py: classes of samples, processes that hang or die, and the page that it writes."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import operator_page  # noqa: E402
import operator_processes  # noqa: E402
import operators  # noqa: E402
from operator_bounds import NO_KERNEL, RANDOM  # noqa: E402
from operator_page import OperatorFigures, figures_of, kind_of, sections  # noqa: E402
from operator_samples import OperatorClass, OperatorTask, ProgramCall, SampleClass, class_of, operator_names  # noqa: E402

X = torch.randn(4, 6)
PROGRAMS = {
    "triton": (lambda x: torch.relu(x) + 1, ""),
    "pytorch": (lambda x: torch.linalg.svdvals(x), "no Triton form of linalg_svdvals"),
    "part": (lambda x: torch.bernoulli(torch.sigmoid(x)), "draws random numbers"),
    "refused": (lambda x: torch.unique(x), "control flow or sizes that depend on the data"),
    "invalid": (lambda x: x.reshape(5), "shape '[5]' is invalid for input of size 24"),
    "empty": (lambda x: x[:, :0].exp(), ""),
}


@pytest.mark.parametrize("status", PROGRAMS)
def test_a_sample_has_the_status_of_its_trace(status):
    program, reason = PROGRAMS[status]
    found = class_of(ProgramCall(program, (X,), True), backward=True)
    assert (found.status, found.reason) == (status, reason)
    assert bool(found.prompts) == (status in ("triton", "part"))
    assert found.backward == ("triton" if status == "triton" else found.backward)


def test_a_graph_that_computes_something_else_is_wrong():
    state = {"calls": 0}

    def changing(x):
        state["calls"] += 1
        return x + state["calls"]

    found = class_of(ProgramCall(changing, (X,), False), backward=False)
    assert found.status == "wrong" and "not close" in found.reason


def _hang(x):
    while True:
        x = x + 1


def _die(x):
    os.kill(os.getpid(), signal.SIGKILL)


class FakeTask(OperatorTask):
    """A task whose samples are programs of this file."""

    def calls(self):
        return [ProgramCall(program, (X,), False) for program in (torch.relu, _hang, _die, torch.exp)]

    def refusals(self):
        return ()


def test_a_sample_that_hangs_or_crashes_costs_itself_alone(monkeypatch):
    monkeypatch.setattr(operator_processes, "SECONDS", 3)
    found = []
    operator_processes.class_operators([FakeTask("one", "float32", most=4)], 1, found.append)
    samples = found[0].samples
    assert [sample.status for sample in samples] == ["triton", "refused", "refused", "triton"]
    assert samples[1].reason == "no trace within 3 s" and samples[2].reason == "the process died"


def test_the_journal_goes_on_where_code_and_settings_are_the_same(tmp_path):
    journal = tmp_path / "operators.jsonl"
    one = OperatorClass("exp", "float32", 3, (SampleClass("triton", prompts=("f()",)),), ("same",))
    settings = {"code": "a", "seed": 0}
    journal.write_text(operators.journal_line(one, settings) + '{"settings": {"co')
    assert operators.read_classes(journal, settings) == [one]
    assert operators.read_classes(journal, settings | {"seed": 1}) == []


def test_a_word_that_no_operator_has_is_a_mistake_of_the_user():
    options = operators.options_parser().parse_args(["--only", "no-such-operator"])
    with pytest.raises(ValueError, match="no operator has no-such-operator in its name"):
        operators.wanted(options)


def test_variants_of_an_operator_are_one_on_the_page():
    samples = (SampleClass("triton"), SampleClass("pytorch", "no Triton form of norm"), SampleClass("empty"))
    figures = [figures_of(OperatorClass(f"norm{end}", "float32", 3, samples)) for end in ("", ":inf")]
    assert sections(figures)["In Triton in part, or for some samples"] == {"": ["norm 2/4"]}


def test_what_a_kernel_cannot_do_is_named_and_counts_in_one_share_alone():
    known = {name.split(":")[0] for name in operator_names(torch.float32)}
    assert {name for names in NO_KERNEL.values() for name in names.split()} <= known
    samples = (SampleClass("triton"), SampleClass("part", RANDOM), SampleClass("pytorch", "no Triton form"))
    shares = [
        (one.translated, one.samples, one.kernels, one.of_kernels)
        for one in (figures_of(OperatorClass(name, "float32", 3, samples)) for name in ("norm", "linalg.inv"))
    ]
    assert shares == [(1, 3, 1, 2), (1, 3, 0, 0)]


# ---- the page that is in the tree ----------------------------------------------------------------


def _record():
    records = sorted((ROOT / "benchmarks" / "results").glob("*/operators.json"))
    record = json.loads(records[-1].read_text())
    return record, [OperatorFigures(**fields) for fields in record["operators"]]


def test_the_page_is_what_the_record_gives():
    record, figures = _record()
    assert (ROOT / "docs" / "operators.md").read_text() == operator_page.page(figures, record)


@pytest.mark.parametrize(
    "name",
    ["special.entr", "linalg.svdvals", "index_reduce:amax", "fft.rfft", "unique_consecutive", "nn.GELU"],
)
def test_the_page_is_in_step_with_the_front_end(name):
    record, figures = _record()
    known = next(one for one in figures if (one.operator, one.dtype) == (name, "float32"))
    task = OperatorTask(name, "float32", most=2, backwards=0, seed=record["settings"]["seed"])
    drawn = task.drawn(task.calls())
    found = [class_of(call, backward=False) for call in drawn]
    assert {one.status for one in found} <= set(known.statuses)
    assert {kind_of(one.reason) for one in found if one.reason} <= {kind_of(known.reason)}
