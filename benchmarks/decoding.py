"""Tokens a second of the decoder, for one answer and for many candidates, against transformers' `generate`.

    python benchmarks/decoding.py --device cuda --profile            random weights of 29 M parameters
    python benchmarks/decoding.py --checkpoint weights --batches 1   a trained model's
    python benchmarks/decoding.py --device cuda --tune               other tiles, one change at a time

Both read the prompts and write as many tokens as asked for, whatever they are; the time is of the whole call.
The baseline is transformers' ArceeForCausalLM with its own cache, in bf16 on a GPU as ours, in float32 on a
CPU, where ours has int8. That it is the same function is asserted in float32: sampled tokens do not show it,
nor greedy ones, since in bf16 random weights leave near ties. Where it does not come to the end in its share
of the time, its rate is that of the tokens it wrote, from the shorter caches. A row is printed as soon as it
is there; the medians of interleaved runs go to OUT/decoding-DEVICE.json.
"""

import argparse
import dataclasses
import importlib
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import llm  # noqa: E402  (found through the line above)
from python_to_triton import inference  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, positive_integer, positive_number  # noqa: E402
from triton_ops.cached_attention import CACHED_TILES  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.decode_linear import DECODE_LINEAR_TILES  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, replacing  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402
from triton_ops.machine import TritonError, default_device, default_dtype, describe_machine  # noqa: E402

SHAPE = dict(d_model=512, n_heads=8, n_layers=8, d_ff=2048, vocab_size=4096)
SPREAD = 0.02  # of what is added to random weights: blocks start as the identity
STEPS = 50  # that the time of one step is the mean of
WARM_UP = 16  # tokens of the baseline before it is timed
WORTH_KEEPING = 0.99  # of the best time: what --tune takes over


def make_state(options: argparse.Namespace) -> dict:
    """A checkpoint's configuration and weights, or those of SHAPE, random; full after the tokens asked
    for.
    """
    room = options.prompt + options.new - 1  # the last token is written, not read
    if options.checkpoint:
        state = inference.load_weights(options.checkpoint)
        config = state["model_config"] | {"max_seq_len": room}
        weights = dict(state["model"])
    else:
        torch.manual_seed(0)
        model = llm.Transformer(llm.ModelConfig(**SHAPE, max_seq_len=room, dropout=0.0))
        config = dataclasses.asdict(model.config)
        weights = {
            name: tensor + SPREAD * torch.randn_like(tensor) for name, tensor in model.state_dict().items()
        }
    if options.device == "cpu":  # both get the numbers that ours decodes from there
        weights |= {
            name: matrix * scale for name, (matrix, scale) in inference.quantized_matrices(weights).items()
        }
    return {"model_config": config, "model": weights}


def packed(state: dict, device: str) -> inference.PackedModel:
    """The model of a state, on a device."""
    config = inference.Architecture.of(state["model_config"])
    return inference.PackedModel.of(config, state["model"]).to(torch.device(device))


@torch.inference_mode()
def make_baseline(state: dict, prompt: list[int], device: str) -> tuple[Any, float]:
    """(transformers' model with the same weights, the largest difference of a logit in float32)."""
    import transformers

    transformers.logging.set_verbosity_error()  # of default token ids, which are not used
    config = inference.Architecture.of(state["model_config"])
    longer = dataclasses.replace(config, max_seq_len=config.max_seq_len + 1)
    marks = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
    baseline = inference.arcee_model(longer, state["model"], **marks).to(device)
    tokens_BT = torch.tensor([prompt], device=device)
    difference = (baseline(tokens_BT).logits - packed(state, device)(tokens_BT)).abs().max().item()
    assert difference < inference.SAME, (
        f"the baseline computes something else: logits differ by {difference:.2g}"
    )
    return baseline.to(default_dtype(device)), difference


def continue_ours(
    decoder: Any, prompt: list[int], batch: int, options: argparse.Namespace
) -> list[list[int]]:
    """Continuations of `batch` equal prompts."""
    if isinstance(decoder, inference.Int8Decoder):
        decoder = type(decoder)(decoder.model)  # one that remembers no prompt
    sampling = {"temperature": options.temperature, "top_p": options.top_p}
    return [ids for _, ids in sorted(inference.generate(decoder, [prompt] * batch, end=-1, **sampling))]


