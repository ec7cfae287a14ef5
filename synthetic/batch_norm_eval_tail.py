"""Batch norm in evaluation and then a second tensor, y = batch_norm(x) + z: the end of a residual block.

The statistics are given, so all is elementwise but for the channel of an element. One program takes a tile of one plane,
and the four parameters of its channel are scalars.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 2, 35), (3, 2, 4, 5, 7), (2, 2, 40, 30)]


def make(*shape):
    channels = shape[1]
    z = torch.randn(shape)
    return torch.randn(shape), z, torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand(channels) + 0.5


def batch_norm_eval_tail_torch(x, z, weight, bias, mean, var):
    y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)
    y = torch.sigmoid(y)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def batch_norm_eval_tail_kernel(x_ptr, z_ptr, mean_ptr, var_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    channel = plane % channels
    mean = tl.load(mean_ptr + channel).to(tl.float32)
    var = tl.load(var_ptr + channel).to(tl.float32)
    weight = tl.load(weight_ptr + channel).to(tl.float32)
    bias = tl.load(bias_ptr + channel).to(tl.float32)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    x = tl.load(x_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    y = (x - mean) * tl.rsqrt(var + 1e-5)
    y = y * weight + bias
    z = tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + plane * n_inner + inner, y, mask=mask)


def batch_norm_eval_tail_triton(x, z, weight, bias, mean, var):
    x, z = x.contiguous(), z.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 1024)
    grid = (n_batch * channels * triton.cdiv(n_inner, block),)
    batch_norm_eval_tail_kernel[grid](x, z, mean, var, weight, bias, y, channels, n_inner, BLOCK=block)
    return y


FAMILY = {
    "batch_norm_eval_tail_plain": {
        "torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand": "torch.randn(channels), torch.rand",
        ", weight, bias, mean, var):": ", mean, var):",
        "mean, var, weight, bias, training": "mean, var, training",
        "var_ptr, weight_ptr, bias_ptr, y_ptr": "var_ptr, y_ptr",
        "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
        "y = y * weight + bias": "",
        "mean, var, weight, bias, y, channels": "mean, var, y, channels",
    },
}

AXES = [
    {"residual_first": {"def batch_norm_eval_tail_torch(x, z": "def batch_norm_eval_tail_torch(z, x",
                        "def batch_norm_eval_tail_triton(x, z": "def batch_norm_eval_tail_triton(z, x"},
     "by_channel": {"z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                        "tl.load(z_ptr + channel).to(tl.float32)"},
     "by_channel_row": {"z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                        "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                            "tl.load(z_ptr + channel).to(tl.float32)"},
     "one": {"z = torch.randn(shape)": "z = torch.randn(1)",
             "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"},
     "scalar": {"z = torch.randn(shape)": "z = torch.randn(())",
                "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"}},
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
