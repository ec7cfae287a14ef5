"""Decoding: the model from its weights, KV cache, sampling, int8, CUDA graphs, checkpoints, export."""

from python_to_triton.inference.arcee import arcee_model, arcee_name, own_name
from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.cache import KVCache
from python_to_triton.inference.checkpoints import (
    CHECKPOINT,
    RELEASE,
    TEXT_CHECKPOINT,
    check_alike,
    check_continues,
    check_translates,
    data_files,
    file_hash,
    is_text_model,
    load_checkpoint,
    load_release,
    load_weights,
    one_line,
    quantized,
    quantized_matrices,
    release_config,
    save_release,
    weights_hash,
)
from python_to_triton.inference.decoder import Decoder, GraphDecoder, decode_step, free_bytes
from python_to_triton.inference.export import (
    SAME,
    check_packages,
    export,
    export_onnx,
    largest_difference,
)
from python_to_triton.inference.int4 import Int4Matrix
from python_to_triton.inference.int8 import Int8Decoder, Int8Linear, Int8Transformer
from python_to_triton.inference.loading import device_of, load_decoder
from python_to_triton.inference.model import PackedModel
from python_to_triton.inference.sampling import generate, pass_at
from python_to_triton.inference.tokenizer import Vocabulary
from python_to_triton.inference.transformers_folder import export_transformers, in_int8

__all__ = [
    "Architecture",
    "CHECKPOINT",
    "Decoder",
    "GraphDecoder",
    "Int4Matrix",
    "Int8Decoder",
    "Int8Linear",
    "Int8Transformer",
    "KVCache",
    "PackedModel",
    "RELEASE",
    "SAME",
    "TEXT_CHECKPOINT",
    "Vocabulary",
    "arcee_model",
    "arcee_name",
    "check_alike",
    "check_continues",
    "check_packages",
    "check_translates",
    "data_files",
    "decode_step",
    "device_of",
    "export",
    "export_onnx",
    "export_transformers",
    "file_hash",
    "free_bytes",
    "generate",
    "in_int8",
    "is_text_model",
    "largest_difference",
    "load_checkpoint",
    "load_decoder",
    "load_release",
    "load_weights",
    "one_line",
    "own_name",
    "pass_at",
    "quantized",
    "quantized_matrices",
    "release_config",
    "save_release",
    "weights_hash",
]
