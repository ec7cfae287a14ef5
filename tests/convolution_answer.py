"""An answer to conv1d of one column that rounds its operands to TF32, where the user allows that."""

KERNEL = """
import torch
import triton
import triton.language as tl


@triton.jit
def nearest_tf32(x):
    bits = x.to(tl.int32, bitcast=True) + 4096
    return tl.where(tl.abs(x) < float("inf"), bits.to(tl.float32, bitcast=True), x)


@triton.jit
def conv_kernel(x_ptr, w_ptr, y_ptr, C, L, O, PRECISION: tl.constexpr, BLOCK_O: tl.constexpr,
                BLOCK_L: tl.constexpr, BLOCK_C: tl.constexpr):
    n = tl.program_id(0)
    places = tl.program_id(1) * BLOCK_L + tl.arange(0, BLOCK_L)[None, :]
    o = tl.program_id(2) * BLOCK_O + tl.arange(0, BLOCK_O)[:, None]
    y = tl.zeros((BLOCK_O, BLOCK_L), dtype=tl.float32)
    for start in range(0, C, BLOCK_C):
        c = start + tl.arange(0, BLOCK_C)
        x_mask = (c[:, None] < C) & (places < L)
        x = tl.load(x_ptr + (n * C + c[:, None]) * L + places, mask=x_mask, other=0.0)
        w = tl.load(w_ptr + o * C + c[None, :], mask=(o < O) & (c[None, :] < C), other=0.0)
        if PRECISION == "tf32":
            x = nearest_tf32(x)
            w = nearest_tf32(w)
        y += tl.dot(w, x, input_precision=PRECISION)
    tl.store(y_ptr + (n * O + o) * L + places, y, mask=(o < O) & (places < L))


def translated(x, w):
    x = x.contiguous()
    w = w.contiguous()
    N, C, L = x.shape
    O = w.shape[0]
    precision = "tf32" if torch.backends.cudnn.allow_tf32 else "tf32x3"
    y = torch.empty((N, O, L), device=x.device, dtype=x.dtype)
    grid = (N, triton.cdiv(L, 16), triton.cdiv(O, 16))
    conv_kernel[grid](x, w, y, C, L, O, PRECISION=precision, BLOCK_O=16, BLOCK_L=16, BLOCK_C=16)
    return y
"""
CHOICE = '"tf32" if torch.backends.cudnn.allow_tf32 else "tf32x3"'
