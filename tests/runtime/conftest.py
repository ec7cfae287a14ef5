"""Runs the console script with a scripted translator, and gives what the GPU would find at a program's own
sizes.
"""

import json
from pathlib import Path

import pytest
from patching import patch_everywhere
from scripted import PASSED, TIMES, Scripted

from python_to_triton import command_line, runtime


@pytest.fixture
def translate(tmp_path, monkeypatch):
    """Runs `translate` on files {name: text}: (exit code, {name: row of the report}, the translator)."""
    programs = tmp_path / "programs"
    # In this process: a worker each would cost more than it judges.
    patch_everywhere(monkeypatch, "judges_beside", lambda device, **_: runtime.Judges())

    def run(files, *words, translator=None, out=tmp_path / "out"):
        for name, text in files.items():
            path = programs / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        translator = translator or Scripted()

        def load(path, device, **options):
            vars(translator).update(options)
            return translator

        patch_everywhere(monkeypatch, "load_translator", load)
        code = command_line.main(["translate", *map(str, words or (programs,)), "--out", str(out)])
        rows = json.loads((out / "report.json").read_text()) if code != 2 else []
        return code, {str(Path(row["path"]).relative_to(programs)): row for row in rows}, translator

    return run


@pytest.fixture
def own_sizes(monkeypatch):
    """(calls that judge at own sizes, as they come; {word: result} of the answers with that word)."""
    calls = []
    results = {}

    def result(prompt, sizes, answer, **more):
        calls.append({"prompt": prompt, "sizes": sizes, "answer": answer} | more)
        return next((one for word, one in results.items() if word in answer), PASSED | TIMES)

    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "USUAL_SECONDS", 0.0)
    patch_everywhere(monkeypatch, "own_sizes_result", result)
    patch_everywhere(monkeypatch, "tuning_result", lambda *_: {"ok": False, "reason": "no GPU in this test"})
    return calls, results
