import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, A, B, C):
        return torch.linalg.multi_dot([A, B, C])

def get_inputs():
    return [torch.randn(1024, 256), torch.randn(256, 2048), torch.randn(2048, 300)]

def get_init_inputs():
    return []
