"""Hostile programs: {name: text}. CANARY, PORT and SERVER stand for a file, the server's port, its process.

Each reports what it reached in an error that begins with LEAK, which no event may hold.
"""

FOLLOWED = "\n\n\ndef program(x):\n    return torch.abs(x)\n"

READS = {
    "reads a file": "raise ValueError('LEAK' + open('CANARY').read())",
    "reads the home folder": "import os\nraise ValueError('LEAK' + str(os.listdir(os.path.expanduser('~'))))",
    "reads the users": "raise ValueError('LEAK' + open('/etc/passwd').read())",
    "reads its server's environment": "raise ValueError('LEAK' + open('/proc/SERVER/environ').read())",
    "reads its server's memory": "open('/proc/SERVER/mem', 'rb').seek(0)\nraise ValueError('LEAK')",
    "links to a file and reads it": (
        "import os, tempfile\npath = tempfile.mkdtemp() + '/link'\nos.symlink('CANARY', path)\n"
        "raise ValueError('LEAK' + open(path).read())"
    ),
    "reads by a command": (
        "import subprocess\nraise ValueError('LEAK' + subprocess.check_output(['cat', 'CANARY'], text=True))"
    ),
    "reads by torch.load": "raise ValueError('LEAK' + str(torch.load('CANARY', weights_only=False)))",
    "reads in its inputs": (
        "def program(x):\n    return torch.abs(x)\n\n\ndef get_inputs():\n"
        "    raise ValueError('LEAK' + open('CANARY').read())"
    ),
    "imports a file": "import runpy\nrunpy.run_path('CANARY')\nraise ValueError('LEAK')",
}
WRITES = {
    "writes a file": "open('CANARY', 'w').write('x')\nraise ValueError('LEAK')",
    "appends to a file": "open('CANARY', 'a').write('x')\nraise ValueError('LEAK')",
    "deletes a file": "import os\nos.unlink('CANARY')\nraise ValueError('LEAK')",
    "renames a file": "import os\nos.rename('CANARY', 'CANARY.x')\nraise ValueError('LEAK')",
    "truncates a file": "import os\nos.truncate('CANARY', 0)\nraise ValueError('LEAK')",
    "changes a file's mode": "import os\nos.chmod('CANARY', 0o777)",
    "makes a file beside it": "open('CANARY.new', 'w').close()\nraise ValueError('LEAK')",
    "makes a folder beside it": "import os\nos.mkdir('CANARY.folder')\nraise ValueError('LEAK')",
    "writes by torch.save": "torch.save(1, 'CANARY')\nraise ValueError('LEAK')",
    "writes by a command": "import os\nos.system('echo x > CANARY')",
    "writes from a thread": (
        "import threading\nthread = threading.Thread(target=lambda: open('CANARY', 'w').write('x'))\n"
        "thread.start()\nthread.join()"
    ),
    "writes from a detached process": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(0.5)\n"
        "    open('CANARY', 'w').write('x')\n    os._exit(0)"
    ),
    "writes when it is compared": (
        "def program(x):\n    open('CANARY', 'w').write('x')\n    return torch.abs(x)"
    ),
}
REACHES = {
    "connects to the server": (
        "import socket\nsocket.create_connection(('127.0.0.1', PORT), 2)\nraise ValueError('LEAK')"
    ),
    "asks the server by HTTP": (
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:PORT/', timeout=2)\n"
        "raise ValueError('LEAK')"
    ),
    "listens": "import socket\nsocket.create_server(('127.0.0.1', 0))\nraise ValueError('LEAK')",
    "asks for a name": (
        "import socket\nsocket.setdefaulttimeout(1)\nsocket.getaddrinfo('example.com', 80)\n"
        "raise ValueError('LEAK')"
    ),
    "kills the server": "import os\nos.kill(SERVER, 9)\nraise ValueError('LEAK')",
    "kills all it sees": (
        "import os\nfor process in range(2, 5000):\n    try:\n        os.kill(process, 9)\n"
        "    except OSError:\n        pass"
    ),
    "kills every process": "import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass",
    "traces the server": (
        "import ctypes\nif ctypes.CDLL(None).ptrace(16, SERVER, 0, 0) == 0:\n    raise ValueError('LEAK')"
    ),
    "speaks to what it inherited": (
        "import os\nfor number in range(3, 64):\n    try:\n"
        '        os.write(number, b"event done")\n'
        "    except OSError:\n        pass"
    ),
    "becomes another user": "import os\nos.setuid(1)\nos.setgid(1)",
    "mounts": (
        "import ctypes\nif ctypes.CDLL(None).mount(b'/', b'/tmp', b'', 4096, b'') == 0:\n"
        "    raise ValueError('LEAK')"
    ),
}
ENDS = {
    "exits": "import os\nos._exit(0)",
    "raises SystemExit": "raise SystemExit('<script>')",
    "reads address 8": "import ctypes\nctypes.string_at(8)",
    "never ends": "while True:\n    pass",
    "never ends in C": "sum(range(10**15))",
    "imports what never ends": (
        "import sys, importlib.abc\n\n\nclass Finder(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n        while True:\n            pass\n\n\n"
        "sys.meta_path.insert(0, Finder())\nimport endless"
    ),
    "sleeps": "import time\ntime.sleep(10**6)",
    "forks without end": "import os\nwhile True:\n    os.fork()",
    "starts threads without end": (
        "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=[60]).start()"
    ),
    "fills the memory": "kept = []\nwhile True:\n    kept.append(bytearray(1 << 26))",
    "asks for a terabyte": "kept = bytearray(1 << 40)",
    "fills the disk": (
        "import tempfile\nwith tempfile.TemporaryFile() as file:\n    while True:\n"
        "        file.write(b'x' * (1 << 20))"
    ),
    "recurses": "import sys\nsys.setrecursionlimit(10**8)\n\n\ndef f(x):\n    return f([x])\n\n\nf(1)",
    "prints without end": "while True:\n    print('x' * 10_000)",
    "ends when it is compared": "def program(x):\n    import os\n    os._exit(0)",
    "raises a long text": "raise ValueError('<script>' * 100_000)",
    "raises controls": "raise ValueError('\\x1b[31m\\x00\\x07<b>\\u202e')",
}
TEXTS = {
    "nests without end": "x = " + "(" * 150 + "-" * 5000 + "1" + ")" * 150,
    "nests lists": "x = " + "[" * 8000 + "]" * 8000,
    "adds without end": "y = x" + " + x" * 6000,
    "has a long line": "x = [" + "1, " * 9000 + "]",
    "has many functions": "\n".join(f"def f{i}(x):\n    return x + {i}" for i in range(300)),
    "has scripts for names": "# <script>alert(1)</script>\nclass Model(nn.Module):\n    '</script><script>'",
    "has scripts as values": "y = torch.abs(x) if '<script>alert(1)</script>' else x",
    "writes what is no Python": "\u202e\u2066<script>\x0c\x0b\x1b",
    "swaps functions": "torch.abs = torch.relu\ntorch.Tensor.abs = torch.relu",
    "patches builtins": "import builtins\nbuiltins.isinstance = lambda *_: True\nbuiltins.len = lambda _: 0",
    "has a bomb of a power": "y = x * 10**10**10",
    "has a bomb of a text": "y = x * len('x' * 10**11)",
}
SLOW = {  # each takes all the time that it may, or costs much: with EVERY_HOSTILE_PROGRAM=1
    *("never ends in C", "fills the memory", "prints without end", "has a bomb of a power", "recurses"),
    *("has a long line", "has many functions"),
}
PROGRAMS = READS | WRITES | REACHES | ENDS | TEXTS
WHOLE = {  # these are their own programs
    *("reads in its inputs", "writes when it is compared", "ends when it is compared", "adds without end"),
    *("has many functions", "has scripts as values", "has a bomb of a power", "has a bomb of a text"),
}


def program_text(name, **words):
    """The text of a hostile program, with what stands for CANARY, PORT and SERVER."""
    text = PROGRAMS[name] + ("" if name in WHOLE else FOLLOWED)
    for word, value in words.items():
        text = text.replace(word, str(value))
    return text
