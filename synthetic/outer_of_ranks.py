"""Every element of one tensor with every element of another, y[a, c, b, d] = x[a, b] * z[c, d]: Kronecker and outer products, sums, distances.

Seen with one shape, that of y, both are read by strides, which are 0 along what a tensor lacks; the place of an element follows
from its offset by division and remainder. Nothing is repeated in memory.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3), (2, 3, 5, 7), (4, 17, 3, 11)]  # A, B, C, D


def make(A, B, C, D):
    x = torch.randn(A, B)
    z = torch.randn(C, D)
    return x, z


def outer_of_ranks_torch(x, z):
    x, z = x[:, None, :, None], z[None, :, None, :]
    x = torch.maximum(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def outer_of_ranks_kernel(x_ptr, z_ptr, y_ptr, n_elements, B, C, D, x_a, x_b, x_c, x_d, z_a, z_b, z_c, z_d, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a, b, c, d = offsets // (B * C * D), offsets // (C * D) % B, offsets // D % C, offsets % D
    x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c + d * x_d, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c + d * z_d, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def outer_of_ranks_triton(x, z):
    x, z = x[:, None, :, None], z[None, :, None, :]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, C, D = (1, 1, 1, *shape)[-4:]
    x, z = x.expand(A, B, C, D), z.expand(A, B, C, D)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    outer_of_ranks_kernel[grid](x, z, y, y.numel(), B, C, D, *x.stride(), *z.stride(), BLOCK=1024)
    return y


FAMILY = {
    "kept": {"torch.randn(A, B)": "torch.randn(A, 1, B, 1)", "torch.randn(C, D)": "torch.randn(C, 1, D)",
             "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "turned": {"torch.randn(A, B)": "torch.randn(A, B, 1, 1)", "torch.randn(C, D)": "torch.randn(C, D)",
               "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "matrix_of_vectors": {"x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, None], z[None, None, :, :]"},
    "within": {"torch.randn(A, B)": "torch.randn(A, B, C)", "torch.randn(C, D)": "torch.randn(A, B, D)",
               "x[:, None, :, None], z[None, :, None, :]": "x[:, :, :, None], z[:, :, None, :]"},
    "within_kept": {"torch.randn(A, B)": "torch.randn(A, B, C, 1)", "torch.randn(C, D)": "torch.randn(A, B, 1, D)",
                    "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "pairs": {"torch.randn(A, B)": "torch.randn(A, B, D)", "torch.randn(C, D)": "torch.randn(A, C, D)",
              "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, :], z[:, None, :, :]"},
    "pairs_turned": {"torch.randn(A, B)": "torch.randn(A, B, D)", "torch.randn(C, D)": "torch.randn(A, C, D)",
                     "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :, :], z[:, :, None, :]"},
    "pairs_of_rows": {"torch.randn(A, B)": "torch.randn(B, D)", "torch.randn(C, D)": "torch.randn(C, D)",
                      "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :], z[None, :, :]"},
    "pairs_of_rows_turned": {"torch.randn(A, B)": "torch.randn(B, D)", "torch.randn(C, D)": "torch.randn(C, D)",
                             "x[:, None, :, None], z[None, :, None, :]": "x[None, :, :], z[:, None, :]"},
    "vector_of_matrix": {"torch.randn(A, B)": "torch.randn(A, B)", "torch.randn(C, D)": "torch.randn(D)",
                         "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None], z[None, None, :]"},
    "matrix_of_vector": {"torch.randn(A, B)": "torch.randn(B)", "torch.randn(C, D)": "torch.randn(C, D)",
                         "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None], z[None, :, :]"},
    "vector_of_tensor": {"torch.randn(A, B)": "torch.randn(A)", "torch.randn(C, D)": "torch.randn(B, C, D)",
                         "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None, None], z[None]"},
    "crossed": {"torch.randn(A, B)": "torch.randn(A, 1, C)", "torch.randn(C, D)": "torch.randn(B, 1)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "crossed_of_four": {"torch.randn(A, B)": "torch.randn(A, 1, C, D)", "torch.randn(C, D)": "torch.randn(1, B, 1, D)",
                        "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "crossed_columns": {"torch.randn(A, B)": "torch.randn(A, B, C, 1)", "torch.randn(C, D)": "torch.randn(B, 1, D)",
                        "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
    "middle": {"torch.randn(A, B)": "torch.randn(1, B, 1, D)", "torch.randn(C, D)": "torch.randn(A, 1, C, 1)",
               "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
}
AXES = [
    ("BINARY+ATOMS_TWO", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
