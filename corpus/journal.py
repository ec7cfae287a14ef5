"""Verdicts on disk: what was judged once is not judged again, even after a kill or with another limit."""

import contextlib
import hashlib
import json
from pathlib import Path

from corpus.validation import machine
from python_to_triton import verification
from triton_ops.code_hash import code_hash


def judge_version(device: str) -> str:
    """Hash of all that a verdict depends on, the variant's own text aside."""
    versions = machine()
    code = code_hash(
        "corpus", "python_to_triton.frontend", "python_to_triton.static_checks", *verification.VERDICT_CODE
    )
    name = versions["device"] if device == "cuda" else device
    return hashlib.sha256(
        "\0".join([code, versions["torch"], versions["triton"], name]).encode()
    ).hexdigest()[:16]


class Journal:
    """Verdicts by key, {key: verdict} a line of JSON, on disk as soon as they are known."""

    def __init__(self, path: Path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(path, "a+b")
        self.file.seek(0)
        lines = self.file.read().split(b"\n")
        self.verdicts = {}
        for line in lines:
            with contextlib.suppress(ValueError):  # the line that a kill cut short: it is judged again
                self.verdicts |= json.loads(line)
        if lines[-1]:
            self.file.write(b"\n")

    def add(self, key: str, verdict: object) -> None:
        """Writes one verdict, at once."""
        self.verdicts[key] = verdict
        self.file.write(json.dumps({key: verdict}).encode() + b"\n")
        self.file.flush()

    def close(self) -> None:
        """Closes the file."""
        self.file.close()
