"""Lowering of operators that only AOTAutograd's graphs call: several results, of which some are for backward.

The first result is what the forward computes, one operation of the vocabulary. The others are values of their
own, which nothing computes where nothing reads them.
"""

import math

import torch

from python_to_triton.frontend.lowering.products import attention
from python_to_triton.frontend.lowering.registry import lowers
from python_to_triton.frontend.vocabulary import GraphError


def _statistics(g, x, dims, eps):
    """(mean, biased variance, 1 / sqrt(variance + eps)) of x over these dimensions, which stay as 1."""
    if x.dtype in (torch.float16, torch.bfloat16):
        x = g("to", x, dtype=torch.float32)
    mean = g("mean", x, dim=dims, keepdim=True)
    variance = g("var", x, dim=dims, correction=0, keepdim=True)
    return mean, variance, g("rsqrt", g("add", variance, eps))


def _shaped(g, call, values):
    """Values in the shapes and dtypes of the call's second and further results."""
    return [
        g("to", g("reshape", value, shape=out.shape), dtype=out.dtype)
        for value, out in zip(values, call.out[1:])
    ]


@lowers("native_layer_norm")
def _lower_native_layer_norm(g, call, input, normalized_shape, weight, bias, eps):
    dims = range(-len(normalized_shape), 0)
    mean, _, scale = _statistics(g, input, dims, eps)
    return [g("layer_norm", input, weight, bias, dim=dims, eps=eps), *_shaped(g, call, (mean, scale))]


@lowers("native_group_norm")
def _lower_native_group_norm(g, call, input, weight, bias, N, C, HxW, group, eps):
    rows = g("reshape", input, shape=(N, group, C // group * HxW))
    mean, _, scale = _statistics(g, rows, -1, eps)
    return [g("group_norm", input, weight, bias, num_groups=group, eps=eps), *_shaped(g, call, (mean, scale))]


def _updated(g, running, now, momentum):
    """A running statistic after one more batch, whose own statistic is `now`."""
    return g("add", g("mul", running, 1 - momentum), g("mul", now, momentum))


@lowers("_native_batch_norm_legit_functional", "_batch_norm_with_update_functional")
def _lower_batch_norm_functional(
    g, call, input, weight, bias, running_mean, running_var, momentum, eps, training=True
):
    """Batch norm that returns the statistics of the batch, and new running ones in place of writing them.

    The running variance takes the unbiased one of the batch.
    """
    if not training:
        raise GraphError(f"{call.name} without training is not in the vocabulary")
    dims = [d for d in range(input.rank) if d != 1]
    count = math.prod(input.shape[d] for d in dims)
    mean, variance, scale = _statistics(g, input, dims, eps)
    channels = input.shape[1:2]
    unbiased = g("mul", g("reshape", variance, shape=channels), count / max(count - 1, 1))
    new_mean = _updated(g, running_mean, g("reshape", mean, shape=channels), momentum)
    new_var = _updated(g, running_var, unbiased, momentum)
    reserved = [None] * (call.name == "_batch_norm_with_update_functional")  # of cuDNN
    normal = g("batch_norm", input, None, None, weight, bias, training=True, eps=eps)
    return [normal, *_shaped(g, call, (mean, scale)), *reserved, new_mean, new_var]


@lowers("_native_batch_norm_legit_no_training")
def _lower_batch_norm_without_training(
    g, call, input, weight, bias, running_mean, running_var, momentum, eps
):
    normal = g("batch_norm", input, running_mean, running_var, weight, bias, eps=eps)
    return [normal, None, None]


@lowers("nll_loss_forward", "nll_loss2d_forward")
def _lower_nll_loss_forward(g, call, self, target, weight, reduction, ignore_index):
    """The loss, and the sum of the weights of the targets that count.

    Answers are verified for labels alone: a number that is none is told apart before.
    """
    counted = g("ne", target, ignore_index)
    weights = g("to", counted, dtype=self.dtype)
    known = g("where", counted, target, 0)
    if weight is not None:
        flat = g("index_select", weight, g("reshape", known, shape=(-1,)), dim=0)
        weights = g("where", counted, g("reshape", flat, shape=target.shape), 0)
    total = g("sum", weights)
    if 0 <= ignore_index < self.shape[min(1, self.rank - 1)]:
        names = ("none", "mean", "sum")
        given = {"ignore_index": ignore_index, "reduction": names[reduction]}
        return [g("nll_loss", self, target, weight, **given), total]
    each = g("nll_loss", self, known, reduction="none")
    each = g("where", counted, each if weight is None else g("mul", each, weights), 0)
    if reduction == 0:
        return [each, total]
    loss = g("sum", each)
    return [g("div", loss, total) if reduction == 1 else loss, total]


@lowers("_native_batch_norm_legit")
def _lower_batch_norm_of_batch(
    g, call, input, weight, bias, training, momentum, eps, running_mean=None, running_var=None
):
    """Batch norm by the batch's own statistics, as an instance norm is of (1, N * C, ...)."""
    if running_mean is not None or not training:
        raise GraphError(f"{call.name} with running statistics is not in the vocabulary")
    dims = [d for d in range(input.rank) if d != 1]
    mean, _, scale = _statistics(g, input, dims, eps)
    normal = g("batch_norm", input, None, None, weight, bias, training=True, eps=eps)
    return [normal, *_shaped(g, call, (mean, scale))]


def _attention(g, call, operands, dropout_p, is_causal, scale):
    """The output. What a kernel saves for its backward, nothing reads: see attention_formulas.py."""
    query, key = operands[:2]
    shared = query.rank > 2 and query.shape[-3] != key.shape[-3]
    output = attention(g, operands, dropout_p, is_causal=is_causal, scale=scale, enable_gqa=shared)
    return [output, *[None] * (len(call.out) - 1)]


@lowers("_scaled_dot_product_flash_attention_for_cpu")
def _lower_attention_on_the_cpu(g, call, query, key, value, dropout_p, is_causal, attn_mask, scale):
    return _attention(g, call, (query, key, value, attn_mask), dropout_p, is_causal, scale)


@lowers("_scaled_dot_product_flash_attention")
def _lower_flash_attention(g, call, query, key, value, dropout_p, is_causal, return_debug_mask, scale):
    return _attention(g, call, (query, key, value, None), dropout_p, is_causal, scale)


@lowers("_scaled_dot_product_efficient_attention", "_scaled_dot_product_cudnn_attention")
def _lower_masked_attention(
    g, call, query, key, value, attn_bias, compute_log_sumexp, dropout_p, is_causal, scale, **_
):
    return _attention(g, call, (query, key, value, attn_bias), dropout_p, is_causal, scale)


@lowers("log_sigmoid_forward")
def _lower_log_sigmoid_forward(g, call, self):
    """The result, and a buffer that only the CPU's backward reads: exp(-|x|), empty on a GPU."""
    return [g("log_sigmoid", self), g("exp", g("neg", g("abs", self)))]


@lowers("_adaptive_avg_pool2d", "_adaptive_avg_pool3d")
def _lower_adaptive_avg_pool(g, call, self, output_size):
    return g(call.name.removeprefix("_"), self, output_size=output_size)


@lowers("convert_element_type")
def _lower_convert_element_type(g, call, a, dtype):
    return g("to", a, dtype=dtype)
