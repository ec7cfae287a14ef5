"""Compositions of the families of losses of overlap and of weights."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Binary cross-entropy of probabilities p, mean(-(z * log(p) + (1 - z) * log(1 - p))).
    "bce": Composition("bce_with_logits", {
        "randn(shape)": "sigmoid(torch.randn(shape))",
        "binary_cross_entropy_with_logits": "binary_cross_entropy", "t >= 0": "-1 <= t",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)",
        "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
            "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))"}),
    # Binary cross-entropy of a probability made from x, mean(bce(f(x), z)).
    "bce_of_gate": Composition("mse_loss", {
        ", torch.randn": ", torch.rand",
        "loss = (x - z) * (x - z)":
            "x = tl.sigmoid(x)\n"
            "x = tl.minimum(tl.maximum(x, 0.01), 0.99)\n"
            "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))",
        'return F.mse_loss(x, z, reduction="mean")':
            "x = torch.sigmoid(x)\n"
            "x = torch.clamp(x, 0.01, 0.99)\n"
            'return F.binary_cross_entropy(x, z, reduction="mean")'}),
    # Binary cross-entropy of logits whose positives weigh p[c] as much, c the last dimension: rare
    # classes count more.
    "bce_pos_weight": Composition("bce_with_logits", {
        "rand(shape)": "rand(shape), torch.rand(shape[-1]) + 0.5",
        "z_ptr, partial_ptr, n_elements, BLOCK": "z_ptr, p_ptr, partial_ptr, n_elements, n_cols, BLOCK",
        "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
            "p = tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0).to(tl.float32)\n"
            "loss = (1.0 - z) * x + (1.0 + (p - 1.0) * z) * (log1p(tl.exp(-tl.abs(x))) + tl.maximum(-x, "
            "0.0))",
        "def bce_pos_weight_triton(x, z):\n"
        "    x = x.contiguous()\n"
        "    z = z.contiguous()\n"
        "    n_elements = x.numel()":
            "def bce_pos_weight_triton(x, z, p):\n"
            "    x, z, p = x.contiguous(), z.contiguous(), p.contiguous()\n"
            "    n_elements, n_cols = x.numel(), x.shape[-1]",
        "x, z, partial, n_elements, BLOCK=1024)": "x, z, p, partial, n_elements, n_cols, BLOCK=1024)",
        "z)": "z, p)", " reduction": " pos_weight=p, reduction"},
        functions=("CASES = [(1, 2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]",)),
    # Binary cross-entropy of logits with a weight an element, mean(w * bce(x, z)).
    "bce_weighted": Composition("bce_with_logits", {
        "rand(shape)": "rand(shape), torch.rand(shape)", ", partial_ptr": ", w_ptr, partial_ptr",
        "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.sin(x)\n"
            "loss = w * (tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x))))",
        "(x, z):": "(x, z, w):", "z = z.contiguous()": "z = z.contiguous()\nw = w.contiguous()",
        ", partial": ", w, partial"}, functions=("""
def bce_weighted_torch(x, z, w):
    x = torch.sin(x)
    return F.binary_cross_entropy_with_logits(x, z, weight=w, reduction="mean")
