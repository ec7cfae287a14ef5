"""What translation.py evaluates: files of a folder, programs of a seed, both test splits of a corpus."""

import contextlib
import functools
import itertools
import json
import random
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpus import is_held_out, operations, random_programs
from corpus.pairs import read_columns
from python_to_triton import frontend, runtime

SPLITS = ("test_parameters", "test_combinations")
DTYPES = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}  # {dtype: its name in programs' comments}
MANY_TENSORS = 4  # that one region takes
MOST_TENSORS = 6  # that may be asked of random programs: 19 of 4,000 take as many or seven
PROGRAMS_A_CALL = 10  # random programs that a judge draws at once


def tensors_taken(prompt: str) -> int:
    """How many tensors the region of a prompt takes: the inputs, parameters and buffers that meet in it."""
    return prompt.partition("\n")[0].count(": ")


@dataclass(frozen=True)
class Row:
    """A task (a file), one of its regions, a random program or a pair of the corpus, and its results.

    A stage of the evaluation that ended has an entry in `verified`.
    """

    suite: str  # "tasks", "regions" (of the tasks), "programs" or a split of the corpus
    family: str
    name: str
    form: str = "prompt"  # of a file: module, function, statements; untraced
    prompts: tuple[str, ...] = ()  # of its regions; empty where it cannot be traced
    schedules: tuple[str, ...] = ()  # of a file: the word that suits each region's sizes; "": none
    text: str = ""  # of the file; not stored
    obstacle: str = ""  # why it has no answer: it cannot be traced, or a prompt is too long
    trained: int | None = None  # how many of its prompts the training split has; None: not known
    verified: dict[str, bool] = field(default_factory=dict)  # of stages: first, written, samples, smaller
    reason: str = ""  # why it failed, in the last of them
    parses: bool = False  # whether its first answers are Python
    compiles: str | None = None  # "" for sm_80 and sm_90, else why not; None where nothing was verified
    draws: tuple[bool, ...] = ()  # of the estimate: whether all its regions passed
    proof: dict[str, Any] = field(default_factory=dict)  # ok, reason, torch_ms, compile_ms, triton_ms
    in_every_dtype: bool = False  # of a random program: whether it makes a prompt in each of DTYPES

    @property
    def joins_many(self) -> bool:
        """Whether one of its regions takes MANY_TENSORS tensors or more."""
        return any(tensors_taken(prompt) >= MANY_TENSORS for prompt in self.prompts)


def spread_over(items: Iterable, count: int, keys_of: Callable[[Any], Iterable], seed: int = 0) -> list:
    """`count` of `items`, drawn evenly over their keys.

    The keys take turns; each takes the next item that has it, in random order, until none is left. An item
    with several keys is drawn once. A key with few items runs out, and the others share what is left.
    """
    rng = random.Random(seed)
    shuffled = list(items)
    rng.shuffle(shuffled)
    waiting = defaultdict(list)
    for place, item in reversed(list(enumerate(shuffled))):
        for key in keys_of(item):
            waiting[key].append(place)
    turns = sorted(waiting)
    rng.shuffle(turns)

    drawn = {}  # place of an item: True, in the order of drawing
    while turns and len(drawn) < count:
        for key in turns:
            while waiting[key] and waiting[key][-1] in drawn:
                waiting[key].pop()
            if waiting[key] and len(drawn) < count:
                drawn[waiting[key].pop()] = True
        turns = [key for key in turns if waiting[key]]
    return [shuffled[place] for place in drawn]


def held_out_pairs(prompt: str) -> tuple[str, ...]:
    """The pairs of operations in a prompt that no training pair has together, as "add + leaky_relu"."""
    names = sorted(set(operations(prompt)))
    return tuple(" + ".join(pair) for pair in itertools.combinations(names, 2) if is_held_out(pair))


# ---- files ---------------------------------------------------------------------------------------


@functools.cache
def traced_file(text: str) -> runtime.Translation:
    """A file's graphs and regions, without its own tensors, which may be large; each file once a process."""
    translation = runtime.Translation(text)
    translation.form = translation.graph.source.kind
    for one in translation.graphs:
        one.graph.source = None
    return translation


def trace_in_judge(text: str, _: str) -> tuple[str, tuple[str, ...], tuple[str, ...], str]:
    """(form, prompts of the regions, their schedules, why it cannot be traced) of a file, in a judge's
    process.
    """
    try:
        translation = traced_file(text)
    except ValueError as error:
        return "untraced", (), (), str(error)
    regions = translation.regions
    schedules = tuple(region.schedule for region in regions)
    return translation.form, tuple(region.prompt for region in regions), schedules, ""


