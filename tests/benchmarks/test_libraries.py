"""benchmarks/libraries.py: how layers are found and left out, journals, and the report."""

import functools
import json
import multiprocessing
import os
import signal
import sys
import time
import types
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import torch.nn as nn

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import libraries  # noqa: E402
import library_layers  # noqa: E402
import library_report  # noqa: E402
from library_layers import Found, Library, LibraryTarget, NotTaken, find_call, targets_of  # noqa: E402
from library_networks import NETWORKS  # noqa: E402
from library_report import CRASHED, FAILED, LATE, PARTLY, REFUSED, RIGHT, TRACED, VERIFIED, LibraryRow  # noqa: E402

TORCH = Library("torch", ("torch.nn",), ("torch.nn.functional",))


# ---- how layers are found ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, build, given",
    [
        ("Linear", "Linear(in_features=32, out_features=48)", "f32[2, 10, 32]"),
        ("Conv2d", "Conv2d(in_channels=32, out_channels=48, kernel_size=3)", "f32[2, 32, 16, 24]"),
        ("BatchNorm1d", "BatchNorm1d(num_features=32)", "f32[2, 32, 20]"),
        ("LayerNorm", "LayerNorm(normalized_shape=32)", "f32[2, 10, 32]"),
        ("Embedding", "Embedding(num_embeddings=10, embedding_dim=32)", "i64[2, 10]"),
        ("LSTM", "LSTM(input_size=32, hidden_size=32)", "f32[2, 10, 32]"),
        ("Upsample", "Upsample(size=8)", "f32[2, 32, 16, 24]"),
        ("CrossEntropyLoss", "CrossEntropyLoss()", "f32[2, 32, 16, 24], i64[2, 16, 24]"),
    ],
)
def test_a_layer_is_constructed_and_called_by_what_its_parameters_are_called(name, build, given):
    found = find_call(LibraryTarget("torch", "torch.nn", name))
    assert (found.build, found.given) == (build, given)
    assert not found.program.training
    assert library_layers.tree_leaves(found.program(*found.inputs))


def test_a_function_takes_its_tensors_by_annotation_and_its_constants_by_name():
    found = find_call(LibraryTarget("torch", "torch.nn.functional", "group_norm"))
    assert (found.build, found.given) == ("group_norm(num_groups=4)", "f32[2, 32, 16, 24]")
    assert found.program(*found.inputs).shape == (2, 32, 16, 24)


def test_what_a_library_exports_is_found_once_and_without_what_is_private_or_foreign():
    names = [target.name for target in targets_of(TORCH)]
    assert len(names) == len(set(names))
    assert {"GELU", "Conv3d", "MultiheadAttention", "cross_entropy"} <= set(names)
    assert not {"Module", "Parameter", "Optional"} & set(names)
    assert not [name for name in names if name.startswith("_")]


def test_what_a_module_defines_beside_its_list_counts_where_a_library_says_so(monkeypatch):
    module = types.ModuleType("own_library.layers")
    listed, unlisted, network = (type(name, (nn.Module,), {}) for name in ("Listed", "Unlisted", "Network"))
    network.from_pretrained = None
    for one in (listed, unlisted, network):
        one.__module__ = module.__name__
        setattr(module, one.__name__, one)
    module.__all__ = ["Listed", "Network"]
    module.Linear = nn.Linear
    monkeypatch.setitem(sys.modules, module.__name__, module)

    def names(library):
        return [target.name for target in targets_of(library)]

    assert names(Library("own", (module.__name__,))) == ["Listed"]
    assert names(Library("own", (module.__name__,), unlisted=True)) == ["Listed", "Unlisted"]


class Random(nn.Module):
    def forward(self, x):
        return x + torch.rand(())


class RarelyRandom(nn.Module):
    def forward(self, x):
        return x + 1 + (torch.rand(()) < 0.1)


class SizesOfTheData(nn.Module):
    def forward(self, x):
        return x[x > 0]


class Indices(nn.Module):
    def forward(self, x):
        return x.argmax(-1)


class Unknown(nn.Module):
    def __init__(self, nothing_is_known_of_this):
        super().__init__()

    def forward(self, x):
        return x + 1


class Downloads(nn.Module):
    def __init__(self):
        raise ConnectionError("it reaches for the network")

    def forward(self, x):
        return x + 1


class Refuses(nn.Module):
    def forward(self, x):
        raise RuntimeError(f"a shape of its own, not {list(x.shape)}")


