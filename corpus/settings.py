"""The numbers that a corpus is made by: limits, times, weights of random choices, paths."""

import builtins
import keyword

from triton_ops.files import ROOT

# ---- paths ------------------------------------------------------------------------------------------------

CSV = ROOT / "training_data.csv"
JOURNALS = ROOT / ".cache"
REFUSED = ROOT / "runs" / "refused.jsonl"

# ---- size of a corpus, in pairs ---------------------------------------------------------------------------

LIMIT_WITHOUT_GPU = 2000
LIMIT_WITH_GPU = 6000
# up to so many, the kinds of families have other weights (corpus/balance.py), and families of other than the
# usual schedules stay out, unless a word names them
SMALL = 10_000
ROUND = 64  # variants of a family, on the average, between two looks at the balance
GIVE_UP_AFTER = 16  # variants of a family without a new pair in between, where the corpus has a limit
# Of a family's variants so many are judged on all test cases that the judge makes, as exemplars and answers
# are; the others briefly (docs/brief_verdicts.md).
JUDGED_IN_FULL = 8
SEVERAL_REGIONS_COUNT = 8  # towards that, of a variant of several regions: most of its family are like it

# ---- seconds ----------------------------------------------------------------------------------------------

REFERENCE_SECONDS = 20  # a reference and its trace
VARIANT_SECONDS = 90  # a whole variant, judge included; then its worker is replaced
COMPILE_SECONDS = 300  # all kernels of an answer for all targets
START_SECONDS = 300  # a worker's first verdict: as many at once as there are cores import PyTorch
PR_SET_PDEATHSIG = 1  # prctl: a signal for a process when its parent ends

# ---- memory -----------------------------------------------------------------------------------------------

COLLECTIONS = (20_000, 20, 20)  # gc.set_threshold of a process that judges: syntax trees are many objects

# ---- the order of a family's variants ---------------------------------------------------------------------

TURNS = (3, 2, 2, 1)  # of eight variants: plain, bare, thinned, any
SHORT = 50  # rows: tables of operations, dimensions and layouts; those of functions are longer
BARE_KEEPS = 0.5  # of the tables of a bare variant (dimensions, strides) keep the file's own row
THINNED_EMPTY = 0.65  # of the optional slots of a thinned variant are empty
THINNED_KEEPS = 0.4  # of its tables of more than 8 rows keep the file's own row

# ---- prompts ----------------------------------------------------------------------------------------------

WORDINGS = 3  # of a prompt, at most
ONES = 0.25  # of the variants also get a prompt with a size of 1
HALVES = 0.15  # of the variants also get a prompt in half precision
UPCASTS = 0.12  # of the variants also get one in half precision that computes in float32
# of the variants that translation would cut into several regions stay whole: kernels to read, whose prompts
# translation never makes
IN_PARTS = 0.1
SEVERAL_REGIONS = "translation cuts it into several regions"
RESERVED = {*dir(builtins), *keyword.kwlist}  # names that no kernel of an answer may get

# ---- splits -----------------------------------------------------------------------------------------------

HELD_OUT = 0.01  # of all pairs of operations are kept for the test of unseen combinations
SHARES = {"test_parameters": 0.02, "validation": 0.05}  # of all templates

# ---- checks of a corpus -----------------------------------------------------------------------------------

TARGETS = ("sm_80", "sm_90")
PASS_RATE = 0.995  # of the rows that are judged again
