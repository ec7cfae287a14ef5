"""The tour's notebook is the one of its source, its names exist, its outputs hold what it promises."""

import ast
import dataclasses
import inspect
import json
import os
import re
import sys
from pathlib import Path

import pytest

import python_to_triton
from examples.make_tour import NOTEBOOK, SOURCE, cells_of, notebook_of, run_cells
from python_to_triton.backend.trainable import TrainableTranslation
from python_to_triton.verification import Verdict

CELLS = cells_of(SOURCE.read_text())
CODE = [text for kind, text in CELLS if kind == "code"]
COMMITTED = json.loads(NOTEBOOK.read_text())
LARGEST = 150_000  # bytes


def outputs() -> list[dict]:
    """Of all cells of the committed notebook."""
    return [output for cell in COMMITTED["cells"] for output in cell.get("outputs", [])]


def printed() -> str:
    """What all cells of the committed notebook print."""
    return "".join("".join(output.get("text", [])) for output in outputs())


def attributes_of(name: str) -> set[str]:
    """The attributes that the code reads of a variable."""
    nodes = [node for text in CODE for node in ast.walk(ast.parse(text))]
    return {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    }


def test_the_notebook_is_that_of_its_source():
    written = [(cell["cell_type"], "".join(cell["source"])) for cell in COMMITTED["cells"]]
    assert written == CELLS and len(CODE) > 6


def test_every_name_of_the_package_that_the_code_uses_exists():
    assert attributes_of("python_to_triton") == {"translate", "explain"} <= set(python_to_triton.__all__)
    assert {"answers", "source", "verdict"} <= attributes_of("translation")
    built = re.findall(r"self\.(\w+)", inspect.getsource(python_to_triton.Translation.__init__))
    for name in attributes_of("translation") | attributes_of("fused"):
        kinds = (python_to_triton.Translation, TrainableTranslation)
        assert name in built or any(hasattr(kind, name) for kind in kinds), name
    assert attributes_of("verdict") <= {field.name for field in dataclasses.fields(Verdict)}


def test_the_outputs_are_what_it_promises_and_nothing_of_a_machine():
    text = printed()
    for words in ("@triton.jit", "verified: True", "other sizes: True", "refused: ", "PyTorch's: True"):
        assert words in text, words
    assert "regions in Triton" in text and "gradient of input 0: max error" in text
    assert sum("image/png" in output.get("data", {}) for output in outputs()) == 1
    assert not any(output["output_type"] == "error" or output.get("name") == "stderr" for output in outputs())
    assert not any(cell.get("execution_count") for cell in COMMITTED["cells"])
    raw = NOTEBOOK.read_text()
    assert len(raw) < LARGEST
    assert not any(f"{place}/" in raw for place in ("/tmp", "/home", "/root", "/work", "/usr"))


@pytest.mark.skipif(not os.environ.get("EXAMPLES"), reason="EXAMPLES=1 runs the notebook: two minutes")
def test_it_runs_from_top_to_bottom(tmp_path, monkeypatch):
    pytest.importorskip("nbclient", reason="the notebook is run by nbclient")
    pytest.importorskip("ipykernel", reason="the notebook needs a kernel")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(SOURCE).parents[1]), *sys.path]))
    notebook = notebook_of(SOURCE.read_text())
    run_cells(notebook, tmp_path)
    texts = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))
    for words in ("verified: True", "other sizes: True", "refused: ", "PyTorch's: True"):
        assert words in texts, words
