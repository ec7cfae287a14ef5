"""measure."""

from python_to_triton import frontend
from python_to_triton import verification
from python_to_triton import codegen
import contextlib
import functools
import json
import math
import mmap
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import types
from pathlib import Path
import torch
import torch.nn as nn
from python_to_triton.verification.sandbox import POISONS
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.sandbox import Sandbox
from python_to_triton.verification.sandbox import bound
from python_to_triton.verification.sandbox import cold_times
from python_to_triton.verification.sandbox import decode
from python_to_triton.verification.sandbox import encode
from python_to_triton.verification.sandbox import receive_exactly
from python_to_triton.verification.sandbox import span


def moved(program, device):
    """The program with its inputs, parameters, buffers and plain tensors on a device."""
    program.inputs = frontend.map_tensors(lambda tensor: tensor.to(device), program.inputs)
    if not isinstance(program.function, nn.Module):
        return program
    for module in program.function.to(device).modules():
        vars(module).update(
            {name: item.to(device) for name, item in vars(module).items() if isinstance(item, torch.Tensor)}
        )
    return frontend.module_program(
        program.function, program.name, program.inputs, program.filename, program.source
    )


@contextlib.contextmanager
def unchanged_settings():
    """Puts back what a file that is imported may set for the whole process."""
    before = (
        torch.get_default_dtype(),
        torch.get_default_device(),
        torch.is_grad_enabled(),
        torch.get_float32_matmul_precision(),
        os.getcwd(),
    )
    try:
        yield
    finally:
        dtype, device, gradients, precision, folder = before
        torch.set_default_dtype(dtype)
        torch.set_default_device(None if device == torch.device("cpu") else device)
        torch.set_grad_enabled(gradients)
        torch.set_float32_matmul_precision(precision)
        os.chdir(folder)


def own_program(text, device):
    """The graph.Program of a file on a device, its inputs those of its get_inputs()."""
    try:
        with torch.device(device):  # a GPU draws gigabytes at once, where a core takes a minute
            return moved(frontend.read_source(text, None), device)
    except (frontend.GraphError, RuntimeError) as error:
        if torch.OutOfMemoryError in (type(error), type(error.__cause__)):
            raise torch.OutOfMemoryError(str(error)) from error
    return moved(frontend.read_source(text, None), device)  # it draws with a generator of the CPU's, say


def own_sizes(prompt, sizes, origins, program, device):
    """(graph, its arguments, what is translated, its inputs): the file's own inputs, or random ones of `sizes` where it has none.

    origins: of every argument of the graph its path in the module, or empty for an input. program: the text; without one
    the graph is what is translated. Raises ValueError where the inputs do not fit the graph.
    """
    asked, own = frontend.parse(prompt), own_program(program, device) if program else None
    if own is None or own.inputs is None:
        asked.sizes = sizes
        drawn = tuple(tensor.to(device) for tensor in asked.sample(small=False))
        if own is None:
            return asked, drawn, asked.run, drawn
        own.inputs = tuple(tensor for tensor, origin in zip(drawn, origins) if not origin)
    lifted = dict(own.lifted)
    arguments = tuple(frontend.collect_tensors(own.inputs)) + tuple(lifted[origin] for origin in origins if origin)
    asked.bind(arguments)
    return (
        asked,
        tuple(tensor.detach().clone(memory_format=torch.preserve_format) for tensor in arguments),
        own.function,
        own.inputs,
    )


BOUND = 1e-4  # of the largest value: how far fp32 may be from eager where float64 does not fit


FEW = 1 << 20  # elements of an output that eager may have got right by luck


NUDGES = 4


