"""A graph as PyTorch source computes exactly what the graph does."""

import warnings

import pytest
import torch

from corpus.family import HEADER, families_in, family_of
from python_to_triton import codegen, frontend
from python_to_triton.frontend import OPS, parse, trace
from python_to_triton.frontend.loops import LOOP_OPS

MATRIX = "f32[A, B]"
# Operations whose operands are not all f32[A, B], or that need an attribute: "operands: call" each. The
# operands are the arguments' dtypes and sizes, in order.
SPECIAL = """
    f32[A, B]: {op}(a0, dim=-1)
        = softmax log_softmax cumsum cumprod logcumsumexp cummax cummin cummax_indices cummin_indices
        median_indices sort argsort sum mean amax amin prod var std logsumexp norm argmax argmin any all
        count_nonzero median flip glu layer_norm rms_norm
    f32[A, B]: {op}(a0, k=1) = kthvalue kthvalue_indices topk topk_indices
    f32[A, B, C]: {op}(a0, dim=[-2, -1], keepdim=True) = sum mean amax amin var logsumexp norm
    f32[A, B]: {op}(a0) = median prod any all logsumexp amax argmax
    f32[A, B], f32[B], f32[B]: {op}(a0, a1, a2, eps=1e-6) = layer_norm
    f32[A, B], f32[B]: {op}(a0, a1) = rms_norm
    f32[A, 6, B], f32[6], f32[6]: {op}(a0, a1, a2, num_groups=2) = group_norm
    f32[A, B, C], f32[B], f32[B]: {op}(a0, a1, a2) = batch_norm
    f32[A, B, C]: {op}(a0, training=True) = batch_norm
    f32[A, B, C], f32[B], f32[B]: {op}(a0, a1, a2) = instance_norm
    f32[A, B], f32[B, C]: {op}(a0, a1) = matmul
    f32[A, B], f32[C, B], f32[C]: {op}(a0, a1, a2) = linear
    f32[A, B], f32[A, C], f32[D, B, C]: {op}(a0, a1, a2) = bilinear
    f32[A, B], f32[B, C]: {op}([a0, a1], equation='ab,bc->ca') = einsum
    f32[A, B], f32[C, B]: {op}(a0, a1) = cdist
    f32[A, 4, 9], f32[6, 2, 3], f32[6]: {op}(a0, a1, a2, stride=2, padding=1, groups=2) = conv1d
    f32[A, 4, 9, 9], f32[6, 4, 3, 3], f32[6]: {op}(a0, a1, a2, stride=2, padding=1) = conv2d
    f32[A, 4, 5, 5, 5], f32[6, 4, 3, 3, 3]: {op}(a0, a1) = conv3d
    f32[A, 4, 9], f32[4, 2, 3], f32[4]: {op}(a0, a1, a2, stride=2, groups=2) = conv_transpose1d
    f32[A, 4, 5, 5], f32[4, 2, 3, 3]: {op}(a0, a1, stride=2, output_padding=1) = conv_transpose2d
    f32[A, 4, 4, 4, 4], f32[4, 2, 3, 3, 3]: {op}(a0, a1) = conv_transpose3d
    f32[A, B, 8]: {op}(a0, kernel_size=2) = max_pool1d max_pool1d_indices avg_pool1d
    f32[A, B, 8, 8]: {op}(a0, kernel_size=[2, 2], stride=[1, 2])
        = max_pool2d max_pool2d_indices avg_pool2d
    f32[A, B, 4, 4, 4]: {op}(a0, kernel_size=[2, 2, 2]) = max_pool3d max_pool3d_indices avg_pool3d
    f32[A, B, 9]: {op}(a0, output_size=[2]) = adaptive_avg_pool1d adaptive_max_pool1d
    f32[A, B, 9, 9]: {op}(a0, output_size=[2, 3]) = adaptive_avg_pool2d adaptive_max_pool2d
    f32[A, B, 5, 5, 5]: {op}(a0, output_size=[2, 3, 2]) = adaptive_avg_pool3d adaptive_max_pool3d
    f32[A, B, C, D], f32[A, B, E, D], f32[A, B, E, D], bool[C, E]: {op}(a0, a1, a2, a3, scale=0.5)
        = scaled_dot_product_attention
    f32[A, B]: {op}(a0, decimals=1) = round
    f32[A, B]: {op}(a0, min=-0.5) = clamp
    f32[A, B]: {op}(a0, threshold=0.1, value=2) = threshold
    f32[A, B], f32[B]: {op}(a0, a1) = prelu
    f32[A, B], f32[A, B]: {op}(a0, a1, rounding_mode='trunc') = div
    f32[A, B]: {op}(2, a0) = sub div pow maximum add
    f32[A, B]: {op}(a0, sqrt(B)) = div mul
    f32[A, B], f32[A, B], f32[A, B]: {op}(a0, a1, a2) = lerp
    bool[A, B], f32[A, B]: {op}(a0, a1, -inf) = where
    bool[A, B], bool[A, B]: {op}(a0, a1) = logical_and logical_or logical_xor
    i64[A, B], i64[A, B]: {op}(a0, a1) = bitwise_and bitwise_or bitwise_xor
    i64[A, B]: {op}(a0, 2) = bitwise_left_shift bitwise_right_shift
    i64[A, B]: {op}(a0) = bitwise_not
    bool[A, B]: {op}(a0) = logical_not
    f32[A, B]: {op}(a0, dtype=f16) = to
    f32[A, B]: {op}(shape=[A, 3], value=-inf) = full
    f32[A, B]: {op}(shape=[B], value=1, dtype=i64) = full
    f32[A, B]: {op}(values=[1, 2.5]) = tensor
    f32[A, B]: {op}(end=2*B, step=2) = arange
    f32[A, B]: {op}(start=0, end=1, steps=B) = linspace
    f32[A, B]: {op}(n=A, m=B) = eye
    f32[A, B]: {op}(n=3, dtype=bool) = eye
    f32[A, A]: {op}(a0) = trace
    i64[A], f32[B, C]: {op}(a0, a1) = embedding
    i64[A]: {op}(a0, num_classes=5000) = one_hot
    f32[A, B], f32[C]: {op}(a0, a1, right=True) = bucketize
    f32[A], f32[B, C]: {op}(a0, a1) = searchsorted
    f32[A, B]: {op}(a0, shape=[B, A]) = reshape
    f32[A]: {op}(a0, shape=[3, A]) = expand
    f32[A, B, C]: {op}(a0, dim0=-3, dim1=-1) = transpose
    f32[A, B, C]: {op}(a0, dims=[2, 0, 1]) = permute
    f32[A, B]: {op}(a0, dim=-2) = unsqueeze
    f32[A, 1, B]: {op}(a0, dim=-2) = squeeze
    f32[A, 8]: {op}(a0, dim=-1, start=1, end=-1, step=2) = slice
    f32[A, 8]: {op}(a0, dim=-1, start=1) = slice
    f32[A, 8]: {op}(a0, dim=-1, index=3) = select
    f32[A, 8]: {op}(a0, chunks=2, dim=-1, index=1) = chunk
    f32[4, 4]: {op}(a0, offset=1) = diagonal diag_embed
    f32[A, B]: {op}(a0) = diagonal tril triu
    f32[A, 8]: {op}(a0, dim=-1, size=3, step=2) = unfold
    f32[A, B], f32[C, B]: {op}([a0, a1], dim=-2) = cat
    f32[A, B], f32[A, B]: {op}([a0, a1], dim=-2) = stack
    f32[A, B]: {op}(a0, repeats=[2, 1, 3]) = repeat
    f32[A, B]: {op}(a0, repeats=2, dim=-1) = repeat_interleave
    f32[A, B]: {op}(a0, shifts=[2, 1], dim=[-2, -1]) = roll
    f32[A, B]: {op}(a0, dim=[-2, -1]) = flip
    f32[A, B]: {op}(a0, pad=[1, 2], value=3) = pad
    f32[A, 6]: {op}(a0, pad=[1, 2], mode='reflect') = pad
    f32[A, B], i64[A, B]: {op}(a0, a1, dim=-1) = gather
    f32[A, B], i64[C]: {op}(a0, a1) = take
    f32[A, B], i64[C]: {op}(a0, a1, dim=-1) = index_select
    f32[A, B], i64[C]: {op}(a0, [None, a1]) = index
    f32[A, B], i64[C], f32[C, B]: {op}(a0, [a1], a2) = index_put
    f32[A, B], i64[C], f32[C, B]: {op}(a0, [a1], a2, accumulate=True) = index_put
    f32[A, B], i64[C], f32[A, C]: {op}(a0, a1, a2, dim=-1) = index_add
    f32[A, B], i64[1], f32[A, 1]: {op}(a0, a1, a2, dim=-1) = index_copy
    f32[A, B], i64[A, B], f32[A, B]: {op}(a0, a1, a2, dim=-1) = scatter_add
    f32[A, B], i64[A, 1], f32[A, 1]: {op}(a0, a1, a2, dim=-1) = scatter
    f32[A, B], i64[A, B], f32[A, B]: {op}(a0, a1, a2, dim=-1, reduce='amax') = scatter_reduce
    f32[A, 8], f32[A, 3]: {op}(a0, a1, dim=-1, start=1, end=7, step=2) = slice_scatter
    f32[A, 8]: {op}(a0, 2, dim=-1, index=3) = select_scatter
    f32[4, 4], f32[3]: {op}(a0, a1, offset=1) = diagonal_scatter
    f32[A, 8, B, C]: {op}(a0, factor=2) = pixel_shuffle
    f32[A, B, 8, 6]: {op}(a0, factor=2) = pixel_unshuffle
    f32[A, 8, B, C]: {op}(a0, groups=2) = channel_shuffle
    f32[A, B, 8, 6]: {op}(a0, scale_factor=2.0, mode='bilinear', align_corners=True) = interpolate
    f32[A, B, 8, 6]: {op}(a0, size=[5, 5]) = interpolate
    f32[A, B, 8, 6], f32[A, 3, 3, 2]: {op}(a0, a1) = grid_sample
    f32[A, B, 8, 6]: {op}(a0, kernel_size=[2, 2]) = im2col
    f32[A, 12, 12]: {op}(a0, output_size=[4, 5], kernel_size=[2, 2]) = col2im
    f32[A], f32[B]: {op}([a0, a1], index=1) = meshgrid
    f32[A, B], i64[A], f32[B]: {op}(a0, a1, a2) = cross_entropy nll_loss
    f32[A, B], i64[A]: {op}(a0, a1, p=2) = multi_margin_loss
    f32[A, B], i64[A, B]: {op}(a0, a1) = multilabel_margin_loss
    f32[A, B], f32[A, B]: {op}(a0, a1) = binary_cross_entropy binary_cross_entropy_with_logits
    f32[A, B], f32[A, B], f32[A]: {op}(a0, a1, a2) = cosine_embedding_loss
    f32[A, B], f32[A, B]: {op}(a0, a1, reduction='none') = mse_loss huber_loss
    f32[A, B]: {op}([a0], call='aten.fft_rfft.default(x0, n0)', numbers=[6]) = opaque
"""