def begin_traces(judges: runtime.Judges, folder: Path, every: int = 1) -> dict[Path, Future]:
    """{file: Future of its trace} of each `every`-th file below a folder, of none with 0. ValueError where
    there is none.
    """
    if not every:
        return {}
    files = list(runtime.python_files(sorted(folder.rglob("*.py")) or [folder]))[::every]
    return {path: judges.submit(path.read_text(), "", trace_in_judge) for path in files}


def task_rows(traces: dict[Path, Future]) -> list[Row]:
    """A row a file, its family the folder's name, then a row a region."""
    tasks = []
    for path, future in traces.items():
        try:
            form, *found, obstacle = future.result()
        except ValueError as error:  # the judge died of the file
            form, *found, obstacle = "untraced", (), (), str(error)
        tasks.append(Row("tasks", path.parent.name, path.stem, form, *found, path.read_text(), obstacle))
    regions = [
        Row("regions", row.family, f"{row.name}/{place}", row.form, (prompt,), (schedule,))
        for row in tasks
        for place, (prompt, schedule) in enumerate(zip(row.prompts, row.schedules, strict=True))
    ]
    return tasks + regions


# ---- random programs and splits of the corpus ----------------------------------------------------


def in_dtype(program: str, dtype: str) -> str:
    """A random program whose tensors, all of them floats, are of one of DTYPES."""
    return re.sub(r"\bf(16|32)\[", f"{DTYPES[dtype]}[", program)


def prompt_or_reason(program: str) -> tuple[str, str]:
    """(prompt of a random program in another dtype, why it makes none), one of them empty."""
    try:
        with contextlib.suppress(ValueError):  # what is degenerate on few test cases is not always so on all
            return random_programs.prompt_of_program(program, briefly=True), ""
        return random_programs.prompt_of_program(program), ""
    except frontend.SHAPE_ERRORS as error:  # the front end's and PyTorch's may quote the program
        return "", str(error) if type(error) is ValueError else f"refused ({type(error).__name__})"


def draw_in_judge(seed: int, start: int, dtype: str) -> list[tuple[str, str, str, bool]]:
    """[(prompt as drawn, prompt in `dtype`, why it makes none there, whether it makes one in every dtype)] of
    PROGRAMS_A_CALL random programs from `start` on that make a prompt as drawn, in a judge's process. No
    dtype: all as drawn.
    """
    found = []
    for program, prompt in random_programs.prompts_between(seed, start, PROGRAMS_A_CALL):
        texts = {name: in_dtype(program, name) for name in DTYPES} if dtype else {}
        made = {
            name: (prompt, "") if text == program else prompt_or_reason(text) for name, text in texts.items()
        }
        in_every = bool(made) and all(text for text, _ in made.values())
        found.append((prompt, *made.get(dtype, (prompt, "")), in_every))
    return found


def program_rows(
    judges: runtime.Judges, count: int, seed: int, dtype: str = "", tensors: int = 0
) -> list[Row]:
    """A row each of the first `count` random programs of a seed (corpus/random_programs.py) that join so many
    tensors or more, drawn by judges.

    Which these are does not depend on `dtype`; one that makes no prompt in it has an obstacle.
    """
    rows = {}  # {prompt as drawn: row}
    calls = deque()
    starts = itertools.count(0, PROGRAMS_A_CALL)
    while len(rows) < count:
        while len(calls) <= judges.jobs:
            calls.append(judges.submit(seed, next(starts), draw_in_judge, dtype))
        for drawn, prompt, reason, in_every in calls.popleft().result():
            if tensors_taken(drawn) < tensors:
                continue
            row = Row("programs", "random", f"program {seed}/{len(rows)}", in_every_dtype=in_every)
            rows.setdefault(drawn, replace(row, prompts=(prompt,) if prompt else (), obstacle=reason))
    return list(rows.values())[:count]


def corpus_rows(path: Path, count: int, seed: int) -> tuple[list[Row], set[str]]:
    """(`count` rows of each test split, every prompt of the training split in each of its spellings).

    Unseen parameters are drawn evenly over the families, unseen combinations evenly over the held-out pairs
    of operations.
    """
    pairs = list(read_columns(path, ["family", "op", "prompt", "alternates", "split"]).itertuples())
    trained = set()
    for pair in pairs:
        if pair.split == "train":
            trained.update((pair.prompt, *json.loads(pair.alternates)))

    keys = {
        "test_parameters": lambda pair: (pair.family,),
        "test_combinations": lambda pair: held_out_pairs(pair.prompt),
    }
    rows = []
    for split in SPLITS:
        found = [pair for pair in pairs if pair.split == split]
        for pair in spread_over(found, count, keys[split], seed):
            rows.append(Row(split, pair.family, pair.op, prompts=(pair.prompt,), trained=0))
    return rows, trained
