"""Compositions of the families of losses whose formula is drawn."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The squared error of each element, f((x - z)^2), and other losses that are not reduced.
    "loss_none": Composition("logaddexp", {
        "y = torch.logaddexp(x, z)": 'y = F.mse_loss(x, z, reduction="none")',
        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = (x - z) * (x - z)"}, without=("log1p",)),
    # A loss of three tensors alone, at ranks 1 to 5: weighted entropies, rankings, Gaussian likelihoods,
    # with their options.
    "loss_of_three": Composition("mse_loss", {
        ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"},
        functions=(
        "CASES = [(1, 2), (3, 33), (9, 130)]", """
def loss_of_three_torch(x, z, w):
    return F.margin_ranking_loss(x, z, w, reduction="mean")
""", """
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
""", """
def loss_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    loss_of_three_kernel[(n_partials,)](x, z, w, partial, n_elements, BLOCK=1024)
    loss_of_three_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y
""")),
    # A loss of each element of three tensors, at ranks 1 to 5: weighted entropies, rankings, Gaussian
    # likelihoods.
    "loss_of_three_none": Composition("loss_of_two_none", {
        ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        "y_ptr,": "w_ptr, y_ptr,",
        "loss = (x - z) * (x - z)":
            "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
            "loss = tl.maximum(-w * (x - z), 0.0)",
        "(x, z):": "(x, z, w):", "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
        ", y": ", w, y"}, functions=("""
def loss_of_three_none_torch(x, z, w):
    return F.margin_ranking_loss(x, z, w, reduction="none")
""",)),
    # A loss of a prediction and a target alone, mean((x - z)^2), at ranks 1 to 5: each as it is called,
    # with its options.
    "loss_of_two": Composition("mse_loss", {
        "mask, other=0.0": "mask, other=0.5",
        "tl.store(y_ptr, tl.sum(total, axis=0) / count)":
            "y = tl.sum(total, axis=0) / count\n"
            "y = tl.sigmoid(y)\n"
            "tl.store(y_ptr, y)",
        "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()"},
        functions=(
        "CASES = [(1, 2), (3, 33), (9, 130)]", """
def make(*shape):
    other = ()
    return torch.randn(shape), torch.randn(shape), *other
""", """
def loss_of_two_torch(x, z):
    loss = F.mse_loss(x, z, reduction="mean")
    loss = torch.sigmoid(loss)
    return loss
""")),
}