@torch.inference_mode()
def continue_baseline(
    baseline: Any, prompt: list[int], batch: int, options: argparse.Namespace, new: int, at_most: float
) -> list[list[int]]:
    """Continuations of `new` tokens, or of those that were there after `at_most` seconds."""
    tokens_BT = torch.tensor([prompt] * batch, device=baseline.device)
    sampling = {"do_sample": False}
    if options.temperature:
        sampling = {"do_sample": True, "temperature": options.temperature, "top_p": options.top_p, "top_k": 0}
    mask_BT = torch.ones_like(tokens_BT)
    written_BT = baseline.generate(
        tokens_BT, attention_mask=mask_BT, max_new_tokens=new, max_time=at_most, **sampling
    )
    return written_BT[:, len(prompt) :].tolist()


def timed(function: Callable[[], Any], device: str) -> tuple[float, Any]:
    """(seconds of a call, the device's work included; its result)."""
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    wait()
    start = time.perf_counter()
    result = function()
    wait()
    return time.perf_counter() - start, result


def compare(decoder: Any, baseline: Any, prompt: list[int], batch: int, options: argparse.Namespace) -> dict:
    """One row: both timed in turn, as often as asked for or fits into the row's share of the time, but once.

    What comes before is not timed: a whole call of ours, which compiles and captures, and some tokens of the
    baseline, which does neither.
    """
    share = options.seconds / len(options.batches)
    runs = {
        "ours": lambda: continue_ours(decoder, prompt, batch, options),
        "baseline": lambda: continue_baseline(baseline, prompt, batch, options, options.new, share / 2),
    }
    runs["ours"]()
    continue_baseline(baseline, prompt, batch, options, min(options.new, WARM_UP), share / 4)

    times = {name: [] for name in runs}
    rates = {name: [] for name in runs}
    end = time.perf_counter() + 3 / 4 * share
    while len(times["ours"]) < options.repeats:
        if times["ours"] and time.perf_counter() + sum(map(min, times.values())) >= end:
            break
        for name, run in runs.items():
            took, written = timed(run, options.device)
            lengths = {len(ids) for ids in written}
            assert name == "baseline" or lengths == {options.new}, f"{lengths}, not {options.new} tokens"
            times[name].append(took)
            rates[name].append(batch * len(written[0]) / took)
    rate = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "batch": batch,
        "tokens_per_s": rate["ours"],
        "baseline_tokens_per_s": rate["baseline"],
        "speedup": rate["ours"] / rate["baseline"],
        "baseline_tokens": len(written[0]),
        "seconds": times,
    }


# ---- the time of a step by kernel ----------------------------------------------------------------


@torch.inference_mode()
def captured_step(decoder: Any, prompt: list[int], batch: int) -> tuple[Any, int, Callable[[], None]]:
    """(cache, tokens in it half way through the answer, function that replays one captured step)."""
    decoder.temperature.fill_(0.8)
    decoder.top_p.fill_(0.95)
    cache, _ = decoder.begin([tuple(prompt)] * batch, list(range(batch)))
    decoder.step(cache)
    room = decoder.model.config.max_seq_len
    half = (len(prompt) + room) // 2
    assert half + STEPS <= room, f"{STEPS} steps do not fit behind {half} tokens"
    return cache, half, decoder.graphs[len(cache.tokens_B)].replay


def step_time(decoder: Any, prompt: list[int], batch: int) -> float:
    """Microseconds of a captured step, the GPU never idle."""
    cache, half, step = captured_step(decoder, prompt, batch)
    times = []
    for _ in range(5):
        with torch.inference_mode():
            cache.length.fill_(half)
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(STEPS):
            step()
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop) / STEPS * 1e3)
    return statistics.median(times)


