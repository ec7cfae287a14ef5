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


@functools.cache
def code_hash(*packages: str) -> str:
    """The first 16 hex digits of a hash over the code of packages and modules, given by dotted name.

    Whatever is kept on disk (verdicts, choices, timings) names the hash of the modules that made it, and is
    made anew when one of them has changed.
    """
    digest = hashlib.sha256()
    for package in packages:
        origin = Path(find_spec(package).origin)
        files = sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]
        for file in files:
            digest.update(f"{package} {file.name} {hash_of_code(file.read_text())}\n".encode())
    return digest.hexdigest()[:16]
