"""synthetic/ -> training_data.csv: pairs of question and answer, each of them executed and judged.

    python extract_training_data.py                     # a balanced corpus of the size that suits this machine
    python extract_training_data.py --limit 500 soft    # 500 pairs from the files whose name holds `soft`
    python extract_training_data.py --all --minutes 240 # every variant, for as long as four hours
    python extract_training_data.py --seed 1 --beside training_data.csv --out more.csv   # pairs that are not there yet
    python extract_training_data.py --check 5000 --device cuda  # rows of the corpus, of all families, judged again on the GPUs
    python extract_training_data.py --compile           # every kernel structure of the corpus, for sm_80 and sm_90
    python extract_training_data.py --cross-wire 1000   # question of one pair, answer of another: all to be refused

A file of synthetic/ that run_all_tests.py passes is expanded into its variants (synthetic/harness.py). A variant
becomes a pair if graph.py can say its reference as a question, that question computes what the reference computes,
verify.py accepts its answer, and neither question nor answer (names and docstrings aside) stands in the corpus
already. Every verdict goes to a journal at once, so that nothing is judged twice: not after a kill, not when
another limit is asked for. The corpus is a function of the sources, the seed and the limit.

One process keeps the books; its forks, as many as there are cores, expand, trace and judge. What they are given is the
number of a variant, what they give back is a finished row: the books cost a small part of a millisecond a pair.

Reading order: variants, their order and shares, texts, splits, the worker's side, the workers, journals, the corpus,
rows judged again, compilation, cross-wiring, commands.
"""
import argparse
import ast
import builtins
import contextlib
import csv
import ctypes
import functools
import hashlib
import inspect
import itertools
import json
import keyword
import math
import multiprocessing
import operator
import os
import random
import re
import signal
import subprocess
import symtable
import sys
import tempfile
import textwrap
import time
from collections import Counter, defaultdict, deque
from dataclasses import asdict, dataclass, fields
from itertools import islice, zip_longest
from multiprocessing.connection import wait
from pathlib import Path

import run_all_tests
from run_all_tests import CORES, REPORT, ROOT, SYNTHETIC, replacing

CSV = ROOT / "training_data.csv"
JOURNALS = ROOT / ".cache"
JUDGE_FILES = [ROOT / name for name in run_all_tests.JUDGE]
LIMIT_WITHOUT_GPU, LIMIT_WITH_GPU = 2000, 6000  # pairs
SMALL = 10_000        # pairs: a corpus of up to so many weighs its kinds in another way
OUR_SECONDS = 20      # for a reference and its trace
VARIANT_SECONDS = 90  # for a whole variant, judge included; then its worker is replaced
COMPILE_SECONDS = 300 # for all kernels of an answer and all targets
PR_SET_PDEATHSIG = 1  # prctl: a signal for us when our parent ends
START_SECONDS = 300   # for a worker to judge its first answer: as many at once as there are cores import PyTorch
ROUND = 64            # variants of a family, on the average, between two looks at the balance
SHORT = 50            # rows: tables of operations, dimensions and layouts; those of functions are longer
WORDINGS = 3          # of a question, at most
ONES, HALVES = 0.25, 0.15   # of the variants are also asked with a size of 1, or in half precision
TURNS = (3, 2, 2, 1)  # of eight variants of a family: plain ones, bare ones, thinned ones, and any
USUAL = 0.5           # of the tables of a bare variant (dimensions, strides), where the file's own row stays
EMPTY = 0.65          # of the optional slots of a thinned variant
LONG_USUAL = 0.4      # of its tables of more than 8 rows, where the file's own row stays
IN_PARTS = 0.1        # of the variants that translation would ask for in parts are kept: kernels to read, which nobody asks for whole
PATIENCE = 16         # variants in a row that give nothing new, after which a limited corpus asks other families;
IMPATIENCE = 8        # each counts as so many where translation would ask for it in parts, since most of its family are like it
RESERVED = {*dir(builtins), *keyword.kwlist}
COUPLES = 0.01        # of all couples of operations are kept for the test of unseen combinations
PARTED = "translation asks for it in parts"
SHARES = {"test_parameters": 0.02, "validation": 0.05}   # of all templates
TARGETS = ("sm_80", "sm_90")
RIGHT = 0.995         # of the rows that are judged again

# kind of a family: (what it weighs in the corpus, and in a small one, what a name holds that is of it); the first that fits counts.
# People ask for convolutions, matrix products and norms, with all that stands around them, more than there are files of them; a small
# corpus trains a small model in minutes, which learns single operations and short programs or nothing.
KINDS = {
    "optimizer": (1, 1, "_step$"),
    "vocabulary": (5, 11, "^single_|^pair_of_|^mask_of_|^integer_of_|^part_of_"),
    "joins": (4, 4, "^join_|^modulate_"),
    "surroundings": (12, 3, "^program_(after|around|before)_"),
    "programs": (10, 5, "^program_|^update_of_"),
    "convolution": (12, 7, "conv"),
    "matrix product": (12, 12, "matmul|^linear|^grouped_linear|bmm|addmm|matvec|vecmat|^dot|^gram|cosine_matrix|cdist|triangular|lstm|gru|mlp|"
                               "^bilinear|einsum"),
    "attention": (4, 2, "attention|rotary|alibi"),
    "pooling": (4, 5, "pool"),
    "loss": (5, 6, "loss|entropy|bce|nll|hinge|kl_div|triplet|margin|cosine|contrastive|label_smoothing"),
    "scan": (3, 4, "cum|^scan_|transmittance|sort|topk|kthvalue|moving"),
    "normalization": (7, 8, "_norm|softmax|normalize(?!_image)|standardize|center|min_max_scale"),
    "reduction": (7, 10, "sum|mean|prod|var|^norm|max|min|any_all|any_of|_any|count|root_mean|distance|range|^ratio_|^fraction_|^reduced_|^overlap_"),
    "movement": (6, 9, "pad|chunk$|roll|flip|repeat|slice|permute|transpose|stack|^cat|gather|scatter|shuffle|index|expand|diag|fold|patch|split|merge|"
                       "tri[lu]|causal_mask|position|sinus|select|_picked_|^label_joins|upsample|embed|image|shift$|one_hot|diff$"),
    "pointwise": (8, 13, ""),
}


@dataclass(frozen=True)
class Pair:
    """One row of training_data.csv."""
    python_function: str   # the reference, as in its file
    python_body: str       # its statements
    triton_code: str       # the jit functions and the host function, as in the file
    triton_body: str       # the statements of the kernel
    op: str                # the variant's name
    family: str            # stem of the file of synthetic/
    source_file: str
    variant: int           # index in its family
    question: str          # canonical text, what the model is asked
    alternates: str        # JSON list: canonical texts of the same reference at other ranks or sizes, of the same split
    answer: str            # triton_code with canonical names and those of the question (names.py): what the model is to say
    max_error: float       # against float64, on the case of its file where it is closest to what is allowed
    allowance: float       # what was allowed there
    launches: int
    order: str             # JSON list: places of the reference's arguments as question and answer list them, by first use
    split: str             # train, validation, test_parameters, test_combinations
    hash: str              # of the answer's normalised AST, before it has the question's names


# ---- variants, and the order in which a family gives them ------------------------------------------------------

