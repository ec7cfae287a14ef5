import math
import torch


def gelu(x):
    # the tanh form, as in the first GPT code
    inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))
    return 0.5 * x * (1.0 + torch.tanh(inner))


def get_inputs():
    return [torch.randn(16, 512, 3072)]
