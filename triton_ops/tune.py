"""The tile search: which launch settings of an op are fastest, and running with settings that it printed."""

import ast
import contextlib
import functools
import importlib
import math
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType, SimpleNamespace

import torch

from triton_ops.choice import make_steps
from triton_ops.clock import cuda_graph_of, time_interleaved
from triton_ops.contract import OPS, PASSES, Op, Tile, current_value, module_of
from triton_ops.judge import error_summary
from triton_ops.launch import recording
from triton_ops.machine import KERNEL_ERRORS, default_device, default_dtype

TUNERS = 12  # processes that compile candidates, each with a context on the GPU
RULED_OUT_FROM = 1.3  # times the best at one shape: such a candidate is not tried at the next

# What `apply_settings` set, and the command-line options that make another process set it too.
settings = SimpleNamespace(text="", options=[])


def set_tile(module: ModuleType, constant: str, key, value) -> None:
    """Another value for a module constant, or for the entry `key` of one that is a table."""
    if key is not None:
        value = getattr(module, constant) | {key: value}
    setattr(module, constant, value)


@contextlib.contextmanager
def tiles_set(op: Op, values: dict[Tile, object]) -> Iterator[None]:
    """Inside, the tiles of `op` have other values; afterwards those from before."""
    places = [(module_of(op, tile), tile.constant) for tile in values]
    before = [getattr(module, constant) for module, constant in places]
    for tile, value in values.items():
        set_tile(module_of(op, tile), tile.constant, tile.key, value)
    try:
        yield
    finally:
        for (module, constant), value in zip(places, before):
            setattr(module, constant, value)


def declared_tiles() -> dict[str, ModuleType]:
    """{constant: the module that holds it} of every tile that an op declares at its benchmark's shapes."""
    modules = {}
    for op in OPS.values():
        for shape in op.bench_shapes:
            for size in (2, 4):
                for tile in op.tiles(shape, size):
                    modules[tile.constant] = module_of(op, tile)
    return modules


def apply_settings(path: Path) -> None:
    """From here on this process, and those it starts, run with the tiles that `--tune` printed into a file.

    Raises ValueError for a tile that no op declares, and where the file has none.
    """
    modules = declared_tiles()
    for line in path.read_text().splitlines():
        match = re.fullmatch(r"([A-Z][A-Z0-9_]*)(?:\[(.+?)\])? = (.+?)(?:   #.*)?", line)
        if not match:
            continue
        constant = match[1]
        try:
            key = match[2] and ast.literal_eval(match[2])
            value = ast.literal_eval(match[3])
        except SyntaxError as error:
            raise ValueError(f"{path} sets {line!r}, which is no tile") from error
        table = getattr(modules.get(constant), constant, None)
        if table is None or (isinstance(table, dict) and key not in table):
            raise ValueError(f"{path} sets {line!r}, which no op declares")
        set_tile(modules[constant], constant, key, value)
        settings.text += line + "\n"
    if not settings.text:
        raise ValueError(f"{path} sets no tile: give it what --tune printed")
    settings.options = ["--settings", path]


def tile_step(op: Op, shape, dtype, device, tile: Tile) -> Callable:
    """A call of the op's Triton form, of the passes that the tile is timed with."""
    runs = {"triton": op.call("triton")}
    backward = tile.passes == PASSES[1]
    return make_steps(op, runs, shape, dtype, device, backward=backward)["triton"]


def compile_candidate(module: str, name: str, shape, dtype, tile: Tile, candidate) -> str:
    """Why op `name` of `module` does not run with a candidate, or what it spills; empty where all is well.

    Runs in a process of its own and fills Triton's cache.
    """
    if module not in sys.modules:
        importlib.import_module(module)
    op = OPS[name]
    device = default_device()
    recording.binaries = []
    try:
        with tiles_set(op, {tile: candidate}):
            tile_step(op, shape, dtype, device, tile)()
            torch.cuda.synchronize(device)
        spills = max((getattr(binary, "n_spills", None) or 0 for binary in recording.binaries), default=0)
        return f"spills {spills} bytes" if spills else ""
    except KERNEL_ERRORS as error:
        return error_summary(error)
    finally:
        recording.binaries = None


def compile_candidates(op: Op, shape, dtype, tile: Tile, candidates: list, pool, seconds: float) -> dict:
    """{candidate: its trouble, or nothing} after so many seconds.

    The processes of `pool` try them side by side.
    """
    submit = functools.partial(pool.submit, compile_candidate, op.run.__module__, op.name, shape, dtype, tile)
    futures = {candidate: submit(candidate) for candidate in candidates}
    done, late = wait(futures.values(), timeout=seconds)
    for future in late:
        future.cancel()
    return {
        candidate: future.result() if future in done else "not compiled in time"
        for candidate, future in futures.items()
    }


def kind_of_tile(tile: Tile) -> str:
    """What a candidate is ruled out for: a table's kernel, or the constant."""
    return tile.key[0] if isinstance(tile.key, tuple) else tile.constant


