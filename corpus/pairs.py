"""The rows of training_data.csv: a prompt, the answer that was judged, and where both come from."""

import csv
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from corpus.settings import CSV
from python_to_triton.frontend import check_schedule
from triton_ops.files import ROOT, check_writable, replacing


@dataclass(frozen=True)
class Pair:
    """One row of training_data.csv; each field is a column."""

    python_function: str  # the reference in PyTorch, as in its file
    python_body: str  # the statements of the reference
    triton_code: str  # the kernels and the host function, as in the file
    triton_body: str  # the statements of the kernel that carries the variant's name
    op: str  # name of the variant
    family: str  # stem of the family: its file in synthetic/, or its composition
    source_file: str  # the family's file name
    variant: int  # index of the variant in its family
    prompt: str  # canonical text that the model reads
    alternates: str  # JSON list: prompts of the same reference at other ranks or sizes, of the same split
    answer: str  # what the model is to write: triton_code with canonical names and those of the prompt
    max_error: float  # against float64, in the test case that is closest to its tolerance
    tolerance: float  # allowed error in that test case
    launches: int  # of kernels, over all test cases
    order: str  # JSON list: places of the reference's arguments in the order of prompt and answer
    split: str  # train, validation, test_parameters or test_combinations (corpus/splits.py)
    hash: str  # of the answer's syntax tree without names, before it has the prompt's names
    schedule: str = ""  # of the answer, a word of frontend.SCHEDULES; empty: the usual one


COLUMNS = [field.name for field in fields(Pair)]
LATER = {"schedule": ""}  # columns that older corpora lack, and what all their pairs have there


AGAIN = "make it with `python extract_training_data.py`"


def read_columns(path: Path | str, columns: Sequence[str]):
    """These columns of a corpus, a pandas.DataFrame.

    Raises ValueError, one line, where the file is missing, empty, or no corpus.
    """
    import pandas  # half a second, and not part of the installed package

    if not Path(path).exists():
        raise ValueError(f"{path} is missing: {AGAIN}")
    if not Path(path).is_file():
        raise ValueError(f"{path} is no file: name a corpus, or {AGAIN}")
    try:
        frame = pandas.read_csv(path, keep_default_na=False)
    except ValueError as error:  # pandas' own and a wrong encoding: it names no file
        raise ValueError(f"{path} is no corpus ({str(error).splitlines()[0]}): {AGAIN}") from error
    frame = frame.assign(**{name: value for name, value in LATER.items() if name not in frame})
    missing = [name for name in columns if name not in frame]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}: {AGAIN}")
    if frame.empty:
        raise ValueError(f"{path} has no pairs, only a line of column names: {AGAIN}")
    return frame[list(columns)]


def check_pair(pair: Pair, place: str) -> None:
    """Raises ValueError, one line, where a row of a corpus is cut short or was written over."""
    texts = (pair.prompt, pair.answer, pair.split)
    try:
        alternates = json.loads(pair.alternates)
    except (ValueError, TypeError):
        alternates = None
    known = isinstance(alternates, list)
    if not known or not all(isinstance(text, str) and text for text in (*alternates, *texts)):
        raise ValueError(f"{place} is no pair of a prompt and an answer: {AGAIN}")
    try:
        check_schedule(pair.schedule)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def load_pairs(path: Path | str = CSV) -> list[Pair]:
    """The rows of a corpus. Raises ValueError, one line, where the file is missing, empty, or no corpus."""
    frame = read_columns(path, COLUMNS)
    pairs = [Pair(**row) for row in frame.to_dict("records")]
    for row, pair in enumerate(pairs, 1):
        check_pair(pair, f"row {row} of {path}")
    return pairs


def extract_where_missing(path: Path | str) -> None:
    """Makes a corpus of a size for this machine where there is none. Raises ValueError, one line."""
    if Path(path).exists():
        return
    check_writable(path)
    print(f"{path} is missing: extracting it from synthetic/")
    extraction = [sys.executable, str(ROOT / "extract_training_data.py"), "--out", str(path)]
    code = subprocess.run(extraction, check=False).returncode
    if code:
        raise ValueError(f"the extraction ended with exit code {code}: see above")


def write_rows(rows: Iterable[dict], path: Path) -> None:
    """Writes {column: value} as a CSV file, all or nothing."""
    with replacing(path) as partial, open(partial, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
