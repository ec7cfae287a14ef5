"""The ops and their selection, end to end: chosen, put into a model, trained, compared with float64.

    python test_triton_integration.py      or      pytest test_triton_integration.py

Without a GPU the kernels run in Triton's interpreter, at tiny sizes.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

import kernels
from triton_ops.contract import IMPLEMENTATIONS
from triton_ops.judge import normal_sampler
from triton_ops.machine import default_device, why_not_run, why_not_time
from triton_ops.tolerance import compare

DEVICE = default_device()
B, T, C, H = 2, 3, 16, 2  # batch, time, width, heads
WORK = kernels.Workload(batch_size=B, seq_len=T, d_model=C, n_heads=H)
needs_triton = pytest.mark.skipif(bool(why_not_run(DEVICE)), reason=why_not_run(DEVICE) or "Triton runs")
needs_gpu = pytest.mark.skipif(bool(why_not_time(DEVICE)), reason=why_not_time(DEVICE) or "a GPU is here")


class Block(nn.Module):
    """Norm, attention with rotary positions, residual: one use of each op, as `choices` has it."""

    def __init__(self, choices, dtype):
        super().__init__()
        self.rms_norm, self.rotary = choices["rms_norm"], choices["rotary"]
        generator = torch.Generator().manual_seed(0)
        self.qkv = nn.Parameter((torch.randn(3 * C, C, generator=generator) / C**0.5).to(DEVICE, dtype))
        self.scale = nn.Parameter((1 + torch.randn(C, generator=generator) / 10).to(DEVICE, dtype))
        self.cos, self.sin = kernels.rotary_tables(T, C // H, DEVICE)

    def forward(self, x_BTC):
        normed_BTC = kernels.rms_norm(x_BTC, self.scale, 1e-6, self.rms_norm)
        q, k, v = (
            F.linear(normed_BTC, self.qkv).view(B, T, 3, H, C // H).unbind(2)
        )  # strided slices (B, T, H, D)
        q, k = kernels.rotary(q, k, self.cos, self.sin, self.rotary)
        heads = F.scaled_dot_product_attention(*(t.transpose(1, 2) for t in (q, k, v)), is_causal=True)
        return x_BTC + heads.transpose(1, 2).reshape(B, T, C)


def trained(implementation, dtype=torch.float32, wrap=lambda model: model, steps=3):
    """(loss of the last step, parameters...) after a few steps of gradient descent on fixed data."""
    model = Block(dict.fromkeys(kernels.OPS, implementation), dtype)
    run, draw = wrap(model), normal_sampler("cpu", torch.float32, 1)
    x, target = draw(B, T, C).to(DEVICE, dtype), draw(B, T, C).to(DEVICE, dtype)
    for _ in range(steps):
        loss = (run(x) - target).square().mean()
        model.zero_grad()
        loss.backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
    return (loss.detach(), *(parameter.detach() for parameter in model.parameters()))


@needs_triton
def test_training_with_triton_is_training_with_pytorch():
    result = compare(trained("triton"), trained("torch"), trained("torch", torch.float64))
    assert result.ok, result.reason


@needs_triton
def test_training_repeats_bit_for_bit():
    assert all(map(torch.equal, trained("triton"), trained("triton")))


@needs_triton
def test_training_compiled_has_no_graph_break():
    backend = "inductor" if DEVICE.type == "cuda" else "aot_eager"
    compiled = trained(
        "triton", wrap=lambda model: torch.compile(model, fullgraph=True, backend=backend), steps=2
    )
    result = compare(compiled, trained("torch", steps=2), trained("torch", torch.float64, steps=2))
    assert result.ok, result.reason


def test_selection_gives_one_choice_an_op_with_its_reason():
    choices = kernels.choose(kernels.op_shapes(WORK), cached=False)
    assert choices.keys() == kernels.OPS.keys()
    assert all(choice.implementation in IMPLEMENTATIONS and choice.reason for choice in choices.values())
    if why_not_time(DEVICE):
        assert {(choice.implementation, choice.reason) for choice in choices.values()} == {
            ("torch", why_not_time(DEVICE))
        }
    assert all(choice.reason in kernels.choice_table(choices) for choice in choices.values())


@pytest.mark.parametrize(
    "timed, sizes",
    [
        (kernels.benchmark_rms_norm, dict(batch_size=2, seq_len=3, d_model=16)),
        (kernels.benchmark_rotary, dict(batch_size=2, seq_len=3, n_heads=2, d_head=8)),
    ],
)
def test_documented_benchmarks(timed, sizes):
    result = timed(**sizes)
    timed_here = not why_not_time(DEVICE)
    assert result.keys() == {"use_triton", "torch_ms", "triton_ms", "reason"}
    assert (result["torch_ms"] is not None, result["triton_ms"] is not None) == (timed_here, timed_here), (
        result["reason"]
    )
    assert timed_here or (result["use_triton"], result["reason"]) == (False, why_not_time(DEVICE))


def test_manual_benchmark_prints_the_table(capsys):
    choices = kernels.manual_kernel_benchmark(WORK)
    assert capsys.readouterr().out == kernels.choice_table(choices) + "\n"


@needs_gpu
def test_the_second_start_loads_what_the_first_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path))
    first, second = (kernels.choose(kernels.op_shapes(WORK)) for _ in range(2))
    assert {name: choice.times for name, choice in second.items()} == {
        name: choice.times for name, choice in first.items()
    }
    assert all(choice.reason.endswith("cached") for choice in second.values())


RANK = """
import sys, torch.distributed as dist, kernels
from triton_ops import choice
rank = int(sys.argv[1])
dist.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
choice.choose_one = lambda op, *rest: kernels.Choice(op.name, (), "", "torch", f"decided by rank {rank}")
print(kernels.choose({"rms_norm": (3, 33)})["rms_norm"].reason)
dist.destroy_process_group()
"""


@pytest.mark.skipif(not torch.distributed.is_gloo_available(), reason="torch was built without gloo")
def test_rank_0_decides_for_all(tmp_path):
    command = [sys.executable, "-c", RANK]
    environment = os.environ | {"GLOO_SOCKET_IFNAME": "lo"}
    ranks = [
        subprocess.Popen(
            [*command, str(rank), str(tmp_path / "meet")],
            cwd=Path(__file__).parent,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
        )
        for rank in range(2)
    ]
    printed = [rank.communicate(timeout=120)[0].strip() for rank in ranks]
    assert printed == ["decided by rank 0"] * 2


def test_llm_offers_the_documented_names():
    llm = pytest.importorskip("llm", reason="llm.py is not here")
    config = llm.ModelConfig(benchmark_kernels=True, use_triton_rmsnorm=False, use_triton_rotary=None)
    decided, choices = llm.auto_select_kernels(config)
    assert decided.use_triton_rmsnorm is False and decided.use_triton_rotary == (
        choices["rotary"].implementation == "triton"
    )
    for name in (
        "TRITON_AVAILABLE",
        "TritonRMSNormLayer",
        "benchmark_rms_norm",
        "benchmark_rotary",
        "manual_kernel_benchmark",
    ):
        assert getattr(llm, name) is getattr(kernels, name)


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-q", *sys.argv[1:]]))
