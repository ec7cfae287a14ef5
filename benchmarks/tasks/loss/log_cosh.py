import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, pred, target):
        """log(cosh(d)), in the form that does not overflow"""
        d = pred - target
        return (d + F.softplus(-2.0 * d) - 0.6931471805599453).mean()


def get_inputs():
    return [torch.randn(20000, 1000), torch.randn(20000, 1000)]


def get_init_inputs():
    return []
