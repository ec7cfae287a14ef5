"""synthetic/ -> training_data.csv: pairs of question and answer, each of them executed and judged.

    python extract_training_data.py                     # a balanced corpus of the size that suits this machine
    python extract_training_data.py --limit 500 soft    # 500 pairs from the files whose name holds `soft`
    python extract_training_data.py --all --minutes 240 # every variant, for as long as four hours
    python extract_training_data.py --cross-wire 1000   # question of one pair, answer of another: all to be refused

A file of synthetic/ that run_all_tests.py passes is expanded into its variants (synthetic/harness.py). A variant
becomes a pair if graph.py can say its reference as a question, that question computes what the reference computes,
verify.py accepts its answer, and neither question nor answer (names and docstrings aside) stands in the corpus
already. Every verdict goes to a journal at once, so that nothing is judged twice: not after a kill, not when
another limit is asked for. The corpus is a function of the sources, the seed and the limit.

Reading order: variants and their order, texts, the worker's side, the workers, the corpus, cross-wiring, commands.
"""
import argparse
import ast
import builtins
import contextlib
import functools
import hashlib
import inspect
import json
import keyword
import math
import os
import random
import re
import signal
import subprocess
import symtable
import sys
import tempfile
import textwrap
import threading
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from itertools import islice, zip_longest
from pathlib import Path

import run_all_tests
from run_all_tests import CHILD_THREADS, CORES, REPORT, ROOT, SYNTHETIC

CSV = ROOT / "training_data.csv"
JOURNALS = ROOT / ".cache" / "judged"
LIMIT_WITHOUT_GPU, LIMIT_WITH_GPU = 2000, 6000  # pairs
OUR_SECONDS = 20      # for a reference and its trace
VARIANT_SECONDS = 90  # for a whole variant, judge included; then its worker is replaced
ROUND = 64            # variants of a family between two looks at the balance
RESERVED = {*dir(builtins), *keyword.kwlist}
SHARES = {"test_combinations": 0.03, "test_parameters": 0.02, "validation": 0.05}


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
    answer: str            # triton_code with canonical names: what the model is to say
    max_error: float       # against float64, on the case of its file where it is closest to what is allowed
    allowance: float       # what was allowed there
    launches: int
    split: str             # train, validation, test_parameters, test_combinations
    hash: str              # of the answer's normalised AST


# ---- variants, and the order in which a family gives them ------------------------------------------------------

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


def plain_indices(family):
    """The file as it stands, then the variants that differ from it in one table only."""
    yield 0
    stride = 1
    for axis in family.axes:
        yield from (row * stride for row in range(1, len(axis)))
        stride *= len(axis)


def order(family, seed):
    """Every index of `family` once: the plain variants, which people ask for most, two to one mixed with the rest."""
    plain = dict.fromkeys(plain_indices(family))
    first = iter(plain)
    rest = (index for index in permuted(len(family), f"{family.stem}/{seed}") if index not in plain)
    while drawn := [*islice(first, 2), *islice(rest, 1)]:
        yield from drawn


