"""adamw."""

import functools
import itertools
import math
import torch
from torch import Tensor
from triton_ops.contract import Bar, Tile, check_implementation, op
from triton_ops.launch import forward_only, launch
from triton_ops.machine import processors, tl, triton
from triton_ops.tiles import rounded


ADAMW_BLOCK = 2048  # elements of a piece


ADAMW_WARPS = 8


ADAMW_NORM_PROGRAMS_PER_SM = 8


def adamw_torch(
    parameters: list[Tensor],
    gradients: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    step: Tensor,
    lr: Tensor,
    beta1: float,
    beta2: float,
    eps: float,
    weight_decays: list[float],
    max_norm: float,
) -> Tensor:
    """torch's own fused update after torch's own norm. It wants parameters and states of one dtype, so half precision goes by
    way of float32, and a float32 step and learning rate whatever that dtype is."""
    step, lr = step.float(), lr.float()
    wide = [p.to(m.dtype) for p, m in zip(parameters, exp_avgs)]
    gradients = [g.to(m.dtype) for g, m in zip(gradients, exp_avgs)]
    norm = torch.nn.utils.get_total_norm(gradients)
    gradients = torch._foreach_mul(gradients, (max_norm / (norm + 1e-6)).clamp(max=1.0))
    rates = [lr] * len(parameters) if lr.dim() == 0 else lr.unbind()
    for decay, rate in dict.fromkeys(zip(weight_decays, rates)):
        mine = [
            i for i, other in enumerate(zip(weight_decays, rates)) if other[0] == decay and other[1] is rate
        ]
        torch._fused_adamw_(
            *([tensors[i] for i in mine] for tensors in (wide, gradients, exp_avgs, exp_avg_sqs)),
            [],
            [step] * len(mine),
            lr=rate,
            beta1=beta1,
            beta2=beta2,
            weight_decay=decay,
            eps=eps,
            amsgrad=False,
            maximize=False,
        )
    for p, new in zip(parameters, wide):
        if new is not p:
            p.copy_(new)
    return norm


def adamw_unclipped(
    parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm
):
    """torch's fused update alone, with one decay: the least that a peer does."""
    torch._fused_adamw_(
        parameters,
        gradients,
        exp_avgs,
        exp_avg_sqs,
        [],
        [step] * len(parameters),
        lr=lr,
        beta1=beta1,
        beta2=beta2,
        weight_decay=weight_decays[0],
        eps=eps,
        amsgrad=False,
        maximize=False,
    )
    return step


def adamw_inputs(shape, dtype, draw, autocast):
    """`pairs` matrices (R, C) and vectors (C,), their gradients, float32 states after two steps; matrices decay, vectors do not.

    Two pairs have a learning rate for each tensor, others one for all. Under autocast parameters are float32.
    """
    pairs, R, C = shape
    sizes, kept = [(R, C), (C,)] * pairs, torch.float32 if autocast else dtype
    parameters, gradients = ([draw(*size, dtype=kept) for size in sizes] for _ in range(2))
    exp_avgs = [0.1 * draw(*size, dtype=torch.float32) for size in sizes]
    exp_avg_sqs = [draw(*size, dtype=torch.float32).square() for size in sizes]
    step, lr = (torch.full((), value, device=parameters[0].device) for value in (3.0, 0.02))
    if pairs == 2:
        lr = lr * torch.arange(1, 5, device=lr.device)
    return parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, 0.9, 0.95, 1e-8, [0.1, 0.0] * pairs, 1.0


@triton.jit
def table_pointer(table_ptr, place, dtype: tl.constexpr, ALIGNED: tl.constexpr):
    """The tensor of `dtype` whose address stands at `place`."""
    pointer = tl.load(table_ptr + place).to(tl.pointer_type(dtype))
    return tl.multiple_of(pointer, 16) if ALIGNED else pointer


@triton.jit
def one_minus_exp(y):
    """1 - exp(y) for y <= 0 without cancellation: its series near 0."""
    series = 1.0 + y / 2 * (
        1.0 + y / 3 * (1.0 + y / 4 * (1.0 + y / 5 * (1.0 + y / 6 * (1.0 + y / 7 * (1.0 + y / 8)))))
    )
    return tl.where(y > -0.5, -y * series, 1.0 - tl.exp(y))


