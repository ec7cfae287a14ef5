"""Compositions of the families of products of matrices and vectors."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Bilinear layer, y[m, n] = x[m] @ w[n] @ z[m] + b[n]: every output has a matrix of its own.
    "bilinear": Composition("linear", {
        "def bilinear_torch(x, w, b):": "def bilinear_torch(x, z, w, b):",
        "linear(x, w, b)": "bilinear(x, z, w, b)", "x,": "x, z,",
        "N, K = w.shape\n    M = x.numel() // K":
            "z = z.contiguous()\n"
            "w = w.contiguous()\n"
            "N, I, J = w.shape\n"
            "M = x.numel() // I",
        "M, 128), triton.cdiv(N, 64))": "M, 32), N)",
        "y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "y, M, I, N, J, BLOCK_M=32, BLOCK_I=32, BLOCK_J=32, num_warps=4)"}, functions=(
        "CASES = [(1, 1, 1, 1), (3, 5, 4, 7), (35, 33, 2, 40)]  # M, I, N, J", """
def make(M, I, N, J):
    x = torch.randn(M, I)
    z = torch.randn(M, J)
    w = torch.randn(N, I, J) / (I * J) ** 0.5
    b = torch.randn(N)
    return x, z, w, b
""", """
@triton.jit
def bilinear_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, I, N, J,
                    BLOCK_M: tl.constexpr, BLOCK_I: tl.constexpr, BLOCK_J: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1).to(tl.int64)
    y = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first in range(0, J, BLOCK_J):
        j = first + tl.arange(0, BLOCK_J)
        product = tl.zeros((BLOCK_M, BLOCK_J), dtype=tl.float32)
        for start in range(0, I, BLOCK_I):
            i = start + tl.arange(0, BLOCK_I)
            x = tl.load(x_ptr + rows[:, None] * I + i[None, :], mask=(rows[:, None] < M) & (i[None, :] < I), other=0.0).to(tl.float32)
            w_ptrs = w_ptr + (n * I + i[:, None]) * J + j[None, :]
            w = tl.load(w_ptrs, mask=(i[:, None] < I) & (j[None, :] < J), other=0.0)
            product += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        z = tl.load(z_ptr + rows[:, None] * J + j[None, :], mask=(rows[:, None] < M) & (j[None, :] < J), other=0.0).to(tl.float32)
        y += tl.sum(product * z, axis=1)
    y += tl.load(b_ptr + n).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows * N + n, y, mask=rows < M)
""")),
    # Matrix times vector, y = x @ v for x (..., K) and v (K,), with a pointwise tail.
    "matvec": Composition("vecmat", {"v, w": "x, v", "v @ w": "x @ v"}, functions=(
        "CASES = [(1, 1), (33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions", """
def make(K, *rows):
    return torch.randn(*rows, K), torch.randn(K) / K ** 0.5
""", """
@triton.jit
def matvec_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_v, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < M)
""", """
def matvec_triton(x, v):
    x = x.contiguous()
    K = x.shape[-1]
    M = x.numel() // K
    y = x.new_empty(x.shape[:-1])
    block_k = min(512, triton.next_power_of_2(K))
    block_m = 4096 // block_k
    grid = (triton.cdiv(M, block_m),)
    matvec_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M=block_m, BLOCK_K=block_k, num_warps=4)
    return y
""")),
    # A matrix and a vector of each batch, y[b] = x[b] @ v[b] for x (B, M, K) and v (B, K); also x[b].T @
    # v[b], and v as a column.
    "matvec_batched": Composition("bmm", {
        ", N": "", "(x, w):": "(x, v):", "bmm(x, w)": "bmm(x, v.unsqueeze(-1)).squeeze(-1)"}, functions=(
        "CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 140)]  # B, M, K", """
@triton.jit
def matvec_batched_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_xb, stride_xm, stride_xk, stride_vb, stride_vk,
                          BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    b = tl.program_id(0).to(tl.int64) // tiles_m
    rows = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x_ptrs = x_ptr + b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
        x = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + b * stride_vb + k * stride_vk, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b * M + rows, y, mask=rows < M)
""", """
def matvec_batched_triton(x, v):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M), device=x.device, dtype=x.dtype)
    block_k = min(512, triton.next_power_of_2(K))
    block_m = 4096 // block_k
    grid = (B * triton.cdiv(M, block_m),)
    matvec_batched_kernel[grid](x, v, y, M, K, stride_xb, stride_xm, stride_xk, v.stride(0), v.stride(1),
                                BLOCK_M=block_m, BLOCK_K=block_k, num_warps=4)
    return y
