"""Compositions of the families of losses, custom_loss to weighted_loss."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The quantile loss, mean(max(q * d, (q - 1) * d)) with d = z - x, and the losses that PyTorch has no
    # name for.
    "custom_loss": Composition("custom_loss_of_activation", {"x = torch.sin(x)": "", "x = tl.sin(x)": ""}),
    # A loss of f(x) against z, here the quantile loss, and the others that PyTorch has no name for.
    "custom_loss_of_activation": Composition(
        "mse_loss",
        {"loss = (x - z) * (x - z)": "x = tl.sin(x)\nloss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))"},
        functions=(
            """
def custom_loss_of_activation_torch(x, z):
    x = torch.sin(x)
    loss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))
    return loss.mean()
""",
        ),
    ),
    # The Dice loss of each map, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over trailing
    # dimensions, and its relatives (IoU, Tversky).
    "dice_loss_rows": Composition(
        "dice_loss_channel",
        {
            "dims = (0, *range(2, x.dim()))": "",
            "=dims": "=(-2, -1)",
            "n_outer, n_channels = x.shape[:2]": "n_inner = x.shape[-2] * x.shape[-1]",
            "n_inner = x.numel() // (n_outer * n_channels)": "n_rows = x.numel() // n_inner",
            "(n_channels)": "(x.shape[:-2])",
            "dice_loss_rows_kernel[(n_channels,)](x, z, y, n_outer, n_inner, BLOCK=block)": (
                "dice_loss_rows_kernel[(n_rows,)](x, z, y, n_inner, BLOCK=block)"
            ),
        },
        functions=(
            """
CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]
""",
            """
@triton.jit
def dice_loss_rows_kernel(x_ptr, z_ptr, y_ptr, n_inner, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    common = tl.zeros([BLOCK], dtype=tl.float32)
    left = tl.zeros([BLOCK], dtype=tl.float32)
    right = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = tl.load(x_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.sigmoid(x)
        common += tl.where(mask, x * z, 0.0)
        left += tl.where(mask, x, 0.0)
        right += tl.where(mask, z, 0.0)
    common = tl.sum(common, axis=0)
    left = tl.sum(left, axis=0)
    right = tl.sum(right, axis=0)
    # A good score is close to 1 and the loss what is missing: the quotient is rounded to nearest, which a GPU's `/` is not.
    y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)
    y = 1.0 - y
    tl.store(y_ptr + row, y)
""",
        ),
    ),
    # The focal loss, mean(a * (1 - p)^2 * ce) with ce the binary cross-entropy of logits x and p =
    # exp(-ce), in the forms that people write.
    "focal_loss": Composition(
        "bce_with_logits",
        {
            "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                "ce = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))\n"
                "t = 1.0 - tl.exp(-ce)\n"
                "loss = 0.25 * (t * t) * ce"
            ),
            "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]
""",
            """
def focal_loss_torch(x, z):
    ce = F.binary_cross_entropy_with_logits(x, z, reduction="none")
    loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce
    return loss.mean()
""",
        ),
    ),
    # Negative log likelihood of z under a normal law of mean x and variance w, mean((log(w) + (x - z)^2 /
    # w) / 2).
    "gaussian_nll": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.rand(shape) + 0.1",
            ", partial_ptr": ", w_ptr, partial_ptr",
            "loss = (x - z) * (x - z)": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "w = tl.maximum(w, 1e-6)\n"
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"
            ),
            "(x, z):": "(x, z, w):",
            "z = z.contiguous()": "z = z.contiguous()\nw = w.contiguous()",
            ", partial": ", w, partial",
        },
        functions=(
            """
def gaussian_nll_torch(x, z, w):
    w = torch.clamp(w, min=1e-6)
    loss = 0.5 * (torch.log(w) + (x - z) ** 2 / w)
    return loss.mean()
""",
        ),
    ),
    # The hinge loss of scores x with labels z of -1 or 1, mean(max(1 - x * z, 0)), and its relatives.
    "hinge": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
            "(x - z) * (x - z)": "tl.maximum(1.0 - x * z, 0.0)",
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]
""",
            """
def hinge_torch(x, z):
    loss = torch.relu(1.0 - x * z)
    return loss.mean()
