"""Where the largest element of a column is, y[b, n] = argmax_m x[b, m, n]; the first one where several are largest.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its loads are
coalesced, and walks down n_mid. A later value replaces the best one only if it is better, never if it is equal.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def argmax_middle_torch(x):
    x = torch.abs(x)
    y = torch.argmax(x, dim=-2)
    return y


@triton.jit
def argmax_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    y = tl.zeros([BLOCK], dtype=tl.int32)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = x > best
        best = tl.where(better, x, best)
        y = tl.where(better, mid, y)
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)


def argmax_middle_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.int64, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    argmax_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128)
    return y


FAMILY = {
    "argmin_middle": {"torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best"},
    "max_middle": {
        "y = torch.argmax": "value, y = torch.max",
        "return y": "return value, y",
        "(x_ptr, y_ptr, n_mid": "(x_ptr, value_ptr, y_ptr, n_mid",
        "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)":
            "tl.store(value_ptr + outer * n_inner + inner, best, mask=mask)\n"
            "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)",
        "grid = (": "value = torch.empty_like(y, dtype=x.dtype)\ngrid = (",
        "(x, y, n_mid": "(x, value, y, n_mid",
    },
    "min_middle": {
        "y = torch.argmax": "value, y = torch.min",
        "return y": "return value, y",
        '-float("inf")': 'float("inf")',
        "x > best": "x < best",
        "(x_ptr, y_ptr, n_mid": "(x_ptr, value_ptr, y_ptr, n_mid",
        "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)":
            "tl.store(value_ptr + outer * n_inner + inner, best, mask=mask)\n"
            "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)",
        "grid = (": "value = torch.empty_like(y, dtype=x.dtype)\ngrid = (",
        "(x, y, n_mid": "(x, value, y, n_mid",
    },
}

AXES = [
    {
        "keepdim": {"dim=-2": "dim=-2, keepdim=True", "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
        "dim3_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                             "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                         "dim=-2": "dim=-3, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]"},
        "dim4_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                             "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                         "dim=-2": "dim=-4, keepdim=True",
                         "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]"},
    },
    {  # operations that keep different values different: a tie would leave the index open
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "minus_square": {"x = torch.abs(x)": "x = -x * x", "x = tl.abs(x)": "x = -x * x"},
        "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
        "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
        "sub03": {"x = torch.abs(x)": "x = x - 0.3", "x = tl.abs(x)": "x = x - 0.3"},
        "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 1.0)", "x = tl.abs(x)": "x = tl.abs(x - 1.0)"},
        "leaky": {"x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)"},
    },
]

def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
