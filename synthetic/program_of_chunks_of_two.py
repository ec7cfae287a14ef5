"""A program of single operations on equal parts of two tensors of one shape: two parts of the first, two of the second.

Seen from the dimension of the parts, both are (outer, whole, inner): a part of one outer place is a run of part * inner numbers in
memory, and number i of y is made from number i of four such runs. The parts are never copied apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def program_of_chunks_of_two_torch(a, b):
    a, b = a.chunk(2, dim=-1), b.chunk(2, dim=-1)
    x, z, w = a[0], b[0], a[1]
    x = torch.addcmul(x, z, w)
    z = b[1]
    x = torch.mul(x, z)
    return x


@triton.jit
def program_of_chunks_of_two_kernel(a_ptr, b_ptr, y_ptr, n_elements, whole, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * whole + offsets % run

    x = tl.load(a_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(b_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(a_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_chunks_of_two_triton(a, b):
    a, b = a.contiguous(), b.contiguous()
    dim = a.dim() - 1
    chunks = 2
    part = triton.cdiv(a.shape[dim], chunks)
    y = torch.empty((*a.shape[:dim], part, *a.shape[dim + 1:]), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_chunks_of_two_kernel[grid](a, b, y, y.numel(), a.shape[dim] * a.stride(dim), part * a.stride(dim), BLOCK=1024)
    return y


FAMILY = {
    "of": ({"a.chunk(2, ": "a.chunk({0}, ", "b.chunk(2, ": "b.chunk({0}, ", "chunks = 2": "chunks = {0}",
            "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]", "b[1]": "b[{4}]", "a_ptr + source + 0": "a_ptr + source + {1}",
            "b_ptr + source + 0": "b_ptr + source + {2}", "a_ptr + source + 1": "a_ptr + source + {3}", "b_ptr + source + 1": "b_ptr + source + {4}"},
           "20110 21001 21100 30011 30120 32011 31122 30021 31220 40011 41230 43102 42031"),
    "of_three_parts": ({"a.chunk(2, ": "a.chunk({0}, ", "b.chunk(2, ": "b.chunk({0}, ", "chunks = 2": "chunks = {0}",
                        "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]", "z = b[1]": "",
                        "a_ptr + source + 0": "a_ptr + source + {1}", "b_ptr + source + 0": "b_ptr + source + {2}",
                        "a_ptr + source + 1": "a_ptr + source + {3}", "z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)": ""},
                       "2001 2011 2100 2110 3001 3120 3211 4013"),
}

AXES = [
    {  # along which dimension
        "dim0": {"dim=-1": "dim=0", "dim = a.dim() - 1": "dim = 0", "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)"},
        "dim1": {"[(12,), ": "[", "dim=-1": "dim=1", "dim = a.dim() - 1": "dim = 1", "(12, 2, 12, 24)": "(2, 12, 5, 7)"},
        "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = a.dim() - 1": "dim = 2"},
        "dim3": {"[(12,), (36, 24), (2, 24, 12), ": "[", "dim=-1": "dim=3", "dim = a.dim() - 1": "dim = 3", "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)"},
    },
    ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
    ("BINARY", "x = torch.mul(x, z)", "x = x * z", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
