import torch


def relu_attention(q, k, v):
    """Softmax replaced by ReLU / length (Wortsman et al. 2023)."""
    a = torch.relu(q @ k.mT * q.shape[-1] ** -0.5) / k.shape[-2]
    return a @ v


def get_inputs():
    return [torch.randn(4, 8, 768, 64) for _ in range(3)]
