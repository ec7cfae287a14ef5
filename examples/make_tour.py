"""Makes examples/tour.ipynb of examples/tour.py: runs its cells, and keeps what they print and draw.

    pip install nbclient ipykernel && python examples/make_tour.py

A line `# %%` begins a cell of code, `# %% [markdown]` one of text. Warnings, progress, times and the numbers
of execution are left out, so that a second run gives the same file where the answers are the same.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from triton_ops.exit_codes import command_line  # noqa: E402  (found through the line above)
from triton_ops.files import replacing  # noqa: E402

SOURCE = Path(__file__).with_name("tour.py")
NOTEBOOK = SOURCE.with_suffix(".ipynb")
CELL = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)
SECONDS = 900  # that a cell may take on a busy machine


def cells_of(text: str) -> list[tuple[str, str]]:
    """[("markdown" or "code", text)] of a file's cells."""
    _, *parts = CELL.split(text)
    cells = []
    for kind, part in zip(parts[::2], parts[1::2]):
        if kind:
            lines = [line.removeprefix("#").removeprefix(" ") for line in part.strip().splitlines()]
            cells.append(("markdown", "\n".join(lines)))
        else:
            cells.append(("code", part.strip()))
    return cells


def notebook_of(text: str):
    """The notebook of a file's cells, without outputs."""
    import nbformat

    made = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    cells = [made[kind](cell, id=f"cell-{number}") for number, (kind, cell) in enumerate(cells_of(text), 1)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def run_cells(notebook, folder: Path) -> None:
    """Runs the cells in a folder, and keeps of their outputs what is the same in every run.

    Raises nbclient's CellExecutionError where a cell fails.
    """
    from nbclient import NotebookClient

    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    notebook.metadata.pop("language_info", None)  # the version of this Python


@command_line()
def main() -> int:
    """Writes the notebook. Raises ValueError, one line, where a package is missing."""
    try:
        import nbformat
    except ImportError as error:
        raise ValueError("the notebook is run by nbclient: pip install nbclient ipykernel") from error

    notebook = notebook_of(SOURCE.read_text())
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, (str(SOURCE.parents[1]), os.environ.get("PYTHONPATH")))
    )
    with tempfile.TemporaryDirectory() as folder:
        run_cells(notebook, Path(folder))
    with replacing(NOTEBOOK) as partial:
        nbformat.write(notebook, partial)
    print(f"wrote {NOTEBOOK.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
