"""The leaky integrate-and-fire neuron: dv/dt = (i - v) / tau, with a reset at the threshold."""

import torch


def leaky_integrator(current, v, tau: float = 10.0, threshold: float = 1.0):
    spikes = torch.zeros_like(current)
    for t in range(current.shape[0]):
        v = v + (current[t] - v) / tau
        fired = (v > threshold).float()
        v = v * (1 - fired)
        spikes[t] = fired
    return spikes, v


def get_inputs():
    return [torch.randn(8, 5), torch.randn(5)]
