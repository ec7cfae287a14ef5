"""The triplet loss of an anchor x, a positive z and a negative w: mean(max(|x - z| - |x - w| + margin, 0)).

Both distances gather in one loop over the row, so that the anchor is read once. PyTorch adds 1e-6 to each difference
before the norm; past the end of a row neither sum may grow, hence the mask.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    x = torch.randn(N, C)
    return x, x + 0.1 * torch.randn(N, C), x + 0.1 * torch.randn(N, C)


def triplet_torch(x, z, w):
    return F.triplet_margin_loss(x, z, w, margin=1.0, reduction="mean")


@triton.jit
def triplet_kernel(x_ptr, z_ptr, w_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    near = tl.zeros((BLOCK,), dtype=tl.float32)
    far = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        near += tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)
        far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)
    near_distance = tl.sqrt(tl.sum(near, axis=0))
    far_distance = tl.sqrt(tl.sum(far, axis=0))
    y = tl.maximum(near_distance - far_distance + 1.0, 0.0)
    tl.store(y_ptr + row, y)


@triton.jit
def triplet_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def triplet_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    triplet_kernel[(N,)](x, z, w, loss, C, BLOCK=1024)
    triplet_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


FAMILY = {
    "margin_02": {"margin=1.0": "margin=0.2", "+ 1.0, 0.0)": "+ 0.2, 0.0)"},
    "margin_05": {"margin=1.0": "margin=0.5", "+ 1.0, 0.0)": "+ 0.5, 0.0)"},
    "margin_03": {"margin=1.0": "margin=0.3", "+ 1.0, 0.0)": "+ 0.3, 0.0)"},
    "margin_20": {"margin=1.0": "margin=2.0", "+ 1.0, 0.0)": "+ 2.0, 0.0)"},
    "margin_01": {"margin=1.0": "margin=0.1", "+ 1.0, 0.0)": "+ 0.1, 0.0)"},
}

AXES = [
    {
        "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
        "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
        "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
        "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
        "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
        "negative": {'reduction="mean")': 'reduction="mean").neg()', "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
    {
        "swap": {
            "F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, swap=True, ",
            "far = tl.zeros((BLOCK,), dtype=tl.float32)": "far = tl.zeros((BLOCK,), dtype=tl.float32)\nacross = tl.zeros((BLOCK,), dtype=tl.float32)",
            "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)":
                "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)\nacross += tl.where(mask, (z - w + 1e-6) * (z - w + 1e-6), 0.0)",
            "far_distance = tl.sqrt(tl.sum(far, axis=0))": "far_distance = tl.sqrt(tl.minimum(tl.sum(far, axis=0), tl.sum(across, axis=0)))",
        },
        "l1": {"F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, p=1.0, ",
               "tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)": "tl.where(mask, tl.abs(x - z + 1e-6), 0.0)",
               "tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)": "tl.where(mask, tl.abs(x - w + 1e-6), 0.0)",
               "near_distance = tl.sqrt(tl.sum(near, axis=0))": "near_distance = tl.sum(near, axis=0)",
               "far_distance = tl.sqrt(tl.sum(far, axis=0))": "far_distance = tl.sum(far, axis=0)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
