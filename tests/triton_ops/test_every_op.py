"""Every op that is declared: the judge, torch's rules for operators, mistakes of the caller, modules."""

import copy
import sys
from types import ModuleType

import pytest
import torch
from op_support import DEVICE, ON_GPU, needs_triton

import kernels
from triton_ops import tiles
from triton_ops.bias_gelu import TritonLinearGELU, bias_gelu
from triton_ops.cached_attention import cached_attention
from triton_ops.contract import OPS, Workload, op_shapes
from triton_ops.cross_entropy import TritonLinearCrossEntropy, linear_cross_entropy
from triton_ops.decode_attention import decode_attention
from triton_ops.decode_linear import decode_linear
from triton_ops.judge import arguments_for, judge_cases, judge_op, normal_sampler
from triton_ops.layer_norm import TritonLayerNorm, layer_norm
from triton_ops.machine import DTYPES, why_not_run
from triton_ops.mlp import TritonMLP, mlp
from triton_ops.mlp_heads import mlp_heads
from triton_ops.newton_schulz import newton_schulz
from triton_ops.rotation import rotary_tables
from triton_ops.sampling import sample_tokens
from triton_ops.tolerance import compare

# Columns of a row from which its gradients' sums are of more columns a program where kernels are interpreted:
# a program of 8 takes as long as one of 128, and narrower rows have those of 8.
WIDE = 4096


def all_cases():
    """Every case on a GPU; in the slow interpreter fp32 at each shape, bf16 at each variant and route."""
    for op in OPS.values():
        for case in () if why_not_run(DEVICE, op.min_capability) else judge_cases(op):
            shape, dtype, route, variant = case
            if (
                ON_GPU
                or dtype == (torch.float32 if (route, variant) == ("eager", "plain") else torch.bfloat16)
                or route == "compile"
            ):
                label = "-".join(
                    [
                        op.name,
                        "x".join(map(str, shape)),
                        DTYPES[dtype],
                        route,
                        variant.replace(" ", "_"),
                    ]
                )
                yield pytest.param(op, shape, dtype, route, variant, id=label)


@needs_triton
@pytest.mark.parametrize("op, shape, dtype, route, variant", list(all_cases()))
def test_op_is_right(op, shape, dtype, route, variant, monkeypatch):
    if not ON_GPU and len(shape) == 2 and shape[1] > WIDE:
        monkeypatch.setattr(tiles, "SUM_COLUMNS", 128)
    verdict = judge_op(op, shape, dtype, DEVICE, route=route, variant=variant)
    assert verdict.ok, verdict.reason


@needs_triton
@pytest.mark.parametrize("name", OPS)
def test_operators_meet_torchs_own_rules(name):
    arguments = OPS[name].inputs(
        OPS[name].cases[0], torch.float32, normal_sampler(DEVICE, torch.float32, 0), False
    )
    operator = getattr(torch.ops.kernels, name).default
    missing = operator._schema.arguments[
        len(arguments) :
    ]  # whether there will be a gradient, the output's dtype, an optional tensor, where they are asked
    by_type = {"bool": True, "Optional[Tensor]": None}
    arguments += tuple(by_type.get(str(argument.type), torch.float32) for argument in missing)
    results = torch.library.opcheck(
        operator, arguments, test_utils=("test_schema", "test_faketensor", "test_autograd_registration")
    )
    assert set(results.values()) == {"SUCCESS"}


