"""Judges an answer at the program's own sizes, and times it there against PyTorch."""

import contextlib
from collections.abc import Callable, Iterator, Sequence

import torch

from python_to_triton import verification
from python_to_triton.frontend.graph import Graph
from python_to_triton.tuning.clock import time_against_pytorch
from python_to_triton.tuning.comparison import compare_with_reference
from python_to_triton.tuning.gpu_turn import GpuTurn
from python_to_triton.tuning.loaded_answer import LoadedAnswer, release_gpu_memory, warm_sandbox
from python_to_triton.tuning.program import at_own_sizes, runnable_program
from python_to_triton.tuning.settings import as_a_reference
from python_to_triton.verification.sandbox import POISON_WORDS, Refused, Sandbox
from triton_ops.judge import error_summary

COMPILE_SECONDS = 60.0  # of an answer's kernels, side by side; what takes longer the call waits for


def judge_call(answer: LoadedAnswer, poison: int, graph: Graph, arguments: tuple) -> dict:
    """Runs a loaded answer once and compares: {ok, reason, error, tolerance, against}.

    Refused where it fails.
    """
    ours = answer.run(poison)
    with as_a_reference():
        result, against = compare_with_reference(graph, arguments, ours)
    release_gpu_memory(answer.device)
    return {
        "ok": result.ok,
        "reason": result.reason,
        "error": result.error,
        "tolerance": result.tolerance,
        "against": against,
    }


def launch_overhead(answer: LoadedAnswer) -> dict:
    """{"launches", "launched_ms", "captured_ms"} of an answer with several launches on a GPU: a call among
    many in a row, launched one by one and as a CUDA graph. "not_captured" says why it cannot be one.
    """
    if answer.launches < 2 or answer.device == "cpu":
        return {}
    try:
        launched, captured = answer.capture_times()
    except Refused as refusal:
        return {"launches": answer.launches, "not_captured": str(refusal)}
    return {"launches": answer.launches, "launched_ms": launched, "captured_ms": captured}


def judge_at_own_sizes(
    prompt: str,
    sizes: dict[str, int],
    answer: str,
    origins: Sequence[str] = (),
    program: str = "",
    evaluate: bool = False,
    device: str = "cuda",
    timed: bool = True,
    compiled: bool = False,
    shared: str = "",
    sandbox: Sandbox | None = None,
    clock: Callable[..., dict] = time_against_pytorch,
) -> Iterator[dict]:
    """Yields the result of judging an answer at a program's own sizes, and again with its times where it is
    right.

    answer: the source of `translated`, which takes the arguments of the canonical `prompt`; sizes, origins,
    program and evaluate as `at_own_sizes` takes them. A result holds ok, reason, error, tolerance, against;
    then torch_ms, triton_ms, roofline_ms and, where `compiled`, compile_ms of torch.compile as far as they
    could be measured, and untimed, which says why one could not; and of several launches what launch_overhead
    measures. Its "stage" is "task" where no other answer would do better. shared: the file by which processes
    that share the GPU take turns (gpu_turn.py); "": there are none.
    """
    loaded = None
    turn = GpuTurn(shared, device)
    try:
        verification.check_source(answer)
        with turn.beside():
            graph, arguments, function, inputs = at_own_sizes(
                prompt, sizes, origins, program, device, evaluate
            )
            loaded = LoadedAnswer(sandbox or warm_sandbox(device), answer, graph, arguments, device)
            with turn.away():
                loaded.compile([0], COMPILE_SECONDS)
            # The answer runs before the reference is computed: what is expected is nowhere in memory yet.
            result = judge_call(loaded, POISON_WORDS[0], graph, arguments)
            if result["ok"] and program:
                function = runnable_program(function, inputs, graph, arguments, device)
            yield result
            if result["ok"] and timed:
                with turn.alone():
                    times = clock(function, inputs, loaded.times, device, compiled, loaded.moved)
                    result = result | times | launch_overhead(loaded)
                release_gpu_memory(device)
                again = judge_call(loaded, POISON_WORDS[1], graph, arguments)
                yield result if again["ok"] else again | {"reason": f"{again['reason']}, after it was timed"}
    except Refused as refusal:
        yield {"ok": False, "reason": str(refusal), "stage": refusal.stage}
    except (torch.OutOfMemoryError, MemoryError) as error:
        reason = f"its own sizes need more memory than there is: {error_summary(error)}"
        yield {"ok": False, "reason": reason, "stage": "task"}
    finally:
        if loaded:
            with contextlib.suppress(Refused):  # this answer ended its sandbox: the next one gets a new one
                loaded.drop()
        release_gpu_memory(device)
        turn.close()