""",
        ),
    ),
    # The hinge embedding loss of distances x: x where the label z is 1, max(margin - x, 0) where it is
    # -1, averaged.
    "hinge_embedding": Composition(
        "activated_loss",
        {
            ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
            'mse_loss(x, z, reduction="mean")': 'hinge_embedding_loss(x, z, margin=1.0, reduction="mean")',
            "(x - z) * (x - z)": (
                "tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
            ),
        },
    ),
    # The hinge loss of a score f(x) with labels z of -1 or 1, mean(max(1 - f(x) * z, 0)), and its
    # relatives.
    "hinge_of_score": Composition(
        "custom_loss_of_activation",
        {
            ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
            "loss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = torch.relu(1.0 - x * z)",
            "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)",
        },
    ),
    # Kullback-Leibler divergence of log-probabilities x from a target z, mean(z * (log(z) - x)).
    "kl_div": Composition(
        "mse_loss",
        {
            "mse_loss": "kl_div",
            "(x - z) * (x - z)": "tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x",
        },
        functions=(
            """
CASES = [(2, 3), (3, 33), (7, 300), (2, 3, 65)]
""",
            """
def make(*shape):
    return F.log_softmax(torch.randn(shape), -1), torch.softmax(torch.randn(shape), -1)
""",
        ),
    ),
    # Smoothed one-hot rows, y[i, c] = (1 - s) [c = label[i]] + s / classes.
    "label_smoothing": Composition(
        "loss_of_two_none",
        {"return torch.randn(shape), torch.randn(shape)": "return (torch.randint(0, 10, shape),)"},
        functions=(
            """
CASES = [(1,), (33,), (3, 40)]
""",
            """
def label_smoothing_torch(label):
    y = F.one_hot(label, num_classes=10).float() * (1.0 - 0.1) + 0.1 / 10
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def label_smoothing_kernel(label_ptr, y_ptr, n_elements, CLASSES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)
    hit = tl.where(offsets % CLASSES == label, 1.0, 0.0)
    y = hit * (1.0 - 0.1) + 0.1 / CLASSES
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def label_smoothing_triton(label):
    label = label.contiguous()
    classes = 10
    y = torch.empty(label.shape + (classes,), dtype=torch.float32, device=label.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    label_smoothing_kernel[grid](label, y, y.numel(), CLASSES=classes, BLOCK=1024)
    return y
""",
        ),
    ),
    # The mean logarithm of one plus the error, mean(log(1 + |x - z|)), and other losses made of such a
    # logarithm.
    "log_loss": Composition("log_loss_of_activation", {"x = torch.sin(x)": "", "x = tl.sin(x)": ""}),
    # The mean logarithm of one plus the error of f(x), and other losses made of such a logarithm.
    "log_loss_of_activation": Composition(
        "bce_with_logits",
        {
            "rand": "randn",
            "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                "x = tl.sin(x)\nloss = log1p(tl.abs(x - z))"
            ),
        },
        functions=(
            """
def log_loss_of_activation_torch(x, z):
    x = torch.sin(x)
    loss = torch.log1p(torch.abs(x - z))
    return loss.mean()
""",
        ),
    ),
    # The squared error of each element, f((x - z)^2), and other losses that are not reduced.
    "loss_none": Composition(
        "logaddexp",
        {
            "y = torch.logaddexp(x, z)": 'y = F.mse_loss(x, z, reduction="none")',
            "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = (x - z) * (x - z)",
        },
        without=("log1p",),
    ),
    # A loss of three tensors alone, at ranks 1 to 5: weighted entropies, rankings, Gaussian likelihoods,
    # with their options.
    "loss_of_three": Composition(
        "mse_loss",
        {", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"},
        functions=(
            """
CASES = [(1, 2), (3, 33), (9, 130)]
""",
            """
def loss_of_three_torch(x, z, w):
    return F.margin_ranking_loss(x, z, w, reduction="mean")
""",
            """
@triton.jit
def loss_of_three_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    loss = tl.maximum(-w * (x - z), 0.0)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))
""",
            """
def loss_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    loss_of_three_kernel[(n_partials,)](x, z, w, partial, n_elements, BLOCK=1024)
    loss_of_three_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y
