import torch
import torch.nn.functional as F


def per_channel(signal):
    """(batch, channel, time)"""
    return F.instance_norm(signal, eps=1e-4)


def get_inputs():
    return [torch.randn(64, 32, 16000)]
