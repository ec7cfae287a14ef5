import torch
import torch.nn.functional as F


def robust(prediction, target):
    return F.huber_loss(prediction, target, delta=1.5)


def get_inputs():
    return [torch.randn(8192, 1024), torch.randn(8192, 1024)]
