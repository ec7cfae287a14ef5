"""The training corpus: exemplars of synthetic/ expanded into variants, each executed and judged.

Other rooms use the names below; everything else is imported from its module.
"""

from corpus.extraction import load_pairs
from corpus.settings import Pair
from corpus.splits import emphasised, is_held_out, operations, split_of

__all__ = ["Pair", "emphasised", "is_held_out", "load_pairs", "operations", "split_of"]