@pytest.mark.parametrize(
    "name, rule, reason",
    [
        ("Random", library_layers.RANDOM, ""),
        ("RarelyRandom", library_layers.RANDOM, ""),
        ("SizesOfTheData", library_layers.SIZES, ""),
        ("Indices", library_layers.NO_FLOATS, ""),
        ("Unknown", library_layers.NOT_BUILT, "nothing is known for its parameter nothing_is_known_of_this"),
        ("Downloads", library_layers.NO_DOWNLOAD, "ConnectionError: it reaches for the network"),
        ("Refuses", library_layers.NOT_BUILT, "RuntimeError: a shape of its own, not [2, 32, 16, 24]"),
    ],
)
def test_what_is_left_out_says_by_which_rule(name, rule, reason):
    with pytest.raises(NotTaken) as error:
        find_call(LibraryTarget("own", __name__, name))
    assert (error.value.rule, error.value.reason) == (rule, reason)


@pytest.mark.parametrize("name", ["Identity", "Dropout", "ModuleList"])
def test_a_layer_that_returns_its_input_computes_nothing(name):
    with pytest.raises(NotTaken) as error:
        find_call(LibraryTarget("torch", "torch.nn", name))
    assert error.value.rule == library_layers.NOTHING


def _options(folder: Path, *more: str):
    options = libraries.options_parser().parse_args(
        ["layers", "--device", "cpu", "--out", str(folder), *more]
    )
    options.seconds = options.seconds or 150
    return options


def test_the_search_is_made_once_for_a_version_of_the_library(tmp_path, monkeypatch):
    targets = [LibraryTarget("torch", "torch.nn", name) for name in ("GELU", "Dropout")]
    monkeypatch.setattr(libraries, "targets_of", lambda library: targets)
    found, broken = libraries.find_all([TORCH], tmp_path, jobs=2)
    assert not broken
    assert [(one.target.name, one.rule) for one in found] == [
        ("GELU", ""),
        ("Dropout", library_layers.NOTHING),
    ]
    written = (tmp_path / "found.jsonl").read_text()
    monkeypatch.setattr(libraries, "targets_of", None)  # nothing is imported again
    assert libraries.find_all([TORCH], tmp_path) == (found, {})
    assert (tmp_path / "found.jsonl").read_text() == written


def test_a_library_that_cannot_be_imported_is_left_out_and_named(tmp_path):
    found, broken = libraries.find_all([Library("own", ("no_such_module",))], tmp_path)
    assert (found, broken) == ([], {"own": "ModuleNotFoundError: No module named 'no_such_module'"})


def test_a_library_that_there_is_not_is_a_mistake_of_the_user():
    with pytest.raises(ValueError, match="there is no library numpy; there are torch, "):
        libraries.chosen_libraries(["numpy"])


def test_a_draw_is_even_over_the_libraries_and_the_same_for_a_seed(tmp_path):
    every = [
        LibraryTarget(name, "m", f"layer{i}") for name, count in (("a", 40), ("b", 4)) for i in range(count)
    ]
    drawn = libraries.draw_items(every, _options(tmp_path, "--limit", "8"))
    assert [one.library for one in drawn].count("b") == 4
    assert drawn == libraries.draw_items(every, _options(tmp_path, "--limit", "8"))
    assert drawn != libraries.draw_items(every, _options(tmp_path, "--limit", "8", "--seed", "1"))
    with pytest.raises(ValueError, match="nothing has no-such in its name"):
        libraries.draw_items(every, _options(tmp_path, "--only", "no-such"))


def test_there_are_networks_of_many_architectures_each_once():
    assert len(NETWORKS) >= 40 and len({one.architecture for one in NETWORKS}) >= 10
    assert len({one.path for one in NETWORKS}) == len(NETWORKS)


# ---- journals -------------------------------------------------------------------------------------


SETTINGS = libraries.LibrarySettings("code", "rules", "model", "2", "cpu", 8, 150, False, False)
TARGETS = [LibraryTarget("torch", "torch.nn", name) for name in ("GELU", "Mish", "SiLU")]


def _adapted(rows):
    """A Work that has these rows at hand."""
    return functools.partial(_row_at_hand, rows)


def _row_at_hand(rows, settings, folder, judges, target, tell):
    assert folder.is_dir() and settings.samples == 8 and judges == 0
    return rows[target.path]


