"""kernels.py: each op against its formula, its definition or PyTorch, and what it does without Triton."""

import copy
import math

import pytest
import torch
from op_support import (
    DEVICE,
    assert_alike,
    naive_attention,
    needs_gpu,
    needs_triton,
    python,
    three_ways,
    with_gradients,
)
from patching import patch_everywhere

import kernels
from triton_ops import attention_tiles
from triton_ops.attention_reference import document_bounds
from triton_ops.contract import IMPLEMENTATIONS, OPS, Tile
from triton_ops.judge import judge_op, normal_sampler, to_float64
from triton_ops.machine import DTYPES
from triton_ops.rotation import rotary_tables
from triton_ops.tolerance import compare
from triton_ops.tune import tiles_set


def test_rms_norm_reference_is_the_formula():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, weight, dy = draw(5, 33).requires_grad_(), draw(33).requires_grad_(), draw(5, 33)
    r = (x.pow(2).mean(-1, keepdim=True) + 1e-3).rsqrt()
    dx = r * (dy * weight - x * r * (dy * weight * x * r).mean(-1, keepdim=True))
    y = kernels.rms_norm(x, weight, 1e-3)
    gradients = torch.autograd.grad(y, (x, weight), dy)
    for ours, exact in zip((y, *gradients), (x * r * weight, dx, (dy * x * r).sum(0))):
        torch.testing.assert_close(ours, exact, rtol=1e-13, atol=1e-13)


@needs_triton
def test_rms_norm_of_any_rank_with_an_expanded_gradient():
    x = torch.randn(2, 3, 40, device=DEVICE)[..., ::2].requires_grad_()
    weight = torch.randn(20, device=DEVICE, requires_grad=True)
    named = dict(x=x, weight=weight, eps=1e-5)
    ours, eager, exact = (
        [
            *torch.autograd.grad(
                kernels.rms_norm(**values, implementation=name).sum(), (values["x"], values["weight"])
            )
        ]
        for name, values in (
            ("triton", named),
            ("torch", named),
            ("torch", {key: to_float64(value) for key, value in named.items()}),
        )
    )
    result = compare(ours, eager, exact)
    assert result.ok, result.reason


@needs_triton
@pytest.mark.parametrize("dtype", DTYPES)
def test_default_eps_is_torchs(dtype):
    x, weight = (
        torch.full((2, 8), 1e-4, dtype=dtype, device=DEVICE),
        torch.ones(8, dtype=dtype, device=DEVICE),
    )
    expected = torch.nn.functional.rms_norm(x, (8,), weight)
    for implementation in IMPLEMENTATIONS:
        ours = kernels.rms_norm(x, weight, None, implementation)
        torch.testing.assert_close(ours, expected, rtol=4 * torch.finfo(dtype).eps, atol=0)


@needs_triton
def test_autocast_gives_both_implementations_one_dtype():
    x, weight = torch.randn(3, 8, device=DEVICE), torch.ones(8, device=DEVICE)
    with torch.autocast(DEVICE.type, torch.bfloat16):
        outputs = [kernels.rms_norm(x, weight, 1e-6, implementation) for implementation in IMPLEMENTATIONS]
    assert [output.dtype for output in outputs] == [torch.bfloat16] * 2


def test_add_rms_norm_reference_is_the_sum_and_its_norm():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, residual, weight = draw(5, 33), draw(5, 33), draw(33)
    y, u = kernels.add_rms_norm(x, residual, weight, 1e-3)
    assert_alike((y, u), (kernels.rms_norm(x + residual, weight, 1e-3), x + residual))


@needs_triton
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_a_shared_gradient_reaches_both_summands_in_their_dtypes(dtype):
    x, residual = (
        torch.randn(4, 32, device=DEVICE).to(kind).requires_grad_() for kind in (dtype, torch.float32)
    )
    weight = torch.ones(32, device=DEVICE)
    y, u = kernels.add_rms_norm(x, residual, weight, 1e-6, "triton")
    dx, dresidual = torch.autograd.grad(u.square().sum() + y.float().sum(), (x, residual))
    assert (y.dtype, u.dtype, dx.dtype, dresidual.dtype) == (dtype, torch.float32, dtype, torch.float32)
    torch.testing.assert_close(dx.float(), dresidual, rtol=2 * torch.finfo(dtype).eps, atol=0)
    assert dresidual.abs().max() > 1


