"""The sandbox's steps: hostile code reaches nothing, as root and as an ordinary user, and nothing stays."""

import contextlib
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from attacks_on_the_sandbox import ATTACKS, COMPILE, CPU, GPU
from candidates import RELU, normal

from python_to_triton.verification import judge, sandbox
from python_to_triton.verification.sandbox import (
    Limits,
    Refused,
    client,
    confinement,
    folders,
    isolation,
    system_calls,
)

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
CLOSING = [step for step in ("bubblewrap", "landlock") if isolation.works_here(step)]  # that close files
TWENTY_SECONDS = Limits(seconds=20.0)
MARK = "left-by-a-hostile-candidate"
PREAMBLE = """
import ctypes, fcntl, mmap, os, resource, shutil, signal, socket, stat, subprocess, sys, threading
from multiprocessing import shared_memory
libc = ctypes.CDLL(None, use_errno=True)
call = lambda name, *arguments: libc.syscall(numbers[name], *arguments)
server_folder = os.getcwd() if "job-" not in os.getcwd() else os.path.dirname(os.getcwd())
bound = dict(globals())
won, mistakes = [], []
for name, lines in attacks.items():
    names = dict(bound)
    try:
        exec(lines, names)
        won += [name] if names["won"] else []
    except (SyntaxError, LookupError, NameError, TypeError, AttributeError) as error:
        mistakes.append(name)
    except BaseException:
        pass
summary = f"{len(attacks)} tried; won: {won}; mistakes: {mistakes}"
"""


def hostile(attacks, things):
    """Python's text that tries attacks, and leaves a line about them in `summary`."""
    bound = "".join(f"{name} = {value!r}\n" for name, value in things.items())
    return f"attacks = {attacks!r}\n{bound}{PREAMBLE}"


def tried(server, text, limits=TWENTY_SECONDS):
    """The error that Python's text raises in a fork of a server, behind the allow-list, or why it ended."""
    execute = f"__import__('builtins').exec({text!r}, {{'__builtins__': __import__('builtins')}})"
    try:
        if server.kind == COMPILE:
            launch = {"kernel": "none", "types": {}, "constants": {}, "options": {}}
            message, _ = server.run(
                {"source": execute, "launches": [[launch, 80]], "complete": False}, (), limits
            )
            return message["compiled"][0]["reason"]
        runs = [[0, sandbox.POISON_WORDS[0], False, False]]
        job = {"source": f"def translated(x):\n    {execute}\n", "entry": "translated", "runs": runs}
        message, _ = server.run(job | {"describe": False}, [(torch.ones(3),)], limits)
        return message["refused"]
    except Refused as refusal:
        return str(refusal)


def all_tried(server, things):
    """What became of every attack that one of a server's forks can make."""
    kind = server.kind.partition(":")[0]
    attacks = {name: lines for name, (kinds, lines) in ATTACKS.items() if kind in kinds}
    said = tried(server, hostile(attacks, things) + "raise ValueError(summary)")
    return said.rpartition("ValueError: ")[2], f"{len(attacks)} tried; won: []; mistakes: []"


@contextlib.contextmanager
def confined_server(kind, step):
    """A server of a kind, confined by a step and those below it."""
    before = os.environ.get(isolation.VARIABLE)
    sandbox.choose_sandbox(step)
    try:
        server = sandbox.open_sandbox(kind)
        yield server
        server.close()
    finally:
        os.environ.pop(isolation.VARIABLE)
        if before is not None:
            os.environ[isolation.VARIABLE] = before


@pytest.fixture
def users_things(tmp_path):
    """A home folder, a process and a port of the user's, as the attacks name them."""
    home = Path(tempfile.mkdtemp(prefix="home-"))
    home.chmod(0o755)
    (home / "folder").mkdir()
    (home / "folder" / "file").write_text("kept")
    (home / "secret").write_text("hunter2")
    victim = subprocess.Popen(["sleep", "600"], start_new_session=True)
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as agent:
        agent.bind(str(home / "agent"))
        agent.listen()
        yield {
            "home": str(home),
            "victim": victim.pid,
            "port": server.getsockname()[1],
            "temporary": tempfile.gettempdir(),
            "package": sandbox.__file__,
            "mark": MARK,
            "numbers": system_calls.call_numbers(system_calls.REACHES_BEYOND),
        }
        assert victim.poll() is None, "the process of the user's has ended"
    victim.kill()
    victim.wait()
    folders.remove_tree(home)


