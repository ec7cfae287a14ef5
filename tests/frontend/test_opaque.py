"""Operators that the vocabulary does not have, as opaque values: where they stand, and what they compute."""

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from program_support import by_regions, load, perceptron, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import GraphError, parse, regions, trace
from python_to_triton.frontend.random_draws import DrawnByPhilox


def spectral(x, w):
    frequencies = torch.fft.rfft(x, dim=-1).sqrt()
    return torch.relu(torch.fft.irfft(frequencies, n=x.shape[-1]) + x) @ w


def factorised(x):
    h = torch.relu(x)
    u, s, v = torch.linalg.svd(h @ h.t())
    return (u * s).sigmoid() + h.sum(), v.softmax(-1)


def inverted(x):
    return torch.linalg.inv(x.t() @ x + torch.eye(x.shape[1])) * 2


def special(x):
    places = torch.arange(x.shape[1], dtype=torch.float32)
    return torch.special.airy_ai(x.exp()) * torch.special.airy_ai(places) + 1


def only(x):
    return torch.special.airy_ai(x)


def around(x):
    """A value on both sides of the wall: its group must not wait for what needs it."""
    before = torch.tanh(x)
    return torch.fft.fft(before).sqrt().abs() + before


def dropped(x):
    return F.dropout(x.relu(), 0.5, True) + F.dropout(x, 0.25, True) * torch.rand(x.shape)


def drawn_in_place(x):
    h = x.exp()
    h.normal_()
    return h.relu() + x


def written(x):
    h = torch.special.airy_ai(x)
    h[:, 1:3] = 0
    return h.sum(-1)


PROGRAMS = [spectral, factorised, inverted, special, only, around, dropped, drawn_in_place, written]


def arguments_of(program, rows=6, columns=8):
    first = torch.randn(rows, columns)
    return (first, torch.randn(columns, 5)) if program is spectral else (first,)


def check(function, program, inputs):
    """`function` computes what the program does, random numbers included, which Philox draws for both."""
    torch.manual_seed(1)
    with DrawnByPhilox():
        theirs = program(*inputs)
    torch.manual_seed(1)
    ours = function(*inputs)
    for one, other in zip(frontend.collect_tensors(ours), frontend.collect_tensors(theirs), strict=True):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_graph_with_opaque_values_computes_what_the_program_does(program, tmp_path):
    made = trace(program, arguments_of(program), partial=True)
    written = load(codegen.pytorch_code(made), tmp_path)
    for inputs in (arguments_of(program), arguments_of(program, 9, 10)):
        check(made.run, program, inputs)
        check(parse(made.text).run, program, inputs)
        check(written["translated"], program, inputs)
        check(by_regions(made, tmp_path), program, inputs)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_no_prompt_holds_one(program):
    made = trace(program, arguments_of(program), partial=True)
    assert any(value.op == "opaque" for value in made.values)
    for most in (None, 20, 1, 0):
        for region in regions(made, most):
            assert "opaque" not in region.graph.text
            assert region.graph.text == parse(region.graph.text).text


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_without_partial_they_are_refused(program):
    with pytest.raises(GraphError, match="not in the vocabulary|random numbers|not supported"):
        trace(program, arguments_of(program))


def test_a_graph_that_the_vocabulary_has_is_the_same():
    def program(x, w):
        return F.layer_norm(x @ w, (w.shape[1],)).relu()

    inputs = (torch.randn(3, 4), torch.randn(4, 5))
    assert trace(program, inputs, partial=True).text == trace(program, inputs).text


def test_the_text_of_a_call():
    made = trace(spectral, arguments_of(spectral), partial=True)
    assert made.text.splitlines()[1:4] == [
        "v0 = opaque([a0], call='aten.fft_rfft.default(x0)')",
        "v1 = opaque([v0], call='aten.sqrt.default(x0)')",
        "v2 = opaque([v1], call='aten.fft_irfft.default(x0, n0)', numbers=[B])",
    ]
    assert len(regions(made)) == 1


def test_several_results_are_one_call():
    made = trace(factorised, arguments_of(factorised), partial=True)
    source = codegen.entry_source(made, regions(made))
    assert source.count("torch.ops.aten.linalg_svd.default(x0)") == 1
    assert "    v3, v4, v9 = pytorch_linalg_svd(v2)\n" in source
    assert codegen.pytorch_functions(source) == ("pytorch_linalg_svd",)


def test_calls_with_one_text_are_one_function():
    def program(x, y):
        return (
            torch.special.airy_ai(x)
            + torch.special.airy_ai(y).relu() * torch.fft.rfft(x, 6).sqrt().abs().sum()
        )

    made = trace(program, (torch.randn(3, 8), torch.randn(3, 8)), partial=True)
    source = codegen.entry_source(made, regions(made))
    assert set(codegen.pytorch_functions(source)) == {
        "pytorch_special_airy_ai",
        "pytorch_fft_rfft",
        "pytorch_abs",
        "pytorch_sqrt",
    }
    assert source.count("pytorch_special_airy_ai(") == 3