def test_rotary_reference_multiplies_by_a_unit_complex_number():
    draw = normal_sampler("cpu", torch.float64, 0)
    q, k = draw(2, 5, 3, 8), draw(2, 5, 1, 8)
    angle = torch.outer(
        torch.arange(5.0, dtype=torch.float64), 10000 ** (-torch.arange(0, 8, 2, dtype=torch.float64) / 8)
    )
    turn = torch.polar(torch.ones_like(angle), angle)[:, None]
    for ours, x in zip(kernels.rotary(q, k, angle.cos(), angle.sin()), (q, k)):
        exact = torch.complex(*x.chunk(2, dim=-1)) * turn
        torch.testing.assert_close(ours, torch.cat([exact.real, exact.imag], dim=-1), rtol=1e-13, atol=1e-13)
    for table, exact in zip(rotary_tables(5, 8), (angle.cos(), angle.sin())):
        assert torch.equal(table, exact.float())


@needs_triton
def test_rotary_takes_slices_of_one_projection_and_fewer_key_heads():
    projection = torch.randn(2, 3, 6, 10, device=DEVICE)  # (B, T, 4 heads of q + 1 of k + 1 of v, D)
    q, k = projection[:, :, :4].requires_grad_(), projection[:, :, 4:5].requires_grad_()
    result = compare(*three_ways(OPS["rotary"], q, k, *rotary_tables(3, 10, DEVICE)))
    assert result.ok, result.reason


@needs_triton
def test_rotary_of_one_output_and_a_transposed_gradient():
    q, k = (torch.randn(1, 3, 2, 4, device=DEVICE, requires_grad=True) for _ in range(2))
    tables, gradients = rotary_tables(3, 4, DEVICE), {}
    for implementation in IMPLEMENTATIONS:
        rotated, _ = kernels.rotary(q, k, *tables, implementation)
        square = rotated.transpose(1, 2).square().sum()
        gradients[implementation] = torch.autograd.grad(square, q)[0]
    exact = 2 * q.detach().double()  # a rotation keeps lengths
    result = compare(gradients["triton"], gradients["torch"], exact)
    assert result.ok, result.reason


@pytest.mark.parametrize(
    "M, N, H, K, causal, lengths",
    [
        (3, 3, 1, 1, True, None),
        (2, 5, 4, 2, True, None),
        (5, 2, 2, 1, False, None),
        (6, 6, 2, 2, True, [0, 2, 9, 12]),
        (6, 6, 2, 1, False, [0, 1, 1, 8]),
    ],
)
def test_attention_reference_is_the_definition(M, N, H, K, causal, lengths):
    draw = normal_sampler("cpu", torch.float64, 0)
    q, k, v = (
        draw(2, M, H, 4).requires_grad_(),
        draw(2, N, K, 4).requires_grad_(),
        draw(2, N, K, 4).requires_grad_(),
    )
    documents = torch.tensor(lengths) if lengths else None
    dy = draw(2, M, H, 4)
    ways = [attend(q, k, v, causal, documents=documents) for attend in (kernels.attention, naive_attention)]
    for ours, exact in zip(*((y, *torch.autograd.grad(y, (q, k, v), dy)) for y in ways)):
        torch.testing.assert_close(ours, exact, rtol=1e-12, atol=1e-12)


def test_document_bounds_of_two_rows():
    first, past = document_bounds(
        torch.tensor([0, 2, 2, 7]), 2, 5
    )  # of 2, 0 and 5 tokens, cut by the end of the row, and a rest
    assert first.tolist() == [[0, 0, 2, 2, 2], [0, 0, 2, 2, 2]] and past.tolist() == [
        [2, 2, 5, 5, 5],
        [2, 2, 5, 5, 5],
    ]


@needs_triton
@pytest.mark.parametrize("fused", [False, True])
def test_attention_of_slices_with_shared_heads_documents_and_an_expanded_gradient(fused):
    projection = torch.randn(
        2, 21, 6, 16, device=DEVICE, requires_grad=True
    )  # (B, T, 4 heads of q + 1 of k + 1 of v, D)
    documents = torch.tensor([0, 20, 26, 42], device=DEVICE)

    def gradient(projection, implementation):
        y = kernels.attention(
            *projection.split([4, 1, 1], dim=2),
            documents=documents,
            fused=fused,
            implementation=implementation,
        )
        return y, *torch.autograd.grad(y.sum(), projection)

    exact = projection.detach().double().requires_grad_()
    result = compare(gradient(projection, "triton"), gradient(projection, "torch"), gradient(exact, "torch"))
    assert result.ok, result.reason


