"""nanoGPT as a peer: its `model.py` of a checkout, in a step as its train.py makes one, and a run on a text.

    python benchmarks/peer.py NANOGPT --text FILE --vocab_size 280 --steps 900 --run_dir runs/peer

The run has the recipe of its config for Tiny Shakespeare (AdamW 0.001 to 0.0001, decay 0.1, beta2 0.99,
dropout 0.2, 100 steps of warm-up, bf16), on the tokens and windows of `python llm.py --text FILE`, and leaves
a log in the form of llm.py's.
"""

import argparse
import importlib.util
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from torch import Tensor, nn

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import llm  # noqa: E402  (found through the line above)
from python_to_triton.inference import device_of  # noqa: E402
from training.batches import Batch, sent  # noqa: E402
from training.log import peak_bytes  # noqa: E402
from training.text import Text  # noqa: E402
from triton_ops.arguments import OneLineParser, existing, positive_integer  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder  # noqa: E402

PEAK_LR, LAST_LR, WARM_UP, DROPOUT, BETAS = 1e-3, 1e-4, 100, 0.2, (0.9, 0.99)


def load_peer(folder: Path) -> ModuleType:
    """The module `model.py` of a checkout. Raises ValueError, one line, where there is none."""
    if not (folder / "model.py").is_file():
        raise ValueError(f"{folder} has no model.py: give a checkout of nanoGPT")
    spec = importlib.util.spec_from_file_location("nanogpt_model", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_peer(folder: Path, config: llm.ModelConfig, device: torch.device, dropout: float) -> nn.Module:
    """Its GPT of the same sizes, without biases."""
    module = load_peer(folder)
    sizes = {"block_size": config.max_seq_len, "vocab_size": config.vocab_size, "n_layer": config.n_layers}
    sizes |= {"n_head": config.n_heads, "n_embd": config.d_model, "dropout": dropout, "bias": False}
    return module.GPT(module.GPTConfig(**sizes)).to(device)


def peer_step(model: nn.Module, optimizer, device: torch.device, compiled: bool) -> Callable[[Batch], Tensor]:
    """A step as its train.py makes it: bf16 autocast, gradients clipped to 1."""
    forward = torch.compile(model) if compiled else model

    def step(batch):
        inputs_BT, targets_BT = (
            sent(each.contiguous(), device) for each in (batch.inputs_BT, batch.targets_BT)
        )
        with torch.autocast(device.type, torch.bfloat16):
            _, loss = forward(inputs_BT, targets_BT)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.detach()

    return step


def make_peer(
    folder: Path, config: llm.ModelConfig, device: torch.device, compiled: bool = True
) -> Callable[[Batch], Tensor]:
    """A function that makes one step of a fresh model and returns its loss."""
    model = build_peer(folder, config, device, dropout=0.0)
    optimizer = model.configure_optimizers(0.1, PEAK_LR, (0.9, 0.95), device.type)
    return peer_step(model, optimizer, device, compiled)


def peer_lr(step: int, steps: int) -> float:
    """Linear warm-up, then cosine, as its train.py has it; steps count from 0."""
    if step < WARM_UP:
        return PEAK_LR * (step + 1) / (WARM_UP + 1)
    share = (step - WARM_UP) / max(1, steps - WARM_UP)
    return LAST_LR + 0.5 * (1 + math.cos(math.pi * min(1.0, share))) * (PEAK_LR - LAST_LR)


@torch.no_grad()
def evaluate_peer(model: nn.Module, text: Text, device: torch.device) -> float:
    """Nats a token over the validation part."""
    model.eval()
    total = 0.0
    for batch in text.validation():
        inputs_BT, targets_BT = (each.contiguous().to(device) for each in (batch.inputs_BT, batch.targets_BT))
        with torch.autocast(device.type, torch.bfloat16):
            total += model(inputs_BT, targets_BT)[1].item() * batch.n_targets
    model.train()
    return total / text.n_held_back


def train_peer(folder: Path, text: Text, config: llm.ModelConfig, steps: int, log: Path, device) -> None:
    """Trains for so many steps, and evaluates after every epoch and at the end."""
    torch.manual_seed(1337)
    model = build_peer(folder, config, device, DROPOUT)
    optimizer = model.configure_optimizers(0.1, PEAK_LR, BETAS, device.type)
    step = peer_step(model, optimizer, device, compiled=False)
    began = time.perf_counter()
    tokens = 0
    for done, [batch] in enumerate(text.steps(0), 1):
        for group in optimizer.param_groups:
            group["lr"] = peer_lr(done - 1, steps)
        loss = step(batch)
        tokens += batch.n_tokens
        if done % text.steps_per_epoch and done < steps:
            continue
        about = {"step": done, "seconds": round(time.perf_counter() - began, 3)}
        row = {"event": "step", "loss": loss.item(), "tokens": tokens} | about
        tokens = 0
        epoch = {"event": "epoch", "loss": evaluate_peer(model, text, device), "peak_memory": peak_bytes()}
        with log.open("a") as file:
            file.write(f"{json.dumps(row)}\n{json.dumps(epoch | about)}\n")
        print(f"step {done:6}  validation loss {epoch['loss']:.4f} nats a token", flush=True)
        if done == steps:
            return


def make_parser() -> argparse.ArgumentParser:
    """The flags."""
    parser = OneLineParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("nanogpt", type=Path, help="a checkout of nanoGPT")
    parser.add_argument("--text", type=existing, required=True, help="a UTF-8 text, or a folder of .txt")
    parser.add_argument("--run_dir", type=Path, required=True, help="folder of log.jsonl")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    sizes = {"d_model": 384, "n_layers": 6, "n_heads": 6, "max_seq_len": 256, "vocab_size": 296}
    sizes |= {"batch_size": 64, "steps": 900}
    for name, default in sizes.items():
        parser.add_argument(f"--{name}", type=positive_integer, default=default)
    return parser


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0."""
    options = make_parser().parse_args(arguments)
    load_peer(options.nanogpt)
    check_writable_folder(options.run_dir)
    device = device_of(options.device)
    values = {"text": str(options.text), "tokenizer": "bpe-words", "device": device.type}
    config = llm.TrainConfig(batch_size=options.batch_size, accumulation=1, **values)
    vocabulary = llm.make_vocabulary(config, options.vocab_size)
    text = llm.load_data(config, vocabulary, options.max_seq_len)
    model_config = llm.ModelConfig(
        d_model=options.d_model, n_heads=options.n_heads, n_layers=options.n_layers,
        max_seq_len=options.max_seq_len, vocab_size=len(vocabulary),
    )  # fmt: skip
    log = options.run_dir / "log.jsonl"
    log.unlink(missing_ok=True)
    train_peer(options.nanogpt, text, model_config, options.steps, log, device)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
