"""Right answers as experts write them: matrix products, attention, convolutions."""

import torch
import torch.nn.functional as F
from expert_inputs import HALVES, TRITON, floats, signed

SWIZZLED = f"""{TRITON}
@triton.autotune(
    configs=[
        triton.Config({{"BM": 16, "BN": 16, "BK": 16, "GROUP": 2}}, num_stages=3, num_warps=4),
        triton.Config({{"BM": 32, "BN": 32, "BK": 16, "GROUP": 4}}, num_stages=4, num_warps=4),
    ],
    key=["M", "N", "K"],
)
@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):
    pid = tl.program_id(axis=0)
    num_m = tl.cdiv(M, BM)
    num_n = tl.cdiv(N, BN)
    in_group = GROUP * num_n
    first_m = pid // in_group * GROUP
    size_m = min(num_m - first_m, GROUP)
    pid_m = first_m + pid % in_group % size_m
    pid_n = pid % in_group // size_m
    offs_m = (pid_m * BM + tl.arange(0, BM)) % M
    offs_n = (pid_n * BN + tl.arange(0, BN)) % N
    offs_k = tl.arange(0, BK)
    a_ptrs = a_ptr + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = b_ptr + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BK, other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    c = accumulator.to(c_ptr.dtype.element_ty)
    offs_cm = pid_m * BM + tl.arange(0, BM)
    offs_cn = pid_n * BN + tl.arange(0, BN)
    c_ptrs = c_ptr + stride_cm * offs_cm[:, None] + stride_cn * offs_cn[None, :]
    tl.store(c_ptrs, c, mask=(offs_cm[:, None] < M) & (offs_cn[None, :] < N))


def translated(a, b):
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = lambda META: (triton.cdiv(M, META["BM"]) * triton.cdiv(N, META["BN"]),)
    matmul_kernel[grid](
        a, b, c, M, N, K, a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0), c.stride(1)
    )
    return c
"""

LINEAR = f"""{TRITON}
@triton.jit
def gelu(x):
    return 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))


@triton.jit
def linear_kernel(
    x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K,
    ACTIVATION: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in tl.range(0, K, BK, num_stages=3):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + rows[:, None] * K + k, mask=(rows[:, None] < M) & (k < K), other=0.0)
        w = tl.load(w_ptr + columns[:, None] * K + k, mask=(columns[:, None] < N) & (k < K), other=0.0)
        total += tl.dot(x, tl.trans(w), input_precision="ieee")
    total += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    if ACTIVATION == "gelu":
        total = gelu(total)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(y_ptr + rows[:, None] * N + columns, total.to(y_ptr.dtype.element_ty), mask=mask)


def translated(x, weight, bias):
    x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()
    M, K = x.shape
    N = weight.shape[0]
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 16))
    linear_kernel[grid](x, weight, bias, y, M, N, K, ACTIVATION="gelu", BM=16, BN=16, BK=32)
    return y
"""

BLOCK_POINTERS = f"""{TRITON}
@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, sa0, sa1, sb0, sb1, BLOCK: tl.constexpr):
    row, column = tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK
    a_block = tl.make_block_ptr(a_ptr, (M, K), (sa0, sa1), (row, 0), (BLOCK, BLOCK), (1, 0))
    b_block = tl.make_block_ptr(b_ptr, (K, N), (sb0, sb1), (0, column), (BLOCK, BLOCK), (1, 0))
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for _ in range(0, K, BLOCK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        total = tl.dot(a, b, total, input_precision="ieee")
        a_block = tl.advance(a_block, (0, BLOCK))
        b_block = tl.advance(b_block, (BLOCK, 0))
    c_block = tl.make_block_ptr(c_ptr, (M, N), (N, 1), (row, column), (BLOCK, BLOCK), (1, 0))
    tl.store(c_block, total.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


def translated(a, b):
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 16))
    matmul_kernel[grid](a, b, c, M, N, K, *a.stride(), *b.stride(), BLOCK=16)
    return c
"""

