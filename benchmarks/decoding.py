"""How fast llm.py writes: tokens a second of one answer and of many candidates, against Hugging Face's generate on the same weights.

    python benchmarks/decoding.py --device cuda --profile            random weights of 29 M parameters; time by kernel
    python benchmarks/decoding.py --checkpoint weights --batches 1   a trained model's
    python benchmarks/decoding.py --device cuda --tune               steps with other tiles and splits, one change at a time

Both read the prompts and write as many tokens as asked for, whatever they are; the time is of the whole call. The peer
is transformers' ArceeForCausalLM with its own cache, in bf16 on a GPU as ours, in float32 on a CPU, where ours has int8. That it is the same
function is asserted in float32: sampled tokens do not show it, nor greedy ones, since in bf16 random weights leave near ties. Where it does
not come to the end in its share of the time, its rate is that of the tokens it wrote, from the shorter caches. Each row is printed as soon as
it is there; the medians of interleaved runs go to results/decoding-DEVICE.json.
"""

import argparse
import collections
import dataclasses
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import torch
from python_to_triton import inference
from python_to_triton import runtime
import triton_ops
import llm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

SHAPE = dict(d_model=512, n_heads=8, n_layers=8, d_ff=2048, vocab_size=4096)
STEPS = 50  # that a time of one step is the mean of


def make_model(options):
    """The Transformer of a checkpoint, or of SHAPE with random weights, that is full after the tokens asked for."""
    room = options.prompt + options.new - 1  # the last token is written, not read
    if options.checkpoint:
        model = runtime.load_translator(options.checkpoint, "cpu", int8=False).decoder.model
        state, config = model.state_dict(), dataclasses.replace(model.config, max_seq_len=room)
    else:
        state, config = None, inference.ModelConfig(**SHAPE, max_seq_len=room, dropout=0.0)
    torch.manual_seed(0)
    model = inference.Transformer(config).eval()
    with torch.no_grad():
        if state is None:  # blocks start as the identity: every matrix gets numbers
            for parameter in model.parameters():
                parameter.add_(0.02 * torch.randn_like(parameter))
        else:
            model.load_state_dict(state)
        if options.device == "cpu":  # both get the numbers that ours decodes from there
            for parameter in model.parameters():
                if parameter.ndim == 2:
                    parameter.copy_(torch.mul(*inference.quantized(parameter)))
    return model.to(options.device)


@torch.inference_mode()
def make_peer(model, prompt, device):
    """(the same weights as transformers' own class, the largest difference of a logit in float32)."""
    import transformers

    transformers.logging.set_verbosity_error()  # it also warns of the token ids of its class's defaults, which no one uses
    config = model.config
    theirs = transformers.ArceeForCausalLM(
        transformers.ArceeConfig(
            vocab_size=config.vocab_size,
            hidden_size=config.d_model,
            intermediate_size=config.d_ff,
            num_hidden_layers=config.n_layers,
            num_attention_heads=config.n_heads,
            num_key_value_heads=config.n_heads,
            hidden_act="relu2",
            rms_norm_eps=config.norm_eps,
            max_position_embeddings=config.max_seq_len + 1,
            rope_theta=config.rope_theta,
            tie_word_embeddings=False,
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=0,
        )
    ).eval()
    theirs.load_state_dict(
        {inference.arcee_name(name): tensor for name, tensor in model.state_dict().items()}
    )
    theirs, tokens_BT = theirs.to(device), torch.tensor([prompt], device=device)
    off = (theirs(tokens_BT).logits - model(tokens_BT)).abs().max().item()
    assert off < inference.SAME, f"the peer is another function: its logits are off by {off:.2g}"
    return theirs.to(triton_ops.default_dtype(device)), off


def ours(decoder, prompt, batch, options):
    """Continuations of `batch` equal prompts."""
    decoder = (
        type(decoder)(decoder.model) if isinstance(decoder, inference.Int8Decoder) else decoder
    )  # one that remembers no prompt
    return [
        ids
        for _, ids in sorted(
            inference.generate(
                decoder, [prompt] * batch, end=-1, temperature=options.temperature, top_p=options.top_p
            )
        )
    ]


@torch.inference_mode()
def peers(theirs, prompt, batch, options, new, at_most):
    """Continuations of `new` tokens, or of those that were there after `at_most` seconds."""
    tokens_BT = torch.tensor([prompt] * batch, device=theirs.device)
    sampling = (
        dict(temperature=options.temperature, top_p=options.top_p, top_k=0) if options.temperature else {}
    )
    written_BT = theirs.generate(
        tokens_BT,
        attention_mask=torch.ones_like(tokens_BT),
        do_sample=bool(sampling),
        max_new_tokens=new,
        max_time=at_most,
        **sampling,
    )
    return written_BT[:, len(prompt) :].tolist()