def share(text):
    """A number in [0, 1) that is always the same for `text`."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def permuted(size, seed):
    """The numbers 0 .. size-1 in an order drawn by `seed`, one at a time: a Feistel network, nothing is stored."""
    half = max(1, ((size - 1).bit_length() + 1) // 2)  # bits of either half
    mask = (1 << half) - 1

    def scramble(index):
        left, right = index >> half, index & mask
        for turn in range(4):
            mixed = hashlib.blake2b(f"{seed}/{turn}/{right}".encode(), digest_size=8).digest()
            left, right = right, left ^ (int.from_bytes(mixed, "big") & mask)
        return left << half | right

    for index in range(1 << 2 * half):
        image = scramble(index)
        if image < size:
            yield image


def taking_turns(*lists):
    """The first of each list, then the second of each, and so on."""
    return [item for turn in zip_longest(*lists) for item in turn if item is not None]


def drawn(items, rng, place_of):
    """`items` in random order, those with a low place mostly early."""
    return sorted(items, key=lambda item: rng.expovariate(1) * (1 + place_of(item)))


def plain_indices(family, seed=0):
    """The file as it stands, then what differs from its plain form in one table, or in two or three short ones: an operation, a dimension.

    Its plain form takes the row `plain` of each table that has one. Rows of short tables come first; couples and triples of
    them then take turns with the rows of the long ones, in an order that `seed` draws. What stands first in its table is asked
    for most, so it mostly comes first.
    """
    strides = itertools.accumulate((len(axis) for axis in family.axes), operator.mul, initial=1)
    plain, steps, rng = 0, [], random.Random(f"{family.stem}/{seed}")
    for axis, stride in zip(family.axes, strides):
        row = list(axis).index("plain") if "plain" in axis else 0
        plain += row * stride
        steps.append([(other - row) * stride for other in range(len(axis)) if other != row])
    short, long = ([step for step in steps if (len(step) < SHORT) == wanted] for wanted in (True, False))

    def together(number, first=None):
        rows = [list(enumerate(step[:first])) for step in short]
        sets = [rows for tables in itertools.combinations(rows, number) for rows in itertools.product(*tables)]
        return [sum(step for _, step in rows) for rows in drawn(sets, rng, lambda rows: sum(place for place, _ in rows))]

    single = taking_turns(*([step for _, step in drawn(enumerate(steps), rng, lambda row: row[0])] for steps in long))
    after = [0, *taking_turns(*short), *taking_turns(single[::2], together(2), single[1::2], together(3, 2))]
    return list(dict.fromkeys([0, *(plain + step for step in after)]))


def thinned(family, index):
    """The variant of `index` with most of its optional slots empty, and often the file's own row of a long table.

    Filled, as nearly all of them are in a product, slots make long programs; and rows of a long table hide what is asked for most.
    """
    thin, stride, rest = index, 1, index
    for place, axis in enumerate(family.axes):
        rest, row = divmod(rest, len(axis))
        usual = EMPTY if axis.get("") else LONG_USUAL if "" in axis and len(axis) > 8 else 0
        if share(f"{family.stem} {index} {place}") < usual:
            thin -= row * stride
        stride *= len(axis)
    return thin


def bare_indices(family, seed):
    """What asks about the heavy operation alone: slots empty, or with one operation where they cannot be; the other tables in any combination.

    A longer program that nothing answers is cut into such pieces, so they matter more than their share in a product. Where
    two slots cannot be empty, no variant is a single operation.
    """
    from synthetic.harness import Slot

    rows = [axis.bare if isinstance(axis, Slot) else range(len(axis)) for axis in family.axes]
    if sum("" not in axis for axis in family.axes if isinstance(axis, Slot)) > 1 or not all(map(len, rows)):
        return
    strides = list(itertools.accumulate((len(axis) for axis in family.axes), operator.mul, initial=1))
    for number in permuted(math.prod(map(len, rows)), f"{family.stem}/{seed}/bare"):
        index, rest = 0, number
        for place, (axis, few, stride) in enumerate(zip(family.axes, rows, strides)):
            rest, row = divmod(rest, len(few))
            options = not isinstance(axis, Slot) and (place or "FAMILY" not in family.tables)
            row = 0 if options and share(f"{family.stem} {seed} {number} {place} bare") < USUAL else row
            index += few[row] * stride
        yield index


def order(family, seed):
    """Every index of `family` once: the plain variants, which people ask for most, in turn with bare ones, thinned ones and the rest."""
    any_order = functools.partial(permuted, len(family))
    thin = (thinned(family, index) for index in any_order(f"{family.stem}/{seed}/thin"))
    sources, given = [plain_indices(family, seed), bare_indices(family, seed), thin, any_order(f"{family.stem}/{seed}")], set()

    def fresh(indices):
        for index in indices:
            if index not in given:
                given.add(index)
                yield index

    sources = list(map(fresh, sources))
    while taken := [index for source, number in zip(sources, TURNS) for index in islice(source, number)]:
        yield from taken


def kind_of(stem):
    """The kind of the family of a file."""
    return next(kind for kind, (*_, pattern) in KINDS.items() if re.search(pattern, stem))


def water_fill(capacity, total, weights=None):
    """{name: share} of `total`: by weight, equal without; none above its capacity, what one cannot hold goes to the others."""
    weights = weights or dict.fromkeys(capacity, 1)
    shares, left, weight = {}, total, sum(weights[name] for name in capacity)
    for name in sorted(capacity, key=lambda name: (capacity[name] / weights[name], name)):
        shares[name] = min(capacity[name], left * weights[name] // weight)
        left, weight = left - shares[name], weight - weights[name]
    return shares


def balanced(capacity, total, small=False, weights=None):
    """{family: share} of `total`: the kinds by their weights (those of a `small` corpus), the families of a kind by `weights`, or alike."""
    kinds = {}
    for stem, size in capacity.items():
        kinds.setdefault(kind_of(stem), {})[stem] = size
    of_kinds = water_fill({kind: sum(sizes.values()) for kind, sizes in kinds.items()}, total, {kind: row[small] for kind, row in KINDS.items()})
    return {stem: number for kind, sizes in kinds.items() for stem, number in water_fill(sizes, of_kinds[kind], weights).items()}


# ---- texts -----------------------------------------------------------------------------------------------------

def functions_of(text):
    """The module-level functions of `text`, as ast nodes, by name."""
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def undocumented(node):
    """The statements of a function, its docstring left out."""
    documented = ast.get_docstring(node, clean=False) is not None
    return node.body[documented:]


def body_text(text, name):
    """The statements of function `name` of `text`, as written, moved to the left margin."""
    statements = undocumented(functions_of(text)[name])
    return textwrap.dedent("\n".join(text.split("\n")[statements[0].lineno - 1:statements[-1].end_lineno]))


def kernel_name(variant):
    """The jit function that carries the variant's name: `<name>_kernel`, or else its last one."""
    jitted = [name for name, node in functions_of(variant.answer).items() if node.decorator_list]
    return next((name for name in jitted if name == f"{variant.name}_kernel"), jitted[-1])


def scopes(text):
    """{function: the names that it uses or binds, in order of appearance, as symtable entries} of a module's functions."""
    def symbols(table):
        return [*table.get_symbols(), *(symbol for inner in table.get_children() for symbol in symbols(inner))]

    return {table.get_name(): symbols(table) for table in symtable.symtable(text, "<answer>", "exec").get_children()}


