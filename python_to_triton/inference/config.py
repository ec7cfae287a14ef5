"""config."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
import torch
from triton_ops import CORES


HERE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class ModelConfig:
    """What the network is. Widths in numbers of features, lengths in tokens."""

    d_model: int = 384
    n_heads: int = 8
    n_layers: int = 6
    d_ff: int = 1536
    max_seq_len: int = 512
    vocab_size: int = 4096  # what the BPE is trained to; a hub tokenizer brings its own
    dropout: float = 0.1
    rope_theta: float = 10000.0
    norm_eps: float = 1e-6
    benchmark_kernels: bool = True  # time Triton against PyTorch at start-up and take the faster, per op
    use_triton_rmsnorm: bool | None = None  # None: the benchmark decides; true or false: forced
    use_triton_rotary: bool | None = None

    def __post_init__(self):
        if self.d_model % self.n_heads or (self.d_model // self.n_heads) % 2:
            raise ValueError(
                f"d_model {self.d_model} must be n_heads {self.n_heads} times an even head width"
            )
        if min(self.n_layers, self.d_ff, self.max_seq_len, self.vocab_size) < 1 or not 0 <= self.dropout < 1:
            raise ValueError(f"sizes must be positive and dropout in [0, 1): {self}")


@dataclass(frozen=True)
class TrainConfig:
    """How it is trained. Learning rates per step, times in minutes, lengths in sequences unless named otherwise."""

    data: str = "training_data.csv"
    checkpoint: str = "trained_model.pth"
    start_from: str = ""  # a checkpoint or a release folder whose weights and tokenizer to start from; empty: random weights
    run_dir: str = "runs/train"  # log.jsonl, loss.png and kernels.txt go here
    tokenizer: str = (
        "bpe"  # bpe, bpe-terms: learned from the corpus; else a hub name such as HuggingFaceTB/SmolLM-135M
    )
    device: str = "auto"
    precision: str = "auto"  # auto, fp32, bf16, fp16
    kernels: str = "auto"  # auto, torch, triton, or rms_norm:torch,rotary:triton
    seed: int = 0
    epochs: int = 10
    batch_size: int = 24
    accumulation: int = 4  # micro-batches a step: 24 x 4 = 96 sequences
    muon_lr: float = 0.01
    muon_momentum: float = 0.95
    newton_schulz_steps: int = 5
    adamw_lr: float = 0.001
    adamw_beta1: float = 0.9
    adamw_beta2: float = 0.95
    weight_decay: float = 0.1
    grad_clip: float = 1.0
    warmup: float = 0.05  # fraction of the run
    final_lr: float = 0.05  # fraction of the peak that the cosine ends at
    minutes: float = 0.0  # a budget for the training loop; the schedule ends with it; 0: none
    emphasis: float = 12.0  # a pair of k operations is shown emphasis / k^2 times an epoch, at least once
    samples: int = 20  # candidates a translation may try
    wandb: bool = False

    def __post_init__(self):
        if min(self.epochs, self.batch_size, self.accumulation, self.newton_schulz_steps, self.samples) < 1:
            raise ValueError(
                "epochs, batch_size, accumulation, newton_schulz_steps and samples must be at least 1"
            )
        if self.precision not in ("auto", "fp32", "bf16", "fp16"):
            raise ValueError(f"precision is auto, fp32, bf16 or fp16, not {self.precision!r}")


@dataclass(frozen=True)
class FeedbackConfig:
    """How `--feedback` learns from execution. Flags that the other configs have too mean the same there; the defaults here are its own."""

    prompts: str = "prompts.jsonl"  # without answers, made by prompts.py
    out: str = (
        "runs/feedback"  # answers, kept pairs and the model of every round, and the table: see feedback.py
    )
    rounds: int = 3
    ask: int = 1000  # prompts a round, up to half of them asked in vain before
    samples: int = 20  # answers drawn to each
    temperature: float = 0.8
    tries: int = (
        3  # right answers of a prompt, the shortest first, that are timed on the GPU, or else compiled
    )
    keep: int = 200  # prompts of one kind to train on, at most
    ratio: float = 0.25  # share of the kept pairs in what a round trains on; the rest is of the corpus
    epochs: int = 4  # over that, a round
    minutes: float = 2.0  # of training, at most, a round; 0: no limit
    rate: float = 0.3  # of the learning rates that the model was trained with
    test: int = 200  # prompts of the corpus' test of unseen combinations that every model is asked
    judges: int = max(1, CORES - 1)  # processes that judge while this one samples; 0: none, it judges itself
    judge_device: str = "cpu"  # cpu: in Triton's interpreter, and the GPU is the model's; or cuda
    seed: int = 0

    def __post_init__(self):
        if (
            min(self.rounds, self.ask, self.samples, self.tries, self.keep, self.epochs, self.test) < 1
            or not self.temperature > 0
        ):
            raise ValueError(
                "rounds, ask, samples, tries, keep, epochs and test must be at least 1, temperature above 0"
            )
        if not 0 < self.ratio <= 1 or self.judge_device not in ("cpu", "cuda"):
            raise ValueError(
                f"ratio is in (0, 1] and judge_device cpu or cuda, not {self.ratio} and {self.judge_device!r}"
            )


ARCHITECTURE = (
    "d_model",
    "n_heads",
    "n_layers",
    "d_ff",
    "max_seq_len",
    "rope_theta",
)  # what trained weights are bound to


PRESETS = {
    "default": {},
    # What two CPU cores train in nine minutes: of some forty shapes tried at equal arithmetic (LOG.md), the best.
    "cpu": dict(
        d_model=192,
        n_heads=4,
        n_layers=3,
        d_ff=768,
        dropout=0.0,
        batch_size=16,
        accumulation=1,
        adamw_lr=0.003,
        emphasis=1.0,
        minutes=9.0,
    ),
    # The shape of weights/ and the rates of their first part, for one H200; their model card says how many minutes they had, and what came after.
    "release": dict(
        d_model=512,
        n_heads=8,
        n_layers=8,
        d_ff=2048,
        max_seq_len=2048,
        dropout=0.05,
        tokenizer="bpe-terms",
        batch_size=256,
        accumulation=1,
        muon_lr=0.02,
        epochs=1000,
        minutes=25.0,
    ),
}


def from_flags(config_type, values):
    """A config from a dict that may hold other configs' fields too."""
    names = {field.name for field in dataclasses.fields(config_type)}
    return config_type(**{name: value for name, value in values.items() if name in names})


def device_of(name):
    """The torch.device that `--device` names; "auto" is the GPU where there is one. Raises ValueError, one line."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(f"device is auto, cpu or cuda, not {name!r}") from error
    if (
        device.type not in ("cpu", "cuda")
        or device.type == "cuda"
        and (device.index or 0) >= torch.cuda.device_count()
    ):
        raise ValueError(f"there is no device {name} here: use --device auto or cpu")
    return device
