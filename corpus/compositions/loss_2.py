"""Compositions of the families of losses, cross_entropy_tokens_none to weighted_loss."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Cross-entropy of a language model, logits (B, T, C) and labels (B, T): a loss a token, 0 where a label
    # counts for nothing.
    "cross_entropy_tokens_none": Composition(
        "cross_entropy_tokens",
        {
            "mean": "none",
            ", partial_ptr, count_ptr": ", y_ptr",
            (
                "partial_ptr + row, tl.where(counted, loss, 0.0))\n"
                "    tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cross_entropy_tokens_none_total_kernel(partial_ptr, count_ptr, y_ptr, n_rows, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    count = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_rows, other=0.0)\n"
                "        count += tl.load(count_ptr + offsets, mask=offsets < n_rows, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(count, axis="
            ): "y_ptr + row, tl.where(counted, loss, 0.",
            (
                "partial = torch.empty((n_rows,), dtype=torch.float32, device=x.device)\n"
                "    count = torch.empty_like(partial)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_tokens_none_kernel[(n_rows,)](x, label, partial, count, T, C, "
                "BLOCK=block)\n"
                "    cross_entropy_tokens_none_total_kernel[(1,)](partial, count, y, n_rows, BLOCK=1024"
            ): (
                "y = torch.empty(n_rows, dtype=x.dtype, device=x.device)\n"
                "cross_entropy_tokens_none_kernel[(n_rows,)](x, label, y, T, C, BLOCK=block"
            ),
        },
    ),
    # Cross-entropy with a weight for each class and a row's own loss kept, loss[i] = w[label[i]] *
    # (logsumexp(x[i]) - x[i, label[i]]).
    "cross_entropy_weighted_none": Composition(
        "cross_entropy",
        {
            ",))": ",)), torch.rand(C) + 0.5",
            '):\n    return F.cross_entropy(x, label, reduction="mean")': (
                ", w):\n"
                '    y = F.cross_entropy(x, label, weight=w, reduction="none")\n'
                "    y = torch.abs(y)\n"
                "    return y"
            ),
            ", loss_ptr": ", w_ptr, y_ptr",
            'peak = -float("inf")': 'w = tl.load(w_ptr + label).to(tl.float32)\npeak = -float("inf")',
            "tl.store(loss_ptr + row, peak - chosen + tl.log(total)": "y = w * (peak - chosen + tl.log(total))\ny = tl.abs(y)\ntl.store(y_ptr + row, y",
            (
                "@triton.jit\n"
                "def cross_entropy_weighted_none_total_kernel(loss_ptr, y_ptr, n_rows, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK):\n"
                "        rows = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)\n"
                "\n"
                "\n"
                "def cross_entropy_weighted_none_triton(x, label):\n"
                "    x = x"
            ): "def cross_entropy_weighted_none_triton(x, label, w):\n    x, w = x.contiguous(), w",
            (
                "loss = torch.empty((N,), dtype=torch.float32, device=x.device)\n"
                "    cross_entropy_weighted_none_kernel[(N,)](x, label, loss, C, BLOCK=1024)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_weighted_none_total_kernel[(1,)](loss, y, N"
            ): (
                "y = torch.empty((N,), dtype=x.dtype, device=x.device)\n"
                "cross_entropy_weighted_none_kernel[(N,)](x, label, w, y, C"
            ),
        },
    ),
    # The quantile loss, mean(max(q * d, (q - 1) * d)) with d = z - x, and the losses that PyTorch has no name
    # for.
    "custom_loss": Composition("custom_loss_of_activation", {"x = torch.sin(x)": "", "x = tl.sin(x)": ""}),
    # A loss of f(x) against z, here the quantile loss, and the others that PyTorch has no name for.
    "custom_loss_of_activation": Composition(
        "mse_loss",
        {
            'return F.mse_loss(x, z, reduction="mean"': "x = torch.sin(x)\nloss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))\nreturn loss.mean(",
            "loss = (x - z) * (x - z": "x = tl.sin(x)\nloss = tl.maximum(0.5 * (z - x), -0.5 * (z - x)",
        },
    ),
    # The Dice loss of each map, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over trailing dimensions,
    # and its relatives (IoU, Tversky).
    "dice_loss_rows": Composition(
        "dice_loss_channel",
        {
            "3, 1), (3, 2, 33), (2, 3, 4, 13), (2, 2, 3, 4, 5), (2, 3, 30, 40": "1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30",
            "dims = (0, *range(2, x.dim()))": "",
            "dims)\n    left = torch.sum(x, dim=dims)\n    right = torch.sum(z, dim=dims": "(-2, -1))\nleft = torch.sum(x, dim=(-2, -1))\nright = torch.sum(z, dim=(-2, -1)",
            "n_outer, n_inner, BLOCK: tl.constexpr):\n    channel = tl.program_id(0": "n_inner, BLOCK: tl.constexpr):\n    row = tl.program_id(0).to(tl.int64",
            (
                "outer in range(0, n_outer):\n"
                "        piece = (outer * tl.num_programs(0).to(tl.int64) + channel) * n_inner\n"
                "        for start in range(0, n_inner, BLOCK):\n"
                "            inner = start + tl.arange(0, BLOCK)\n"
                "            mask = inner < n_inner\n"
                "            x = tl.load(x_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "            z = tl.load(z_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "            x = tl.sigmoid(x)\n"
                "            common += tl.where(mask, x * z, 0.0)\n"
                "            left += tl.where(mask, x, 0.0)\n"
                "            right"
            ): (
                "start in range(0, n_inner, BLOCK):\n"
                "    inner = start + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    x = tl.load(x_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.sigmoid(x)\n"
                "    common += tl.where(mask, x * z, 0.0)\n"
                "    left += tl.where(mask, x, 0.0)\n"
                "    right"
            ),
            "channel,": "row,",
            (
                "n_outer, n_channels = x.shape[:2]\n"
                "    n_inner = x.numel() // (n_outer * n_channels)\n"
                "    y = x.new_empty(n_channels"
            ): (
                "n_inner = x.shape[-2] * x.shape[-1]\n"
                "n_rows = x.numel() // n_inner\n"
                "y = x.new_empty(x.shape[:-2]"
            ),
            "n_channels,)](x, z, y, n_outer": "n_rows,)](x, z, y",
        },
    ),
    # The focal loss, mean(a * (1 - p)^2 * ce) with ce the binary cross-entropy of logits x and p = exp(-ce),
    # in the forms that people write.
    "focal_loss": Composition(
        "bce",
        {
            "1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17",
            "sigmoid(torch.randn(shape)": "randn(shape",
            'return F.binary_cross_entropy(x, z, reduction="mean"': (
                'ce = F.binary_cross_entropy_with_logits(x, z, reduction="none")\n'
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce\n"
                "return loss.mean("
            ),
            "-1 <= t": "t >= 0",
            "5)": "0)",
            "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))": (
                "ce = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))\n"
                "t = 1.0 - tl.exp(-ce)\n"
                "loss = 0.25 * (t * t) * ce"
            ),
            "x = x.contiguous()\n    z =": "x, z = x.contiguous(),",
        },
    ),
    # The value of each row at that row's label, y[i] = x[i, label[i]].
    "gather_label": Composition(
        "nll_loss",
        {
            "2), (3, 33), (7, 100), (2000, 5": "1), (3, 33), (700, 10",
            "N, C):\n    return F.log_softmax(torch.randn(N, C), -1), torch.randint(0, C, (N": "rows, classes):\n    return torch.randn(rows, classes), torch.randint(0, classes, (rows",
            'return F.nll_loss(x, label, reduction="mean")': (
                "x = torch.relu(x)\n"
                "y = x.gather(1, label.unsqueeze(1)).squeeze(1)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "partial_ptr, N, C": "y_ptr, rows, classes",
            "< N": "< rows",
            (
                "C + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = -x\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def gather_label_total_kernel(partial_ptr, y_ptr, n_partials, n_rows, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows"
            ): (
                "classes + label, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "x = tl.sigmoid(x)\n"
                "tl.store(y_ptr + row, x, mask=mask"
            ),
            (
                "N, C = x.shape\n"
                "    n_partials = triton.cdiv(N, 1024)\n"
                "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    gather_label_kernel[(n_partials,)](x, label, partial, N, C, BLOCK=1024)\n"
                "    gather_label_total_kernel[(1,)](partial, y, n_partials, N, BLOCK=1024"
            ): (
                "label = label.contiguous()\n"
                "rows, classes = x.shape\n"
                "y = x.new_empty(rows)\n"
                "grid = (triton.cdiv(rows, 512),)\n"
                "gather_label_kernel[grid](x, label, y, rows, classes, BLOCK=512"
            ),
        },
    ),
    # Negative log likelihood of z under a normal law of mean x and variance w, mean((log(w) + (x - z)^2 / w)
    # / 2).
    "gaussian_nll": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.rand(shape) + 0.1",
            '):\n    return F.mse_loss(x, z, reduction="mean"': (
                ", w):\n"
                "    w = torch.clamp(w, min=1e-6)\n"
                "    loss = 0.5 * (torch.log(w) + (x - z) ** 2 / w)\n"
                "    return loss.mean("
            ),
            ", partial_ptr": ", w_ptr, partial_ptr",
            "loss = (x - z) * (x - z": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "w = tl.maximum(w, 1e-6)\n"
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w"
            ),
            "gaussian_nll_triton(x, z": "gaussian_nll_triton(x, z, w",
            "n_elements = x.numel()": "w = w.contiguous()\nn_elements = x.numel()",
            ", partial": ", w, partial",
        },
    ),
    # The hinge loss of scores x with labels z of -1 or 1, mean(max(1 - x * z, 0)), and its relatives.
    "hinge": Composition(
        "hinge_of_score", {"2, 3, 4, 5, 7), (": "", "x = torch.sin(x)": "", "x = tl.sin(x)": ""}
    ),
    # The hinge embedding loss of distances x: x where the label z is 1, max(margin - x, 0) where it is -1,
    # averaged.
    "hinge_embedding": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
            "return F.mse_loss(x, z": "x = torch.sin(x)\nreturn F.hinge_embedding_loss(x, z, margin=1.0",
            "loss = (x - z) * (x - z": (
                "x = tl.sin(x)\n"
                "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0"
            ),
        },
    ),
    # The hinge loss of a score f(x) with labels z of -1 or 1, mean(max(1 - f(x) * z, 0)), and its relatives.
    "hinge_of_score": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
            'return F.mse_loss(x, z, reduction="mean"': "x = torch.sin(x)\nloss = torch.relu(1.0 - x * z)\nreturn loss.mean(",
            "loss = (x - z) * (x - z": "x = tl.sin(x)\nloss = tl.maximum(1.0 - x * z, 0.0",
        },
    ),
    # Kullback-Leibler divergence of log-probabilities x from a target z, mean(z * (log(z) - x)).
    "kl_div": Composition(
        "mse_loss",
        {
            "1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300": "2, 3), (3, 33), (7, 300), (2, 3, 65",
            "torch.randn(shape), torch.randn(shape": "F.log_softmax(torch.randn(shape), -1), torch.softmax(torch.randn(shape), -1",
            "mse_loss": "kl_div",
            "(x - z) * (x - z)": "tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x",
        },
    ),
    # Smoothed one-hot rows, y[i, c] = (1 - s) [c = label[i]] + s / classes.
    "label_smoothing": Composition(
        "one_hot",
        {
            ", (2, 5, 7)": "",
            "float()": "float() * (1.0 - 0.1) + 0.1 / 10",
            "y = tl.where(offsets % CLASSES == label, 1.0, 0.0)": "hit = tl.where(offsets % CLASSES == label, 1.0, 0.0)\ny = hit * (1.0 - 0.1) + 0.1 / CLASSES",
            "y = torch.empty(label.shape + (10": "classes = 10\ny = torch.empty(label.shape + (classes",
            "=10,": "=classes,",
        },
    ),
    # The mean logarithm of one plus the error, mean(log(1 + |x - z|)), and other losses made of such a
    # logarithm.
    "log_loss": Composition(
        "bce",
        {
            "sigmoid(torch.randn(shape)), torch.rand": "randn(shape), torch.randn",
            'return F.binary_cross_entropy(x, z, reduction="mean"': "loss = torch.log1p(torch.abs(x - z))\nreturn loss.mean(",
            "-1 <= t": "t >= 0",
            "5)": "0)",
            "-(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0": "log1p(tl.abs(x - z",
        },
    ),
    # The mean logarithm of one plus the error of f(x), and other losses made of such a logarithm.
    "log_loss_of_activation": Composition(
        "log_loss",
        {
            "loss = torch.log1p(torch.abs(x - z))": "x = torch.sin(x)\nloss = torch.log1p(torch.abs(x - z))",
            "loss = log1p(tl.abs(x - z))": "x = tl.sin(x)\nloss = log1p(tl.abs(x - z))",
        },
    ),
    # The squared error of each element, f((x - z)^2), and other losses that are not reduced.
    "loss_none": Composition(
        "add",
        {
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": 'y = F.mse_loss(x, z, reduction="none")\ny = torch.sin(y)\nreturn y',
            "x = x + z\n    x = tl.maximum(x, 0.0)\n    tl.store(y_ptr + offsets, x": "y = (x - z) * (x - z)\ny = tl.sin(y)\ntl.store(y_ptr + offsets, y",
        },
    ),
    # A loss of three tensors alone, at ranks 1 to 5: weighted entropies, rankings, Gaussian likelihoods, with
    # their options.
    "loss_of_three": Composition(
        "mse_loss",
        {
            "1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300": "2), (3, 33), (9, 130",
            ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            "):\n    return F.mse_loss(x, z": ", w):\n    return F.margin_ranking_loss(x, z, w",
            ", partial_ptr": ", w_ptr, partial_ptr",
            (
                "0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = (x - z) * (x - z"
            ): (
                "5).to(tl.float32)\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "loss = tl.maximum(-w * (x - z), 0.0"
            ),
            "):\n    x = x.contiguous()\n    z = z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            ", partial": ", w, partial",
        },
    ),
    # A loss of each element of three tensors, at ranks 1 to 5: weighted entropies, rankings, Gaussian
    # likelihoods.
    "loss_of_three_none": Composition(
        "loss_of_two_none",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            "):\n    return F.mse_loss(x, z": ", w):\n    return F.margin_ranking_loss(x, z, w",
            "y_ptr,": "w_ptr, y_ptr,",
            "loss = (x - z) * (x - z": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "loss = tl.maximum(-w * (x - z), 0.0"
            ),
            "):\n    x, z = x.contiguous(), z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "y,": "w, y,",
        },
    ),
    # A loss of a prediction and a target alone, mean((x - z)^2), at ranks 1 to 5: each as it is called, with
    # its options.
    "loss_of_two": Composition(
        "mse_loss",
        {
            "1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300": "2), (3, 33), (9, 130",
            "return torch.randn(shape), torch.randn(shape)": "other = ()\nreturn torch.randn(shape), torch.randn(shape), *other",
            'return F.mse_loss(x, z, reduction="mean")': 'loss = F.mse_loss(x, z, reduction="mean")\nloss = torch.sigmoid(loss)\nreturn loss',
            "0).to(tl.float32)\n    z = tl.load(z_ptr + offsets, mask=mask, other=0.0": "5).to(tl.float32)\nz = tl.load(z_ptr + offsets, mask=mask, other=0.5",
            "tl.store(y_ptr, tl.sum(total, axis=0) / count": "y = tl.sum(total, axis=0) / count\ny = tl.sigmoid(y)\ntl.store(y_ptr, y",
            "x = x.contiguous()\n    z =": "x, z = x.contiguous(),",
        },
    ),
    # A loss of each element of a prediction and a target, (x - z)^2, at ranks 1 to 5: each as it is called,
    # with its options.
    "loss_of_two_none": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2), (3, 33), (9, 130",
            "x = torch.sub(x, z)\n    return x": 'return F.mse_loss(x, z, reduction="none")',
            (
                "0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "5).to(tl.float32)\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)\n"
                "loss = (x - z) * (x - z)\n"
                "tl.store(y_ptr + offsets, loss"
            ),
            "y = torch.empty_like(x)": "n_elements = x.numel()\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    loss_of_two_none_kernel[grid"
            ): "loss_of_two_none_kernel[(triton.cdiv(n_elements, 1024),)",
        },
    ),
    # The ranking loss: x should exceed z where w is 1, z exceed x where w is -1: mean(max(-w * (x - z) +
    # margin, 0)).
    "margin_ranking": Composition(
        "mse_loss",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            "):\n    return F.mse_loss(x, z": ", w):\n    x = torch.sin(x)\n    return F.margin_ranking_loss(x, z, w, margin=0.0",
            ", partial_ptr": ", w_ptr, partial_ptr",
            "loss = (x - z) * (x - z": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "loss = tl.maximum(-w * (x - z) + 0.0, 0.0"
            ),
            "margin_ranking_triton(x, z": "margin_ranking_triton(x, z, w",
            "n_elements = x.numel()": "w = w.contiguous()\nn_elements = x.numel()",
            ", partial": ", w, partial",
        },
    ),
    # The multi-class margin loss, mean over rows of sum_j max(0, 1 - x[label] + x[j]) / C, j other than the
    # label.
    "multi_margin": Composition(
        "nll_loss",
        {
            "100), (2000, 5": "1000), (4, 2500",
            "F.log_softmax(torch.randn(N, C), -1": "torch.randn(N, C",
            "nll_loss(x, label": "multi_margin_loss(x, label, p=1, margin=1.0",
            (
                "partial_ptr, N, C, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = row < N\n"
                "    label = tl.load(label_ptr + row, mask=mask, other=0)\n"
                "    x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = -x\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0)"
            ): (
                "loss_ptr, C, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    label = tl.load(label_ptr + row)\n"
                "    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, C, BLOCK):\n"
                "        column = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)\n"
                "        miss = tl.maximum(1.0 - chosen + x, 0.0)\n"
                "        total += tl.where((column < C) & (column != label), miss, 0.0)\n"
                "    tl.store(loss_ptr + row, tl.sum(total, axis=0) / C"
            ),
            "partial_ptr, y_ptr, n_partials": "loss_ptr, y_ptr",
            (
                "n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials"
            ): (
                "n_rows, BLOCK):\n"
                "    rows = start + tl.arange(0, BLOCK)\n"
                "    total += tl.load(loss_ptr + rows, mask=rows < n_rows"
            ),
            "n_partials = triton.cdiv(N, 1024)\n    partial = torch.empty((n_partials": "loss = torch.empty((N",
            (
                "n_partials,)](x, label, partial, N, C, BLOCK=1024)\n"
                "    multi_margin_total_kernel[(1,)](partial, y, n_partials"
            ): "N,)](x, label, loss, C, BLOCK=1024)\nmulti_margin_total_kernel[(1,)](loss, y",
        },
    ),
    # The element of each row that its label names, y[i] = f(-x[i, label[i]]): negative log likelihood, not
    # reduced.
    "nll_loss_none": Composition(
        "nll_loss",
        {
            "F.log_softmax(torch.randn(N, C), -1": "torch.randn(N, C",
            'return F.nll_loss(x, label, reduction="mean")': 'y = F.nll_loss(x, label, reduction="none")\ny = torch.sin(y)\nreturn y',
            ", partial_ptr": ", y_ptr",
            (
                "x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = -x\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def nll_loss_none_total_kernel(partial_ptr, y_ptr, n_partials, n_rows, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows"
            ): (
                "y = -tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sin(y)\n"
                "tl.store(y_ptr + row, y, mask=mask"
            ),
            (
                "n_partials = triton.cdiv(N, 1024)\n"
                "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    nll_loss_none_kernel[(n_partials,)](x, label, partial, N, C, BLOCK=1024)\n"
                "    nll_loss_none_total_kernel[(1,)](partial, y, n_partials, N, BLOCK=1024"
            ): (
                "y = torch.empty((N,), dtype=x.dtype, device=x.device)\n"
                "nll_loss_none_kernel[(triton.cdiv(N, 128),)](x, label, y, N, C, BLOCK=128"
            ),
        },
    ),
    # Negative log likelihood of each position, (N, C, ...) and labels (N, ...), with weights of classes and a
    # label that counts for nothing.
    "nll_loss_options_none": Composition(
        "nll_loss_options",
        {
            'return F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="mean")': (
                'y = F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="none")\n'
                "y = torch.abs(y)\n"
                "return y"
            ),
            ", partial_ptr, weight_ptr": ", y_ptr",
            (
                "tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), axis=0))\n"
                "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def nll_loss_options_none_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    weight = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0)"
            ): "y = tl.where(counted, loss, 0.0)\ny = tl.abs(y)\ntl.store(y_ptr + offsets, y, mask=mask",
            (
                "n_partials = triton.cdiv(n_labels, 1024)\n"
                "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
                "    weight = torch.empty_like(partial)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    nll_loss_options_none_kernel[(n_partials,)](x, label, w, partial, weight, n_labels, "
                "C, n_inner, BLOCK=1024)\n"
                "    nll_loss_options_none_total_kernel[(1,)](partial, weight, y, n_partials"
            ): (
                "y = x.new_empty(label.shape)\n"
                "nll_loss_options_none_kernel[(triton.cdiv(n_labels, 1024),)](x, label, w, y, n_labels, "
                "C, n_inner"
            ),
        },
    ),
    # Negative log likelihood of counts z under a Poisson law of rate exp(x), mean(exp(x) - z * x).
    "poisson_nll": Composition(
        "mse_loss",
        {
            ", torch.randn(shape": ", torch.randint(0, 6, shape).float(",
            "return F.mse_loss": "x = torch.sin(x)\nreturn F.poisson_nll_loss",
            "loss = (x - z) * (x - z)": "x = tl.sin(x)\nloss = tl.exp(x) - z * x",
        },
    ),
    # The logistic loss of scores x with labels z of -1 or 1, mean(log(1 + exp(-x * z))), as PyTorch names it.
    "soft_margin": Composition(
        "bce",
        {
            "sigmoid(torch.randn(shape)), torch.rand(shape)": "randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
            "binary_cross_entropy": "soft_margin_loss",
            "-1 <= t": "t >= 0",
            "5)": "0)",
            "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0": "d = -x * z\nloss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)",
        },
    ),
    # A loss weighted element by element, mean(w * (x - z)^2).
    "weighted_loss": Composition(
        "margin_ranking",
        {
            "randint(0, 2, shape) * 2.0 - 1.0": "randn(shape)",
            'return F.margin_ranking_loss(x, z, w, margin=0.0, reduction="mean"': "w = torch.sigmoid(w)\nloss = w * (x - z) ** 2\nreturn loss.mean(",
            "loss = tl.maximum(-w * (x - z) + 0.0, 0.0": "w = tl.sigmoid(w)\nloss = w * ((x - z) * (x - z)",
        },
    ),
}