""",)),
    # A loss of a prediction, a target and a weight whose shapes differ, mean(w * (x - z)^2): quantiles,
    # weights of classes, of samples, of pixels.
    "broadcast_loss": Composition("loss_of_two", {
        "z": "z, w", " z.contiguous()": " z.contiguous(), w.contiguous()",
        "n_elements = x.numel()":
            "n_elements = x.numel()\n"
            "z_step, z_size = 1, n_elements\n"
            "w_step, w_size = 1, x.shape[-1]",
        "x, z, partial, n_elements, BLOCK=1024)":
            "x, z, w, partial, n_elements, z_step, z_size, w_step, w_size, BLOCK=1024)"},
        functions=(
            "def make(*shape):\n    return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])",
            (
                "def broadcast_loss_torch(x, z, w):\n"
                "    x = w * (x - z) ** 2\n"
                "    y = x.mean()\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"),
            (
                "@triton.jit\n"
                "def broadcast_loss_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, z_step, z_size, "
                "w_step, w_size, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets // z_step % z_size, mask=mask, "
                "other=0.5).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets // w_step % w_size, mask=mask, "
                "other=0.5).to(tl.float32)\n"
                "    x = w * ((x - z) * (x - z))\n"
                "    x = tl.where(mask, x, 0.0)  # a lane past the end has computed the loss of what it "
                "loaded instead\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))"))),
    # The Dice loss of each map, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over trailing
    # dimensions, and its relatives (IoU, Tversky).
    "dice_loss_rows": Composition("dice_loss_channel", {
        "dims = (0, *range(2, x.dim()))": "", "=dims": "=(-2, -1)",
        "n_outer, n_channels = x.shape[:2]": "n_inner = x.shape[-2] * x.shape[-1]",
        "n_inner = x.numel() // (n_outer * n_channels)": "n_rows = x.numel() // n_inner",
        "(n_channels)": "(x.shape[:-2])",
        "dice_loss_rows_kernel[(n_channels,)](x, z, y, n_outer, n_inner, BLOCK=block)":
            "dice_loss_rows_kernel[(n_rows,)](x, z, y, n_inner, BLOCK=block)",
        "n_outer, ": "", "channel": "row", "(0)": "(0).to(tl.int64)",
        "for outer in range(0, n_outer):\n"
        "        piece = (outer * tl.num_programs(0).to(tl.int64) + channel) * n_inner\n"
        "        for start in range(0, n_inner, BLOCK):\n"
        "            inner = start + tl.arange(0, BLOCK)\n"
        "            mask = inner < n_inner\n"
        "            x = tl.load(x_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)\n"
        "            z = tl.load(z_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)\n"
        "            x = tl.sigmoid(x)\n"
        "            common += tl.where(mask, x * z, 0.0)\n"
        "            left += tl.where(mask, x, 0.0)\n"
        "            right += tl.where(mask, z, 0.0)":
            "for start in range(0, n_inner, BLOCK):\n"
            "    inner = start + tl.arange(0, BLOCK)\n"
            "    mask = inner < n_inner\n"
            "    x = tl.load(x_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "    z = tl.load(z_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "    x = tl.sigmoid(x)\n"
            "    common += tl.where(mask, x * z, 0.0)\n"
            "    left += tl.where(mask, x, 0.0)\n"
            "    right += tl.where(mask, z, 0.0)"},
        functions=("CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",)),
    # The focal loss, mean(a * (1 - p)^2 * ce) with ce the binary cross-entropy of logits x and p =
    # exp(-ce), in the forms that people write.
    "focal_loss": Composition("bce_with_logits", {
        "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
            "ce = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))\n"
            "t = 1.0 - tl.exp(-ce)\n"
            "loss = 0.25 * (t * t) * ce",
        "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        'return F.binary_cross_entropy_with_logits(x, z, reduction="mean")':
            'ce = F.binary_cross_entropy_with_logits(x, z, reduction="none")\n'
            "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce\n"
            "return loss.mean()"},
        functions=("CASES = [(1, 2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]",)),
    # A loss weighted element by element, mean(w * (x - z)^2).
    "weighted_loss": Composition("margin_ranking", {
        "randint(0, 2, shape) * 2.0 - 1.0": "randn(shape)",
        "loss = tl.maximum(-w * (x - z) + 0.0, 0.0)": "w = tl.sigmoid(w)\nloss = w * ((x - z) * (x - z))",
        'return F.margin_ranking_loss(x, z, w, margin=0.0, reduction="mean")':
            "w = torch.sigmoid(w)\n"
            "loss = w * (x - z) ** 2\n"
            "return loss.mean()"}),
}
