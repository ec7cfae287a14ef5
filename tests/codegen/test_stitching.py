"""One module from the answers to regions."""

import inspect
import textwrap

import pytest
import torch
from program_support import MODEL, as_torch, load, perceptron, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace


def test_a_function_is_stitched_with_its_name_and_signature(tmp_path):
    inputs = tensors((3, 5), (7, 5), (7,), (4, 7))
    source = textwrap.dedent(inspect.getsource(perceptron))
    made = trace(source, inputs)
    for answers in ([as_torch(r.graph) for r in frontend.regions(made)], [as_torch(made)]):
        namespace = load(codegen.stitch(made, answers), tmp_path)
        torch.testing.assert_close(namespace["perceptron"](*inputs), perceptron(*inputs))
        assert "dim=-1" in codegen.stitch(made, answers)
    with pytest.raises(ValueError, match="4 regions, and 2 answers"):
        codegen.stitch(made, answers * 2)


def test_a_model_is_stitched_as_model_new(tmp_path):
    source = MODEL.replace("1_000_000", "8")
    made = trace(source)
    namespace = load(codegen.stitch(made, [as_torch(r.graph) for r in frontend.regions(made)]), tmp_path)
    original = dict(frontend.PREDEFINED_NAMES, __name__="original")
    exec(source, original)
    assert "class Model(" not in codegen.stitch(made, [as_torch(made)])
    models = []
    for scope, name in ((original, "Model"), (namespace, "ModelNew")):
        torch.manual_seed(0)
        models.append(scope[name](*scope["get_init_inputs"]()))
    assert list(models[0].state_dict()) == list(models[1].state_dict())
    x = tensors((9, 6))[0]
    torch.testing.assert_close(models[1](x), models[0](x), rtol=1e-4, atol=1e-5)


def test_names_of_different_answers_do_not_meet():
    answer = (
        "import triton\n\n\n@triton.jit\ndef kernel(x, BLOCK: tl.constexpr):\n    pass\n\n\n"
        "def translated(x):\n    kernel[(1,)](x, BLOCK=4)\n    return x\n"
    )
    made = trace(lambda x: x.softmax(-1).sum(0), tensors((3, 4)))
    text = codegen.stitch(made, [answer, answer.replace("=4", "=8")])
    assert (
        "def region0_kernel" in text
        and "region1_kernel[(1,)](x, BLOCK=8)" in text
        and text.count("\nimport triton\n") == 1
    )
    joined = "def unguarded(x):\n    v0 = region0(x)\n    v1 = region1(v0)\n    return v1\n\n\n"
    assert joined in text and text.rstrip().endswith("    return _run(unguarded, x)")


def test_an_answer_of_several_regions_is_written_once(tmp_path):
    inputs = tensors((3, 5), (5, 5), (5, 5), (5, 5))
    made = trace(lambda x, u, v, w: ((x @ u).softmax(-1) @ v).softmax(-1) @ w, inputs)
    parts = frontend.regions(made)
    text = codegen.stitch(made, [as_torch(region.graph) for region in parts])
    distinct = {region.graph.text for region in parts}
    assert len(distinct) < len(parts) and text.count("def region") == len(distinct)
    torch.testing.assert_close(load(text, tmp_path)["translated"](*inputs), made.run(*inputs))


def test_a_kernel_of_the_name_of_the_users_function_gets_another():
    answer = (
        "import triton\n\n\n@triton.jit\ndef softmax(x):\n    pass\n\n\n"
        "def translated(a0):\n    softmax[(1,)](a0)\n    return a0\n"
    )
    text = codegen.stitch(trace("def softmax(x):\n    return x.softmax(-1)"), [answer])
    assert "def softmax_(x):" in text and "    softmax_[(1,)](a0)" in text
    assert text.endswith("def softmax(x):\n    return translated(x)\n")


def test_continued_lines_move_with_their_bracket():
    answer = (
        "@triton.jit\ndef kernel(x_ptr,\n           BLOCK: tl.constexpr):\n    pass\n\n\ndef translated(x):\n"
        "    kernel[(1,)](x, max(1,\n                        2),\n                 BLOCK=4)\n    return x"
    )
    assert codegen.rename_answer(answer, "translated") == answer
    assert codegen.rename_answer(answer, "region10") == (
        "@triton.jit\ndef region10_kernel(x_ptr,\n                    BLOCK: tl.constexpr):\n"
        "    pass\n\n\ndef region10(x):\n"
        "    region10_kernel[(1,)](x, max(1,\n                                 2),\n"
        "                          BLOCK=4)\n    return x"
    )


