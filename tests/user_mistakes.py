"""What users get wrong, by command line: `words => part of the one line that says so`.

The files that the words name are made by `odd_files`.
"""

import csv
import dataclasses
import os
from pathlib import Path

import torch
from tiny_training import write_pairs

from corpus import Pair

TABLES = {
    "llm.py": """
        --no_such_flag 1 => unrecognized arguments: --no_such_flag 1
        --epoch 3 => unrecognized arguments: --epoch 3
        --epochs => expected one argument
        --epochs many => invalid int value: 'many'
        --epochs 0 => epochs is at least 1
        --epochs -3 => epochs is at least 1
        --dropout nan => dropout is in [0, 1), not nan
        --dropout 1 => dropout is in [0, 1), not 1.0
        --muon_lr inf => muon_lr is at least 0, and finite, not inf
        --seed 99999999999999999999999 => seed is in [0, 1e18]
        --n_heads 0 => n_heads is at least 1
        --d_model 0 => d_model is at least 1
        --d_model 100 --n_heads 3 => d_model 100 must be n_heads 3 times an even width
        --tensorboard maybe => true or false, not 'maybe'
        --wandb maybe => true or false, not 'maybe'
        --preset huge => invalid choice: 'huge'
        --device tpu => device is auto, cpu or cuda, not 'tpu'
        --device cuda:99 => there is no device cuda:99 here
        --optimizer sgd => optimizer is one of muon, adamw, not 'sgd'
        --keep 0 => keep is at least 1
        --save_minutes -1 => save_minutes is at least 0
        --max_skipped 0 => max_skipped is at least 1
        --precision int4 => precision is one of auto, fp32, tf32, bf16, fp16
        --kernels nonsense => nonsense
        --kernels rms_norm:fast => fast
        --vocab_size 10 --data pairs.csv --checkpoint m.pth => vocab_size is at least 260
        --max_seq_len 1 --data pairs.csv --checkpoint m.pth => raise --max_seq_len
        --data empty => empty is no corpus
        --data header.csv => has no pairs, only a line of column names
        --data columns.csv => has no column
        --data heldout.csv --checkpoint m.pth => heldout.csv has no pair of the split train
        --data trained.csv --checkpoint m.pth => trained.csv has no pair of the split validation
        --data cut.csv => cut.csv is no corpus
        --data binary => binary is no corpus
        --data folder => folder is no file
        --data fifo.py => fifo.py is no file
        --data device.py => device.py is no file
        --data loop.py => loop.py is no ordinary file
        --data "" => data is empty
        --data pairs.csv/x => pairs.csv is a file, not a folder
        --data none.csv --checkpoint /proc/self/x.pth => cannot write to /proc/self
        --data /proc/self/none.csv => cannot write to /proc/self
        --data pairs.csv --checkpoint folder => folder is a folder
        --data pairs.csv --checkpoint "" => checkpoint is empty
        --data pairs.csv --checkpoint pairs.csv/x.pth => pairs.csv is a file, not a folder
        --data pairs.csv --checkpoint /dev/full => /dev/full is no ordinary file
        --data pairs.csv --checkpoint fifo.py => fifo.py is no ordinary file
        --data pairs.csv --checkpoint LONG => File name too long
        --data pairs.csv --checkpoint m.pth --run_dir pairs.csv => pairs.csv is a file, not a folder
        --data pairs.csv --checkpoint m.pth --run_dir /proc/self/x => cannot write to /proc/self/x
        --start_from none.pth => there is no trained model at none.pth
        --start_from text.txt => text.txt is not a checkpoint of this program
        --start_from empty => empty is not a checkpoint of this program
        --start_from binary => binary is not a checkpoint of this program
        --start_from number.pth => it has no model_config, model, vocabulary
        --start_from list.pth => it has no model_config, model, vocabulary
        --start_from folder => folder is not a release of this program
        --start_from release => release is not a release of this program
        --start_from fifo.py => it is no ordinary file
        --start_from loop.py => there is no trained model at loop.py
        --start_from a --resume => give one of them
        --resume => there is no trained model at trained_model.pth
        --resume --checkpoint folder => holds no run to go on with
        --resume --checkpoint text.txt => text.txt is not a checkpoint of this program
        --resume --preset cpu => --preset describes a new model
        --demo x --weights mine => there is no trained model
        --demo x --checkpoint text.txt => text.txt is not a checkpoint of this program
        --demo x --samples 0 => samples must be at least 1
        --demo x --temperature nan => temperature is a number from 0 on, not nan
        --demo x --seed 99999999999999999999999 => seed has at most 63 bits
        --demo x --device mps => there is no device mps here
        --demo x --fallback maybe => invalid choice: 'maybe'
        --demo x --epochs 3 => --epochs does not belong to demo
        --demo x --translate y => not allowed with argument
        --translate => expected at least one argument
        --translate none.py => there is no such file
        --translate loop.py => it is a symbolic link that leads back to itself
        --translate dangling.py => it is a symbolic link to nothing
        --translate fifo.py => it is a FIFO, not a file
        --translate device.py => it is a device, not a file
        --translate folder => there is no Python file in this folder
        --translate "" => a path is empty
        --translate LONG => File name too long
        --translate good.py --out text.txt => text.txt is a file, not a folder
        --translate good.py --out /proc/self/x => cannot write to /proc/self/x
        --translate good.py --out "" => out is empty
        --translate good.py --report folder => folder is a folder
        --translate good.py --report fifo.py => fifo.py is no ordinary file
        --translate good.py --temperature nan => temperature is a number from 0 on
        --translate good.py --keep_all 3 => true or false, not '3'
        --release text.txt --checkpoint none.pth => there is no trained model at none.pth
        --release out --checkpoint text.txt => text.txt is not a checkpoint of this program
        --export out --checkpoint none.pth => there is no trained model at none.pth
        --text none.txt => there is no text at none.txt
        --text "" => text is empty
        --text empty => empty holds no text
        --text folder => folder holds no text
        --text binary => binary is not UTF-8 text
        --text fifo.py => fifo.py is no ordinary file
        --text device.py => device.py is no ordinary file
        --text loop.py => there is no text at loop.py
        --text LONG => File name too long
        --text text.txt => lower --max_seq_len
        --text text.txt --data pairs.csv => --data belongs to training pairs
        --text text.txt --vocab_size 10 => vocab_size is at least 260
        --text text.txt --resume => there is no trained model at text_model.pth
        --preset text => name it with --text
        --feedback --text text.txt => --text does not belong to feedback
        --sample => expected one argument
        --sample x => there is no text_model.pth
        --sample x --checkpoint text.txt => text.txt is not a checkpoint of this program
        --sample x --tokens 0 => tokens is at least 1
        --sample x --temperature nan => temperature is at least 0
        --sample x --device tpu => device is auto, cpu or cuda
        --sample x --epochs 3 => --epochs does not belong to sample
        --feedback --prompts none.jsonl --data pairs.csv => none.jsonl is missing
        --feedback --prompts text.txt --data pairs.csv => text.txt holds no prompts
        --feedback --prompts number.json --data pairs.csv => number.json holds no prompts
        --feedback --prompts binary --data pairs.csv => binary holds no prompts
        --feedback --prompts empty --data pairs.csv => empty holds no prompts
        --feedback --prompts folder --data pairs.csv => folder is no file
        --feedback --prompts prompts.jsonl --data header.csv => has no pairs
        --feedback --prompts prompts.jsonl --data pairs.csv --out text.txt => text.txt is a file
        --feedback --prompts prompts.jsonl --data pairs.csv --resume --out none => none holds no run
        --feedback --rounds 0 => rounds is at least 1
        --feedback --learn nothing => learn is answers or corpus
        --feedback --choose best => choose is frequent or shortest or fastest
        --feedback --steps 0 => steps is at least 1
        --feedback --ratio 2 => ratio is in (0, 1], not 2.0
        --feedback --temperature nan => temperature is above 0
        --feedback --judge_device tpu => judge_device is cpu or cuda
        --feedback --judges -3 => judges is at least 0
        --feedback --tokenizer bpe => --tokenizer does not belong to feedback
        --feedback --d_model 64 => --d_model does not belong to feedback
    """,
    "kernels.py": """
        --no-such => unrecognized arguments: --no-such
        no_such_op => no op no_such_op; there are
        choice => no op choice
        --compile => expected one argument
        --compile sm_x => takes a target such as sm_90
        --check --jobs x => a whole number from 0 on, not 'x'
        --check --jobs -3 => a whole number from 0 on, not '-3'
        --bench --seconds nan => not 'nan'
        --bench --seconds -1 => not '-1'
        --bench --out text.txt => text.txt is a file, not a folder
        --bench --out /proc/self/x => cannot write to /proc/self/x
        --settings none.json => No such file or directory
        --settings folder => Is a directory
        --settings text.txt => text.txt sets no tile
        --settings binary => can't decode byte
        --worker 1 => expected 3 arguments
    """,
    "extract_training_data.py": """
        --no-such => unrecognized arguments: --no-such
        no_such_family => matches no_such_family
        --limit x => a whole number from 1 on, not 'x'
        --limit 5 --all => not allowed with argument
        --minutes nan => not 'nan'
        --jobs 0 => a whole number from 1 on, not '0'
        --seed x => invalid int value: 'x'
        --device tpu => invalid choice: 'tpu'
        --beside none.csv => there is nothing at none.csv
        --out folder relu => folder is a folder
        --out "" relu => . is a folder
        --out text.txt/x.csv relu => text.txt is a file, not a folder
        --out /proc/self/x.csv relu => cannot write to /proc/self
        --show x => --show takes FAMILY:N
        --show sigmoid:-1 => --show takes FAMILY:N
        --show none:1 => there is no family none
        --check 5 --out none.csv => none.csv is missing
        --check 5 --out header.csv => has no pairs
        --check 5 --out binary => binary is no corpus
        --check 5 --limit 3 => --limit has no effect with --check
        --compile --out empty => empty is no corpus
        --cross-wire 5 --out cut.csv => cut.csv is no corpus
        --variants --limit 3 => --limit has no effect with --variants
    """,
    "run_all_tests.py": """
        --no-such => unrecognized arguments: --no-such
        no_such_file => matches no_such_file
        --jobs 0 => a whole number from 1 on, not '0'
        --timeout -1 => not '-1'
        --folder none => there is nothing at none
        --folder folder => matches *.py
        --report folder exp => folder is a folder
        --report /proc/self/x exp => cannot write to /proc/self
        --report text.txt exp => text.txt is no report of this program
        --report number.json exp => number.json is no report of this program
        --report binary exp => binary is no report of this program
    """,
    "python-to-triton": """
        => the following arguments are required: COMMAND
        explain => invalid choice: 'explain'
        translate => the following arguments are required: PATH
        translate none.py => there is no such file
        translate loop.py => leads back to itself
        translate fifo.py => it is a FIFO
        translate "" => a path is empty
        translate folder => there is no Python file in this folder
        translate good.py --out text.txt => text.txt is a file, not a folder
        translate good.py --out text.txt/x => cannot write to text.txt/x
        translate good.py --out /proc/self/x => cannot write to /proc/self/x
        translate good.py --report folder => folder is a folder
        translate good.py --weights none.pth => there is nothing at none.pth
        translate good.py --weights text.txt => text.txt is not a checkpoint of this program
        translate good.py --weights release => release is not a release of this program
        translate good.py --weights fifo.py => it is no ordinary file
        translate good.py --device tpu => device is auto, cpu or cuda
        translate good.py --device "" => device is auto, cpu or cuda, not ''
        translate good.py --samples -1 => a whole number from 1 on, not '-1'
        translate good.py --seed 99999999999999999999999 => seed has at most 63 bits
        translate good.py --temperature nan => not 'nan'
        translate good.py --fallback x => invalid choice: 'x'
        translate good.py --no-verify --samples 3 => --samples has no effect with --no-verify
        demo x --weights empty => empty is not a checkpoint of this program
        demo x y => unrecognized arguments: y
        demo x --out y => unrecognized arguments: --out y
    """,
    "corpus.random_programs": """
        --number 0 => a whole number from 1 on, not '0'
        --jobs x => a whole number from 1 on, not 'x'
        --corpus none.csv => there is nothing at none.csv
        --corpus header.csv => has no pairs
        --corpus binary => binary is no corpus
        --corpus folder => folder is no file
        --out folder => folder is a folder
        --out text.txt/x => text.txt is a file, not a folder
        --out /proc/self/x => cannot write to /proc/self
    """,
    "python_to_triton.verification": """
        => the following arguments are required: reference, answer
        none.py none.py => no such file: none.py
        good.py none.py => no such file: none.py
        good.py good.py => good.py cannot be run: NameError
        folder good.py => folder is no ordinary file
        fifo.py good.py => fifo.py is no ordinary file
        loop.py good.py => no such file: loop.py
        good.py device.py => device.py is no ordinary file
        good.py binary => binary is not UTF-8
        utf16.py good.py => utf16.py cannot be run: SyntaxError
    """,
    "benchmarks/backend.py": """
        => the following arguments are required: what
        nonsense => invalid choice: 'nonsense'
        networks --device tpu => device is auto, cpu or cuda
        networks --samples 0 => a whole number from 1 on, not '0'
        networks --seconds nan => not 'nan'
        networks --out text.txt => text.txt is a file, not a folder
        networks --out /proc/self/x => cannot write to /proc/self/x
        networks --tiny --only no_such_network => there is no network no_such_network
        gradients --tiny --only no_such_file => no program has no_such_file in its name
    """,
    "benchmarks/chart.py": """
        none => no kernels_<op>.json in none
        folder => no kernels_<op>.json in folder
        --out folder => folder is a folder
        --out text.txt/x.png => text.txt is a file, not a folder
    """,
    "benchmarks/decoding.py": """
        --checkpoint none.pth => there is no trained model at none.pth
        --checkpoint text.txt => text.txt is not a checkpoint of this program
        --batches => expected at least one argument
        --batches 0 => a whole number from 1 on, not '0'
        --temperature nan => not 'nan'
        --device tpu => invalid choice: 'tpu'
        --out text.txt => text.txt is a file, not a folder
    """,
    "benchmarks/judging.py": """
        --jobs 0 => a whole number from 1 on, not '0'
        --verdicts x => a whole number from 1 on, not 'x'
        --pairs no_such_family => there is no family no_such_family
        --jobs 5 --verdicts 2 => --verdicts 2 are too few for --jobs 5
    """,
    "benchmarks/peer.py": """
        folder --run_dir run => the following arguments are required: --text
        folder --text text.txt --run_dir run => folder has no model.py: give a checkout of nanoGPT
        folder --text none.txt --run_dir run => there is nothing at none.txt
        folder --text text.txt --run_dir run --steps 0 => a whole number from 1 on, not '0'
    """,
    "benchmarks/quality.py": """
        --text text.txt => the following arguments are required: --out
        --out out => there is nothing to train on: give --data, --text or both
        --out out --text none.txt => there is nothing at none.txt
        --out out --text text.txt --shares 1.5 => shares of the tokens, between 0 and 1
        --out out --text text.txt --sets none => invalid choice: 'none'
        --out text.txt --text text.txt => text.txt is a file, not a folder
        --out out --text text.txt --jobs 0 => a whole number from 1 on, not '0'
        --out out --text text.txt --minutes nan => not 'nan'
    """,
    "benchmarks/translation.py": """
        --checkpoint none.pth --data pairs.csv => there is no trained model at none.pth
        --checkpoint text.txt --data pairs.csv => text.txt is not a checkpoint of this program
        --tasks text.txt --data pairs.csv => there is no folder text.txt
        --data none.csv => there is no corpus at none.csv
        --data folder => there is no corpus at folder
        --out text.txt --data pairs.csv => text.txt is a file, not a folder
        --counts-only --resume --data pairs.csv => --counts-only keeps no answers to go on from
        --every -1 => a whole number from 0 on, not '-1'
        --rows -1 => a whole number from 0 on, not '-1'
        --stages last => invalid choice: 'last'
        --minutes nan => not 'nan'
        --device tpu => invalid choice: 'tpu'
    """,
    "benchmarks/variations.py": """
        --written none => there are no written modules in none
        --programs folder --make => there are no programs in folder
        --make --checkpoint text.txt => text.txt is not a checkpoint of this program
        --out text.txt => text.txt is a file, not a folder
        --every 0 => a whole number from 1 on, not '0'
        --minutes -1 => not '-1'
        --device tpu => invalid choice: 'tpu'
    """,
}