SPLIT_K = f"""{TRITON}
@triton.jit
def split_k_kernel(a_ptr, b_ptr, c_ptr, M, N, K, SPLIT: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(tl.program_id(2) * BLOCK, K, SPLIT * BLOCK):
        k = start + tl.arange(0, BLOCK)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0.0)
        b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=b_mask, other=0.0)
        total += tl.dot(a, b, input_precision="tf32x3")
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.atomic_add(c_ptr + rows[:, None] * N + columns[None, :], total, mask=mask)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.zeros((M, N), dtype=torch.float32, device=a.device)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 16), 3)
    split_k_kernel[grid](a, b, c, M, N, K, SPLIT=3, BLOCK=16)
    return c
"""

PERSISTENT = f"""{TRITON}
@triton.jit
def persistent_kernel(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    wide = tl.cdiv(N, BN)
    tiles = tl.cdiv(M, BM) * wide
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=True):
        rows = tile // wide * BM + tl.arange(0, BM)
        columns = tile % wide * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for start in range(0, K, BK):
            k = start + tl.arange(0, BK)
            a_mask = (rows[:, None] < M) & (k[None, :] < K)
            b_mask = (k[:, None] < K) & (columns[None, :] < N)
            a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0.0)
            b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=b_mask, other=0.0)
            total = tl.dot(a, b, total)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        tl.store(c_ptr + rows[:, None] * N + columns[None, :], total.to(tl.bfloat16), mask=mask)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    tiles = triton.cdiv(M, 16) * triton.cdiv(N, 32)
    persistent_kernel[(min(tiles, 3),)](a, b, c, M, N, K, BM=16, BN=32, BK=16, num_stages=3)
    return c
"""

DESCRIPTORS = f"""{TRITON}
@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, M, K: tl.constexpr, N: tl.constexpr, BM: tl.constexpr):
    a_desc = tl.make_tensor_descriptor(a_ptr, shape=[M, K], strides=[K, 1], block_shape=[BM, K])
    b_desc = tl.make_tensor_descriptor(b_ptr, shape=[K, N], strides=[N, 1], block_shape=[K, N])
    c_desc = tl.make_tensor_descriptor(c_ptr, shape=[M, N], strides=[N, 1], block_shape=[BM, N])
    row = tl.program_id(0) * BM
    a = a_desc.load([row, 0])
    b = b_desc.load([0, 0])
    c_desc.store([row, 0], tl.dot(a, b, input_precision="ieee"))


def scratch(size, alignment, stream):
    return torch.empty(size, dtype=torch.int8, device="cuda")


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    triton.set_allocator(scratch)
    product_kernel[(triton.cdiv(M, 16),)](a, b, c, M, K, N, BM=16)
    return c
"""

HOST_DESCRIPTORS = f"""{TRITON}
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def product_kernel(a_desc, b_desc, c_desc, BM: tl.constexpr):
    row = tl.program_id(0) * BM
    a = a_desc.load([row, 0])
    b = b_desc.load([0, 0])
    c_desc.store([row, 0], tl.dot(a, b, input_precision="ieee"))


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    a_desc = TensorDescriptor.from_tensor(a, [16, K])
    b_desc = TensorDescriptor.from_tensor(b, [K, N])
    c_desc = TensorDescriptor.from_tensor(c, [16, N])
    product_kernel[(triton.cdiv(M, 16),)](a_desc, b_desc, c_desc, BM=16)
    return c
"""


def fixed_product(a, b):
    """A product of inner size 32 and outer size 16."""
    return a.view(-1, 32) @ b.view(32, 16)


BATCHED = f"""{TRITON}
@triton.jit
def bmm_kernel(a_ptr, b_ptr, c_ptr, M, N, K, sab, sam, sak, sbb, sbk, sbn, BLOCK: tl.constexpr):
    batch = tl.program_id(2).to(tl.int64)
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    a_ptr += batch * sab
    b_ptr += batch * sbb
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * sam + k[None, :] * sak, mask=a_mask, other=0.0)
        b = tl.load(b_ptr + k[:, None] * sbk + columns[None, :] * sbn, mask=b_mask, other=0.0)
        total += tl.dot(a, b, input_precision="ieee")
    c_ptr += batch * M * N
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=mask)


def translated(a, b):
    B, M, K = a.shape
    N = b.shape[2]
    c = torch.empty((B, M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 16), B)
    bmm_kernel[grid](a, b, c, M, N, K, *a.stride(), *b.stride(), BLOCK=16)
    return c
"""