def test_an_interrupted_run_goes_on_with_what_is_missing(tmp_path):
    rows = {one.path: LibraryRow("torch", one.path, "", VERIFIED, ("a", "b")) for one in TARGETS[:2]}
    first, cut = libraries.translate_all(TARGETS[:1], SETTINGS, _options(tmp_path), _adapted(rows))
    assert first == [rows["torch.nn.GELU"]] and not cut
    with (tmp_path / "layers.jsonl").open("a") as file:
        file.write('["torch.nn.Mi')  # the run was killed while it wrote
    only_missing = _adapted({"torch.nn.Mish": rows["torch.nn.Mish"]})
    both, _ = libraries.translate_all(TARGETS[:2], SETTINGS, _options(tmp_path, "--resume"), only_missing)
    assert both == list(rows.values())
    other = replace(SETTINGS, code="other")
    changed = {"torch.nn.GELU": replace(rows["torch.nn.GELU"], status=FAILED)}
    anew, _ = libraries.translate_all(TARGETS[:1], other, _options(tmp_path, "--resume"), _adapted(changed))
    assert anew == [changed["torch.nn.GELU"]]


def _silu_first(settings, folder, judges, target, tell):
    """A row of another only once that of SiLU is written, and of Mish none: it interrupts the run."""
    journal, told = folder.parent / "layers.jsonl", folder / "told"
    if target.name != "SiLU":
        tell(LibraryRow("torch", target.path, "", PARTLY, seconds=1.0))
        told.touch()
    while not (told.exists() if target.name == "SiLU" else "torch.nn.SiLU" in journal.read_text()):
        time.sleep(0.02)
    if target.name == "Mish":
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)
    return LibraryRow("torch", target.path, "", VERIFIED)