@contextlib.contextmanager
def at_full_precision():
    """No gradient, and no TF32, whatever the file set."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")
    try:
        with torch.no_grad(), torch.backends.cudnn.flags(allow_tf32=False):
            yield
    finally:
        torch.set_float32_matmul_precision(before)


def widened(arguments):
    return [value.double() if verification.is_float(value) else value for value in arguments]


def luck(asked, arguments):
    """What eager loses, an output, on inputs moved a little: its worst of several draws (see verify.usual_loss)."""
    generator = torch.Generator(arguments[0].device).manual_seed(1)
    losses = []
    for _ in range(NUDGES):
        drawn = [verification.nudged(value, generator) for value in arguments]
        pairs = zip(
            verification.tensors_in(asked.run(*drawn)), verification.tensors_in(asked.run(*widened(drawn)))
        )
        losses.append([verification.eager_error(*pair)[0] for pair in pairs])
    worst = tuple(map(max, zip(*losses)))
    return worst if asked.multiple else worst[0]


def against_float64(asked, arguments, ours):
    """The verify.Comparison of an answer, on any device, with the graph in float64."""
    eager, exact, ties = verification.references(
        asked.run, lambda exactly: widened(arguments) if exactly else arguments
    )
    result = verification.compare(ours, eager, exact, ties=ties)
    if (
        not result.ok
        and result.error < math.inf
        and all(tensor.numel() <= FEW for tensor in verification.tensors_in(eager))
    ):
        result = verification.compare(ours, eager, exact, luck(asked, arguments), ties)
    return result


def against_eager(ours, eager):
    """The verify.Comparison of an answer with eager PyTorch, to BOUND of its largest value, or to 4 roundings of a narrower dtype."""
    if isinstance(eager, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
            return verification.mismatch(f"returns something else than {len(eager)} outputs")
        results = [against_eager(*pair) for pair in zip(ours, eager)]
        return next(
            (result for result in results if not result.ok), max(results, key=lambda result: result.error)
        )
    if type(ours) is not torch.Tensor or ours.shape != eager.shape or ours.dtype != eager.dtype:
        return verification.mismatch(f"does not return {tuple(eager.shape)} {eager.dtype}")
    if not eager.is_floating_point():
        return (
            verification.Comparison(True, "", 0.0, 0.0)
            if torch.equal(ours, eager)
            else verification.mismatch("integers differ")
        )
    mask = torch.isfinite(eager)
    allowed = (
        max(BOUND, 4 * torch.finfo(eager.dtype).eps) * eager.abs().where(mask, 0).max().item()
        if eager.numel()
        else 0.0
    )
    errors = (ours - eager).abs_().where(mask, 0)
    error = errors.max().item() if eager.numel() else 0.0  # NaN where ours is: that is not within anything
    reason = "" if error <= allowed else f"error {error:.2g} exceeds tolerance {allowed:.2g}"
    return verification.Comparison(not reason, reason, error, allowed)


def compared(asked, arguments, ours):
    """(Comparison, what with): float64, or eager where that does not fit into the GPU's memory."""
    with contextlib.suppress(torch.OutOfMemoryError):
        return against_float64(asked, arguments, ours), "float64"
    torch.cuda.empty_cache()
    return against_eager(
        ours, asked.run(*arguments)
    ), f"eager PyTorch, to {BOUND:g} of its largest value: float64 does not fit"


CALLS, ROUNDS, CLOCK_SECONDS, COMPILE_SECONDS = 3, 10, 20.0, 120


def first_line(error):
    return f"{type(error).__name__}: {str(error).strip()}".split("\n")[0][:200]