""")),
    # Product of a program of two tensors that broadcast and a vector, y = f(g(x, z) @ v), also of the
    # vector first, v @ g(x, z).
    "matvec_of_pair": Composition("matmul_of_pair", {
        ", w": ", v", "@ w": "@ v", "def make(x_shape, w_shape):\n    shape = x_shape": "def make(*shape):",
        "w = torch.randn(w_shape)": "v = torch.randn(shape[-1])"}, functions=(
        "CASES = [(1, 3), (11, 37), (4, 11, 37), (2, 3, 40, 90), (70, 9)]  # leading dimensions, M, K", """
@triton.jit
def matvec_of_pair_kernel(x_ptr, z_ptr, v_ptr, y_ptr, B, M, K, stride_xa, stride_xb, stride_xm, stride_xk,
                          stride_za, stride_zb, stride_zm, stride_zk, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    x_ptr += batch // B * stride_xa + batch % B * stride_xb
    z_ptr += batch // B * stride_za + batch % B * stride_zb
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * stride_zm + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, z)
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        vector = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * vector[None, :]
    y = tl.sum(lanes, axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)
""", """
def matvec_of_pair_triton(x, z, v):
    z = z[..., None]
    v = v.contiguous()
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, M, K = (1, 1, *shape)[-4:]
    x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)
    y = torch.empty(shape[:-1], dtype=x.dtype, device=x.device)
    block_k = min(512, triton.next_power_of_2(K))
    block_m = 4096 // block_k
    grid = (A * B * triton.cdiv(M, block_m),)
    matvec_of_pair_kernel[grid](x, z, v, y, B, M, K, *x.stride(), *z.stride(), BLOCK_M=block_m, BLOCK_K=block_k)
    return y
""")),
    # Products of matrices and one vector, y[..., m] = sum_k x[..., m, k] * v[k], at ranks 2 to 5, from
    # either side.
    "matvec_of_ranks": Composition("matvec_column", {
        "(x, w):": "(x, v):", "w = x.contiguous(), w": "v = x.contiguous(), v", "stride_w = K": "",
        "w, y, M, K, stride_w": "v, y, M, K"}, functions=(
        "CASES = [(1, 3), (11, 37), (70, 90)]  # leading dimensions, M, K", """
def make(*shape):
    x = torch.randn(shape)
    v = torch.randn(shape[-1])
    return x, v
""", """
def matvec_of_ranks_torch(x, v):
    return x @ v
""", """
@triton.jit
def matvec_of_ranks_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_m, stride_k, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + batch * M * K + rows[:, None] * stride_m + k[None, :] * stride_k, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * v[None, :]
    tl.store(y_ptr + batch * M + rows, tl.sum(lanes, axis=1), mask=rows < M)
""")),
    # Every element of one vector with every element of another, y[m, n] = x[m] + z[n], with one step
    # after it.
    "outer": Composition("outer_batched", {
        "[:, :, None], z[:, None, :]": "[:, None], z[None, :]", "maximum": "add", "B, ": ""}, functions=(
        "CASES = [(1, 1), (3, 33), (33, 7), (40, 70)]", """
@triton.jit
def outer_kernel(x_ptr, z_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    x = tl.load(x_ptr + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
    z = tl.load(z_ptr + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    x = x + z
    x = tl.maximum(x, 0.0)
    offsets = m.to(tl.int64)[:, None] * N + n[None, :]
    tl.store(y_ptr + offsets, x, mask=(m < M)[:, None] & (n < N)[None, :])
""", """
def outer_triton(x, z):
    M, N = x.numel(), z.numel()
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))
    outer_kernel[grid](x, z, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y
""")),
    # Every element of one tensor with every element of another, y[a, c, b, d] = x[a, b] * z[c, d]:
    # Kronecker and outer products, sums, distances.
    "outer_of_ranks": Composition("outer_batched", {
        "x, z = x[:, :, None], z[:, None, :]": "x, z = x[:, None, :, None], z[None, :, None, :]"},
        functions=(
        "CASES = [(1, 1, 2, 3), (2, 3, 5, 7), (4, 17, 3, 11)]  # A, B, C, D", """
def make(A, B, C, D):
    x = torch.randn(A, B)
    z = torch.randn(C, D)
    return x, z
""", """
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
""", """
def outer_of_ranks_triton(x, z):
    x, z = x[:, None, :, None], z[None, :, None, :]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, C, D = (1, 1, 1, *shape)[-4:]
    x, z = x.expand(A, B, C, D), z.expand(A, B, C, D)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    outer_of_ranks_kernel[grid](x, z, y, y.numel(), B, C, D, *x.stride(), *z.stride(), BLOCK=1024)
    return y
""")),
}
