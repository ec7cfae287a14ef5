"""A cast that rounds toward zero, y = x.to(int32), and the other pure casts.

The store casts to the dtype of its pointer, and float to integer cuts the fraction off. Only steps that are exact
stand before such a cast: one wrong last bit can be a whole number.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (3.0 * torch.randn(shape),)


def to_integer_torch(x):
    y = x.to(torch.int32)
    return y


@triton.jit
def to_integer_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x  # tl.store casts
    tl.store(y_ptr + offsets, y, mask=mask)


def to_integer_triton(x):
    x = x.contiguous()
    y = torch.empty(x.shape, dtype=torch.int32, device=x.device)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    to_integer_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "int64": {"x.to(torch.int32)": "x.to(torch.int64)", "dtype=torch.int32": "dtype=torch.int64"},
    "int16": {"x.to(torch.int32)": "x.to(torch.int16)", "dtype=torch.int32": "dtype=torch.int16"},
    "int8_clamped": {"x.to(torch.int32)": "torch.clamp(x, -128.0, 127.0).to(torch.int8)",
                     "dtype=torch.int32": "dtype=torch.int8",
                     "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, -128.0), 127.0)"},
    "uint8_clamped": {"x.to(torch.int32)": "torch.clamp(x, 0.0, 255.0).to(torch.uint8)",
                      "dtype=torch.int32": "dtype=torch.uint8",
                      "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, 0.0), 255.0)"},
    "doubled": {"x.to(torch.int32)": "(x * 2.0).to(torch.int32)",
                "dtype=torch.int32": "dtype=torch.int32",
                "y = x  # tl.store casts": "y = x * 2.0"},
    "floor": {"x.to(torch.int32)": "torch.floor(x).to(torch.int32)",
              "dtype=torch.int32": "dtype=torch.int32",
              "y = x  # tl.store casts": "y = tl.floor(x)"},
    "ceil": {"x.to(torch.int32)": "torch.ceil(x).long()",
             "dtype=torch.int32": "dtype=torch.int64",
             "y = x  # tl.store casts": "y = tl.ceil(x)"},
    "halved": {"x.to(torch.int32)": "(x * 0.5).to(torch.int64)",
               "dtype=torch.int32": "dtype=torch.int64",
               "y = x  # tl.store casts": "y = x * 0.5"},
    "floor_int64": {"x.to(torch.int32)": "torch.floor(x).long()",
                    "dtype=torch.int32": "dtype=torch.int64",
                    "y = x  # tl.store casts": "y = tl.floor(x)"},
    "positive": {"x.to(torch.int32)": "torch.relu(x).int()",
                 "dtype=torch.int32": "dtype=torch.int32",
                 "y = x  # tl.store casts": "y = tl.maximum(x, 0.0)"},
    "float16": {"x.to(torch.int32)": "x.half()", "dtype=torch.int32": "dtype=torch.float16"},
    "bfloat16": {"x.to(torch.int32)": "x.to(torch.bfloat16)", "dtype=torch.int32": "dtype=torch.bfloat16"},
    "float64": {"x.to(torch.int32)": "x.to(torch.float64)", "dtype=torch.int32": "dtype=torch.float64"},
    "bool": {"x.to(torch.int32)": "x.to(torch.int32).to(torch.bool)",
             "dtype=torch.int32": "dtype=torch.bool",
             "y = x  # tl.store casts": "y = tl.abs(x) >= 1.0"},
    "magnitude": {"x.to(torch.int32)": "torch.abs(x).to(torch.int32)",
                  "dtype=torch.int32": "dtype=torch.int32",
                  "y = x  # tl.store casts": "y = tl.abs(x)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
