"""Files with several entries: each is translated under its own name, or named as left out."""

import os
import subprocess
import sys

from scripted import Scripted, right

from python_to_triton import runtime

IMPORTS = "import torch\nimport torch.nn as nn\n\n\n"
MAGNITUDE = "def magnitude(x):\n    return x.abs()\n\n\n"
GROWTH = "def growth(x):\n    return x.exp()\n\n\n"
SIGN = "def sign(x):\n    return x.cos()\n\n\n"  # the scripted translator has no answer
COUNT = "def count(model):\n    return sum(p.numel() for p in model.parameters())\n\n\n"
MODEL = (
    "class Gate(nn.Module):\n    def forward(self, x):\n        return torch.sigmoid(x)\n\n\n"
    "class Model(nn.Module):\n    def forward(self, x):\n        return torch.relu(x)\n\n\n"
    "def get_inputs():\n    return [torch.randn(3, 5)]\n\n\n"
)
USE = """
x = torch.randn(3, 5)
for ours, exact in (
    (magnitude(x), x.abs()), (growth(x), x.exp()), (Gate()(x), x.sigmoid()), (ModelNew()(x), x.relu())
):
    torch.testing.assert_close(ours, exact)
print("right")
"""


def entries_of(row: dict) -> dict[str, str]:
    return {entry["name"]: entry["status"] for entry in row["entries"]}


def test_each_function_and_class_is_translated_under_its_own_name(translate, tmp_path):
    code, rows, _ = translate({"f.py": IMPORTS + MAGNITUDE + GROWTH + MODEL})
    assert code == 0 and rows["f.py"]["verified"] and rows["f.py"]["regions"] == 4
    assert entries_of(rows["f.py"]) == dict.fromkeys(("magnitude", "growth", "Gate", "Model"), "verified")
    text = (tmp_path / "out" / "f.py").read_text()
    assert text.startswith(
        "# Verified by execution against PyTorch in float64: 4 of 4 entries.\n# magnitude: largest"
    )
    (tmp_path / "use.py").write_text(text + USE)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "use.py")],
        env=os.environ | {"TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "right\n", done.stderr


def test_what_cannot_be_translated_is_named(translate, tmp_path, capsys):
    code, rows, _ = translate({"f.py": IMPORTS + MAGNITUDE + SIGN + COUNT + GROWTH})
    row = rows["f.py"]
    assert code == 1 and row["verified"] is False and row["reason"].startswith("sign: ")
    assert entries_of(row) == {
        "magnitude": "verified",
        "sign": "left out",
        "count": "no program",
        "growth": "verified",
    }
    assert "verified: 2 of 3 entries sign: " in capsys.readouterr().out
    text = (tmp_path / "out" / "f.py").read_text()
    assert "# sign is left out: " in text and "# count is no program: " in text
    assert "def magnitude(x)" in text and "def growth(x)" in text and "def sign" not in text
    _, again, translator = translate({}, tmp_path / "programs", "--resume")
    assert not translator.asked and again == rows
    (tmp_path / "out" / "f.py").unlink()
    translate({}, tmp_path / "programs", "--resume", translator=translator)
    assert translator.asked, "the answer was gone"


def test_a_file_without_any_answer_fails(translate, tmp_path):
    code, rows, _ = translate({"f.py": SIGN + SIGN.replace("sign", "other")})
    assert code == 1 and not (tmp_path / "out" / "f.py").exists()
    assert entries_of(rows["f.py"]) == {"sign": "left out", "other": "left out"}
    code, rows, _ = translate({"f.py": COUNT + COUNT.replace("count", "other")})
    assert code == 1 and rows["f.py"]["reason"] and not rows["f.py"]["entries"]


def test_samples_of_several_entries_lie_apart(translate, tmp_path):
    translate({"f.py": MAGNITUDE + GROWTH}, tmp_path / "programs", "--keep-all", "--samples", "2")
    assert sorted(path.name for path in (tmp_path / "out" / "f").iterdir()) == [
        f"sample_0{number}_{name}.py" for number in (0, 1) for name in ("growth", "magnitude")
    ]


def test_a_file_with_one_entry_says_so_in_its_row(translate):
    _, rows, _ = translate({"f.py": MAGNITUDE})
    [entry] = rows["f.py"]["entries"]
    assert entry["name"] == "magnitude" and entry["status"] == "verified" and entry["error"] >= 0
    assert rows["f.py"]["calls"] > 0 and rows["f.py"]["assumed"].startswith("sizes were not given: x is")


def test_the_demo_translates_every_entry(capsys):
    session = runtime.Session(Scripted(right), 3)
    assert session.answer(IMPORTS + MAGNITUDE + GROWTH)
    printed = capsys.readouterr().out
    assert "# magnitude\n" in printed and "# growth\n" in printed and "\n2 of 2 entries verified\n" in printed
    assert "def translated_magnitude(" in printed and "def growth(x)" in printed
    assert not session.answer(IMPORTS + MAGNITUDE + COUNT + SIGN)
    printed = capsys.readouterr().out
    assert "# count: no program, " in printed and "1 of 2 entries verified\n" in printed


def test_a_module_that_does_not_train_is_translated_for_evaluation(translate, tmp_path):
    module = (
        "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n"
        "        if self.training:\n            raise ValueError('too few rows when training')\n"
        "        return torch.relu(x)\n"
    )
    code, rows, _ = translate({"f.py": module})
    assert code == 1 and rows["f.py"]["reason"].endswith("; --eval translates the module as after .eval()")
    code, rows, _ = translate({}, tmp_path / "programs", "--eval")
    assert code == 0 and rows["f.py"]["settings"]["evaluate"]
    assert "self.training" in (tmp_path / "out" / "f.py").read_text()