def seconds(function, device):
    """(duration of a call, its result), the device's work included."""
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    wait()
    start = time.perf_counter()
    result = function()
    wait()
    return time.perf_counter() - start, result


def compare(decoder, theirs, prompt, batch, options):
    """One row of the table: both timed in turn, as often as asked for or fits into the row's share of the time, but once at least.

    What comes before is not timed: a whole call of ours, which compiles and captures, and some tokens of theirs, which does neither.
    """
    share = options.seconds / len(options.batches)
    runs = {
        "ours": lambda: ours(decoder, prompt, batch, options),
        "theirs": lambda: peers(theirs, prompt, batch, options, options.new, share / 2),
    }
    runs["ours"]()
    peers(theirs, prompt, batch, options, min(options.new, 16), share / 4)
    times, rates, end = (
        {name: [] for name in runs},
        {name: [] for name in runs},
        time.perf_counter() + 3 / 4 * share,
    )
    while len(times["ours"]) < options.repeats and (
        not times["ours"] or time.perf_counter() + sum(map(min, times.values())) < end
    ):
        for name, run in runs.items():
            took, written = seconds(run, options.device)
            assert name == "theirs" or all(len(ids) == options.new for ids in written), (
                f"{[len(ids) for ids in written]}, not {options.new} tokens"
            )
            times[name].append(took)
            rates[name].append(batch * len(written[0]) / took)
    rate = {name: statistics.median(values) for name, values in rates.items()}
    return {
        "batch": batch,
        "tokens_per_s": rate["ours"],
        "peer_tokens_per_s": rate["theirs"],
        "ratio": rate["ours"] / rate["theirs"],
        "peer_tokens": len(written[0]),
        "seconds": times,
    }


# ---- what a step is made of --------------------------------------------------------------------------------------


@torch.inference_mode()
def at_work(decoder, prompt, batch):
    """(cache half way through the answer, function that makes one captured step)."""
    decoder.temperature.fill_(0.8)
    decoder.top_p.fill_(0.95)
    cache, _ = decoder.begin([tuple(prompt)] * batch, list(range(batch)))
    decoder.step(cache)
    half = (len(prompt) + decoder.model.config.max_seq_len) // 2
    assert half + STEPS <= decoder.model.config.max_seq_len, f"{STEPS} steps do not fit behind {half} tokens"
    return cache, half, decoder.graphs[len(cache.tokens_B)].replay


def step_time(decoder, prompt, batch):
    """Microseconds of a captured step, the GPU never idle."""
    cache, half, step = at_work(decoder, prompt, batch)
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


