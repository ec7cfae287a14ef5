import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, num_classes=1000):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 96, kernel_size=11, stride=4, padding=2)
    def forward(self, x):
        return self.conv1(x)

def get_inputs():
    return [torch.rand(64, 3, 224, 224)]

def get_init_inputs():
    return [1000]