""",
        ),
    ),
    # A loss of each element of three tensors, at ranks 1 to 5: weighted entropies, rankings, Gaussian
    # likelihoods.
    "loss_of_three_none": Composition(
        "loss_of_two_none",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            "y_ptr,": "w_ptr, y_ptr,",
            "loss = (x - z) * (x - z)": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "loss = tl.maximum(-w * (x - z), 0.0)"
            ),
            "(x, z):": "(x, z, w):",
            "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
            ", y": ", w, y",
        },
        functions=(
            """
def loss_of_three_none_torch(x, z, w):
    return F.margin_ranking_loss(x, z, w, reduction="none")
""",
        ),
    ),
    # A loss of a prediction and a target alone, mean((x - z)^2), at ranks 1 to 5: each as it is called,
    # with its options.
    "loss_of_two": Composition(
        "mse_loss",
        {
            "mask, other=0.0": "mask, other=0.5",
            "tl.store(y_ptr, tl.sum(total, axis=0) / count)": (
                "y = tl.sum(total, axis=0) / count\ny = tl.sigmoid(y)\ntl.store(y_ptr, y)"
            ),
            "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (9, 130)]
""",
            """
def make(*shape):
    other = ()
    return torch.randn(shape), torch.randn(shape), *other
""",
            """
def loss_of_two_torch(x, z):
    loss = F.mse_loss(x, z, reduction="mean")
    loss = torch.sigmoid(loss)
    return loss
""",
        ),
    ),
    # The ranking loss: x should exceed z where w is 1, z exceed x where w is -1: mean(max(-w * (x - z) +
    # margin, 0)).
    "margin_ranking": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            ", partial_ptr": ", w_ptr, partial_ptr",
            "loss = (x - z) * (x - z)": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "loss = tl.maximum(-w * (x - z) + 0.0, 0.0)"
            ),
            "(x, z):": "(x, z, w):",
            "z = z.contiguous()": "z = z.contiguous()\nw = w.contiguous()",
            ", partial": ", w, partial",
        },
        functions=(
            """
def margin_ranking_torch(x, z, w):
    x = torch.sin(x)
    return F.margin_ranking_loss(x, z, w, margin=0.0, reduction="mean")
""",
        ),
    ),
    # The multi-class margin loss, mean over rows of sum_j max(0, 1 - x[label] + x[j]) / C, j other than
    # the label.
    "multi_margin": Composition(
        "cosine_embedding",
        {
            "randn(N, C), torch.randint(0, 2, (N,)) * 2 - 1": "randint(0, C, (N,))",
            "z, label": "label",
            "z = z.contiguous()": "",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]
""",
            """
def multi_margin_torch(x, label):
    return F.multi_margin_loss(x, label, p=1, margin=1.0, reduction="mean")
""",
            """
@triton.jit
def multi_margin_kernel(x_ptr, label_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)
        miss = tl.maximum(1.0 - chosen + x, 0.0)
        total += tl.where((column < C) & (column != label), miss, 0.0)
    tl.store(loss_ptr + row, tl.sum(total, axis=0) / C)
""",
        ),
    ),
    # Negative log likelihood of log-probabilities x (N, C) at labels (N,), mean(-x[i, label[i]]).
    "nll_loss": Composition(
        "cross_entropy",
        {
            "torch.randn(N, C)": "F.log_softmax(torch.randn(N, C), -1)",
            "cross_entropy": "nll_loss",
            "loss_ptr, y_ptr": "partial_ptr, y_ptr, n_partials",
            "0, n_rows": "0, n_partials",
            "rows =": "offsets =",
            "loss_ptr + rows, mask=rows < n_rows": "partial_ptr + offsets, mask=offsets < n_partials",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (7, 100), (2000, 5)]
""",
            """
@triton.jit
def nll_loss_kernel(x_ptr, label_ptr, partial_ptr, N, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = row < N
    label = tl.load(label_ptr + row, mask=mask, other=0)
    x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)
    loss = -x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))
""",
            """
def nll_loss_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    n_partials = triton.cdiv(N, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    nll_loss_kernel[(n_partials,)](x, label, partial, N, C, BLOCK=1024)
    nll_loss_total_kernel[(1,)](partial, y, n_partials, N, BLOCK=1024)
    return y
""",
        ),
    ),
    # The element of each row that its label names, y[i] = f(-x[i, label[i]]): negative log likelihood,
    # not reduced.
    "nll_loss_none": Composition(
        "cross_entropy",
        functions=(
            """
CASES = [(1, 2), (3, 33), (7, 100), (2000, 5)]
""",
            """
def nll_loss_none_torch(x, label):
    y = F.nll_loss(x, label, reduction="none")
    y = torch.sin(y)
    return y
""",
            """
@triton.jit
def nll_loss_none_kernel(x_ptr, label_ptr, y_ptr, N, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = row < N
    label = tl.load(label_ptr + row, mask=mask, other=0)
    y = -tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    tl.store(y_ptr + row, y, mask=mask)
""",
            """
def nll_loss_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    nll_loss_none_kernel[(triton.cdiv(N, 128),)](x, label, y, N, C, BLOCK=128)
    return y
""",
        ),
        without=("nll_loss_none_total_kernel",),
    ),
    # Negative log likelihood of each position, (N, C, ...) and labels (N, ...), with weights of classes
    # and a label that counts for nothing.
    "nll_loss_options_none": Composition(
        "nll_loss_options",
        {
            "partial_ptr, weight_ptr": "y_ptr",
            (
                "tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), "
                "axis=0))\n"
                "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, "
                "0.0), axis=0))"
            ): ("y = tl.where(counted, loss, 0.0)\ny = tl.abs(y)\ntl.store(y_ptr + offsets, y, mask=mask)"),
        },
        functions=(
            """
def nll_loss_options_none_torch(x, label, w):
    y = F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="none")
    y = torch.abs(y)
    return y
""",
            """
def nll_loss_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    n_labels, C = label.numel(), x.shape[1]
    n_inner = n_labels // x.shape[0]
    y = x.new_empty(label.shape)
    nll_loss_options_none_kernel[(triton.cdiv(n_labels, 1024),)](x, label, w, y, n_labels, C, n_inner, BLOCK=1024)
    return y
""",
        ),
        without=("nll_loss_options_none_total_kernel",),
        breaks=(),
    ),
    # Negative log likelihood of counts z under a Poisson law of rate exp(x), mean(exp(x) - z * x).
    "poisson_nll": Composition(
        "activated_loss",
        {
            ", torch.randn(shape)": ", torch.randint(0, 6, shape).float()",
            "mse_loss": "poisson_nll_loss",
            "(x - z) * (x - z)": "tl.exp(x) - z * x",
        },
    ),
    # The logistic loss of scores x with labels z of -1 or 1, mean(log(1 + exp(-x * z))), as PyTorch names
    # it.
    "soft_margin": Composition(
        "bce_with_logits",
        {
            "rand(shape)": "randint(0, 2, shape) * 2.0 - 1.0",
            "binary_cross_entropy_with_logits": "soft_margin_loss",
            "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                "d = -x * z\nloss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"
            ),
        },
    ),
    # The triplet loss of an anchor x, a positive z and a negative w: mean(max(|x - z| - |x - w| + margin,
    # 0)).
    "triplet": Composition(
        "triplet_squared",
        {
            "(x - z) * (x - z)": "tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)",
            "(x - w) * (x - w)": "tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)",
            "near = tl.sum(near, axis=0)": "near_distance = tl.sqrt(tl.sum(near, axis=0))",
            "far = tl.sum(far, axis=0)": "far_distance = tl.sqrt(tl.sum(far, axis=0))",
            "near - far": "near_distance - far_distance",
        },
        functions=(
            """
def make(N, C):
    x = torch.randn(N, C)
    return x, x + 0.1 * torch.randn(N, C), x + 0.1 * torch.randn(N, C)
""",
            """
def triplet_torch(x, z, w):
    return F.triplet_margin_loss(x, z, w, margin=1.0, reduction="mean")
""",
        ),
    ),
    # A loss weighted element by element, mean(w * (x - z)^2).
    "weighted_loss": Composition(
        "margin_ranking",
        {
            "randint(0, 2, shape) * 2.0 - 1.0": "randn(shape)",
            "loss = tl.maximum(-w * (x - z) + 0.0, 0.0)": "w = tl.sigmoid(w)\nloss = w * ((x - z) * (x - z))",
        },
        functions=(
            """
def weighted_loss_torch(x, z, w):
    x = torch.sin(x)
    w = torch.sigmoid(w)
    loss = w * (x - z) ** 2
    return loss.mean()
""",
        ),
    ),
}
