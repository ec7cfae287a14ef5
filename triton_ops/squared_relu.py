"""A feed-forward layer with squared ReLU (So et al. 2021), without a pass of its own for it.

    h = x W1^T,   r = max(h, 0),   a = r^2,   y = a W2^T
    da = dy W2,   dh = 2 r da,   dx = dh W1,   dW1 = dh^T x,   dW2 = dy^T a

x (M, C), W1 (F, C), W2 (O, F). Squared ReLU is the epilogue of the first product, its gradient that of dy W2:
neither h nor da reaches memory. Only a is kept: a root halves the relative error of a rounded a, so
r = sqrt(a) is as accurate as a rounded r. Not so in fp16, where a is below the least number for r < 0.0002:
there r is kept too. The other four products are cuBLAS's.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import (
    as_rows,
    capability_of,
    consumed_dtype,
    differentiable,
    launch,
    matmul_in,
    without_autocast,
)
from triton_ops.machine import INTERPRETED, TensorDescriptor, multiprocessors, tl, triton
from triton_ops.tiles import rounded, tile_product

# {(pass, how blocks are read): (rows, features, step over C, warps, stages, programs a multiprocessor)}.
# "described": by TMA descriptors, in half precision on a Hopper, for which alone they are tuned. Programs do
# tile after tile; 0: each does one. Blocks are written by pointers, and so is read what was kept: a
# descriptor's copy would take the shared memory of a second program, or of a third stage.
SQUARED_RELU_TILES = {
    ("forward", "described"): (128, 128, 64, 4, 3, 2),
    ("backward", "described"): (128, 128, 64, 4, 3, 2),
    ("forward", "pointers"): (128, 128, 32, 8, 3, 0),
    ("backward", "pointers"): (128, 128, 32, 8, 3, 0),
    ("forward", "float32"): (64, 64, 32, 4, 2, 0),
    ("backward", "float32"): (64, 64, 32, 4, 2, 0),
}
SQUARED_RELU_CANDIDATES = (
    (128, 128, 64, 4, 3, 2),
    (128, 128, 32, 4, 4, 2),
    (128, 256, 64, 8, 4, 1),
    (128, 256, 32, 8, 4, 1),
    (128, 256, 32, 8, 5, 1),
    (128, 128, 64, 4, 3, 0),
)


def squared_relu_mlp_torch(x: Tensor, w1: Tensor, w2: Tensor) -> Tensor:
    r = F.relu(F.linear(x, w1))
    return F.linear(r * r, w2)  # autocast would take `square` for a power, and to float32


def squared_relu_mlp_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, C), w1 (F, C), w2 (O, F). Under autocast the weights are float32."""
    M, C, F1, O = shape
    kept = torch.float32 if autocast else dtype
    weights = (draw(F1, C, dtype=kept) / C**0.5, draw(O, F1, dtype=kept) / F1**0.5)
    return tuple(t.requires_grad_() for t in (draw(M, C), *weights))


@triton.jit
def block_at(
    source, row, column, stride, n_rows, N,
    ROWS: tl.constexpr, COLUMNS: tl.constexpr, DESCRIBED: tl.constexpr,
):  # fmt: skip
    """The block of `source` (n_rows, N), a descriptor or a pointer, from (row, column) on; 0 outside."""
    if DESCRIBED:
        block = source.load([row, column])
    else:
        rows, columns = row + tl.arange(0, ROWS).to(tl.int64), column + tl.arange(0, COLUMNS)
        places = source + rows[:, None] * stride + columns[None, :]
        block = tl.load(places, mask=(rows < n_rows)[:, None] & (columns < N)[None, :], other=0.0)
    return block


@triton.jit
def put_block(pointer, block, row, column, n_rows, N):
    """Writes a block of a contiguous matrix (n_rows, N) from (row, column) on."""
    rows, columns = row + tl.arange(0, block.shape[0]).to(tl.int64), column + tl.arange(0, block.shape[1])
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    tl.store(pointer + rows[:, None] * N + columns[None, :], block, mask=mask)