@triton.jit
def whole_or_masked(offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """Which offsets exist. A size read from memory may be anything, which would cost the wide loads: only a last piece looks at it."""
    return offsets < size if MASKED else tl.full([BLOCK], 1, tl.int1)


@triton.jit
def adamw_squares(g_ptr, offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """The squares of one piece of a gradient, which is to stay in the L2 cache until it is read again."""
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_last").to(tl.float32)
    return g * g


@triton.jit
def adamw_norm_kernel(
    table_ptr,
    size_ptr,
    piece_ptr,
    partial_ptr,
    n_tensors,
    n_pieces,
    dtype: tl.constexpr,
    ALIGNED: tl.constexpr,
    BLOCK: tl.constexpr,
):
    """Each program takes every num_programs-th piece and leaves its sum of g^2."""
    squares = tl.zeros([BLOCK], tl.float32)
    for piece in range(tl.program_id(0), n_pieces, tl.num_programs(0)):
        tensor = tl.load(piece_ptr + 2 * piece)
        first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
        g_ptr, offsets = (
            table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED),
            first + tl.arange(0, BLOCK),
        )
        if first + BLOCK <= size:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, False)
        else:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, True)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(squares, axis=0))


@triton.jit
def adamw_piece(
    p_ptr,
    g_ptr,
    m_ptr,
    v_ptr,
    offsets,
    size,
    partial_ptr,
    n_partials,
    lr,
    decay,
    bias1,
    bias2,
    rest1,
    rest2,
    eps,
    max_norm,
    BLOCK: tl.constexpr,
    PARTIALS: tl.constexpr,
    MASKED: tl.constexpr,
):
    """Updates one piece of a tensor and returns the norm of all gradients, which is added up while the piece is on its way."""
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(
        tl.float32
    )  # none is read again soon
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    sums = tl.arange(0, PARTIALS)
    norm = tl.sqrt(tl.sum(tl.load(partial_ptr + sums, mask=sums < n_partials, other=0.0), axis=0))
    g *= tl.minimum(max_norm / (norm + 1e-6), 1.0)
    m += rest1 * (g - m)
    v += rest2 * (g * g - v)
    p = p - lr * decay * p - lr / bias1 * m / (tl.sqrt(v) / tl.sqrt(bias2) + eps)
    tl.store(p_ptr + offsets, rounded(p, p_ptr.dtype.element_ty), mask=mask, eviction_policy="evict_first")
    tl.store(m_ptr + offsets, m, mask=mask, eviction_policy="evict_first")
    tl.store(v_ptr + offsets, v, mask=mask, eviction_policy="evict_first")
    return norm


@triton.jit
def adamw_kernel(
    table_ptr,
    size_ptr,
    piece_ptr,
    decay_ptr,
    partial_ptr,
    norm_ptr,
    step_ptr,
    lr_ptr,
    lr_stride,
    n_tensors,
    n_partials,
    rest1,
    rest2,
    log_beta1,
    log_beta2,
    eps,
    max_norm,
    dtype: tl.constexpr,
    ALIGNED: tl.constexpr,
    BLOCK: tl.constexpr,
    PARTIALS: tl.constexpr,
):
    """One piece a program. rest = 1 - beta and log_beta are the host's, in double precision before they were rounded."""
    piece = tl.program_id(0)
    tensor = tl.load(piece_ptr + 2 * piece)
    first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
    offsets = first + tl.arange(0, BLOCK)
    p_ptr = table_pointer(table_ptr, tensor, dtype, ALIGNED)
    g_ptr = table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED)
    m_ptr = table_pointer(table_ptr, 2 * n_tensors + tensor, tl.float32, ALIGNED)
    v_ptr = table_pointer(table_ptr, 3 * n_tensors + tensor, tl.float32, ALIGNED)
    step, lr, decay = (
        tl.load(step_ptr).to(tl.float32),
        tl.load(lr_ptr + tensor * lr_stride).to(tl.float32),
        tl.load(decay_ptr + tensor),
    )
    bias1, bias2 = one_minus_exp(step * log_beta1), one_minus_exp(step * log_beta2)
    if first + BLOCK <= size:
        norm = adamw_piece(
            p_ptr,
            g_ptr,
            m_ptr,
            v_ptr,
            offsets,
            size,
            partial_ptr,
            n_partials,
            lr,
            decay,
            bias1,
            bias2,
            rest1,
            rest2,
            eps,
            max_norm,
            BLOCK,
            PARTIALS,
            False,
        )
    else:
        norm = adamw_piece(
            p_ptr,
            g_ptr,
            m_ptr,
            v_ptr,
            offsets,
            size,
            partial_ptr,
            n_partials,
            lr,
            decay,
            bias1,
            bias2,
            rest1,
            rest2,
            eps,
            max_norm,
            BLOCK,
            PARTIALS,
            True,
        )
    if piece == 0:
        tl.store(norm_ptr, norm)


