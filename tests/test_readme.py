"""The README's commands are CI's, the programs take each of its lines, and its quick start runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import llm

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text()
BLOCKS = [
    [line.split("#")[0].strip() for line in block.splitlines() if line.split("#")[0].strip()]
    for block in re.findall(r"```bash\n(.*?)```", TEXT, re.DOTALL)
]
COMMANDS = [command for block in BLOCKS for command in block]
LINES, COLUMNS = 150, 110


def section(title: str) -> str:
    """The text under one heading of the README."""
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_ci_runs_the_test_command():
    [test_command] = [command for command in COMMANDS if "-m pytest" in command]
    assert test_command in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_training_command_is_one_line():
    assert sum(command.endswith("python llm.py") and "pip install" in command for command in COMMANDS) == 1


def test_the_two_commands_stand_in_blocks_of_their_own():
    blocks = re.findall(r"```bash\n(.*?)```", section("Two commands"), re.DOTALL)
    assert [len(block.splitlines()) for block in blocks] == [1, 1]
    assert blocks[0].endswith("python llm.py\n") and blocks[1].endswith(
        "pytest -q -n 2 --dist worksteal --short\n"
    )


def test_every_command_names_a_program_and_flags_that_it_has():
    checked = 0
    for words in (shlex.split(command) for command in COMMANDS if command.startswith("python ")):
        assert (ROOT / (words[2] if words[1] == "-m" else words[1])).exists(), words
        if words[1] == "llm.py":
            llm.make_parser().parse_args(words[2:])
        checked += 1
    assert checked > 10


def test_the_quick_start_gives_a_verified_answer():
    """Its commands after the install, by this environment's Python."""
    clone, install, *commands = BLOCKS[0]
    assert clone.startswith("git clone --depth 1 ") and "pip install" in install and commands
    for command in commands:
        program, *words = shlex.split(command)
        assert program == ".venv/bin/python", command
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "@triton.jit" in done.stdout and "\nverified" in done.stdout, done.stdout


def test_the_picture_shows_an_answer_that_is_verified():
    picture = (ROOT / "docs" / "first_answer.svg").read_text()
    assert "docs/first_answer.svg" in TEXT
    program = BLOCKS[0][-1].partition('"')[2].partition('"')[0]
    assert program in picture and "verified" in picture


def test_every_linked_file_exists():
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", TEXT)
    missing = [link for link in links if not link.startswith("http") and not (ROOT / link).exists()]
    assert links and not missing


def test_every_place_of_the_layout_exists():
    block = re.search(r"```\n(.*?)```", section("Layout"), re.DOTALL).group(1)
    folder, missing = ROOT, []
    for line in block.splitlines():
        indented = line.startswith(" ")
        for name in re.findall(r"^\s*((?:[\w.]+(?:/|\.py) ?)+)", line)[0].split():
            path = (folder if indented else ROOT) / name
            missing += [name] * (not path.exists())
            if not indented:
                folder = path
    assert not missing


def test_it_is_short():
    lines = TEXT.splitlines()
    wide = [line for line in lines if len(line) > COLUMNS and "&&" not in line]
    assert len(lines) <= LINES and not wide


def test_figures_that_the_code_knows():
    config = llm.ModelConfig(vocab_size=49152)
    blocks = config.n_layers * (4 * config.d_model**2 + 2 * config.d_model * config.d_ff)
    total = 2 * config.vocab_size * config.d_model + blocks + (2 * config.n_layers + 1) * config.d_model
    assert f"{total:,} parameters" in TEXT
