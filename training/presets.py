"""Flags that go together, by name: what `--preset` takes."""

import torch

PRESETS = {
    # Packed: one shape to capture instead of 24, and a lower loss at equal tokens (docs/training_speed.md).
    "default": dict(packing=True),
    # What two CPU cores train in minutes: of some forty shapes tried at equal arithmetic, the best
    # (docs/log/2026-11-21.md). The time limit is for machines that are much slower.
    "cpu": dict(
        d_model=192, n_heads=4, n_layers=3, d_ff=768, dropout=0.0,
        batch_size=16, accumulation=1, adamw_lr=0.003, emphasis=1.0, steps=560, minutes=12.0,
    ),
    # The shape of weights/ and the rates of their first part, for one H200; see their model card.
    "release": dict(
        d_model=512, n_heads=8, n_layers=8, d_ff=2048, max_seq_len=2048, dropout=0.1, tokenizer="bpe-terms",
        batch_size=256, accumulation=1, packing=True, muon_lr=0.02, epochs=1000, minutes=17.0,
    ),
    # A text of a megabyte or so on a GPU, read many times: dropout against learning it by heart.
    "text": dict(
        d_model=384, n_heads=6, n_layers=6, d_ff=1536, max_seq_len=512, vocab_size=296, dropout=0.3,
        tokenizer="bpe-words", batch_size=32, accumulation=1, epochs=20, muon_lr=0.02, weight_decay=0.3,
    ),
    # The same in minutes on two CPU cores.
    "text-cpu": dict(
        d_model=128, n_heads=4, n_layers=3, d_ff=512, max_seq_len=128, vocab_size=296, dropout=0.0,
        tokenizer="bpe-words", batch_size=16, accumulation=1, adamw_lr=0.003, steps=800, minutes=10.0,
    ),
}  # fmt: skip


def default_preset(text: bool) -> str:
    """The preset of a new model, by what it learns from and where."""
    if torch.cuda.is_available():
        return "text" if text else "default"
    preset = "text-cpu" if text else "cpu"
    fields = ", ".join(f"{name} {value}" for name, value in PRESETS[preset].items())
    full = "text" if text else "default"
    print(f"no GPU: taking the preset {preset} ({fields}); --preset {full} trains the full model")
    return preset


def with_preset(values: dict, goes_on: bool) -> dict:
    """Flag values, and those of the preset that a new model takes, without --preset.

    goes_on: with a run or with weights, whose model is what it is. Raises ValueError, one line, for a preset
    that does not belong.
    """
    preset = values.get("preset")
    if goes_on and preset:
        raise ValueError("--preset describes a new model: drop it, or --resume and --start_from")
    if preset and preset.startswith("text") and "text" not in values:
        raise ValueError(f"--preset {preset} trains on plain text: name it with --text")
    given = {name: value for name, value in values.items() if name != "preset"}
    if goes_on:
        return given
    taken = dict(PRESETS[preset or default_preset("text" in values)])
    if "epochs" in given:  # the length that is asked for, not the preset's
        taken.pop("steps", None)
    if "text" in given:  # its windows leave no room
        taken.pop("packing", None)
    return taken | given