def profile(decoder, prompt, batch):
    """Prints a step by kernel and grid: launches a step, microseconds each and together, and what is left between them."""
    cache, half, step = at_work(decoder, prompt, batch)
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
    events, groups = (
        [event for event in trace if event.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")],
        collections.defaultdict(list),
    )
    for event in events:
        groups[
            event["name"][:48],
            *(str(event["args"].get(key, "")) for key in ("grid", "block", "registers per thread")),
        ].append(event["dur"])
    rows = [
        [
            *key,
            f"{len(durations) / STEPS:.1f}",
            f"{statistics.median(durations):.2f}",
            f"{sum(durations) / STEPS:.1f}",
        ]
        for key, durations in sorted(groups.items(), key=lambda item: -sum(item[1]))
    ]
    whole, busy = step_time(decoder, prompt, batch), sum(event["dur"] for event in events) / STEPS
    print(
        f"\nbatch {batch}: a step takes {whole:.0f} us, its {len(events) / STEPS:.0f} kernels {busy:.0f} us, the gaps {whole - busy:.0f} us"
    )
    print(
        triton_ops.aligned(
            [["kernel", "grid", "block", "registers", "a step", "us each", "us a step"], *rows]
        )
    )


# ---- other settings ----------------------------------------------------------------------------------------------

KEYS = {"keys": (16, 32, 64, 128), "warps": (2, 4, 8), "stages": (1, 2, 3, 4)}
ONE_ROW = {
    "rows": (1,),
    "features": (1, 2, 4, 8),
    "step": (256, 512, 1024, 2048),
    "warps": (1, 2, 4, 8),
    "stages": (1,),
}
TILES = {
    "rows": (16, 32, 64),
    "features": (16, 32, 64),
    "step": (64, 128, 256, 512),
    "warps": (1, 2, 4, 8),
    "stages": (2, 3, 4, 5),
}


def settings(batch):
    """[(name, function that reads a setting as a tuple, function that writes it, {field: its choices})] of kernels.py that matter at a batch."""

    def table(mapping, key):
        return lambda: mapping[key], lambda value: mapping.__setitem__(key, value)

    def constant(name):
        return lambda: (getattr(triton_ops, name),), lambda value: setattr(triton_ops, name, value[0])

    rows = next(rows for rows in triton_ops.DECODE_LINEAR_TILES if batch <= rows)
    return [
        ("linear", *table(triton_ops.DECODE_LINEAR_TILES, rows), ONE_ROW if rows == 1 else TILES),
        ("attention", *table(triton_ops.CACHED_TILES, 2), KEYS),
        ("splits", *constant("CACHED_SPLITS"), {"at most": (1, 2, 4, 8, 16)}),
        ("sampling", *constant("SAMPLE_WARPS"), {"warps": (4, 8, 16)}),
    ]


def tune(model, prompt, batch):
    """Tries each choice of each field, the others as they stand, and keeps what is 1 % faster; prints all, and the best."""
    best = step_time(inference.GraphDecoder.of(model), prompt, batch)
    print(f"\nbatch {batch}: a step takes {best:.1f} us as it is")
    for name, read, write, fields in settings(batch):
        for place, (field, choices) in enumerate(fields.items()):
            kept, times = read(), {}
            for choice in choices:
                write((*kept[:place], choice, *kept[place + 1 :]))
                try:
                    times[read()] = step_time(inference.GraphDecoder.of(model), prompt, batch)
                except (RuntimeError, triton_ops.TritonError) as error:
                    print(f"  {name} {read()}: {triton_ops.first_line(error)}")
            fastest = min(times, key=times.get, default=kept)
            better = times.get(fastest, best) < 0.99 * best
            best = times[fastest] if better else best
            write(fastest if better else kept)
            tried = ", ".join(f"{setting[place]} {took:.1f}" for setting, took in times.items())
            print(f"  {name}, {field}: {tried} us -> {read()}", flush=True)
    print(
        f"batch {batch}: {best:.1f} us with "
        + ", ".join(f"{name} {read()}" for name, read, _, _ in settings(batch))
    )


def main(arguments=None):
    """See the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkpoint", help="a .pth file or a released folder; else random weights")
    parser.add_argument("--device", default=triton_ops.default_device().type, choices=("cpu", "cuda"))
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--prompt", type=int, default=300, help="tokens that are read")
    parser.add_argument("--new", type=int, default=300, help="tokens that are written")
    parser.add_argument("--temperature", type=float, default=0.8)
    parser.add_argument("--top_p", type=float, default=0.95)
    parser.add_argument("--repeats", type=int, default=3, help="of each, at most")
    parser.add_argument(
        "--seconds", type=float, default=50.0, help="for all rows: what is slow is repeated less"
    )
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--profile", action="store_true", help="print a step by kernel (a GPU's)")
    parser.add_argument("--tune", action="store_true", help="try other tiles instead (on a GPU)")
    options = parser.parse_args(arguments)
    if (options.profile or options.tune) and options.device != "cuda":
        parser.error("--profile and --tune look at a GPU's kernels: add --device cuda")
    model = make_model(options)
    prompt = torch.randint(
        model.config.vocab_size, (options.prompt,), generator=torch.Generator().manual_seed(1)
    ).tolist()
    if options.tune:
        return [tune(model, prompt, batch) for batch in options.batches] and 0
    machine = llm.environment() | triton_ops.machine(options.device)
    print("  ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    decoder = runtime.for_decoding(
        {"model_config": dataclasses.asdict(model.config), "model": model.state_dict()}, options.device
    )
    theirs, off = make_peer(model, prompt, options.device)
    options.out.mkdir(parents=True, exist_ok=True)
    record = {
        "machine": machine,
        "model": dataclasses.asdict(model.config),
        "options": vars(options) | {"out": None},
        "largest_difference": off,
        "rows": [],
    }
    for batch in options.batches:
        row = compare(decoder, theirs, prompt, batch, options)
        record["rows"].append(row)
        print(
            f"batch {batch}: {row['tokens_per_s']:,.0f} tokens/s, Hugging Face {row['peer_tokens_per_s']:,.0f}: {row['ratio']:.1f}x; "
            f"{len(row['seconds']['ours'])} runs each, of {options.new} and {row['peer_tokens']} tokens; "
            f"in float32 no logit is off by more than {off:.1g}",
            flush=True,
        )
        with triton_ops.replacing(options.out / f"decoding-{options.device}.json") as path:
            Path(path).write_text(json.dumps(record, indent=1))
    for batch in options.batches if options.profile else ():
        profile(decoder, prompt, batch)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
