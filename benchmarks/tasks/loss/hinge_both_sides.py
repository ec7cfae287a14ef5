import torch


def discriminator_hinge(real, fake):
    return torch.relu(1.0 - real).mean() + torch.relu(1.0 + fake).mean()


def get_inputs():
    return [torch.randn(256, 1, 128, 128), torch.randn(256, 1, 128, 128)]
