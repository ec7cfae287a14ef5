import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.register_buffer("w", torch.linspace(0.1, 1.0, classes))
    def forward(self, x, y):
        return F.nll_loss(F.log_softmax(x, 1), y, weight=self.w, reduction="sum")

def get_inputs():
    return [torch.randn(8192, 345), torch.randint(0, 345, (8192,))]

def get_init_inputs():
    return [345]
