"""Compositions of the families of losses of classes."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Cross-entropy a row, 0 where the label is -1 (padding).
    "cross_entropy_ignore_none": Composition("cross_entropy_ignore", {"mean": "none"}, functions=("""
def cross_entropy_ignore_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=x.dtype, device=x.device)
    cross_entropy_ignore_none_kernel[(N,)](x, label, loss, C, BLOCK=1024)
    return loss
""",), without=("cross_entropy_ignore_none_total_kernel",)),
    # Cross-entropy of every pixel: logits x (N, C, ...) with labels (N, ...), the mean over all of them.
    "cross_entropy_nd": Composition("cross_entropy_nd_weighted",
        {", torch.rand(shape[1]) + 0.5": "", "w_ptr, partial_ptr, weight_ptr": "partial_ptr",
         "w = tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)\n"
         "    loss = w * (peak - chosen + tl.log(total))\n"
         "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), axis=0))":
             "loss = peak - chosen + tl.log(total)",
         "(x, label, w):": "(x, label):", "label, w = label.contiguous(), w": "label = label",
         "weight = torch.empty_like(partial)": "", "w, partial, weight": "partial",
         "weight, y, n_partials": "y, n_partials, n_outer * n_inner", "weight=w, ": ""}, functions=("""
@triton.jit
def cross_entropy_nd_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)
""",)),
    # Cross-entropy of every pixel: logits x (N, C, ...) with labels (N, ...), and the loss of each kept.
    "cross_entropy_nd_none": Composition("cross_entropy_nd",
        {"partial_ptr": "y_ptr",
         "loss = peak - chosen + tl.log(total)\n"
         "    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))":
             "y = peak - chosen + tl.log(total)\n"
             "y = tl.abs(y)\n"
             "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)",
         "n_partials = n_outer * triton.cdiv(n_inner, 128)\n"
         "    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)\n"
         "    y = torch.empty((), dtype=x.dtype, device=x.device)":
             "y = x.new_empty(label.shape)\n"
             "grid = (n_outer * triton.cdiv(n_inner, 128),)",
         "cross_entropy_nd_none_kernel[(n_partials,)](x, label, partial, n_classes, n_inner, BLOCK=128, "
         "enable_fp_fusion=False)\n"
         "    cross_entropy_nd_none_total_kernel[(1,)](partial, y, n_partials, n_outer * n_inner, "
         "BLOCK=1024)":
             "cross_entropy_nd_none_kernel[grid](x, label, y, n_classes, n_inner, BLOCK=128, "
             "enable_fp_fusion=False)",
         'return F.cross_entropy(x, label, reduction="mean")':
             'y = F.cross_entropy(x, label, reduction="none")\n'
             "y = torch.abs(y)\n"
             "return y"}, without=("cross_entropy_nd_none_total_kernel",)),
    # The cross-entropy at each position, (N, C, ...) scores and (N, ...) labels, with weights, label
    # smoothing and a label that counts for nothing.
    "cross_entropy_nd_options_none": Composition("cross_entropy_nd_options",
        {"partial_ptr, weight_ptr": "y_ptr",
         "tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), axis=0))\n"
         "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))":
             "y = tl.where(counted, loss, 0.0)\n"
             "y = tl.abs(y)\n"
             "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)"}, functions=("""
def cross_entropy_nd_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y
""", """
def cross_entropy_nd_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape[:2]
    n_inner = label.numel() // N
    y = x.new_empty(label.shape)
    cross_entropy_nd_options_none_kernel[(N * triton.cdiv(n_inner, 128),)](x, label, w, y, C, n_inner, BLOCK=128)
    return y