BATCHED_DOT = f"""{TRITON}
@triton.jit
def bmm_kernel(a_ptr, b_ptr, c_ptr, B, M, N, K, BB: tl.constexpr, BLOCK: tl.constexpr):
    batch = tl.program_id(0) * BB + tl.arange(0, BB)[:, None, None]
    row = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)[None, :, None]
    column = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK)[None, None, :]
    total = tl.zeros((BB, BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        across = start + tl.arange(0, BLOCK)[None, None, :]
        down = start + tl.arange(0, BLOCK)[None, :, None]
        a_mask = (batch < B) & (row < M) & (across < K)
        b_mask = (batch < B) & (down < K) & (column < N)
        a = tl.load(a_ptr + (batch * M + row) * K + across, mask=a_mask, other=0.0)
        b = tl.load(b_ptr + (batch * K + down) * N + column, mask=b_mask, other=0.0)
        total = tl.dot(a, b, total)
    mask = (batch < B) & (row < M) & (column < N)
    tl.store(c_ptr + (batch * M + row) * N + column, total.to(tl.float16), mask=mask)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    B, M, K = a.shape
    N = b.shape[2]
    c = torch.empty((B, M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(B, 2), triton.cdiv(M, 16), triton.cdiv(N, 16))
    bmm_kernel[grid](a, b, c, B, M, N, K, BB=2, BLOCK=16)
    return c
"""

INT8 = f"""{TRITON}
@triton.jit
def int8_kernel(a_ptr, b_ptr, scale_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.int32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0)
        b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=b_mask, other=0)
        total += tl.dot(a, b, out_dtype=tl.int32)
    scale = tl.load(scale_ptr + columns, mask=columns < N, other=0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total.to(tl.float32) * scale[None, :], mask=mask)


def translated(a, b, scale):
    a, b, scale = a.contiguous(), b.contiguous(), scale.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=torch.float32, device=a.device)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 16))
    int8_kernel[grid](a, b, scale, c, M, N, K, BLOCK=16, BK=32)
    return c
"""

MATRIX_VECTOR = f"""{TRITON}
@triton.jit
def gemv_kernel(a_ptr, x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, N, BN):
        columns = start + tl.arange(0, BN)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
        x = tl.load(x_ptr + columns, mask=columns < N, other=0.0)
        total += a.to(tl.float32) * x.to(tl.float32)[None, :]
    tl.store(y_ptr + rows, tl.sum(total, axis=1).to(y_ptr.dtype.element_ty), mask=rows < M)


def translated(a, x):
    a, x = a.contiguous(), x.contiguous()
    M, N = a.shape
    y = torch.empty((M,), dtype=a.dtype, device=a.device)
    gemv_kernel[(triton.cdiv(M, 4),)](a, x, y, M, N, BM=4, BN=32)
    return y
"""

OUTER = f"""{TRITON}
@triton.jit
def outer_kernel(a_ptr, b_ptr, c_ptr, M, N, sa, sb, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    a = tl.load(a_ptr + rows * sa, mask=rows < M, other=0.0)
    b = tl.load(b_ptr + columns * sb, mask=columns < N, other=0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], a[:, None] * b[None, :], mask=mask)


def translated(a, b):
    M, N = a.shape[0], b.shape[0]
    c = a.new_empty((M, N))
    outer_kernel[(triton.cdiv(M, 8), triton.cdiv(N, 8))](a, b, c, M, N, a.stride(0), b.stride(0), BM=8, BN=8)
    return c
"""

