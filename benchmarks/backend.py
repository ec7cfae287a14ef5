"""The torch.compile backend: is it right, how much of the time is ours, how fast does it answer from disk?

    python benchmarks/backend.py networks                # networks.py, forward and backward, two processes
    python benchmarks/backend.py training --steps 200    # a small language model, against eager
    python benchmarks/backend.py gradients --limit 100   # programs of tasks/, layers/ and composed/
    TRITON_INTERPRET=1 python benchmarks/backend.py networks --tiny --only mlp_relu    # without a GPU

Right means that every output and gradient is within the verifier's tolerance of float64. "Triton" is the
share of the GPU's time, forward and backward, that is spent in kernels of our answers; the rest is PyTorch's.
The first process begins with what OUT/cache holds, an empty folder the first time; the second one finds all
there. Their times are what the backend adds to those of Dynamo and AOTAutograd.
"""

import argparse
import copy
import functools
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
import torch.nn.functional as F

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from benchmarks.networks import LanguageModel, Network, networks  # noqa: E402  (found through the line above)
from python_to_triton import frontend  # noqa: E402
from python_to_triton.backend.compilation import compile_dynamo_graph  # noqa: E402
from python_to_triton.backend.gradients import compare_training  # noqa: E402
from python_to_triton.backend.graph_runner import GraphRunner  # noqa: E402
from python_to_triton.backend.options import BackendOptions  # noqa: E402
from python_to_triton.frontend.programs import Program  # noqa: E402
from python_to_triton.inference import device_of  # noqa: E402
from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer, positive_number  # noqa: E402
from triton_ops.charts import (  # noqa: E402
    OTHER,
    OURS,
    SLOWER,
    log_ticks,
    new_figure,
    round_ticks,
    save_figure,
)
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, replacing  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402
from triton_ops.machine import default_device, describe_machine  # noqa: E402

CALLS = 20  # of a training step, whose median time is taken
PROFILED = 5  # steps whose kernels are summed
FOLDERS = ("tasks", "layers", "composed")
LEARNING_RATE = 3e-3


def compiled(model: Callable, options: BackendOptions) -> tuple[Callable, list[GraphRunner]]:
    """The model through the backend, and the list that its graphs are put into as they are compiled."""
    runners = []
    backend = functools.partial(compile_dynamo_graph, options=options, listener=runners.append)
    return torch.compile(model, backend=backend, dynamic=False), runners


def regions_of(runners: list[GraphRunner]) -> tuple[int, int]:
    """(regions in Triton, all regions) of the graphs that were compiled."""
    ours = sum(runner.plan.ours for runner in runners if runner.compiled)
    return ours, sum(len(runner.plan.regions) for runner in runners)


def to_device(item: object, device: torch.device) -> object:
    """Tensors and modules on the device; anything else as it is."""
    return item.to(device) if isinstance(item, (torch.Tensor, torch.nn.Module)) else item


# ---- times ----


def training_step(function: Callable, parameters: list, inputs: tuple) -> None:
    """Forward, a loss of the first result, backward."""
    output = function(*inputs)
    output = output if isinstance(output, torch.Tensor) else output[0]
    torch.autograd.grad(output.float().square().mean(), parameters)


def median_ms(step: Callable[[], None]) -> float:
    """The median wall time of a step, whose end is waited for."""
    times = []
    for _ in range(CALLS):
        torch.cuda.synchronize()
        began = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append(1e3 * (time.perf_counter() - began))
    return statistics.median(times)


def kernel_names(runners: list[GraphRunner]) -> set[str]:
    """The names of the Triton kernels of all answers."""
    sources = [runner.compiled.source for runner in runners if runner.compiled]
    return {name for text in sources for name in re.findall(r"@triton\.jit\ndef (\w+)\(", text)}