"""), without=("cross_entropy_nd_options_none_total_kernel",)),
    # Cross-entropy of scaled logits a row, loss[i] = logsumexp(s x[i]) - s x[i, label[i]], not reduced.
    "cross_entropy_none": Composition("cross_entropy_scaled",
        {"mean": "none", "=torch.float32,": "=x.dtype,",
         "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
         "    cross_entropy_none_total_kernel[(1,)](loss, y, N, BLOCK=1024)\n"
         "    return y": "return loss"}, without=("cross_entropy_none_total_kernel",)),
    # Cross-entropy of the scores of pairs, x (N, N): row i belongs to column i, as in contrastive
    # learning (InfoNCE, CLIP).
    "cross_entropy_of_pairs": Composition("cross_entropy_weighted",
        {"(x, label, w):": "(x, other):", "x, w = x.contiguous(), w": "x = x",
         "N, C = x.shape": "N = x.shape[0]", "label, w, loss, C": "loss, N", "loss, label, w": "loss, other",
         "C": "N", "label_ptr, w_ptr, ": "",
         "label = tl.load(label_ptr + row)\n"
         "    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)\n"
         "    w = tl.load(w_ptr + label).to(tl.float32)": "",
         'x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)':
             "x = tl.load(x_ptr + row * N + column, mask=column < N, other=0.0).to(tl.float32)\n"
             "x = tl.maximum(x, 0.0)\n"
             'x = tl.where(column < N, x, -float("inf"))',
         "tl.store(loss_ptr + row, w * (peak - chosen + tl.log(total)))":
             "x = tl.load(x_ptr + row * N + row).to(tl.float32)\n"
             "x = tl.maximum(x, 0.0)\n"
             "tl.store(loss_ptr + row, tl.log(total) + (peak - x))",
         "N, C)": "N)", "N, C), torch.randint(0, C, (N,)), torch.rand(C) + 0.5": "N, N), torch.randn(())",
         "= [(1, 2), (3, 33), (7, 1000), (4, 2500)]": "= [(1,), (3,), (40,), (300,)]"}, functions=("""
def cross_entropy_of_pairs_torch(x, other):
    x = torch.relu(x)
    label = torch.arange(x.shape[0], device=x.device)
    y = F.cross_entropy(x, label)
    y = torch.sigmoid(y)
    y = y + other
    return y
""", """
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
""")),
    # The cross-entropy of each row with weights of classes, label smoothing and a label that counts for
    # nothing, in every combination.
    "cross_entropy_options_none": Composition("cross_entropy_options",
        {"partial_ptr, weight_ptr": "y_ptr",
         "tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))\n"
         "    tl.store(weight_ptr + row, tl.where(counted, own, 0.0))":
             "y = tl.where(counted, loss, 0.0)\n"
             "y = tl.abs(y)\n"
             "tl.store(y_ptr + row, y)",
         "partial = torch.empty((N,), dtype=torch.float32, device=x.device)\n"
         "    weight = torch.empty_like(partial)\n"
         "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
         "    cross_entropy_options_none_kernel[(N,)](x, label, w, partial, weight, C, BLOCK=block)\n"
         "    cross_entropy_options_none_total_kernel[(1,)](partial, weight, y, N, BLOCK=1024)":
             "y = x.new_empty((N,))\n"
             "cross_entropy_options_none_kernel[(N,)](x, label, w, y, C, BLOCK=block)"}, functions=("""
