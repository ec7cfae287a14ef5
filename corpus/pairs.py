"""The rows of training_data.csv: a prompt, the answer that was judged, and where both come from."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from corpus.settings import CSV
from triton_ops.files import replacing


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


COLUMNS = [field.name for field in fields(Pair)]


def load_pairs(path: Path | str = CSV) -> list[Pair]:
    """The rows of a corpus. Raises ValueError where the file, or a column of it, is missing."""
    import pandas  # half a second, and not part of the installed package

    if not Path(path).exists():
        raise ValueError(f"{path} is missing: `python extract_training_data.py` makes it")
    frame = pandas.read_csv(path, keep_default_na=False)
    missing = [name for name in COLUMNS if name not in frame]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}: run extract_training_data.py again")
    return [Pair(**row) for row in frame[COLUMNS].to_dict("records")]


def write_rows(rows: Iterable[dict], path: Path) -> None:
    """Writes {column: value} as a CSV file, all or nothing."""
    with replacing(path) as partial, open(partial, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
