"""Files that misbehave: {name: (what runs when the file is imported, words of its row, "" for any)}.

Each is followed by PROGRAM, an ordinary function, unless it defines its own. Whatever a file does, it costs
itself: the run goes on, and the other files' answers are right.
"""

PROGRAM = """

def program(x):
    return torch.abs(x)
"""

ENDS = {
    "exits": ("import os; os._exit(0)", "exit code 0"),
    "exits_with_a_code": ("import os; os._exit(7)", "exit code 7"),
    "raises_system_exit": ("raise SystemExit('goodbye')", "SystemExit: goodbye"),
    "raises_interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "raises_generator_exit": ("raise GeneratorExit", "GeneratorExit"),
    "reads_address_eight": ("import ctypes; ctypes.string_at(8)", "crashed"),
    "aborts": ("import os; os.abort()", "crashed"),
    "kills_itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", ""),
    "kills_its_parent": ("import os, signal; os.kill(os.getppid(), signal.SIGKILL)", ""),
    "kills_its_group": ("import os, signal; os.killpg(0, signal.SIGKILL)", ""),
    "kills_all_it_sees": (
        "import os\nfor pid in filter(str.isdigit, os.listdir('/proc')):\n    try:\n"
        "        os.kill(int(pid), 9)\n    except OSError:\n        pass\n",
        "",
    ),
    "kills_every_process": ("import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass", ""),
    "sets_an_alarm": ("import signal, time; signal.alarm(1); time.sleep(1.3)", ""),
    "sets_a_timer": ("import os, threading; threading.Timer(0.05, os._exit, [0]).start()", ""),
    "sets_a_timer_of_the_interpreter": (
        "import faulthandler, time\nnull = open('/dev/null', 'w')\n"
        "faulthandler.dump_traceback_later(0.05, exit=True, file=null); time.sleep(1)",
        "ended its process",
    ),
    "ends_at_exit": ("import atexit, os; atexit.register(os._exit, 3)", ""),
    "ends_when_collected": (
        "import os\nclass Last:\n    def __del__(self):\n        os._exit(5)\nkept = [Last()]",
        "",
    ),
    "limits_its_files": ("import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1, 1))", ""),
    "limits_its_memory": ("import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))", ""),
}

HANGS = {
    "limits_its_time": (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\nwhile True: pass",
        "",
    ),
    "loops": ("while True:\n    pass", "takes more than"),
    "loops_in_c": ("sum(range(10**15))", "takes more than"),
    "sleeps": ("import time; time.sleep(10**6)", "takes more than"),
    "stops_itself": (
        "import ctypes, os\nif os.fork() == 0:\n    os._exit(0)\nimport select; select.select([], [], [])",
        "",
    ),
    "ignores_signals_and_loops": (
        "import signal\nfor one in range(1, 32):\n    try:\n        signal.signal(one, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nwhile True:\n    pass",
        "takes more than",
    ),
    "prints_without_end": ("while True:\n    print('x' * 10000)", "takes more than"),
    "loops_in_its_inputs": ("def get_inputs():\n    while True:\n        pass\n", "takes more than"),
    "loops_in_its_constructor": (
        "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        while True: pass\n    def forward(self, x):\n        return x.abs()\n",
        "takes more than",
    ),
    "loops_in_its_text": (
        "class Endless(Exception):\n    def __str__(self):\n        while True: pass\nraise Endless",
        "takes more than",
    ),
    "waits_for_itself": (
        "import threading\nlock = threading.Lock()\nlock.acquire(); lock.acquire()",
        "takes more than",
    ),
}

STARTS = {
    "forks": ("import os; os.fork()", ""),
    "forks_a_loop": ("import os\nif os.fork() == 0:\n    while True: pass", ""),
    "forks_a_daemon": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n"
        "    if os.fork() == 0:\n        time.sleep(300)\n    os._exit(0)",
        "",
    ),
    "forks_many": (
        "import os, time\nfor _ in range(40):\n    if os.fork() == 0:\n        time.sleep(300)",
        "",
    ),
    "ignores_its_children": ("import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)", ""),
    "starts_a_thread": (
        "import threading, time; threading.Thread(target=time.sleep, args=[300]).start()",
        "",
    ),
    "starts_a_busy_thread": (
        "import threading\ndef busy():\n    while True: pass\nthreading.Thread(target=busy).start()",
        "",
    ),
    "starts_a_command": ("import subprocess; subprocess.Popen(['sleep', '300'])", ""),
    "starts_a_pool": ("import multiprocessing; multiprocessing.Pool(2)", ""),
}

FILLS = {
    "asks_for_a_terabyte": ("x = bytearray(1 << 40)", "MemoryError"),
    "asks_pytorch_for_a_terabyte": ("import numpy; x = numpy.ones(1 << 37)", "MemoryError"),
    "fills_the_memory": ("x = []\nwhile True:\n    x.append(bytearray(1 << 26))", ""),
    "recurses": ("def f(x):\n    return f(x)\nf(1)", "recursion"),
    "recurses_without_a_limit": (
        "import sys\nsys.setrecursionlimit(10**8)\ndef f(x):\n    return f([x])\nf(1)",
        "",
    ),
    "fills_a_file": (
        "import tempfile\nwith tempfile.TemporaryFile() as file:\n"
        "    for _ in range(200): file.write(b'x' * (1 << 20))",
        "OSError",
    ),
    "opens_many_files": ("x = [open('/dev/null') for _ in range(100_000)]", "OSError"),
    "nests_without_end": ("x = " + "(" * 150 + "-" * 5000 + "1" + ")" * 150, ""),
    "has_a_long_line": ("x = [" + "1, " * 20_000 + "]", ""),
    "returns_much": ("def program(x):\n    return [x + i for i in range(50_000)]\n", ""),
    "computes_long": (
        "def program(x):\n    for i in range(50_000):\n        x = torch.abs(x) + i\n    return x\n",
        "",
    ),
    "raises_a_long_text": ("raise ValueError('\\x1b[31m' + 'x' * 10**7 + '\\n' * 100)", "xxx"),
}