def cross_entropy_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y
""",), without=("cross_entropy_options_none_total_kernel",)),
    # Cross-entropy of scaled logits, as contrastive losses and temperatures want it: mean(logsumexp(s x)
    # - s x[label]).
    "cross_entropy_scaled": Composition("cross_entropy", {
        "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)":
            "chosen = tl.load(x_ptr + row * C + label).to(tl.float32)\n"
            "chosen = chosen * 1.5",
        'x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)':
            'x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)\n'
            "x = x * 1.5",
        "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024)":
            "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
            "and x minus itself would not be 0.\n"
            "cross_entropy_scaled_kernel[(N,)](x, label, loss, C, BLOCK=1024, enable_fp_fusion=False)",
        "def cross_entropy_scaled_torch(x, label):":
            "def cross_entropy_scaled_torch(x, label):\n"
            "    x = x * 1.5"}),
    # Cross-entropy with label smoothing e: (1 - e) * (logsumexp(x) - x[label]) + e * mean(logsumexp(x) -
    # x), averaged.
    "cross_entropy_smooth": Composition("cross_entropy", {
        "reduction": "label_smoothing=0.1, reduction", "total = 0.0": "total = 0.0\ndistance = 0.0",
        "tl.store(loss_ptr + row, peak - chosen + tl.log(total))":
            "    distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)\n"
            "spread = tl.log(total) + (peak - chosen)\n"
            "tl.store(loss_ptr + row, spread - 0.1 * (distance / C))"}),
    # Cross-entropy with label smoothing e a row: (1 - e) * (logsumexp(x) - x[label]) + e *
    # mean(logsumexp(x) - x).
    "cross_entropy_smooth_none": Composition("cross_entropy_smooth",
        {"mean": "none", "=torch.float32,": "=x.dtype,",
         "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
         "    cross_entropy_smooth_none_total_kernel[(1,)](loss, y, N, BLOCK=1024)\n"
         "    return y": "return loss"}, without=("cross_entropy_smooth_none_total_kernel",)),
    # Cross-entropy of logits x (N, C) with target probabilities p (N, C), mean over rows of -sum(p *
    # log_softmax(x)).
    "cross_entropy_soft": Composition("cross_entropy", {
        "label_ptr": "p_ptr",
        "label = tl.load(label_ptr + row)\n"
        "    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)": "",
        "tl.store(loss_ptr + row, peak - chosen + tl.log(total))":
            "loss = tl.zeros((BLOCK,), dtype=tl.float32)\n"
            "for start in range(0, C, BLOCK):\n"
            "    column = start + tl.arange(0, BLOCK)\n"
            "    mask = column < C\n"
            "    x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
            "    p = tl.load(p_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
            "    loss += p * (peak - x + tl.log(total))\n"
            "tl.store(loss_ptr + row, tl.sum(loss, axis=0))",
        "label": "p", "x = x.contiguous()": "x = x.contiguous()\np = p.contiguous()",
        "cross_entropy_soft_kernel[(N,)](x, label, loss, C, BLOCK=1024)": "",
        "y = torch.empty((), dtype=x.dtype, device=x.device)":
            "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
            "cross_entropy_soft_kernel[(N,)](x, p, loss, C, BLOCK=1024)"},
        functions=("def make(N, C):\n    return torch.randn(N, C), torch.softmax(torch.randn(N, C), -1)",)),
    # Cross-entropy of a language model, logits (B, T, C) and labels (B, T): a loss a token, 0 where a
    # label counts for nothing.
    "cross_entropy_tokens_none": Composition("cross_entropy_tokens",
        {"mean": "none", "partial_ptr, count_ptr": "y_ptr",
         "tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))\n"
         "    tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))":
             "tl.store(y_ptr + row, tl.where(counted, loss, 0.0))",
         "partial = torch.empty((n_rows,), dtype=torch.float32, device=x.device)\n"
         "    count = torch.empty_like(partial)\n"
         "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
         "    cross_entropy_tokens_none_kernel[(n_rows,)](x, label, partial, count, T, C, BLOCK=block)\n"
         "    cross_entropy_tokens_none_total_kernel[(1,)](partial, count, y, n_rows, BLOCK=1024)":
             "y = torch.empty(n_rows, dtype=x.dtype, device=x.device)\n"
             "cross_entropy_tokens_none_kernel[(n_rows,)](x, label, y, T, C, BLOCK=block)"},
        without=("cross_entropy_tokens_none_total_kernel",)),
    # Cross-entropy with a weight for each class and a row's own loss kept, loss[i] = w[label[i]] *
    # (logsumexp(x[i]) - x[i, label[i]]).
    "cross_entropy_weighted_none": Composition("cross_entropy_weighted",
        {"loss_ptr,": "y_ptr,",
         "tl.store(loss_ptr + row, w * (peak - chosen + tl.log(total)))":
             "y = w * (peak - chosen + tl.log(total))\n"
             "y = tl.abs(y)\n"
             "tl.store(y_ptr + row, y)",
         "loss = torch.empty((N,), dtype=torch.float32, device=x.device)\n"
         "    y = torch.empty((), dtype=x.dtype, device=x.device)\n"
         "    cross_entropy_weighted_none_kernel[(N,)](x, label, w, loss, C, BLOCK=1024)\n"
         "    cross_entropy_weighted_none_total_kernel[(1,)](loss, label, w, y, N, BLOCK=1024)":
             "y = torch.empty((N,), dtype=x.dtype, device=x.device)\n"
             "cross_entropy_weighted_none_kernel[(N,)](x, label, w, y, C, BLOCK=1024)",
         'return F.cross_entropy(x, label, weight=w, reduction="mean")':
             'y = F.cross_entropy(x, label, weight=w, reduction="none")\n'
             "y = torch.abs(y)\n"
             "return y"}, without=("cross_entropy_weighted_none_total_kernel",)),
    # Smoothed one-hot rows, y[i, c] = (1 - s) [c = label[i]] + s / classes.
    "label_smoothing": Composition("one_hot", {
        "y = tl.where(offsets % CLASSES == label, 1.0, 0.0)":
            "hit = tl.where(offsets % CLASSES == label, 1.0, 0.0)\n"
            "y = hit * (1.0 - 0.1) + 0.1 / CLASSES",
        "y = torch.empty(label.shape + (10,), dtype=torch.float32, device=label.device)":
            "classes = 10\n"
            "y = torch.empty(label.shape + (classes,), dtype=torch.float32, device=label.device)",
        "=10,": "=classes,", "float()": "float() * (1.0 - 0.1) + 0.1 / 10", ", (2, 5, 7)": ""}),
    # The multi-class margin loss, mean over rows of sum_j max(0, 1 - x[label] + x[j]) / C, j other than
    # the label.
    "multi_margin": Composition("cosine_embedding", {
        "randn(N, C), torch.randint(0, 2, (N,)) * 2 - 1": "randint(0, C, (N,))", "z, label": "label",
        "z = z.contiguous()": "",
        " F.cosine_embedding_loss(x, z, label, margin=0.0,":
            " F.multi_margin_loss(x, label, p=1, margin=1.0,"}, functions=(
        "CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]", """
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
""")),
    # Negative log likelihood of log-probabilities x (N, C) at labels (N,), mean(-x[i, label[i]]).
    "nll_loss": Composition("cross_entropy", {
        "torch.randn(N, C)": "F.log_softmax(torch.randn(N, C), -1)", "cross_entropy": "nll_loss",
        "loss_ptr, y_ptr": "partial_ptr, y_ptr, n_partials", "0, n_rows": "0, n_partials",
        "rows =": "offsets =",
        "loss_ptr + rows, mask=rows < n_rows": "partial_ptr + offsets, mask=offsets < n_partials",
        "loss = torch.empty((N,), dtype=torch.float32, device=x.device)": "n_partials = triton.cdiv(N, 1024)",
        "nll_loss_kernel[(N,)](x, label, loss, C, BLOCK=1024)":
            "partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)",
        "nll_loss_total_kernel[(1,)](loss, y, N, BLOCK=1024)":
            "nll_loss_kernel[(n_partials,)](x, label, partial, N, C, BLOCK=1024)\n"
            "nll_loss_total_kernel[(1,)](partial, y, n_partials, N, BLOCK=1024)"}, functions=(
        "CASES = [(1, 2), (3, 33), (7, 100), (2000, 5)]", """