FLASH = f"""{TRITON}
@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, o_ptr, T, S, D, scale, REPEATS: tl.constexpr, CAUSAL: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BD: tl.constexpr,
):
    head = tl.program_id(1).to(tl.int64)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    lanes = tl.arange(0, BD)
    q_mask = (rows[:, None] < T) & (lanes[None, :] < D)
    q_at = head * T * D + rows[:, None] * D + lanes[None, :]
    q = tl.load(q_ptr + q_at, mask=q_mask, other=0.0)
    kv = head // REPEATS * S * D
    largest = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    out = tl.zeros((BM, BD), dtype=tl.float32)
    end = S
    if CAUSAL:
        end = tl.minimum(S, (tl.program_id(0) + 1) * BM)
    for start in range(0, end, BN):
        columns = start + tl.arange(0, BN)
        at = kv + columns[:, None] * D + lanes[None, :]
        mask = (columns[:, None] < S) & (lanes[None, :] < D)
        k = tl.load(k_ptr + at, mask=mask, other=0.0)
        v = tl.load(v_ptr + at, mask=mask, other=0.0)
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * (scale * 1.4426950408889634)
        seen = columns[None, :] < S
        if CAUSAL:
            seen = seen & (columns[None, :] <= rows[:, None])
        scores = tl.where(seen, scores, -float("inf"))
        new = tl.maximum(largest, tl.max(scores, axis=1))
        p = tl.exp2(scores - new[:, None])
        shrink = tl.exp2(largest - new)
        total = total * shrink + tl.sum(p, axis=1)
        out = out * shrink[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        largest = new
    out = out / total[:, None]
    tl.store(o_ptr + q_at, out.to(o_ptr.dtype.element_ty), mask=q_mask)


def translated(q, k, v):
    q, k, v = q.contiguous(), k.contiguous(), v.contiguous()
    B, H, T, D = q.shape
    S = k.shape[2]
    o = torch.empty_like(q)
    attention_kernel[(triton.cdiv(T, 16), B * H)](
        q, k, v, o, T, S, D, 1.0 / math.sqrt(D), REPEATS=H // k.shape[1], CAUSAL=IS_CAUSAL,
        BM=16, BN=16, BD=max(16, triton.next_power_of_2(D)), num_warps=4, num_stages=2,
    )
    return o
""".replace("import torch\n", "import math\n\nimport torch\n", 1)

DECODING = f"""{TRITON}
@triton.jit
def decode_kernel(q_ptr, k_ptr, v_ptr, o_ptr, S, D, scale, BS: tl.constexpr, BD: tl.constexpr):
    head = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, BD)
    steps = tl.arange(0, BS)
    q = tl.load(q_ptr + head * D + lanes, mask=lanes < D, other=0.0)
    at = head * S * D + steps[:, None] * D + lanes[None, :]
    mask = (steps[:, None] < S) & (lanes[None, :] < D)
    k = tl.load(k_ptr + at, mask=mask, other=0.0)
    scores = tl.where(steps < S, tl.sum(k * q[None, :], axis=1) * scale, -float("inf"))
    p = tl.softmax(scores, 0)
    v = tl.load(v_ptr + at, mask=mask, other=0.0)
    tl.store(o_ptr + head * D + lanes, tl.sum(p[:, None] * v, axis=0), mask=lanes < D)


def translated(q, k, v):
    q, k, v = q.contiguous(), k.contiguous(), v.contiguous()
    H, D = q.shape
    S = k.shape[1]
    o = torch.empty_like(q)
    BS, BD = triton.next_power_of_2(S), triton.next_power_of_2(D)
    decode_kernel[(H,)](q, k, v, o, S, D, D**-0.5, BS=BS, BD=BD)
    return o
"""


def attention(q, k, v, is_causal=False):
    """Vaswani et al., 2017; fewer heads of keys and values than of queries are repeated."""
    repeats = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(repeats, 1), v.repeat_interleave(repeats, 1)
    return F.scaled_dot_product_attention(q, k, v, is_causal=is_causal)


