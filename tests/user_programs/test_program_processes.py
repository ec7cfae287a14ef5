"""A user's text runs in a process of its own, and what comes back is data that is read as such."""

import copy
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import torch
from waiting import wait_until

from python_to_triton import codegen, frontend, runtime, user_programs
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.runtime.judging import judge_file
from python_to_triton.user_programs.encoding import decode_graph, encode_graph
from python_to_triton.user_programs.supervision import memory_limit
from python_to_triton.user_programs.traced_text import AHEAD

ROOT = Path(__file__).resolve().parents[2]
MODEL = '''import torch
import torch.nn as nn


class Model(nn.Module):
    """A norm that keeps statistics, a layer, a number."""

    def __init__(self, width=16, slope=0.1):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, width), nn.BatchNorm1d(width))
        self.slope = slope

    def forward(self, x, gain=2.0):
        return nn.functional.leaky_relu(self.layers(x), self.slope) * gain


def get_inputs():
    return [torch.randn(4, 8)]
'''
PROGRAMS = {
    "statements": "y = torch.relu(x) * x.shape[-1] ** -0.5",
    "function": "def f(x, w, eps=1e-5):\n    return F.layer_norm(x, (x.shape[-1],), w, eps=eps)\n",
    "effects": "def f(x, total):\n    total.add_(x.sum(0))\n    return {'mean': x.mean(0), 'n': len(x)}\n",
    "module": MODEL,
    "checks": "def f(x):\n    if (x > 9).any():\n        raise ValueError('x')\n    return x * 2\n",
    "numbers": MODEL.replace(
        "self.slope = slope", "self.slope, self.kinds = torch.tensor(0.5), {1, 2}"
    ).replace("self.slope)", "float(self.slope) * len(self.kinds))"),
}


def encoded(text):
    """What the process of a program sends of it."""
    graph = frontend.trace(text)
    module_facts(graph.source)
    graph.source.free = frontend.free_numbers(graph)
    return graph, json.loads(json.dumps(encode_graph(graph)))


def test_a_trace_that_began_ahead_is_taken_once():
    text = "y = torch.tanh(x) * 3.25"
    AHEAD.clear()
    user_programs.begin_traces([text, "y = x +", text])
    assert len(AHEAD) == 2
    [graph] = user_programs.traced_text(text)
    assert graph.text == frontend.trace(text).text
    with pytest.raises(frontend.GraphError):
        user_programs.traced_text("y = x +")
    assert not AHEAD and not user_programs.are_traces_waited_for()
    assert user_programs.traced_text(text)[0].text == graph.text


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_graph_comes_back_as_it_was(name):
    graph, form = encoded(PROGRAMS[name])
    again = decode_graph(form)
    assert [v.line for v in again.values] == [v.line for v in graph.values] and again.values[0].line
    assert again.text == graph.text and again.sizes == graph.sizes and again.arguments == graph.arguments
    assert again.source.conditions == graph.source.conditions and again.source.free == graph.source.free
    assert again.source.function is None and frontend.free_numbers(again) == graph.source.free
    answers = [codegen.entry_source(part.graph, []) for part in frontend.regions(graph)]
    assert codegen.stitch(again, answers) == codegen.stitch(graph, answers)


def changed(form, path, value):
    """A form with another value at a path."""
    form = copy.deepcopy(form)
    *way, last = path
    inner = form
    for key in way:
        inner = inner[key]
    inner[last] = value
    return form