@needs_triton
def test_a_second_derivative_is_refused_not_wrong():
    x, weight = torch.randn(2, 4, device=DEVICE, requires_grad=True), torch.ones(4, device=DEVICE)
    (slope,) = torch.autograd.grad(
        kernels.rms_norm(x, weight, 1e-6, "triton").square().sum(), x, create_graph=True
    )
    with pytest.raises(RuntimeError, match="once_differentiable"):
        slope.sum().backward()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: kernels.rms_norm(x, torch.ones(3)), r"\(2, 4\).*\(3,\)"),
        (lambda x: kernels.rms_norm(x, torch.ones(4), 1e-6, "cuda"), "'cuda'"),
        (lambda x: kernels.rms_norm(x.double(), torch.ones(4).double(), 1e-6, "triton"), "float64"),
        (
            lambda x: kernels.rotary(x[None, None], x[None, None], torch.ones(1, 3), torch.ones(1, 3)),
            r"\(1, 1, 2, 4\).*\(1, 3\)",
        ),
        (
            lambda x: kernels.rotary(
                x[None, None], x[None, None], torch.ones(1, 2).requires_grad_(), torch.ones(1, 2)
            ),
            "angles",
        ),
        (lambda x: kernels.add_rms_norm(x, x[:1], torch.ones(4)), r"\(2, 4\), \(1, 4\)"),
        (lambda x: kernels.add_rms_norm(x, x.half(), torch.ones(4)), "float32 to torch.float16"),
        (lambda x: layer_norm(x, torch.ones(4), torch.ones(3)), r"\(4,\), \(3,\)"),
        (lambda x: bias_gelu(x, torch.ones(2)), r"\(2, 4\).*\(2,\)"),
        (
            lambda x: linear_cross_entropy(x, torch.ones(9, 4), torch.zeros(3, dtype=torch.int64)),
            r"\(9, 4\), \(3,\)",
        ),
        (
            lambda x: linear_cross_entropy(
                x, torch.ones(9, 4), torch.zeros(2, dtype=torch.int64), reduction="none"
            ),
            "'none'",
        ),
        (
            lambda x: kernels.gmm_log_prob(x, torch.ones(2, 3), torch.ones(2, 3, 4), torch.ones(2, 4, 3)),
            r"\(2, 3, 4\), \(2, 4, 3\)",
        ),
        (
            lambda x: kernels.adamw([x], [x], [x], [], x[0, 0], x[0, 0], 0.9, 0.95, 1e-8, [0.1], 1.0),
            "two states",
        ),
        (
            lambda x: kernels.adamw(
                [x.mT], [x.mT], [x.mT], [x.mT], x[0, 0], x[0, 0], 0.9, 0.95, 1e-8, [0.1], 1.0
            ),
            "contiguous",
        ),
        (lambda x: newton_schulz(x), r"\(2, 4\)"),
        (
            lambda x: mlp_heads(
                x, torch.ones(3, 5, 4), torch.ones(3, 5), torch.ones(3, 2, 6), torch.ones(3, 2)
            ),
            r"\(3, 2, 6\)",
        ),
        (
            lambda x: mlp(x, torch.ones(5, 4), torch.ones(5), torch.ones(2, 6), torch.ones(2)),
            r"\(2, 6\)",
        ),
        (
            lambda x: mlp(x, torch.ones(5, 4), None, torch.ones(2, 6), None),
            r"\(5, 4\), None, \(2, 6\), None",
        ),
        (lambda x: kernels.attention(x[None, None], x[None], x[None]), "takes q"),
        (
            lambda x: kernels.attention(x[None, :, None], x[None, :1, None], x[None, :1, None]),
            "2 queries and 1 keys",
        ),
        (
            lambda x: kernels.attention(
                x[None, None], x[None, None].repeat(1, 1, 2, 1)[:, :, :3], x[None, None]
            ),
            r"\(1, 1, 3, 4\)",
        ),
        (lambda x: kernels.attention(x[None, None], x[None, None], x[None, None], scale=0.0), "scale"),
        (
            lambda x: kernels.attention(x[None, None], x[None, None].half(), x[None, None].half()),
            "one dtype",
        ),
        (
            lambda x: decode_attention(x[None, None], x[None, None], x[None, None], torch.zeros(2)),
            r"\(2,\)",
        ),
        (
            lambda x: decode_attention(x[None, :, None], x[None, None], x[None, None]),
            r"\(1, 2, 1, 4\)",
        ),
        (lambda x: decode_linear(x, torch.ones(3, 5)), r"\(3, 5\)"),
        (
            lambda x: cached_attention(
                x, torch.ones(2, 2, 1, 5, 4), *[torch.zeros(2)] * 2, *rotary_tables(5, 4)
            ),
            r"qkv \(2, 12\)",
        ),
        (
            lambda x: sample_tokens(x, torch.zeros(3, 2), *[torch.zeros(())] * 3),
            r"\(2, 4\), \(3, 2\)",
        ),
        pytest.param(
            lambda x: decode_attention(*[x[None, None].requires_grad_()] * 3, implementation="triton"),
            "no gradient",
            marks=needs_triton,
        ),
    ],
)
def test_mistakes_of_the_caller_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(torch.randn(2, 4))