def special_prompts():
    """(operation, prompt) of the rows of SPECIAL."""
    rows = SPECIAL.replace("\n        ", " ").strip().splitlines()
    for row in rows:
        arguments, call = row.strip().split(": ", 1)
        call, names = call.rsplit(" = ", 1)
        parts = arguments.replace("], ", "];").split(";")
        header = ", ".join(f"a{i}: {part}" for i, part in enumerate(parts))
        for name in names.split():
            result = "v0" if "a0" in call else "v0, v1"
            last = "" if "a0" in call else "\nv1 = relu(a0)"
            yield name, f"f({header})\nv0 = {call.format(op=name)}{last}\nreturn {result}"


def plain_prompts(covered):
    """(operation, prompt) of the operations on matrices of one shape alone."""
    for name, operation in OPS.items():
        if name not in covered and name not in LOOP_OPS:
            operands = [f"a{i}" for i in range(len(operation.operands))]
            header = ", ".join(f"{operand}: {MATRIX}" for operand in operands)
            yield name, f"f({header})\nv0 = {name}({', '.join(operands)})\nreturn v0"


SPECIAL_PROMPTS = list(special_prompts())
PROMPTS = SPECIAL_PROMPTS + list(plain_prompts({name for name, _ in SPECIAL_PROMPTS}))