@functools.lru_cache(maxsize=16)  # a captured graph may not copy from the host
def adamw_pieces(sizes: tuple[int, ...], weight_decays: tuple[float, ...], block: int, device: torch.device):
    """(sizes (T,); decays (T,); (tensor, piece of `block` of it) of every program) on the device."""
    pieces = [(i, piece) for i, size in enumerate(sizes) for piece in range(triton.cdiv(size, block))]
    columns = (sizes, torch.int64), (weight_decays, torch.float32), (pieces, torch.int32)
    return tuple(torch.tensor(values, dtype=dtype).to(device) for values, dtype in columns)


@functools.lru_cache(maxsize=64)  # gradients come back to the same few places
def adamw_table(addresses: tuple[int, ...], device: torch.device) -> Tensor:
    """The addresses (4, T) of p, g, m, v on the device."""
    return torch.tensor(addresses, dtype=torch.int64).to(device)


def adamw_forward(
    parameters: list[Tensor],
    gradients: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    step: Tensor,
    lr: Tensor,
    beta1: float,
    beta2: float,
    eps: float,
    weight_decays: list[float],
    max_norm: float,
) -> Tensor:
    """The norm of all gradients; see `adamw`."""
    device, gradients = parameters[0].device, [g.contiguous() for g in gradients]
    addresses = tuple(t.data_ptr() for t in itertools.chain(parameters, gradients, exp_avgs, exp_avg_sqs))
    table = adamw_table(addresses, device)
    sizes, decays, pieces = adamw_pieces(
        tuple(p.numel() for p in parameters), tuple(weight_decays), ADAMW_BLOCK, device
    )
    options = {
        "dtype": getattr(tl, str(parameters[0].dtype).removeprefix("torch.")),
        "ALIGNED": not any(a % 16 for a in addresses),
        "BLOCK": ADAMW_BLOCK,
        "num_warps": ADAMW_WARPS,
    }
    programs = min(pieces.shape[0], ADAMW_NORM_PROGRAMS_PER_SM * processors(device))
    partial, norm = (torch.empty(size, dtype=torch.float32, device=device) for size in ((programs,), ()))
    launch(
        adamw_norm_kernel,
        (programs,),
        table,
        sizes,
        pieces,
        partial,
        len(parameters),
        pieces.shape[0],
        **options,
    )
    launch(
        adamw_kernel,
        (pieces.shape[0],),
        table,
        sizes,
        pieces,
        decays,
        partial,
        norm,
        step,
        lr,
        lr.dim() and lr.stride(0),
        len(parameters),
        programs,
        1 - beta1,
        1 - beta2,
        math.log(beta1),
        math.log(beta2),
        eps,
        max_norm,
        PARTIALS=triton.next_power_of_2(programs),
        **options,
    )
    return norm


def adamw_fake(
    parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm
):
    return parameters[0].new_empty((), dtype=torch.float32)


adamw_triton = forward_only(adamw_forward, fake=adamw_fake, mutates=("parameters", "exp_avgs", "exp_avg_sqs"))


