"""The table of formats, of a model that was trained for an epoch."""

import sys

from tiny_training import trained, write_pairs

from python_to_triton import runtime
from triton_ops.files import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import quantization  # noqa: E402


def test_table_has_the_formats(tmp_path, monkeypatch, capsys):
    write_pairs(tmp_path / "data.csv")
    trained(tmp_path, epochs=1)
    monkeypatch.setattr(runtime, "show_samples", lambda translator, samples: samples)
    monkeypatch.setattr(quantization, "OPERATIONS", quantization.OPERATIONS[:2])
    words = ["--weights", str(tmp_path / "model.pth"), "--data", str(tmp_path / "data.csv"), "--rounds", "1"]
    capsys.readouterr()
    assert quantization.main(words) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    table = {row[0]: row[1:] for row in rows if row[0] in ("fp32", "int8", "int4")}
    fp32, int8, int4 = (float(table[name][0]) for name in ("fp32", "int8", "int4"))
    assert fp32 > 3 * int8 > 3 * 1.5 * int4
    loss = {name: float(row[1]) for name, row in table.items()}
    assert abs(loss["int8"] - loss["fp32"]) < 0.01 and abs(loss["int4"] - loss["fp32"]) < 0.1
    assert all(row[3:6] == ["1", "of", "10"] and float(row[6]) > 0 for row in table.values())
