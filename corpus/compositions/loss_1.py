"""Compositions of the families of losses, activated_loss to cross_entropy_weighted_none."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The mean squared error of f(x) against z, mean((f(x) - z)^2), and the losses that grow more slowly.
    "activated_loss": Composition(
        "mse_loss",
        {
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\nx = tl.sin(x)"
            )
        },
        functions=(
            """
def activated_loss_torch(x, z):
    x = torch.sin(x)
    return F.mse_loss(x, z, reduction="mean")
""",
        ),
    ),
    # Binary cross-entropy of probabilities p, mean(-(z * log(p) + (1 - z) * log(1 - p))).
    "bce": Composition(
        "bce_with_logits",
        {
            "randn(shape)": "sigmoid(torch.randn(shape))",
            "binary_cross_entropy_with_logits": "binary_cross_entropy",
            "t >= 0": "-1 <= t",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)"
            ),
            "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))"
            ),
        },
    ),
    # Binary cross-entropy of a probability made from x, mean(bce(f(x), z)).
    "bce_of_gate": Composition(
        "mse_loss",
        {
            ", torch.randn": ", torch.rand",
            "loss = (x - z) * (x - z)": (
                "x = tl.sigmoid(x)\n"
                "x = tl.minimum(tl.maximum(x, 0.01), 0.99)\n"
                "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))"
            ),
        },
        functions=(
            """
def bce_of_gate_torch(x, z):
    x = torch.sigmoid(x)
    x = torch.clamp(x, 0.01, 0.99)
    return F.binary_cross_entropy(x, z, reduction="mean")
""",
        ),
    ),
    # Binary cross-entropy of logits whose positives weigh p[c] as much, c the last dimension: rare
    # classes count more.
    "bce_pos_weight": Composition(
        "bce_with_logits",
        {"rand(shape)": "rand(shape), torch.rand(shape[-1]) + 0.5"},
        functions=(
            """
CASES = [(1, 2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]
""",
            """
def bce_pos_weight_torch(x, z, p):
    return F.binary_cross_entropy_with_logits(x, z, pos_weight=p, reduction="mean")
""",
            """
@triton.jit
def bce_pos_weight_kernel(x_ptr, z_ptr, p_ptr, partial_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0).to(tl.float32)
    loss = (1.0 - z) * x + (1.0 + (p - 1.0) * z) * (log1p(tl.exp(-tl.abs(x))) + tl.maximum(-x, 0.0))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))
""",
            """
def bce_pos_weight_triton(x, z, p):
    x, z, p = x.contiguous(), z.contiguous(), p.contiguous()
    n_elements, n_cols = x.numel(), x.shape[-1]
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    bce_pos_weight_kernel[(n_partials,)](x, z, p, partial, n_elements, n_cols, BLOCK=1024)
    bce_pos_weight_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y
""",
        ),
    ),
    # Binary cross-entropy of logits with a weight an element, mean(w * bce(x, z)).
    "bce_weighted": Composition(
        "bce_with_logits",
        {
            "rand(shape)": "rand(shape), torch.rand(shape)",
            ", partial_ptr": ", w_ptr, partial_ptr",
            "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "loss = w * (tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x))))"
            ),
            "(x, z):": "(x, z, w):",
            "z = z.contiguous()": "z = z.contiguous()\nw = w.contiguous()",
            ", partial": ", w, partial",
        },
        functions=(
            """
def bce_weighted_torch(x, z, w):
    x = torch.sin(x)
    return F.binary_cross_entropy_with_logits(x, z, weight=w, reduction="mean")
