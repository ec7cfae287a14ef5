"""How a step is executed: what is captured, and that checkpointing computes the same."""

import functools
import json

import pytest
import torch
from tiny_model import tiny_model
from tiny_training import trained, write_pairs
from torch._dynamo.testing import CompileCounter

import llm
from training.batches import Batch
from training.capture import Captured, copies_in_rows, key_of, tensors_of, with_tensors
from training.execution import Execution, Precision
from training.parallel import ALONE
from training.profiling import part_of
from triton_ops.choice import parse_mode

GPU = torch.device("cuda")
CPU = torch.device("cpu")
needs_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")


@pytest.mark.parametrize(
    "flags, expected",
    [
        (("auto", True, False, GPU), Execution("default", True)),
        (("auto", True, False, CPU), Execution("off", False)),
        (("off", True, False, GPU), Execution("off", True)),
        (("off", True, True, GPU), Execution("off", False)),
        (("default", True, True, GPU), Execution("default", True)),
        (("reduce-overhead", True, False, GPU), Execution("reduce-overhead", False)),
        (("max-autotune", False, False, GPU), Execution("max-autotune", False)),
        (("max-autotune", True, False, GPU, False), Execution("max-autotune-no-cudagraphs", False)),
        (("auto", True, False, GPU, False), Execution("default", False)),
    ],
)
def test_what_flags_mean(flags, expected):
    assert Execution.choose(*flags) == expected


def test_tf32_is_a_switch_of_products_in_float32():
    try:
        for name, expected in (("tf32", "high"), ("fp32", "highest")):
            precision = Precision.choose(name, GPU)
            precision.prepare()
            assert precision.dtype == torch.float32 and torch.get_float32_matmul_precision() == expected
    finally:
        torch.set_float32_matmul_precision("highest")
    with pytest.raises(ValueError, match="tf32 needs a GPU"):
        Precision.choose("tf32", CPU)


def random_batch(rows: int) -> Batch:
    tokens_BT = torch.randint(97, (rows, 17))
    return Batch(tokens_BT[:, :-1], tokens_BT[:, 1:], rows * 16)


def window_batch(rows: int) -> Batch:
    """As a text gives it: views of windows on the device."""
    tokens_BX = torch.randint(97, (rows, 17)).to(GPU)
    return Batch(tokens_BX[:, :-1], tokens_BX[:, 1:], rows * 16)


def steps_of(
    device: torch.device, count: int, batch=random_batch, scale: float = 1.0, **flags
) -> tuple[list, llm.Transformer]:
    """(figures of some steps on batches of two shapes, the model after them)."""
    implementations = parse_mode(flags.get("kernels", "torch"))
    model = tiny_model(implementations, dropout=flags.pop("dropout", 0.0)).train().to(device)
    config = llm.TrainConfig(**{"compile": "off", "accumulation": 1} | flags)
    optimizer = llm.MuonAdamW(model, config, implementations)
    step = llm.Step(model, optimizer, Precision.choose("fp32", device), config)
    torch.manual_seed(1)
    steps = [[batch(2 + index % 2) for _ in range(config.accumulation)] for index in range(count)]
    return [step(batches, scale).tolist() for batches in steps], model


@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_checkpointing_changes_no_bit(dropout):
    figures, model = steps_of(CPU, 3, dropout=dropout)
    others, twin = steps_of(CPU, 3, dropout=dropout, checkpointing=True)
    assert figures == others
    assert all(map(torch.equal, model.parameters(), twin.parameters()))


def test_the_compiler_sees_one_block_and_the_first_of_any_number(monkeypatch):
    counts = []
    for layers in (2, 4):
        torch.compiler.reset()
        counter = CompileCounter()
        compiled = functools.partial(torch.compile, backend=counter)
        monkeypatch.setattr(Execution, "compiled", lambda self, function: compiled(function))  # noqa: B023
        model = tiny_model(n_layers=layers).train()
        hidden = ALONE.compiled(model, Execution("default", False))
        hidden(torch.randint(97, (2, 8))).sum().backward()
        counts.append(counter.frame_count)
    assert counts == [3, 3]  # with the embedding