def test_a_region_may_be_left_to_pytorch(tmp_path):
    arguments = tensors((3, 33), (7, 33), (7,), (5, 7))
    made = trace(perceptron, arguments)
    left = [codegen.pytorch_code(part.graph) for part in regions(made)]
    source = codegen.stitch(made, left)
    assert len(codegen.pytorch_functions(source)) == len(set(left)) > 1
    torch.testing.assert_close(load(source, tmp_path)["translated"](*arguments), perceptron(*arguments))


def test_random_numbers_are_drawn_once_each_and_in_order():
    def program(x):
        first = torch.rand(x.shape)
        second = torch.rand(x.shape)
        return second - x, first.exp()

    made = trace(program, (torch.randn(2, 3),), partial=True)
    check(made.run, program, (torch.randn(2, 3),))
    assert [value.at["occurrence"] for value in made.values if value.op == "opaque"] == [1, 2]


def test_nothing_is_computed_before_what_it_needs():
    made = trace(around, arguments_of(around), partial=True)
    source = codegen.entry_source(made, regions(made))
    host = source[source.index("def translated") :]
    assert host.index("region0") < host.index("fft_fft") < host.index("region1")


def test_a_module_that_drops_out_in_training():
    module = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 4)).train()
    made = trace(module, (torch.randn(3, 4),), partial=True)
    assert [value.op for value in made.values] == ["linear", "opaque", "mul", "linear"]
    assert not made.values[1].operands[0]  # a mask depends on sizes alone


def test_complex_results_are_returned():
    def program(x):
        return torch.fft.fft(x.relu())

    x = torch.randn(3, 4)
    made = trace(program, (x,), partial=True)
    assert torch.equal(made.run(x), program(x)) and made.outputs[0].dtype == torch.complex64


def test_a_write_through_a_view_of_complex_numbers_is_refused():
    def program(x):
        z = torch.fft.fft(x)
        z[:, 0] = 0
        return z.abs()

    with pytest.raises(GraphError, match="tensors of complex64 are not supported"):
        trace(program, (torch.randn(3, 4),), partial=True)


def test_what_reads_strides_is_refused():
    """A value lies otherwise in memory once a kernel has written it."""
    with pytest.raises(GraphError, match="depends on the strides"):
        trace(lambda x: x.relu().as_strided((2, 2), (1, 2)), (torch.randn(3, 4),), partial=True)


def test_a_library_that_the_module_does_not_import_is_refused():
    @torch.library.custom_op("answers::halved", mutates_args=())
    def halved(x: torch.Tensor) -> torch.Tensor:
        return x / 2

    halved.register_fake(torch.empty_like)
    with pytest.raises(GraphError, match="answers.halved.default is not an operator of PyTorch"):
        trace(lambda x: halved(x), (torch.randn(3, 4),), partial=True)


def test_numbers_in_a_list_follow_the_sizes():
    def program(x):
        return torch.fft.fftn(x, s=[n for n in x.shape if n > 4]).abs() + 0 * x.sum()

    made = trace(program, (torch.randn(3, 8),), partial=True)
    other = torch.randn(3, 9)
    torch.testing.assert_close(made.run(torch.ones(3, 8)), program(torch.ones(3, 8)))
    torch.testing.assert_close(made.run(other), program(other))


def test_a_check_of_the_data_is_refused_by_its_name():
    def program(x):
        inverse, info = torch.ops.aten.linalg_inv_ex(x)
        torch.ops.aten._linalg_check_errors(info, "inv", is_matrix=True)
        return inverse

    with pytest.raises(GraphError, match="_linalg_check_errors"):
        trace(program, (torch.randn(4, 4),), partial=True)


def test_what_depends_on_the_data_is_refused_with_partial_too():
    with pytest.raises(GraphError, match="depend on the data"):
        trace(lambda x: x[x > 0], (torch.randn(3, 4),), partial=True)


def test_a_cast_to_float64_for_pytorch_is_a_region_of_its_own():
    """A product in float32 is none in float64, and what is computed of a factor in float32 neither."""

    def whitened(x):
        u, s, _ = torch.linalg.svd((x.mT @ x).double())
        return u.float() / (s.float().unsqueeze(-1) + 1e-6).sqrt()

    made = trace(whitened, (torch.randn(6, 4),), partial=True)
    prompts = [region.graph.text for region in regions(made)]
    casts = [prompt for prompt in prompts if "f64" in prompt]
    assert len(casts) == 3 and len(prompts) == 5
    assert all(len(parse(prompt).values) == 1 for prompt in casts), casts
    x = torch.randn(6, 4)
    torch.testing.assert_close(made.run(x), whitened(x))


def test_a_cast_away_from_what_pytorch_computes_stays_with_its_neighbours():
    def program(x):
        return torch.linalg.inv(x).sin() + (x.double() + 1).float()

    prompts = [region.graph.text for region in regions(trace(program, (torch.randn(4, 4),), partial=True))]
    assert sum("f64" in prompt for prompt in prompts) == 1