""",
        ),
    ),
    # A loss of a prediction, a target and a weight whose shapes differ, mean(w * (x - z)^2): quantiles,
    # weights of classes, of samples, of pixels.
    "broadcast_loss": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randn(shape[-1])",
            "tl.store(y_ptr, tl.sum(total, axis=0) / count)": (
                "y = tl.sum(total, axis=0) / count\ny = tl.sigmoid(y)\ntl.store(y_ptr, y)"
            ),
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (9, 130)]
""",
            """
def broadcast_loss_torch(x, z, w):
    x = w * (x - z) ** 2
    y = x.mean()
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def broadcast_loss_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, z_step, z_size, w_step, w_size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets // z_step % z_size, mask=mask, other=0.5).to(tl.float32)
    w = tl.load(w_ptr + offsets // w_step % w_size, mask=mask, other=0.5).to(tl.float32)
    x = w * ((x - z) * (x - z))
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))
""",
            """
def broadcast_loss_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_elements = x.numel()
    z_step, z_size = 1, n_elements
    w_step, w_size = 1, x.shape[-1]
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    broadcast_loss_kernel[(n_partials,)](x, z, w, partial, n_elements, z_step, z_size, w_step, w_size, BLOCK=1024)
    broadcast_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y
""",
        ),
    ),
    # The contrastive loss of pairs: d^2 where the label is 1, max(margin - d, 0)^2 where it is 0, d the
    # rows' distance.
    "contrastive": Composition(
        "cosine_embedding",
        {"(0, 2, (N,)) * 2 - 1": "(0, 2, (N,))"},
        functions=(
            """
def contrastive_torch(x, z, label):
    d = torch.sqrt(((x - z) ** 2).sum(dim=-1) + 1e-6)
    y = torch.where(label > 0, d ** 2, torch.relu(2.0 - d) ** 2)
    return y.mean()
""",
            """
@triton.jit
def contrastive_kernel(x_ptr, z_ptr, label_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    square = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        square += (x - z) * (x - z)
    d = tl.sqrt(tl.sum(square, axis=0) + 1e-6)
    label = tl.load(label_ptr + row)
    miss = tl.maximum(2.0 - d, 0.0)
    y = tl.where(label > 0, d * d, miss * miss)
    tl.store(y_ptr + row, y)
""",
        ),
    ),
    # One minus the cosine of matching rows, averaged: mean(1 - cos(x[i], z[i])).
    "cosine_loss": Composition(
        "cosine_embedding",
        {
            ", torch.randint(0, 2, (N,)) * 2 - 1": "",
            "label_ptr, y_ptr": "y_ptr",
            (
                "x_square = tl.sum(xx, axis=0) + 1e-12  # 1e-12 is PyTorch's guard against a "
                "row of zeros\n"
                "    z_square = tl.sum(zz, axis=0) + 1e-12\n"
                "    cosine = tl.sum(xz, axis=0) / tl.sqrt(x_square * z_square)\n"
                "    label = tl.load(label_ptr + row)\n"
                "    y = tl.where(label == 1, 1.0 - cosine, tl.where(label == -1, "
                "tl.maximum(cosine - 0.0, 0.0), 0.0))"
            ): (
                "x_norm = tl.maximum(tl.sqrt(tl.sum(xx, axis=0)), 1e-8)\n"
                "z_norm = tl.maximum(tl.sqrt(tl.sum(zz, axis=0)), 1e-8)\n"
                "y = tl.sum(xz, axis=0) / (x_norm * z_norm)\n"
                "y = 1.0 - y"
            ),
            "(x, z, label):": "(x, z):",
            "label, loss": "loss",
        },
        functions=(
            """
def cosine_loss_torch(x, z):
    y = F.cosine_similarity(x, z, dim=-1)
    y = 1.0 - y
    return y.mean()
""",
        ),
    ),
    # Cross-entropy a row, 0 where the label is -1 (padding).
    "cross_entropy_ignore_none": Composition(
        "cross_entropy_ignore",
        {"mean": "none"},
        functions=(
            """
def cross_entropy_ignore_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=x.dtype, device=x.device)
    cross_entropy_ignore_none_kernel[(N,)](x, label, loss, C, BLOCK=1024)
    return loss
""",
        ),
        without=("cross_entropy_ignore_none_total_kernel",),
    ),
    # Cross-entropy of every pixel: logits x (N, C, ...) with labels (N, ...), the mean over all of them.
    "cross_entropy_nd": Composition(
        "cross_entropy_nd_weighted",
        {
            ", torch.rand(shape[1]) + 0.5": "",
            "w_ptr, partial_ptr, weight_ptr": "partial_ptr",
            (
                "w = tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = w * (peak - chosen + tl.log(total))\n"
                "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), "
                "axis=0))"
            ): ("loss = peak - chosen + tl.log(total)"),
            "(x, label, w):": "(x, label):",
            "label, w = label.contiguous(), w": "label = label",
            "weight = torch.empty_like(partial)": "",
            "w, partial, weight": "partial",
            "weight, y, n_partials": "y, n_partials, n_outer * n_inner",
        },
        functions=(
            """
def cross_entropy_nd_torch(x, label):
    return F.cross_entropy(x, label, reduction="mean")
""",
            """
@triton.jit
def cross_entropy_nd_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)
""",
        ),
    ),
    # Cross-entropy of every pixel: logits x (N, C, ...) with labels (N, ...), and the loss of each kept.
    "cross_entropy_nd_none": Composition(
        "cross_entropy_nd_weighted",
        {
            ", torch.rand(shape[1]) + 0.5": "",
            "w_ptr, partial_ptr, weight_ptr": "y_ptr",
            (
                "w = tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = w * (peak - chosen + tl.log(total))\n"
                "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), "
                "axis=0))\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, "
                "0.0), axis=0))"
            ): (
                "y = peak - chosen + tl.log(total)\n"
                "y = tl.abs(y)\n"
                "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)"
            ),
        },
        functions=(
            """
def cross_entropy_nd_none_torch(x, label):
    y = F.cross_entropy(x, label, reduction="none")
    y = torch.abs(y)
    return y
""",
            """
def cross_entropy_nd_none_triton(x, label):
    x = x.contiguous()
    label = label.contiguous()
    n_outer, n_classes = x.shape[:2]
    n_inner = x.numel() // (n_outer * n_classes)
    y = x.new_empty(label.shape)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    cross_entropy_nd_none_kernel[grid](x, label, y, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y
""",
        ),
        without=("cross_entropy_nd_none_total_kernel",),
    ),
    # The cross-entropy at each position, (N, C, ...) scores and (N, ...) labels, with weights, label
    # smoothing and a label that counts for nothing.
    "cross_entropy_nd_options_none": Composition(
        "cross_entropy_nd_options",
        {
            "partial_ptr, weight_ptr": "y_ptr",
            (
                "tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), "
                "axis=0))\n"
                "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, "
                "0.0), axis=0))"
            ): (
                "y = tl.where(counted, loss, 0.0)\n"
                "y = tl.abs(y)\n"
                "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)"
            ),
        },
        functions=(
            """
def cross_entropy_nd_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y
""",
            """
def cross_entropy_nd_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape[:2]
    n_inner = label.numel() // N
    y = x.new_empty(label.shape)
    cross_entropy_nd_options_none_kernel[(N * triton.cdiv(n_inner, 128),)](x, label, w, y, C, n_inner, BLOCK=128)
    return y
""",
        ),
        without=("cross_entropy_nd_options_none_total_kernel",),
    ),
    # Cross-entropy of scaled logits a row, loss[i] = logsumexp(s x[i]) - s x[i, label[i]], not reduced.
    "cross_entropy_none": Composition(
        "cross_entropy_scaled",
        {"mean": "none"},
        functions=(
            """
def cross_entropy_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=x.dtype, device=x.device)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    cross_entropy_none_kernel[(N,)](x, label, loss, C, BLOCK=1024, enable_fp_fusion=False)
    return loss
""",
        ),
        without=("cross_entropy_none_total_kernel",),
    ),
    # Cross-entropy of the scores of pairs, x (N, N): row i belongs to column i, as in contrastive
    # learning (InfoNCE, CLIP).
    "cross_entropy_of_pairs": Composition(
        "cross_entropy_weighted",
        {
            "(x, label, w):": "(x, other):",
            "x, w = x.contiguous(), w": "x = x",
            "N, C = x.shape": "N = x.shape[0]",
            "label, w, loss, C": "loss, N",
            "loss, label, w": "loss, other",
        },
        functions=(
            """
CASES = [(1,), (3,), (40,), (300,)]
""",
            """
def make(N):
    return torch.randn(N, N), torch.randn(())
""",
            """
def cross_entropy_of_pairs_torch(x, other):
    x = torch.relu(x)
    label = torch.arange(x.shape[0], device=x.device)
    y = F.cross_entropy(x, label)
    y = torch.sigmoid(y)
    y = y + other
    return y
""",
            """
@triton.jit
def cross_entropy_of_pairs_kernel(x_ptr, loss_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = -float("inf")
    total = 0.0
    for start in range(0, N, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + column, mask=column < N, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(column < N, x, -float("inf"))
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    x = tl.load(x_ptr + row * N + row).to(tl.float32)
    x = tl.maximum(x, 0.0)
    tl.store(loss_ptr + row, tl.log(total) + (peak - x))
""",
            """
@triton.jit
def cross_entropy_of_pairs_total_kernel(loss_ptr, other_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    y = tl.sum(total, axis=0) / n_rows
    other = tl.load(other_ptr).to(tl.float32)
    y = tl.sigmoid(y)
    y = y + other
    tl.store(y_ptr, y)
""",
        ),
    ),
    # The cross-entropy of each row with weights of classes, label smoothing and a label that counts for
    # nothing, in every combination.
    "cross_entropy_options_none": Composition(
        "cross_entropy_options",
        {
            "partial_ptr, weight_ptr": "y_ptr",
            (
                "tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))\n"
                "    tl.store(weight_ptr + row, tl.where(counted, own, 0.0))"
            ): ("y = tl.where(counted, loss, 0.0)\ny = tl.abs(y)\ntl.store(y_ptr + row, y)"),
        },
        functions=(
            """
def cross_entropy_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y
""",
            """
def cross_entropy_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape
    block = min(triton.next_power_of_2(C), 1024)
    y = x.new_empty((N,))
    cross_entropy_options_none_kernel[(N,)](x, label, w, y, C, BLOCK=block)
    return y
""",
        ),
        without=("cross_entropy_options_none_total_kernel",),
    ),
    # Cross-entropy of scaled logits, as contrastive losses and temperatures want it: mean(logsumexp(s x)
    # - s x[label]).
    "cross_entropy_scaled": Composition(
        "cross_entropy",
        {
            "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)": (
                "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)\nchosen = chosen * 1.5"
            ),
            ('x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)'): (
                "x = tl.load(x_ptr + row * C + column, mask=column < C, "
                'other=-float("inf")).to(tl.float32)\n'
                "x = x * 1.5"
            ),
            "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024)": (
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak "
                "alone, and x minus itself would not be 0.\n"
                "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024, "
                "enable_fp_fusion=False)"
            ),
        },
        functions=(
            """
def cross_entropy_scaled_torch(x, label):
    x = x * 1.5
    return F.cross_entropy(x, label, reduction="mean")
""",
        ),
    ),
    # Cross-entropy with label smoothing e: (1 - e) * (logsumexp(x) - x[label]) + e * mean(logsumexp(x) -
    # x), averaged.
    "cross_entropy_smooth": Composition(
        "cross_entropy",
        {
            "reduction": "label_smoothing=0.1, reduction",
            "total = 0.0": "total = 0.0\ndistance = 0.0",
            "tl.store(loss_ptr + row, peak - chosen + tl.log(total))": (
                "    distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)\n"
                "spread = tl.log(total) + (peak - chosen)\n"
                "tl.store(loss_ptr + row, spread - 0.1 * (distance / C))"
            ),
        },
    ),
    # Cross-entropy with label smoothing e a row: (1 - e) * (logsumexp(x) - x[label]) + e *
    # mean(logsumexp(x) - x).
    "cross_entropy_smooth_none": Composition(
        "cross_entropy_smooth",
        {"mean": "none"},
        functions=(
            """
def cross_entropy_smooth_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=x.dtype, device=x.device)
    cross_entropy_smooth_none_kernel[(N,)](x, label, loss, C, BLOCK=1024)
    return loss
""",
        ),
        without=("cross_entropy_smooth_none_total_kernel",),
    ),
    # Cross-entropy of logits x (N, C) with target probabilities p (N, C), mean over rows of -sum(p *
    # log_softmax(x)).
    "cross_entropy_soft": Composition(
        "cosine_embedding",
        {
            "randn(N, C), torch.randint(0, 2, (N,)) * 2 - 1": "softmax(torch.randn(N, C), -1)",
            "z, label": "p",
            "z = z": "p = p",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]
""",
            """
def cross_entropy_soft_torch(x, p):
    return F.cross_entropy(x, p, reduction="mean")
""",
            """
@triton.jit
def cross_entropy_soft_kernel(x_ptr, p_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = -float("inf")
    total = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    loss = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        loss += p * (peak - x + tl.log(total))
    tl.store(loss_ptr + row, tl.sum(loss, axis=0))
""",
        ),
    ),
    # Cross-entropy of a language model, logits (B, T, C) and labels (B, T): a loss a token, 0 where a
    # label counts for nothing.
    "cross_entropy_tokens_none": Composition(
        "cross_entropy_tokens",
        {
            "mean": "none",
            "partial_ptr, count_ptr": "y_ptr",
            (
                "tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))\n"
                "    tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))"
            ): ("tl.store(y_ptr + row, tl.where(counted, loss, 0.0))"),
        },
        functions=(
            """
def cross_entropy_tokens_none_triton(x, label):
    x, label = x.contiguous(), label.contiguous()
    B, T, C = x.shape
    n_rows = B * T
    block = min(triton.next_power_of_2(C), 1024)
    y = torch.empty(n_rows, dtype=x.dtype, device=x.device)
    cross_entropy_tokens_none_kernel[(n_rows,)](x, label, y, T, C, BLOCK=block)
    return y
""",
        ),
        without=("cross_entropy_tokens_none_total_kernel",),
    ),
    # Cross-entropy with a weight for each class and a row's own loss kept, loss[i] = w[label[i]] *
    # (logsumexp(x[i]) - x[i, label[i]]).
    "cross_entropy_weighted_none": Composition(
        "cross_entropy_weighted",
        {
            "loss_ptr,": "y_ptr,",
            "tl.store(loss_ptr + row, w * (peak - chosen + tl.log(total)))": (
                "y = w * (peak - chosen + tl.log(total))\ny = tl.abs(y)\ntl.store(y_ptr + row, y)"
            ),
        },
        functions=(
            """
def cross_entropy_weighted_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, reduction="none")
    y = torch.abs(y)
    return y
""",
            """
def cross_entropy_weighted_none_triton(x, label, w):
    x, w = x.contiguous(), w.contiguous()
    N, C = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    cross_entropy_weighted_none_kernel[(N,)](x, label, w, y, C, BLOCK=1024)
    return y
""",
        ),
        without=("cross_entropy_weighted_none_total_kernel",),
    ),
}
