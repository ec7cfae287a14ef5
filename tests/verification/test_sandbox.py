"""The sandbox gives candidates nothing, and nothing outlives a run: tried with code behind the allow-list."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from candidates import RELU, normal
from waiting import PATIENCE, wait_until

from python_to_triton.verification import judge, sandbox
from python_to_triton.verification.sandbox import Limits, Refused, folders, isolation

ROOT = Path(__file__).resolve().parents[2]


FIVE_SECONDS = Limits(seconds=5.0)


def inside(body, limits=FIVE_SECONDS):
    """Runs host code that the allow-list would never let through: (message, output), or Refused."""
    lines = "".join(f"    {line}\n" for line in ["os = __import__('os')", *body])
    job = {
        "source": f"def translated(x):\n{lines}",
        "entry": "translated",
        "runs": [[0, sandbox.POISON_WORDS[0], False, False]],
        "describe": False,
    }
    return sandbox.run_in_sandbox("cpu", job, [(torch.ones(3),)], limits)


def processes(mark):
    """Living processes whose command line or environment shows the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
        except OSError:  # it ended, or is not ours to read
            continue
        found += [folder.name] if mark.encode() in text else []
    return found


def servers_and_forks(server):
    """How many processes of Python a sandbox consists of: its server, and forks that run candidates."""
    found = [server.process.pid, *sandbox.descendants_of(server.process.pid)]
    lines = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in found]
    return sum(line.startswith(sys.executable.encode()) for line in lines)