def contents(folder):
    """What is in a folder, with modes, times and texts."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        about = path.lstat()
        text = path.read_text() if path.is_file() else ""
        found[str(path)] = (about.st_mode, about.st_mtime_ns, about.st_uid, text)
    return found


def traces():
    """What a hostile candidate may have left on this machine."""
    places = [Path("/dev/shm"), Path(tempfile.gettempdir())]
    found = [str(path) for place in places for path in place.glob(f"*{MARK}*")]
    for kind in ("shm", "msg", "sem"):
        rows = Path(f"/proc/sysvipc/{kind}").read_text().split("\n")[1:]
        found += [f"{kind}: {row}" for row in rows if row.split()[:1] == [str(0x7E57)]]
    return found


@pytest.mark.parametrize("kind", [CPU, COMPILE])
@pytest.mark.parametrize("step", CLOSING)
def test_hostile_code_reaches_nothing(step, kind, users_things):
    before = contents(users_things["home"])
    with confined_server(kind, step) as server:
        assert server.steps[0] == step
        said, none_won = all_tried(server, users_things)
    assert said == none_won
    assert contents(users_things["home"]) == before
    assert not traces()


@pytest.mark.skipif(not isolation.works_here("seccomp"), reason="no filter of system calls here")
def test_without_closed_files_a_candidate_still_changes_nothing(users_things):
    before = contents(users_things["home"])
    with confined_server(CPU, "seccomp") as server:
        all_tried(server, users_things)
    assert contents(users_things["home"]) == before
    assert not traces()


def test_limits_alone_let_attacks_through(users_things):
    """The attacks are real: without the other steps they reach what they are after."""
    names = ["reads a secret", "lists the home folder", "holds memory beyond its limit in a file of memory"]
    attacks = {name: ATTACKS[name][1] for name in names}
    with confined_server(COMPILE, "limits") as server:
        said = tried(server, hostile(attacks, users_things) + "raise ValueError(summary)")
    assert said.endswith(f"3 tried; won: {names}; mistakes: []")


def python_of_others():
    """A Python of this version that another user may run, and who finds the same packages; "" for none."""
    version = f"Python {sys.version.split()[0].rpartition('.')[0]}."
    for python in (sys.executable, "/usr/bin/python3"):
        if not Path(python).exists() or not confinement.readable_by_others(python):
            continue
        if subprocess.run([python, "--version"], capture_output=True, text=True).stdout.startswith(version):
            return python
    return ""


@pytest.mark.skipif(os.geteuid() != 0, reason="the other tests are an ordinary user's already")
@pytest.mark.skipif(not CLOSING, reason="nothing here closes files")
def test_hostile_code_reaches_nothing_of_an_ordinary_user():
    """The same attacks, as the user nobody: no root, no capability, files and processes of the same user."""
    python = python_of_others()
    packages = Path(torch.__file__).parents[1]
    if not python or not all(map(confinement.readable_by_others, map(str, (packages, __file__)))):
        pytest.skip("Python, its packages or this file lie where no other user gets")
    folder = tempfile.mkdtemp(prefix="nobody-")
    os.chown(folder, confinement.NOBODY, confinement.NOBODY)
    environment = os.environ | {
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{packages}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [
        python,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        __file__,
        "-k",
        "reaches_nothing and not gpu",
    ]
    nobody = {"user": confinement.NOBODY, "group": confinement.NOBODY, "extra_groups": []}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=500, **nobody
    )
    folders.remove_tree(folder)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert f"{2 * len(CLOSING)} passed" in done.stdout


GPU_SERVER = """
import dataclasses, json, os, sys
sys.path.insert(0, {sandbox!r})
import start
start.without_facades()
from python_to_triton.verification.sandbox import confinement
confined = confinement.Confinement.from_settings({settings!r})
confinement.forbid_new_privileges()
confinement.confine_server(confined, "cuda")
"""


def confined_like_a_gpu_server(step, folder, text):
    """What a process prints that runs Python's text in the confinement of a server for a GPU."""
    before = dict(os.environ)
    sandbox.choose_sandbox(step)
    settings = json.loads(json.dumps(isolation.server_settings(GPU, str(folder), isolation.steps_in_force())))
    os.environ.pop(isolation.VARIABLE)
    os.environ.update(before)
    begin = GPU_SERVER.format(sandbox=str(Path(sandbox.__file__).parent), settings=settings)
    environment = os.environ | {"TMPDIR": str(folder), "HOME": str(folder)}
    command = [sys.executable, "-P", "-c", begin + text]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


