"""Tables of the families of convolutions of the schedule `wide`: those of the usual one."""

from corpus.compositions.convolution_wide import STEMS
from corpus.derived_tables import Derived

# The last two axes of these are functions of x before the convolution, which this schedule has not, and
# groups of one channel, which PyTorch does not round to TF32.
AXES = {"": list(range(5)), "_any_joins": list(range(7))}
GROUPED = {f"conv{rank}d{ending}": axes for rank in (1, 2, 3) for ending, axes in AXES.items()}

FAMILIES = {f"{stem}_wide": Derived(stem, axes=GROUPED.get(stem)) for stem in STEMS}
