import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, slope):
        super().__init__()
        self.slope = slope

    def forward(self, img):
        return nn.functional.leaky_relu(img, negative_slope=self.slope)


def get_inputs():
    return [torch.randn(32, 64, 112, 112)]


def get_init_inputs():
    return [0.17]
