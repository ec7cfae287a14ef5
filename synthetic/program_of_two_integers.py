"""A program of whole numbers on two tensors of one shape, a step a line: sums, bits, remainders, comparisons and what they choose.

Nothing is cast: integers keep their own width, and wrap around as PyTorch's do. A remainder has the sign of its divisor and a quotient is
rounded down, which takes a step more here, since Triton's are those of C.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]


def make(*shape):
    return torch.randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape)


def program_of_two_integers_torch(x, z):
    x = torch.sub(x, z)
    y = torch.clamp(x, min=0)
    return y


@triton.jit
def program_of_two_integers_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0)
    x = x - z
    y = tl.maximum(x, 0)
    tl.store(y_ptr + offsets, y, mask=mask)


def program_of_two_integers_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x, dtype=x.dtype)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_integers_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("PROGRAM_INTEGERS_XZ", "x = torch.sub(x, z)", "x = x - z"),
    {
        "plain": {"y = torch.clamp(x, min=0)\n    return y": "return x",
                  "y = tl.maximum(x, 0)\n    tl.store(y_ptr + offsets, y, mask=mask)": "tl.store(y_ptr + offsets, x, mask=mask)"},
        "above": ({"y = torch.clamp(x, min=0)": "y = x > {0}", "y = tl.maximum(x, 0)": "y = x > {0}", "dtype=x.dtype": "dtype=torch.bool"},
                   "0 2 5 16 100"),
        "at_most": ({"y = torch.clamp(x, min=0)": "y = x <= {0}", "y = tl.maximum(x, 0)": "y = x <= {0}", "dtype=x.dtype": "dtype=torch.bool"},
                     "0 2 5 16 100"),
        "equal": {"y = torch.clamp(x, min=0)": "y = x == 0", "y = tl.maximum(x, 0)": "y = x == 0", "dtype=x.dtype": "dtype=torch.bool"},
        "unequal": {"y = torch.clamp(x, min=0)": "y = x != 0", "y = tl.maximum(x, 0)": "y = x != 0", "dtype=x.dtype": "dtype=torch.bool"},
        "between": ({"y = torch.clamp(x, min=0)": "y = (x >= {0}) & (x < {1})", "y = tl.maximum(x, 0)": "y = (x >= {0}) & (x < {1})",
                     "dtype=x.dtype": "dtype=torch.bool"}, "05 28 39"),
        "float": {"y = torch.clamp(x, min=0)": "y = x.float()", "y = tl.maximum(x, 0)": "y = x.to(tl.float32)",
                  "dtype=x.dtype": "dtype=torch.float32"},
        "part": ({"y = torch.clamp(x, min=0)": "y = x.float() / {0}", "y = tl.maximum(x, 0)": "y = x.to(tl.float32) / {0}",
                  "dtype=x.dtype": "dtype=torch.float32"},
                 "3 7 10 255"),
        "scaled": ({"y = torch.clamp(x, min=0)": "y = x * 0.{0}", "y = tl.maximum(x, 0)": "y = x.to(tl.float32) * 0.{0}",
                    "dtype=x.dtype": "dtype=torch.float32"},
                   "1 5 25"),
    },
    {"int32": {"torch.randint(-1000, 1000, shape)": "torch.randint(-1000, 1000, shape, dtype=torch.int32)"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
