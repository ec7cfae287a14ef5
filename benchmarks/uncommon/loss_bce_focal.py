import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Focal loss of logits."""
    def __init__(self, alpha, gamma):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma
    def forward(self, logits, y):
        p = torch.sigmoid(logits)
        ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
        pt = p * y + (1 - p) * (1 - y)
        at = self.alpha * y + (1 - self.alpha) * (1 - y)
        return (at * ce * (1 - pt) ** self.gamma).sum()

def get_inputs():
    return [torch.randn(16, 80, 100, 100), torch.randint(0, 2, (16, 80, 100, 100)).float()]

def get_init_inputs():
    return [0.25, 2.0]
