"""Compositions of the families of losses whose formula is drawn."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The squared error of each element, f((x - z)^2), and other losses that are not reduced.
    "loss_none": Composition("logaddexp", {
        "y = torch.logaddexp(x, z)": 'y = F.mse_loss(x, z, reduction="none")',
        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = (x - z) * (x - z)"}, without=("log1p",)),
    # A loss of three tensors alone, at ranks 1 to 5: weighted entropies, rankings, Gaussian likelihoods,
    # with their options.
    "loss_of_three": Composition("gaussian_nll", {
        "=0.0).to": "=0.5).to",
        "w = tl.maximum(w, 1e-6)\n"
        "    loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = tl.maximum(-w * (x - z), 0.0)",
        "x = x.contiguous()\n"
        "    z = z.contiguous()\n"
        "    w = w.contiguous()": "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()",
        " torch.rand(shape) + 0.1": " torch.randint(0, 2, shape) * 2.0 - 1.0"},
        functions=("CASES = [(1, 2), (3, 33), (9, 130)]",
                   (
                       "def loss_of_three_torch(x, z, w):\n"
                       '    return F.margin_ranking_loss(x, z, w, reduction="mean")'))),
    # A loss of each element of three tensors, at ranks 1 to 5: weighted entropies, rankings, Gaussian
    # likelihoods.
    "loss_of_three_none": Composition("loss_of_two_none", {
        ", torch.randn(shape)": ", torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        "y_ptr,": "w_ptr, y_ptr,",
        "loss = (x - z) * (x - z)":
            "w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
            "loss = tl.maximum(-w * (x - z), 0.0)",
        "(x, z):": "(x, z, w):", "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
        ", y": ", w, y", " F.mse_loss(x, z, reduction": " F.margin_ranking_loss(x, z, w, reduction"}),
    # A loss of a prediction and a target alone, mean((x - z)^2), at ranks 1 to 5: each as it is called,
    # with its options.
    "loss_of_two": Composition("mse_loss", {
        "mask, other=0.0": "mask, other=0.5",
        "tl.store(y_ptr, tl.sum(total, axis=0) / count)":
            "y = tl.sum(total, axis=0) / count\n"
            "y = tl.sigmoid(y)\n"
            "tl.store(y_ptr, y)",
        "x = x.contiguous()\n    z = z.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        'return F.mse_loss(x, z, reduction="mean")':
            'loss = F.mse_loss(x, z, reduction="mean")\n'
            "loss = torch.sigmoid(loss)\n"
            "return loss",
        "return torch.randn(shape), torch.randn(shape)":
            "other = ()\n"
            "return torch.randn(shape), torch.randn(shape), *other"},
        functions=("CASES = [(1, 2), (3, 33), (9, 130)]",)),
}