def test_nested_arguments_keep_their_form():
    batch = random_batch(2).on(CPU)
    nested = [batch, (torch.zeros(1), None)]
    copies = with_tensors(nested, iter([tensor + 1 for tensor in tensors_of(nested)]))
    assert type(copies[0]) is type(batch) and copies[0].places_N is None and copies[1][1] is None
    assert torch.equal(copies[0].inputs_BT, batch.inputs_BT + 1) and copies[1][0].item() == 1


def test_a_key_tells_forms_and_shapes_apart():
    a, b = torch.zeros(2), torch.ones(2)
    assert key_of((a, None)) == key_of((b, None)) != key_of((None, a))
    assert key_of(((a, b), a)) != key_of((a, (b, a)))
    assert len({key_of((x,)) for x in (a, a.double(), a[:1], a[None])}) == 4


@needs_gpu
@pytest.mark.parametrize("accumulation", [1, 3])
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_a_captured_step_is_the_step(dropout, accumulation):
    figures, model = steps_of(GPU, 8, dropout=dropout, accumulation=accumulation, capture=False)
    others, twin = steps_of(GPU, 8, dropout=dropout, accumulation=accumulation)
    assert figures == others
    assert all(map(torch.equal, model.parameters(), twin.parameters()))


@needs_gpu
@pytest.mark.parametrize("kernels", ["torch", "triton"])
@pytest.mark.parametrize("accumulation", [1, 2])
@pytest.mark.parametrize("mode", ["off", "default"])
def test_windows_of_a_text_are_captured(mode, accumulation, kernels):
    # small steps: large ones amplify the order in which an embedding's gradient is summed
    flags = {"accumulation": accumulation, "compile": mode, "kernels": kernels, "scale": 1e-3}
    flags["batch"] = window_batch
    expected, _ = steps_of(GPU, 6, **flags, capture=False)
    figures, _ = steps_of(GPU, 6, **flags)
    assert figures == [pytest.approx(row, rel=1e-4) for row in expected]


def test_a_captured_function_is_given_rows_alone():
    wide_BT = torch.arange(6).view(2, 3)
    [[rows_BT, row_1T], nothing] = copies_in_rows(([wide_BT[:, :-1], wide_BT[:1, :-1]], None))
    assert rows_BT.stride() == (2, 1) and rows_BT.tolist() == [[0, 1], [3, 4]] and nothing is None
    assert row_1T.stride() == (2, 1) and wide_BT[:1, :-1].contiguous().stride() == (3, 1)


@needs_gpu
def test_after_a_capture_that_failed_the_gpu_is_as_it_was():
    def waits(x):
        return x * x.sum().item()

    x = torch.ones(3, device=GPU)
    stream = torch.cuda.current_stream()
    function = Captured(waits)
    function(x)
    with pytest.raises(RuntimeError, match="captur"):
        function(x)
    assert torch.cuda.current_stream() == stream
    assert torch.rand(3, device=GPU).isfinite().all()
    doubled = Captured(lambda x: 2 * x)
    assert [doubled(x).tolist() for _ in range(3)] == [[2.0] * 3] * 3


@needs_gpu
def test_a_result_is_not_overwritten_by_the_next():
    function = Captured(lambda x: 2 * x)
    results = [function(torch.full((3,), float(value), device=GPU)) for value in range(4)]
    assert [result[0].item() for result in results] == [0, 2, 4, 6]


@pytest.mark.parametrize(
    "kernel, part",
    [
        ("nvjet_sm90_tst_192x192_64x3_2x1_v_bz_coopB_NNN", "products"),
        ("attention_backward_kernel", "attention"),
        ("triton_per_fused__fused_rms_norm_backward__to_copy_add_view_4", "norms"),
        ("cross_entropy_kernel", "head and loss"),
        ("symmetric_product_kernel", "optimizer"),
        ("triton_poi_fused__unsafe_view_mul_relu_6", "pointwise and rest"),
    ],
)
def test_kernels_belong_to_parts(kernel, part):
    assert part_of(kernel) == part


def test_a_profiled_run_leaves_a_trace_and_says_where_the_time_went(tmp_path, capsys):
    write_pairs(tmp_path / "data.csv")
    trained(tmp_path, steps=20, profile=True)
    trace = json.loads((tmp_path / "run" / "trace.json").read_text())
    assert trace["traceEvents"]
    assert "ms a step" in capsys.readouterr().out