CODE = {"str": "__import__('os').system('true')"}
FIELDS = ("program", "fields")
HOSTILE = {
    "no text": (("text",), 5),
    "an operation that is none": (("text",), "f(a0: f32[A])\nv0 = system(a0)\nreturn v0"),
    "sizes that are texts": (("sizes",), {"A": "1"}),
    "sizes that are missing": (("sizes",), {}),
    "another number of arguments": (("origins",), []),
    "a class that is not listed": (("program", "of"), "Popen"),
    "a field that is not listed": (("program", "fields", "function"), CODE),
    "a name that is none": ((*FIELDS, "name"), {"str": "f(); import os"}),
    "a name that is a number": ((*FIELDS, "name"), {"int": "5"}),
    "two statements in an expression": ((*FIELDS, "template"), {"str": "results[0]\nimport os"}),
    "a template that is no Python": ((*FIELDS, "template"), {"str": "results["}),
    "a program that is no Python": ((*FIELDS, "source"), {"str": "def f(:"}),
    "an object": ((*FIELDS, "conditions"), {"object": "Conditions"}),
    "a kind that is none": ((*FIELDS, "kind"), {"str": "shell"}),
    "an encoding that is none": ((*FIELDS, "notes"), {"pickle": "gASV"}),
    "effects of outputs that are not there": (
        (*FIELDS, "conditions", "fields", "copied"),
        {"tuple": [{"int": "7"}]},
    ),
    "a line that is a text": (("lines", 0, 0), "3"),
    "a line before the first": (("lines", 0, 0), 0),
    "more lines than values": (("lines",), [[1]] * 100),
    "a line that is none among several": (("lines", 0), [1, True]),
    "no lines": (("lines",), None),
    "a tensor of no dtype": ((*FIELDS, "inputs"), {"tuple": [{"tensor": ["Storage", [3]]}]}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_graph_is_refused(name):
    _, form = encoded(PROGRAMS["function"])
    with pytest.raises(frontend.GraphError) as caught:
        decode_graph(changed(form, *HOSTILE[name]))
    assert "\n" not in str(caught.value)


def test_nothing_of_a_text_runs_here(tmp_path):
    text = f"import os\nos.environ['PROGRAM_WAS_HERE'] = str(os.getpid())\n{PROGRAMS['function']}"
    translation = runtime.Translation(text)
    assert "PROGRAM_WAS_HERE" not in os.environ and translation.graph.source.function is None
    with pytest.raises(frontend.GraphError, match="the program does not run"):
        runtime.Translation(f"open({str(tmp_path / 'made')!r}, 'w')\n{PROGRAMS['function']}")


def test_a_text_reads_files_and_writes_temporary_ones(tmp_path):
    (tmp_path / "numbers.json").write_text("[3, 5]")
    text = (
        "import json, tempfile\n\nimport torch\n\n\ndef _shape():\n"
        "    with tempfile.TemporaryFile() as file:\n        file.write(b'x')\n"
        f"    return json.load(open({str(tmp_path / 'numbers.json')!r}))\n\n\n"
        "def f(x):\n    return torch.relu(x)\n\n\ndef get_inputs():\n    return [torch.randn(_shape())]\n"
    )
    [graph] = user_programs.traced_text(text)
    assert graph.sizes == {"A": 3, "B": 5}


FILLS_ITS_FOLDER = {
    "many bytes": "for i in range(100):\n    open(f'{folder}/{i}', 'wb').write(bytes(1 << 20))\n",
    "many files": "for i in range(11_000):\n    open(f'{folder}/{i}', 'w').close()\n",
    "deep folders": (
        "os.chdir(folder)\nfor i in range(3000):\n    os.mkdir('f')\n    os.chdir('f')\n"
        "for i in range(100):\n    open(str(i), 'wb').write(bytes(1 << 20))\n"
    ),
}


@pytest.mark.parametrize("name", FILLS_ITS_FOLDER)
def test_a_text_that_fills_its_temporary_folder_is_ended(name):
    text = (
        "import os, tempfile, time\nfolder = tempfile.gettempdir()\n"
        f"{FILLS_ITS_FOLDER[name]}time.sleep(600)\n{PROGRAMS['function']}"
    )
    before = {*Path(tempfile.gettempdir()).glob("program-*")}
    with pytest.raises(ValueError, match="wrote more than 64 MB or 10,000 files to its temporary folder"):
        user_programs.traced_text(text)
    made = {*Path(tempfile.gettempdir()).glob("program-*")} - before
    wait_until(lambda: not any(folder.exists() for folder in made), "the folder is still there")


def test_inputs_travel_as_shapes_and_constants():
    text = "def f(x, pair, scale):\n    return x * pair[0] * scale\n"
    inputs = (torch.randn(3, 5), [torch.randn(5), None], 0.5)
    [graph] = user_programs.traced_text(text, inputs)
    assert graph.sizes == {"A": 3, "B": 5} and "0.5" in graph.text


def test_workers_share_one_server():
    earlier = descendants_of(os.getpid())  # a server that another test has closed may still be ending
    judges = runtime.Judges(2)
    options = runtime.TranslationOptions()
    texts = [f"def f{i}(x):\n    return torch.relu(x)\n" for i in range(3)]
    futures = [judges.submit(text, "def translated(x):\n    return x", judge_file, options) for text in texts]
    assert all(not future.result()[0].ok for future in futures)
    server = user_programs.program_server().process.pid
    workers = descendants_of(os.getpid()) - earlier - descendants_of(server) - {server}
    commands = [command_of(worker) for worker in workers]
    judges.close()
    assert commands and not any(b"user_programs.server" in command for command in commands)


def command_of(process: int) -> bytes:
    """The command line of a process, empty where it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def descendants_of(process: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    children = children_of(process)
    return set(children).union(*map(descendants_of, children))


def state_and_parent(process: int) -> tuple[str, int]:
    """The state of a process, "Z" where it has ended, and its parent."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "Z", 0
    return fields[0], int(fields[1])


def children_of(process: int) -> list[int]:
    """The processes that a process has started and that have not ended."""
    others = map(int, filter(str.isdigit, os.listdir("/proc")))
    return [other for other in others if state_and_parent(other)[1] == process]


def test_a_program_ends_with_its_client():
    code = (
        "import threading, time\nfrom python_to_triton import user_programs\n"
        "TEXT = 'import time\\nx = time.sleep(600)\\ndef f(x):\\n  return x'\n"
        "threading.Thread(target=user_programs.traced_text, args=[TEXT], daemon=True).start()\n"
        "server = user_programs.program_server()\n"
        "while server.process is None: time.sleep(0.1)\n"
        "print(server.process.pid, flush=True)\ntime.sleep(600)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as client:
        try:
            server = int(client.stdout.readline())
            wait_until(lambda: children_of(server), "the program has not begun")
            processes = [server, *children_of(server)]
        finally:
            client.kill()
    for process in processes:
        wait_until(lambda: state_and_parent(process)[0] == "Z", "a process is still there")


def test_the_memory_of_a_program_is_a_share_of_the_machines():
    assert 1 << 32 <= memory_limit() <= max(1 << 32, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
