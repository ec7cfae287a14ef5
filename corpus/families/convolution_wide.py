"""Tables of the families of convolutions of the schedule `wide`: those of the usual one."""

from corpus.compositions.convolution_wide import STEMS
from corpus.derived_tables import Derived

# The last axis of these makes groups of one channel, which PyTorch does not round to TF32.
AXES = {"": list(range(6)), "_any_joins": list(range(8))}
GROUPED = {f"conv{rank}d{ending}": axes for rank in (1, 2, 3) for ending, axes in AXES.items()}

FAMILIES = {f"{stem}_wide": Derived(stem, axes=GROUPED.get(stem)) for stem in STEMS}