def share_of_time(step: Callable[[], None], names: set[str]) -> float:
    """The share of the GPU's time that a step spends in the kernels of these names."""
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        for _ in range(PROFILED):
            step()
        torch.cuda.synchronize()
    kernels = [event for event in profile.events() if event.device_type == torch.autograd.DeviceType.CUDA]
    total = sum(event.device_time for event in kernels)
    return sum(event.device_time for event in kernels if event.name in names) / total if total else 0.0


# ---- networks ----


def measure_network(network: Network, device: torch.device, options: BackendOptions) -> dict:
    """A network's row: whether it is right, who computes its regions, and its times."""
    torch.manual_seed(0)
    model = to_device(network.build(), device)
    inputs = tuple(to_device(item, device) for item in network.draw())
    function, runners = compiled(model, options)
    began = time.perf_counter()
    verdicts = compare_training(function, model, inputs)
    row = {"name": network.name, "architecture": network.architecture}
    row["right"] = all(verdict.ok for verdict in verdicts)
    row["wrong"] = [verdict.line() for verdict in verdicts if not verdict.ok]
    row["ours"], row["regions"] = regions_of(runners)
    row["by_pytorch"] = sorted(
        {f"{one.summary}: {one.reason}" for r in runners for one in r.plan.regions if not one.is_ours}
    )
    row["seconds"] = time.perf_counter() - began
    row["own_seconds"] = sum(runner.seconds for runner in runners)
    if device.type == "cuda":
        parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        step = functools.partial(training_step, function, parameters, inputs)
        step()
        row["triton_share"] = share_of_time(step, kernel_names(runners))
        row["ms"] = median_ms(step)
        row["eager_ms"] = median_ms(functools.partial(training_step, model, parameters, inputs))
    torch._dynamo.reset()
    return row


def rows_of_networks(options: argparse.Namespace) -> Iterator[dict]:
    """The row of each network; one that fails says how."""
    settings = BackendOptions(options.samples, options.seconds)
    unknown = set(options.only) - {network.name for network in networks(options.tiny)}
    if unknown:
        raise ValueError(f"there is no network {', '.join(sorted(unknown))}")
    for network in networks(options.tiny):
        if options.only and network.name not in options.only:
            continue
        try:
            yield measure_network(network, torch.device(options.device), settings)
        except Exception as error:  # whatever a compiled network raises is its row
            summary = error_summary(error)
            yield {"name": network.name, "architecture": network.architecture, "failed": summary}
            torch._dynamo.reset()


def second_process(options: argparse.Namespace) -> dict[str, float]:
    """{network: seconds that the backend takes} in a process that finds every plan on disk."""
    rows = Path(options.out) / "second.json"
    command = [sys.executable, __file__, "networks", "--rows", str(rows), "--device", options.device]
    command += ["--samples", str(options.samples), "--seconds", str(options.seconds), "--out", options.out]
    command += ["--tiny"] * options.tiny + ["--only", *options.only] * bool(options.only)
    subprocess.run(command, check=True)
    return {row["name"]: row.get("own_seconds", math.nan) for row in json.loads(rows.read_text())}


def network_line(row: dict) -> tuple[str, ...]:
    """A row of the table."""
    if "failed" in row:
        return (row["name"], row["architecture"], "failed", row["failed"][:50], "", "", "", "", "")
    share = f"{row['triton_share']:.0%}" if "triton_share" in row else ""
    times = (f"{row['ms']:.2f}", f"{row['eager_ms']:.2f}") if "ms" in row else ("", "")
    second = f"{row['second_seconds']:.2f}" if "second_seconds" in row else ""
    counts = f"{row['ours']} of {row['regions']}"
    right = "right" if row["right"] else "WRONG"
    return (
        row["name"],
        row["architecture"],
        right,
        counts,
        share,
        *times,
        f"{row['own_seconds']:.1f}",
        second,
    )


NETWORK_HEAD = ("network", "architecture", "", "regions", "Triton", "ms", "eager ms", "first s", "second s")


