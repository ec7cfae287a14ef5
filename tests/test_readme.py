"""The README's commands are those that CI runs, and each of its lines is one that the programs take."""

import re
import shlex
from python_to_triton import inference
import llm


TEXT = (inference.HERE / "README.md").read_text()
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```bash\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]


def test_ci_runs_the_test_command():
    [test_command] = [command for command in COMMANDS if command.endswith("pytest -q")]
    assert test_command in (inference.HERE / ".ci" / "run").read_text().splitlines()


def test_the_training_command_is_one_line():
    assert sum(command.endswith("python llm.py") and "pip install" in command for command in COMMANDS) == 1


def test_every_command_names_a_program_and_flags_that_it_has():
    checked = 0
    for words in (shlex.split(command) for command in COMMANDS if command.startswith("python ")):
        assert (inference.HERE / words[1]).exists(), words
        if words[1] == "llm.py":
            llm.make_parser().parse_args(words[2:])
        checked += 1
    assert checked > 10


def test_figures_that_the_code_knows():
    config = inference.ModelConfig(vocab_size=49152)
    blocks = config.n_layers * (4 * config.d_model**2 + 2 * config.d_model * config.d_ff)
    total = 2 * config.vocab_size * config.d_model + blocks + (2 * config.n_layers + 1) * config.d_model
    assert f"{total:,} parameters" in TEXT
    files = [
        path for path in (inference.HERE / "synthetic").glob("*.py") if path.stem not in ("harness", "tables")
    ]
    assert f"{len(files)} runnable files" in TEXT