FALSIFIES = {
    "swaps_functions": (
        "import torch, torch.nn.functional as F\ntorch.relu = F.relu = torch.sigmoid\n"
        "torch.Tensor.relu = torch.Tensor.sigmoid",
        "",
    ),
    "swaps_an_operator": (
        "import torch\nown = torch.library.Library('aten', 'IMPL')\n"
        "own.impl('relu', lambda x: torch.ops.aten.sigmoid(x), 'CPU')",
        "",
    ),
    "makes_all_equal": (
        "import torch\ntorch.equal = torch.allclose = lambda *a, **k: True\n"
        "torch.Tensor.__le__ = lambda *a: torch.ones((), dtype=torch.bool)",
        "",
    ),
    "patches_builtins": (
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.all = lambda x: True\n"
        "builtins.len = lambda x: 0\nbuiltins.print = builtins.open = None",
        "",
    ),
    "patches_json_and_pickle": (
        "import json, pickle\njson.dumps = json.loads = pickle.dumps = pickle.loads = lambda *a, **k: '{}'",
        "",
    ),
    "patches_the_clock": (
        "import time\ntime.time = time.monotonic = time.perf_counter = lambda: 0.0\n"
        "time.sleep = lambda seconds: None",
        "",
    ),
    "sets_the_clock": (
        "import time\ntry:\n    time.clock_settime(time.CLOCK_REALTIME, time.time() + 0.0)\n"
        "except OSError:\n    pass",
        "",
    ),
    "empties_sys_modules": (
        "import sys\nfor name in list(sys.modules):\n    if name != 'builtins': del sys.modules[name]",
        "",
    ),
    "replaces_modules": ("import sys\nsys.modules['torch'] = sys.modules['json'] = sys", ""),
    "hooks_imports": (
        "import sys\nclass Never:\n    def find_spec(self, *a, **k):\n        raise ImportError('no')\n"
        "sys.meta_path.insert(0, Never()); sys.path.clear()",
        "",
    ),
    "hooks_modules": (
        "import torch.nn as nn\nnn.modules.module.register_module_forward_hook(lambda m, i, o: o * 2)\n"
        "nn.Module.__call__ = lambda self, *a: a[0]",
        "",
    ),
    "enters_a_mode": (
        "from torch.overrides import TorchFunctionMode\nclass Mode(TorchFunctionMode):\n"
        "    def __torch_function__(self, f, t, a=(), k=None):\n        return torch.sigmoid(a[0])\n"
        "Mode().__enter__()",
        "",
    ),
    "changes_settings": (
        "import torch\ntorch.set_default_dtype(torch.float16); torch.set_grad_enabled(False)\n"
        "torch.set_default_device('meta'); torch.set_num_threads(7)",
        "",
    ),
    "changes_the_process": (
        "import os, signal, sys, warnings\nos.chdir('/'); os.environ.clear(); os.nice(5); os.umask(0o777)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN); warnings.simplefilter('error')\n"
        "sys.setrecursionlimit(200)",
        "",
    ),
    "traces_every_line": ("import sys\nsys.settrace(lambda *a: sys.exit(3))\nsys.setprofile(None)", ""),
    "closes_its_output": ("import os, sys; sys.stdout.close(); os.close(1); os.close(2)", ""),
    "closes_every_file": ("import os; os.closerange(0, 5000)", "ended"),
    "reads_its_input": ("input()", "EOF"),
    "writes_into_every_file": (
        "import os\nfor one in range(3, 60):\n    try:\n        os.write(one, b'\\xff' * 64)\n"
        "    except OSError:\n        pass",
        "",
    ),
    "answers_for_itself": (
        'import os, struct\ntext = b\'{"graphs": [{"text": "f()"}], "tensors": []}\'\n'
        "for one in range(3, 60):\n    try:\n        os.write(one, struct.pack('>QQ', len(text), 0) + text)\n"
        "    except OSError:\n        pass\n",
        "sent no graph",
    ),
    "returns_an_object_that_exits": (
        "import os\nclass Result:\n    def __getattr__(self, name):\n        os._exit(9)\n"
        "    __len__ = __iter__ = __repr__ = __bool__ = lambda self: os._exit(9)\n"
        "def program(x):\n    return Result()\n",
        "",
    ),
    "hooks_exceptions": (
        "import sys\nclass Odd(ValueError):\n    __str__ = __repr__ = lambda self: 1 / 0\nraise Odd",
        "",
    ),
}

GROUPS = {"ends": ENDS, "hangs": HANGS, "starts": STARTS, "fills": FILLS, "falsifies": FALSIFIES}


def file_text(fragment: str) -> str:
    """The file of a fragment."""
    text = f"import torch\nimport torch.nn as nn\n\n{fragment}\n"
    own = "def program(" in fragment or "class Model(" in fragment
    return text if own else text + PROGRAM
