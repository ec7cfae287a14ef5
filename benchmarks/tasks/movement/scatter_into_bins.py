import torch


def histogram(bins, weights):
    """Sums the weights of each row into 64 bins."""
    out = torch.zeros(weights.shape[0], 64, device=weights.device, dtype=weights.dtype)
    return out.scatter_add(1, bins, weights)


def get_inputs():
    return [torch.randint(0, 64, (8192, 1024)), torch.rand(8192, 1024)]
