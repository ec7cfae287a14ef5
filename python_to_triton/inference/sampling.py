"""Continuations of many prompts, a batch at a time."""

import collections
import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import torch

from python_to_triton.inference.decoder import Decoder, GraphDecoder


def generate_captured(
    decoder: GraphDecoder,
    prompts: list[tuple[int, ...]],
    streams: list[int],
    end: int,
    on_token: Callable[[int], None] | None,
) -> Iterator[tuple[int, list[int]]]:
    """Yields (index, continuation) of each prompt as it ends; of at most decoder.batches[-1] prompts.

    The host reads the tokens of a step while later ones run.
    """
    cache, tokens = decoder.begin(prompts, streams)
    slots = list(range(len(prompts)))  # the prompt of each row of the cache
    going = set(slots)
    written = [[] for _ in prompts]
    queued = collections.deque([(slots, tokens)])  # steps begun: the rows' prompts and the tokens written
    while going:
        while len(queued) <= decoder.AHEAD and cache.window < decoder.model.config.max_seq_len:
            queued.append((slots, decoder.step(cache)))
        if not queued:  # the cache is full
            yield from ((prompt, written[prompt]) for prompt in sorted(going))
            return
        rows, tokens = queued.popleft()
        for prompt, token in zip(rows, tokens()):
            if prompt not in going:
                continue  # the row is computed on, unused, until a smaller cache serves the others
            if token == end:
                going.remove(prompt)
                yield prompt, written[prompt]
                continue
            written[prompt].append(token)
            if on_token and prompt == 0:
                on_token(token)
        if going and decoder.fitting(len(going)) < decoder.fitting(len(slots)):
            kept = [row for row, prompt in enumerate(slots) if prompt in going]
            cache = decoder.cache_of(cache, kept)
            slots = [slots[row] for row in kept]


def generate_shared(
    decoder: Decoder,
    prompts: list[tuple[int, ...]],
    streams: list[int],
    end: int,
    on_token: Callable[[int], None] | None,
) -> Iterator[tuple[int, list[int]]]:
    """Yields the same, token by token. Continuations that are equal so far are one row of the cache.

    Most samples of a trained model diverge late or never, so that sixteen take hardly longer than two.
    """
    distinct = list(dict.fromkeys(prompts))
    cache, logits_BV = decoder.read(distinct)
    rows = [distinct.index(prompt) for prompt in prompts]  # of the cache, by continuation
    count = 0  # of its rows that may step: none yet, since what was read has room for no token
    written = [[] for _ in prompts]
    going = list(range(len(prompts)))
    for turn in itertools.count():
        draws_B2 = torch.tensor([[streams[i], turn] for i in going], device=decoder.device)
        tokens = dict(zip(going, decoder.sample(logits_BV[[rows[i] for i in going]], draws_B2).tolist()))
        yield from ((i, written[i]) for i in going if tokens[i] == end)
        going = [i for i in going if tokens[i] != end]
        for i in going:
            written[i].append(tokens[i])
        if on_token and going[:1] == [0]:
            on_token(tokens[0])
        if cache.window == decoder.model.config.max_seq_len:  # the cache is full
            yield from ((i, written[i]) for i in going)
            return
        if not going:
            return
        paths = sorted({(rows[i], tokens[i]) for i in going})
        if not count or decoder.fitting(len(paths)) < decoder.fitting(count):
            cache = decoder.cache_of(cache, [row for row, _ in paths])
            count = len(paths)
            places = {path: place for place, path in enumerate(paths)}
        else:  # rows without a continuation are computed on, unused, until a smaller cache serves the others
            first = {path[0]: path for path in reversed(paths)}
            further = [path for path in paths if path != first[path[0]]]
            cache = decoder.split(cache, [row for row, _ in further]) if further else cache
            places = {path: row for row, path in first.items()}
            places |= {path: count + place for place, path in enumerate(further)}
            count += len(further)
        for i in going:
            rows[i] = places[rows[i], tokens[i]]
            cache.tokens_B[rows[i]] = tokens[i]
        logits_BV = decoder.next_logits(cache)


@torch.inference_mode()
def generate(
    decoder: Decoder,
    prompts: Sequence[Sequence[int]],
    end: int,
    temperature: float = 0.0,
    top_p: float = 0.95,
    seed: int = 0,
    on_token: Callable[[int], None] | None = None,
    streams: Sequence[int] | None = None,
) -> Iterator[tuple[int, list[int]]]:
    """Yields (index, continuation) of each prompt as soon as it ends: token ids, `end` excluded.

    prompts   lists of token ids; equal ones are read once and share what was read
    on_token  sees the first continuation grow, a token a call
    streams   numbers below 2^32, a prompt each (its index, unless given)

    What is cut off is yielded too: all of a batch is where its longest prompt and what follows that reach
    max_seq_len. But for this a continuation is a function of its prompt, stream and seed, up to rounding,
    whatever else is in the batch. Raises ValueError where a prompt leaves no room for an answer.
    """
    room = decoder.model.config.max_seq_len
    longest = max(map(len, prompts))
    if longest >= room:
        raise ValueError(f"the prompt is too long: {longest} tokens, and the model reads {room}")
    streams = streams or range(len(prompts))
    most = decoder.batches[-1]
    order = list(range(len(prompts)))
    if len(prompts) > most:  # prompts of like length share a batch
        order.sort(key=lambda i: len(prompts[i]))
    for start in range(0, len(order), most):
        batch = sorted(order[start : start + most], key=bool)  # the first prompt is the first of its batch
        batch_prompts = [tuple(prompts[i]) for i in batch]
        batch_streams = [streams[i] for i in batch]
        writer = decoder.writer(len(batch))
        writer.seed.fill_(seed)
        writer.temperature.fill_(temperature)
        writer.top_p.fill_(top_p)
        generated = generate_captured if isinstance(writer, GraphDecoder) else generate_shared
        heard = on_token if batch[0] == 0 else None
        for row, ids in generated(writer, batch_prompts, batch_streams, end, heard):
            yield batch[row], ids


def pass_at(k: int, verdicts: list[bool]) -> float:
    """The probability that one of k samples, drawn without replacement, passes (Chen et al. 2021, eq. 1)."""
    if not 0 < k <= len(verdicts):
        raise ValueError(f"pass@{k} needs {k} samples, and there are {len(verdicts)}")
    return 1 - math.comb(len(verdicts) - sum(verdicts), k) / math.comb(len(verdicts), k)