def test_a_loop_over_a_size_holds_for_that_size(tmp_path):
    source = (
        "def f(x):\n    total = 0\n    for row in x:\n        total = total + row.sin()\n    return total\n"
    )
    made = trace(source, tensors((3, 5)))
    assert made.text.startswith("f(a0: f32[3, A])")
    stitched = load(codegen.stitch(made, [as_torch(r.graph) for r in frontend.regions(made)]), tmp_path)
    with pytest.raises(ValueError, match=r"x is f32\[4, 5\] on cpu; this translation is for x: f32\[3, A\]"):
        stitched["f"](torch.ones(4, 5))


def test_statements_write_what_the_program_writes(tmp_path):
    made = trace("x += 1\ny = x * 2")
    function = load(codegen.stitch(made, [as_torch(r.graph) for r in frontend.regions(made)]), tmp_path)[
        "translated"
    ]
    x = torch.ones(3, 5)
    assert function(x).eq(4).all() and x.eq(2).all()


def test_a_wrapper_writes_what_the_program_writes(tmp_path):
    made = trace("def f(x, n: float = 2.0):\n    x.mul_(n)\n    return x + 1", (torch.ones(3), 2.0))
    text = codegen.stitch(made, [as_torch(made)])
    assert "x.copy_(results[1])" in text and '_fixed("n", n, 2.0)' in text and "n: float = 2.0" in text
    x = torch.ones(3)
    assert load(text, tmp_path)["f"](x).tolist() == [3.0, 3.0, 3.0] and x.tolist() == [2.0, 2.0, 2.0]


def test_arguments_have_the_names_of_the_program_where_they_are_free():
    answer = (
        "@triton.jit\ndef kernel(a0_ptr, a1_ptr, y_ptr, n, BLOCK: tl.constexpr):\n"
        "    x_ptrs = a0_ptr + tl.arange(0, BLOCK)\n    a0 = tl.load(x_ptrs)\n\n\n"
        "def translated(a0, a1):\n    y = torch.empty_like(a0)\n"
        "    kernel[(1,)](a0, a1, y, 1, BLOCK=1)\n    return y"
    )
    stitched = codegen.stitch(trace("out = torch.relu(x) * y"), [answer])
    assert (
        "def unguarded(x, a1):\n    y = torch.empty_like(x)\n    kernel[(1,)](x, a1, y, 1" in stitched
    )  # y is the answer's own
    assert (
        "def kernel(x_ptr, a1_ptr, y_ptr" in stitched
        and "x_ptrs = x_ptr + tl" in stitched
        and "x = tl.load(x_ptrs)" in stitched
    )


def test_parameters_are_called_by_the_last_part_of_their_paths_where_no_other_is():
    class Two(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second, self.scale = (
                torch.nn.Linear(4, 5),
                torch.nn.Linear(5, 6),
                torch.nn.Parameter(torch.ones(6)),
            )

        def forward(self, x):
            return self.second(self.first(x)) * self.scale

    traced = trace(Two(), [torch.randn(3, 4)])
    names = codegen.argument_names(traced, [argument.name for argument in traced.arguments])
    assert set(names.values()) == {"x", "first_weight", "first_bias", "second_weight", "second_bias", "scale"}
    assert [
        set(codegen.argument_names(traced, region.inputs).values()) for region in frontend.regions(traced)
    ] == [{"x", "weight", "bias"}, {"weight", "bias", "scale"}]


VIEWS = [
    "y = x.reshape(2, -1)",
    "y = x.view(-1)",
    "y = x.flatten()",
    "y = x.unsqueeze(0)",
    "y = x[None].squeeze(0)",
]


@pytest.mark.parametrize("source", VIEWS)
def test_a_program_of_views_alone_is_the_view(source, tmp_path):
    made = trace(source)
    assert frontend.is_view_only(made)
    text = codegen.stitch(made, [])
    assert "triton" not in text.split('"""', 2)[2]
    x = made.sample()[0]
    expected = dict(frontend.PREDEFINED_NAMES, x=x)
    exec(source, expected)
    y = load(text, tmp_path)["translated"](x)
    assert torch.equal(y, expected["y"]) and y.data_ptr() == x.data_ptr()


@pytest.mark.parametrize("source", ["y = x.t()", "y = x[:, 1:]", "y = x.view(-1) + 1", "y = torch.zeros(3)"])
def test_what_a_kernel_has_to_write_is_no_view_alone(source):
    made = trace(source)
    assert not frontend.is_view_only(made)
    with pytest.raises(ValueError, match="1 regions, and 0 answers"):
        codegen.stitch(made, [])
