"""Matrices of 4 bits a weight, as a release stores them.

A weight is q * multiplier * scale: q in -7..7, one multiplier in 1..255 a group of neighbours in a row, one
scale in fp32 a row (double quantisation, Dettmers et al. 2023, QLoRA, section 3). That is 4.25 bits a weight
and a scale a row. q * multiplier stays within 1785: fp16 holds it, and so does the product that decodes int8
(`Int8Linear`), exactly.

Dimension key: R rows, C columns, G = C / GROUP groups of a row, N = GROUP, H = C / 2 bytes.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

GROUP = 32
LARGEST = 7  # of |q|
MULTIPLIERS = 255
CLIPPED = tuple(share / 20 for share in range(20, 13, -1))  # of a group's largest weight: tried as its 7


def nibbles_packed(q_RC: Tensor) -> Tensor:
    """uint8 (R, C/2) of integers in -8..7: the even columns are the low halves."""
    raised_RC = (q_RC + 8).to(torch.uint8)
    return raised_RC[:, ::2] | raised_RC[:, 1::2] << 4


def nibbles_unpacked(packed_RH: Tensor) -> Tensor:
    """int16 (R, C) of what `nibbles_packed` gives."""
    halves_RH2 = torch.stack([packed_RH & 15, packed_RH >> 4], -1)
    return halves_RH2.flatten(1).to(torch.int16) - 8


@dataclass(frozen=True)
class Int4Matrix:
    """An int4 matrix as it is stored."""

    packed_RH: Tensor
    multiplier_RG: Tensor
    scale_R1: Tensor

    @classmethod
    def of(cls, weight_RC: Tensor) -> "Int4Matrix":
        """The matrix rounded: of each group the multiplier whose squared error is least.

        Raises ValueError where rows are no whole number of groups.
        """
        R, C = weight_RC.shape
        if C % GROUP:
            raise ValueError(f"int4 needs rows of a multiple of {GROUP} weights, not {C}: use int8")
        weight_RGN = weight_RC.view(R, -1, GROUP)
        largest_RG1 = weight_RGN.abs().amax(2, keepdim=True)
        finest_R11 = largest_RG1.amax(1, keepdim=True) / (LARGEST * MULTIPLIERS)
        scale_R11 = finest_R11.clamp_min(torch.finfo(torch.float32).tiny)

        q_RGN = torch.zeros_like(weight_RGN)
        multiplier_RG1 = torch.ones_like(largest_RG1)
        least_RG1 = torch.full_like(largest_RG1, torch.inf)
        for share in CLIPPED:
            tried_RG1 = (share * largest_RG1 / LARGEST / scale_R11).round().clamp(1, MULTIPLIERS)
            step_RG1 = tried_RG1 * scale_R11
            rounded_RGN = (weight_RGN / step_RG1).round().clamp(-LARGEST, LARGEST)
            error_RG1 = (rounded_RGN * step_RG1 - weight_RGN).square().sum(2, keepdim=True)
            better_RG1 = error_RG1 < least_RG1
            q_RGN = torch.where(better_RG1, rounded_RGN, q_RGN)
            multiplier_RG1 = torch.where(better_RG1, tried_RG1, multiplier_RG1)
            least_RG1 = torch.where(better_RG1, error_RG1, least_RG1)
        packed_RH = nibbles_packed(q_RGN.view(R, C))
        return cls(packed_RH, multiplier_RG1.view(R, -1).to(torch.uint8), scale_R11.view(R, 1))

    def integers(self) -> tuple[Tensor, Tensor]:
        """(int16 (R, C), fp32 (R, 1)): weight = integer * scale, as the int8 decoder takes it."""
        multiplier_RC = self.multiplier_RG.to(torch.int16).repeat_interleave(GROUP, 1)
        return nibbles_unpacked(self.packed_RH) * multiplier_RC, self.scale_R1
