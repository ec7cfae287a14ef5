"""Two sums over all of two tensors, and what becomes of them, sum(|x| z) / sum(z^2): weighted means, relative errors.

One pass gives both: each program leaves two partial sums of its share of the tiles, and one program folds those in a
fixed order.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def ratio_of_totals_torch(x, z):
    x = torch.relu(x)
    v = torch.sum(torch.abs(x) * z)
    w = torch.sum(z ** 2)
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score


@triton.jit
def ratio_of_totals_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    v = tl.zeros([BLOCK], dtype=tl.float32)
    w = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        v += tl.where(mask, tl.abs(x) * z, 0.0)
        w += tl.where(mask, z * z, 0.0)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(v, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(w, axis=0))


@triton.jit
def ratio_of_totals_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    v = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    w = tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)
    v = tl.sum(v, axis=0)
    w = tl.sum(w, axis=0)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)


def ratio_of_totals_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty((2, n_partials), dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    ratio_of_totals_partial_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    ratio_of_totals_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


FAMILY = {  # what is summed above
    "square_error": {"torch.abs(x) * z": "(x - z) ** 2", "tl.abs(x) * z": "(x - z) * (x - z)"},
    "product": {"torch.abs(x) * z": "x * z", "tl.abs(x) * z": "x * z"},
    "weighted_square": {"torch.abs(x) * z": "x ** 2 * z", "tl.abs(x) * z": "x * x * z"},
    "least": {"torch.abs(x) * z": "torch.minimum(x, z)", "tl.abs(x) * z": "tl.minimum(x, z)"},
    "least_size": {"torch.abs(x) * z": "torch.minimum(x.abs(), z.abs())", "tl.abs(x) * z": "tl.minimum(tl.abs(x), tl.abs(z))"},
    "fourth": {"torch.abs(x) * z": "(x - z) ** 4", "tl.abs(x) * z": "(x - z) * (x - z) * ((x - z) * (x - z))"},
    "hinge": {"torch.abs(x) * z": "torch.relu(1.0 - x * z)", "tl.abs(x) * z": "tl.maximum(1.0 - x * z, 0.0)"},
}

AXES = [
    {  # and below
        "size": {"z ** 2": "z.abs()", "z * z": "tl.abs(z)"},
        "plain": {"z ** 2": "z", "z * z": "z"},
        "sizes": {"z ** 2": "(x.abs() + z.abs())", "z * z": "tl.abs(x) + tl.abs(z)"},
        "squares": {"z ** 2": "(x ** 2 + z ** 2)", "z * z": "x * x + z * z"},
        "squares_of_sum": {"z ** 2": "(x + z) ** 2", "z * z": "(x + z) * (x + z)"},
        "largest": {"z ** 2": "torch.maximum(x, z)", "z * z": "tl.maximum(x, z)"},
        "sum": {"z ** 2": "(x + z)", "z * z": "x + z"},
    },
    {
        "roots": {"score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                  "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = tl.sqrt(v), tl.sqrt(w)"},
        "means": {"torch.sum(": "torch.mean(", "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, n_elements",
                  "(partial, y, n_partials": "(partial, y, n_partials, n_elements",
                  "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = v / n_elements, w / n_elements"},
    },
    {  # what becomes of the two
        "eps": ({"torch.div(v, w)": "v / (w + 1e-{0})", "v / w": "v / (w + 1e-{0})"}, "5 6 7 8"),
        "clamped": ({"torch.div(v, w)": "v / w.clamp(min=1e-{0})", "v / w": "v / tl.maximum(w, 1e-{0})"}, "5 6 8"),
        "clamped_1": {"torch.div(v, w)": "v / w.clamp(min=1.0)", "v / w": "v / tl.maximum(w, 1.0)"},
        "missing": {"torch.div(v, w)": "1.0 - v / w", "v / w": "1.0 - v / w"},
        "missing_eps": ({"torch.div(v, w)": "1.0 - v / (w + 1e-{0})", "v / w": "1.0 - v / (w + 1e-{0})"}, "5 6 8"),
        "turned": {"torch.div(v, w)": "w / (v + 1e-6)", "v / w": "w / (v + 1e-6)"},
        "smoothed": {"torch.div(v, w)": "(v + 1.0) / (w + 1.0)", "v / w": "(v + 1.0) / (w + 1.0)"},
        "sum": {"torch.div(v, w)": "v + w", "v / w": "v + w"},
        "weighted_sum": {"torch.div(v, w)": "v + 0.1 * w", "v / w": "v + 0.1 * w"},
        "half_sum": {"torch.div(v, w)": "0.5 * (v + w)", "v / w": "0.5 * (v + w)"},
        "difference": {"torch.div(v, w)": "v - w", "v / w": "v - w"},
        "product": {"torch.div(v, w)": "v * w", "v / w": "v * w"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