def rows() -> list[tuple[str, str, str]]:
    """(command line, words, part of the line) of every mistake."""
    found = []
    for program, table in TABLES.items():
        for line in filter(None, map(str.strip, table.splitlines())):
            words, _, expected = f" {line}".partition(" => ")
            found.append((program, words.strip(), expected))
    return found


def odd_files(folder: Path) -> None:
    """Makes the files that the words of the mistakes name."""
    write_pairs(folder / "pairs.csv")
    pairs = (folder / "pairs.csv").read_text()
    columns = [field.name for field in dataclasses.fields(Pair)]
    with open(folder / "header.csv", "w", newline="") as file:
        csv.writer(file).writerow(columns)
    texts = {
        "cut.csv": pairs[:900],
        "heldout.csv": pairs.replace("train", "validation"),
        "trained.csv": pairs.replace("validation", "train"),
        "columns.csv": "prompt,answer\na,b\n",
        "empty": "",
        "text.txt": "hello\n",
        "good.py": "y = torch.relu(x)\n",
        "number.json": "1\n",
        "prompts.jsonl": '{"prompt": "f(a0: f32[A, B])"}\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "binary").write_bytes(bytes(range(256)) * 64)
    (folder / "utf16.py").write_bytes(texts["good.py"].encode("utf-16"))
    (folder / "folder").mkdir()
    (folder / "release").mkdir()
    (folder / "release" / "config.json").write_text("{}")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "dangling.py").symlink_to("nowhere")
    (folder / "device.py").symlink_to("/dev/zero")
    os.mkfifo(folder / "fifo.py")
    torch.save(0, folder / "number.pth")
    torch.save([1], folder / "list.pth")
