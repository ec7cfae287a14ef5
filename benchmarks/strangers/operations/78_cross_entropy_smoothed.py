import torch
import torch.nn as nn
import torch.nn.functional as F

N_TOKENS = 6144
VOCAB = 20_011

class Model(nn.Module):
    """Cross entropy smoothed."""
    def __init__(self, smoothing: float):
        super(Model, self).__init__()
        self.smoothing = smoothing

    def forward(self, logits, labels):
        return F.cross_entropy(logits, labels, label_smoothing=self.smoothing)

def get_inputs():
    logits = torch.randn(N_TOKENS, VOCAB)
    labels = torch.randint(0, VOCAB, (N_TOKENS,))
    return [logits, labels]

def get_init_inputs():
    return [0.08]
