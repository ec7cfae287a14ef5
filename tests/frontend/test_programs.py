"""Programs in all their forms, and refusals that name the cause."""

import dataclasses
import textwrap

import pytest
import torch
from program_support import MODEL, tensors

from python_to_triton import frontend
from python_to_triton.frontend import GraphError, parse, trace


@pytest.mark.parametrize(
    "source, header",
    [
        ("y = torch.sigmoid(x)", "f(a0: f32[A, B])"),
        ("return F.softmax(x, dim=-1)", "f(a0: f32[A, B])"),
        ("h = x @ w\nh = h + b\nreturn F.gelu(h)", "f(a0: f32[A, B], a1: f32[B, C], a2: f32[A, C])"),
        ("y = F.linear(x, weight, bias)", "f(a0: f32[A, B], a1: f32[C, B], a2: f32[C])"),
        (
            "def f(x, w, eps=1e-5):\n    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * w",
            "f(a0: f32[A, B], a1: f32[A, B])",
        ),
        (
            "y = F.conv2d(x, weight, bias, padding=1).relu()",
            "f(a0: f32[A, B, C, D], a1: f32[E, B, F, G], a2: f32[E])",
        ),
        ("loss = F.cross_entropy(logits, target)", "f(a0: f32[A, B], a1: i64[A])"),
        ("y = F.embedding(idx, weight)", "f(a0: i64[A], a1: f32[B, C])"),
        ("y = torch.where(mask, x, float('-inf')).softmax(-1)", "f(a0: bool[A, B], a1: f32[A, B])"),
        ("y = torch.bmm(a, b)", "f(a0: f32[A, B, C], a1: f32[A, C, D])"),
        ("y = x.mean(dim=(1, 2))", "f(a0: f32[A, B, C])"),
        ("# x: f16[3, 5]\ny = x.exp()", "f(a0: f16[A, B])"),
        ("# x: f16[3, 5], z: f16[5]\ny = x * z", "f(a0: f16[A, B], a1: f16[B])"),
        ("x: bf16[4, 8, 16]\ny = x.exp()", "f(a0: bf16[A, B, C])"),
        (
            "y = x * (1 - 0.9) + (1 - 0.9999) + 2 ** -0.5",
            "f(a0: f32[A, B])\nv0 = mul(a0, 0.1)\nv1 = add(v0, 0.0001)\nv2 = add(v1, 0.7071067811865476)",
        ),
        ("def f(x: f32[4, 8], y: i64[4]):\n    return x[y]", "f(a0: f32[A, B], a1: i64[C])"),
        (
            "import torch\nimport torch.nn.functional as F\n\ndef helper(x):\n    return x * 2\n\n"
            "def f(x):\n    return helper(x)",
            "f(a0: f32[A, B])",
        ),
        ("x += 1\nx[:, 0] = 0", "f(a0: f32[A, B])"),
        ("y = [t * 2 for t in (x, w)]\nreturn y[0] + y[1]", "f(a0: f32[A, B], a1: f32[A, B])"),
    ],
)
def test_statements_and_functions_need_no_inputs(source, header):
    made = trace(source)
    assert made.text.startswith(header)
    assert parse(made.text).text == made.text
    made.run(*made.sample())


def test_a_model_file():
    made = trace(MODEL)
    assert [a.origin for a in made.arguments] == [
        "",
        "norm.weight",
        "norm.bias",
        "head.weight",
        "head.bias",
        "scale",
        "shift",
    ]
    assert (
        made.text
        == textwrap.dedent("""
        f(a0: f32[A, B], a1: f32[B], a2: f32[B], a3: f32[C, B], a4: f32[C], a5: f32[C], a6: f32[C])
        v0 = batch_norm(a0, weight=a1, bias=a2, training=True)
        v1 = linear(v0, a3, a4)
        v2 = mul(v1, a5)
        v3 = add(v2, a6)
        v4 = relu(v3)
        v5 = mean(a0, dim=-2)
        v6 = var(a0, dim=-2)
        return v4, v5, v6""").strip()
    )