def run_networks(options: argparse.Namespace) -> dict:
    """All networks, in this process and in a second one."""
    rows = []
    for row in rows_of_networks(options):
        rows.append(row)
        print("  ".join(network_line(row)), flush=True)
        for line in row.get("wrong", ()):
            print("   ", line, flush=True)
    if options.rows:
        Path(options.rows).write_text(json.dumps(rows, indent=1))
        return {}
    seconds = second_process(options)
    rows = [row | {"second_seconds": seconds[row["name"]]} for row in rows]
    print(format_columns([NETWORK_HEAD, *map(network_line, rows)]))
    right = sum(row.get("right", False) for row in rows)
    print(f"{right} of {len(rows)} networks right; slowest second process {max(seconds.values()):.2f} s")
    return {"networks": rows}


# ---- training ----


def losses_of(function: Callable, model: LanguageModel, batches: list, steps: int) -> list[float]:
    """The loss of each step of AdamW on these batches, in turn."""
    optimizer = torch.optim.AdamW(model.parameters(), LEARNING_RATE)
    losses = []
    for step in range(steps):
        ids = batches[step % len(batches)]
        scores = function(ids[:, :-1])
        loss = F.cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def chart_of_losses(losses: dict[str, list[float]]):
    """A figure of both loss curves, and below them their difference; steps without one are equal."""
    figure, [[above], [below]] = new_figure(2, 1, (7, 5.4), sharex=True, height_ratios=(3, 2))
    styles = (("eager PyTorch", OTHER, "-", 4), ("through the backend", OURS, "--", 1.4))
    for curve, (name, color, line, width) in zip(losses.values(), styles, strict=True):
        above.plot(curve, line, color=color, linewidth=width, label=name)
    log_ticks(above.yaxis)
    above.set_ylabel("cross-entropy (nats a token)")
    above.legend(frameon=False)
    gaps = [abs(a - b) for a, b in zip(*losses.values(), strict=True)]
    places = [step for step, gap in enumerate(gaps) if gap]
    equal = len(gaps) - len(places)
    below.plot(places, [gaps[step] for step in places], ".", color=SLOWER, markersize=4)
    below.set_yscale("log")
    below.set_ylabel("difference (nats)")
    below.set_title(f"no dot: equal to the last bit ({equal} of {len(gaps)} steps)", fontsize=9, loc="left")
    below.set_xlabel("step")
    round_ticks(below.xaxis, whole=True)
    for panel in (above, below):
        panel.grid(color="#eceff1")
    return figure


def run_training(options: argparse.Namespace) -> dict:
    """A small language model (embedding, two blocks, loss), trained by eager and through the backend."""
    device = torch.device(options.device)
    torch.manual_seed(0)
    width, length, batch = (16, 6, 4) if options.tiny else (64, 32, 16)
    model = to_device(LanguageModel(32, width, 4, 2, length), device)
    start = torch.randint(32, (8, batch, 1), device=device)
    batches = list((start + 3 * torch.arange(length + 1, device=device)) % 32)  # to be learned: counting by 3
    twin = copy.deepcopy(model)
    function, runners = compiled(model, BackendOptions(options.samples, options.seconds))
    losses = {"eager": losses_of(twin, twin, batches, options.steps)}
    losses["python_to_triton"] = losses_of(function, model, batches, options.steps)
    difference = max(abs(a - b) for a, b in zip(*losses.values()))
    ours, regions = regions_of(runners)
    save_figure(chart_of_losses(losses), Path(options.out) / "training.png")
    first, last = losses["eager"][0], losses["eager"][-1]
    print(f"{options.steps} steps, loss {first:.4f} to {last:.4f}; largest difference {difference:.1e}")
    print(f"{ours} of {regions} regions in Triton")
    return {"losses": losses, "difference": difference, "ours": ours, "regions": regions}


# ---- gradients ----


