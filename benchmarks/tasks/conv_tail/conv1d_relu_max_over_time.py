import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """TextCNN: one window size."""

    def __init__(self, width, filters, window):
        super().__init__()
        self.conv = nn.Conv1d(width, filters, window)

    def forward(self, emb):
        h = F.relu(self.conv(emb.transpose(1, 2)))
        return h.max(dim=-1)[0]


def get_inputs():
    return [torch.randn(256, 400, 128)]


def get_init_inputs():
    return [128, 100, 4]