@pytest.mark.skipif("landlock" not in CLOSING, reason="no Landlock here")
def test_the_confinement_of_a_gpu_server_refuses_the_attacks(users_things, tmp_path):
    before = contents(users_things["home"])
    attacks = {name: lines for name, (kinds, lines) in ATTACKS.items() if GPU in kinds}
    said = confined_like_a_gpu_server("landlock", tmp_path, hostile(attacks, users_things) + "print(summary)")
    assert said == f"{len(attacks)} tried; won: []; mistakes: []\n"
    assert len(attacks) > 60
    assert contents(users_things["home"]) == before
    assert not traces()


@pytest.mark.skipif("landlock" not in CLOSING, reason="no Landlock here")
def test_the_confinement_of_a_gpu_server_lets_triton_build_its_launcher(tmp_path):
    """Triton compiles C on a GPU's host, loads it, and runs ptxas: in the confinement all of this works."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    text = """
import ctypes, subprocess, tempfile, pathlib
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "one.c").write_text("#include <stdio.h>\\nint answer(void) { return 42; }\\n")
subprocess.check_call(["cc", "one.c", "-O3", "-shared", "-fPIC", "-o", "one.so"], cwd=folder)
print(ctypes.CDLL(str(folder / "one.so")).answer())
import threading
thread = threading.Thread(target=print, args=("a thread",))
thread.start()
thread.join()
import triton
ptxas = triton.knobs.nvidia.ptxas.path
print("release" in subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout)
"""
    assert confined_like_a_gpu_server("landlock", tmp_path, text) == "42\na thread\nTrue\n"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("step", CLOSING)
def test_a_gpu_works_in_the_sandbox_and_hostile_code_reaches_nothing(step, users_things):
    before = contents(users_things["home"])
    sandbox.close_sandboxes()
    with confined_server(GPU, step) as server:
        assert server.steps[0] == step
        sandbox.IDLE_SANDBOXES.setdefault(GPU, []).append(server)
        verdict = judge(RELU, F.relu, [(x.cuda(),) for (x,) in normal()], device="cuda")
        assert verdict.ok, verdict.reason
        said, none_won = all_tried(server, users_things)
        sandbox.IDLE_SANDBOXES[GPU].clear()
    assert said == none_won
    assert contents(users_things["home"]) == before
    assert not traces()


def header_numbers():
    """The numbers of system calls that this machine's C headers give; empty where there are none."""
    places = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h")
    text = next((Path(place).read_text() for place in places if Path(place).exists()), "")
    rows = (line.split() for line in text.split("\n") if line.startswith("#define __NR_"))
    return {row[1].removeprefix("__NR_"): int(row[2]) for row in rows if len(row) == 3}


@pytest.mark.skipif(
    not header_numbers() or platform.machine() != "x86_64", reason="no headers to compare with"
)
def test_numbers_of_system_calls_are_those_of_the_headers():
    known = header_numbers()
    tables = ("COMPUTES", "CONDITIONAL", "COMPILES", "REACHES_BEYOND")
    ours = [
        row for table in tables for row in system_calls.call_numbers(getattr(system_calls, table)).items()
    ]
    assert len(ours) > 200
    assert not [(name, number) for name, number in ours if known.get(name, number) != number]


