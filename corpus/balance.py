"""How many pairs each family gives: kinds of families by their weights, the families of a kind nearly
alike.
"""

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from corpus.family import Family


@dataclass(frozen=True)
class Kind:
    """A kind of families."""

    weight: int  # percent of a corpus
    small_weight: int  # percent of a corpus of at most SMALL pairs
    pattern: str  # a regular expression that the stem of a family of this kind contains


# The first kind that fits counts. People ask for convolutions, matrix products and norms, with all that
# stands around them, more than there are files of them. A small corpus trains a small model in minutes,
# which learns single operations and short programs or nothing.
KINDS = {
    "optimizer": Kind(1, 1, "_step$"),
    "gradients": Kind(8, 2, "_backward$"),
    "vocabulary": Kind(4, 11, "^single_|^pair_of_|^mask_of_|^integer_of_|^part_of_"),
    "residuals": Kind(3, 4, "^join_|^modulate_"),
    "prologues and epilogues": Kind(14, 3, "^program_(after|around|before|beside)_"),
    "programs": Kind(8, 4, "^program_|^update_of_"),
    "convolution": Kind(10, 7, "conv"),
    "matrix product": Kind(
        12,
        12,
        "matmul|^linear|^grouped_linear|bmm|addmm|matvec|vecmat|^dot|^gram|cosine_matrix|cdist|triangular|"
        "lstm|gru|mlp|^bilinear|einsum",
    ),
    "attention": Kind(4, 2, "attention|rotary|alibi|^state_"),
    "pooling": Kind(3, 5, "pool"),
    "loss": Kind(
        5,
        6,
        "loss|entropy|bce|nll|hinge|kl_div|triplet|margin|cosine|contrastive|label_smoothing",
    ),
    "scan": Kind(3, 4, "cum|^scan_|transmittance|sort|topk|kthvalue|moving"),
    "normalization": Kind(7, 8, "_norm|softmax|normalize(?!_image)|standardize|center|min_max_scale"),
    "reduction": Kind(
        7,
        10,
        "sum|mean|prod|var|^norm|max|min|any_all|any_of|_any|count|root_mean|distance|range|^ratio_|"
        "^fraction_|^reduced_|^overlap_",
    ),
    "movement": Kind(
        5,
        9,
        "pad|chunk$|roll|flip|repeat|slice|permute|transpose|stack|^cat|gather|scatter|shuffle|index|"
        "expand|diag|fold|patch|split|merge|tri[lu]|causal_mask|position|sinus|select|_picked_|"
        "^label_joins|upsample|embed|image|shift$|one_hot|diff$",
    ),
    "pointwise": Kind(6, 12, ""),
}


def family_kind(stem: str) -> str:
    """The name of the kind of a family."""
    return next(name for name, kind in KINDS.items() if re.search(kind.pattern, stem))


def shares_by_weight(
    capacity: Mapping[str, int], total: int, weights: Mapping[str, int] | None = None
) -> dict[str, int]:
    """{name: share} of `total`, by weight, alike without weights.

    No share exceeds its capacity: what one cannot hold goes to the others (water-filling).
    """
    weights = weights or dict.fromkeys(capacity, 1)
    shares = {}
    left = total
    weight_left = sum(weights[name] for name in capacity)
    for name in sorted(capacity, key=lambda name: (capacity[name] / weights[name], name)):
        shares[name] = min(capacity[name], left * weights[name] // weight_left)
        left -= shares[name]
        weight_left -= weights[name]
    return shares


def shares_in_kind(
    capacity: Mapping[str, int],
    total: int,
    weights: Mapping[str, int] | None = None,
    scheduled: Collection[str] = (),
) -> dict[str, int]:
    """{stem of a family: share} of what a kind has.

    By `weights`, or alike; but families of other than the usual schedule weigh together at most as much as
    the others: they are prompts of those once more.
    """
    weights = weights or dict.fromkeys(capacity, 1)
    groups = {}
    for stem, size in capacity.items():
        groups.setdefault(stem in scheduled, {})[stem] = size
    weight = {group: sum(weights[stem] for stem in stems) for group, stems in groups.items()}
    if len(groups) > 1:
        weight[True] = min(weight[True], weight[False])
    sizes = {group: sum(stems.values()) for group, stems in groups.items()}
    by_group = shares_by_weight(sizes, total, weight)
    shares = {}
    for group, stems in groups.items():
        shares |= shares_by_weight(stems, by_group[group], weights)
    return shares


def family_shares(
    capacity: Mapping[str, int],
    total: int,
    small: bool = False,
    weights: Mapping[str, int] | None = None,
    scheduled: Collection[str] = (),
) -> dict[str, int]:
    """{stem of a family: share} of `total`: the kinds by their weights (those of a small corpus where
    `small`), the families of a kind as `shares_in_kind` has it."""
    sizes = {}
    for stem, size in capacity.items():
        sizes.setdefault(family_kind(stem), {})[stem] = size
    by_kind = shares_by_weight(
        {name: sum(of_kind.values()) for name, of_kind in sizes.items()},
        total,
        {name: kind.small_weight if small else kind.weight for name, kind in KINDS.items()},
    )
    shares = {}
    for name, of_kind in sizes.items():
        shares |= shares_in_kind(of_kind, by_kind[name], weights, scheduled)
    return shares


def family_weights(families: Mapping[str, Family]) -> dict[str, int]:
    """{stem: its weight among the families of its kind}.

    A family of nothing but FAMILY lists functions, each a word of its own; one that others are named after,
    as matmul_binary is after matmul, holds what is used most. Those of other schedules ask the same once
    more."""
    weights = {}
    usual = [stem for stem, family in families.items() if not family.schedule]
    for stem, family in families.items():
        named_after = sum(other.startswith(f"{stem}_") for other in usual)
        is_list = list(family.tables) == ["FAMILY"]
        weights[stem] = (math.isqrt(len(family)) if is_list else 1) + math.isqrt(named_after)
    return weights