def decoding(q, k, v):
    """One query for each head: q (H, D), k and v (H, S, D)."""
    assert k.shape == v.shape and q.shape[-1] == k.shape[-1]
    weights = ((q[:, None] * k).sum(-1) / q.shape[-1] ** 0.5).softmax(-1)
    return (weights[..., None] * v).sum(1)


IMPLICIT_GEMM = f"""{TRITON}
@triton.jit
def conv_kernel(
    x_ptr, w_ptr, y_ptr, B, C, H, W, N, OH, OW, R: tl.constexpr, S: tl.constexpr, PAD: tl.constexpr,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):
    place = tl.program_id(0) * BM + tl.arange(0, BM)
    filters = tl.program_id(1) * BN + tl.arange(0, BN)
    image = place // (OH * OW)
    y = place // OW % OH
    x = place % OW
    inner = C * R * S
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, inner, BK):
        k = start + tl.arange(0, BK)
        channel, r, s = k // (R * S), k // S % R, k % S
        row = y[:, None] + r[None, :] - PAD
        column = x[:, None] + s[None, :] - PAD
        inside = (image[:, None] < B) & (k[None, :] < inner)
        inside &= (row >= 0) & (row < H) & (column >= 0) & (column < W)
        at = ((image[:, None] * C + channel[None, :]) * H + row) * W + column
        a = tl.load(x_ptr + at, mask=inside, other=0.0)
        w_mask = (k[:, None] < inner) & (filters[None, :] < N)
        w = tl.load(w_ptr + filters[None, :] * inner + k[:, None], mask=w_mask, other=0.0)
        total += tl.dot(a, w, input_precision="ieee")
    at = ((image[:, None] * N + filters[None, :]) * OH + y[:, None]) * OW + x[:, None]
    tl.store(y_ptr + at, total, mask=(image[:, None] < B) & (filters[None, :] < N))


def translated(x, weight):
    x, weight = x.contiguous(), weight.contiguous()
    B, C, H, W = x.shape
    N, _, R, S = weight.shape
    OH, OW = H + 3 - R, W + 3 - S
    y = torch.empty((B, N, OH, OW), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(B * OH * OW, 16), triton.cdiv(N, 16))
    conv_kernel[grid](x, weight, y, B, C, H, W, N, OH, OW, R=R, S=S, PAD=1, BM=16, BN=16, BK=16)
    return y
"""

DEPTHWISE = f"""{TRITON}
@triton.jit
def depthwise_kernel(x_ptr, w_ptr, b_ptr, y_ptr, C, T, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    channel = row % C
    steps = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32) + tl.load(b_ptr + channel)
    for i in tl.static_range(WIDTH):
        at = steps + i - (WIDTH - 1)
        x = tl.load(x_ptr + row * T + at, mask=(at >= 0) & (at < T), other=0.0)
        total += x * tl.load(w_ptr + channel * WIDTH + i)
    tl.store(y_ptr + row * T + steps, total, mask=steps < T)


def translated(x, weight, bias):
    x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()
    B, C, T = x.shape
    y = torch.empty_like(x)
    depthwise_kernel[(B * C, triton.cdiv(T, 32))](x, weight, bias, y, C, T, WIDTH=weight.shape[-1], BLOCK=32)
    return y
"""


def depthwise(x, weight, bias):
    """A causal convolution of each channel by itself."""
    return F.conv1d(F.pad(x, (weight.shape[-1] - 1, 0)), weight, bias, groups=x.shape[1])


PAIRS = (((20, 33), (33, 18)), ((5, 40), (40, 33)))
BATCHES = [floats((2, 5, 33), (2, 33, 7)), floats((3, 20, 9), (3, 9, 4))]
HEADS = [floats((1, 4, 20, 8), (1, 2, 20, 8), (1, 2, 20, 8)), floats((2, 2, 33, 12), *[(2, 1, 33, 12)] * 2)]
CODES = [
    (signed((5, 40)), signed((40, 7), seed=1), *floats((7,))),
    (signed((20, 33)), signed((33, 18), seed=1), *floats((18,))),
]
FIXED = [floats((5, 32), (32, 16)), floats((33, 32), (32, 16))]