def run_text(graph, inputs):
    """What the text of a graph computes; a warning of Python's compiler is an error."""
    scope = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        code = compile(codegen.pytorch_code(graph), "region.py", "exec")
    exec(code, scope)
    return scope["translated"](*inputs)


def check_text(graph):
    """The text computes what the graph does, bit by bit, on two sets of sizes."""
    for seed in (0, 1):
        inputs = graph.sample(seed)
        ours = run_text(graph, inputs)
        theirs = graph.run(*inputs)
        assert type(ours) is type(theirs)
        for one, other in zip(frontend.collect_tensors(ours), frontend.collect_tensors(theirs), strict=True):
            assert one.dtype == other.dtype
            torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


def test_every_operation_has_a_prompt_here():
    assert {name for name, _ in PROMPTS} == set(OPS) - set(LOOP_OPS)  # which codegen writes by itself


@pytest.mark.parametrize("name, prompt", PROMPTS, ids=[f"{i}-{name}" for i, (name, _) in enumerate(PROMPTS)])
def test_the_text_of_every_operation(name, prompt):
    graph = parse(prompt)
    assert any(value.op == name for value in graph.values)
    check_text(graph)


@pytest.mark.parametrize("stem", [path.stem for path in families_in()][::6])
def test_the_text_of_families(stem):
    variant = family_of(stem)[0]
    scope = {}
    imports = HEADER[: HEADER.index("import triton")]
    exec(f"{imports}\n\n{variant.inputs}\n\n{variant.reference}", scope)
    inputs = scope["make"](*scope["CASES"][0])
    for region in frontend.regions(trace(scope[f"{variant.name}_torch"], inputs)):
        check_text(parse(region.graph.text))


def test_what_is_known_is_decided():
    graph = trace("def f(x, y):\n    h = torch.maximum(x, 2 / y)\n    return h.amax(), (1 - h).view(-1)")
    text = codegen.pytorch_code(graph, "region3")
    assert text.startswith("import torch\n\n\ndef region3(a0, a1):\n")
    assert " if " not in text and "isinstance" not in text and "None" not in text, text


def test_helpers_come_along():
    text = codegen.pytorch_code(trace("def f(x, y):\n    return torch.diagonal_scatter(x, y)"))
    assert text.count("def _overwritten") == 1


def test_a_result_of_one_stays_a_tuple():
    graph = parse("f(a0: f32[A])\nv0 = relu(a0)\nreturn v0,")
    result = run_text(graph, (torch.ones(3),))
    assert isinstance(result, tuple) and len(result) == 1


def test_sizes_are_those_of_the_call():
    graph = trace("y = x.reshape(x.shape[1], -1) / x.shape[0]  # x: f32[6, 8]")
    for shape in ((6, 8), (3, 5)):
        x = torch.rand(shape)
        assert torch.equal(run_text(graph, (x,)), x.reshape(shape[1], -1) / shape[0])
