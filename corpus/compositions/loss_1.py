"""Compositions of the families of losses, activated_loss to cross_entropy_soft."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The mean squared error of f(x) against z, mean((f(x) - z)^2), and the losses that grow more slowly.
    "activated_loss": Composition(
        "mse_loss",
        {
            'return F.mse_loss(x, z, reduction="mean")': 'x = torch.sin(x)\nreturn F.mse_loss(x, z, reduction="mean")',
            "loss = (x - z) * (x - z)": "x = tl.sin(x)\nloss = (x - z) * (x - z)",
        },
    ),
    # Binary cross-entropy of a probability made from x, mean(bce(f(x), z)).
    "bce_of_gate": Composition(
        "mse_loss",
        {
            ", torch.randn": ", torch.rand",
            "return F.mse_loss": "x = torch.sigmoid(x)\nx = torch.clamp(x, 0.01, 0.99)\nreturn F.binary_cross_entropy",
            "loss = (x - z) * (x - z": (
                "x = tl.sigmoid(x)\n"
                "x = tl.minimum(tl.maximum(x, 0.01), 0.99)\n"
                "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x)"
            ),
        },
    ),
    # Binary cross-entropy of logits whose positives weigh p[c] as much, c the last dimension: rare classes
    # count more.
    "bce_pos_weight": Composition(
        "bce",
        {
            "1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17",
            "sigmoid(torch.randn(shape)), torch.rand(shape)": "randn(shape), torch.rand(shape), torch.rand(shape[-1]) + 0.5",
            "):\n    return F.binary_cross_entropy(x, z": ", p):\n    return F.binary_cross_entropy_with_logits(x, z, pos_weight=p",
            "-1 <= t": "t >= 0",
            "partial_ptr, n_elements": "p_ptr, partial_ptr, n_elements, n_cols",
            "5)": "0)",
            "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100": (
                "p = tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0).to(tl.float32)\n"
                "loss = (1.0 - z) * x + (1.0 + (p - 1.0) * z) * (log1p(tl.exp(-tl.abs(x))) + tl.maximum(-x, 0"
            ),
            "):\n    x = x.contiguous()\n    z = z.contiguous()\n    n_elements = x.numel()": (
                ", p):\n"
                "    x, z, p = x.contiguous(), z.contiguous(), p.contiguous()\n"
                "    n_elements, n_cols = x.numel(), x.shape[-1]"
            ),
            "partial, n_elements": "p, partial, n_elements, n_cols",
        },
    ),
    # Binary cross-entropy of logits with a weight an element, mean(w * bce(x, z)).
    "bce_weighted": Composition(
        "bce",
        {
            "sigmoid(torch.randn(shape)": "randn(shape), torch.rand(shape",
            "):\n    return F.binary_cross_entropy(x, z": ", w):\n    x = torch.sin(x)\n    return F.binary_cross_entropy_with_logits(x, z, weight=w",
            "-1 <= t": "t >= 0",
            ", partial_ptr": ", w_ptr, partial_ptr",
            "5)": "0)",
            "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "loss = w * (tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x))"
            ),
            "bce_weighted_triton(x, z": "bce_weighted_triton(x, z, w",
            "n_elements = x.numel()": "w = w.contiguous()\nn_elements = x.numel()",
            ", partial": ", w, partial",
        },
    ),
    # Binary cross-entropy of logits, mean(max(x, 0) - x * z + log(1 + exp(-|x|))).
    "bce_with_logits": Composition(
        "bce",
        {
            "sigmoid(torch.randn(shape)": "randn(shape",
            "binary_cross_entropy": "binary_cross_entropy_with_logits",
            "-1 <= t": "t >= 0",
            "5)": "0)",
            "-(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0": "tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)",
        },
    ),
    # A loss of a prediction, a target and a weight whose shapes differ, mean(w * (x - z)^2): quantiles,
    # weights of classes, of samples, of pixels.
    "broadcast_loss": Composition(
        "bce",
        {
            "1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300": "2), (3, 33), (9, 130",
            "sigmoid(torch.randn(shape)), torch.rand(shape": "randn(shape), torch.randn(shape), torch.randn(shape[-1]",
            '):\n    return F.binary_cross_entropy(x, z, reduction="mean")': ", w):\n    x = w * (x - z) ** 2\n    y = x.mean()\n    y = torch.sigmoid(y)\n    return y",
            (
                "log1p(t):\n"
                '    """log(1 + t) for -1 <= t: what 1 + t rounds away, '
                'the quotient t / (u - 1) puts back."""\n'
                "    u = 1.0 + t\n"
                "    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def broadcast_loss_kernel(x_ptr, z_ptr, partial_ptr, n_elements"
            ): (
                "broadcast_loss_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, z_step, z_size, "
                "w_step, w_size"
            ),
            (
                "offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), "
                "-100.0))\n"
                "    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of "
                "what it loaded instead\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss"
            ): (
                "offsets // z_step % z_size, mask=mask, other=0.5).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets // w_step % w_size, mask=mask, other=0.5).to(tl.float32)\n"
                "x = w * ((x - z) * (x - z))\n"
                "x = tl.where(mask, x, 0.0)  # a lane past the end has computed the loss of what it "
                "loaded instead\n"
                "tl.store(partial_ptr + tl.program_id(0), tl.sum(x"
            ),
            "tl.store(y_ptr, tl.sum(total, axis=0) / count": "y = tl.sum(total, axis=0) / count\ny = tl.sigmoid(y)\ntl.store(y_ptr, y",
            "):\n    x = x.contiguous()\n    z = z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "n_partials = triton.cdiv(n_elements, 1024)": (
                "z_step, z_size = 1, n_elements\n"
                "w_step, w_size = 1, x.shape[-1]\n"
                "n_partials = triton.cdiv(n_elements, 1024)"
            ),
            "partial, n_elements": "w, partial, n_elements, z_step, z_size, w_step, w_size",
        },
    ),
    # How often each class occurs, y[c] = the number of i with label[i] = c.
    "class_counts": Composition(
        "program_of_two",
        {
            ", 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": ",), (33,), (1000,",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "n):\n    return (torch.randint(0, 4, (n,)),",
            "x, z):\n    x = torch.sub(x, z)\n    return x": "label):\n    hits = F.one_hot(label, 4)\n    return hits.sum(dim=0)",
            (
                "x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "label_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    wanted = tl.program_id(0)\n"
                "    count = tl.zeros((BLOCK,), tl.int64)\n"
                "    for start in range(0, n_elements, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        label = tl.load(label_ptr + offsets, mask=offsets < n_elements, "
                "other=-1)  # -1 is no class\n"
                "        count += tl.where(label == wanted, 1, 0)\n"
                "    tl.store(y_ptr + wanted, tl.sum(count, axis=0)"
            ),
            (
                "x, z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    class_counts_kernel[grid](x, z, y, n_elements"
            ): (
                "label):\n"
                "    label = label.contiguous()\n"
                "    classes = 4\n"
                "    y = torch.empty(classes, dtype=torch.int64, device=label.device)\n"
                "    class_counts_kernel[(classes,)](label, y, label.numel()"
            ),
        },
    ),
    # The contrastive loss of pairs: d^2 where the label is 1, max(margin - d, 0)^2 where it is 0, d the rows'
    # distance.
    "contrastive": Composition(
        "nll_loss",
        {
            "1, 2), (3, 33), (7, 100), (2000, 5": "2, 3), (3, 33), (7, 1000), (4, 2500",
            "F.log_softmax(torch.randn(N, C), -1), torch.randint(0, C": "torch.randn(N, C), torch.randn(N, C), torch.randint(0, 2",
            'label):\n    return F.nll_loss(x, label, reduction="mean"': (
                "z, label):\n"
                "    d = torch.sqrt(((x - z) ** 2).sum(dim=-1) + 1e-6)\n"
                "    y = torch.where(label > 0, d ** 2, torch.relu(2.0 - d) ** 2)\n"
                "    return y.mean("
            ),
            (
                "label_ptr, partial_ptr, N, C, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = row < N\n"
                "    label = tl.load(label_ptr + row, mask=mask, other=0)\n"
                "    x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss = -x\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0)"
            ): (
                "z_ptr, label_ptr, y_ptr, C, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    square = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, C, BLOCK):\n"
                "        column = start + tl.arange(0, BLOCK)\n"
                "        mask = column < C\n"
                "        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "        square += (x - z) * (x - z)\n"
                "    d = tl.sqrt(tl.sum(square, axis=0) + 1e-6)\n"
                "    label = tl.load(label_ptr + row)\n"
                "    miss = tl.maximum(2.0 - d, 0.0)\n"
                "    y = tl.where(label > 0, d * d, miss * miss)\n"
                "    tl.store(y_ptr + row, y"
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
            "contrastive_triton(x, label):": "contrastive_triton(x, z, label):",
            "N, C = x.shape": "z = z.contiguous()\nN, C = x.shape",
            "n_partials = triton.cdiv(N, 1024)\n    partial = torch.empty((n_partials": "loss = torch.empty((N",
            (
                "n_partials,)](x, label, partial, N, C, BLOCK=1024)\n"
                "    contrastive_total_kernel[(1,)](partial, y, n_partials"
            ): "N,)](x, z, label, loss, C, BLOCK=1024)\ncontrastive_total_kernel[(1,)](loss, y",
        },
    ),
    # One minus the cosine of matching rows, averaged: mean(1 - cos(x[i], z[i])).
    "cosine_loss": Composition(
        "cosine_embedding",
        {
            ", torch.randint(0, 2, (N,)) * 2 - 1": "",
            ', label):\n    return F.cosine_embedding_loss(x, z, label, margin=0.0, reduction="mean"': "):\n    y = F.cosine_similarity(x, z, dim=-1)\n    y = 1.0 - y\n    return y.mean(",
            "label_ptr, y_ptr": "y_ptr",
            (
                "x_square = tl.sum(xx, axis=0) + 1e-12  # 1e-12 is PyTorch's guard against a row of zeros\n"
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
            "cosine_loss_triton(x, z, label": "cosine_loss_triton(x, z",
            "label, loss": "loss",
        },
    ),
    # Cross-entropy a row, 0 where the label is -1 (padding).
    "cross_entropy_ignore_none": Composition(
        "cross_entropy",
        {
            "randint(0, C, (N,": "where(torch.arange(N) % 3 == 1, torch.tensor(-1), torch.randint(0, C, (N,)",
            'reduction="mean': 'ignore_index=-1, reduction="none',
            "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)": (
                "counted = label != -1\n"
                "label = tl.where(counted, label, 0)\n"
                "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)"
            ),
            (
                "tl.store(loss_ptr + row, peak - chosen + tl.log(total))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cross_entropy_ignore_none_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK):\n"
                "        rows = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows"
            ): "loss = tl.where(counted, peak - chosen + tl.log(total), 0.0)\ntl.store(loss_ptr + row, loss",
            "torch.float32": "x.dtype",
            (
                "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_ignore_none_total_kernel[(1,)](loss, y, N, BLOCK=1024)\n"
                "    return y"
            ): "return loss",
        },
    ),
    # Cross-entropy of every pixel: logits x (N, C, ...) with labels (N, ...), and the loss of each kept.
    "cross_entropy_nd_none": Composition(
        "cross_entropy_nd",
        {
            'return F.cross_entropy(x, label, reduction="mean")': 'y = F.cross_entropy(x, label, reduction="none")\ny = torch.abs(y)\nreturn y',
            ", partial_ptr": ", y_ptr",
            (
                "loss = peak - chosen + tl.log(total)\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cross_entropy_nd_none_total_kernel(partial_ptr, y_ptr, n_partials, count, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / count"
            ): (
                "y = peak - chosen + tl.log(total)\n"
                "y = tl.abs(y)\n"
                "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask"
            ),
            (
                "n_partials = n_outer * triton.cdiv(n_inner, 128)\n"
                "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device"
            ): "y = x.new_empty(label.shape)\ngrid = (n_outer * triton.cdiv(n_inner, 128),",
            (
                "(n_partials,)](x, label, partial, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False)\n"
                "    cross_entropy_nd_none_total_kernel[(1,)](partial, y, n_partials, n_outer * n_inner, "
                "BLOCK=1024"
            ): "grid](x, label, y, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False",
        },
    ),
    # The cross-entropy at each position, (N, C, ...) scores and (N, ...) labels, with weights, label
    # smoothing and a label that counts for nothing.
    "cross_entropy_nd_options_none": Composition(
        "cross_entropy_nd_options",
        {
            (
                "return F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, "
                'reduction="mean")'
            ): (
                "y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, "
                'reduction="none")\n'
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
                "def cross_entropy_nd_options_none_total_kernel(partial_ptr, weight_ptr, y_ptr, "
                "n_partials, BLOCK: tl.constexpr):\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    weight = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0)"
            ): (
                "y = tl.where(counted, loss, 0.0)\n"
                "y = tl.abs(y)\n"
                "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask"
            ),
            (
                "n_partials = N * triton.cdiv(n_inner, 128)\n"
                "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
                "    weight = torch.empty_like(partial)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_nd_options_none_kernel[(n_partials,)](x, label, w, partial, weight, "
                "C, n_inner, BLOCK=128)\n"
                "    cross_entropy_nd_options_none_total_kernel[(1,)](partial, weight, y, n_partials, "
                "BLOCK=1024"
            ): (
                "y = x.new_empty(label.shape)\n"
                "cross_entropy_nd_options_none_kernel[(N * triton.cdiv(n_inner, 128),)](x, label, w, y, "
                "C, n_inner, BLOCK=128"
            ),
        },
    ),
    # Cross-entropy at every position with weights of classes, (N, C, ...) scores and (N, ...) labels: sum of
    # w * loss over sum of w.
    "cross_entropy_nd_weighted": Composition(
        "cross_entropy_nd",
        {
            "])": "]), torch.rand(shape[1]) + 0.5",
            "):\n    return F.cross_entropy(x, label": ", w):\n    return F.cross_entropy(x, label, weight=w",
            ", partial_ptr": ", w_ptr, partial_ptr, weight_ptr",
            "loss = peak - chosen + tl.log(total": (
                "w = tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)\n"
                "loss = w * (peak - chosen + tl.log(total))\n"
                "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), axis=0)"
            ),
            "y_ptr, n_partials, count": "weight_ptr, y_ptr, n_partials",
            "for start in range(0, n_partials, BLOCK):": "weight = tl.zeros([BLOCK], dtype=tl.float32)\nfor start in range(0, n_partials, BLOCK):",
            "tl.store(y_ptr, tl.sum(total, axis=0) / count)": (
                "    weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))"
            ),
            "cross_entropy_nd_weighted_triton(x, label": "cross_entropy_nd_weighted_triton(x, label, w",
            "label = label": "label, w = label.contiguous(), w",
            "y = torch.empty((), dtype=x.dtype, device=x.device)": "weight = torch.empty_like(partial)\ny = torch.empty((), dtype=x.dtype, device=x.device)",
            (
                "partial, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False)\n"
                "    cross_entropy_nd_weighted_total_kernel[(1,)](partial, y, n_partials, n_outer * n_inner"
            ): (
                "w, partial, weight, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False)\n"
                "cross_entropy_nd_weighted_total_kernel[(1,)](partial, weight, y, n_partials"
            ),
        },
    ),
    # Cross-entropy of scaled logits a row, loss[i] = logsumexp(s x[i]) - s x[i, label[i]], not reduced.
    "cross_entropy_none": Composition(
        "cross_entropy",
        {
            'return F.cross_entropy(x, label, reduction="mean': 'x = x * 1.5\nreturn F.cross_entropy(x, label, reduction="none',
            'peak = -float("inf")': 'chosen = chosen * 1.5\npeak = -float("inf")',
            "new_peak = tl.maximum(peak, tl.max(x, axis=0))": "x = x * 1.5\nnew_peak = tl.maximum(peak, tl.max(x, axis=0))",
            (
                "@triton.jit\n"
                "def cross_entropy_none_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK):\n"
                "        rows = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)\n"
                "\n"
                "\n"
                "def cross_entropy_none_triton(x, label):"
            ): "def cross_entropy_none_triton(x, label):",
            (
                "torch.float32, device=x.device)\n"
                "    cross_entropy_none_kernel[(N,)](x, label, loss, C, BLOCK=1024)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_none_total_kernel[(1,)](loss, y, N, BLOCK=1024)\n"
                "    return y"
            ): (
                "x.dtype, device=x.device)\n"
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "cross_entropy_none_kernel[(N,)](x, label, loss, C, BLOCK=1024, enable_fp_fusion=False)\n"
                "return loss"
            ),
        },
    ),
    # Cross-entropy of the scores of pairs, x (N, N): row i belongs to column i, as in contrastive learning
    # (InfoNCE, CLIP).
    "cross_entropy_of_pairs": Composition(
        "cross_entropy",
        {
            ", 2), (3, 33), (7, 1000), (4, 2500": ",), (3,), (40,), (300,",
            ", C):\n    return torch.randn(N, C), torch.randint(0, C, (N,": "):\n    return torch.randn(N, N), torch.randn((",
            'label):\n    return F.cross_entropy(x, label, reduction="mean")': (
                "other):\n"
                "    x = torch.relu(x)\n"
                "    label = torch.arange(x.shape[0], device=x.device)\n"
                "    y = F.cross_entropy(x, label)\n"
                "    y = torch.sigmoid(y)\n"
                "    y = y + other\n"
                "    return y"
            ),
            "label_ptr, loss_ptr, C": "loss_ptr, N",
            (
                "label = tl.load(label_ptr + row)\n"
                "    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)"
            ): "",
            "C, BLOCK)": "N, BLOCK)",
            'C + column, mask=column < C, other=-float("inf")).to(tl.float32': (
                "N + column, mask=column < N, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                'x = tl.where(column < N, x, -float("inf")'
            ),
            "tl.store(loss_ptr + row, peak - chosen + tl.log(total": (
                "x = tl.load(x_ptr + row * N + row).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "tl.store(loss_ptr + row, tl.log(total) + (peak - x"
            ),
            ", y_ptr": ", other_ptr, y_ptr",
            "tl.store(y_ptr, tl.sum(total, axis=0) / n_rows": (
                "y = tl.sum(total, axis=0) / n_rows\n"
                "other = tl.load(other_ptr).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = y + other\n"
                "tl.store(y_ptr, y"
            ),
            "cross_entropy_of_pairs_triton(x, label": "cross_entropy_of_pairs_triton(x, other",
            "N, C = x.shape": "N = x.shape[0]",
            "cross_entropy_of_pairs_kernel[(N,)](x, label, loss, C, BLOCK=1024)": "",
            "cross_entropy_of_pairs_total_kernel[(1,)](loss": (
                "cross_entropy_of_pairs_kernel[(N,)](x, loss, N, BLOCK=1024)\n"
                "cross_entropy_of_pairs_total_kernel[(1,)](loss, other"
            ),
        },
    ),
    # The cross-entropy of each row with weights of classes, label smoothing and a label that counts for
    # nothing, in every combination.
    "cross_entropy_options_none": Composition(
        "cross_entropy_options",
        {
            (
                "return F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, "
                'reduction="mean")'
            ): (
                "y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, "
                'reduction="none")\n'
                "y = torch.abs(y)\n"
                "return y"
            ),
            ", partial_ptr, weight_ptr": ", y_ptr",
            (
                "tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))\n"
                "    tl.store(weight_ptr + row, tl.where(counted, own, 0.0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cross_entropy_options_none_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, "
                "BLOCK: tl.constexpr):\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    weight = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_partials, BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0)"
            ): "y = tl.where(counted, loss, 0.0)\ny = tl.abs(y)\ntl.store(y_ptr + row, y",
            (
                "partial = torch.empty((N,), dtype=torch.float32, device=x.device)\n"
                "    weight = torch.empty_like(partial)\n"
                "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_options_none_kernel[(N,)](x, label, w, partial, weight, C, BLOCK=block)\n"
                "    cross_entropy_options_none_total_kernel[(1,)](partial, weight, y, N, BLOCK=1024"
            ): (
                "y = x.new_empty((N,))\n"
                "cross_entropy_options_none_kernel[(N,)](x, label, w, y, C, BLOCK=block"
            ),
        },
    ),
    # Cross-entropy of scaled logits, as contrastive losses and temperatures want it: mean(logsumexp(s x) - s
    # x[label]).
    "cross_entropy_scaled": Composition(
        "cross_entropy",
        {
            'return F.cross_entropy(x, label, reduction="mean")': 'x = x * 1.5\nreturn F.cross_entropy(x, label, reduction="mean")',
            'peak = -float("inf")': 'chosen = chosen * 1.5\npeak = -float("inf")',
            "new_peak = tl.maximum(peak, tl.max(x, axis=0))": "x = x * 1.5\nnew_peak = tl.maximum(peak, tl.max(x, axis=0))",
            "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024": (
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024, enable_fp_fusion=False"
            ),
        },
    ),
    # Cross-entropy with label smoothing e: (1 - e) * (logsumexp(x) - x[label]) + e * mean(logsumexp(x) - x),
    # averaged.
    "cross_entropy_smooth": Composition(
        "cross_entropy",
        {
            "reduction": "label_smoothing=0.1, reduction",
            "for start in range(0, C, BLOCK):": "distance = 0.0\nfor start in range(0, C, BLOCK):",
            "tl.store(loss_ptr + row, peak - chosen + tl.log(total))": (
                "    distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)\n"
                "spread = tl.log(total) + (peak - chosen)\n"
                "tl.store(loss_ptr + row, spread - 0.1 * (distance / C))"
            ),
        },
    ),
    # Cross-entropy with label smoothing e a row: (1 - e) * (logsumexp(x) - x[label]) + e * mean(logsumexp(x)
    # - x).
    "cross_entropy_smooth_none": Composition(
        "cross_entropy",
        {
            'reduction="mean': 'label_smoothing=0.1, reduction="none',
            "for start in range(0, C, BLOCK):": "distance = 0.0\nfor start in range(0, C, BLOCK):",
            (
                "tl.store(loss_ptr + row, peak - chosen + tl.log(total))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cross_entropy_smooth_none_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK):\n"
                "        rows = start + tl.arange(0, BLOCK)\n"
                "        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)\n"
                "    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)"
            ): (
                "    distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)\n"
                "spread = tl.log(total) + (peak - chosen)\n"
                "tl.store(loss_ptr + row, spread - 0.1 * (distance / C))"
            ),
            "torch.float32": "x.dtype",
            (
                "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "    cross_entropy_smooth_none_total_kernel[(1,)](loss, y, N, BLOCK=1024)\n"
                "    return y"
            ): "return loss",
        },
    ),
    # Cross-entropy of logits x (N, C) with target probabilities p (N, C), mean over rows of -sum(p *
    # log_softmax(x)).
    "cross_entropy_soft": Composition(
        "cross_entropy",
        {
            "randint(0, C, (N,)": "softmax(torch.randn(N, C), -1",
            "label):\n    return F.cross_entropy(x, label": "p):\n    return F.cross_entropy(x, p",
            "label_ptr,": "p_ptr,",
            (
                "label = tl.load(label_ptr + row)\n"
                "    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)"
            ): "",
            "tl.store(loss_ptr + row, peak - chosen + tl.log(total": (
                "loss = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "for start in range(0, C, BLOCK):\n"
                "    column = start + tl.arange(0, BLOCK)\n"
                "    mask = column < C\n"
                "    x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    p = tl.load(p_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    loss += p * (peak - x + tl.log(total))\n"
                "tl.store(loss_ptr + row, tl.sum(loss, axis=0"
            ),
            "cross_entropy_soft_triton(x, label": "cross_entropy_soft_triton(x, p",
            "N, C = x.shape": "p = p.contiguous()\nN, C = x.shape",
            "cross_entropy_soft_kernel[(N,)](x, label, loss, C, BLOCK=1024)": "",
            "cross_entropy_soft_total_kernel[(1,)](loss, y, N, BLOCK=1024)": (
                "cross_entropy_soft_kernel[(N,)](x, p, loss, C, BLOCK=1024)\n"
                "cross_entropy_soft_total_kernel[(1,)](loss, y, N, BLOCK=1024)"
            ),
        },
    ),
}