def test_a_number_that_is_read_from_a_buffer_is_not_a_constant():
    source = MODEL.replace("* self.scale", "* self.scale[0].item()")
    with pytest.raises(
        GraphError, match=r"(a number that is read from a tensor depends|depend) on the data \(line"
    ):
        trace(source)


def test_a_constructor_may_look_at_data():
    source = MODEL.replace(
        "super().__init__()", "super().__init__(); self.rates = [r.item() for r in torch.linspace(0.5, 1, 3)]"
    )
    assert (
        trace(source.replace(".relu_()", ".relu_() * self.rates[1]").replace("1_000_000", "9")).text.count(
            "mul("
        )
        == 2
    )


@pytest.mark.parametrize(
    "source, reason",
    [
        ("y = torch.sgimoid(x)", "sgimoid"),
        ("y = (x +", "syntax error in line 1"),
        ("", "no function, Model or statement"),
        ("a = 3", "returns no tensor"),
        ("y = x[x > 0]", "depend on the data (line 1: y = x[x > 0])"),
        ("if x.sum() > 0:\n    y = x\nelse:\n    y = -x", "depend on the data (line 1: if x.sum() > 0:)"),
        ("h = x * 2\ny = torch.fft.fft(h)", "(line 2: y = torch.fft.fft(h))"),
        (
            "y = F.adaptive_max_pool2d(x[None], 2, return_indices=True)[1] + 1",
            "the second result of adaptive_max_pool2d is not in the vocabulary (line 1",
        ),
        ("k = x.sum().item()\ny = x * k", "depend on the data (line 1: k = x.sum().item())"),
        ("y = x.view(torch.int32)", "another dtype is not in the vocabulary (line 1"),
        (
            "y = torch.vmap(torch.sum)(x)",
            "torch.func (vmap, grad, jvp) is not supported; write the batch dimension out (line 1",
        ),
        (
            "y = x[None].fill_diagonal_(1, wrap=True)",
            "fill_diagonal_ of other than matrices, or with wrap, is not in the vocabulary (line 1",
        ),
        (
            "y = torch.linalg.matrix_norm(x, ord=2)",
            "the matrix norm of order 2 is not in the vocabulary (line 1",
        ),
        ("y = torch.linalg.svd(x)[0]", "svd is not in the vocabulary (line 1"),
        (
            "y = torch.special.airy_ai(x)",
            "special_airy_ai is not in the vocabulary (line 1",
        ),
        (
            "with torch.autocast('cpu', dtype=torch.bfloat16):\n    y = x @ x.t()\ny = y + 1",
            "autocast is not supported",
        ),
        ("y = F.rrelu(x, training=True)", "training mode"),
        ("y = torch.view_as_complex(x)", "view_as_complex"),
        ("y = F.dropout(x)", "dropout in training mode"),
        ("y = x + torch.rand_like(x)", "draws random numbers (line 1"),
        ("y = x.to_sparse()", "(line 1: y = x.to_sparse())"),
        ("y = x.to(torch.complex64)", "complex64"),
        ("y = x.nonexistent()", "nonexistent"),
        ("def f(x):\n    return x.numpy()", "(line 2: return x.numpy())"),
        ("y = x @ x @ undefined_function(x)", "(line 1"),
        ("raise ValueError('own words')", "own words"),
        (
            "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
            "        self.w = nope",
            "line 4",
        ),
        ("def get_inputs():\n    raise OSError('no disk')\ndef f(x):\n    return x", "no disk"),
    ],
)
def test_refusals_name_the_cause(source, reason):
    with pytest.raises(GraphError) as caught:
        trace(source)
    assert reason in str(caught.value) and "\n" not in str(caught.value)


