"""Which files are translated, and how they are read: links, FIFOs, devices, encodings, odd names."""

import os

import pytest

from python_to_triton.runtime.source_files import (
    LARGEST,
    decoded,
    files_below,
    obstacle,
    python_files,
    source_text,
)
from triton_ops.terminal_text import printable

TEXT = "y = torch.relu(x)\n"


@pytest.fixture
def odd(tmp_path):
    """A folder with one file, and much that looks like one."""
    (tmp_path / "good.py").write_text(TEXT)
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "there.py").symlink_to("back.py")
    (tmp_path / "back.py").symlink_to("there.py")
    (tmp_path / "dangling.py").symlink_to("nowhere")
    (tmp_path / "device.py").symlink_to("/dev/zero")
    (tmp_path / "terminal.py").symlink_to("/dev/tty")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "folder.py" / "inner.py").symlink_to("../good.py")
    (tmp_path / "around").symlink_to(".")
    os.mkfifo(tmp_path / "fifo.py")
    with open(tmp_path / "large.py", "wb") as file:
        file.truncate(LARGEST + 1)
    return tmp_path


def test_every_path_has_its_reason_and_none_is_opened(odd):
    reasons = {path.name: obstacle(path) for path in odd.iterdir()}
    assert reasons == {
        "good.py": "",
        "loop.py": "it is a symbolic link that leads back to itself",
        "there.py": "it is a symbolic link that leads back to itself",
        "back.py": "it is a symbolic link that leads back to itself",
        "dangling.py": "it is a symbolic link to nothing",
        "device.py": "it is a device, not a file",
        "terminal.py": "it is a device, not a file",
        "folder.py": "there is no Python file in this folder",
        "around": "there is no Python file in this folder",
        "fifo.py": "it is a FIFO, not a file",
        "large.py": f"it is larger than {LARGEST:,} bytes",
    }
    for name in ("fifo.py", "device.py", "loop.py"):
        with pytest.raises(ValueError, match="it is a"):
            source_text(odd / name)
    assert obstacle(odd / "none.py") == "there is no such file"
    assert obstacle(odd / ("x" * 300)) == "File name too long"


def test_a_file_is_found_once_and_links_to_folders_are_not_followed(odd):
    found = python_files([str(odd), str(odd / "good.py"), str(odd / "around")])
    assert [path.name for path in found].count("good.py") + [p.name for p in found].count("inner.py") == 1
    assert {path.name for path in found} > {"loop.py", "fifo.py", "device.py", "large.py"}


def test_hidden_folders_caches_and_the_answers_are_left_out(tmp_path):
    for name in ("a.py", ".hidden/b.py", "__pycache__/c.py", "out/d.py", "sub/out/e.py", ".f.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    below = [str(path) for path in files_below(tmp_path, tmp_path / "out")]
    assert below == [".f.py", "a.py", "sub/out/e.py"]


def test_a_deep_folder_is_read_to_its_end(tmp_path):
    folders = [tmp_path]
    for _ in range(1200):  # more than the interpreter's own functions go down
        folders.append(folders[-1] / "d")
        folders[-1].mkdir()
    (folders[-1] / "a.py").write_text(TEXT)
    found = files_below(tmp_path)
    (folders[-1] / "a.py").unlink()
    while len(folders) > 1:
        folders.pop().rmdir()
    assert [(path.name, len(path.parts)) for path in found] == [("a.py", 1201)]


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
)
def test_marks_and_line_ends_change_nothing(data):
    assert decoded(data) == TEXT


def test_a_named_encoding_is_read():
    text = "# -*- coding: latin-1 -*-\ny = torch.relu(x)  # é\n"
    assert decoded(text.encode("latin-1")) == text


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"a = 1\n# caf\xe9\n", "line 2 is not utf-8 (byte 0xe9)"),
        (b"\xe9\n", "invalid or missing encoding declaration"),
        (TEXT.encode("utf-16"), "it is UTF-16 or UTF-32"),
        (TEXT.encode("utf-32"), "it is UTF-16 or UTF-32"),
        (TEXT.encode("utf-16-le"), "it holds null bytes"),
        (b"y = 1\0\n", "it holds null bytes"),
        (b"# coding: no-such\n", "unknown encoding: no-such"),
        (b"# coding: rot13\n", "'rot13' is not a text encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem: utf-8"),
        (b"\n\n\xed\xa0\x80\n", "line 3 is not utf-8 (byte 0xed)"),
    ],
)
def test_another_encoding_is_one_line_that_says_what_to_do(data, reason):
    with pytest.raises(ValueError) as caught:
        decoded(data)
    line = str(caught.value)
    assert reason in line and "\n" not in line
    assert line.endswith("save it as UTF-8, or name its encoding in its first line")


def test_a_name_that_no_terminal_shows_is_escaped():
    assert printable("a\nb\x1b[31m\udce9é.py") == "a\\nb\\x1b[31m\\udce9é.py"
