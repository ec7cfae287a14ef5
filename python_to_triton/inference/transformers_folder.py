"""A folder that transformers loads without remote code: configuration, tokenizer, weights in fp32 or int8.

int8 is transformers' own `compressed-tensors` format, a scale a row: the integers of a release as they are.
"""

import json
from pathlib import Path

import torch
from torch import Tensor, nn

from python_to_triton.inference.arcee import arcee_config, arcee_name
from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.checkpoints import (
    RELEASE_RECORD,
    is_text_model,
    quantized_matrices,
    release_record,
    sharded,
)
from python_to_triton.inference.tokenizer import Vocabulary

# a message of the user is a prompt; the answer may follow, as in training
CHAT = (
    "{%- if messages | length > 2 or messages[0]['role'] != 'user' %}"
    "{{ raise_exception('a chat is one prompt, a message of the user, and at most its answer') }}"
    "{%- endif %}"
    "{{ bos_token + messages[0]['content'] }}"
    "{%- if messages | length == 2 %}{{ 'ANSWER_MARK' + messages[1]['content'] + eos_token }}"
    "{%- elif add_generation_prompt %}{{ 'ANSWER_MARK' }}{%- endif %}"
)

# `dequantize`: loading multiplies by the scales, so that what computes is the fp32 model, to the bit
INT8_ROWS = {
    "quant_method": "compressed-tensors",
    "format": "naive-quantized",
    "quantization_status": "compressed",
    "dequantize": True,
    "config_groups": {
        "matrices": {
            "format": "naive-quantized",
            "targets": ["Linear", "Embedding"],
            "weights": {"num_bits": 8, "type": "int", "symmetric": True, "strategy": "channel"},
        }
    },
    "ignore": [],
}


def in_int8(state: dict) -> dict:
    """A state that `load_weights` gives, its matrices rounded to int8, unless they are."""
    matrices = state.get("matrices", {})
    if not matrices or any(integers.dtype != torch.int8 for integers, _ in matrices.values()):
        matrices = quantized_matrices(state["model"])
    products = {name: integers * scale for name, (integers, scale) in matrices.items()}
    return state | {"matrices": matrices, "model": state["model"] | products}


def special_tokens(vocabulary: Vocabulary) -> dict[str, int]:
    """{role in transformers' words: token id}."""
    return {"pad": vocabulary.pad, "bos": vocabulary.prompt_mark, "eos": vocabulary.end}


def write_config(state: dict, folder: Path, int8: bool) -> None:
    """Writes config.json and generation_config.json: greedy, until the end or the context's length."""
    from transformers import GenerationConfig

    config = Architecture.of(state["model_config"])
    marks = special_tokens(Vocabulary.from_json(state["vocabulary"]))
    tokens = {f"{role}_token_id": token for role, token in marks.items()}
    theirs = arcee_config(config, architectures=["ArceeForCausalLM"], dtype="float32", **tokens)
    content = json.loads(theirs.to_json_string())
    content["rope_theta"] = config.rope_theta  # where transformers 4 reads it
    if int8:
        content["quantization_config"] = INT8_ROWS
    (folder / "config.json").write_text(json.dumps(content, indent=2) + "\n")
    # max_length alone would leave it to a pipeline to cut an answer after 256 tokens
    GenerationConfig(do_sample=False, max_new_tokens=config.max_seq_len, **tokens).save_pretrained(folder)


def write_tokenizer(state: dict, folder: Path) -> None:
    """Writes the tokenizer: a text is a prompt, and gets the marks around it; a pair, its answer too.

    A model of plain text gets none of that.
    """
    from tokenizers.processors import TemplateProcessing
    from transformers import PreTrainedTokenizerFast

    vocabulary = Vocabulary.from_json(state["vocabulary"])
    name_of = vocabulary.tokenizer.id_to_token
    names = {f"{role}_token": name_of(token) for role, token in special_tokens(vocabulary).items()}
    ids = (vocabulary.prompt_mark, vocabulary.answer_mark, vocabulary.end)
    prompt_mark, answer_mark, end = map(name_of, ids)
    translates = not is_text_model(state)
    if translates:
        vocabulary.tokenizer.post_processor = TemplateProcessing(
            single=[prompt_mark, "$A", answer_mark],
            pair=[prompt_mark, "$A", answer_mark, "$B", end],
            special_tokens=list(zip((prompt_mark, answer_mark, end), ids)),
        )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=vocabulary.tokenizer,
        model_max_length=state["model_config"]["max_seq_len"],
        padding_side="left",
        clean_up_tokenization_spaces=False,
        **names,
    )
    if translates:
        tokenizer.chat_template = CHAT.replace("ANSWER_MARK", answer_mark)
    tokenizer.save_pretrained(folder)
    path = folder / "tokenizer_config.json"
    written = json.loads(path.read_text())  # transformers 5 names its class as 4 does not
    path.write_text(json.dumps(written | {"tokenizer_class": "PreTrainedTokenizerFast"}, indent=2) + "\n")


def write_weights(tensors: dict[str, Tensor], folder: Path) -> None:
    """Writes tensors of transformers' names to model.safetensors, in fp32."""
    from safetensors.torch import save_file

    whole = {name: tensor.float().contiguous() for name, tensor in tensors.items()}
    save_file(whole, folder / "model.safetensors", metadata={"format": "pt"})


def write_int8_weights(state: dict, folder: Path) -> None:
    """Writes int8 matrices, scales and vectors in files as large as a release's, their index, and the record
    by which `load_weights` reads the folder, as it reads a release.
    """
    from safetensors.torch import save_file

    tensors = {}
    for name, tensor in state["model"].items():
        if name in state["matrices"]:
            integers, scale = state["matrices"][name]
            tensors[arcee_name(name)] = integers
            tensors[arcee_name(f"{name}.scale")] = scale
        else:
            tensors[arcee_name(name)] = tensor.float()
    shards = sharded(tensors)
    files = {}
    for number, shard in enumerate(shards, 1):
        name = f"model-{number}-of-{len(shards)}.safetensors"
        save_file(shard, folder / name, metadata={"format": "pt"})
        files |= dict.fromkeys(shard, name)
    total = {"total_size": sum(tensor.nbytes for tensor in tensors.values())}
    index = json.dumps({"metadata": total, "weight_map": files}, indent=2)
    (folder / "model.safetensors.index.json").write_text(index + "\n")
    record = release_record(state, folder, [*dict.fromkeys(files.values()), "tokenizer.json"], bits=8)
    (folder / RELEASE_RECORD).write_text(json.dumps(record, indent=1) + "\n")


def export_transformers(state: dict, folder: Path, int8: bool = False) -> nn.Module:
    """Writes what AutoModelForCausalLM and AutoTokenizer load without remote code; returns what they load.

    int8: of a state of `in_int8`, its integers with their scales.
    """
    from transformers import AutoModelForCausalLM

    write_config(state, folder, int8)
    write_tokenizer(state, folder)
    if int8:
        write_int8_weights(state, folder)
    else:
        write_weights({arcee_name(name): tensor for name, tensor in state["model"].items()}, folder)
    return AutoModelForCausalLM.from_pretrained(folder).eval()