def test_a_path_that_holds_the_home_folder_is_not_opened(monkeypatch, tmp_path):
    home = tmp_path / "user"
    monkeypatch.setenv("HOME", str(home))
    listed = ["/", str(tmp_path), str(home), str(home / "lib"), "relative", ""]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(listed))
    read = isolation.server_rights(GPU, "/folder").read
    assert str(home / "lib") in read and not {*listed[:3], "relative", ""} & {*read}
    assert str(ROOT) not in read and str(ROOT / "triton_ops") in read


def test_a_process_whose_parent_has_ended_ends_too():
    """Also where the parent ended before the kernel was asked: nobody is told then."""
    text = "from python_to_triton.verification import sandbox; sandbox.kill_with_parent(999_999_999)"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", text], env=environment, timeout=120).returncode == -9


def test_a_bomb_of_programs_costs_one_candidate():
    """Other programs are all that a candidate may start: with more than a few it is killed."""
    bomb = """
import glob, os, subprocess
[ptxas] = glob.glob(f"{os.path.dirname(__import__('triton').__file__)}/backends/nvidia/bin/ptxas")
ends = [os.pipe() for _ in range(8)]
for n in range(2000):
    subprocess.Popen([ptxas, "/dev/stdin"], stdin=ends[n % 8][0], stdout=ends[0][1], stderr=ends[0][1])
raise ValueError("started them all")
"""
    with confined_server(COMPILE, "auto") as server:
        before = time.monotonic()
        said = tried(server, bomb)
        assert "started them all" not in said, said
        assert time.monotonic() - before < TWENTY_SECONDS.seconds + 60
        assert len(sandbox.descendants_of(server.process.pid)) <= 2


def test_a_folder_that_fills_costs_one_candidate():
    lines = "import os\nfor n in range(10 ** 6):\n    os.close(os.open(str(n), os.O_CREAT | os.O_WRONLY))\n"
    with confined_server(COMPILE, "auto") as server:
        said = tried(server, lines)
        assert "SIGKILL" in said or "No space" in said or "longer than" in said, said
        folder = Path(server.folder)
        assert not folder.exists() or not [*folder.glob("job-*")]


@pytest.fixture
def fresh_choice(monkeypatch):
    """No step is named, and no server of a GPU has started yet."""
    monkeypatch.delenv(isolation.VARIABLE, raising=False)
    monkeypatch.delenv(isolation.GPU_VARIABLE, raising=False)
    yield
    os.environ.pop(isolation.GPU_VARIABLE, None)


def test_a_gpu_that_does_not_start_under_a_step_starts_without_it_and_says_so(
    monkeypatch, fresh_choice, capsys
):
    monkeypatch.setattr(isolation, "steps_in_force", lambda: ("landlock", "seccomp", "limits"))
    tried = []

    def start(kind, steps):
        tried.append(steps)
        if "seccomp" in steps:
            raise RuntimeError("no kernel runs on cuda: OS call failed")
        return steps

    monkeypatch.setattr(client, "Sandbox", start)
    assert client.open_sandbox("cuda") == ("landlock", "limits")
    assert tried == [("landlock", "seccomp", "limits"), ("seccomp", "limits"), ("landlock", "limits")]
    said = capsys.readouterr().err
    assert "seccomp, under which CUDA does not start here (no kernel runs on cuda: OS call failed)" in said
    assert client.open_sandbox("cuda:1") == ("landlock", "limits") and len(tried) == 4  # and remembers it
    with pytest.raises(RuntimeError, match="OS call failed"):
        client.open_sandbox("cpu")  # whose candidates get all steps or none


def test_a_step_that_the_user_names_is_not_left_out(monkeypatch, fresh_choice):
    def start(kind, steps):
        raise RuntimeError("no kernel runs on cuda")

    monkeypatch.setattr(client, "Sandbox", start)
    monkeypatch.setenv(isolation.VARIABLE, "seccomp")
    with pytest.raises(RuntimeError, match="no kernel runs"):
        client.open_sandbox("cuda")