def test_refusals_of_arguments():
    with pytest.raises(GraphError, match="sparse"):
        trace(lambda x: x * 2, (torch.eye(3).to_sparse(),))
    with pytest.raises(GraphError, match="complex64"):
        trace(lambda x: x * 2, (torch.ones(3, dtype=torch.complex64),))
    with pytest.raises(GraphError, match="from outside"):
        outside = torch.randn(9, 9)
        trace(lambda x: x + outside, tensors((9, 9)))
    with pytest.raises(GraphError, match="takes 1 argument"):
        trace(torch.relu, tensors((2, 2))).run()
    with pytest.raises(GraphError, match="does not fit"):
        trace(torch.add, tensors((2, 3), (2, 3))).run(*tensors((2, 3), (2, 4)))


def test_one_comment_tells_several_sizes():
    assert frontend.trace("y = (a - b).abs()  # a: f32[12, 1, 7], b: f32[15, 7]").text.startswith(
        "f(a0: f32[A, 1, B], a1: f32[C, B])"
    )


@pytest.mark.parametrize("line", ["torch.manual_seed(0)", "torch.set_grad_enabled(True)", "print('loaded')"])
def test_a_file_that_settles_something_on_its_way_is_a_file(line):
    model = (
        f"import torch\n{line}\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n"
        f"        return x.abs()\n\n\n"
        "def get_inputs():\n    return [torch.randn(3, 5)]\n"
    )
    for text in (
        model,
        f"{line}\ndef f(x):\n    return x.abs()\n",
        f"def f(x):\n    return x.abs()\n\n\n{line}\n",
    ):
        assert frontend.trace(text).text == "f(a0: f32[A, B])\nv0 = abs(a0)\nreturn v0"
    assert "exp" in frontend.trace("def f(x):\n    return x.abs()\n\n\nf(y).exp()").text, (
        "statements, since y is theirs"
    )


@dataclasses.dataclass(frozen=True)
class _Moments:
    centre: torch.Tensor
    spread: torch.Tensor | None = None
    count: int = 0


@dataclasses.dataclass
class _Counted:
    total: torch.Tensor

    def __post_init__(self):
        self.calls = 1


class _Normal(torch.nn.Module):
    def forward(self, x, known):
        return x * 2, _Moments((x - known.centre) / known.spread, count=known.count)


def test_dataclasses_of_tensors_are_arguments_and_results():
    made = trace(_Normal(), inputs=[torch.randn(9, 6), _Moments(torch.randn(6), torch.randn(6), 3)])
    assert made.source.tensors == ("x", "known.centre", "known.spread")
    assert made.text.splitlines()[0] == "f(a0: f32[A, B], a1: f32[B], a2: f32[B])"
    assert made.source.template == "(results[0], _Moments(centre=results[1], spread=None, count=3))"
    fixed = {one.path: one.value for one in made.source.conditions.fixed}
    assert fixed["known.count"] == 3
    assert fixed["type(known).__name__"] == "_Moments"


def test_a_dataclass_that_its_fields_do_not_build_again_is_refused():
    with pytest.raises(GraphError, match="the program returns _Counted, not tensors"):
        trace(lambda x: _Counted(x.sum()), inputs=[torch.randn(9, 5)])


@dataclasses.dataclass(init=False)
class _Scaled:
    total: torch.Tensor

    def __init__(self, x):
        self.total = x * 2


@dataclasses.dataclass
class _Started:
    total: torch.Tensor
    start: dataclasses.InitVar[int]


@dataclasses.dataclass
class _Linked:
    total: torch.Tensor
    before: object = None


def test_a_dataclass_within_a_program_is_the_programs_own():
    def summed(x):
        linked = _Linked(x.sum())
        linked.before = linked
        return _Scaled(x).total + _Started(x, 3).total + linked.before.total

    x = torch.randn(9, 5)
    torch.testing.assert_close(trace(summed, inputs=[x]).run(x), summed(x))


@pytest.mark.parametrize("make", [_Scaled, lambda x: _Started(x, 3), lambda x: _linked(x)])
def test_a_dataclass_of_another_constructor_or_of_itself_is_refused(make):
    with pytest.raises(GraphError, match="the program returns _.*, not tensors"):
        trace(lambda x: make(x.sum()), inputs=[torch.randn(9, 5)])


def _linked(x):
    linked = _Linked(x)
    linked.before = linked
    return linked