def test_sandbox_is_empty_deaf_and_knows_no_secrets(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    sandbox.close_sandboxes()
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = (b"127.0.0.1", server.getsockname()[1])
        body = [
            "try:",
            f"    heard = __import__('socket').socket().connect_ex({address}) == 0",
            "except __import__('builtins').OSError:",
            "    heard = False",
            "seen = os.listdir('.'), [k for k in os.environ if 'SECRET' in k], heard",
            "raise __import__('builtins').ValueError(seen)",
        ]
        message, _ = inside(body)
    idle = sandbox.IDLE_SANDBOXES["cpu"][0]
    assert f"([], [], {not idle.offline and idle.steps == ('limits',)})" in message["refused"]


@pytest.mark.parametrize(
    "body, words",
    [
        (["os.write(os.open('leak', os.O_CREAT | os.O_WRONLY), b'x')"], "PermissionError|OSError"),
        (["os.write(os.memfd_create('leak'), b'x')"], "OSError|PermissionError|SIGXFSZ"),
        (["os.fork()", "return x"], "BlockingIOError|PermissionError"),
        (["__import__('threading').Thread(target=len).start()"], "RuntimeError"),
        (["return torch.empty(1 << 36)"], "memory"),
        (["return torch.zeros(1 << 27)"], "Refused|bytes|memory"),
    ],
)
def test_sandbox_forbids(body, words):
    try:
        message, _ = inside(body, Limits(seconds=10.0, memory=2 << 30, output=1 << 20))
        reason = message["refused"]
    except Refused as refusal:
        reason = str(refusal)
    assert any(word in reason for word in words.split("|")), reason


def test_sandbox_survives_a_crash():
    with pytest.raises(Refused, match=r"worker crashed \(SIGSEGV\)"):
        inside(["__import__('ctypes').string_at(8)"])
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_a_wild_pointer_costs_one_candidate():
    wild = RELU.replace("x_ptr + offsets", "x_ptr + offsets + 2**44")
    verdict = judge(wild, F.relu, normal(), device="cpu")
    assert verdict.stage == "run" and "reads outside" in verdict.reason


def test_what_sleeps_ends_by_the_clock_and_what_waits_a_little_goes_on():
    """The limit is CPU time: on a busy machine a right answer takes longer by the clock."""
    with pytest.raises(Refused, match="runs longer than 5 s by the clock"):
        inside(["__import__('time').sleep(60)"], Limits(seconds=1.0))
    message, _ = inside(["__import__('time').sleep(1.5)", "return x"], Limits(seconds=1.0))
    assert "refused" not in message


@pytest.mark.parametrize("line", ["while True:\n        n = 1", "n = 10 ** 10 ** 10", "n = [0] * 10 ** 12"])
def test_a_hang_costs_its_time_limit(line):
    verdict = judge(
        RELU.replace("n = x.numel()", f"n = x.numel()\n    {line}"),
        F.relu,
        normal(),
        limits=Limits(seconds=1.0),
        device="cpu",
    )
    assert verdict.stage == "run" and ("runs longer than" in verdict.reason or "Memory" in verdict.reason)
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_nothing_outlives_its_run():
    """A child that left its process group and session, and lost its parent, is found all the same."""
    sandbox.close_sandboxes()
    server = sandbox.open_sandbox("compile")  # its children may fork, as they have to start ptxas
    escape = [
        "os = __import__('os')",
        "if os.fork() == 0:",
        "    os.setsid()",
        "    if os.fork() == 0:",
        "        os.environ['MARK'] = 'escaped'",
        "        python = __import__('sys').executable",
        "        os.execv(python, ['escaped-sleeper', '-c', 'import time; time.sleep(60)'])",
        "    os._exit(0)",
        "__import__('time').sleep(0.3)",
    ]
    source = "def compile_me():\n" + "".join(f"    {line}\n" for line in escape) + "compile_me()\n"
    job = {
        "source": source,
        "launches": [[{"kernel": "none", "types": {}, "constants": {}, "options": {}}, 80]],
        "complete": False,
    }
    message, _ = server.run(job, (), Limits(seconds=10.0))
    assert not message["compiled"][0]["ok"]
    assert not processes("escaped-sleeper")
    server.close()
    wait_until(lambda: not processes(server.folder))


def test_servers_end_with_us():
    assert judge(RELU, F.relu, normal(), device="cpu").ok
    folder = sandbox.IDLE_SANDBOXES["cpu"][0].folder
    assert processes(folder)
    sandbox.close_sandboxes()
    wait_until(lambda: not processes(folder))
    assert not os.path.exists(folder)


def test_a_prepared_sandbox_is_the_one_that_judges():
    sandbox.close_sandboxes()
    sandbox.start_sandbox("cpu").join()
    [prepared] = sandbox.IDLE_SANDBOXES["cpu"]
    assert judge(RELU, F.relu, normal(), device="cpu").ok and sandbox.IDLE_SANDBOXES["cpu"] == [prepared]


def test_servers_end_when_we_are_killed():
    program = "; ".join(
        [
            "import sys, time",
            f"sys.path.insert(0, {str(ROOT)!r})",
            "from python_to_triton.verification import sandbox",
            "print(sandbox.open_sandbox('compile').folder, flush=True)",
            "time.sleep(60)",
        ]
    )
    judging = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    folder = judging.stdout.readline().strip()
    assert processes(folder)
    judging.kill()
    judging.wait()
    judging.stdout.close()
    wait_until(lambda: not processes(folder) and not os.path.exists(folder))


@pytest.mark.parametrize(
    "line",
    [
        "n = 'x' * 10 ** 11",
        "n = [0] * 10 ** 12",
        "n = max(range(10 ** 12))",
        "n = sum(range(10 ** 12))",
        "n = 9 ** 9 ** 9",
        "n = [[[0] * 9999 for i in range(9999)] for j in range(9999)]",
        "n = math.factorial(10 ** 7)",
        "n = f'{9:{10 ** 10}}'",
        "for i in range(10 ** 12):\n        n = i",
        "p = []\n    for i in range(10 ** 12):\n        p.append(p)",
    ],
)
def test_a_glutton_costs_one_candidate(line):
    verdict = judge(
        RELU.replace("n = x.numel()", f"{line}\n    n = x.numel()"),
        F.relu,
        normal((3, 33)),
        limits=Limits(seconds=0.5, memory=1 << 30),
        device="cpu",
    )
    assert verdict.stage in ("run", "source") and verdict.reason
    [server] = sandbox.IDLE_SANDBOXES["cpu"]
    assert servers_and_forks(server) == 1


def test_a_server_holds_neither_the_judge_nor_the_tools_of_other_packages():
    """It imports the sandbox's own modules, the interpreter's patch, and the CPU in the place of a GPU that a
    program names; nothing else of this project.
    """
    body = [
        "names = __import__('sys').modules",
        "ours = [name for name in sorted(names) if name.startswith(('python_to_triton.', 'triton_ops.'))]",
        "others = [name for name in ours if not name.startswith('python_to_triton.verification')]",
        "judges = [name for name in ours if name.count('.') == 2]",
        "raise __import__('builtins').ValueError(f'{others} {judges}')",
    ]
    message, _ = inside(body)
    loaded = message["refused"]
    others = "['python_to_triton.named_gpus', 'triton_ops.interpreter', 'triton_ops.terminal_text']"
    assert loaded.endswith(f"{others} ['python_to_triton.verification.sandbox']"), loaded


ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\ud800\r"


@pytest.mark.parametrize(
    "body",
    [
        [f"raise __import__('builtins').ValueError({ascii(ESCAPES)})"],
        [
            "known = __import__('builtins')",
            f"raise known.type({ascii(ESCAPES[:-2])}, (known.Exception,), {{}})()",
        ],
    ],
)
def test_what_a_candidate_says_obeys_no_terminal(body):
    message, _ = inside(body)
    assert message["refused"].isprintable() and "\\x1b" in message["refused"]


def test_a_forged_reply_obeys_no_terminal():
    """A candidate that writes the reply itself, into the one descriptor that it has."""
    body = [
        "from_server = __import__('sys').modules['python_to_triton.verification.sandbox.messages']",
        f"reply = from_server.pack({{'refused': {ascii(ESCAPES)}, 'run': 0}}, ())",
        "for n in range(3, 64):",
        "    try:",
        "        os.write(n, reply)",
        "    except __import__('builtins').OSError:",
        "        continue",
        "os._exit(0)",
    ]
    message, _ = inside(body)
    assert message["refused"].startswith("\\x1b[2J") and message["refused"].isprintable()


def test_refusals_are_printable():
    assert str(Refused(f"calls {ESCAPES}")).isprintable()


def test_folders_of_killed_runs_are_removed_by_the_next_start(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, young, used = (tmp_path / f"{folders.PREFIX}{name}" for name in ("left", "young", "used"))
    others = tmp_path / "candidate-of-another-program"
    for folder in (left, young, used, others):
        (folder / "cache").mkdir(parents=True)
        (folder / "cache" / "file").write_text("x")
        if folder != young:
            os.utime(folder, (0, 0))
    held = folders.lock_folder(used)
    folders.remove_leftovers.__wrapped__()
    assert [folder.exists() for folder in (left, young, used, others)] == [False, True, True, True]
    os.close(held)
    folders.remove_leftovers.__wrapped__()
    assert not used.exists()


def test_any_folder_can_be_removed(tmp_path):
    """Deeper than a path may be long, closed to its owner, full of links to what must stay."""
    kept = tmp_path / "kept"
    kept.write_text("kept")
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "link").symlink_to(kept)
    (folder / "loop").symlink_to(folder)
    (folder / "to the parent").symlink_to(tmp_path)
    (folder / "closed").mkdir()
    (folder / "closed" / "inner").mkdir()
    (folder / "closed" / "inner").chmod(0)
    (folder / "closed").chmod(0)
    place = os.open(folder, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("deep", dir_fd=place)
        inner = os.open("deep", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(place)
    folders.remove_tree(folder)
    assert not folder.exists() and kept.read_text() == "kept"


def test_a_server_that_does_its_jobs_itself_ends_with_the_judge():
    """One for a GPU: the kernel kills it when the judging process has gone, whatever it is doing."""
    begin = "import os, sys; from python_to_triton.verification.sandbox import confinement; "
    text = begin + "confinement.kill_at_hang_up(int(sys.argv[1])); print(1, flush=True); 9 ** 9 ** 9"
    held, lifeline = os.pipe()
    command = [sys.executable, "-c", text, str(held)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(
        command, pass_fds=[held], stdout=subprocess.PIPE, start_new_session=True, env=environment
    )
    os.close(held)
    assert server.stdout.read(1) == b"1"
    os.close(lifeline)
    assert server.wait(timeout=PATIENCE) == -9
    server.stdout.close()


def test_the_sandbox_that_is_asked_for_is_in_force_or_refused(monkeypatch):
    monkeypatch.setenv(isolation.VARIABLE, "limits")
    assert sandbox.describe_sandbox() == "limits"
    with pytest.raises(ValueError, match="one of auto, bubblewrap, landlock, seccomp, limits, not 'docker'"):
        sandbox.choose_sandbox("docker")
    monkeypatch.setattr(isolation, "works_here", lambda step: step == "limits")
    with pytest.raises(
        ValueError, match="the sandbox landlock is not granted on this machine, which has limits"
    ):
        sandbox.choose_sandbox("landlock")
    monkeypatch.setenv(isolation.VARIABLE, "auto")
    assert sandbox.describe_sandbox() == "limits"
