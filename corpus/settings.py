"""settings."""

import builtins
import keyword
from dataclasses import dataclass
from triton_ops import ROOT


CSV = ROOT / "training_data.csv"


JOURNALS = ROOT / ".cache"


LIMIT_WITHOUT_GPU, LIMIT_WITH_GPU = 2000, 6000  # pairs


SMALL = 10_000  # pairs: a corpus of up to so many weighs its kinds in another way


REFERENCE_SECONDS = 20  # for a reference and its trace


VARIANT_SECONDS = 90  # for a whole variant, judge included; then its worker is replaced


COMPILE_SECONDS = 300  # for all kernels of an answer and all targets


PR_SET_PDEATHSIG = 1  # prctl: a signal for us when our parent ends


START_SECONDS = (
    300  # for a worker to judge its first answer: as many at once as there are cores import PyTorch
)


ROUND = 64  # variants of a family, on the average, between two looks at the balance


SHORT = 50  # rows: tables of operations, dimensions and layouts; those of functions are longer


WORDINGS = 3  # of a prompt, at most


ONES, HALVES = 0.25, 0.15  # of the variants are also asked with a size of 1, or in half precision


TURNS = (3, 2, 2, 1)  # of eight variants of a family: plain ones, bare ones, thinned ones, and any


USUAL = 0.5  # of the tables of a bare variant (dimensions, strides), where the file's own row stays


EMPTY = 0.65  # of the optional slots of a thinned variant


LONG_USUAL = 0.4  # of its tables of more than 8 rows, where the file's own row stays


# of the variants that translation would ask for in parts are kept: kernels to read, which nobody asks for
# whole
IN_PARTS = 0.1


PATIENCE = 16  # variants in a row that give nothing new, after which a limited corpus asks other families;


# each counts as so many where translation would ask for it in parts, since most of its family are like it
IMPATIENCE = 8


RESERVED = {*dir(builtins), *keyword.kwlist}


COUPLES = 0.01  # of all couples of operations are kept for the test of unseen combinations


SEVERAL_REGIONS = "translation asks for it in parts"


SHARES = {"test_parameters": 0.02, "validation": 0.05}  # of all templates


TARGETS = ("sm_80", "sm_90")


RIGHT = 0.995  # of the rows that are judged again


# kind of a family: (what it weighs in the corpus, and in a small one, what a name holds that is of it); the
# first that fits counts.
# People ask for convolutions, matrix products and norms, with all that stands around them, more than there
# are files of them; a small
# corpus trains a small model in minutes, which learns single operations and short programs or nothing.
KINDS = {
    "optimizer": (1, 1, "_step$"),
    "vocabulary": (5, 11, "^single_|^pair_of_|^mask_of_|^integer_of_|^part_of_"),
    "joins": (4, 4, "^join_|^modulate_"),
    "surroundings": (12, 3, "^program_(after|around|before)_"),
    "programs": (10, 5, "^program_|^update_of_"),
    "convolution": (12, 7, "conv"),
    "matrix product": (
        12,
        12,
        "matmul|^linear|^grouped_linear|bmm|addmm|matvec|vecmat|^dot|^gram|cosine_matrix|cdist|triangular|lstm|gru|mlp|"
        "^bilinear|einsum",
    ),
    "attention": (4, 2, "attention|rotary|alibi"),
    "pooling": (4, 5, "pool"),
    "loss": (5, 6, "loss|entropy|bce|nll|hinge|kl_div|triplet|margin|cosine|contrastive|label_smoothing"),
    "scan": (3, 4, "cum|^scan_|transmittance|sort|topk|kthvalue|moving"),
    "normalization": (7, 8, "_norm|softmax|normalize(?!_image)|standardize|center|min_max_scale"),
    "reduction": (
        7,
        10,
        "sum|mean|prod|var|^norm|max|min|any_all|any_of|_any|count|root_mean|distance|range|^ratio_|^fraction_|^reduced_|^overlap_",
    ),
    "movement": (
        6,
        9,
        "pad|chunk$|roll|flip|repeat|slice|permute|transpose|stack|^cat|gather|scatter|shuffle|index|expand|diag|fold|patch|split|merge|"
        "tri[lu]|causal_mask|position|sinus|select|_picked_|^label_joins|upsample|embed|image|shift$|one_hot|diff$",
    ),
    "pointwise": (8, 13, ""),
}


@dataclass(frozen=True)
class Pair:
    """One row of training_data.csv."""

    python_function: str  # the reference, as in its file
    python_body: str  # its statements
    triton_code: str  # the jit functions and the host function, as in the file
    triton_body: str  # the statements of the kernel
    op: str  # the variant's name
    family: str  # stem of the file of synthetic/
    source_file: str
    variant: int  # index in its family
    prompt: str  # canonical text, what the model is asked
    alternates: (
        str  # JSON list: canonical texts of the same reference at other ranks or sizes, of the same split
    )
    answer: (
        str  # triton_code with canonical names and those of the prompt (names.py): what the model is to say
    )
    max_error: float  # against float64, on the case of its file where it is closest to what is allowed
    tolerance: float  # what was allowed there
    launches: int
    order: str  # JSON list: places of the reference's arguments as prompt and answer list them, by first use
    split: str  # train, validation, test_parameters, test_combinations
    hash: str  # of the answer's normalised AST, before it has the prompt's names