# name: (text of the answer, PyTorch program, inputs)
PRODUCT_EXPERTS = {
    "swizzled product of float16, autotuned": (
        SWIZZLED,
        torch.mm,
        [floats(*pair, dtype=torch.float16) for pair in PAIRS],
    ),
    "swizzled product of bfloat16, one transposed": (
        SWIZZLED,
        torch.mm,
        [(a, b.t().contiguous().t()) for a, b in (floats(*pair, dtype=torch.bfloat16) for pair in PAIRS)],
    ),
    "linear layer with GELU": (
        LINEAR,
        lambda x, weight, bias: F.gelu(F.linear(x, weight, bias)),
        [floats((20, 33), (18, 33), (18,)), floats((5, 40), (33, 40), (33,))],
    ),
    "linear layer with GELU of halves": (
        LINEAR,
        lambda x, weight, bias: F.gelu(F.linear(x, weight, bias)),
        [floats((20, 33), (18, 33), (18,), dtype=dtype) for dtype in HALVES],
    ),
    "product by block pointers": (BLOCK_POINTERS, torch.mm, [floats(*pair) for pair in PAIRS]),
    "product by block pointers, one transposed": (
        BLOCK_POINTERS,
        torch.mm,
        [(a.t(), b) for a, b in (floats((33, 20), (33, 18)), floats((40, 5), (40, 33)))],
    ),
    "split-K with atomics": (SPLIT_K, torch.mm, [floats(*pair) for pair in PAIRS]),
    "persistent product of bfloat16": (
        PERSISTENT,
        torch.mm,
        [floats(*pair, dtype=torch.bfloat16) for pair in PAIRS],
    ),
    "product by tensor descriptors": (DESCRIPTORS, fixed_product, FIXED),
    "product by the host's tensor descriptors": (HOST_DESCRIPTORS, fixed_product, FIXED),
    "batched product by strides": (BATCHED, torch.bmm, BATCHES),
    "batched product of float16 in one tl.dot": (
        BATCHED_DOT,
        torch.bmm,
        [tuple(each.half() for each in case) for case in BATCHES],
    ),
    "product of int8, scaled": (
        INT8,
        lambda a, b, scale: (a.to(torch.int32) @ b.to(torch.int32)) * scale,
        CODES,
    ),
    "matrix and vector": (MATRIX_VECTOR, torch.mv, [floats((5, 70), (70,)), floats((9, 33), (33,))]),
    "matrix and vector of halves": (
        MATRIX_VECTOR,
        torch.mv,
        [floats((5, 70), (70,), dtype=dtype) for dtype in HALVES],
    ),
    "outer product": (OUTER, torch.outer, [floats((5,), (33,)), floats((20,), (7,))]),
    "flash attention": (FLASH.replace("IS_CAUSAL", "False"), attention, HEADS),
    "causal flash attention, grouped heads": (
        FLASH.replace("IS_CAUSAL", "True"),
        lambda q, k, v: attention(q, k, v, is_causal=True),
        HEADS,
    ),
    "flash attention of bfloat16": (
        FLASH.replace("IS_CAUSAL", "True"),
        lambda q, k, v: attention(q, k, v, is_causal=True),
        [tuple(each.bfloat16() for each in case) for case in HEADS],
    ),
    "attention of one query": (
        DECODING,
        decoding,
        [floats((3, 8), (3, 33, 8), (3, 33, 8)), floats((2, 5), (2, 20, 5), (2, 20, 5))],
    ),
    "convolution as an implicit product": (
        IMPLICIT_GEMM,
        lambda x, weight: F.conv2d(x, weight, padding=1),
        [floats((2, 3, 7, 9), (5, 3, 3, 3)), floats((1, 4, 6, 5), (18, 4, 2, 3))],
    ),
    "causal depthwise convolution": (
        DEPTHWISE,
        depthwise,
        [floats((2, 3, 33), (3, 1, 4), (3,)), floats((1, 5, 40), (5, 1, 3), (5,))],
    ),
}
