import torch


def columns(table):
    """An input whose storage has another order."""
    return table / table.sum(0)


def get_inputs():
    return [torch.rand(14, 9).t() + 1]