@contextlib.contextmanager
def alarm(seconds):
    """TimeoutError in this, the main, thread after so many seconds."""

    def ring(*_):
        raise TimeoutError(f"takes more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def race(clocks, seconds=CLOCK_SECONDS):
    """({name: median of its ms}, why some are missing) of functions of a count that give as many times, asked in turn."""
    times, troubles = {}, {}
    for name, clock in clocks.items():
        try:
            with alarm(COMPILE_SECONDS):
                clock(CALLS)  # the first calls compile, choose algorithms and allocate: they do not count
            times[name] = []
        except Exception as error:  # eager runs out of memory, a compiler fails in many types: it costs this figure, and is told
            troubles[name] = first_line(error)
    deadline = time.monotonic() + seconds
    for turn in range(ROUNDS):
        for name in sorted(times, reverse=turn % 2 == 1):
            times[name] += clocks[name](CALLS)
        if time.monotonic() > deadline:
            break
    return {name: statistics.median(found) for name, found in times.items()}, "; ".join(
        f"{name}: {why}" for name, why in troubles.items()
    )


def timings(function, inputs, held, device):
    """{"torch_ms", "compile_ms", "triton_ms", "untimed"} of a program on its inputs, and of its answer; PyTorch as its defaults are."""
    torch.compiler.reset()
    compiled = functools.cache(lambda: torch.compile(function, dynamic=False))
    with torch.no_grad():
        found, untimed = race(
            {
                "torch_ms": lambda count: cold_times(lambda: function(*inputs), count, device),
                "compile_ms": lambda count: cold_times(lambda: compiled()(*inputs), count, device),
                "triton_ms": held.times,
            }
        )
    return found | {"untimed": untimed}


RUN = Limits(seconds=120.0)


class Held:
    """An answer in a sandbox, with the arguments that it got through a shared memory."""

    def __init__(self, sandbox, source, asked, arguments, device):
        self.sandbox, self.device = sandbox, device
        outputs = asked.shapes(asked.bind(arguments))
        room = [tensor.nbytes for tensor in (outputs[id(value)] for value in asked.outputs)]
        given = [span(tensor.shape, tensor.stride()) * tensor.itemsize for tensor in arguments]
        descriptor = os.memfd_create("own-sizes")
        try:
            os.ftruncate(descriptor, sum(room) + sum(given) + 1)  # no memory of none
            self.memory = mmap.mmap(descriptor, 0)
            form = encode(arguments, types.SimpleNamespace(append=self.memory.write))
            self.end = self.memory.tell()
            self.ask(
                {"held": "hold", "source": source, "entry": "translated", "arguments": form}, [descriptor]
            )
        finally:
            os.close(descriptor)

    def ask(self, job, memory=()):
        message, _ = self.sandbox.run(job, (), RUN, memory)
        if "refused" in message:
            raise Refused(message["refused"], "run")
        return message

    def run(self, poison):
        """The outputs of one watched call, on the device; Refused where no kernel ran."""
        message = self.ask({"held": "run", "run": [poison, False, False]})
        outputs, _ = decode(message["outputs"], self.memory, self.end)
        if not message["launches"] and any(tensor.numel() for tensor in verification.tensors_in(outputs)):
            raise Refused("launches no kernel", "run")
        return frontend.map_tensors(lambda tensor: tensor.to(self.device), outputs)

    def times(self, count):
        return self.ask({"held": "time", "count": count})["times"]


def free(device):
    """Gives back what this process keeps of the GPU's memory for later: the sandbox needs it now."""
    if device != "cpu":
        torch.cuda.empty_cache()


def weighed(held, poison, asked, arguments):
    """What an answer is worth at these sizes, as a dict; Refused where it does not run."""
    ours = held.run(poison)
    with at_full_precision():
        result, against = compared(asked, arguments, ours)
    free(held.device)
    return {
        "ok": result.ok,
        "reason": result.reason,
        "error": result.error,
        "tolerance": result.tolerance,
        "against": against,
    }


def there(function, device):
    """The function with `device` as the default: for a program whose forward makes tensors without saying where."""

    def call(*inputs):
        with torch.device(device):
            return function(*inputs)

    return call


def check_graph(function, inputs, asked, arguments):
    """Refused where the program is not its graph: a mistake of graph.py's, which no answer can mend."""
    with at_full_precision():
        theirs = tuple(
            tensor.detach() for tensor in frontend.collect_tensors(function(*frontend.map_tensors(torch.clone, inputs)))
        )
        result = against_eager(theirs, tuple(verification.tensors_in(asked.run(*arguments))))
    if not result.ok:
        raise Refused(f"the program is not the graph that was traced: {result.reason}", "task")


def runnable(function, inputs, asked, arguments, device):
    """The program as it runs on the device, checked against its graph. Refused where it does not run there."""
    troubles = []
    for way in (function, there(function, device)):
        try:
            check_graph(way, inputs, asked, arguments)
            return way
        except (Refused, torch.OutOfMemoryError):
            raise
        except Exception as error:  # the user's program may raise anything: it is told
            troubles.append(first_line(error))
    raise Refused(f"the program itself does not run there: {troubles[0]}", "task")


WARM = {}


def warm_sandbox(device):
    """The helper's own sandbox for a device; a new one where the last has died."""
    if device not in WARM or WARM[device].control.fileno() < 0:
        WARM[device] = Sandbox(device)
    return WARM[device]


def prove(prompt, sizes, answer, origins=(), program="", device="cuda", timed=True, sandbox=None):
    """Yields what an answer is worth at a program's own sizes, and again with its times where it is right.

    answer: the source of `translated`, which takes the arguments of the canonical `prompt`; the others are those of
    own_sizes. The dict holds ok, reason, error, tolerance, against; then torch_ms, compile_ms, triton_ms as far as they
    could be measured, and untimed, which says why one could not. "stage" is "task" where no other answer would do better.
    """
    held = None
    try:
        verification.check_source(answer)
        asked, arguments, function, inputs = own_sizes(prompt, sizes, origins, program, device)
        held = Held(sandbox or warm_sandbox(device), answer, asked, arguments, device)
        found = weighed(
            held, POISONS[0], asked, arguments
        )  # the answer runs before anything computes what is expected
        if found["ok"] and program:
            function = runnable(function, inputs, asked, arguments, device)
        yield found
        if found["ok"] and timed:
            found = found | timings(function, inputs, held, device)
            free(device)
            again = weighed(held, POISONS[1], asked, arguments)
            yield found if again["ok"] else again | {"reason": f"{again['reason']}, after it was timed"}
    except Refused as refusal:
        yield {"ok": False, "reason": str(refusal), "stage": refusal.stage}
    except (torch.OutOfMemoryError, MemoryError) as error:
        yield {
            "ok": False,
            "reason": f"its own sizes need more memory than there is: {first_line(error)}",
            "stage": "task",
        }
    finally:
        if held:
            with contextlib.suppress(Refused):  # it died of this answer: the next one gets a new one
                held.ask({"held": "drop"})
        free(device)


def trace(program):
    """Yields the number of regions of a program, if it can be traced here, and its class rebuilt."""
    traced = frontend.trace(program)
    codegen.check_wrapper(traced)
    yield len(frontend.regions(traced))


def die_with(parent):
    """Ends this process and its children when its parent has gone, whatever it is doing."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.killpg(0, signal.SIGKILL)


def serve(control):
    """Answers calls, a line of JSON each, until the other side closes: lines of results, then one that says how it ended."""
    threading.Thread(target=die_with, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(
        OSError
    ):  # where the system has no such file: then whom memory is taken from is its own affair
        Path("/proc/self/oom_score_adj").write_text("1000")
    bound(
        {resource.RLIMIT_DATA: os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")}
    )  # more is a MemoryError, and costs one file
    lines = control.makefile("rw")
    for line in lines:
        request, why = json.loads(line), ""
        try:
            with unchanged_settings():
                for result in {"trace": trace, "prove": prove}[request.pop("call")](**request):
                    print(json.dumps({"result": result}), file=lines, flush=True)
        except (
            BaseException
        ) as error:  # the user's file may raise anything, SystemExit included: it costs that file
            why = str(error).strip().split("\n")[0] if isinstance(error, ValueError) else first_line(error)
            why = why or type(error).__name__
        print(json.dumps({"end": why}), file=lines, flush=True)


class Helper:
    """The process, started at the first call and again after one that killed it."""

    def __init__(self):
        self.process = self.control = None

    def start(self):
        self.control, theirs = socket.socketpair()
        ours = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "TORCHINDUCTOR_COMPILE_THREADS": "1",
        }  # no pool that outlives a kill
        self.process = subprocess.Popen(
            [sys.executable, "-m", "python_to_triton.tuning.measure", str(theirs.fileno())],
            env=os.environ | ours,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()

    def line(self, deadline):
        """The next line from the helper."""
        line = bytearray()
        while not line.endswith(b"\n"):
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            line += receive_exactly(self.control, 1)
        return json.loads(line)

    def call(self, name, seconds, **arguments):
        """(last result, "") of a call; or (last result, what then went wrong). Raises ValueError, one line, where there is no result."""
        if self.process is None:
            self.start()
        result, deadline = None, time.monotonic() + seconds
        try:
            self.control.settimeout(seconds)  # else that of the last call's last line
            self.control.sendall(json.dumps({"call": name} | arguments).encode() + b"\n")
            while "end" not in (message := self.line(deadline)):
                result = message["result"]
            why = message["end"]
        except TimeoutError:
            why = f"takes more than {seconds} s"
            self.close()
        except (OSError, EOFError):
            code = self.process.wait()
            why = (
                f"dies of {signal.Signals(-code).name}"
                if code < 0
                else f"ends its process, with exit code {code}"
            )
            self.close()
        except BaseException:  # an interrupt of the user's: what comes later would answer another call
            self.close()
            raise
        if result is None:
            raise ValueError(why)
        return result, why

    def close(self):
        """Ends the process and what it started; the next call starts another."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.control.close()
            self.process = self.control = None


@functools.cache
def helper():
    """The one Helper of this process; it ends when we do."""
    return Helper()


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
