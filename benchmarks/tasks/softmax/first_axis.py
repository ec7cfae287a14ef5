import torch


def column_distribution(scores):
    return scores.softmax(0)


def get_inputs():
    return [torch.randn(4096, 4096)]
