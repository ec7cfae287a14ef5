"""Compositions of the families of scans and sorting, shapes_sort to weighted_cumsum."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Sorted rows of a program of tensors that broadcast together.
    "shapes_sort": Composition(
        "shapes_cummax",
        {
            "cummax": "sort",
            "block = min(triton.next_power_of_2(n_cols), 256)": (
                "block = max(triton.next_power_of_2(n_cols), 16)"
            ),
        },
        functions=(
            """
CASES = [(1, 2, 3), (2, 3, 14), (3, 4, 7)]
""",
            """
@triton.jit
def shapes_sort_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + row % T).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    x = x + w
    y = tl.sort(tl.where(mask, x, float("inf")))
    p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
        without=("combine",),
    ),
    # The largest elements of each row of a program of tensors that broadcast together.
    "shapes_topk": Composition(
        "shapes_cumprod_middle",
        {"cumprod(x, dim=-2)": "topk(x, 3, dim=-1, largest=True).values"},
        functions=(
            """
CASES = [(1, 2, 12), (2, 3, 33), (3, 4, 15)]
""",
            """
def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T, 1)
""",
            """
@triton.jit
def shapes_topk_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    last = float("inf")
    last_place = -1
    for k in range(K):
        best = float("-inf")
        best_place = n_cols
        for start in range(0, n_cols, BLOCK):
            cols = start + tl.arange(0, BLOCK)
            mask = cols < n_cols
            x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
            z = tl.load(z_ptr + row % T).to(tl.float32)
            w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
            x = x * z
            x = x + w
            left = mask & ((x < last) | ((x == last) & (cols > last_place)))
            x = tl.where(left, x, float("-inf"))
            tile_best = tl.max(x, axis=0)
            tile_place = tl.min(tl.where(x == tile_best, cols, n_cols), axis=0)
            best_place = tl.where(tile_best > best, tile_place, best_place)
            best = tl.maximum(best, tile_best)
        last = best
        last_place = best_place
        y = best
        p = tl.load(p_ptr + row % T).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * K + k, y)
""",
            """
def shapes_topk_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    K = 3
    y = torch.empty((B, T, K), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_topk_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, K=K, BLOCK=block)
    return y
""",
        ),
    ),
    # One scan along any dimension, y[i] = x[0] + ... + x[i]: sums, products and sums of products, from
    # either end.
    "single_scan": Composition(
        "single_extreme_so_far",
        {
            "where = torch.empty(x.shape, dtype=torch.int64, device=x.device)": "",
            "where, whole, inner, INNER=columns, BLOCK=32": "whole, inner, INNER=columns, BLOCK=128",
            "return y, where": "return y",
        },
        functions=(
            """
def single_scan_torch(x):
    dim = -1
    return torch.cumsum(x, dim)
""",
            """
@triton.jit
def single_scan_kernel(x_ptr, y_ptr, whole, inner, INNER: tl.constexpr, BLOCK: tl.constexpr):
    n_tiles = tl.cdiv(inner, INNER)
    outer = (tl.program_id(0) // n_tiles).to(tl.int64)
    columns = tl.program_id(0) % n_tiles * INNER + tl.arange(0, INNER)[None, :]
    carry = tl.full([1, INNER], 0.0, dtype=tl.float64)
    for start in range(0, whole, BLOCK):
        places = start + tl.arange(0, BLOCK)[:, None]
        mask = (places < whole) & (columns < inner)
        offsets = (outer * whole + places) * inner + columns
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float64)
        y = carry + tl.cumsum(x, axis=0)
        tl.store(y_ptr + offsets, y, mask=mask)
        carry += tl.sum(x, axis=0)[None, :]
""",
        ),
        without=("combine",),
    ),
    # Sorting along one dimension together with the places that the values come from, as torch.sort gives
    # both.
    "sort_pair": Composition(
        "kthvalue_pair",
        {"kthvalue(x, 2, dim=-1)": "sort(x, dim=-1, descending=False, stable=True)"},
        functions=(
            """
CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]
""",
            """
@triton.jit
def sort_pair_kernel(x_ptr, y_ptr, index_ptr, size, inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(size, BLOCK)
    line = (tl.program_id(0) // n_blocks).to(tl.int64)
    first = line // inner * size * inner + line % inner  # where the line begins
    j = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)
    mine = load_line(x_ptr, first + j * inner, j < size)
    rank = tl.zeros((BLOCK,), tl.int32)
    for start in range(0, size, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x = load_line(x_ptr, first + k * inner, k < size)
        before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, :] < j[:, None]))
        rank += tl.sum((before & (k < size)[None, :]).to(tl.int32), axis=1)
    tl.store(y_ptr + first + rank * inner, mine, mask=j < size)
    tl.store(index_ptr + first + rank * inner, j.to(tl.int64), mask=j < size)
""",
            """
def sort_pair_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    index = torch.empty(x.shape, dtype=torch.int64, device=x.device)
    size, inner = x.shape[-1], x.stride(-1)
    grid = (x.numel() // size * triton.cdiv(size, 64),)
    sort_pair_kernel[grid](x, y, index, size, inner, BLOCK=64)
    return y, index
""",
        ),
    ),
    # The K largest values along a dimension, in order, and where they are, as torch.topk gives both.
    "topk_pair": Composition(
        "topk",
        {
            "size, inner": "index_ptr, size, inner",
            "maximum(x, 0.0)": "abs(x)",
            ("y = best\n        y = tl.sigmoid(y)\n        tl.store(y_ptr + first + k * inner, y)"): (
                "tl.store(y_ptr + first + k * inner, best)\n"
                "tl.store(index_ptr + first + k * inner, best_place)"
            ),
        },
        functions=(
            """
def topk_pair_torch(x):
    x = torch.abs(x)
    y, index = torch.topk(x, 3, dim=-1, largest=True)
    return y, index
""",
            """
def topk_pair_triton(x):
    x = x.contiguous()
    size, inner = x.shape[-1], x.stride(-1)
    K = 3
    shape = x.shape[:-1] + (K,)
    y = x.new_empty(shape)
    index = torch.empty(shape, dtype=torch.int64, device=x.device)
    topk_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, K=K, BLOCK=256)
    return y, index
""",
        ),
    ),
    # Running sum of a row times a weight of each element, y[i] = sum of w[j] * x[j] over j <= i: a mask
    # of floats, often.
    "weighted_cumsum": Composition(
        "cumsum",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x):": "(x, w):",
            "y = torch.cumsum(x, dim=-1)": "y = torch.cumsum(x * w, dim=-1)",
            "y_ptr,": "w_ptr, y_ptr,",
            "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": (
                "w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x.to": "(x * w).to",
            "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
            "y, n_cols": "w, y, n_cols",
        },
    ),
}
