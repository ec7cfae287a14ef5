"""Distance between the rows of two matrices, y[i] = |x[i] - z[i] + 1e-6|, with one step after it.

One program a row, one loop over its tiles; a lane past the end of the row must not add the 1e-6 that PyTorch adds to
every difference. Most rows are one tile long and the loop runs once.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 2, 17), (4, 2500)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def pairwise_distance_torch(x, z):
    y = F.pairwise_distance(x, z)
    y = torch.sin(y)
    y = y * 0.5
    return y


@triton.jit
def pairwise_distance_kernel(x_ptr, z_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        total += (x - z + 1e-6) * (x - z + 1e-6)
    y = tl.sqrt(tl.sum(total, axis=0))
    y = tl.sin(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def pairwise_distance_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    C = x.shape[-1]
    y = x.new_empty(x.shape[:-1])
    pairwise_distance_kernel[(x.numel() // C,)](x, z, y, C, BLOCK=1024)
    return y


FAMILY = {
    "l1": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0)",
           "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
           "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)"},
    "kept": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, keepdim=True)", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "l1_kept": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0, keepdim=True)", "x.shape[:-1]": "x.shape[:-1] + (1,)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)"},
    "norm": {"F.pairwise_distance(x, z)": "torch.norm(x - z, dim=-1)",
             "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
             "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "squared": {"F.pairwise_distance(x, z)": "((x - z) ** 2).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "mean_squared": {"F.pairwise_distance(x, z)": "((x - z) ** 2).mean(dim=-1)",
                     "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                     "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                     "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "mean_absolute": {"F.pairwise_distance(x, z)": "(x - z).abs().mean(dim=-1)",
                      "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                      "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z)",
                      "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "root_mean_square": {"F.pairwise_distance(x, z)": "torch.sqrt(((x - z) ** 2).mean(dim=-1))",
                         "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sqrt(tl.sum(total, axis=0) / C)",
                         "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                         "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "sum_of_maxima": {"F.pairwise_distance(x, z)": "torch.relu(x - z).sum(dim=-1)",
                      "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                      "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.maximum(x - z, 0.0)",
                      "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
    "huber_rows": {"F.pairwise_distance(x, z)": "F.smooth_l1_loss(x, z, reduction='none').sum(dim=-1)",
                   "total += (x - z + 1e-6) * (x - z + 1e-6)": "d = tl.abs(x - z)\ntotal += tl.where(d < 1.0, 0.5 * d * d, d - 0.5)",
                   "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                   "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
}

AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
