"""Compositions of the families of losses of values, scores and distances."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The mean squared error of f(x) against z, mean((f(x) - z)^2), and the losses that grow more slowly.
    "activated_loss": Composition("mse_loss", {
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.sin(x)",
        "def activated_loss_torch(x, z):":
            "def activated_loss_torch(x, z):\n"
            "    x = torch.sin(x)"}),
    # The contrastive loss of pairs: d^2 where the label is 1, max(margin - d, 0)^2 where it is 0, d the
    # rows' distance.
    "contrastive": Composition("cosine_embedding", {"(0, 2, (N,)) * 2 - 1": "(0, 2, (N,))"}, functions=("""
def contrastive_torch(x, z, label):
    d = torch.sqrt(((x - z) ** 2).sum(dim=-1) + 1e-6)
    y = torch.where(label > 0, d ** 2, torch.relu(2.0 - d) ** 2)
    return y.mean()
""", """
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
""")),
    # One minus the cosine of matching rows, averaged: mean(1 - cos(x[i], z[i])).
    "cosine_loss": Composition("cosine_embedding", {
        ", torch.randint(0, 2, (N,)) * 2 - 1": "", "label_ptr, y_ptr": "y_ptr",
        "x_square = tl.sum(xx, axis=0) + 1e-12  # 1e-12 is PyTorch's guard against a row of zeros\n"
        "    z_square = tl.sum(zz, axis=0) + 1e-12\n"
        "    cosine = tl.sum(xz, axis=0) / tl.sqrt(x_square * z_square)\n"
        "    label = tl.load(label_ptr + row)\n"
        "    y = tl.where(label == 1, 1.0 - cosine, tl.where(label == -1, tl.maximum(cosine - 0.0, 0.0), "
        "0.0))":
            "x_norm = tl.maximum(tl.sqrt(tl.sum(xx, axis=0)), 1e-8)\n"
            "z_norm = tl.maximum(tl.sqrt(tl.sum(zz, axis=0)), 1e-8)\n"
            "y = tl.sum(xz, axis=0) / (x_norm * z_norm)\n"
            "y = 1.0 - y",
        "(x, z, label):": "(x, z):", "label, loss": "loss"}, functions=("""
def cosine_loss_torch(x, z):
    y = F.cosine_similarity(x, z, dim=-1)
    y = 1.0 - y
    return y.mean()
