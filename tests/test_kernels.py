"""kernels.py: the ops against float64, the judge against wrong ops, the choice against a scripted clock."""
import dataclasses
import functools
import inspect
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

import kernels  # noqa: E402
from verify import compare  # noqa: E402

DEVICE = kernels.default_device()
ON_GPU = DEVICE.type == "cuda"
needs_triton = pytest.mark.skipif(bool(kernels.why_not_run(DEVICE)), reason=kernels.why_not_run(DEVICE) or "Triton runs")
needs_gpu = pytest.mark.skipif(bool(kernels.why_not_race(DEVICE)), reason=kernels.why_not_race(DEVICE) or "a GPU is here")


def examinations():
    """Every exam on a GPU; in the slow interpreter fp32 at each shape, bf16 at each variant and route."""
    for op in kernels.OPS.values():
        for exam in kernels.examination(op):
            shape, dtype, route, variant = exam
            if ON_GPU or dtype == (torch.float32 if (route, variant) == ("eager", "plain") else torch.bfloat16) or route == "compile":
                label = "-".join([op.name, "x".join(map(str, shape)), kernels.DTYPES[dtype], route, variant.replace(" ", "_")])
                yield pytest.param(op, shape, dtype, route, variant, id=label)


# ---- the ops ----------------------------------------------------------------------------------------------------

@needs_triton
@pytest.mark.parametrize("op, shape, dtype, route, variant", list(examinations()))
def test_op_is_right(op, shape, dtype, route, variant):
    verdict = kernels.judge(op, shape, dtype, DEVICE, route=route, variant=variant)
    assert verdict.ok, verdict.reason


def test_rms_norm_reference_is_the_formula():
    draw = kernels.drawing("cpu", torch.float64, 0)
    x, weight, dy = draw(5, 33).requires_grad_(), draw(33).requires_grad_(), draw(5, 33)
    r = (x.pow(2).mean(-1, keepdim=True) + 1e-3).rsqrt()
    dx = r * (dy * weight - x * r * (dy * weight * x * r).mean(-1, keepdim=True))
    y = kernels.rms_norm(x, weight, 1e-3)
    gradients = torch.autograd.grad(y, (x, weight), dy)
    for ours, exact in zip((y, *gradients), (x * r * weight, dx, (dy * x * r).sum(0))):
        torch.testing.assert_close(ours, exact, rtol=1e-13, atol=1e-13)


def test_rotary_reference_multiplies_by_a_unit_complex_number():
    draw = kernels.drawing("cpu", torch.float64, 0)
    q, k = draw(2, 5, 3, 8), draw(2, 5, 1, 8)
    angle = torch.outer(torch.arange(5.0, dtype=torch.float64), 10000 ** (-torch.arange(0, 8, 2, dtype=torch.float64) / 8))
    turn = torch.polar(torch.ones_like(angle), angle)[:, None]
    for ours, x in zip(kernels.rotary(q, k, angle.cos(), angle.sin()), (q, k)):
        exact = torch.complex(*x.chunk(2, dim=-1)) * turn
        torch.testing.assert_close(ours, torch.cat([exact.real, exact.imag], dim=-1), rtol=1e-13, atol=1e-13)
    for table, exact in zip(kernels.rotary_tables(5, 8), (angle.cos(), angle.sin())):
        assert torch.equal(table, exact.float())


def three_ways(op, *arguments):
    """(Triton at the arguments' dtype, eager, float64), each (outputs..., gradients...) for one random cotangent."""
    named = dict(zip(inspect.signature(op.run).parameters, arguments))
    cotangents = [torch.randn_like(output) for output in kernels.as_tuple(op.call("torch")(**named))]
    exact = {name: kernels.doubled(value) for name, value in named.items()}
    return [tuple(kernels.evaluate(op.call(implementation), values, [c.to(values["q"].dtype) for c in cotangents]).values())
            for implementation, values in (("triton", named), ("torch", named), ("torch", exact))]


@needs_triton
def test_rotary_takes_slices_of_one_projection_and_fewer_key_heads():
    projection = torch.randn(2, 3, 6, 10, device=DEVICE)   # (B, T, 4 heads of q + 1 of k + 1 of v, D)
    q, k = projection[:, :, :4].requires_grad_(), projection[:, :, 4:5].requires_grad_()
    result = compare(*three_ways(kernels.OPS["rotary"], q, k, *kernels.rotary_tables(3, 10, DEVICE)))
    assert result.ok, result.reason


