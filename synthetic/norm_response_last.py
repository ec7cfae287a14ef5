"""Global response normalisation of channels that come last, from their norms: y = gamma * (x * n / (mean(n) + eps)) + beta + x, as ConvNeXt's second version has it.

n, (N, 1, 1, C), is small: every program reads the C norms of its image once more for their mean, which costs less than another launch.
One program owns BLOCK consecutive numbers of one image.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C


def make(N, H, W, C):
    x = torch.randn(N, H, W, C)
    n = torch.rand(N, 1, 1, C) + 0.5
    gamma = torch.randn(C)
    beta = torch.randn(C)
    return x, n, gamma, beta


def norm_response_last_torch(x, n, gamma, beta):
    y = x * (n / (n.mean(dim=-1, keepdim=True) + 0.000001))
    y = gamma * y + beta
    y = y + x
    y = torch.sigmoid(y)
    return y


@triton.jit
def norm_response_last_kernel(x_ptr, n_ptr, gamma_ptr, beta_ptr, y_ptr, C, AREA, BLOCK: tl.constexpr, BLOCK_C: tl.constexpr):
    image = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK_C,), dtype=tl.float32)
    for start in range(0, C, BLOCK_C):
        channels = start + tl.arange(0, BLOCK_C)
        total += tl.load(n_ptr + image * C + channels, mask=channels < C, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / C
    places = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = places < C * AREA
    c = places % C
    scale = tl.load(n_ptr + image * C + c, mask=mask, other=0.0).to(tl.float32) / (mean + 0.000001)
    gamma = tl.load(gamma_ptr + c, mask=mask, other=0.0).to(tl.float32)
    beta = tl.load(beta_ptr + c, mask=mask, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + image * C * AREA + places, mask=mask, other=0.0).to(tl.float32)
    y = x * scale
    y = gamma * y + beta
    y = y + x
    y = tl.sigmoid(y)
    tl.store(y_ptr + image * C * AREA + places, y, mask=mask)


def norm_response_last_triton(x, n, gamma, beta):
    x, n = x.contiguous(), n.contiguous()
    y = torch.empty_like(x)
    images, channels = x.shape[0], x.shape[-1]
    area = x.numel() // (images * channels)
    grid = (images, triton.cdiv(area * channels, 1024))
    norm_response_last_kernel[grid](x, n, gamma, beta, y, channels, area, BLOCK=1024, BLOCK_C=256)
    return y


FAMILY = {
    "norm_response_last_full": {  # gamma and beta of four dimensions
        "gamma = torch.randn(C)": "gamma = torch.randn(1, 1, 1, C)",
        "beta = torch.randn(C)": "beta = torch.randn(1, 1, 1, C)",
    },
    "norm_response_of_tokens": {
        "[(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C": "[(1, 3, 2), (2, 28, 5), (3, 27, 37)]  # N, T, C",
        "make(N, H, W, C)": "make(N, T, C)",
        "torch.randn(N, H, W, C)": "torch.randn(N, T, C)",
        "torch.rand(N, 1, 1, C)": "torch.rand(N, 1, C)",
    },
}
AXES = [
    {
        "eps": ({"+ 0.000001": "+ 0.{0}"}, "1"),
        "eps_5": {"+ 0.000001": "+ 0.00001"},
    },
    {
        "no_residual": {"y = y + x": ""},
        "times": {"y = y + x": "y = y * x"},
    },
    {
        "beta_first": {"y = gamma * y + beta": "y = gamma * (y + beta)"},
        "one_and_gamma": {"y = gamma * y + beta": "y = (1.0 + gamma) * y + beta"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