@triton.jit
def nll_loss_kernel(x_ptr, label_ptr, partial_ptr, N, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = row < N
    label = tl.load(label_ptr + row, mask=mask, other=0)
    x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)
    loss = -x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))
""")),
    # The element of each row that its label names, y[i] = f(-x[i, label[i]]): negative log likelihood,
    # not reduced.
    "nll_loss_none": Composition("nll_loss", {
        "partial_ptr": "y_ptr", "x = tl.load": "y = -tl.load", "loss = -x": "y = tl.sin(y)",
        ".store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))":
            ".store(y_ptr + row, y, mask=mask)",
        'return F.nll_loss(x, label, reduction="mean")':
            'y = F.nll_loss(x, label, reduction="none")\n'
            "y = torch.sin(y)\n"
            "return y"},
        functions=("def make(N, C):\n    return torch.randn(N, C), torch.randint(0, C, (N,))",
                   (
                       "def nll_loss_none_triton(x, label):\n"
                       "    x = x.contiguous()\n"
                       "    N, C = x.shape\n"
                       "    y = torch.empty((N,), dtype=x.dtype, device=x.device)\n"
                       "    nll_loss_none_kernel[(triton.cdiv(N, 128),)](x, label, y, N, C, BLOCK=128)\n"
                       "    return y")), without=("nll_loss_none_total_kernel",)),
    # Negative log likelihood of each position, (N, C, ...) and labels (N, ...), with weights of classes
    # and a label that counts for nothing.
    "nll_loss_options_none": Composition("nll_loss_options",
        {"partial_ptr, weight_ptr": "y_ptr",
         "tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), axis=0))\n"
         "    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))":
             "y = tl.where(counted, loss, 0.0)\n"
             "y = tl.abs(y)\n"
             "tl.store(y_ptr + offsets, y, mask=mask)",
         'return F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="mean")':
             'y = F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="none")\n'
             "y = torch.abs(y)\n"
             "return y"}, functions=("""
def nll_loss_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    n_labels, C = label.numel(), x.shape[1]
    n_inner = n_labels // x.shape[0]
    y = x.new_empty(label.shape)
    nll_loss_options_none_kernel[(triton.cdiv(n_labels, 1024),)](x, label, w, y, n_labels, C, n_inner, BLOCK=1024)
    return y
""",), without=("nll_loss_options_none_total_kernel",), breaks=()),
}