@needs_triton
def test_rotary_of_one_output_and_a_transposed_gradient():
    q, k = (torch.randn(1, 3, 2, 4, device=DEVICE, requires_grad=True) for _ in range(2))
    tables, gradients = kernels.rotary_tables(3, 4, DEVICE), {}
    for implementation in kernels.IMPLEMENTATIONS:
        rotated, _ = kernels.rotary(q, k, *tables, implementation)
        square = rotated.transpose(1, 2).square().sum()
        gradients[implementation] = torch.autograd.grad(square, q)[0]
    exact = 2 * q.detach().double()   # a rotation keeps lengths
    result = compare(gradients["triton"], gradients["torch"], exact)
    assert result.ok, result.reason


@needs_triton
def test_rms_norm_of_any_rank_with_an_expanded_gradient():
    x = torch.randn(2, 3, 40, device=DEVICE)[..., ::2].requires_grad_()
    weight = torch.randn(20, device=DEVICE, requires_grad=True)
    named = dict(x=x, weight=weight, eps=1e-5)
    ours, eager, exact = ([*torch.autograd.grad(kernels.rms_norm(**values, implementation=name).sum(), (values["x"], values["weight"]))]
                          for name, values in (("triton", named), ("torch", named),
                                               ("torch", {key: kernels.doubled(value) for key, value in named.items()})))
    result = compare(ours, eager, exact)
    assert result.ok, result.reason


@needs_triton
@pytest.mark.parametrize("dtype", kernels.DTYPES)
def test_default_eps_is_torchs(dtype):
    x, weight = torch.full((2, 8), 1e-4, dtype=dtype, device=DEVICE), torch.ones(8, dtype=dtype, device=DEVICE)
    expected = torch.nn.functional.rms_norm(x, (8,), weight)
    for implementation in kernels.IMPLEMENTATIONS:
        ours = kernels.rms_norm(x, weight, None, implementation)
        torch.testing.assert_close(ours, expected, rtol=4 * torch.finfo(dtype).eps, atol=0)


@needs_triton
def test_autocast_gives_both_implementations_one_dtype():
    x, weight = torch.randn(3, 8, device=DEVICE), torch.ones(8, device=DEVICE)
    with torch.autocast(DEVICE.type, torch.bfloat16):
        outputs = [kernels.rms_norm(x, weight, 1e-6, implementation) for implementation in kernels.IMPLEMENTATIONS]
    assert [output.dtype for output in outputs] == [torch.bfloat16] * 2


@needs_triton
@pytest.mark.parametrize("name", kernels.OPS)
def test_operators_meet_torchs_own_rules(name):
    arguments = kernels.OPS[name].inputs(kernels.OPS[name].cases[0], torch.float32, kernels.drawing(DEVICE, torch.float32, 0), False)
    operator = getattr(torch.ops.kernels, name).default
    arguments += (torch.float32,) * (len(operator._schema.arguments) - len(arguments))   # the output's dtype, where it has one
    results = torch.library.opcheck(operator, arguments, test_utils=("test_schema", "test_faketensor", "test_autograd_registration"))
    assert set(results.values()) == {"SUCCESS"}