@needs_triton
def test_a_document_is_as_if_it_were_alone():
    q, k, v = (torch.randn(1, 50, 1, 16, device=DEVICE) for _ in range(3))
    packed = kernels.attention(
        q, k, v, documents=torch.tensor([0, 17, 50], device=DEVICE), implementation="triton"
    )
    alone = [kernels.attention(q[:, part], k[:, part], v[:, part]) for part in (slice(17), slice(17, 50))]
    torch.testing.assert_close(packed, torch.cat(alone, dim=1), rtol=1e-5, atol=1e-5)


@needs_triton
@pytest.mark.parametrize(
    "shape",
    [
        (2, 40, 40, 1, 1, 48, "packed causal"),
        (1, 33, 70, 2, 1, 64, "causal"),
        (1, 70, 33, 3, 1, 16, "full fused"),
    ],
)
def test_attention_reads_by_descriptors(shape, monkeypatch):
    described, passing = [], attention_tiles.passing
    patch_everywhere(
        monkeypatch, "passing", lambda *arguments: described.append(passing(*arguments)) or described[-1]
    )
    names = [
        name
        for name in ("ATTENTION_TILES", "ATTENTION_TILES_SHORT", "ATTENTION_TILES_ELSEWHERE")
        if DEVICE.type == "cpu" or name != "ATTENTION_TILES_ELSEWHERE"
    ]
    op = OPS["attention"]
    tiles = {
        Tile(name, (), key, module=attention_tiles.__name__): (*tile, "descriptors")
        for name in names
        for key, tile in getattr(attention_tiles, name).items()
        if key[2] == 2 or DEVICE.type == "cpu"
    }
    with tiles_set(op, tiles):
        verdict = judge_op(op, shape, torch.bfloat16, DEVICE)
    assert verdict.ok, verdict.reason
    assert described and all(found for found, _ in described)


@needs_gpu
@pytest.mark.parametrize("seed", range(20))
def test_attention_of_scores_of_1e9(seed):
    verdict = judge_op(
        OPS["attention"],
        (1, 33, 33, 2, 2, 16, "causal"),
        torch.bfloat16,
        DEVICE,
        variant="x 10000",
        seed=seed,
    )
    assert verdict.ok, verdict.reason


@needs_triton
@pytest.mark.parametrize("max_norm", [0.5, float("inf")])
def test_adamw_follows_torchs_for_three_steps(max_norm):
    draw = normal_sampler(DEVICE, torch.float32, 0)
    sizes, decays = [(5, 7), (3,), (2, 2100)], [0.1, 0.0, 0.1]
    parameters = [draw(*size) for size in sizes]
    twins = [torch.nn.Parameter(p.double()) for p in parameters]
    theirs = torch.optim.AdamW(
        [{"params": [twin], "weight_decay": decay} for twin, decay in zip(twins, decays)],
        lr=0.02,
        betas=(0.9, 0.95),
    )
    states = [[torch.zeros_like(p) for p in parameters] for _ in range(2)]
    for step in (1.0, 2.0, 3.0):
        gradients = [draw(*size) for size in sizes]
        for twin, gradient in zip(twins, gradients):
            twin.grad = gradient.double()
        expected = torch.nn.utils.clip_grad_norm_(twins, max_norm)
        theirs.step()
        counters = (torch.full((), value, device=DEVICE) for value in (step, 0.02))
        norm = kernels.adamw(
            parameters, gradients, *states, *counters, 0.9, 0.95, 1e-8, decays, max_norm, None, "triton"
        )
        torch.testing.assert_close(norm.double(), expected, rtol=1e-6, atol=0)
    for p, twin in zip(
        parameters, twins
    ):  # an update is at most about lr: its own rounding, and three of p's
        assert (p - twin).abs().max() <= 3 * torch.finfo(torch.float32).eps * (twin.abs().max() + 16 * 0.02)


