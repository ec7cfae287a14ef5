"""A choice between two tensors by a third, y = x where w > 0, else z, and other functions of three tensors.

Both sides are loaded and one is kept: a load under the condition would save traffic only where whole blocks agree.
One more step follows, which may be any.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def where_torch(x, z, w):
    y = torch.where(w > 0, x, z)
    y = torch.sin(y)
    return y


@triton.jit
def where_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(w > 0.0, x, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def where_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    where_kernel[grid](x, z, w, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "addcmul": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w)", "y = tl.where(w > 0.0, x, z)": "y = x + z * w"},
    "addcmul_half": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=0.5)",
                     "y = tl.where(w > 0.0, x, z)": "y = x + 0.5 * z * w"},
    "addcmul_minus": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=-2.0)",
                      "y = tl.where(w > 0.0, x, z)": "y = x - 2.0 * z * w"},
    "addcdiv": {"torch.where(w > 0, x, z)": "torch.addcdiv(x, z, w * w + 1.0)",
                "y = tl.where(w > 0.0, x, z)": "y = x + z / (w * w + 1.0)"},
    "addcdiv_tenth": {"torch.where(w > 0, x, z)": "torch.addcdiv(x, z, torch.abs(w) + 0.5, value=0.1)",
                      "y = tl.where(w > 0.0, x, z)": "y = x + 0.1 * z / (tl.abs(w) + 0.5)"},
    "lerp_weight": {"torch.where(w > 0, x, z)": "torch.lerp(x, z, torch.sigmoid(w))",
                    "y = tl.where(w > 0.0, x, z)": "y = x + tl.sigmoid(w) * (z - x)"},
    "multiply_add": {"torch.where(w > 0, x, z)": "x * z + w", "y = tl.where(w > 0.0, x, z)": "y = x * z + w"},
    "multiply_subtract": {"torch.where(w > 0, x, z)": "x * z - w", "y = tl.where(w > 0.0, x, z)": "y = x * z - w"},
    "multiply_multiply": {"torch.where(w > 0, x, z)": "x * z * w", "y = tl.where(w > 0.0, x, z)": "y = x * z * w"},
    "sum": {"torch.where(w > 0, x, z)": "x + z + w", "y = tl.where(w > 0.0, x, z)": "y = x + z + w"},
    "clamp": {"torch.where(w > 0, x, z)": "torch.clamp(x, min=-torch.abs(z), max=torch.abs(w))",
              "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.maximum(x, -tl.abs(z)), tl.abs(w))"},
    "median": {"torch.where(w > 0, x, z)": "torch.maximum(torch.minimum(x, z), torch.minimum(torch.maximum(x, z), w))",
               "y = tl.where(w > 0.0, x, z)": "y = tl.maximum(tl.minimum(x, z), tl.minimum(tl.maximum(x, z), w))"},
    "where_below": {"torch.where(w > 0, x, z)": "torch.where(x < z, x, w)",
                    "y = tl.where(w > 0.0, x, z)": "y = tl.where(x < z, x, w)"},
    "where_scaled": {"torch.where(w > 0, x, z)": "torch.where(w > 0.5, 2.0 * x, z)",
                     "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.5, 2.0 * x, z)"},
    "where_sum": {"torch.where(w > 0, x, z)": "torch.where(w > 0, x + z, x - z)",
                  "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.0, x + z, x - z)"},
    "where_both": {"torch.where(w > 0, x, z)": "torch.where((x > 0) & (z > 0), x, w)",
                   "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) & (z > 0.0), x, w)"},
    "where_either": {"torch.where(w > 0, x, z)": "torch.where((x > 0) | (z > 0), x, w)",
                     "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) | (z > 0.0), x, w)"},
    "gated": {"torch.where(w > 0, x, z)": "x * torch.sigmoid(z) + w",
              "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(z) + w"},
    "silu_gated": {"torch.where(w > 0, x, z)": "F.silu(x) * z + w",
                   "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(x) * z + w"},
    "distance": {"torch.where(w > 0, x, z)": "torch.abs(x - z) * w",
                 "y = tl.where(w > 0.0, x, z)": "y = tl.abs(x - z) * w"},
    "gru": {"torch.where(w > 0, x, z)": "(1.0 - torch.sigmoid(z)) * w + torch.sigmoid(z) * x",
            "y = tl.where(w > 0.0, x, z)": "y = (1.0 - tl.sigmoid(z)) * w + tl.sigmoid(z) * x"},
    "forget": {"torch.where(w > 0, x, z)": "torch.sigmoid(x) * w + torch.sigmoid(z)",
               "y = tl.where(w > 0.0, x, z)": "y = tl.sigmoid(x) * w + tl.sigmoid(z)"},
    "maximum": {"torch.where(w > 0, x, z)": "torch.maximum(torch.maximum(x, z), w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.maximum(tl.maximum(x, z), w)"},
    "minimum": {"torch.where(w > 0, x, z)": "torch.minimum(torch.minimum(x, z), w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.minimum(x, z), w)"},
    "mean": {"torch.where(w > 0, x, z)": "(x + z + w) / 3.0", "y = tl.where(w > 0.0, x, z)": "y = (x + z + w) / 3.0"},
    "weighted": {"torch.where(w > 0, x, z)": "0.2 * x + 0.3 * z + 0.5 * w",
                 "y = tl.where(w > 0.0, x, z)": "y = 0.2 * x + 0.3 * z + 0.5 * w"},
    "norm": {"torch.where(w > 0, x, z)": "torch.sqrt(x * x + z * z + w * w + 1e-6)",
             "y = tl.where(w > 0.0, x, z)": "y = tl.sqrt_rn(x * x + z * z + w * w + 1e-6)"},
}

AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
