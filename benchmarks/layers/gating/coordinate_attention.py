import torch
from torch import nn


class Model(nn.Module):
    """Coordinate attention (Hou et al. 2021, arXiv:2103.02907), without its batch norm.

    f = act(W [mean over the columns; mean over the rows]),  y = x sigmoid(W_h f_h) sigmoid(W_w f_w).
    """

    def __init__(self, channels, reduced):
        super().__init__()
        self.shared = nn.Conv2d(channels, reduced, 1)
        self.rows = nn.Conv2d(reduced, channels, 1)
        self.columns = nn.Conv2d(reduced, channels, 1)

    def forward(self, x):
        h, w = x.shape[2], x.shape[3]
        z_h = x.mean(dim=3, keepdim=True)
        z_w = x.mean(dim=2, keepdim=True).transpose(2, 3)
        f = nn.functional.hardswish(self.shared(torch.cat([z_h, z_w], dim=2)))
        f_h, f_w = f.split([h, w], dim=2)
        return x * torch.sigmoid(self.rows(f_h)) * torch.sigmoid(self.columns(f_w.transpose(2, 3)))


def get_inputs():
    return [torch.randn(3, 30, 20, 28)]


def get_init_inputs():
    return [30, 9]
