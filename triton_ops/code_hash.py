"""One hash of the code that a stored result depends on."""

import ast
import functools
import hashlib
from importlib.util import find_spec
from pathlib import Path

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def hash_of_code(text: str) -> str:
    """The SHA-256 of Python source; comments, docstrings and layout do not count."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def files_of(package: str) -> list[Path]:
    """The source files of a package, or of one module, given by dotted name."""
    origin = Path(find_spec(package).origin)
    return sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]


@functools.cache
def code_hash(*packages: str) -> str:
    """The first 16 hex digits of a hash over the code of packages and modules, given by dotted name.

    Whatever is kept on disk (verdicts, choices, timings) names the hash of the modules that made it, and is
    made anew when one of them has changed.
    """
    digest = hashlib.sha256()
    for package in packages:
        for file in files_of(package):
            digest.update(f"{package} {file.name} {hash_of_code(file.read_text())}\n".encode())
    return digest.hexdigest()[:16]


@functools.cache
def text_hash(*packages: str) -> str:
    """As code_hash, over the files as they stand: a new comment changes it, and it takes milliseconds."""
    digest = hashlib.sha256()
    for package in packages:
        for file in files_of(package):
            digest.update(f"{package} {file.name} {file.stat().st_size}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]