def candidates_of(op: Op, tile: Tile, ruled_out: set) -> list:
    """What to try for a tile: its value as it is, then the declared candidates that are not ruled out."""
    now = current_value(op, tile)
    kind = kind_of_tile(tile)
    others = dict.fromkeys(tile.candidates)
    return [now, *(other for other in others if other != now and (kind, other) not in ruled_out)]


def time_candidates(op: Op, shape, dtype, device, tile: Tile, chosen: dict, troubles: dict) -> dict:
    """{candidate: Timing} of those that compiled, fastest first; `troubles` gets what cannot be captured."""
    step = tile_step(op, shape, dtype, device, tile)
    replays = {}
    for candidate, trouble in list(troubles.items()):
        if trouble and not trouble.startswith("spills"):
            continue
        try:
            with tiles_set(op, chosen | {tile: candidate}):
                replays[candidate] = cuda_graph_of(step)
        except KERNEL_ERRORS as error:
            troubles[candidate] = error_summary(error)
    if not replays:
        return {}
    named = {str(candidate): replay for candidate, replay in replays.items()}
    timings = time_interleaved(named, device, seconds=1.0)
    order = sorted(replays, key=lambda candidate: timings[str(candidate)].ms)
    return {candidate: timings[str(candidate)] for candidate in order}


def tune_shape(
    op: Op, shape, dtype, device, pool, ruled_out: set, found: dict, seconds: float
) -> Iterator[str]:
    """Lines about every tile of `op` at a shape, one after the other, each timed with the best of those
    before it.

    The tiles have equal shares of the time. `ruled_out` holds (kind, candidate) that are not worth a trial,
    and gets more; `found` gets {(tile's label, its value): {candidate: [(time / the best's, what was
    measured), ...]}}.
    """
    chosen = {}
    tiles = op.tiles(shape, dtype.itemsize)
    end = time.monotonic() + seconds
    for left, tile in zip(range(len(tiles), 0, -1), tiles):
        now = current_value(op, tile)
        candidates = candidates_of(op, tile, ruled_out)
        share = (end - time.monotonic()) / left
        troubles = compile_candidates(op, shape, dtype, tile, candidates, pool, share)
        for candidate, trouble in troubles.items():
            if trouble:
                yield f"  {tile.label} = {candidate}: {trouble}"
        timings = time_candidates(op, shape, dtype, device, tile, chosen, troubles)
        if not timings:
            continue
        best = next(iter(timings))
        chosen[tile] = best
        for candidate, timing in timings.items():
            loss = timing.ms / timings[best].ms
            if loss > RULED_OUT_FROM:
                ruled_out.add((kind_of_tile(tile), candidate))
            ms_now = timings[now].ms if now in timings else math.nan
            text = f"{shape} {tile.passes}: {timing.ms:.4f} ms, with {now} {ms_now:.4f}"
            found.setdefault((tile.label, now), {}).setdefault(candidate, []).append((loss, text))
        fastest = list(timings.items())[:6]
        shown = ", ".join(f"{each} {timing.ms:.4f} ms ±{timing.spread / 2:.4f}" for each, timing in fastest)
        yield f"{op.name} {shape} {tile.passes}: {tile.label}, now {now}: {shown}"


def better_tiles(found: dict) -> Iterator[str]:
    """What to write into the source: for each tile the candidate that loses least over all shapes.

    Only candidates that were timed at most shapes count, and only those that win more than 1 %.
    """
    for (label, now), candidates in found.items():
        shapes = max(map(len, candidates.values()))
        losses = {
            candidate: math.prod(loss for loss, _ in trials)
            for candidate, trials in candidates.items()
            if len(trials) == shapes
        }
        best = min(losses, key=losses.get)
        if losses.get(now, math.inf) > 1.01 * losses[best]:
            yield f"{label} = {best}   # " + "; ".join(text for _, text in candidates[best])


def tune_worker(op: Op, seconds: float) -> None:
    """Times the candidates of every tile of `op` at the benchmark's shapes in a graph, and prints what to
    write.

    Processes compile the candidates side by side first. Every shape gets its share of the time that is left.
    """
    device = default_device()
    end = time.monotonic() + seconds
    dtype = op.bench_dtype or default_dtype(device)
    ruled_out = set()
    found = {}
    with ProcessPoolExecutor(TUNERS, mp_context=get_context("spawn")) as pool:
        # they have imported torch before the first shape's time begins
        list(pool.map(abs, range(4 * TUNERS)))
        for left, shape in zip(range(len(op.bench_shapes), 0, -1), op.bench_shapes):
            share = (end - time.monotonic()) / left
            if share < 1.0:
                print(f"{op.name} {shape}: no time left")
                continue
            for line in tune_shape(op, shape, dtype, device, pool, ruled_out, found, share):
                print(line, flush=True)
            torch.cuda.empty_cache()
    print("\n".join(list(better_tiles(found)) or [f"{op.name}: no candidate is faster"]), flush=True)