@pytest.fixture
def interruptible():
    """SIGINT interrupts, also where pytest was started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_rows_are_in_the_order_of_the_items_and_an_interrupt_ends_every_process(tmp_path, interruptible):
    options = _options(tmp_path, "--jobs", "3")
    rows, cut = libraries.translate_all(TARGETS[:1] + TARGETS[2:], SETTINGS, options, _silu_first)
    assert [row.name for row in rows] == ["torch.nn.GELU", "torch.nn.SiLU"] and not cut
    rows, cut = libraries.translate_all(TARGETS[1:], SETTINGS, options, _silu_first)
    assert [row.name for row in rows] == ["torch.nn.SiLU"] and cut == {
        "torch.nn.Mish": "(forward partly translated)"
    }
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    "known, reason, status, causes, backward",
    [
        (None, "nothing within 150 s", LATE, ("nothing within 150 s",), ()),
        (None, "the process died (SIGSEGV)", CRASHED, ("the process died (SIGSEGV)",), ()),
        (
            LibraryRow("torch", "torch.nn.GELU", "", VERIFIED, seconds=3.0),
            "nothing within 150 s",
            VERIFIED,
            (),
            ("not done: nothing within 150 s",),
        ),
    ],
)
def test_what_was_found_before_a_process_was_ended_stays(known, reason, status, causes, backward):
    row = libraries.unfinished_row(TARGETS[0], known, reason, 150)
    assert (row.group, row.name) == ("torch", "torch.nn.GELU")
    assert (row.status, row.causes, row.backward_causes) == (status, causes, backward)


# ---- one translation, and the report -------------------------------------------------------------


def test_the_causes_name_what_pytorch_computes_and_why_the_first_candidate_failed():
    prompt = "f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0"
    failure = SimpleNamespace(reason="wrong values (line 3: y)")
    region = SimpleNamespace(left="none of 8 samples passed", candidates=[1], prompt=prompt, failure=failure)
    parts = [
        SimpleNamespace(what="linalg_svd", why="no Triton form"),
        SimpleNamespace(what="sigmoid", why="none of 8 samples passed"),
    ]
    graphs = [SimpleNamespace(regions=[region])]
    translation = SimpleNamespace(verified=False, graphs=graphs, left_to_pytorch=parts)
    assert libraries.left_causes(translation) == (
        "no Triton form: linalg_svd",
        "none of 8 samples passed: sigmoid (wrong values)",
    )


@pytest.mark.parametrize(
    "program, status, causes",
    [
        (lambda x: torch.relu(x) + 1, TRACED, ()),
        (lambda x: torch.linalg.svdvals(x) + 1, PARTLY, ("no Triton form: linalg_svdvals",)),
        (lambda x: torch.unique(x), REFUSED, ("refused, control flow or sizes that depend on the data",)),
    ],
)
def test_a_layer_can_be_traced_alone(program, status, causes):
    settings = libraries.LibrarySettings(
        "code", "rules", "model", "2", "cpu", 8, 150, False, False, trace=True
    )
    call = library_layers.LayerCall(program, (torch.randn(4, 6),), "program()", "f32[4, 6]")
    told = []
    row = libraries.translate_call(call, LibraryRow("own", "program", "", FAILED), settings, told.append)
    kinds = tuple(cause.split(": line ")[0] for cause in row.causes)
    assert (row.status, kinds, row.call) == (status, causes, "program() on f32[4, 6]")
    assert told[0].call == row.call


def test_a_backward_is_right_where_every_region_is_ours_and_every_gradient_agrees():
    ours = SimpleNamespace(is_ours=True)
    plan = SimpleNamespace(layout=1, kind="backward", reason="", regions=[ours], entry="region0(x)")
    good = SimpleNamespace(ok=True)
    whole = SimpleNamespace(gradients=[good], plans=[plan])
    assert libraries.backward_outcome(whole) == (RIGHT, ())
    plan.entry = "torch.ops.aten.convolution_backward.default(x)"
    outcome = libraries.backward_outcome(whole)
    assert outcome == (
        library_report.PARTLY_RIGHT,
        ("no Triton form: convolution_backward.default",),
    )
    failed = SimpleNamespace(**vars(plan) | {"entry": "region0(x)", "reason": "an answer failed: too large"})
    status, causes = libraries.backward_outcome(SimpleNamespace(gradients=[good], plans=[failed]))
    assert status == library_report.PARTLY_RIGHT and causes[0].startswith("graph by PyTorch: backward")
    bad = SimpleNamespace(ok=False, line=lambda: "gradient of x: too large")
    assert (
        libraries.backward_outcome(SimpleNamespace(gradients=[bad], plans=[plan]))[0] == library_report.WRONG
    )


ROWS = [
    LibraryRow("timm", "timm.layers.A", "A() on f32[2]", VERIFIED, regions=1, answered=1, seconds=4.0),
    LibraryRow(
        "timm", "timm.layers.B", "", PARTLY, ("none of 8 samples passed: softmax", "no Triton form: sort")
    ),
    LibraryRow("kornia", "kornia.C", "", FAILED, ("none of 12 samples passed: conv2d",), seconds=9.0),
    LibraryRow("kornia", "kornia.D", "", LATE, ("nothing within 150 s",), seconds=150.0),
]


def test_causes_are_grouped_and_the_most_frequent_is_first():
    groups = [(kind, [row.name for row in rows]) for kind, rows in library_report.rows_by_cause(ROWS)]
    assert groups[0] == ("none of N samples passed", ["timm.layers.B", "kornia.C"])
    assert dict(groups) == {
        "none of N samples passed": ["timm.layers.B", "kornia.C"],
        "no Triton form": ["timm.layers.B"],
        "nothing within N s": ["kornia.D"],
    }


def test_the_files_of_a_run_have_counts_causes_and_what_was_left_out(tmp_path):
    found = [Found(TARGETS[0]), Found(LibraryTarget("torch", "torch.nn", "Dropout"), library_layers.NOTHING)]
    record = {"backward": False, "libraries": {"timm": "1.0"}, "seed": 0}
    record["ended with the run"] = {"torch.nn.Mish": "(forward verified)"}
    libraries.write_results(ROWS, record, found, _options(tmp_path))
    text = (tmp_path / "layers.md").read_text()
    assert "1 of 4 (25 %) verified; median 6 s" in text
    assert "| kornia | 2 | 0 | 0 | 1 | 1 |" in text
    assert "| all | 4 | 1 | 1 | 1 | 1 |" in text
    assert "- ended with the run: torch.nn.Mish (forward verified)\n" in text
    assert "| none of N samples passed | timm.layers.B (softmax), kornia.C (conv2d) | 2 |" in text
    assert "| torch | 2 | 1 | 0 | 0 | 1 | 0 | 0 | 0 |" in text
    assert "- torch.nn.Dropout: computes nothing" in text
    record = json.loads((tmp_path / "layers.json").read_text())
    assert [libraries.library_row(row) for row in record["rows"]] == ROWS
    assert (tmp_path / "layers.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "trained, causes, is_whole",
    [("", (), True), (RIGHT, (), True), ("wrong", (), False), ("", ("not done: late",), False)],
)
def test_a_row_is_whole_with_its_backward(trained, causes, is_whole):
    row = LibraryRow("timm", "a", "", VERIFIED, trained=trained, backward_causes=causes)
    assert row.is_whole == is_whole