def programs(only: list[str]) -> Iterator[tuple[str, Program]]:
    """(path, program) of the files that have inputs of their own."""
    for folder in FOLDERS:
        for path in sorted((HERE / folder).rglob("*.py")):
            name = str(path.relative_to(HERE))
            if only and not any(word in name for word in only):
                continue
            torch.manual_seed(0)
            try:
                program = frontend.read_source(path.read_text(), None)
            except ValueError as error:
                print(f"{name}: left out: {error}", file=sys.stderr)
                continue
            if program.inputs is not None:
                yield name, program


def measure_gradients(name: str, program: Program, options: argparse.Namespace) -> dict:
    """Whether each gradient of a program is right, and who computes its regions."""
    device = torch.device(options.device)
    original = to_device(program.function, device)
    inputs = [frontend.apply_to_tensors(lambda item: item.to(device), item) for item in program.inputs]
    function, runners = compiled(original, BackendOptions(options.samples, options.seconds))
    try:
        verdicts = compare_training(function, original, inputs)
    except Exception as error:  # the program, or what was made of it, may raise anything
        return {"name": name, "failed": error_summary(error)}
    finally:
        torch._dynamo.reset()
    ours, regions = regions_of(runners)
    count = sum(verdict.name.startswith("gradient") for verdict in verdicts)
    wrong = [verdict.line() for verdict in verdicts if not verdict.ok]
    return {"name": name, "gradients": count, "wrong": wrong, "ours": ours, "regions": regions}


def run_gradients(options: argparse.Namespace) -> dict:
    """The share of the programs with a gradient all of whose gradients are right."""
    rows = []
    for name, program in programs(options.only):
        if len(rows) >= options.limit or time.perf_counter() > options.deadline:
            break
        row = measure_gradients(name, program, options)
        rows.append(row)
        text = row.get("failed") or "; ".join(row["wrong"]) or f"{row['gradients']} gradients right"
        print(f"{name:50} {text}", flush=True)
    if not rows:
        raise ValueError(f"no program has {' or '.join(options.only)} in its name")
    counted = [row for row in rows if row.get("gradients") or "failed" in row]
    right = sum(not row.get("wrong") and "failed" not in row for row in counted)
    ours = sum(row.get("ours", 0) for row in rows)
    regions = sum(row.get("regions", 0) for row in rows)
    print(f"{right} of {len(counted)} programs right; {ours} of {regions} regions in Triton")
    return {"gradients": rows}


RUNS = {"networks": run_networks, "training": run_training, "gradients": run_gradients}


def read_flags() -> argparse.Namespace:
    """The flags, and when the time of `gradients` is over."""
    parser = OneLineParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=RUNS)
    parser.add_argument("--device", default=str(default_device()))
    parser.add_argument("--tiny", action="store_true", help="small sizes, for Triton's interpreter")
    parser.add_argument("--only", nargs="*", default=[], help="networks, or parts of file names")
    parser.add_argument("--samples", type=positive_integer, default=BackendOptions.samples)
    parser.add_argument("--seconds", type=positive_number, default=BackendOptions.seconds)
    parser.add_argument("--steps", type=positive_integer, default=200)
    parser.add_argument("--limit", type=positive_integer, default=sys.maxsize, help="programs, at most")
    parser.add_argument("--minutes", type=positive_number, default=math.inf, help="of gradients, at most")
    parser.add_argument("--out", default="runs/backend")
    parser.add_argument("--rows", default="", help=argparse.SUPPRESS)  # of a second process
    options = parser.parse_args()
    options.deadline = time.perf_counter() + 60 * options.minutes
    return options


@command_line()
def main() -> int:
    """Runs what was asked for; its record goes to OUT. The exit code."""
    options = read_flags()
    warnings.simplefilter("ignore")
    out = Path(options.out)
    device_of(options.device)
    check_writable_folder(out)
    os.environ.setdefault(FOLDER_VARIABLE, str((out / "cache").resolve()))
    results = RUNS[options.what](options)
    if results:
        with replacing(out / f"{options.what}.json") as path:
            results["machine"] = describe_machine(torch.device(options.device))
            path.write_text(json.dumps(results, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
