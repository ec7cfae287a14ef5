"""python_to_triton.inference."""

from python_to_triton.inference.checkpoints import (
    RELEASE,
    file_hash,
    load_checkpoint,
    load_model_state,
    load_release,
    one_line,
    quantized,
    release_config,
    rng_state,
    save_release,
    set_rng_state,
)
from python_to_triton.inference.config import (
    ARCHITECTURE,
    FeedbackConfig,
    HERE,
    ModelConfig,
    PRESETS,
    TrainConfig,
    device_of,
    from_flags,
)
from python_to_triton.inference.decoder import Decoder, GraphDecoder, PackedModel, decode_step, free_bytes
from python_to_triton.inference.export import (
    SAME,
    arcee_name,
    export,
    export_transformers,
    largest_difference,
)
from python_to_triton.inference.int8 import Int8Decoder, Int8Linear, Int8Transformer
from python_to_triton.inference.model import KVCache, Transformer, rotary_table
from python_to_triton.inference.sampling import generate
from python_to_triton.inference.tokenizer import PATTERNS, Vocabulary

__all__ = [
    "ARCHITECTURE",
    "Decoder",
    "FeedbackConfig",
    "GraphDecoder",
    "HERE",
    "Int8Decoder",
    "Int8Linear",
    "Int8Transformer",
    "KVCache",
    "ModelConfig",
    "PATTERNS",
    "PRESETS",
    "PackedModel",
    "RELEASE",
    "SAME",
    "TrainConfig",
    "Transformer",
    "Vocabulary",
    "arcee_name",
    "decode_step",
    "device_of",
    "export",
    "export_transformers",
    "file_hash",
    "free_bytes",
    "from_flags",
    "generate",
    "largest_difference",
    "load_checkpoint",
    "load_model_state",
    "load_release",
    "one_line",
    "quantized",
    "release_config",
    "rng_state",
    "rotary_table",
    "save_release",
    "set_rng_state",
]