""",)),
    # The quantile loss, mean(max(q * d, (q - 1) * d)) with d = z - x, and the losses that PyTorch has no
    # name for.
    "custom_loss": Composition("custom_loss_of_activation", {"x = torch.sin(x)": "", "x = tl.sin(x)": ""}),
    # A loss of f(x) against z, here the quantile loss, and the others that PyTorch has no name for.
    "custom_loss_of_activation": Composition("mse_loss", {
        "loss = (x - z) * (x - z)":
            "x = tl.sin(x)\n"
            "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))",
        'return F.mse_loss(x, z, reduction="mean")':
            "x = torch.sin(x)\n"
            "loss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))\n"
            "return loss.mean()"}),
    # Negative log likelihood of z under a normal law of mean x and variance w, mean((log(w) + (x - z)^2 /
    # w) / 2).
    "gaussian_nll": Composition("margin_ranking", {
        "x = tl.sin(x)": "w = tl.maximum(w, 1e-6)",
        "loss = tl.maximum(-w * (x - z) + 0.0, 0.0)": "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)",
        "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)",
        " torch.randint(0, 2, shape) * 2.0 - 1.0": " torch.rand(shape) + 0.1"},
        functions=((
                       "def gaussian_nll_torch(x, z, w):\n"
                       "    w = torch.clamp(w, min=1e-6)\n"
                       "    loss = 0.5 * (torch.log(w) + (x - z) ** 2 / w)\n"
                       "    return loss.mean()"),)),
    # The hinge loss of scores x with labels z of -1 or 1, mean(max(1 - x * z, 0)), and its relatives.
    "hinge": Composition("mse_loss", {
        ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
        "(x - z) * (x - z)": "tl.maximum(1.0 - x * z, 0.0)",
        'return F.mse_loss(x, z, reduction="mean")':
            "loss = torch.relu(1.0 - x * z)\n"
            "return loss.mean()"},
        functions=("CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]",)),
    # The hinge embedding loss of distances x: x where the label z is 1, max(margin - x, 0) where it is
    # -1, averaged.
    "hinge_embedding": Composition("activated_loss", {
        ", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
        'mse_loss(x, z, reduction="mean")': 'hinge_embedding_loss(x, z, margin=1.0, reduction="mean")',
        "(x - z) * (x - z)":
            "tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"}),
    # The hinge loss of a score f(x) with labels z of -1 or 1, mean(max(1 - f(x) * z, 0)), and its
    # relatives.
    "hinge_of_score": Composition("custom_loss_of_activation",
        {", torch.randn(shape)": ", torch.randint(0, 2, shape) * 2.0 - 1.0",
         "loss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = torch.relu(1.0 - x * z)",
         "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)"}),
    # Kullback-Leibler divergence of log-probabilities x from a target z, mean(z * (log(z) - x)).
    "kl_div": Composition("mse_loss", {
        "mse_loss": "kl_div",
        "(x - z) * (x - z)": "tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x",
        "return torch.randn(shape), torch.randn(shape)":
            "return F.log_softmax(torch.randn(shape), -1), torch.softmax(torch.randn(shape), -1)"},
        functions=("CASES = [(2, 3), (3, 33), (7, 300), (2, 3, 65)]",)),
    # The mean logarithm of one plus the error, mean(log(1 + |x - z|)), and other losses made of such a
    # logarithm.
    "log_loss": Composition("log_loss_of_activation", {"x = torch.sin(x)": "", "x = tl.sin(x)": ""}),
    # The mean logarithm of one plus the error of f(x), and other losses made of such a logarithm.
    "log_loss_of_activation": Composition("bce_with_logits",
        {"rand": "randn",
         "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
             "x = tl.sin(x)\n"
             "loss = log1p(tl.abs(x - z))",
         'return F.binary_cross_entropy_with_logits(x, z, reduction="mean")':
             "x = torch.sin(x)\n"
             "loss = torch.log1p(torch.abs(x - z))\n"
             "return loss.mean()"}),
    # The ranking loss: x should exceed z where w is 1, z exceed x where w is -1: mean(max(-w * (x - z) +
    # margin, 0)).
    "margin_ranking": Composition("mse_loss", {
        ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        ", partial_ptr": ", w_ptr, partial_ptr",
        "loss = (x - z) * (x - z)":
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.sin(x)\n"
            "loss = tl.maximum(-w * (x - z) + 0.0, 0.0)",
        "(x, z):": "(x, z, w):", "z = z.contiguous()": "z = z.contiguous()\nw = w.contiguous()",
        ", partial": ", w, partial"}, functions=("""
def margin_ranking_torch(x, z, w):
    x = torch.sin(x)
    return F.margin_ranking_loss(x, z, w, margin=0.0, reduction="mean")
""",)),
    # Negative log likelihood of counts z under a Poisson law of rate exp(x), mean(exp(x) - z * x).
    "poisson_nll": Composition("activated_loss", {
        ", torch.randn(shape)": ", torch.randint(0, 6, shape).float()", "mse_loss": "poisson_nll_loss",
        "(x - z) * (x - z)": "tl.exp(x) - z * x"}),
    # The logistic loss of scores x with labels z of -1 or 1, mean(log(1 + exp(-x * z))), as PyTorch names
    # it.
    "soft_margin": Composition("bce_with_logits", {
        "rand(shape)": "randint(0, 2, shape) * 2.0 - 1.0",
        "binary_cross_entropy_with_logits": "soft_margin_loss",
        "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
            "d = -x * z\n"
            "loss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"}),
    # The triplet loss of an anchor x, a positive z and a negative w: mean(max(|x - z| - |x - w| + margin,
    # 0)).
    "triplet": Composition("triplet_squared", {
        "(x - z) * (x - z)": "tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)",
        "(x - w) * (x - w)": "tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)",
        "near = tl.sum(near, axis=0)": "near_distance = tl.sqrt(tl.sum(near, axis=0))",
        "far = tl.sum(far, axis=0)": "far_distance = tl.sqrt(tl.sum(far, axis=0))",
        "near - far": "near_distance - far_distance",
        "return torch.randn(N, C), torch.randn(N, C), torch.randn(N, C)":
            "x = torch.randn(N, C)\n"
            "return x, x + 0.1 * torch.randn(N, C), x + 0.1 * torch.randn(N, C)"}, functions=("""
def triplet_torch(x, z, w):
    return F.triplet_margin_loss(x, z, w, margin=1.0, reduction="mean")
""",)),
}