def kernel_events(decoder: Any, prompt: list[int], batch: int) -> list[dict]:
    """The profiler's record of each kernel, copy and fill of STEPS steps."""
    cache, half, step = captured_step(decoder, prompt, batch)
    with torch.inference_mode():
        cache.length.fill_(half)
    torch.cuda.synchronize()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        for _ in range(STEPS):
            step()
        torch.cuda.synchronize()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        profiler.export_chrome_trace(file.name)
        trace = json.loads(Path(file.name).read_text())["traceEvents"]
    return [event for event in trace if event.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]


def profile(decoder: Any, prompt: list[int], batch: int) -> None:
    """Prints a step by kernel and grid: launches, microseconds each and together, and what is between."""
    events = kernel_events(decoder, prompt, batch)
    durations = defaultdict(list)
    for event in events:
        launch = [str(event["args"].get(key, "")) for key in ("grid", "block", "registers per thread")]
        durations[event["name"][:48], *launch].append(event["dur"])
    rows = [["kernel", "grid", "block", "registers", "a step", "us each", "us a step"]]
    for key, found in sorted(durations.items(), key=lambda item: -sum(item[1])):
        launches = len(found) / STEPS
        rows.append([*key, f"{launches:.1f}", f"{statistics.median(found):.2f}", f"{sum(found) / STEPS:.1f}"])

    whole = step_time(decoder, prompt, batch)
    busy = sum(event["dur"] for event in events) / STEPS
    kernels = len(events) / STEPS
    print(f"\nbatch {batch}: a step takes {whole:.0f} us, its {kernels:.0f} kernels {busy:.0f} us, ", end="")
    print(f"the gaps {whole - busy:.0f} us")
    print(format_columns(rows))


# ---- other tiles and splits ----------------------------------------------------------------------

ATTENTION_FIELDS = {"keys": (16, 32, 64, 128), "warps": (2, 4, 8), "stages": (1, 2, 3, 4)}
ONE_ROW_FIELDS = {
    "rows": (1,),
    "features": (1, 2, 4, 8),
    "step": (256, 512, 1024, 2048),
    "warps": (1, 2, 4, 8),
    "stages": (1,),
}
LINEAR_FIELDS = {
    "rows": (16, 32, 64),
    "features": (16, 32, 64),
    "step": (64, 128, 256, 512),
    "warps": (1, 2, 4, 8),
    "stages": (2, 3, 4, 5),
}


class Setting(NamedTuple):
    """A setting of an op of triton_ops that can be read and written as a tuple."""

    name: str
    read: Callable[[], tuple]
    write: Callable[[tuple], None]
    fields: dict[str, tuple]  # {name of an entry of the tuple: its choices}


def entry(name: str, mapping: dict, key: Any, fields: dict[str, tuple]) -> Setting:
    """One entry of a table of tiles."""
    return Setting(name, lambda: mapping[key], lambda value: mapping.__setitem__(key, value), fields)


def constant(name: str, file: str, attribute: str, fields: dict[str, tuple]) -> Setting:
    """A constant of a file of triton_ops."""
    module = importlib.import_module(f"triton_ops.{file}")
    return Setting(
        name,
        lambda: (getattr(module, attribute),),
        lambda value: setattr(module, attribute, value[0]),
        fields,
    )


def settings(batch: int) -> list[Setting]:
    """Those that matter at a batch."""
    rows = next(rows for rows in DECODE_LINEAR_TILES if batch <= rows)
    of_linear = ONE_ROW_FIELDS if rows == 1 else LINEAR_FIELDS
    return [
        entry("linear", DECODE_LINEAR_TILES, rows, of_linear),
        entry("attention", CACHED_TILES, 2, ATTENTION_FIELDS),
        constant("splits", "cached_attention", "CACHED_SPLITS", {"at most": (1, 2, 4, 8, 16)}),
        constant("sampling", "sampling", "SAMPLE_WARPS", {"warps": (4, 8, 16)}),
    ]