@needs_triton
def test_a_second_derivative_is_refused_not_wrong():
    x, weight = torch.randn(2, 4, device=DEVICE, requires_grad=True), torch.ones(4, device=DEVICE)
    slope, = torch.autograd.grad(kernels.rms_norm(x, weight, 1e-6, "triton").square().sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        slope.sum().backward()


@pytest.mark.parametrize("call, message", [
    (lambda x: kernels.rms_norm(x, torch.ones(3)), r"\(2, 4\).*\(3,\)"),
    (lambda x: kernels.rms_norm(x, torch.ones(4), 1e-6, "cuda"), "'cuda'"),
    (lambda x: kernels.rms_norm(x.double(), torch.ones(4).double(), 1e-6, "triton"), "float64"),
    (lambda x: kernels.rotary(x[None, None], x[None, None], torch.ones(1, 3), torch.ones(1, 3)), r"\(1, 1, 2, 4\).*\(1, 3\)"),
    (lambda x: kernels.rotary(x[None, None], x[None, None], torch.ones(1, 2).requires_grad_(), torch.ones(1, 2)), "angles"),
])
def test_mistakes_of_the_caller_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(torch.randn(2, 4))


# ---- the judge --------------------------------------------------------------------------------------------------

class Double(torch.autograd.Function):
    """y = 2 x with a mistake: the judge has to name it."""

    @staticmethod
    def forward(ctx, x, mistake):
        ctx.mistake = mistake
        y = x.new_empty(x.shape, dtype=torch.float64 if mistake == "dtype" else x.dtype)
        written = y[:-1] if mistake == "tail" else y
        written.copy_(2 * x[:len(written)])
        if mistake == "random":
            y += torch.rand_like(y) * 1e-6
        if mistake == "input":
            x.mul_(2)
        if mistake == "zero":
            y.zero_()
        return y

    @staticmethod
    def backward(ctx, dy):
        if ctx.mistake == "incoming":
            return dy.mul_(2), None
        return (dy * 2.001 if ctx.mistake == "gradient" else dy * 2), None


def double(x, implementation="torch", mistake=""):
    return 2 * x if implementation == "torch" else Double.apply(x, mistake)


def double_op(mistake):
    return kernels.Op(name="double", run=functools.partial(double, mistake=mistake), data=("x",),
                      inputs=lambda shape, dtype, draw, autocast: (draw(*shape).requires_grad_(),),
                      cases=[(1, 1), (3, 33)], bench=[(3, 33)], shape=lambda work: (3, 33), traffic=lambda shape, size: (1, 1))


@pytest.mark.parametrize("mistake, reason", [
    ("", ""), ("dtype", "output 0"), ("tail", "output 0"), ("random", "run to run"), ("input", "written to"), ("zero", "output 0"),
    ("incoming", "written to"), ("gradient", "gradient of x")])
def test_judge_names_the_mistake(mistake, reason):
    verdict = kernels.judge(double_op(mistake), (3, 33), torch.float32, "cpu")
    assert verdict.ok == (not mistake), verdict
    assert reason in verdict.reason


def test_judge_leaves_the_random_state_alone():
    before = torch.get_rng_state()
    kernels.judge(double_op(""), (3, 33), torch.float32, "cpu")
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("variant", kernels.VARIANTS)
def test_variants_are_what_they_say(variant):
    x = torch.randn(3, 5)
    varied = kernels.vary(x, variant)
    assert varied.is_contiguous() == (variant != "strided")
    expected = {"x 0.001": x * 0.001, "x 10000": x * 10000, "a row of zeros": x * torch.tensor([[0.0], [1], [1]]),
                "a row at 10000": torch.cat([1e4 * x[:1].sign(), x[1:]])}.get(variant, x)
    assert torch.equal(varied, expected)


# ---- the choice -------------------------------------------------------------------------------------------------

@pytest.fixture
def raceable(monkeypatch, tmp_path):
    """Makes this machine one on which Triton can be raced, with a clock that reads `times` and counts its readings."""
    race = SimpleNamespace(times={"torch": 2.0, "triton": 1.0}, readings=0, verdict=kernels.Verdict(True, "", 0.0, 1.0), error=None)

    def clock(steps, device, graph=False):
        race.readings += 1
        if race.error:
            raise race.error
        return {name: kernels.Timing(ms, 0.1) for name, ms in race.times.items()}

    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("KERNELS", raising=False)
    for obstacle in ("why_not_run", "why_not_race"):
        monkeypatch.setattr(kernels, obstacle, lambda device: "")
    monkeypatch.setattr(kernels, "clock", clock)
    monkeypatch.setattr(kernels, "judge", lambda *_, **__: race.verdict)
    choose = functools.partial(kernels.choose, {"rms_norm": (3, 33)}, device="cpu", dtype=torch.float32)
    race.choose = lambda mode="auto", **options: choose(mode, **options)["rms_norm"]
    race.files = lambda: sorted((tmp_path / "cache").glob("*"))
    return race


@pytest.mark.parametrize("triton, implementation, reason", [
    (1.0, "triton", "2.00x"), (1.9417, "triton", "1.03x"), (1.95, "torch", "has to win 3%"), (2.5, "torch", "0.80x: slower")])
def test_triton_has_to_win_by_3_percent(raceable, triton, implementation, reason):
    raceable.times = {"torch": 2.0, "triton": triton}
    choice = raceable.choose()
    assert (choice.implementation, choice.times) == (implementation, raceable.times)
    assert reason in choice.reason


@pytest.mark.parametrize("error, reason", [
    (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 9 GiB.\nMore"), "out of memory while benchmarking"),
    (kernels.TritonError("does not compile"), "does not compile"), (RuntimeError("CUDA error: misaligned address"), "misaligned address")])
def test_a_failure_is_pytorch_with_its_reason_and_is_not_remembered(raceable, error, reason):
    raceable.error = error
    choice = raceable.choose()
    assert (choice.implementation, choice.times) == ("torch", {})
    assert reason in choice.reason and "\n" not in choice.reason
    assert not raceable.files()


def test_a_wrong_kernel_is_never_timed(raceable):
    raceable.verdict = kernels.Verdict(False, "gradient of x off by 1", 1.0, 0.1)
    choice = raceable.choose()
    assert choice.implementation == "torch" and "gradient of x off by 1" in choice.reason and raceable.readings == 0


def test_a_choice_is_remembered_until_its_key_changes(raceable, monkeypatch):
    first, second = raceable.choose(), raceable.choose()
    assert second == dataclasses.replace(first, reason=first.reason + "; remembered") and raceable.readings == 1
    raceable.choose(execution="graph")
    raceable.choose(cached=False)
    monkeypatch.setattr(kernels, "source_hash", lambda op: "another source")
    raceable.choose()
    assert raceable.readings == 4 and len(raceable.files()) == 3


@pytest.mark.parametrize("spoil", [lambda text: text[:-30], lambda text: "", lambda text: "[]", lambda text: text.replace("3", "4"),
                                   lambda text: text.replace('"triton"', '"cuda"')])
def test_a_spoiled_cache_file_is_measured_anew_and_replaced(raceable, spoil):
    raceable.choose()
    path, = raceable.files()
    path.write_text(spoil(path.read_text()))
    choice = raceable.choose()
    assert choice.implementation == "triton" and "is unusable" in choice.reason and raceable.readings == 2
    assert json.loads(path.read_text())["choice"]["implementation"] == "triton"
    assert raceable.choose().reason.endswith("; remembered")


def test_a_cache_that_cannot_be_written_says_so(raceable, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "file" / "cache"))
    choice = raceable.choose()
    assert choice.implementation == "triton" and "not remembered (NotADirectoryError" in choice.reason and "\n" not in choice.reason


@pytest.mark.parametrize("mode, forced, variable, implementation", [
    ("auto", None, "", "triton"), ("torch", None, "", "torch"), ("triton", None, "", "triton"),
    ("rms_norm:torch,rotary:triton", None, "", "torch"), ("rms_norm:torch,triton", None, "", "torch"), ("rotary:torch", None, "", "triton"),
    ("torch", {"rms_norm": "triton"}, "", "triton"),
    ("triton", {"rms_norm": "triton"}, "rms_norm:torch", "torch"), ("torch", None, "triton", "triton"), ("torch", None, "auto", "triton")])
@needs_triton
def test_mode_forced_and_environment(raceable, monkeypatch, mode, forced, variable, implementation):
    monkeypatch.setenv("KERNELS", variable)
    assert raceable.choose(mode, forced=forced).implementation == implementation


@pytest.mark.parametrize("shapes, mode, options", [
    ({"no_such_op": (1,)}, "auto", {}), ({"rms_norm": (1, 1)}, "rms_norm:cuda", {}), ({"rms_norm": (1, 1)}, "no_such_op:torch", {}),
    ({"rms_norm": (1, 1)}, "auto", {"execution": "async"}), ({"rms_norm": (1, 1)}, "auto", {"dtype": torch.float64})])
def test_unknown_names_are_errors(shapes, mode, options):
    with pytest.raises(ValueError, match="no_such_op|cuda|async|float64"):
        kernels.choose(shapes, mode, device="cpu", **options)


def test_table_shows_times_and_reasons():
    timed = kernels.Choice("rms_norm", (3, 33), "bf16", "triton", "2.00x the speed of PyTorch", {"torch": 2.0, "triton": 1.0},
                           {"torch": 0.1, "triton": 0.2})
    lines = kernels.table({"rms_norm": timed, "rotary": kernels.Choice("rotary", (1, 1, 1, 2), "fp32", "torch", "no GPU")}).splitlines()
    assert len(lines) == 3 and len({line.index(word) for line, word in zip(lines, ("chosen", "triton", "torch"))}) == 1
    assert "2.000 ms" in lines[1] and "2.00x the speed" in lines[1] and lines[2].endswith("no GPU")


def test_requests_follow_the_workload():
    work = kernels.Workload(batch_size=2, seq_len=3, d_model=32, n_heads=4)
    assert kernels.requests(work, ["rms_norm", "rotary"]) == {"rms_norm": (6, 32), "rotary": (2, 3, 4, 8)}
    assert kernels.requests(work).keys() == kernels.OPS.keys()


def test_source_hash_covers_the_ops_own_room_alone():
    hashes = {name: kernels.source_hash(op) for name, op in kernels.OPS.items()}
    assert len(set(hashes.values())) == len(hashes)
    rooms = kernels.rooms(kernels)
    own, = (text for text in rooms.values() if "def rms_norm(" in text)
    assert "def rms_norm_backward_kernel(" in own and "def rotary(" not in own


# ---- other machines ---------------------------------------------------------------------------------------------

def python(code, **environment):
    """What a fresh process prints that runs `code` beside kernels.py."""
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE, env=os.environ | environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def test_without_triton_there_is_pytorch_and_a_reason():
    lines = python("import sys; sys.modules['triton'] = None\n"
                   "import kernels, torch\n"
                   "print(kernels.TRITON_AVAILABLE, kernels.rms_norm(torch.ones(1, 2), torch.ones(2)).tolist())\n"
                   "for mode in ('auto', 'triton'): print(kernels.choose({'rms_norm': (3, 33)}, mode)['rms_norm'])", KERNELS="")
    assert lines[0] == "False [[1.0, 1.0]]"
    assert all("implementation='torch'" in line and "Triton cannot be imported" in line for line in lines[1:3])


@pytest.mark.skipif(not kernels.TRITON_AVAILABLE, reason="no Triton")
def test_every_kernel_compiles_for_gpus_that_are_not_here():
    lines = python("import kernels, torch\n"
                   "for op, target in ((op, target) for op in kernels.OPS.values() for target in kernels.SHARED_MEMORY):\n"
                   "    for record in kernels.recorded_launches(op, op.shape(kernels.Workload()), torch.bfloat16, True):\n"
                   "        binary = kernels.compiled(record, target)\n"
                   "        fits = binary.metadata.shared <= kernels.SHARED_MEMORY[target]\n"
                   "        print(op.name, target, kernels.resources(binary)['STACK'], fits)",
                   TRITON_INTERPRET="0")
    found = [line.split() for line in lines if line]
    assert {(name, target) for name, target, *_ in found} == set(itertools.product(kernels.OPS, map(str, kernels.SHARED_MEMORY)))
    assert all(fit == ["0", "True"] for _, _, *fit in found), lines


def test_command_line(capsys):
    assert kernels.main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in kernels.OPS)
    with pytest.raises(SystemExit, match="2"):
        kernels.main(["--check", "no_such_op"])
    with pytest.raises(SystemExit, match="2"):
        kernels.main(["--compile", "hopper"])


def test_check_exits_1_on_a_wrong_op(capsys):
    assert kernels.check([double_op("gradient")]) == 1
    assert "gradient of x" in capsys.readouterr().out


@needs_gpu
@pytest.mark.parametrize("execution", kernels.EXECUTIONS)
def test_the_race_on_a_gpu_times_both(execution):
    for choice in kernels.choose(kernels.requests(kernels.Workload()), device=DEVICE, execution=execution, cached=False).values():
        assert choice.times.keys() == set(kernels.IMPLEMENTATIONS) and all(ms > 0 for ms in choice.times.values()), choice.reason


@needs_gpu
def test_out_of_memory_on_a_gpu_is_survived():
    choice = kernels.choose({"rms_norm": (1 << 24, 1 << 16)}, device=DEVICE, cached=False)["rms_norm"]
    assert choice.implementation == "torch" and "out of memory" in choice.reason
    assert torch.ones(1, device=DEVICE).item() == 1
