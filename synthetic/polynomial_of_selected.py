"""A learned polynomial, y = c[0] + c[1] x + c[2] x^2 + c[3] x^3, by powers or by Horner's rule, alone or over another.

The coefficients are a vector of a few numbers; every program reads them again, from the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(*shape):
    return torch.randn(shape), torch.randn(8), torch.randn(3)


def polynomial_of_selected_torch(x, c, d):
    x = torch.erf(x)
    y = c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3
    y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))
    y = torch.sigmoid(y)
    return y


@triton.jit
def polynomial_of_selected_kernel(x_ptr, c_ptr, d_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.erf(x)
    y = tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)
    y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def polynomial_of_selected_triton(x, c, d):
    x, c, d = x.contiguous(), c.contiguous(), d.contiguous()
    y = torch.empty_like(x)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    polynomial_of_selected_kernel[grid](x, c, d, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "powers_1": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "tl.load(c_ptr) + tl.load(c_ptr + 1) * x"},
    "powers_2": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x + c[2] * x ** 2",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x)"},
    "powers_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3 + c[4] * x ** 4",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x) + tl.load(c_ptr + 4) * (x * x * x * x)"},
    "powers_down_2": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x ** 2 + c[1] * x + c[2]",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                          "tl.load(c_ptr) * (x * x) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"},
    "powers_down_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x ** 3 + c[1] * x ** 2 + c[2] * x + c[3]",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                          "tl.load(c_ptr) * (x * x * x) + tl.load(c_ptr + 1) * (x * x) + tl.load(c_ptr + 2) * x + tl.load(c_ptr + 3)"},
    "horner_2": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[2] * x + c[1]) * x + c[0]",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "(tl.load(c_ptr + 2) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"},
    "horner_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "((c[3] * x + c[2]) * x + c[1]) * x + c[0]",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "((tl.load(c_ptr + 3) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"},
    "horner_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0]",
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                     "(((tl.load(c_ptr + 4) * x + tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"},
    "horner_down_2": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[0] * x + c[1]) * x + c[2]",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                          "(tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)"},
    "horner_down_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "((c[0] * x + c[1]) * x + c[2]) * x + c[3]",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                          "((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 3)"},
    "horner_down_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(((c[0] * x + c[1]) * x + c[2]) * x + c[3]) * x + c[4]",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                          "(((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 4)"},
    "squares": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x * x + c[1] * x + c[2]",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                    "tl.load(c_ptr) * x * x + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"},
    "odd": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x + c[1] * x ** 3",
            "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                "tl.load(c_ptr) * x + tl.load(c_ptr + 1) * (x * x * x)"},
    "even": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x ** 2 + c[2] * x ** 4",
             "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                 "tl.load(c_ptr) + tl.load(c_ptr + 1) * (x * x) + tl.load(c_ptr + 2) * (x * x * x * x)"},
    "waves": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * torch.sin(c[1] * x) + c[2] * torch.cos(c[3] * x)",
              "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                  "tl.load(c_ptr) * tl.sin(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2) * tl.cos(tl.load(c_ptr + 3) * x)"},
    "series": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * torch.cos(x) + c[2] * torch.sin(x)",
               "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                   "tl.load(c_ptr) + tl.load(c_ptr + 1) * tl.cos(x) + tl.load(c_ptr + 2) * tl.sin(x)"},
    "mixture": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * torch.relu(x) + c[1] * torch.sigmoid(x) + c[2] * x",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                    "tl.load(c_ptr) * tl.maximum(x, 0.0) + tl.load(c_ptr + 1) * tl.sigmoid(x) + tl.load(c_ptr + 2) * x"},
    "gate": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x * torch.sigmoid(c[1] * x) + c[2]",
             "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                 "tl.load(c_ptr) * x * tl.sigmoid(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2)"},
    "hinges": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * torch.relu(x - c[1]) + c[2] * torch.relu(c[3] - x)",
               "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)":
                   "tl.load(c_ptr) * tl.maximum(x - tl.load(c_ptr + 1), 0.0) + tl.load(c_ptr + 2) * tl.maximum(tl.load(c_ptr + 3) - x, 0.0)"},
}

AXES = [
    {  # what it is divided by
        "alone": {"torch.randn(8), torch.randn(3)": "torch.randn(8)", "(x, c, d)": "(x, c)", "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "",
                  "c_ptr, d_ptr, ": "c_ptr, ",
                  "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                  "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()": "x, c = x.contiguous(), c.contiguous()",
                  "(x, c, d, y": "(x, c, y"},
        "alone_again": {"torch.randn(8), torch.randn(3)": "torch.randn(5)", "(x, c, d)": "(x, c)",
                        "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "", "c_ptr, d_ptr, ": "c_ptr, ",
                        "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                        "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()": "x, c = x.contiguous(), c.contiguous()",
                        "(x, c, d, y": "(x, c, y"},
        "each": {"1 + torch.abs(d[0] * x + d[1] * x ** 2)": "1 + torch.abs(d[0] * x) + torch.abs(d[1] * x ** 2)",
                 "1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))":
                     "1.0 + tl.abs(tl.load(d_ptr) * x) + tl.abs(tl.load(d_ptr + 1) * (x * x))"},
        "horner": {"d[0] * x + d[1] * x ** 2": "(d[1] * x + d[0]) * x",
                   "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)": "(tl.load(d_ptr + 1) * x + tl.load(d_ptr)) * x"},
        "cubic": {"d[0] * x + d[1] * x ** 2": "((d[2] * x + d[1]) * x + d[0]) * x",
                  "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)": "((tl.load(d_ptr + 2) * x + tl.load(d_ptr + 1)) * x + tl.load(d_ptr)) * x"},
        "square": {"torch.abs(d[0] * x + d[1] * x ** 2)": "(d[0] * x) ** 2",
                   "tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))": "(tl.load(d_ptr) * x) * (tl.load(d_ptr) * x)"},
        "scaled": {"y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "y * d[0] + d[1]",
                   "y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "y * tl.load(d_ptr) + tl.load(d_ptr + 1)"},
    },
    {  # the shapes of x
        "of_vector": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1,), (33,), (1500,)"},
        "of_matrix": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 5), (3, 33), (7, 300)"},
        "of_images": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)"},
    },
    ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
    {"without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""}, "without_any_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
     "plus_x": {"torch.sigmoid(y)": "y + x", "tl.sigmoid(y)": "y + x"}, "times_x": {"torch.sigmoid(y)": "y * x", "tl.sigmoid(y)": "y * x"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