def tune(model: inference.PackedModel, prompt: list[int], batch: int) -> None:
    """Tries each choice of each field, the others as they stand, and keeps what is 1 % faster; prints all."""
    best = step_time(inference.GraphDecoder(model), prompt, batch)
    print(f"\nbatch {batch}: a step takes {best:.1f} us as it is")
    for setting in settings(batch):
        for place, (field, choices) in enumerate(setting.fields.items()):
            kept = setting.read()
            times = {}
            for choice in choices:
                setting.write((*kept[:place], choice, *kept[place + 1 :]))
                try:
                    times[setting.read()] = step_time(inference.GraphDecoder(model), prompt, batch)
                except (RuntimeError, TritonError) as error:
                    print(f"  {setting.name} {setting.read()}: {error_summary(error)}")
            fastest = min(times, key=times.get, default=kept)
            if times.get(fastest, best) < WORTH_KEEPING * best:
                best = times[fastest]
                kept = fastest
            setting.write(kept)
            tried = ", ".join(f"{values[place]} {took:.1f}" for values, took in times.items())
            print(f"  {setting.name}, {field}: {tried} us -> {setting.read()}", flush=True)
    found = ", ".join(f"{setting.name} {setting.read()}" for setting in settings(batch))
    print(f"batch {batch}: {best:.1f} us with {found}")


# ---- command line --------------------------------------------------------------------------------


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    device = default_device().type
    add("--checkpoint", help="a .pth file or a folder of weights; else random weights")
    add("--device", default=device, choices=("cpu", "cuda"), help="default: cuda where there is a GPU")
    add("--batches", type=positive_integer, nargs="+", default=[1, 64], help="answers written at once (1 64)")
    add("--prompt", type=positive_integer, default=300, help="tokens that are read (%(default)s)")
    add("--new", type=positive_integer, default=300, help="tokens that are written (%(default)s)")
    add("--temperature", type=not_negative, default=0.8, help="0: greedily (%(default)s)")
    add(
        "--top_p",
        type=positive_number,
        default=0.95,
        help="probability of what is sampled from (%(default)s)",
    )
    add("--repeats", type=positive_integer, default=3, help="of each, at most (%(default)s)")
    add(
        "--seconds",
        type=positive_number,
        default=50.0,
        help="for all rows: what is slow is repeated less (%(default)s)",
    )
    add("--out", type=Path, default=HERE / "results", help="where the record goes (%(default)s)")
    add("--profile", action="store_true", help="print a step by kernel (a GPU's)")
    add("--tune", action="store_true", help="try other tiles instead (on a GPU)")
    return parser


def print_row(row: dict, new: int, difference: float) -> None:
    """A row of the record in words."""
    rates = f"{row['tokens_per_s']:,.0f} tokens/s, Hugging Face {row['baseline_tokens_per_s']:,.0f}"
    runs = len(row["seconds"]["ours"])
    print(
        f"batch {row['batch']}: {rates}: {row['speedup']:.1f}x; {runs} runs each, of {new} and "
        f"{row['baseline_tokens']} tokens; in float32 no logit differs by more than {difference:.1g}",
        flush=True,
    )


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Prints a row a batch and writes the record; the exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if (options.profile or options.tune) and options.device != "cuda":
        parser.error("--profile and --tune look at a GPU's kernels: add --device cuda")
    inference.device_of(options.device)
    check_writable_folder(options.out)
    state = make_state(options)
    config = state["model_config"]
    generator = torch.Generator().manual_seed(1)
    prompt = torch.randint(config["vocab_size"], (options.prompt,), generator=generator).tolist()
    if options.tune:
        for batch in options.batches:
            tune(packed(state, options.device), prompt, batch)
        return 0

    machine = environment("python_to_triton", "triton_ops") | describe_machine(options.device)
    print("  ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    decoder = inference.load_decoder(state, options.device)
    baseline, difference = make_baseline(state, prompt, options.device)
    asked = vars(options) | {"out": None}
    record = {
        "machine": machine,
        "model": config,
        "options": asked,
        "largest_difference": difference,
        "rows": [],
    }
    for batch in options.batches:
        row = compare(decoder, baseline, prompt, batch, options)
        record["rows"].append(row)
        print_row(row, options.new, difference)
        with replacing(options.out / f"decoding-{options.device}.json") as path:
            Path(path).write_text(json.dumps(record, indent=1))
    if options.profile:
        for batch in options.batches:
            profile(decoder, prompt, batch)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
