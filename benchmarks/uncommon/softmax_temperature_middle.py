import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, tau, dim):
        super().__init__()
        self.tau, self.dim = tau, dim
    def forward(self, x):
        return torch.log_softmax(x / self.tau, dim=self.dim)

def get_inputs():
    return [torch.randn(16, 150, 128, 100)]

def get_init_inputs():
    return [0.7, -3]