@triton.jit
def squared_relu_kernel(
    out_ptr, x, w, root, x_stride, n_rows, N, C,
    BACKWARD: tl.constexpr, ROOTED: tl.constexpr, DESCRIBED: tl.constexpr, FLATTEN: tl.constexpr,
    ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr,
):  # fmt: skip
    """out (n_rows, N): max(x w^T, 0)^2 with w (N, C), or BACKWARD 2 r (x w) with w (C, N); x (n_rows, C).

    Both passes read a weight as it is stored. root is r where ROOTED, else a, which backward reads and, where
    ROOTED, forward writes; x and w are descriptors, or pointers. Tiles that follow one another share rows of
    x, which L2 then holds.
    """
    dtype: tl.constexpr = out_ptr.dtype.element_ty
    across = tl.cdiv(N, BLOCK)
    tiles = tl.cdiv(n_rows, ROWS) * across
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=FLATTEN):
        row, column = tile // across * ROWS, tile % across * BLOCK
        total = tl.zeros([ROWS, BLOCK], tl.float32)
        for step in range(0, C, STEP):
            left = block_at(x, row, step, x_stride, n_rows, C, ROWS, STEP, DESCRIBED)
            if BACKWARD:
                right = block_at(w, step, column, N, C, N, STEP, BLOCK, DESCRIBED)
            else:
                right = tl.trans(block_at(w, column, step, C, N, C, BLOCK, STEP, DESCRIBED))
            total = tile_product(left, right, total, "ieee")
        if BACKWARD:
            r = block_at(root, row, column, N, n_rows, N, ROWS, BLOCK, False).to(tl.float32)
            if not ROOTED:
                r = tl.sqrt(r)
            result = 2.0 * r * total
        else:
            r = tl.maximum(total, 0.0, propagate_nan=tl.PropagateNan.ALL)
            if ROOTED:
                put_block(root, rounded(r, dtype), row, column, n_rows, N)
            result = r * r
        put_block(out_ptr, rounded(result, dtype), row, column, n_rows, N)


def keeps_root(dtype: torch.dtype) -> bool:
    """Whether r is kept beside a, whose root is not accurate enough."""
    return dtype == torch.float16


def is_matrix_describable(matrix: Tensor) -> bool:
    """Whether TMA copies blocks of it: rows in one piece, one after the other, at multiples of 16 bytes."""
    step, unit = matrix.stride()
    aligned = matrix.data_ptr() % 16 == 0 and step * matrix.itemsize % 16 == 0
    return matrix.numel() > 0 and unit == 1 and step >= matrix.shape[1] and aligned


def squared_relu_launch(x: Tensor, w: Tensor, out: Tensor, root: Tensor, *, backward: bool) -> None:
    """The kernel on x (M, C), w (N, C), or (C, N) in backward, out and root (M, N), all of one dtype.

    root is r where `keeps_root`, else a; all but x are contiguous.
    """
    M, C = x.shape
    N = out.shape[1]
    rooted = keeps_root(x.dtype)
    tuned = INTERPRETED or x.itemsize == 2 and capability_of(x.device) in (90, 100)
    described = tuned and is_matrix_describable(x) and is_matrix_describable(w)
    how = "float32" if x.dtype == torch.float32 else "described" if described else "pointers"
    tile = SQUARED_RELU_TILES["backward" if backward else "forward", how]
    ROWS, BLOCK, STEP, warps, stages, per_sm = tile
    if INTERPRETED:  # small enough for tiny cases to have several
        ROWS, BLOCK, STEP = 32, 32, 16
    programs = triton.cdiv(M, ROWS) * triton.cdiv(N, BLOCK)
    if per_sm:
        programs = min(programs, per_sm * multiprocessors(x.device))
    operands = [x, w]
    if described:
        blocks = ([ROWS, STEP], [STEP, BLOCK] if backward else [BLOCK, STEP])
        operands = [
            TensorDescriptor(each, list(each.shape), list(each.stride()), block)
            for each, block in zip(operands, blocks)
        ]
    launch(
        squared_relu_kernel, (programs,),
        out, *operands, root, x.stride(0), M, N, C,
        BACKWARD=backward, ROOTED=rooted, DESCRIBED=described, FLATTEN=per_sm > 0,
        ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, num_warps=warps, num_stages=stages,
    )  # fmt: skip