def canonical_answer(variant):
    """The answer as the model is to write it: `<name>_triton` is `translated`, kernels lose the prefix `<name>_`."""
    from synthetic.harness import rename

    functions = scopes(variant.answer)
    names = {old: old[len(variant.name) + 1:] for old in functions if old.startswith(f"{variant.name}_")}
    names[f"{variant.name}_triton"] = "translated"
    taken = {symbol.get_name() for symbols in functions.values() for symbol in symbols} | RESERVED
    clashes = sorted(taken & set(names.values()))
    if clashes:
        raise ValueError(f"without the prefix {variant.name}_, two things are called {', '.join(clashes)}")
    return rename(variant.answer, names)


class Renamed(ast.NodeTransformer):
    """Gives the names that a module binds numbers, function by function, so that only what it does remains."""

    def __init__(self, text):
        functions = scopes(text)
        self.functions = {name: f"f{number}" for number, name in enumerate(functions)}
        self.locals = {name: self.numbered(symbols) for name, symbols in functions.items()}
        self.current = {}

    @staticmethod
    def numbered(symbols):
        bound = dict.fromkeys(symbol.get_name() for symbol in symbols if symbol.is_local())
        return {name: f"v{number}" for number, name in enumerate(bound)}

    def visit_FunctionDef(self, node):
        self.current = self.locals.get(node.name, {})
        node.name, node.body = self.functions.get(node.name, node.name), undocumented(node)
        return self.generic_visit(node)

    def visit_Call(self, node):
        callee = node.func.value if isinstance(node.func, ast.Subscript) else node.func  # kernel[grid](...)
        parameters = self.locals.get(getattr(callee, "id", None), {})
        for named in node.keywords:
            named.arg = parameters.get(named.arg, named.arg)
        return self.generic_visit(node)

    def visit_Name(self, node):
        node.id = self.current.get(node.id) or self.functions.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.current[node.arg]
        return self.generic_visit(node)


def answer_hash(answer):
    """Hash of what `answer` does: names, comments, docstrings and layout do not count; constants do."""
    return hashlib.sha256(ast.dump(Renamed(answer).visit(ast.parse(answer))).encode()).hexdigest()


# ---- splits: by the question's text alone ------------------------------------------------------------------------

def operations(question):
    """The operations of a canonical question, in order."""
    return tuple(re.findall(r"^ *\w+(?:, *\w+)* = (\w+)\(", question, re.MULTILINE))


def is_held_out(couple):
    """Whether no question that holds both of these operations, in whatever order, may be trained on."""
    return share("couple 4 " + " ".join(sorted(couple))) < COUPLES


def template(question):
    """What near-copies share: the operations and their wiring. Sizes, ranks, dtypes of arguments and numbers are left out."""
    body = question.partition("\n")[2]
    body = re.sub(r"(?<![\w.])(?:-?\d+(?:\.\d*)?(?:e[-+]?\d+)?|-?inf|nan|[A-Z]\d*)(?![\w.])", "#", body)
    return re.sub(r"#(?:(?:, | ?[-+*/]+ ?)#)+", "#", body).replace("[#]", "#")


def split_of(question):
    """The split of a question, from its text alone.

    Of all couples of operations a few are held out: a question that holds both of one belongs to the test of unseen
    combinations, wherever they stand in it and whatever else it holds, so nothing that is trained on shows them
    together. Of the others, all questions of one template go together into training, validation or the test of unseen
    parameters. One operation by itself is vocabulary, and always trained on.
    """
    names = operations(question)
    if len(names) < 2:
        return "train"
    if any(map(is_held_out, itertools.combinations(sorted(set(names)), 2))):
        return "test_combinations"
    drawn = share("template " + template(question))
    if drawn < SHARES["test_parameters"]:
        return "test_parameters"
    return "validation" if drawn < SHARES["test_parameters"] + SHARES["validation"] else "train"


# ---- the worker's side: tasks ----------------------------------------------------------------------------------

