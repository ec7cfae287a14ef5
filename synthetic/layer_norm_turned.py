"""Layer norm of images whose channels stand last, returned with the channels first: y[n, c, h, w] = layer_norm(x)[n, h, w, c] z[c].

The norm of each place of a picture, as ConvNeXt has it, on its way back to the convolutions. One program takes the channels
of one place, which lie side by side in x and a whole plane apart in y.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100)]


def make(*shape):
    z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))
    return torch.randn(shape), z, torch.randn(shape[-1]), torch.randn(shape[-1])


def layer_norm_turned_torch(x, z, weight, bias):
    x = torch.relu(x)
    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-6)
    y = y.permute(0, 3, 1, 2)
    y = torch.abs(y)
    y = y * z
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def layer_norm_turned_kernel(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, n_places, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-6)
    turned_ptr = y_ptr + row // n_places * n_cols * n_places + row % n_places
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.abs(y)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = z * y
        y = 0.5 * y
        tl.store(turned_ptr + cols * n_places, y, mask=mask)


def layer_norm_turned_triton(x, z, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_images, height, width, n_cols = x.shape
    n_places = height * width
    y = x.new_empty(n_images, n_cols, height, width)
    block = min(triton.next_power_of_2(n_cols), 1024)
    grid = (n_images * n_places,)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_turned_kernel[grid](x, z, weight, bias, y, n_cols, n_places, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "layer_norm_turned_plain": {
        ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",",
        ", weight, bias):": "):",
        "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
        "weight_ptr, bias_ptr, y_ptr": "y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "y = y * weight + bias": "",
        "weight, bias, y, n_cols": "y, n_cols",
    },
}

AXES = [
    {
        "alone": {
            "z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))": "", "return torch.randn(shape), z": "return torch.randn(shape)",
            "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(x", "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(x",
            "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,", "[grid](x, z,": "[grid](x,",
            "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "", "y = y * z": "", "y = z * y": "",
        },
        "add": {"y = y * z": "y = y + z", "y = z * y": "y = z + y"},
        "image": {
            "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
            "turned_ptr = y_ptr + row": "turned = row", "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
            "turned_ptr + cols": "y_ptr + turned + cols",
        },
        "image_added": {
            "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]", "y = y * z": "y = y + z", "y = z * y": "y = z + y",
            "turned_ptr = y_ptr + row": "turned = row", "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
            "turned_ptr + cols": "y_ptr + turned + cols",
        },
        "image_first": {
            "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]", "y = y * z": "y = z + y", "y = z * y": "y = z + y",
            "return torch.randn(shape), z": "return z, torch.randn(shape)",
            "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(z, x", "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(z, x",
            "turned_ptr = y_ptr + row": "turned = row", "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
            "turned_ptr + cols": "y_ptr + turned + cols",
        },
    },
    {
        "tokens": {
            "CASES = [(1, 1, 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100)]": "CASES = [(1, 1, 1), (2, 3, 5), (1, 7, 33), (2, 2, 1100)]",
            "y.permute(0, 3, 1, 2)": "y.transpose(1, 2)",
            "n_images, height, width, n_cols = x.shape": "n_images, n_places, n_cols = x.shape",
            "    n_places = height * width\n": "", "n_images, n_cols, height, width)": "n_images, n_cols, n_places)",
        },
    },
    {"eps5": {"1e-6": "1e-5"}, "eps8": {"1e-6": "1e-8"}, "eps3": {"1e-6": "1e-3"}, "eps12": {"1e-6": "1e-12"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
