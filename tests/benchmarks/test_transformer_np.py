"""benchmarks/transformer_np.py at toy size on a CPU: tasks, model, rows, checks, the harness, its record."""

import functools
import importlib.util
import json
import math
import resource
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
CPU = torch.device("cpu")
SIZES = "--device cpu --layers 1 --heads 2 --width 32 --hidden 20 --components 3".split()


@pytest.fixture(scope="module")
def script():
    """The script as a module; it makes its folder importable."""
    before = list(sys.path)
    path = ROOT / "benchmarks" / "transformer_np.py"
    spec = importlib.util.spec_from_file_location("transformer_np_script", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["transformer_np_script"] = module  # its dataclasses ask for it
    spec.loader.exec_module(module)
    yield module
    sys.path[:] = before


@pytest.fixture(autouse=True)
def one_thread():
    """So little work is slower by several."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def config(script):
    return script.Config(layers=1, heads=2, width=32, hidden=20, components=3)


@pytest.fixture
def parts(script):
    """The modules of the benchmark."""
    from neural_process import (
        attention,
        checks,
        data,
        largest,
        loss_curves,
        measure,
        model,
        report,
        rows,
        training,
    )

    class Parts:
        pass

    for module in (
        attention, checks, data, largest, loss_curves, measure, model, report, rows, training
    ):  # fmt: skip
        setattr(Parts, module.__name__.rpartition(".")[2], module)
    return Parts


def test_functions_have_the_covariance_of_their_kernel(parts, monkeypatch):
    monkeypatch.setattr(parts.data, "LENGTH_SCALES", (0.5, 0.5))
    x = torch.tensor([0.0, 0.3, 1.0]).expand(20_000, 3)
    y = parts.data.gaussian_process(x, torch.Generator().manual_seed(0))
    kernel = torch.exp(-0.5 * ((x[0] - x[0][:, None]) / 0.5) ** 2)
    assert (y.T @ y / len(y) - kernel).abs().max() < 0.04  # four standard deviations of 20,000 draws


def test_targets_are_not_among_the_tokens(parts):
    tasks = parts.data.draw_tasks(2, 5, 4, seed=3, device="cpu")
    assert tasks.tokens.shape == (2, 9, parts.data.TOKEN) and tasks.n_context == 5
    assert (tasks.tokens[:, 5:, 1:3] == 0).all() and (tasks.tokens[:, :5, 2] == 1).all()
    again = parts.data.draw_tasks(2, 5, 4, seed=3, device="cpu")
    assert torch.equal(tasks.tokens, again.tokens) and torch.equal(tasks.targets, again.targets)


def test_targets_see_the_context_alone(parts, config):
    torch.manual_seed(0)
    model = parts.model.NeuralProcess(config, parts.rows.Row("math"))
    tokens = parts.data.draw_tasks(1, 6, 4, seed=0, device="cpu").tokens
    other_target = tokens.clone()
    other_target[0, 9, 0] += 1.0
    other_context = tokens.clone()
    other_context[0, 5, 1] += 1.0
    with torch.no_grad():
        plain, target, context = (model.mixture(each, 4)[0] for each in (tokens, other_target, other_context))
    torch.testing.assert_close(plain[:3], target[:3])
    assert (plain[3] - target[3]).abs().max() > 1e-3
    assert ((plain - context).abs().amax((1, 2)) > 1e-4).all()


def test_rows_are_words(parts):
    Row = parts.rows.Row
    assert Row.parse("triton+all+graph") == Row("triton", True, True, True, True, graph=True)
    names = parts.rows.every_row()
    names += [*parts.rows.SMALL_ROWS, *parts.rows.MID_ROWS, *parts.rows.LARGE_ROWS, *parts.rows.CHECKED_ROWS]
    assert all(Row.parse(name).name == name for name in names)
    assert len(set(parts.rows.every_row())) == 7 * 32 + 2 * 4
    with pytest.raises(ValueError, match="'fast' in row 'triton.fast' is none of norm"):
        Row.parse("triton+fast")
    with pytest.raises(ValueError, match="begins with one of flash"):
        Row.parse("graph")


def test_e4m3_rounds_as_the_dtype_does(parts):
    x = torch.cat([torch.randn(500) * 4.0**k for k in range(-6, 4)]).clamp(-448, 448)
    ours = parts.attention.to_e4m3(x, torch.tensor(448.0))
    assert torch.equal(ours, x.to(torch.float8_e4m3fn).float())
    # factors are powers of two
    assert torch.equal(parts.attention.to_e4m3(x / 8, torch.tensor(50.0)), ours / 8)


def test_loss_falls_and_rates_end_low(parts, config):
    trainer = parts.training.Trainer(parts.rows.Row("flash"), config, CPU)
    losses = parts.training.train(trainer, (4, 8, 12), steps=60)
    assert sum(losses[-10:]) < sum(losses[:10]) - 1.0
    assert parts.training.rate_at(0, 100) == parts.training.PEAK_RATE / parts.training.WARM_UP
    assert parts.training.rate_at(100, 100) == pytest.approx(0.1 * parts.training.PEAK_RATE)


def test_every_kind_of_row_is_right(script, tmp_path, capsys):
    rows = ["flash", "flash+checkpoint", "triton+all", "fp8"]
    command = ["check", "--shapes", "1x9x6", *SIZES, "--rows", *rows, "--out", str(tmp_path)]
    assert script.main(command) == 0
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    assert [record["checks"][row]["ok"] for row in rows] == [True] * 4
    assert "fp8: right, gradients at most" in capsys.readouterr().out


def test_a_wrong_gradient_is_found(script, parts, config, monkeypatch):
    def off(tensor):
        tensor.register_hook(lambda gradient: gradient * 1.01)
        return tensor

    attend = parts.attention.attend
    monkeypatch.setattr(
        parts.model,
        "attend",
        lambda kind: lambda q, k, v: attend(kind)(off(q * 1.0) if kind == "flash" else q, k, v),
    )
    parts.model.make_block.cache_clear()
    ok, reason = parts.checks.check_gradients(parts.rows.Row("flash"), config, (1, 9, 6), CPU)
    parts.model.make_block.cache_clear()
    assert not ok and "exceeds tolerance" in reason


def test_what_was_compiled_for_one_attention_does_not_run_another(parts, config, monkeypatch):
    monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="aot_eager"))  # no C++
    tasks = parts.data.draw_tasks(1, 9, 6, seed=0, device="cpu")
    for name in ("flash", "math"):
        row = parts.rows.Row(name, compile=True)
        assert name in parts.measure.compile_row(row, config, tasks, CPU)


def test_another_backend_than_the_rows_is_an_error(parts, config):
    Row = parts.rows.Row
    tasks = parts.data.draw_tasks(1, 9, 6, seed=0, device="cpu")
    ran = parts.measure.attention_that_ran(parts.training.Trainer(Row("math"), config, CPU), tasks)
    assert parts.measure.check_backend(Row("math"), ran) == "_scaled_dot_product_attention_math"
    for row in (Row("flash"), Row("triton")):
        with pytest.raises(AssertionError, match="attention was _scaled_dot_product_attention_math"):
            parts.measure.check_backend(row, ran)


def test_a_run_goes_on_where_the_last_one_ended(script, tmp_path, capsys):
    command = ["--shapes", "1x9x6", *SIZES, "--rounds", "2", "--out", str(tmp_path), "--rows"]
    assert script.main([*command, "flash", "flash+graph"]) == 0
    assert script.main([*command, "math", "flash"]) == 0
    rows = json.loads((tmp_path / "transformer_np.json").read_text())["shapes"]["1x9x6"]
    by_name = {row["row"]: row for row in rows}
    assert by_name["flash"]["ms"] > 0 and by_name["math"]["baseline_ms"] > 0
    assert by_name["flash+graph"] == {"row": "flash+graph", "error": "ValueError: a CUDA graph needs a GPU"}
    assert by_name["flash"]["backend"] == "_scaled_dot_product_flash_attention"
    capsys.readouterr()
    assert script.main([*command, "math"]) == 0  # nothing is left to measure
    assert "ready after" not in capsys.readouterr().out
    page = (tmp_path / "transformer_np.md").read_text()
    assert "## B = 1, M = 9, N = 6" in page and "math" in page
    assert (tmp_path / "transformer_np.png").read_bytes()[:4] == b"\x89PNG"


def test_a_spent_budget_leaves_rows_for_the_next_run(parts, config, monkeypatch):
    Budget = parts.measure.Budget
    monkeypatch.setattr(parts.measure, "step_flops", lambda *sizes: 1.0)
    about = (config, (1, 9, 6), CPU, 3)
    sessions, rows = parts.measure.prepared(["flash"], *about[:2], [], CPU, Budget(-1.0), print)
    assert (sessions, rows) == ([], [{"row": "flash", "error": parts.measure.NO_TIME}])
    results = parts.measure.measure_shape(["flash"], *about, Budget(0.001), lambda line: None)
    assert results[0].get("rounds", 0) <= 1
    assert Budget(10.0).share(2).left() == pytest.approx(5.0, abs=0.1) and Budget(None).left() == math.inf


def test_predictions_and_curves_are_drawn(script, parts, tmp_path, capsys):
    where = [*SIZES, "--out", str(tmp_path), "--shapes", "8x6x8", "--rate", "0.01"]  # of so small a model
    assert script.main(["train", "--steps", "3", "--rows", "flash", *where]) == 0
    assert script.main(["curves", "--steps", "60", "--rows", "flash", *where]) == 0
    for name in ("transformer_np-predictions.png", "transformer_np-curves.png"):
        assert (tmp_path / name).read_bytes()[:4] == b"\x89PNG"
    assert "within two standard deviations" in capsys.readouterr().out
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    found = record["curves"]["8x6x8, 60 steps"]
    assert list(found["rows"]) == ["math", "flash"] and found["clip"] == 1.0
    assert found["rows"]["flash"]["verdict"] == parts.loss_curves.SAME
    assert len(found["rows"]["flash"]["losses"]) == 60 and len(record["trained"]["losses"]) == 3
    assert 0 < record["trained"]["coverage"] <= 1
    page = (tmp_path / "transformer_np.md").read_text()
    assert "## Loss curves, tasks of B, M, N = 8x6x8, 60 steps" in page


def test_curves_of_other_lengths_stay_and_whole_ones_are_not_made_again(script, parts, tmp_path, monkeypatch):
    where = ["curves", *SIZES, "--out", str(tmp_path), "--shapes", "1x6x8", "--rows", "math", "--steps"]
    script.main([*where, "2"])
    script.main([*where, "3"])
    monkeypatch.setattr(parts.loss_curves, "train", None)  # nothing is left to train
    script.main([*where, "2"])
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    assert list(record["curves"]) == ["1x6x8, 2 steps", "1x6x8, 3 steps"]
    assert script.main([*where, "2", "--rate", "0.5"]) == 2


def test_losses_are_on_the_disk_before_a_run_ends(script, parts, tmp_path, monkeypatch):
    def interrupted(trainer, shape, steps, hear, peak):
        hear([1.0, 0.5])
        raise KeyboardInterrupt

    monkeypatch.setattr(script, "SAVED_EVERY", 0.0)
    monkeypatch.setattr(parts.loss_curves, "train", interrupted)
    where = [*SIZES, "--out", str(tmp_path), "--shapes", "1x6x8", "--steps", "9", "--rows", "math"]
    for action in ("curves", "train"):
        assert script.main([action, *where]) == 130
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    assert record["curves"]["1x6x8, 9 steps"]["rows"]["math"]["losses"] == [1.0, 0.5]
    assert record["trained"]["losses"] == [1.0, 0.5]


def test_gradients_are_clipped_where_that_is_asked(parts, config):
    tasks = parts.data.draw_tasks(1, 9, 6, seed=0, device="cpu")

    def norm_of_step(clip: float | None) -> float:
        trainer = parts.training.Trainer(parts.rows.Row("math"), config, CPU, clip=clip)
        weights = list(trainer.model.parameters())
        norms = []
        trainer.optimizer.step = lambda: norms.append(
            torch.nn.utils.get_total_norm([p.grad for p in weights])
        )
        trainer(tasks)
        return norms[0].item()

    assert norm_of_step(None) > 0.1
    assert norm_of_step(0.01) == pytest.approx(0.01, rel=1e-3)


def test_a_loss_that_is_not_finite_is_a_failure(script, parts, tmp_path, monkeypatch, capsys):
    launch = parts.training.Trainer.launch

    def broken(trainer, *tasks):
        loss = launch(trainer, *tasks)
        return loss if trainer.row.attention == "math" else loss * math.inf

    monkeypatch.setattr(parts.training.Trainer, "launch", broken)
    where = [*SIZES, "--out", str(tmp_path), "--shapes", "2x6x8", "--rows", "flash"]
    assert script.main(["curves", "--steps", "2", *where]) == 1
    assert "flash: deviation nan%, not finite" in capsys.readouterr().out
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    assert len(record["curves"]["2x6x8, 2 steps"]["rows"]["flash"]["losses"]) == 1  # it ended there


def test_another_model_needs_another_folder(script, tmp_path, capsys):
    command = ["train", "--steps", "1", "--rows", "flash", "--shapes", "1x6x8", *SIZES, "--out"]
    assert script.main([*command, str(tmp_path)]) == 0
    assert script.main([*command, str(tmp_path), "--layers", "2"]) == 2
    assert "name another folder" in capsys.readouterr().err


def test_deviation_is_a_share_of_what_the_baseline_falls_by(parts):
    deviation = parts.loss_curves.deviation
    baseline = [2.0 - 0.01 * step for step in range(100)]
    assert deviation(baseline, baseline) == 0
    off = deviation([loss + 0.02 for loss in baseline], baseline)
    end = parts.loss_curves.end_distance([loss - 0.02 for loss in baseline], baseline)
    assert off == pytest.approx(0.02 / 0.9) and end == pytest.approx(
        -0.02 / 0.9
    )  # from the mean of the first ten to that of the last
    jump = [*baseline[:50], baseline[50] + 1.0, *baseline[51:]]
    assert deviation(baseline, jump) == pytest.approx(0.1 / 0.9)  # of one step: a tenth of it in a mean
    assert math.isnan(deviation([*baseline[:-1], math.nan], baseline))
    assert math.isnan(deviation(baseline[:50], baseline))
    assert deviation(baseline, baseline[::-1]) == math.inf


def test_a_curve_is_held_against_what_pytorchs_own_rows_stray_by(parts):
    made = parts.loss_curves
    baseline = [2.0 - 0.01 * step for step in range(100)]

    def verdicts(**offs: float) -> dict[str, str]:
        curves = {"flash": {"losses": baseline}}
        curves |= {name: {"losses": [loss + off for loss in baseline]} for name, off in offs.items()}
        made.judge(curves, 100)
        return {name: curve["verdict"] for name, curve in curves.items()}

    near = verdicts(cudnn=0.001, triton=0.008, fp8=0.02)
    assert near == {"flash": made.SAME, "cudnn": made.SAME, "triton": made.SAME, "fp8": made.APART}
    far = verdicts(cudnn=0.03, triton=0.008, fp8=0.02, idle=0.04)
    assert far["triton"] == made.SAME and far["fp8"] == made.UNDECIDED and far["idle"] == made.APART
    assert verdicts(fp8=0.02)["fp8"] == made.APART  # nothing to excuse it by
    unfinished = {"flash": {"losses": baseline}, "fp8": {"losses": baseline[:40]}, "cudnn": {"error": "no"}}
    made.judge(unfinished, 100)
    assert unfinished["fp8"]["verdict"] == "unfinished: 40 of 100 steps"
    assert unfinished["cudnn"]["verdict"] == "no"


def test_the_largest_shape_lies_on_the_line_through_two(parts):
    rows = {(1, 1000, 100): {"memory_gib": 2.0}, (1, 10_000, 1000): {"memory_gib": 11.0}}
    M, N = parts.report.largest_shape(rows, room=101 * 2**30)
    assert (M, N) == (100_000, 10_000)
    assert parts.report.largest_shape({(1, 1000, 100): {"memory_gib": 2.0}}, room=1e12) is None


def test_the_best_of_pytorch_has_nothing_of_ours(parts, config):
    rows = [
        {"row": "flash", "ms": 10.0, "baseline_ms": 10.0},
        {"row": "cudnn+compile", "ms": 8.0, "baseline_ms": 10.0},
        {"row": "cudnn+mlp", "ms": 6.0, "baseline_ms": 10.0},
        {"row": "triton+all", "ms": 5.0, "baseline_ms": 10.0},
        {"row": "fp8", "error": "RuntimeError: no"},
    ]
    assert parts.report.best_pytorch(rows)["row"] == "cudnn+compile"
    wanted = "triton+all: 2.00 times the speed of flash, 1.60 times that of cudnn+compile"
    assert parts.report.summary(rows) == wanted and parts.report.summary(rows[:2]) == ""
    rows = [row | {"spread_ms": 0.0, "rounds": 3, "tokens_per_second": 1e6} for row in rows]
    lines = parts.report.table(rows, config, (1, 9, 6), peak=None).splitlines()
    assert lines[4].split()[:7] == ["triton+all", "5.000", "+-0.000", "1e+06", "-", "2.00", "1.60"]
    assert lines[5].endswith("RuntimeError: no")


def test_operations_grow_with_queries_times_keys(parts):
    sizes = parts.model.Config()
    once, twice = (parts.model.step_flops(sizes, 1, M, 5000) for M in (200_000, 400_000))
    assert 3.5 < twice / once < 4.0
    small = replace(sizes, components=1)
    row = parts.rows.Row("triton")
    assert parts.model.step_bytes(sizes, row, 1, 10, 1000) > parts.model.step_bytes(small, row, 1, 10, 1000)
    more = parts.model.step_bytes(sizes, row, 1, 200_000, 5000)
    assert more / 3 > parts.model.step_bytes(sizes, replace(row, checkpoint=True), 1, 200_000, 5000)


def kept_for_backward(model, tasks) -> int:
    """Bytes of all memory that the forward of a model keeps for backward, in bf16 by autocast."""
    kept = {}

    def keep(tensor):
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor), torch.autocast("cpu"):
        model(*tasks)
    return sum(storage.nbytes() for storage in kept.values())


def test_a_block_keeps_what_is_predicted(parts, config):
    """Of our rows: PyTorch's norm on a CPU keeps more than on a GPU. Differences leave the weights out."""
    row = parts.rows.Row.parse("triton+all")
    found = {}
    predicted = {}
    for layers in (1, 2):
        for n_context, n_targets in ((16, 8), (64, 40)):
            sizes = replace(config, layers=layers, hidden=48)  # rows of hidden are padded to 16
            tasks = parts.data.draw_tasks(1, n_context, n_targets, seed=0, device="cpu")
            model = parts.model.NeuralProcess(sizes, row)
            found[layers, n_context] = kept_for_backward(model, tasks)
            predicted[layers, n_context] = parts.model.step_bytes(sizes, row, 1, n_context, n_targets)

    def of_a_block(held):
        return held[2, 64] - held[2, 16] - (held[1, 64] - held[1, 16])

    assert of_a_block(found) == pytest.approx(of_a_block(predicted), rel=0.02)


def test_kernels_have_a_kind(parts, script, tmp_path):
    from neural_process.profiles import part_of

    assert part_of("void pytorch_flash::flash_bwd_kernel<cutlass>") == "attention"
    assert part_of("cudnn_generated_fort_native_sdpa_sm90_knob") == "attention"
    assert part_of("attention_e4m3_kernel") == "attention"
    assert part_of("nvjet_sm90_tst_128x256") == "products"
    assert part_of("gmm_kernel") == "mixture"
    assert part_of("add_rms_norm_backward_kernel") == "norms"
    assert part_of("triton_poi_fused_add_0") == "pointwise and rest"
    command = ["profile", "--shapes", "1x9x6", *SIZES, "--rows", "flash", "--out", str(tmp_path)]
    assert script.main(command) == 0
    record = json.loads((tmp_path / "transformer_np.json").read_text())
    found = record["profiles"]["1x9x6"]["flash"]
    assert found["attention"] > 0 and found["products"] > 0
    assert "by kind of kernel at 1x9x6" in (tmp_path / "transformer_np.md").read_text()


def test_ours_calls_the_kernels(script, parts, config, monkeypatch):
    """Every word that stands for an op of ours reaches its Triton form."""
    asked = []
    for name in ("rms_norm", "add_rms_norm", "mlp", "mlp_heads", "gmm_log_prob"):
        run = getattr(parts.model, name)
        monkeypatch.setattr(
            parts.model,
            name,
            lambda *arguments, name=name, run=run: (
                asked.append((name, arguments[-1])) or run(*arguments[:-1])
            ),
        )
    tasks = parts.data.draw_tasks(1, 9, 6, seed=0, device="cpu")
    for row, wanted in (
        ("math", set()),
        ("math+heads", {"mlp_heads"}),
        ("math+all", {"rms_norm", "add_rms_norm", "mlp", "mlp_heads", "gmm_log_prob"}),
    ):
        asked.clear()
        parts.model.NeuralProcess(config, parts.rows.Row.parse(row))(*tasks)
        assert {name for name, form in asked if form == "triton"} == wanted


def test_shapes_of_a_size_are_integers_in_proportion(parts):
    for tokens in (7.0, 1234.5, 1e6 / 3, 815_400.4):
        B, M, N = parts.largest.scaled((1, 200_000, 5_000), tokens)
        assert all(type(size) is int for size in (B, M, N)) and M % 1000 == N % 100 == 0
        assert M == max(round(tokens * 200 / 205, -3), 1000) and abs(N - tokens / 41) <= 100
        torch.empty(B, M, 0)  # as a size it is one


def test_the_largest_shape_is_found_by_trial(parts, config):
    tried = []

    def works(row, config, shape, device):
        assert row.attention == "idle"
        return shape[1] + shape[2] <= 500_000

    find = parts.largest.largest_by_trial
    about = (parts.rows.Row("triton"), config, (1, 40_000, 1_000), CPU, 10**9)
    B, M, N = find(*about, works, lambda shape, fitted: tried.append((shape, fitted)))
    assert 500_000 / parts.largest.CLOSE - 2000 < M + N <= 500_000 and M / N == pytest.approx(40, rel=0.01)
    assert ((B, M, N), True) in tried and len(tried) < 20
    small = find(*about[:4], 10**6, lambda row, config, shape, device: shape[1] < 4000)
    assert small[1] == 3000
    assert len(set(tried)) == len(tried)
    with pytest.raises(ValueError, match="row idle: not even 1000 [+] 100 tokens fit"):
        find(*about, lambda *sizes: False)


def test_largest_ends_at_a_limit_that_the_machine_keeps(script, parts, tmp_path, capsys):
    """The whole command, in memory that the kernel of the machine refuses beyond 48 MiB."""
    command = ["largest", *SIZES, "--shapes", "1x1000x100", "--rows", "triton", "--out", str(tmp_path)]
    assert script.main(command) == 2 and "give --memory, in GiB" in capsys.readouterr().err
    before = resource.getrlimit(resource.RLIMIT_AS)
    assert script.main([*command, "--memory", "0.047"]) == 0
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    out = capsys.readouterr().out
    assert "does not fit" in out and ") fits" in out
    found = json.loads((tmp_path / "transformer_np.json").read_text())["largest"]["triton"]
    assert 1000 <= found["shape"][1] < 100_000 and found["trials"] > 1
    assert f"M = {found['shape'][1]:,}" in (tmp_path / "transformer_np.md").read_text()


@pytest.mark.parametrize("row", ["flash+all", "fp8", "triton-cudnn"])
def test_largest_refuses_attention_of_which_it_does_not_know_the_memory(script, row, capsys):
    assert script.main(["largest", *SIZES, "--rows", "triton", row, "--memory", "1"]) == 2
    refused = f"not that of {row.partition('+')[0]}: give --rows that begin with triton"
    assert refused in capsys.readouterr().err


def test_backward_in_one_kernel_has_the_numbers_of_two(parts, config):
    tasks = parts.data.draw_tasks(1, 40, 20, seed=0, device="cpu")
    apart, fused = (
        parts.checks.gradients(parts.rows.Row(kind), config, tasks, torch.float32, CPU)
        for kind in ("triton", "triton-fused")
    )
    assert all(torch.equal(apart[name], fused[name]) for name in apart)


def test_idle_attention_has_the_shapes_of_ours(parts, config):
    tasks = parts.data.draw_tasks(2, 9, 6, seed=0, device="cpu")
    found = [
        parts.checks.gradients(parts.rows.Row(kind), config, tasks, torch.float32, CPU)
        for kind in ("idle", "math")
    ]
    assert {name: each.shape for name, each in found[0].items()} == {
        n: each.shape for n, each in found[1].items()
    }