@contextlib.contextmanager
def within(seconds, what):
    """Raises TimeoutError if the block takes longer; for code of ours, which does not catch it."""
    def ring(*_):
        raise TimeoutError(f"{what} takes more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@functools.cache
def load_family(path):
    """The family of a file. What the books have loaded, their forks need not."""
    from synthetic.harness import Family

    return Family.load(path)


def in_order(reference, cases, order):
    """(reference, cases) that take their arguments in `order`: a list of places in the old one, or None."""
    if order is None or order == sorted(order):
        return reference, cases
    back = [order.index(place) for place in range(len(order))]
    return lambda *inputs: reference(*[inputs[place] for place in back]), [tuple(case[place] for place in order) for case in cases]


def load_reference(variant, order=None):
    """(reference, cases) of a variant {field: value}, their arguments in `order`; its kernels are neither defined nor run here."""
    import torch
    import torch.nn.functional

    scope = {"__name__": variant["name"], "math": math, "torch": torch, "F": torch.nn.functional}
    exec(compile(variant["inputs"] + "\n\n\n" + variant["reference"], f"{variant['family']}.py", "exec"), scope)
    cases = []
    for seed, case in enumerate(scope["CASES"]):
        torch.manual_seed(seed)
        cases.append(tuple(scope["make"](*case)))
    return in_order(scope[f"{variant['name']}_torch"], cases, order)


def with_parameters(answer, order):
    """An answer whose `translated` takes its parameters in `order`."""
    node = functions_of(answer)["translated"]
    names = [argument.arg for argument in node.args.args]
    old, new = (f"def translated({', '.join(listed)}):" for listed in (names, [names[place] for place in order]))
    if old not in answer or len(order) != len(names):
        raise ValueError(f"the parameters of `{old}` cannot be put in the order {order}")
    return answer.replace(old, new)


def final_answer(answer, question, order):
    """An answer as the corpus has it: parameters in `order`, that of the question, and values by the question's names."""
    from names import named

    return named(with_parameters(answer, order), question)


def shape_pattern(case):
    """What of a case can show in a question's text: ranks, dtypes, which sizes are 1 and which are equal."""
    letters = {1: 1}
    return tuple((str(x.dtype), *(letters.setdefault(size, f"s{len(letters)}") for size in x.shape)) for x in case)


def exactly(case):
    """A case in float64, for the reference that errors are measured against."""
    return tuple(x.double() if x.is_floating_point() else x for x in case)


def asked(reference, case, parts=0):
    """(canonical question, places of the reference's arguments in its order, number of its parts), as a translator asks about these inputs.

    Other inputs of the same reference have as many `parts`, which take long to find.
    """
    import graph

    traced = graph.trace(reference, case)
    names, parts = [argument.name for argument in traced.arguments], parts or graph.number_of_regions(traced)
    if parts > 1:  # the whole of a program that is asked for in parts
        return traced.text, tuple(range(len(names))), parts
    region = graph.whole(traced)
    return region.graph.text, tuple(names.index(name) for name in region.inputs), parts


def takes(question, inputs):
    """Whether a question is about such tensors: their dtypes, their ranks, which sizes are equal."""
    import graph

    with contextlib.suppress(graph.GraphError):
        question.bind(inputs)
        return all(x.dtype == argument.dtype for x, argument in zip(inputs, question.arguments))
    return False


def misstated(text, order, reference, own, cases):
    """Where `text`, of the case `own`, does not say what the reference computes, there or wherever else it fits; empty where it does.

    A slice that takes all of a small tensor, for one, is none in the text, and one at other sizes.
    """
    import graph
    import verify

    question = graph.parse(text)
    for case in (own, *cases):
        inputs = [case[place] for place in order]
        if case is own or takes(question, inputs):
            same = verify.compare(question.run(*inputs), reference(*case), reference(*exactly(case)))
            if not same.ok:
                return f"{same.reason}, on {', '.join(str(tuple(x.shape)) for x in inputs)}"
    return ""


def questions(reference, cases, most, draw, whole=False):
    """(the canonical texts of a reference, at most `most` of a longer program, one for each pattern of shapes; the order of
    its arguments in them; the case of the first). A single operation is asked about at every rank that its cases have.
    No texts where a `whole` is wanted and translation asks for it in parts.

    Any of the least degenerate cases speaks first, so that no rank is asked about more than others; a text that wants another
    order is left out. A case that is all ones is judged, but nobody asks for it: it has no text where there are others.
    """
    import graph
    import verify

    distinct = {}
    for case in [case for case in cases if any(x.numel() > 1 for x in case)] or cases[:1]:
        distinct.setdefault(shape_pattern(case), case)
    drawn = draw.sample(list(distinct.values()), len(distinct))
    plain, *others = sorted(drawn, key=lambda case: sum(size == 1 for x in case for size in x.shape))
    text, order, parts = asked(reference, plain)
    if whole and parts > 1:
        return [], [], plain
    if wrong := misstated(text, order, reference, plain, cases):
        raise ValueError(f"the question does not compute what the reference computes: {wrong}")
    reference, [inputs, *others] = in_order(reference, [plain, *others], list(order))   # traced so, a question has its order already
    _, cases = in_order(reference, cases, list(order))
    texts, most = [text], most if len(operations(text)) > 1 else len(distinct)
    for case in others:
        if len(texts) < most:
            text, other, _ = asked(reference, case, parts)
            if list(other) == sorted(other) and text not in texts and not misstated(text, other, reference, case, cases):
                texts.append(text)
    return texts, list(order), inputs


def told(verdict):
    """Why a verdict refuses, empty where it does not; `lost` where a busy machine may be at fault."""
    reason = "" if verdict.ok else verdict.reason or "refused without a reason"
    return {"reason": reason} | ({"lost": True} if "runs longer than" in reason else {})


def reworded(kind, case, text, draw):
    """The inputs of `case`, which `text` asks about, for one more wording: with sizes of 1, or in half precision. None where there are none."""
    import graph
    import torch

    if kind == "halves":
        half = draw.choice((torch.float16, torch.bfloat16))
        return tuple(x.to(half) if x.dtype == torch.float32 else x for x in case)
    question = graph.parse(text)
    letters = [d for a in (question.arguments[0], *question.arguments) for d in a.dims if isinstance(d, str)]   # those of the first twice
    if not letters:
        return None
    question.sizes = question.bind(case) | dict.fromkeys(draw.choices(letters, k=draw.choice((1, 1, 1, 2))), 1)
    return question.sample(draw.randrange(1000), small=False) if graph.fits(question, question.sizes, strict=False) else None   # half of 1 is nothing


def other_wording(reference, case, text, draw, kind, parts=0):
    """(a further text of the question `text`, its inputs), or (None, None) where there is none. `parts` as `asked` takes it."""
    import graph

    try:
        case = reworded(kind, case, text, draw)
        further, order, _ = asked(reference, case, parts) if case else (text, [], 0)
    except graph.REFUSALS:   # PyTorch's: not every operation takes such inputs
        return None, None
    return (further, case) if further != text and list(order) == sorted(order) else (None, None)


def drawn_for(text, reference):
    """[the least inputs on which a translator is judged that is asked `text`]; none where integers may be positions, or other sizes be meant.

    An answer that holds a size of its file's cases for given, three colours, is right on those alone.
    """
    import graph
    import torch
    import verify

    with contextlib.suppress(*verify.MISFITS):   # GraphError is one: none may fit
        inputs = graph.parse(text).sample()
        reference(*inputs)
        return [inputs] if all(x.is_floating_point() or x.dtype == torch.bool for x in inputs) else []
    return []


def judge_variant(variant, device):
    """The verdict on a variant {field: value} with its `canonical` answer, a dict: `reason` is empty where it may be a pair."""
    import verify

    draw = random.Random(variant["canonical"])
    kind = draw.choices(("ones", "halves", ""), (ONES, HALVES, 1 - ONES - HALVES))[0]
    with within(OUR_SECONDS, "the reference"):
        reference, cases = load_reference(variant)
        whole = share(variant["canonical"]) > IN_PARTS
        texts, order, plain = questions(reference, cases, WORDINGS - bool(kind), draw, whole)
        if not texts:
            return {"reason": PARTED}
        reference, cases = in_order(reference, cases, order)
        further, case = other_wording(reference, plain, texts[0], draw, kind, int(whole)) if kind else (None, None)
        cases = cases + drawn_for(texts[0], reference)
    answer = final_answer(variant["canonical"], texts[0], order)
    verdict = verify.judge(answer, reference, cases + [case] * bool(further), device=device)
    if verdict.ok:
        texts += [further] * bool(further)
    elif further:   # it may be right about what its file asks
        verdict = verify.judge(answer, reference, cases, device=device)
    return told(verdict) | {"question": texts[0], "alternates": texts[1:], "error": verdict.error, "allowance": verdict.allowance,
                            "launches": verdict.launches, "order": order}


def row_of(variant, answer, digest, verdict):
    """The fields of a Pair, for a variant that was accepted."""
    values = (variant.reference, body_text(variant.reference, f"{variant.name}_torch"), variant.answer,
              body_text(variant.answer, kernel_name(variant)), variant.name, variant.family, f"{variant.family}.py",
              variant.index, verdict["question"], json.dumps(verdict["alternates"]), answer,
              verdict["error"], verdict["allowance"], verdict["launches"], json.dumps(verdict["order"]), split_of(verdict["question"]), digest)
    return dict(zip([field.name for field in fields(Pair)], values, strict=True))


def make_pair(desk, path, index, version):
    """Task: expands variant `index` of a file and judges it, unless the books know what becomes of it."""
    variant = load_family(path)[index]
    answer = canonical_answer(variant)
    text = "\0".join([version, variant.name, variant.inputs, variant.reference, answer])
    made = {"key": hashlib.sha256(text.encode()).hexdigest()[:32], "hash": answer_hash(answer)}
    known = desk.consult(made)
    verdict = known or judge_variant(asdict(variant) | {"canonical": answer}, desk.device)
    accepted = verdict["reason"] == ""
    row = row_of(variant, final_answer(answer, verdict["question"], verdict["order"]), made["hash"], verdict) if accepted else None
    return made | {"verdict": verdict, "fresh": not known, "row": row}


def judge_row(desk, path, index, reference_text, answer, order):
    """Task: judges a row of a corpus again, on inputs that its file makes."""
    import verify

    variant = load_family(path)[index]
    if variant.reference != reference_text:
        raise ValueError(f"{Path(path).name} has changed: its variant {index} is another")
    verdict = verify.judge(answer, *load_reference(asdict(variant), order), device=desk.device)
    return told(verdict) | {"error": verdict.error, "allowance": verdict.allowance}


def agrees(other, question):
    """Whether another reference says the same, but for what float64 rounds: float32's own loss, that much finer."""
    import torch
    import verify

    fine = torch.finfo(torch.float64).eps
    try:
        theirs = other(*exactly(question.arguments))
    except (TypeError, ValueError, RuntimeError, IndexError):   # PyTorch's: it cannot take these inputs at all
        return False
    theirs, ours, finest = (verify.tensors_in((outputs,)) for outputs in (theirs, question.eager, question.exact))
    if [x.shape for x in theirs] != [exact.shape for exact in finest]:
        return False
    for x, eager, exact, tie in zip(theirs, ours, finest, verify.leaves(question.ties)):
        if tie and verify.compare(x, eager, exact, ties=tie).ok:
            continue
        scale = fine / torch.finfo(eager.dtype).eps if eager.is_floating_point() else 0.0
        if not torch.allclose(x.double(), exact.double(), rtol=0.0, atol=scale * verify.allowance(eager, exact), equal_nan=True):
            return False
    return True


def judge_crossed(desk, asked, answered, answer):
    """Task: judges the question of one variant, (path, index, order), with the answer of another, which is to be refused.

    One that is accepted is no fault of the judge where the two references are one function written twice: where they
    agree in float64 on everything that was asked.
    """
    import verify

    with within(OUR_SECONDS, "the reference"):
        task = verify.prepare(*load_reference(asdict(load_family(asked[0])[asked[1]]), asked[2]))
    verdict = verify.examine(answer, task, device=desk.device)
    if not verdict.ok:
        return told(verdict) | {"same": False}
    other, _ = load_reference(asdict(load_family(answered[0])[answered[1]]), answered[2])
    return {"reason": "", "same": all(agrees(other, question) for question in task.questions)}


def kernels_of(answer):
    """The text of an answer without its host code."""
    lines = answer.split("\n")
    jitted = [node for node in functions_of(answer).values() if node.decorator_list]
    return "\n\n\n".join("\n".join(lines[node.decorator_list[0].lineno - 1:node.end_lineno]) for node in jitted)


def structures(desk, answers):
    """Task: the structures of the kernels of some answers."""
    import verify

    return [verify.structure(kernels_of(answer)) for answer in answers]


def compile_row(desk, path, index, answer, order):
    """Task: compiles what an answer launches on the widest inputs of its file: failures as [kernel, target, reason]."""
    import verify

    _, cases = load_reference(asdict(load_family(path)[index]), order)
    widest = max(cases, key=lambda case: sum(x.numel() for x in verify.tensors_in(case)))
    compiled = verify.compile_kernels(answer, [widest], targets=TARGETS)
    return {"launches": len(compiled), "spilled": sum(one.spilled > 0 for one in compiled),
            "failures": [[one.kernel, one.target, one.reason] for one in compiled if not one.ok]}


@dataclass(frozen=True)
class Desk:
    """Where a worker sits: the device that answers run on, and the way to the books."""
    device: str | None
    books: object   # multiprocessing.Connection

    def consult(self, question):
        """What the books say about `question`."""
        self.books.send(("asks", question))
        return self.books.recv()

    def serve(self):
        """Does one task after the other, a function with its arguments, until the books are closed."""
        while True:
            try:
                function, arguments = self.books.recv()
            except EOFError:
                return
            try:
                result = function(self, *arguments)
            except Exception as error:  # a text of synthetic/ may raise anything: it costs one variant, and is told
                first = str(error).strip().split("\n")[0]
                result = {"reason": f"{type(error).__name__}: {first}"}
            self.books.send(("done", result))


# ---- workers, from outside -------------------------------------------------------------------------------------

FIRST_ANSWER = """
@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n_elements, other=0.0)
    tl.store(y_ptr + offsets, 2.0 * x, mask=offsets < n_elements)


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, x.numel(), BLOCK=triton.next_power_of_2(x.numel()))
    return y
"""


def warm_up():
    """Imports and does once what every fork would, else, import and do by itself."""
    import graph
    import torch
    import verify  # noqa: F401

    torch.set_num_threads(1)
    graph.trace("y = torch.relu(x)")  # the first one takes a second


def gpus():
    """What CUDA_VISIBLE_DEVICES has to say to see one GPU, for each of them."""
    import torch

    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    return named.split(",") if named else [str(number) for number in range(torch.cuda.device_count())]


def become_worker(books, device, gpu, errors):
    """Serves in a fork of the books, and never returns."""
    import torch
    import verify

    try:
        os.dup2(errors, 1)   # what a reference prints is no reply
        os.dup2(errors, 2)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)   # the books end their workers
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if gpu:
            os.environ["CUDA_VISIBLE_DEVICES"] = gpu
        verdict = device and verify.judge(FIRST_ANSWER, lambda x: 2.0 * x, [(torch.randn(7),)], device=device)
        if verdict and not verdict.ok:
            raise RuntimeError(verdict.reason)
        books.send(("ready", None))
        Desk(device, books).serve()
    except BaseException as error:   # told in the file of errors: nothing may return from here
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(0)


