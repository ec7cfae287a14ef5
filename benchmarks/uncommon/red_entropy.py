import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, logits):
        p = logits.softmax(-1)
        return -(p * logits.log_softmax(-1)).sum(-1)

def get_inputs():
    return [torch.randn(4096, 5000)]

def get_init_inputs():
    return []