def empty_outputs(
    x: Tensor, w1: Tensor, w2: Tensor, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Room for what `squared_relu_mlp_forward` returns."""
    M = x.shape[0]
    O, F1 = w2.shape
    rows_of_r = M if keeps_root(dtype) else 0
    sizes = ((M, O), (M, F1), (rows_of_r, F1), w1.shape, w2.shape)
    return tuple(x.new_empty(size, dtype=dtype) for size in sizes)


@without_autocast
def squared_relu_mlp_forward(
    x: Tensor, w1: Tensor, w2: Tensor, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """(y (M, O), a (M, F), r (M, F) or without rows, w1 and w2), all in `dtype`.

    The weights are copies where they have the dtype too: an operator returns none of its inputs.
    """
    y, a, r, w1_cast, w2_cast = empty_outputs(x, w1, w2, dtype)
    w1_cast.copy_(w1)  # PyTorch's one launch for both takes three times as long as these two
    w2_cast.copy_(w2)
    squared_relu_launch(as_rows(x.to(dtype)), w1_cast, a, r if keeps_root(dtype) else a, backward=False)
    return torch.mm(a, w2_cast.T, out=y), a, r, w1_cast, w2_cast


@without_autocast
def squared_relu_mlp_backward(
    dy: Tensor, a: Tensor, r: Tensor, w1_cast: Tensor, w2_cast: Tensor, x: Tensor, w1: Tensor, w2: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of x (M, C), w1 (F, C), w2 (O, F), in their dtypes; dy (M, O)."""
    dy = as_rows(dy)
    dh = a.new_empty(a.shape)
    squared_relu_launch(dy, w2_cast, dh, r if keeps_root(a.dtype) else a, backward=True)
    dw1 = matmul_in(w1.dtype, dh.T, x.to(a.dtype))
    return matmul_in(x.dtype, dh, w1_cast), dw1, matmul_in(w2.dtype, dy.T, a)


def empty_gradients(
    dy: Tensor, a: Tensor, r: Tensor, w1_cast: Tensor, w2_cast: Tensor, x: Tensor, w1: Tensor, w2: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Room for what `squared_relu_mlp_backward` returns."""
    return tuple(t.new_empty(t.shape) for t in (x, w1, w2))


squared_relu_mlp_triton = differentiable(
    squared_relu_mlp_forward,
    squared_relu_mlp_backward,
    fake=empty_outputs,
    backward_fake=empty_gradients,
    visible=1,
    keep=lambda inputs, outputs: (*outputs[1:], *inputs[:3]),
)


@op(
    inputs=squared_relu_mlp_inputs,
    data=("x",),
    cases=[(1, 1, 1, 1), (5, 33, 20, 7), (0, 8, 16, 4), (64, 64, 128, 32), (70, 24, 96, 16)],
    bench_shapes=[(12288, 384, 1536, 384), (49152, 384, 1536, 384)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.d_ff, work.d_model),
    bytes_moved=lambda shape, size: (
        size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3])),
        2 * size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3])),
    ),
    flops=lambda shape: tuple(count * shape[0] * shape[2] * (shape[1] + shape[3]) for count in (2, 4)),
    targets=(Target("forward + backward", "best", 1.1, ((49152, 384, 1536, 384),)),),
    tiles=lambda shape, size: tuple(
        Tile("SQUARED_RELU_TILES", SQUARED_RELU_CANDIDATES, (which, "described"), passes)
        for which, passes in (("forward", "forward"), ("backward", "forward + backward"))
    ),
)
def squared_relu_mlp(x: Tensor, w1: Tensor, w2: Tensor, implementation="torch") -> Tensor:
    """W2 max(W1 x, 0)^2 of x (..., C), w1 (F, C), w2 (O, F) -> (..., O), without biases.

    Under autocast in autocast's dtype, else x's. Differentiable in all three.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, w1, w2)
    fits = x.dim() > 0 and w1.dim() == w2.dim() == 2
    if not fits or x.shape[-1] != w1.shape[1] or w2.shape[1] != w1.shape[0]:
        shapes = ", ".join(str(tuple(t.shape)) for t in (x, w1, w2))
        raise ValueError(f"squared_relu_mlp takes x (..., C), w1 (F, C), w2 (O, F), not {shapes}")
    if implementation == "torch":
        return squared_relu_mlp_torch(x, w1, w2)
    rows = x.reshape(x.shape[:-1].numel(), x.shape[-1])  # -1 would be ambiguous where C is 0
    return squared_relu_mlp_triton(rows, w1, w2, consumed_dtype(x))[0].view(*x.shape[:-1], w2.shape[0])
