"""A statistic of each row, a number of that row joined to it, the row after both, and what else the statistic tells: y = x / s, v = f(s).

So a softmax leaves its weights and its logarithm, a normalization what it divided by. One program takes one row and reads it
twice: for the statistic, and for y. What is one number a row is computed once, between the two.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    x = torch.rand(shape) + 0.1
    z = torch.rand(shape[:-1] + (1,)) + 0.1
    w = torch.randn(shape[:-1] + (1,))
    return x, z, w


def row_statistic_kept_torch(x, z, w):
    s = torch.sum(x, dim=-1, keepdim=True)
    s = s + z
    s = torch.sigmoid(s)
    y = x / s
    y = torch.erf(y)
    v = torch.log(s)
    v = torch.relu(v)
    v = v + w
    return y, v


@triton.jit
def row_statistic_kept_kernel(x_ptr, z_ptr, w_ptr, y_ptr, v_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x
    s = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    s = s + z
    s = tl.sigmoid(s)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / s
        y = tl.erf(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
    w = tl.load(w_ptr + row).to(tl.float32)
    v = tl.log(s)
    v = tl.maximum(v, 0.0)
    v = v + w
    tl.store(v_ptr + row, v)


def row_statistic_kept_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    v = x.new_empty(x.shape[:-1] + (1,))
    block = min(triton.next_power_of_2(n_cols), 1024)
    row_statistic_kept_kernel[(n_rows,)](x, z, w, y, v, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y, v


FAMILY = {
    "mean": {"torch.sum(x, ": "torch.mean(x, ", "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
    "largest": {"torch.sum(x, ": "torch.amax(x, ", "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += x": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)"},
    "least": {"torch.sum(x, ": "torch.amin(x, ", "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
              "lanes += x": 'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))',
              "s = tl.sum(lanes, axis=0)": "s = tl.min(lanes, axis=0)"},
    "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += x": "lanes += x * x"},
    "mean_square": {"torch.sum(x, ": "torch.mean(x * x, ", "lanes += x": "lanes += x * x",
                    "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
    "size": {"torch.sum(x, ": "torch.sum(x.abs(), ", "lanes += x": "lanes += tl.abs(x)"},
    "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ", "lanes += x": "lanes += x * x",
             "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))"},
}

AXES = [
    {  # which numbers of a row are given
        "alone": {"z = torch.rand(shape[:-1] + (1,)) + 0.1": "", "w = torch.randn(shape[:-1] + (1,))": "", "return x, z, w": "return (x,)",
                  "(x, z, w)": "(x)",
                  "s = s + z": "", "v = v + w": "", "z_ptr, w_ptr, ": "", "z = tl.load(z_ptr + row).to(tl.float32)": "",
                  "w = tl.load(w_ptr + row).to(tl.float32)": "", "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x = x.contiguous()",
                  "(x, z, w, ": "(x, "},
        "before": {"w = torch.randn(shape[:-1] + (1,))": "", "return x, z, w": "return x, z", "(x, z, w)": "(x, z)",
                   "v = v + w": "", "z_ptr, w_ptr, ": "z_ptr, ", "w = tl.load(w_ptr + row).to(tl.float32)": "",
                   "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x, z = x.contiguous(), z.contiguous()", "(x, z, w, ": "(x, z, "},
        "after": {"z = torch.rand(shape[:-1] + (1,)) + 0.1": "", "return x, z, w": "return x, w", "(x, z, w)": "(x, w)",
                  "s = s + z": "", "z_ptr, w_ptr, ": "w_ptr, ", "z = tl.load(z_ptr + row).to(tl.float32)": "",
                  "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x, w = x.contiguous(), w.contiguous()", "(x, z, w, ": "(x, w, "},
        "product": {"s = s + z": "s = s * z", "v = v + w": "v = v * w"},
        "difference": {"s = s + z": "s = s - z", "v = v + w": "v = w - v"},
    },
    ("UNARY+SCALAR", "s = torch.sigmoid(s)", "s = tl.sigmoid(s)", "optional"),
    {  # what the row becomes
        "times": {"y = x / s": "y = x * s"},
        "minus": {"y = x / s": "y = x - s", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
        "from": {"y = x / s": "y = s - x", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
        "minus_again": {"y = x / s": "y = x - s"},
        "eps": {"y = x / s": "y = x / (s + 1e-6)"},
    },
    ("UNARY+STEEP", "y = torch.erf(y)", "y = tl.erf(y)", "optional"),
    {  # what else is told
        "minus": {"torch.log(s)": "-s", "tl.log(s)": "-s"},
        "exponential": {"torch.log(s)": "torch.exp(-s)", "tl.log(s)": "tl.exp(-s)"},
        "square": {"torch.log(s)": "s * s", "tl.log(s)": "s * s"},
        "root": {"torch.log(s)": "torch.sqrt(s)", "tl.log(s)": "tl.sqrt(s)"},
        "inverse": {"torch.log(s)": "1.0 / s", "tl.log(s)": "1.0 / s"},
        "half": {"torch.log(s)": "0.5 * s", "tl.log(s)": "0.5 * s"},
        "plus": {"torch.log(s)": "s + 0.5", "tl.log(s)": "s + 0.5"},
    },
    ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)", "optional"),
    {  # what is returned, and in which order
        "turned": {"return y, v": "return v, y"},
        "all": {"return y, v": "return s, y, v", "y_ptr, v_ptr": "s_ptr, y_ptr, v_ptr",
                "tl.store(v_ptr + row, v)": "tl.store(s_ptr + row, s)\ntl.store(v_ptr + row, v)",
                "v = x.new_empty(x.shape[:-1] + (1,))": "s, v = x.new_empty(x.shape[:-1] + (1,)), x.new_empty(x.shape[:-1] + (1,))",
                "y, v, n_cols": "s, y, v, n_cols"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