class Worker:
    """A fork that does one task after the other, and is replaced when it dies or takes too long."""

    def __init__(self, device, gpu, seconds):
        self.device, self.gpu, self.seconds = device, gpu, seconds
        self.pid, self.item, self.deadline = None, None, math.inf

    def start(self):
        self.books, theirs = multiprocessing.Pipe()
        self.errors, self.ready = tempfile.TemporaryFile(), False
        self.pid = os.fork()
        if self.pid == 0:
            become_worker(theirs, self.device, self.gpu, self.errors.fileno())
        theirs.close()
        self.deadline = time.monotonic() + START_SECONDS

    def end(self):
        """Ends the process; its sandbox sees that and ends itself."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)   # not reaped yet, so the number is still its own
            os.waitpid(self.pid, 0)
            self.books.close()
            self.pid = None

    def last_words(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace").strip().split("\n")[-1]

    def give(self, item):
        """`item` is [tag, (function, arguments), result]; its result is filled in when it is there."""
        if self.pid is None:
            self.start()
        self.item = item
        if self.ready:
            self.deadline = time.monotonic() + self.seconds
        with contextlib.suppress(BrokenPipeError):   # it is dead, as the next look will tell
            self.books.send(item[1])

    def finish(self, result):
        self.item[2], self.item = result, None

    def lose(self, why):
        """The process is no more: an end to its task, or to everything where it never got to work."""
        self.end()
        if not self.ready:
            raise RuntimeError(f"a worker could not start: {self.last_words() or why}")
        self.finish({"reason": why, "lost": True})

    def hear(self, consulted):
        """Takes one message."""
        try:
            kind, content = self.books.recv()
            if kind == "asks":
                self.books.send(consulted(content))
        except (EOFError, ConnectionError):
            return self.lose(f"ended its worker: {self.last_words()}")
        if kind == "ready":
            self.ready, self.deadline = True, time.monotonic() + self.seconds
        elif kind == "done":
            self.finish(content)


class Workers:
    """`jobs` workers behind one `map`; leaving the block ends them, whatever they are doing.

    device: "cpu" is Triton's interpreter; with "cuda" they take the GPUs in turn, many to each, since a judgement is
    mostly compilation; None where their tasks judge nothing. `consulted` answers what a task asks the books.
    """

    def __init__(self, jobs, device, consulted=None, seconds=VARIANT_SECONDS):
        devices = gpus() if device == "cuda" else [None]
        if not devices:
            raise ValueError("there is no GPU here")
        self.consulted = consulted
        self.all = [Worker(device, gpu, seconds) for gpu in islice(itertools.cycle(devices), jobs)]

    def __enter__(self):
        warm_up()
        return self

    def __exit__(self, *_):
        for worker in self.all:
            worker.end()

    def attend(self):
        """Waits until a worker has something to say, or has taken too long."""
        busy = {worker.books: worker for worker in self.all if worker.item}
        patience = min(worker.deadline for worker in busy.values()) - time.monotonic()
        for books in wait(busy, max(0.0, patience)):
            busy[books].hear(self.consulted)
        for worker in busy.values():
            if worker.item and time.monotonic() > worker.deadline:
                worker.lose(f"took more than {worker.seconds} s")

    def map(self, tasks):
        """(tag, result) of every (tag, (function, arguments)), in their order.

        Tasks are drawn as they are needed: the first results are there long before the last task is made.
        """
        tasks, ahead = iter(tasks), deque()
        while True:
            while ahead and ahead[0][2] is not None:
                tag, _, result = ahead.popleft()
                yield tag, result
            for worker in self.all:
                if worker.item is None and len(ahead) < 64 * len(self.all) and (drawn := next(tasks, None)):
                    ahead.append([*drawn, None])
                    worker.give(ahead[-1])
            if not any(worker.item for worker in self.all):
                return   # nobody was at work, so all was yielded, and there was room for a task: there is none left
            self.attend()


# ---- the journal -----------------------------------------------------------------------------------------------

def code_of(path):
    """Hash of a Python file's code, comments and docstrings aside."""
    tree = ast.parse(Path(path).read_text())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            node.body = undocumented(node)
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def judge_version(device):
    """Hash of all that a verdict depends on, the variant's own text aside."""
    ours = [code_of(path) for path in (*JUDGE_FILES, ROOT / "graph.py", ROOT / "names.py", SYNTHETIC / "harness.py")]
    parts = (load_reference, in_order, with_parameters, final_answer, shape_pattern, exactly, asked, takes, misstated, questions, told,
             reworded, other_wording, drawn_for, judge_variant)
    ours += [inspect.getsource(part) for part in parts] + [f"{WORDINGS} {ONES} {HALVES}"]
    machine = run_all_tests.machine()
    ours += [machine["torch"], machine["triton"], machine["device"] if device == "cuda" else device]
    return hashlib.sha256("\0".join(ours).encode()).hexdigest()[:16]


