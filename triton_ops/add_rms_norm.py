"""add_rms_norm."""

import torch
import torch.nn.functional as F
from torch import Tensor
from triton_ops.contract import Bar, Tile, check_implementation, op
from triton_ops.launch import (
    TILE,
    as_rows,
    consumed_dtype,
    differentiable,
    launch,
    liger,
    unit_stride,
    warps_for,
)
from triton_ops.machine import processors, tl, triton
from triton_ops.rms_norm import rms_norm_slack
from triton_ops.tiles import (
    NORM_BACKWARDS,
    after_those_before,
    load_rows,
    rounded,
    rows_of_tile,
    store_rows,
    summed,
)


ADD_RMS_WIDEST = 8192  # elements of a row that one program holds in registers


ADD_RMS_LONG = 2048  # elements of a tile of a longer row, which is a loop


ADD_RMS_PER_THREAD = 16  # elements of a tile a thread holds in forward


# of backward, by the rows of a tile: elements of it a thread holds (u, dy, du, w and dw at once), programs a multiprocessor, each of which
# sums dw over its share of the rows, and groups of rows on their way at a time
ADD_RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 4, 1)}


def add_rms_norm_torch(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """(y, u) with the fused eager norm, which wants a weight of u's dtype."""
    u = residual + x
    return F.rms_norm(u, weight.shape, weight.to(u.dtype), eps).to(dtype), u


def add_rms_norm_inputs(shape, dtype, draw, autocast):
    """x (M, N) of a branch, residual (M, N), weight (N,), eps. Under autocast residual and weight are float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return (
        draw(M, N).requires_grad_(),
        draw(M, N, dtype=kept).requires_grad_(),
        draw(N, dtype=kept).requires_grad_(),
        1e-6,
    )


@triton.jit
def load_sum(
    x_ptr,
    residual_ptr,
    rows,
    x_stride,
    residual_stride,
    columns,
    n_rows,
    N: tl.constexpr,
    dtype: tl.constexpr,
):
    """A tile of u = x + residual, rounded to u's dtype."""
    u = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) + load_rows(
        residual_ptr, rows, residual_stride, columns, n_rows, N
    )
    return rounded(u, dtype).to(tl.float32)


