"""Sigmoid, y = 1 / (1 + exp(-x)), and every activation without a parameter.

One program takes BLOCK consecutive elements. The last program hangs over the end, so it loads and stores under a
mask. Arithmetic is float32 whatever the dtype of x: bf16 and fp16 are storage.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def sigmoid_torch(x):
    y = torch.sigmoid(x)
    return y


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def sigmoid_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    sigmoid_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "relu": {"torch.sigmoid(x)": "torch.relu(x)", "y = tl.sigmoid(x)": "y = tl.maximum(x, 0.0)"},
    "silu": {"torch.sigmoid(x)": "F.silu(x)", "y = tl.sigmoid(x)": "y = x * tl.sigmoid(x)"},
    "relu6": {"torch.sigmoid(x)": "F.relu6(x)", "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x, 0.0), 6.0)"},
    "hardsigmoid": {"torch.sigmoid(x)": "F.hardsigmoid(x)", "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"},
    "hardswish": {"torch.sigmoid(x)": "F.hardswish(x)", "y = tl.sigmoid(x)": "y = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"},
    "hardtanh": {"torch.sigmoid(x)": "F.hardtanh(x)", "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x, -1.0), 1.0)"},
    "softsign": {"torch.sigmoid(x)": "F.softsign(x)", "y = tl.sigmoid(x)": "y = x / (1.0 + tl.abs(x))"},
    "mish": {"torch.sigmoid(x)": "F.mish(x)",
             "y = tl.sigmoid(x)": "t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\ny = x * (t / (t + 2.0))"},
    "sigmoid_slope": {"torch.sigmoid(x)": "torch.sigmoid(x) * (1.0 - torch.sigmoid(x))",
                      "y = tl.sigmoid(x)": "t = tl.exp(-tl.abs(x))\ny = t / ((1.0 + t) * (1.0 + t))"},
    "silu_slope": {"torch.sigmoid(x)": "torch.sigmoid(x) * (1.0 + x * (1.0 - torch.sigmoid(x)))",
                   "y = tl.sigmoid(x)": "t = tl.sigmoid(x)\ny = t * (1.0 + x * (1.0 - t))"},
    "relu_squared": {"torch.sigmoid(x)": "torch.relu(x) ** 2", "y = tl.sigmoid(x)": "t = tl.maximum(x, 0.0)\ny = t * t"},
    "crelu_negative": {"torch.sigmoid(x)": "torch.relu(-x)", "y = tl.sigmoid(x)": "y = tl.maximum(-x, 0.0)"},
    "abs": {"torch.sigmoid(x)": "torch.abs(x)", "y = tl.sigmoid(x)": "y = tl.abs(x)"},
    "neg": {"torch.sigmoid(x)": "-x", "y = tl.sigmoid(x)": "y = -x"},
    "square": {"torch.sigmoid(x)": "torch.square(x)", "y = tl.sigmoid(x)": "y = x * x"},
    "cube": {"torch.sigmoid(x)": "x * x * x", "y = tl.sigmoid(x)": "y = x * x * x"},
    "reciprocal_abs": {"torch.sigmoid(x)": "1.0 / (torch.abs(x) + 1.0)", "y = tl.sigmoid(x)": "y = 1.0 / (tl.abs(x) + 1.0)"},
    "bent_identity": {"torch.sigmoid(x)": "(torch.sqrt(x * x + 1.0) - 1.0) / 2.0 + x",
                      "y = tl.sigmoid(x)": "y = (tl.sqrt_rn(x * x + 1.0) - 1.0) / 2.0 + x"},
    "isru": {"torch.sigmoid(x)": "x / torch.sqrt(1.0 + x * x)", "y = tl.sigmoid(x)": "y = x / tl.sqrt(1.0 + x * x)"},
    "positive_part_of_sine": {"torch.sigmoid(x)": "torch.relu(torch.sin(x))", "y = tl.sigmoid(x)": "y = tl.maximum(tl.sin(x), 0.0)"},
    "gauss": {"torch.sigmoid(x)": "torch.exp(-x * x)", "y = tl.sigmoid(x)": "y = tl.exp(-x * x)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
