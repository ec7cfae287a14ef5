import torch
import torch.nn as nn
import torch.nn.functional as F

CLASSES = 34
IGNORED = 33

class Model(nn.Module):
    """Nll loss spatial."""
    def __init__(self, ignore_index):
        super().__init__()
        self.ignore_index = ignore_index

    def forward(self, logp, labels):
        # logp (N, C, H, W), labels (N, H, W)
        return F.nll_loss(logp, labels, ignore_index=self.ignore_index)

def get_inputs():
    logp = torch.log_softmax(torch.randn(10, CLASSES, 400, 512), dim=1)
    labels = torch.randint(0, CLASSES, (10, 400, 512))
    return [logp, labels]

def get_init_inputs():
    return [IGNORED]