@needs_triton
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_adamw_clips_by_a_norm_that_it_is_given_and_changes_nothing_where_that_is_not_finite(implementation):
    """The norm of a whole model's gradients, of which these are some."""
    first = [torch.linspace(-1, 1, 2100, device=DEVICE).view(-1, 5), torch.ones(3, device=DEVICE)]
    gradients = [0.3 * p + 0.1 for p in first]
    counters = (torch.ones((), device=DEVICE), torch.full((), 0.02, device=DEVICE))

    def after(gradients, max_norm, norm):
        parameters = [p.clone() for p in first]
        states = [[torch.full_like(p, 0.5) for p in first] for _ in range(2)]
        norm = None if norm is None else torch.tensor(norm, device=DEVICE)
        kernels.adamw(
            parameters, gradients, *states, *counters, 0.9, 0.95, 1e-8, [0.1, 0.0], max_norm, norm,
            implementation,
        )  # fmt: skip
        return parameters + states[0] + states[1]

    halved = after([0.5 * g for g in gradients], math.inf, None)
    torch.testing.assert_close(after(gradients, 2.0, 4.0), halved, rtol=1e-6, atol=1e-7)
    untouched = first + [torch.full_like(p, 0.5) for p in first] * 2
    for norm in (math.nan, math.inf):
        bad = [torch.full_like(g, norm) for g in gradients]
        assert all(map(torch.equal, after(bad, 2.0, norm), untouched))
        assert all(map(torch.equal, after(bad, 2.0, None), untouched))


@needs_triton
def test_the_optimizer_takes_the_state_of_its_twin_and_gives_it_back():
    ours, theirs = (
        [torch.nn.Parameter(torch.linspace(-1, 1, size, device=DEVICE).view(-1, 5)) for size in (35, 5)]
        for _ in range(2)
    )
    groups = [
        [{"params": [first], "weight_decay": 0.1}, {"params": [second], "lr": 0.03, "weight_decay": 0.0}]
        for first, second in (ours, theirs)
    ]
    mine = kernels.TritonAdamW(groups[0], lr=0.02, betas=(0.9, 0.95), max_norm=0.5)
    twin = torch.optim.AdamW(groups[1], lr=0.02, betas=(0.9, 0.95))
    for step in range(6):
        for one, other in zip(ours, theirs):
            other.grad = torch.randn_like(other)
            one.grad = other.grad.clone()
        torch.nn.utils.clip_grad_norm_(theirs, 0.5)
        mine.step()
        twin.step()
        assert_alike(ours, theirs, 1e-5)
        mine.load_state_dict(copy.deepcopy(twin.state_dict() if step % 2 else mine.state_dict()))
        twin.load_state_dict(copy.deepcopy(mine.state_dict()))
    ours[0].grad = None
    mine.step()
    ours[0].grad = torch.ones_like(ours[0])
    with pytest.raises(ValueError, match="steps so far {6, 7}"):
        mine.step()


def test_gmm_reference_is_torchs_mixture():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, logits, mu, log_sigma = draw(6, 3), draw(6, 4), draw(6, 4, 3), draw(6, 4, 3)

    def mixture(x, logits, mu, log_sigma):
        parts = torch.distributions.Independent(torch.distributions.Normal(mu, log_sigma.exp()), 1)
        return torch.distributions.MixtureSameFamily(
            torch.distributions.Categorical(logits=logits), parts
        ).log_prob(x)

    inputs = x, logits, mu, log_sigma
    assert_alike(with_gradients(kernels.gmm_log_prob, *inputs), with_gradients(mixture, *inputs), 1e-12)


@needs_triton
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_gmm_is_finite_for_every_finite_input(implementation, dtype):
    largest = torch.finfo(dtype).max
    extremes = torch.tensor(
        [0.0, -0.0, 1.0, 1e-30, -1e4, 90.0, -90.0, largest, -largest, torch.finfo(dtype).tiny], device=DEVICE
    ).to(dtype)
    generator = torch.Generator(DEVICE).manual_seed(0)
    inputs = [
        extremes[torch.randint(len(extremes), size, device=DEVICE, generator=generator)].requires_grad_()
        for size in ((400, 2), (400, 3), (400, 3, 2), (400, 3, 2))
    ]
    y = kernels.gmm_log_prob(*inputs, implementation)
    for result in (y, *torch.autograd.grad(y.sum(), inputs)):
        assert result.isfinite().all()


def test_without_triton_there_is_pytorch_and_a_reason():
    lines = python(
        "import sys; sys.modules['triton'] = None\n"
        "import kernels, torch\n"
        "print(kernels.TRITON_AVAILABLE, kernels.rms_norm(torch.ones(1, 2), torch.ones(2)).tolist())\n"
        "for mode in ('auto', 'triton'): print(kernels.choose({'rms_norm': (3, 33)}, mode)['rms_norm'])",
        KERNELS="",
    )
    assert lines[0] == "False [[1.0, 1.0]]"
    assert all(
        "implementation='torch'" in line and "Triton cannot be imported" in line for line in lines[1:3]
    )