def water_fill(capacity, total):
    """{name: share} of `total`: equal shares, none above its capacity, what one cannot hold goes to the others."""
    shares, left = {}, total
    for place, name in enumerate(sorted(capacity, key=lambda name: (capacity[name], name))):
        shares[name] = min(capacity[name], left // (len(capacity) - place))
        left -= shares[name]
    return shares


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


def operations(question):
    """The operations of a canonical question, in order."""
    return tuple(re.findall(r"^ *\w+(?:, *\w+)* = (\w+)\(", question, re.MULTILINE))


def share(text):
    """A number in [0, 1) that is always the same for `text`."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def split_of(question):
    """The split of a question, from its text alone.

    A sequence of two or more operations is either a test of unseen combinations wherever it occurs, or nowhere. Of
    the others, questions that differ in numbers only stay together, in training, validation or the test of unseen
    parameters. One operation by itself is vocabulary, and always trained on.
    """
    if len(operations(question)) < 2:
        return "train"
    if share("combination " + " ".join(operations(question))) < SHARES["test_combinations"]:
        return "test_combinations"
    drawn = share("group " + re.sub(r"(?<![\w.])-?\d+(\.\d*)?(e[-+]?\d+)?", "#", question))
    if drawn < SHARES["test_parameters"]:
        return "test_parameters"
    return "validation" if drawn < SHARES["test_parameters"] + SHARES["validation"] else "train"


# ---- the worker's side: one variant, judged --------------------------------------------------------------------

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


def load_reference(variant):
    """(reference, cases) of a variant {field: value}; its kernels are neither defined nor run here."""
    import torch
    import torch.nn.functional

    scope = {"__name__": variant["name"], "math": math, "torch": torch, "F": torch.nn.functional}
    exec(compile(variant["inputs"] + "\n\n\n" + variant["reference"], f"{variant['family']}.py", "exec"), scope)
    cases = []
    for seed, case in enumerate(scope["CASES"]):
        torch.manual_seed(seed)
        cases.append(tuple(scope["make"](*case)))
    return scope[f"{variant['name']}_torch"], cases


def shape_pattern(case):
    """What of a case can show in a question's text: ranks, dtypes, which sizes are 1 and which are equal."""
    letters = {1: 1}
    return tuple((str(x.dtype), *(letters.setdefault(size, f"s{len(letters)}") for size in x.shape)) for x in case)


def exactly(case):
    """A case in float64, for the reference that errors are measured against."""
    return tuple(x.double() if x.is_floating_point() else x for x in case)


def questions(reference, cases):
    """The canonical texts of a reference, one for each pattern of shapes; the least degenerate case speaks first.

    A case that is all ones is judged, but nobody asks for it: it has no text where there are others.
    """
    import graph
    import verify

    distinct, texts = {}, {}
    for case in [case for case in cases if any(x.numel() > 1 for x in case)] or cases[:1]:
        distinct.setdefault(shape_pattern(case), case)
    for case in distinct.values():
        texts.setdefault(graph.trace(reference, case).text, case)
    ordered = sorted(texts, key=lambda text: len(re.findall(r"\b1\b", text.split("\n")[0])))
    case = texts[ordered[0]]
    same = verify.compare(graph.parse(ordered[0]).run(*case), reference(*case), reference(*exactly(case)))
    if not same.ok:
        raise ValueError(f"the question does not compute what the reference computes: {same.reason}")
    return ordered


def judge_variant(variant, device):
    """The verdict on a variant {field: value}, as a dict: `reason` is empty where it may be a pair."""
    import verify

    with within(OUR_SECONDS, "the reference"):
        reference, cases = load_reference(variant)
        texts = questions(reference, cases)
    verdict = verify.judge(variant["canonical"], reference, cases, device=device)
    reason = "" if verdict.ok else verdict.reason or "refused without a reason"
    result = {"reason": reason, "question": texts[0], "alternates": texts[1:], "error": verdict.error,
              "allowance": verdict.allowance, "launches": verdict.launches}
    return result | ({"lost": True} if "runs longer than" in reason else {})  # a busy machine's fault, perhaps


def judge_crossed(asked, answered, device):
    """The verdict on the question of one variant with the answer of another, which is to be a refusal.

    Two references that agree on the inputs of the first are one function written twice: nothing to tell apart.
    """
    import verify

    with within(OUR_SECONDS, "the reference"):
        reference, cases = load_reference(asked)
        other, _ = load_reference(answered)
        with contextlib.suppress(TypeError, ValueError, RuntimeError, IndexError):  # it may not fit these inputs at all
            exact = [(other(*exactly(case)), reference(*exactly(case))) for case in cases]
            if all(verify.compare(theirs, ours, ours).ok for theirs, ours in exact):
                return {"reason": "the same function", "same": True}
    verdict = verify.judge(answered["canonical"], reference, cases, device=device)
    return {"reason": verdict.reason if not verdict.ok else "", "same": False}


TASKS = {"judge": judge_variant, "cross": judge_crossed}


def serve():
    """A worker: says `ready`, then reads a task a line and writes a result a line, until its input ends."""
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a reference prints is no reply
    import graph
    import torch
    import verify  # noqa: F401  (imported before the first task's clock runs)

    torch.set_num_threads(1)
    graph.trace("y = torch.relu(x)")  # the first one takes a second
    replies.write("ready\n")
    for line in sys.stdin:
        task = json.loads(line)
        try:
            result = TASKS[task.pop("task")](**task)
        except Exception as error:  # a text of synthetic/ may raise anything: it costs one variant, and is told
            told = str(error).strip().split("\n")[0]
            result = {"reason": f"{type(error).__name__}: {told}"}
        replies.write(json.dumps(result) + "\n")


# ---- workers, from outside -------------------------------------------------------------------------------------

class Worker:
    """A process that serves one task after the other, and is replaced when it dies or takes too long."""

    def __init__(self, device):
        self.device, self.process = device, None

    def start(self):
        environment = os.environ | CHILD_THREADS
        if self.device == "cpu":
            environment |= {"CUDA_VISIBLE_DEVICES": "", "TRITON_INTERPRET": "1"}
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([sys.executable, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, env=environment, start_new_session=True, cwd=ROOT)
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError(f"a worker could not start: {self.last_words()}")

    def kill(self):
        """Ends the process and its group; the next task starts another."""
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # the clock and the asker may both come to end it
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def last_words(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace").strip().split("\n")[-1]

    def ask(self, task):
        """The result of a task, a dict; `lost` stands in it if the worker did not survive."""
        if self.process is None or self.process.returncode is not None:
            self.start()
        late = threading.Event()
        clock = threading.Timer(VARIANT_SECONDS, lambda: (late.set(), self.kill()))
        clock.start()
        try:
            self.process.stdin.write(json.dumps(task) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            clock.cancel()
        if line:
            return json.loads(line)
        self.kill()
        why = f"took more than {VARIANT_SECONDS} s" if late.is_set() else f"ended its worker: {self.last_words()}"
        return {"reason": why, "lost": True}


class Workers:
    """`jobs` workers behind one `map`; leaving the block ends them, whatever they are doing."""

    def __init__(self, jobs, device):
        self.idle = [Worker(device) for _ in range(jobs)]
        self.all, self.device, self.pool = list(self.idle), device, ThreadPoolExecutor(jobs)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in self.all:
            worker.kill()
        self.pool.shutdown()
        for worker in self.all:  # one that was just starting
            worker.kill()

    def ask(self, task):
        if task is None:
            return None
        worker = self.idle.pop()  # there are as many as threads
        try:
            return worker.ask(task | {"device": self.device})
        finally:
            self.idle.append(worker)

    def map(self, tasks):
        """(tag, result) of every (tag, task), in their order; a result is None for a None.

        Tasks are drawn as they are needed: the first results are there long before the last task is made.
        """
        ahead = deque()
        for tag, task in tasks:
            ahead.append((tag, self.pool.submit(self.ask, task)))
            while ahead and (len(ahead) > 8 * len(self.all) or ahead[0][1].done()):
                tag, future = ahead.popleft()
                yield tag, future.result()
        for tag, future in ahead:
            yield tag, future.result()


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
    ours = [code_of(ROOT / "verify.py"), code_of(ROOT / "graph.py"), code_of(SYNTHETIC / "harness.py")]
    ours += [inspect.getsource(part) for part in (load_reference, shape_pattern, exactly, questions, judge_variant)]
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
    folder: Path = SYNTHETIC
    report: Path = REPORT
    journals: Path = JOURNALS
    refused: Path = ROOT / "runs" / "refused.jsonl"


@dataclass(frozen=True)
class Candidate:
    """A variant with what is known of it before it is judged."""
    variant: object   # harness.Variant
    answer: str       # canonical
    hash: str         # of the answer
    key: str          # in the journal

    @property
    def task(self):
        return {"task": "judge", "variant": asdict(self.variant) | {"canonical": self.answer}}


def candidate(variant, version):
    """Raises ValueError or SyntaxError where the variant cannot become a pair."""
    answer = canonical_answer(variant)
    text = "\0".join([version, variant.name, variant.inputs, variant.reference, answer])
    return Candidate(variant, answer, answer_hash(answer), hashlib.sha256(text.encode()).hexdigest()[:32])


class Source:
    """A family that is being emptied: its next indices, and the tally of what became of those that it gave."""

    def __init__(self, family, seed):
        self.family, self.indices = family, order(family, seed)
        self.given, self.accepted, self.duplicates, self.refused = 0, 0, 0, Counter()
        self.dry = False  # a whole round of it gave nothing new

    @property
    def capacity(self):
        return self.accepted + (0 if self.dry else len(self.family) - self.given)

    def take(self, number):
        taken = list(islice(self.indices, number))
        self.given += len(taken)
        return taken

    def refuse(self, reason):
        self.refused[re.sub(r"\d+(\.\d+)?(e[-+]?\d+)?", "#", reason)] += 1

    def row(self):
        reasons = "; ".join(f"{number}x {reason[:90]}" for reason, number in self.refused.most_common(2))
        return (f"{self.family.stem:24} {len(self.family):>9,} {self.given:>9,} {self.accepted:>9,} {self.duplicates:>9,} "
                f"{self.refused.total():>8,}  {reasons}").rstrip()


def next_round(sources, limit):
    """[(stem, index)] that should bring every family up to its share of `limit`, the families taking turns."""
    shares = water_fill({stem: source.capacity for stem, source in sources.items()}, limit)
    missing = limit - sum(source.accepted for source in sources.values())
    drawn = []
    for stem, source in sources.items():
        wanted = min(ROUND, missing, max(0, shares[stem] - source.accepted))
        drawn.append([(stem, index) for index in source.take(wanted)])
    return [item for turn in zip_longest(*drawn) for item in turn if item]


class Corpus:
    """The pairs so far, and all that must not come twice."""

    def __init__(self, families, options):
        self.options, self.version = options, judge_version(options.device)
        self.sources = {family.stem: Source(family, options.seed) for family in families}
        self.limit = options.limit or sum(map(len, families))
        self.answers, self.questions, self.pairs, self.refusals = set(), set(), [], []

    def refuse(self, stem, index, reason):
        self.sources[stem].refuse(reason)
        self.refusals.append({"family": stem, "variant": index, "reason": reason})

    def expand(self, items):
        """Candidates of [(stem, index)]; what cannot be one is refused on the way."""
        for stem, index in items:
            try:
                yield candidate(self.sources[stem].family[index], self.version)
            except Exception as error:  # rows of tables are texts of all kinds: one variant, and told
                self.refuse(stem, index, f"{type(error).__name__}: {error}")

    def admit(self, candidate, verdict):
        """Adds a judged candidate, or says why not; `verdict` is None where its answer was here already."""
        variant = candidate.variant
        source = self.sources[variant.family]
        if candidate.hash in self.answers or not verdict["reason"] and verdict["question"] in self.questions:
            source.duplicates += 1
        elif verdict["reason"]:
            self.refuse(variant.family, variant.index, verdict["reason"])
        else:
            source.accepted += 1
            self.answers.add(candidate.hash)
            self.questions.add(verdict["question"])
            self.pairs.append(self.pair(candidate, verdict))

    def pair(self, candidate, verdict):
        variant = candidate.variant
        return Pair(variant.reference, body_text(variant.reference, f"{variant.name}_torch"), variant.answer,
                    body_text(variant.answer, kernel_name(variant)), variant.name, variant.family, f"{variant.family}.py",
                    variant.index, verdict["question"], json.dumps(verdict["alternates"]), candidate.answer, verdict["error"],
                    verdict["allowance"], verdict["launches"], split_of(verdict["question"]), candidate.hash)

    def judge_round(self, items, workers, journal):
        """Yields once for every candidate of `items` that has been dealt with."""
        def tasks():
            for one in self.expand(items):
                known = one.key in journal.verdicts or one.hash in self.answers
                yield one, None if known else one.task

        before = {stem: source.accepted for stem, source in self.sources.items()}
        for one, verdict in workers.map(tasks()):
            if verdict and "lost" not in verdict:
                journal.add(one.key, verdict)
            self.admit(one, verdict or journal.verdicts.get(one.key))
            yield
        for stem in {stem for stem, _ in items} if self.options.limit else ():
            self.sources[stem].dry = self.sources[stem].accepted == before[stem]

    def collect(self):
        """Fills the corpus up to its limit, or until its time is spent."""
        end = time.monotonic() + 60 * self.options.minutes
        journal = Journal(self.options.journals / f"{self.version}.jsonl")
        with contextlib.closing(journal), Workers(self.options.jobs, self.options.device) as workers, \
                run_all_tests.progress(self.limit, "pair", "extracting") as bar:
            while items := next_round(self.sources, self.limit):
                for _ in self.judge_round(items, workers, journal):
                    bar.update(len(self.pairs) - bar.n)
                    bar.set_postfix(refused=len(self.refusals), refresh=False)
                    if time.monotonic() > end:
                        bar.write(f"{self.options.minutes:g} minutes are spent")
                        return

    def rows(self):
        """The pairs, with alternates that are a question of their own, or of another split, left out."""
        taken = set(self.questions)
        for pair in self.pairs:
            alternates = [text for text in json.loads(pair.alternates) if text not in taken and split_of(text) == pair.split]
            taken.update(alternates)
            yield asdict(pair) | {"alternates": json.dumps(alternates)}

    def table(self):
        """What was generated, accepted and refused, by family."""
        head = f"{'family':24} {'variants':>9} {'generated':>9} {'accepted':>9} {'duplicate':>9} {'refused':>8}  most frequent reasons"
        rows = [source.row() for _, source in sorted(self.sources.items())]
        splits = ", ".join(f"{number:,} {split}" for split, number in Counter(pair.split for pair in self.pairs).most_common())
        return "\n".join([head, *rows, f"{len(self.pairs):,} pairs: {splits}"])


def validated_families(options):
    """The families of the files that pass on their own, by a report that still stands or by running them now."""
    from synthetic.harness import Family

    paths = run_all_tests.pair_files(options.words, options.folder)
    if not paths:
        raise ValueError(f"no file of {options.folder} matches {' '.join(options.words) or '*.py'}")
    outcomes = run_all_tests.read_report(options.report, options.folder)
    if not outcomes.keys() >= set(paths):
        command = [sys.executable, run_all_tests.__file__, *options.words, "--stale", "--jobs", str(options.jobs)]
        subprocess.run([*command, "--report", options.report, "--folder", options.folder])  # some may fail: they stay out
        outcomes = run_all_tests.read_report(options.report, options.folder)
    families = []
    for path in paths:
        try:
            if not (path in outcomes and outcomes[path].passed):
                raise ValueError(outcomes[path].reason if path in outcomes else "it was changed, or not validated")
            families.append(Family.load(path))
        except Exception as error:  # tables may be wrong in any way: one file, and told
            print(f"without {path.name}: {error}")
    return families


def extract(options):
    """Makes the corpus and writes it to `options.out`; returns the number of pairs."""
    import pandas

    corpus = Corpus(validated_families(options), options)
    try:
        corpus.collect()
    finally:
        with run_all_tests.replacing(options.refused) as partial:
            partial.write_text("".join(json.dumps(refusal) + "\n" for refusal in corpus.refusals))
    if corpus.pairs:
        with run_all_tests.replacing(options.out) as partial:
            pandas.DataFrame(corpus.rows()).to_csv(partial, index=False)
    print(corpus.table())
    return len(corpus.pairs)


def load_pairs(path=CSV):
    """The rows of a corpus, as Pairs; ValueError where a column is missing."""
    import pandas

    frame = pandas.read_csv(path, keep_default_na=False)
    missing = [field.name for field in fields(Pair) if field.name not in frame]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}: run extract_training_data.py again")
    return [Pair(**row) for row in frame[[field.name for field in fields(Pair)]].to_dict("records")]


def default_limit():
    """How many pairs suit this machine: with a GPU, a model worth training; without, three minutes of two cores."""
    return LIMIT_WITHOUT_GPU if run_all_tests.machine()["device"] == "cpu" else LIMIT_WITH_GPU


def ensure(path=CSV):
    """`path`, after an extraction with the defaults where there is no such file yet."""
    if not Path(path).exists() and not extract(Options(limit=default_limit(), out=Path(path))):
        raise RuntimeError("no variant of synthetic/ became a pair: see the table above")
    return Path(path)


# ---- cross-wiring: a mutation test of the judge -----------------------------------------------------------------

def crossed(pairs, number, seed):
    """`number` times two different pairs whose questions take the same arguments, of the same family where it can be."""
    rng, alike = random.Random(seed), {}
    for pair in pairs:
        alike.setdefault(pair.question.split("\n")[0], []).append(pair)
    groups = [group for group in alike.values() if len(group) > 1]
    if not groups:
        raise ValueError("no two questions take the same arguments: nothing to cross")
    everything = [(pair, group) for group in groups for pair in group]
    for turn in range(number):
        asked, group = everything[rng.randrange(len(everything))]
        others = [pair for pair in group if pair.hash != asked.hash]
        siblings = [pair for pair in others if pair.family == asked.family]
        yield asked, rng.choice(siblings if siblings and turn % 2 else others)


def cross_wire(options, number):
    """Judges questions with the answers of others; returns how many were, wrongly, accepted."""
    from synthetic.harness import Family

    family = functools.cache(lambda source_file: Family.load(options.folder / source_file))

    def text(pair):
        return asdict(family(pair.source_file)[pair.variant]) | {"canonical": pair.answer}

    couples = list(crossed(load_pairs(options.out), number, options.seed))
    tasks = ((couple, {"task": "cross", "asked": text(couple[0]), "answered": text(couple[1])}) for couple in couples)
    refused, same, accepted = Counter(), 0, []
    with Workers(options.jobs, options.device) as workers, run_all_tests.progress(number, "couple", "cross-wiring") as bar:
        for couple, verdict in workers.map(tasks):
            bar.update()
            same += verdict.get("same", False)
            if not verdict["reason"]:
                accepted.append(couple)
            elif not verdict.get("same"):
                refused[re.sub(r"[\d.]+(e[-+]?\d+)?", "#", verdict["reason"])[:90]] += 1
    for asked, answered in accepted:
        print(f"ACCEPTED the answer of {answered.family}/{answered.variant} to {asked.family}/{asked.variant}: {asked.question!r}")
    print(f"{refused.total()} refused, {same} were one function written twice, {len(accepted)} accepted")
    print("\n".join(f"{count:>6} {reason}" for reason, count in refused.most_common(10)))
    return len(accepted)


# ---- commands --------------------------------------------------------------------------------------------------

def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only files of synthetic/ whose name holds one of these")
    parser.add_argument("--limit", type=int, help="this many pairs, the same number from every family as far as they go")
    parser.add_argument("--all", action="store_true", help="every variant")
    parser.add_argument("--cross-wire", type=int, metavar="N", help="judge N questions of the corpus with answers of others")
    parser.add_argument("--jobs", type=int, default=CORES, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="draws the order of the variants (%(default)s)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after these, keep what is done")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where answers run (%(default)s: Triton's interpreter)")
    parser.add_argument("--out", type=Path, default=CSV, help="the corpus (%(default)s)")
    given = parser.parse_args(arguments)
    limit = None if given.all else given.limit or default_limit()
    options = Options(tuple(given.words), limit, given.jobs, given.seed, given.minutes, given.device, given.out)
    try:
        if given.cross_wire:
            return 1 if cross_wire(options, given.cross_wire) else 0
        return 0 if extract(options) else 1
    except (ValueError, RuntimeError, OSError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        raise SystemExit(serve())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the workers are ended
    raise SystemExit(main())