class Journal:
    """Verdicts by key, one JSON line each, on disk as soon as they are known."""

    def __init__(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file, self.verdicts = open(path, "a+b"), {}
        self.file.seek(0)
        lines = self.file.read().split(b"\n")
        for line in lines:
            with contextlib.suppress(ValueError):  # the line that a kill cut short: it is judged again
                self.verdicts |= json.loads(line)
        if lines[-1]:
            self.file.write(b"\n")

    def add(self, key, verdict):
        self.verdicts[key] = verdict
        self.file.write(json.dumps({key: verdict}).encode() + b"\n")
        self.file.flush()

    def close(self):
        self.file.close()


# ---- the corpus ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Options:
    """What an extraction is to do."""
    words: tuple = ()             # only files whose name holds one of these
    limit: int | None = None      # pairs; None for every variant
    jobs: int = CORES
    seed: int = 0
    minutes: float = math.inf     # stop after these and keep what is done
    device: str = "cpu"           # where answers run: cpu is Triton's interpreter
    out: Path = CSV
    beside: Path | None = None    # a corpus whose pairs are not made once more
    folder: Path = SYNTHETIC
    report: Path = REPORT
    journals: Path = JOURNALS
    refused: Path = ROOT / "runs" / "refused.jsonl"


class Source:
    """A family that is being emptied: its next indices, and the tally of what became of those that it gave."""

    def __init__(self, path, seed, patience=math.inf, made=frozenset()):
        self.path, self.family, self.patience = path, load_family(path), patience
        self.indices = (index for index in order(self.family, seed) if index not in made)
        self.left = len(self.family) - sum(index < len(self.family) for index in made)   # of the indices, those that nobody has taken
        self.given, self.accepted, self.duplicates, self.refused = 0, 0, 0, Counter()
        self.in_vain = 0  # variants in a row that gave nothing new

    @property
    def capacity(self):
        return self.accepted + (0 if self.in_vain >= self.patience else self.left)

    def take(self, number):
        taken = list(islice(self.indices, number))
        self.given += len(taken)
        self.left -= len(taken)
        return taken

    def refuse(self, reason):
        self.in_vain += IMPATIENCE if reason == PARTED else 1
        self.refused[re.sub(r"\d+(\.\d+)?(e[-+]?\d+)?", "#", reason)] += 1

    def row(self):
        reasons = "; ".join(f"{number}x {reason[:90]}" for reason, number in self.refused.most_common(2))
        return (f"{self.family.stem:24} {len(self.family):>9,} {self.given:>9,} {self.accepted:>9,} {self.duplicates:>9,} "
                f"{self.refused.total():>8,}  {reasons}").rstrip()


def weights_of(families):
    """{stem: what it gets of its kind's share} of {stem: Family}.

    A file of nothing but FAMILY lists functions, each a word of its own; a file that others are named after, as matmul_binary is
    after matmul, holds what is asked for most.
    """
    lists = {stem: math.isqrt(len(family)) if list(family.tables) == ["FAMILY"] else 1 for stem, family in families.items()}
    return {stem: number + math.isqrt(sum(other.startswith(f"{stem}_") for other in families)) for stem, number in lists.items()}


def next_round(sources, limit, weights=None):
    """[(stem, index)], evenly mixed, that should make a corpus that is balanced at the size that it will then have.

    A run that stops by time thus has its kinds by their weights, however few files a kind has.
    """
    total = sum(source.accepted for source in sources.values())
    goal = min(limit, total + ROUND * len(sources))
    shares = balanced({stem: source.capacity for stem, source in sources.items()}, goal, limit <= SMALL, weights)
    lacking = {stem: shares[stem] - source.accepted for stem, source in sources.items() if shares[stem] > source.accepted}
    drawn = []
    for stem, wanted in water_fill(lacking, goal - total, lacking).items():
        taken = sources[stem].take(wanted)
        drawn += [((place + 0.5) / len(taken), stem, index) for place, index in enumerate(taken)]
    return [(stem, index) for _, stem, index in sorted(drawn)]


def load_pairs(path=CSV):
    """The rows of a corpus, as Pairs; ValueError where a column is missing."""
    import pandas

    frame = pandas.read_csv(path, keep_default_na=False)
    missing = [field.name for field in fields(Pair) if field.name not in frame]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}: run extract_training_data.py again")
    return [Pair(**row) for row in frame[[field.name for field in fields(Pair)]].to_dict("records")]


