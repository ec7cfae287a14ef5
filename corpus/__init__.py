"""The training corpus: exemplars of synthetic/ expanded into variants, each executed and judged.

Other rooms use the names below; everything else is imported from its module.

Reading order: rewriting, layout (functions of text); tables/, draw/, axes, declarations, families/ (what is
exchanged); composition, compositions/, rescheduling, derived_tables, family (what a variant is); settings,
hashing, order, balance (which ones come first); texts, splits, pairs; dispatch_modes, references, tasks,
workers, ray_workers, journal (how one is judged); validation, extraction (the whole way); checks; spellings,
program_writer, random_programs (prompts without answers); trials, feedback (learning from execution).
"""

from corpus.pairs import Pair, extract_where_missing, load_pairs
from corpus.splits import emphasised, is_held_out, operations, split_of

__all__ = [
    "Pair",
    "emphasised",
    "extract_where_missing",
    "is_held_out",
    "load_pairs",
    "operations",
    "split_of",
]