def linear_loss(module, x):
    """A linear layer and the cross-entropy of some targets, by a module that has both or the layer alone."""
    target = torch.arange(6, device=x.device)
    if isinstance(module, TritonLinearCrossEntropy):
        return module(x, target.view(2, 3))
    return torch.nn.functional.cross_entropy(module(x).flatten(0, 1), target)


def self_attention(module, x):
    return (
        module(x) if isinstance(module, kernels.TritonAttention) else module(x, x, x, need_weights=False)[0]
    )


@needs_triton
@pytest.mark.parametrize(
    "ours, theirs, call",
    [
        (TritonLayerNorm(20), torch.nn.LayerNorm(20), torch.nn.Module.__call__),
        (kernels.TritonRMSNormLayer(20), torch.nn.RMSNorm(20), torch.nn.Module.__call__),
        (
            TritonLinearGELU(20, 33),
            torch.nn.Sequential(torch.nn.Linear(20, 33), torch.nn.GELU()),
            torch.nn.Module.__call__,
        ),
        (
            TritonMLP(20, 33, 7),
            torch.nn.Sequential(torch.nn.Linear(20, 33), torch.nn.SiLU(), torch.nn.Linear(33, 7)),
            torch.nn.Module.__call__,
        ),
        (
            TritonMLP(20, 33, 7, bias=False),
            torch.nn.Sequential(
                torch.nn.Linear(20, 33, bias=False), torch.nn.SiLU(), torch.nn.Linear(33, 7, bias=False)
            ),
            torch.nn.Module.__call__,
        ),
        (
            kernels.TritonAttention(20, 2),
            torch.nn.MultiheadAttention(20, 2, batch_first=True),
            self_attention,
        ),
        (TritonLinearCrossEntropy(20, 9), torch.nn.Linear(20, 9, bias=False), linear_loss),
    ],
    ids=["layer_norm", "rms_norm", "linear_gelu", "mlp", "mlp without bias", "attention", "cross_entropy"],
)
def test_modules_take_the_state_of_their_twins(ours, theirs, call):
    with torch.no_grad():
        for parameter in theirs.to(DEVICE).parameters():
            parameter.normal_()
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    ours.to(DEVICE).load_state_dict(theirs.state_dict())
    x = torch.randn(2, 3, 20, device=DEVICE)

    def results(module, x):
        y = call(module, x.requires_grad_())
        return y.detach(), *torch.autograd.grad(y.square().sum(), (x, *module.parameters()))

    result = compare(
        results(ours, x), results(theirs, x), results(copy.deepcopy(theirs).double(), x.detach().double())
    )
    assert result.ok, result.reason


@pytest.mark.parametrize("op", [op for op in OPS.values() if "liger" in op.baselines], ids=lambda op: op.name)
def test_liger_gets_its_arguments_by_place(op, monkeypatch):
    given, package = [], ModuleType("liger_kernel.transformers.functional")
    package.__getattr__ = lambda name: lambda *arguments, **options: given.append(arguments) or arguments[:2]
    for module in (ModuleType("liger_kernel"), ModuleType("liger_kernel.transformers"), package):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    named = arguments_for(op, op.cases[1], torch.float32, torch.device("cpu"))
    op.baselines["liger"](**named)  # its own names for them differ
    assert len(given[0]) >= 3 and all(isinstance(argument, torch.Tensor) for argument in given[0][:2])


def test_shapes_follow_the_workload():
    work = Workload(batch_size=2, seq_len=3, d_model=32, n_heads=4)
    assert op_shapes(work, ["rms_norm", "rotary"]) == {"rms_norm": (6, 32), "rotary": (2, 3, 4, 8)}
    assert op_shapes(work).keys() == OPS.keys()