@triton.jit
def add_rms_norm_forward_kernel(
    x_ptr,
    residual_ptr,
    weight_ptr,
    y_ptr,
    u_ptr,
    rstd_ptr,
    x_stride,
    residual_stride,
    n_rows,
    eps,
    N: tl.constexpr,
    ROWS: tl.constexpr,
    BLOCK: tl.constexpr,
    DEPENDENT: tl.constexpr,
):
    """Each program takes ROWS rows; their first BLOCK elements stay in registers between the sum and the product."""
    after_those_before(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    u = load_sum(
        x_ptr, residual_ptr, rows, x_stride, residual_stride, columns, n_rows, N, u_ptr.dtype.element_ty
    )
    store_rows(u_ptr, u, rows, columns, n_rows, N)
    squares = tl.sum(u * u, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        tail = load_sum(
            x_ptr,
            residual_ptr,
            rows,
            x_stride,
            residual_stride,
            start + columns,
            n_rows,
            N,
            u_ptr.dtype.element_ty,
        )
        store_rows(u_ptr, tail, rows, start + columns, n_rows, N)
        squares += tl.sum(tail * tail, axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    store_rows(y_ptr, u * rstd[:, None] * weight[None, :], rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = load_sum(
            x_ptr,
            residual_ptr,
            rows,
            x_stride,
            residual_stride,
            start + columns,
            n_rows,
            N,
            u_ptr.dtype.element_ty,
        )
        weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)
        store_rows(y_ptr, tail * rstd[:, None] * weight[None, :], rows, start + columns, n_rows, N)


@triton.jit
def store_sum_gradient(
    dresidual_ptr, dx_ptr, tile, rows, columns, n_rows, N: tl.constexpr, TWICE: tl.constexpr
):
    store_rows(dresidual_ptr, tile, rows, columns, n_rows, N)
    if TWICE:
        store_rows(dx_ptr, tile, rows, columns, n_rows, N)


@triton.jit
def add_rms_norm_backward_kernel(
    dy_ptr,
    du_ptr,
    u_ptr,
    weight_ptr,
    rstd_ptr,
    dresidual_ptr,
    dx_ptr,
    partial_ptr,
    dy_stride,
    du_stride,
    n_rows,
    N: tl.constexpr,
    ROWS: tl.constexpr,
    BLOCK: tl.constexpr,
    TWICE: tl.constexpr,
    STAGES: tl.constexpr,
    DEPENDENT: tl.constexpr,
):
    """Each program takes every num_programs-th group of ROWS rows and leaves its sum of dy u r in partial (programs, N)."""
    after_those_before(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        du = load_rows(du_ptr, rows, du_stride, columns, n_rows, N, BLOCK >= N)
        normal = load_rows(u_ptr, rows, N, columns, n_rows, N, BLOCK >= N) * rstd
        dot = tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dot += tl.sum(
                tail_dy * tail_weight * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd, axis=1
            )
        mean = (dot / N)[:, None]
        store_sum_gradient(
            dresidual_ptr, dx_ptr, du + rstd * (dy * weight - normal * mean), rows, columns, n_rows, N, TWICE
        )
        dw += dy * normal
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail_du = load_rows(du_ptr, rows, du_stride, start + columns, n_rows, N)
            tail = load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
            store_sum_gradient(
                dresidual_ptr,
                dx_ptr,
                tail_du + rstd * (tail_dy * tail_weight - tail * mean),
                rows,
                start + columns,
                n_rows,
                N,
                TWICE,
            )
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    for start in range(
        BLOCK, N, BLOCK
    ):  # a long row's other tiles, one sum at a time, so that each stays in registers
        dw = tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += tail_dy * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)


def add_rms_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = triton.next_power_of_2(N) if N <= ADD_RMS_WIDEST else ADD_RMS_LONG
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def add_rms_norm_fake(x, residual, weight, eps, dtype):
    shape, rows = residual.shape, residual.shape[:-1].numel()
    return (
        x.new_empty(shape, dtype=dtype),
        residual.new_empty(shape),
        residual.new_empty(rows, dtype=torch.float32),
        x.new_empty(0),
    )


def add_rms_norm_forward(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(y in `dtype`, u like residual, r (M,), nothing in x's dtype: all that backward has to know of x)."""
    x_MN, residual_MN = as_rows(x), as_rows(residual)
    M, N = x_MN.shape
    y, u, rstd, like_x = add_rms_norm_fake(x, residual, weight, eps, dtype)
    tile = add_rms_norm_tile(N, ADD_RMS_PER_THREAD)
    launch(
        add_rms_norm_forward_kernel,
        (triton.cdiv(M, tile["ROWS"]),),
        x_MN,
        residual_MN,
        unit_stride(weight),
        y,
        u,
        rstd,
        x_MN.stride(0),
        residual_MN.stride(0),
        M,
        eps,
        N=N,
        **tile,
    )
    return y, u, rstd, like_x


def add_rms_norm_backward_fake(dy, du, u, weight, rstd, like_x):
    return (
        like_x.new_empty(0 if like_x.dtype == u.dtype else u.shape),
        u.new_empty(u.shape),
        weight.new_empty(weight.shape),
    )


def add_rms_norm_backward(
    dy: Tensor, du: Tensor, u: Tensor, weight: Tensor, rstd: Tensor, like_x: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """(dx in x's dtype, or nothing where it is dresidual; dresidual; dw as one partial sum a program, then their sum)."""
    dy_MN, du_MN = as_rows(dy), as_rows(du)
    M, N = dy_MN.shape
    dx, dresidual, dw = add_rms_norm_backward_fake(dy, du, u, weight, rstd, like_x)
    per_thread, per_sm, stages = ADD_RMS_BACKWARD[rows_of_tile(N)]
    tile = add_rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * processors(u.device))
    partial = u.new_empty(programs, N, dtype=torch.float32)
    launch(
        add_rms_norm_backward_kernel,
        (programs,),
        dy_MN,
        du_MN,
        u,
        unit_stride(weight),
        rstd,
        dresidual,
        dx,
        partial,
        dy_MN.stride(0),
        du_MN.stride(0),
        M,
        N=N,
        TWICE=like_x.dtype != u.dtype,
        STAGES=stages,
        **tile,
    )
    return dx, dresidual, summed(partial, weight)


def add_rms_norm_slack(named, cotangents):
    """That of RMSNorm at u: each term of the difference is rounded, and they may cancel."""
    slack = rms_norm_slack(
        {**named, "x": named["x"].detach() + named["residual"].detach()}, cotangents[:1]
    ).get("gradient of x", 0.0)
    return {"gradient of x": slack, "gradient of residual": slack}


add_rms_norm_triton = differentiable(
    add_rms_norm_forward,
    add_rms_norm_backward,
    fake=add_rms_norm_fake,
    backward_fake=add_rms_norm_backward_fake,
    visible=2,
    keep=lambda inputs, outputs: (outputs[1], inputs[2], outputs[2], outputs[3]),
    spread=lambda dx, dresidual, dw: (dresidual if dx.dtype == dresidual.dtype else dx, dresidual, dw),
)


@op(
    inputs=add_rms_norm_inputs,
    data=("x", "residual"),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (2, ADD_RMS_WIDEST + 900)],
    bench=[(12288, 384), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (4 * size * shape[0] * shape[1], 4 * size * shape[0] * shape[1]),
    slack=add_rms_norm_slack,
    peers={
        "liger": lambda x, residual, weight, eps: liger("liger_fused_add_rms_norm")(
            x, residual, weight, eps, in_place=False
        )
    },
    bars=(Bar("forward + backward", "best", 1.3),),
    sweep=((16384, 1024), (16384, 2048), (16384, 8192)),
    tiles=lambda shape, size: (
        Tile("ADD_RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
        Tile("ADD_RMS_BACKWARD", NORM_BACKWARDS[rows_of_tile(shape[1])], rows_of_tile(shape[1])),
    ),
)
def add_rms_norm(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float | None = None, implementation="torch"
) -> tuple[Tensor, Tensor]:
    """(y, u): u = x + residual in residual's dtype, y = its RMSNorm with weight (N,), in one pass over x (..., N).

    eps=None and the dtype of y are as in `rms_norm`. Differentiable in x, residual and weight, through y and u.
    Raises ValueError for shapes that do not fit, a residual narrower than x, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, residual, weight)
    if x.dim() == 0 or x.shape != residual.shape or weight.shape != x.shape[-1:]:
        raise ValueError(
            f"add_rms_norm needs x and residual of one shape and a weight of their last dimension, not {tuple(x.shape)}, "
            f"{tuple(residual.shape)}, {tuple(weight.shape)}"
        )
    if torch.promote_types(x.dtype, residual.dtype) != residual.dtype:
        raise ValueError(
            f"add_rms_norm adds x to a residual that holds its dtype, not {x.dtype} to {residual.dtype}"
        )
    if eps is None:
        eps = torch.finfo(torch.promote_types(residual.dtype, torch.float32)).eps
    if implementation == "torch":
        return add_rms_norm_torch(x, residual, weight, eps, consumed_dtype(x))
    return add_rms_norm_triton(x, residual, weight, eps, consumed_dtype(x))
