"""The triplet loss on squared distances, mean(max(|x - z|^2 - |x - w|^2 + margin, 0)).

Both distances gather in one loop over the row, so that the anchor is read once.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randn(N, C), torch.randn(N, C)


def triplet_squared_torch(x, z, w):
    near = ((x - z) ** 2).sum(dim=-1)
    far = ((x - w) ** 2).sum(dim=-1)
    y = torch.relu(near - far + 1.0)
    return y.mean()


@triton.jit
def triplet_squared_kernel(x_ptr, z_ptr, w_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    near = tl.zeros((BLOCK,), dtype=tl.float32)
    far = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        near += (x - z) * (x - z)
        far += (x - w) * (x - w)
    near = tl.sum(near, axis=0)
    far = tl.sum(far, axis=0)
    y = tl.maximum(near - far + 1.0, 0.0)
    tl.store(y_ptr + row, y)


@triton.jit
def triplet_squared_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def triplet_squared_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    triplet_squared_kernel[(N,)](x, z, w, loss, C, BLOCK=1024)
    triplet_squared_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


FAMILY = {
    "margin_02": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.2)",
                  "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.2, 0.0)"},
    "margin_05": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.5)",
                  "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.5, 0.0)"},
    "margin_20": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 2.0)",
                  "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 2.0, 0.0)"},
    "margin_01": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.1)",
                  "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.1, 0.0)"},
    "ratio": {"torch.relu(near - far + 1.0)": "near / (far + 1.0)",
              "tl.maximum(near - far + 1.0, 0.0)": "near / (far + 1.0)"},
    "soft_sum": {"torch.relu(near - far + 1.0)": "torch.sqrt(near + 1.0) + torch.exp(-far)",
                 "tl.maximum(near - far + 1.0, 0.0)": "tl.sqrt(near + 1.0) + tl.exp(-far)"},
}

AXES = [
    {
        "sum": {"y.mean()": "y.sum()", " / n_rows)": ")"},
        "half": {"y.mean()": "y.mean() * 0.5", " / n_rows)": " / n_rows * 0.5)"},
        "tenth": {"y.mean()": "y.mean() * 0.1", " / n_rows)": " / n_rows * 0.1)"},
        "double": {"y.mean()": "y.mean() * 2.0", " / n_rows)": " / n_rows * 2.0)"},
        "plus": {"y.mean()": "y.mean() + 1.0", " / n_rows)": " / n_rows + 1.0)"},
        "negative": {"y.mean()": "y.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