class Corpus:
    """The books: the pairs so far, and all that must not come twice."""

    def __init__(self, paths, options):
        self.options, self.version = options, judge_version(options.device)
        patience = PATIENCE if options.limit else math.inf
        before, made = load_pairs(options.beside) if options.beside else [], defaultdict(set)
        for pair in before:
            made[pair.family].add(pair.variant)
        self.sources = {path.stem: Source(path, options.seed, patience, made[path.stem]) for path in paths}
        self.weights = weights_of({stem: source.family for stem, source in self.sources.items()})
        self.limit = options.limit or sum(source.left for source in self.sources.values())
        self.answers, self.questions = ({getattr(pair, name) for pair in before} for name in ("hash", "question"))
        self.pairs, self.refusals = [], []
        self.journal = Journal(options.journals / "judged" / f"{self.version}.jsonl")

    def known(self, made):
        """What a worker need not find out about the variant that it has expanded: {key, hash}."""
        if made["hash"] in self.answers:
            return {"reason": "duplicate"}
        return self.journal.verdicts.get(made["key"])

    def refuse(self, stem, index, reason):
        self.sources[stem].refuse(reason)
        self.refusals.append({"family": stem, "variant": index, "reason": reason})

    def admit(self, stem, index, made):
        """Adds what `make_pair` made, or says why not."""
        verdict, source = made.get("verdict", made), self.sources[stem]
        if made.get("fresh") and "lost" not in verdict:
            self.journal.add(made["key"], verdict)
        if made.get("hash") in self.answers or verdict["reason"] == "" and verdict["question"] in self.questions:
            source.duplicates += 1
            source.in_vain += 1
        elif verdict["reason"]:
            self.refuse(stem, index, verdict["reason"])
        else:
            source.accepted += 1
            source.in_vain = 0
            self.pairs.append(Pair(**made["row"]))
            self.answers.add(made["hash"])
            self.questions.add(verdict["question"])

    def judge_round(self, items, workers):
        """Yields once for every one of `items` [(stem, index)] that has been dealt with."""
        tasks = (((stem, index), (make_pair, (self.sources[stem].path, index, self.version))) for stem, index in items)
        for (stem, index), made in workers.map(tasks):
            self.admit(stem, index, made)
            yield

    def collect(self):
        """Fills the corpus up to its limit, or until its time is spent."""
        end = time.monotonic() + 60 * self.options.minutes
        with contextlib.closing(self.journal), Workers(self.options.jobs, self.options.device, self.known) as workers, \
                run_all_tests.progress(self.limit, "pair", "extracting") as bar:
            while items := next_round(self.sources, self.limit, self.weights):
                for _ in self.judge_round(items, workers):
                    bar.update(len(self.pairs) - bar.n)
                    bar.set_postfix(refused=len(self.refusals), refresh=False)
                    if time.monotonic() > end:
                        bar.write(f"{self.options.minutes:g} minutes are spent")
                        return

    def rows(self):
        """The pairs, with alternates that are a question of their own, or of another split, left out."""
        taken = set(self.questions)
        for pair in self.pairs:
            alternates = [text for text in dict.fromkeys(json.loads(pair.alternates)) if text not in taken and split_of(text) == pair.split]
            taken.update(alternates)
            yield asdict(pair) | {"alternates": json.dumps(alternates)}

    def table(self):
        """What was generated, accepted and refused, by family."""
        head = f"{'family':24} {'variants':>9} {'generated':>9} {'accepted':>9} {'duplicate':>9} {'refused':>8}  most frequent reasons"
        rows = [source.row() for _, source in sorted(self.sources.items())]
        splits = Counter(pair.split for pair in self.pairs)
        kinds = Counter(kind_of(pair.family) for pair in self.pairs)
        splits, kinds = (", ".join(f"{number:,} {name}" for name, number in counts.most_common()) for counts in (splits, kinds))
        return "\n".join([head, *rows, f"{len(self.pairs):,} pairs: {splits}", f"of them {kinds}"])


def validated_files(options):
    """The files that pass on their own, by a report that still stands or by running them now."""
    paths = run_all_tests.pair_files(options.words, options.folder)
    if not paths:
        raise ValueError(f"no file of {options.folder} matches {' '.join(options.words) or '*.py'}")
    outcomes = run_all_tests.read_report(options.report, options.folder)
    if not outcomes.keys() >= set(paths):
        command = [sys.executable, run_all_tests.__file__, *options.words, "--stale", "--jobs", str(options.jobs)]
        subprocess.run([*command, "--report", options.report, "--folder", options.folder])  # some may fail: they stay out
        outcomes = run_all_tests.read_report(options.report, options.folder)
    valid = []
    for path in paths:
        try:
            if not (path in outcomes and outcomes[path].passed):
                raise ValueError(outcomes[path].reason if path in outcomes else "it was changed, or not validated")
            load_family(path)
            valid.append(path)
        except Exception as error:  # tables may be wrong in any way: one file, and told
            print(f"without {path.name}: {error}")
    return valid


