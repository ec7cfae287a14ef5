import torch


def project(points, basis):
    """(many, 64) @ (64, 48)"""
    return points @ basis


def get_inputs():
    return [torch.randn(400_000, 64), torch.randn(64, 48)]
