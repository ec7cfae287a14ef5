"""A loss of a prediction, a target and a weight whose shapes differ, mean(w * (x - z)^2): quantiles, weights of classes, of samples, of pixels.

x has every dimension; z and w have a run of neighbouring ones, so that element i of x meets element i // step % size of either.
Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (9, 130)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])


def broadcast_loss_torch(x, z, w):
    x = w * (x - z) ** 2
    y = x.mean()
    y = torch.sigmoid(y)
    return y


@triton.jit
def broadcast_loss_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, z_step, z_size, w_step, w_size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets // z_step % z_size, mask=mask, other=0.5).to(tl.float32)
    w = tl.load(w_ptr + offsets // w_step % w_size, mask=mask, other=0.5).to(tl.float32)
    x = w * ((x - z) * (x - z))
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))


@triton.jit
def broadcast_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(total, axis=0) / count
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)


def broadcast_loss_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_elements = x.numel()
    z_step, z_size = 1, n_elements
    w_step, w_size = 1, x.shape[-1]
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    broadcast_loss_kernel[(n_partials,)](x, z, w, partial, n_elements, z_step, z_size, w_step, w_size, BLOCK=1024)
    broadcast_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {  # which dimensions z and w have, and how that is written
    "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
    "images_last": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
    "quantiles": {"torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                  "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    z = z.unsqueeze(-1)",
                  "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
    "quantiles_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                         "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                         "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    z = z[..., None]",
                         "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
    "column_target": {"torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1] + (1,)),",
                      "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
    "column_target_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                             "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1] + (1,)),",
                             "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
    "rows": {"torch.randn(shape[-1])": "torch.randn(shape[:-1])",
             "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    w = w.unsqueeze(-1)",
             "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "rows_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                    "torch.randn(shape[-1])": "torch.randn(shape[:-1])",
                    "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    w = w[..., None]",
                    "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "column": {"torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
               "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "column_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                      "torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                      "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "samples_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 2), (4, 3, 65), (5, 9, 30)]",
                       "torch.randn(shape[-1])": "torch.randn(shape[0], 1, 1)",
                       "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[1] * x.shape[2], n_elements"},
    "samples_viewed": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                       "torch.randn(shape[-1])": "torch.randn(shape[0])",
                       "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    w = w[:, None, None, None]",
                       "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.stride(0), n_elements"},
    "channels": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]",
                 "torch.randn(shape[-1])": "torch.randn(shape[1], 1, 1)",
                 "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
    "channels_one": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                     "torch.randn(shape[-1])": "torch.randn(1, shape[1], 1, 1)",
                     "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
    "channels_viewed": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                        "torch.randn(shape[-1])": "torch.randn(shape[1])",
                        "def broadcast_loss_torch(x, z, w):": "def broadcast_loss_torch(x, z, w):\n    w = w.view(1, -1, 1, 1)",
                        "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
    "steps": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
              "torch.randn(shape[-1])": "torch.randn(shape[1], 1)",
              "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2], x.shape[1]"},
    "pixels": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]",
               "torch.randn(shape[-1])": "torch.randn(shape[2], shape[3])",
               "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, x.shape[2] * x.shape[3]"},
    "target_of_all": {"torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[-1]),",
                      "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]"},
    "target_of_all_rows": {"torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])":
                               "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[:-1] + (1,))",
                           "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]",
                           "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "two_columns": {"torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])":
                        "torch.randn(shape), torch.randn(shape[:-1] + (1,)), torch.randn(shape[:-1] + (1,))",
                    "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
                    "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
    "number": {"torch.randn(shape[-1])": "torch.randn(1)", "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1"},
    "number_tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                      "torch.randn(shape[-1])": "torch.randn(())", "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1"},
}

AXES = [
    {
        "sum": {"x.mean()": "x.sum()", "axis=0) / count": "axis=0)", "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
        "batch_mean": {"x.mean()": "x.sum() / x.shape[0]", "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
    },
    ("LOSSES_THREE+PROGRAM_XZW", "x = w * (x - z) ** 2", "x = w * ((x - z) * (x - z))"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
