"""journal."""

import contextlib
import hashlib
import json

from corpus.validation import machine
from python_to_triton import verification
from triton_ops.code_hash import code_hash

JUDGE = (
    "python_to_triton.frontend",
    "python_to_triton.static_checks",
    *verification.VERDICT_CODE,
    "corpus",
)


def judge_version(device):
    """Hash of all that a verdict depends on, the variant's own text aside."""
    versions = machine()
    parts = [
        code_hash(*JUDGE),
        versions["torch"],
        versions["triton"],
        versions["device"] if device == "cuda" else device,
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


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
