"""Instance norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.

One program takes one plane of n_inner elements and reads it three times: for the mean, for the squares of the deviations,
for the result, where z joins.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (3, 2, 5, 7), (3, 2, 35), (3, 2, 2, 5, 4), (1, 2, 70, 60)]


def make(*shape):
    z = torch.randn(shape)
    s = torch.randn(shape[1], *[1] * (len(shape) - 2))
    return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])


def instance_norm_joins_torch(x, z, s, weight, bias):
    y = F.instance_norm(x, weight=weight, bias=bias, eps=1e-5)
    y = torch.sigmoid(y)
    y = y + z
    y = torch.abs(y)
    y = y * s
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    return x


@triton.jit
def instance_norm_joins_kernel(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + plane * n_inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        total += tl.where(inner < n_inner, load_tile(row_ptr, inner, n_inner), 0.0)
    mean = tl.sum(total, axis=0) / n_inner

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        deviation = tl.where(inner < n_inner, load_tile(row_ptr, inner, n_inner) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + plane % channels).to(tl.float32)
    bias = tl.load(bias_ptr + plane % channels).to(tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        y = (load_tile(row_ptr, inner, n_inner) - mean - correction) * scale
        y = y * weight + bias
        z = tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        y = tl.sigmoid(y)
        y = z + y
        s = tl.load(s_ptr + plane % channels).to(tl.float32)
        y = tl.abs(y)
        y = y * s
        y = 0.5 * y
        tl.store(y_ptr + plane * n_inner + inner, y, mask=inner < n_inner)


def instance_norm_joins_triton(x, z, s, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 4096)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    instance_norm_joins_kernel[(n_batch * channels,)](x, z, s, weight, bias, y, channels, n_inner, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "instance_norm_joins_plain": {
        "z, s, torch.randn(shape[1]), torch.randn(shape[1])": "z, s",
        ", weight, bias):": "):",
        "(x, weight=weight, bias=bias, eps": "(x, eps",
        "(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, s_ptr, y_ptr",
        "weight = tl.load(weight_ptr + plane % channels).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + plane % channels).to(tl.float32)": "",
        "y = y * weight + bias": "",
        "(x, z, s, weight, bias, y": "(x, z, s, y",
    },
}

AXES = [
    {
        "s_one": {"s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1)", "s = tl.load(s_ptr + plane % channels).to(tl.float32)": "s = tl.load(s_ptr).to(tl.float32)"},
        "s_row": {"s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1, shape[1], *[1] * (len(shape) - 2))"},
    },
    {
        "add": {"y = y * s": "y = y + s"},
        "sub": {"y = y * s": "y = y - s"},
        "half": {"y = y * s": "y = y + 0.5 * s"},
        "from": {"y = y * s": "y = s - y"},
    },
    {"residual_first": {"def instance_norm_joins_torch(x, z": "def instance_norm_joins_torch(z, x",
                        "def instance_norm_joins_triton(x, z": "def instance_norm_joins_triton(z, x"},
     "by_channel": {"z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)":
                        "tl.load(z_ptr + plane % channels).to(tl.float32)"},
     "by_channel_row": {"z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)":
                            "tl.load(z_ptr + plane % channels).to(tl.float32)"},
     "one": {"z = torch.randn(shape)": "z = torch.randn(1)",
             "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"},
     "scalar": {"z = torch.randn(shape)": "z = torch.randn(())",
                "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"}},
    {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