@op(
    inputs=adamw_inputs,
    data=("gradients",),
    mutates=("parameters", "exp_avgs", "exp_avg_sqs"),
    cases=[(1, 1, 1), (2, 3, 33), (3, 64, 100), (1, 5, ADAMW_BLOCK // 4 + 900)],
    bench=[(16, 256, 256), (16, 1024, 640), (50, 1024, 1024)],
    shape=lambda work: (work.n_layers, 12 * work.d_model + work.vocab_size // work.n_layers, work.d_model),
    traffic=lambda shape, size: (shape[0] * (shape[1] + 1) * shape[2] * (3 * size + 16), 0),
    timed_in=torch.float32,
    peers={"fused, unclipped": adamw_unclipped},
    bars=(
        Bar("forward", "eager", 2.0, ((16, 256, 256),)),
        Bar("forward", "eager", 1.15, ((50, 1024, 1024),)),
    ),
    sweep=((4, 256, 256), (16, 512, 512), (100, 1024, 1024)),
    tiles=lambda shape, size: (
        Tile("ADAMW_BLOCK", (1024, 2048, 4096, 8192), None, "forward"),
        Tile("ADAMW_WARPS", (4, 8), None, "forward"),
        Tile("ADAMW_NORM_PROGRAMS_PER_SM", (2, 4, 8), None, "forward"),
    ),
)
def adamw(
    parameters: list[Tensor],
    gradients: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    step: Tensor,
    lr: Tensor,
    beta1: float,
    beta2: float,
    eps: float,
    weight_decays: list[float],
    max_norm: float,
    implementation="torch",
) -> Tensor:
    """One AdamW step of all parameters in place, gradients clipped to the global norm `max_norm` (inf: not at all); returns the norm ().

    parameters and gradients are of one dtype, states float32; weight_decays has one number a parameter; step (1 at the
    first) and lr, () for all or (T,) one each, are on the device; the op only reads them and the gradients. In a captured graph
    gradients have to keep their places (zero_grad(set_to_none=False)), since the addresses are copied to the device once.
    Raises ValueError for lists that do not match, none at all, memory that is not contiguous, or dtypes that do not fit.
    """
    check_implementation(implementation, *parameters, *gradients)
    shapes = [[t.shape for t in tensors] for tensors in (parameters, gradients, exp_avgs, exp_avg_sqs)]
    if (
        not parameters
        or any(other != shapes[0] for other in shapes)
        or len(weight_decays) != len(parameters)
        or lr.shape not in ((), (len(parameters),))
    ):
        raise ValueError(
            "adamw needs a gradient, two states and a weight decay like each of its parameters, and one learning rate or one "
            f"each, not {shapes}, {weight_decays}, {tuple(lr.shape)}"
        )
    if len({t.dtype for t in (*parameters, *gradients)}) > 1 or not all(
        t.is_contiguous() for t in (*parameters, *exp_avgs, *exp_avg_sqs)
    ):
        raise ValueError(
            "adamw needs parameters and gradients of one dtype, and contiguous parameters and states"
        )
    if implementation == "triton" and any(t.dtype != torch.float32 for t in (*exp_avgs, *exp_avg_sqs)):
        raise ValueError("the Triton kernel keeps its states in float32")
    run = adamw_torch if implementation == "torch" else adamw_triton
    with torch.no_grad():
        return run(
            parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm
        )


class TritonAdamW(torch.optim.AdamW):
    """torch.optim.AdamW by these kernels, all groups at once, clipped to the global norm `max_norm` on the way; the state dict is the same.

    Groups may differ in learning rate and weight decay alone, and parameters that have a gradient have to have stepped equally
    often: their gradients share one norm. Raises ValueError where that is not so.
    """

    def __init__(
        self,
        params,
        lr: float = 1e-3,
        betas=(0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        max_norm: float = math.inf,
    ):
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        self.max_norm = max_norm

    @torch.no_grad()
    def step(self, closure=None):
        """One step; returns what the closure, where there is one, returned."""
        loss = None if closure is None else torch.enable_grad()(closure)()
        owned = [(p, group) for group in self.param_groups for p in group["params"] if p.grad is not None]
        for p, _ in owned:
            if not self.state[p]:
                self.state[p].update(
                    step=torch.zeros(()), exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p)
                )
        states = [self.state[p] for p, _ in owned]
        rules = {(*group["betas"], group["eps"], group["amsgrad"], group["maximize"]) for _, group in owned}
        steps = {int(state["step"]) for state in states}
        if len(rules) > 1 or len(steps) > 1 or any(rule[3:] != (False, False) for rule in rules):
            raise ValueError(
                f"TritonAdamW makes one step of all parameters: betas, eps, amsgrad, maximize {rules} and steps so far {steps} differ"
            )
        for state in states:
            state["step"] += 1
        if owned:
            device, (beta1, beta2, eps, *_) = owned[0][0].device, rules.pop()
            lr = torch.tensor([float(group["lr"]) for _, group in owned], device=device)
            adamw(
                [p for p, _ in owned],
                [p.grad for p, _ in owned],
                [state["exp_avg"] for state in states],
                [state["exp_avg_sq"] for state in states],
                torch.full((), steps.pop() + 1.0, device=device),
                lr,
                beta1,
                beta2,
                eps,
                [group["weight_decay"] for _, group in owned],
                self.max_norm,
                "triton",
            )
        return loss