def write_rows(rows, path):
    """Writes dicts as a CSV file, all or nothing."""
    with replacing(path) as partial, open(partial, "w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Pair)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def extract(options):
    """Makes the corpus and writes it to `options.out`; returns the number of pairs."""
    corpus = Corpus(validated_files(options), options)
    try:
        corpus.collect()
    finally:
        with replacing(options.refused) as partial:
            partial.write_text("".join(json.dumps(refusal) + "\n" for refusal in corpus.refusals))
    if corpus.pairs:
        write_rows(corpus.rows(), options.out)
    print(corpus.table())
    return len(corpus.pairs)


def default_limit():
    """How many pairs suit this machine: with a GPU, a model worth training; without, a few minutes of two cores."""
    return LIMIT_WITHOUT_GPU if run_all_tests.machine()["device"] == "cpu" else LIMIT_WITH_GPU


def ensure(path=CSV):
    """`path`, after an extraction with the defaults where there is no such file yet."""
    if not Path(path).exists() and not extract(Options(limit=default_limit(), out=Path(path))):
        raise RuntimeError("no variant of synthetic/ became a pair: see the table above")
    return Path(path)


def paths_of(pairs, folder):
    """{source_file: path} of pairs, their families loaded, so that the workers to come find them."""
    paths = {name: Path(folder) / name for name in sorted({pair.source_file for pair in pairs})}
    for path in paths.values():
        load_family(path)
    return paths


def chosen(options):
    """The pairs of `options.out` whose family's name holds one of `options.words`."""
    pairs = [pair for pair in load_pairs(options.out) if not options.words or any(word in pair.family for word in options.words)]
    if not pairs:
        raise ValueError(f"{options.out} has no pair of {' '.join(options.words) or 'any family'}")
    return pairs


# ---- rows judged again ------------------------------------------------------------------------------------------

def drawn_evenly(pairs, number, seed):
    """`number` of `pairs`, the same from every family as far as they go, in random order."""
    rng, families = random.Random(seed), {}
    for pair in pairs:
        families.setdefault(pair.family, []).append(pair)
    shares = water_fill({family: len(rows) for family, rows in families.items()}, number)
    drawn = [pair for family, share in sorted(shares.items()) for pair in rng.sample(families[family], share)]
    return rng.sample(drawn, len(drawn))


def judged_again(pairs, paths, workers):
    """(pair, verdict) of every pair; where only the clock refused, perhaps a busy machine's fault, that of a second try."""
    def tasks(pairs):
        return ((pair, (judge_row, (paths[pair.source_file], pair.variant, pair.python_function, pair.answer, json.loads(pair.order)))) for pair in pairs)

    lost = []
    for pair, verdict in workers.map(tasks(pairs)):
        if "lost" in verdict:
            lost.append(pair)
        else:
            yield pair, verdict
    yield from workers.map(tasks(lost))


def check_table(results):
    """What became of the rows of every family: [(pair, verdict)] as text."""
    families = {}
    for pair, verdict in results:
        families.setdefault(pair.family, []).append(verdict)
    lines = [f"{'family':24} {'rows':>6} {'right':>6}  error of what is allowed, at worst"]
    for family, verdicts in sorted(families.items()):
        right = [verdict for verdict in verdicts if not verdict["reason"]]
        worst = max((verdict["error"] / verdict["allowance"] for verdict in right if verdict["allowance"]), default=0.0)
        lines.append(f"{family:24} {len(verdicts):>6,} {len(right):>6,}  {worst:.0%}")
    return "\n".join(lines)


def check(options, number):
    """Judges rows of the corpus again on `options.device`, evenly over the families; returns the share that is right."""
    pairs = drawn_evenly(chosen(options), number, options.seed)
    results, missed = [], []
    with Workers(options.jobs, options.device) as workers, run_all_tests.progress(len(pairs), "row", "checking") as bar:
        for pair, verdict in judged_again(pairs, paths_of(pairs, options.folder), workers):
            results.append((pair, verdict))
            if verdict["reason"]:
                missed.append((pair, verdict))
                bar.write(f"MISSED {pair.family}/{pair.variant}: {verdict['reason']}\n{textwrap.indent(pair.question, '    ')}")
            bar.update()
            bar.set_postfix(missed=len(missed), refresh=False)
    assert len(results) == len(pairs), f"{len(results)} of {len(pairs)} rows came back"
    print(check_table(results))
    right = 1 - len(missed) / len(results)
    print(f"{len(results) - len(missed):,} of {len(results):,} rows are right on {options.device}: {right:.2%}")
    return right


# ---- compilation -------------------------------------------------------------------------------------------------

def representatives(pairs, workers):
    """{structure of the kernels and dtypes of the arguments: the first pair of that kind}."""
    found, batches = {}, [pairs[start:start + 50] for start in range(0, len(pairs), 50)]
    tasks = ((batch, (structures, ([pair.answer for pair in batch],))) for batch in batches)
    for batch, keys in workers.map(tasks):
        for pair, key in zip(batch, keys, strict=True):
            dtypes = re.findall(r": (\w+)\[", pair.question.partition("\n")[0])
            found.setdefault(" ".join([key, *dtypes]), pair)
    return found


def compile_version():
    """Hash of all that a compilation depends on, the answer aside."""
    text = "\0".join([*map(code_of, JUDGE_FILES), run_all_tests.machine()["triton"], *TARGETS])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def compile_corpus(options):
    """Compiles one answer of every kernel structure in the corpus for all TARGETS, GPU or not; returns how many failed."""
    pairs = chosen(options)
    paths = paths_of(pairs, options.folder)
    journal = Journal(options.journals / "compiled" / f"{compile_version()}.jsonl")
    with contextlib.closing(journal), Workers(options.jobs, None, seconds=COMPILE_SECONDS) as workers:
        kinds = representatives(pairs, workers)
        print(f"{len(kinds):,} structures in {len(pairs):,} answers, {sum(key in journal.verdicts for key in kinds):,} of them known")
        tasks = [((key, pair), (compile_row, (paths[pair.source_file], pair.variant, pair.answer, json.loads(pair.order))))
                 for key, pair in kinds.items() if key not in journal.verdicts]
        results = {key: journal.verdicts[key] for key in kinds if key in journal.verdicts}
        with run_all_tests.progress(len(tasks), "structure", "compiling") as bar:
            for (key, _), result in workers.map(tasks):
                results[key] = result
                if "lost" not in result:
                    journal.add(key, result)
                bar.update()
    failed = {key: result for key, result in results.items() if result.get("failures") or "reason" in result}
    for key, result in failed.items():
        for kernel, target, reason in result.get("failures") or [["", "", result["reason"]]]:
            print(f"FAILED {kinds[key].family}/{kinds[key].variant} {kernel} {target}: {reason}")
    launches, spilled = (sum(result.get(what, 0) for result in results.values()) for what in ("launches", "spilled"))
    print(f"{len(results):,} structures, {launches:,} launches compiled for {' and '.join(TARGETS)}, "
          f"{spilled:,} spill registers, {len(failed):,} structures failed")
    return len(failed)


# ---- cross-wiring: a mutation test of the judge -----------------------------------------------------------------

def crossed(pairs, seed):
    """Endlessly, two different pairs whose questions take the same arguments, every other time of one family if they can."""
    rng, alike = random.Random(seed), {}
    for pair in pairs:
        alike.setdefault(pair.question.partition("\n")[0], []).append(pair)
    alike = {head: group for head, group in alike.items() if len(group) > 1}
    if not alike:
        raise ValueError("no two questions take the same arguments: nothing to cross")
    everything = [pair for group in alike.values() for pair in group]
    siblings = {}
    for pair in everything:
        siblings.setdefault((pair.question.partition("\n")[0], pair.family), []).append(pair)
    for turn in itertools.count():
        asked = rng.choice(everything)
        head = asked.question.partition("\n")[0]
        family = siblings[head, asked.family]
        answered = rng.choice(family if turn % 2 and len(family) > 1 else alike[head])
        if answered is not asked:
            yield asked, answered


def cross_wire(options, number):
    """Judges `number` questions with the answers of others; returns how many were not refused.

    Two pairs that are one function written twice do not count.
    """
    pairs = chosen(options)
    paths = paths_of(pairs, options.folder)

    def place(pair):
        return paths[pair.source_file], pair.variant, json.loads(pair.order)

    tasks = (((asked, answered), (judge_crossed, (place(asked), place(answered), answered.answer)))
             for asked, answered in crossed(pairs, options.seed))
    refused, same, broken, accepted = Counter(), 0, Counter(), []
    with Workers(options.jobs, options.device) as workers, run_all_tests.progress(number, "couple", "cross-wiring") as bar:
        for couple, verdict in workers.map(tasks):
            if "same" not in verdict:   # it was never judged
                broken[verdict["reason"]] += 1
            elif verdict["reason"]:
                refused[re.sub(r"[\d.]+(e[-+]?\d+)?", "#", verdict["reason"])[:90]] += 1
            elif verdict["same"]:
                same += 1
            else:
                accepted.append(couple)
            bar.update(refused.total() + len(accepted) - bar.n)
            if refused.total() + len(accepted) == number or broken.total() > number:
                break
    for asked, answered in accepted:
        print(f"ACCEPTED the answer of {answered.family}/{answered.variant} to {asked.family}/{asked.variant}: {asked.question!r}")
    print("\n".join(f"{count:>6} not judged: {reason}" for reason, count in broken.most_common(10)))
    print("\n".join(f"{count:>6} {reason}" for reason, count in refused.most_common(10)))
    print(f"{refused.total():,} refused, {len(accepted)} accepted; besides, {same} were one function written twice")
    return number - refused.total()


# ---- commands --------------------------------------------------------------------------------------------------

def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only files of synthetic/ whose name holds one of these")
    parser.add_argument("--limit", type=int, help="this many pairs, kinds by their weights, families of a kind alike")
    parser.add_argument("--all", action="store_true", help="every variant")
    parser.add_argument("--check", type=int, metavar="N", help="judge N rows of the corpus again, the same number of every family")
    parser.add_argument("--compile", action="store_true", help="compile every kernel structure of the corpus, on any machine")
    parser.add_argument("--cross-wire", type=int, metavar="N", help="judge N questions of the corpus with answers of others")
    parser.add_argument("--jobs", type=int, default=CORES, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="draws the order of the variants (%(default)s)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after these, keep what is done")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where answers run (%(default)s: Triton's interpreter)")
    parser.add_argument("--out", type=Path, default=CSV, help="the corpus (%(default)s)")
    parser.add_argument("--beside", type=Path, metavar="CSV", help="only pairs that this corpus does not have")
    given = parser.parse_args(arguments)
    reads = given.check or given.compile or given.cross_wire
    limit = None if given.all or reads else given.limit or default_limit()
    options = Options(tuple(given.words), limit, given.jobs, given.seed, given.minutes, given.device, given.out, given.beside)
    try:
        if given.check:
            return 0 if check(options, given.check) >= RIGHT else 1
        if given.compile:
            return 1 if compile_corpus(options) else 0
        if given.cross_wire:
            return 1 if cross_wire(options, given.cross_wire) else 0
        return 0 if extract(options) else 1
    except (ValueError, RuntimeError, OSError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the workers are ended
    raise SystemExit(main())
