"""sampling."""

import collections
import torch


def generate_batch(decoder, prompts, streams, end, on_token):
    """Yields (index, continuation) of each prompt as it ends; of as many prompts as one cache holds."""
    cache, tokens = decoder.begin(prompts, streams)
    slots, going, written = list(range(len(prompts))), set(range(len(prompts))), [[] for _ in prompts]
    queued = collections.deque(
        [(slots, tokens)]
    )  # the prompts of a cache's rows, and what a step wrote there
    while going:
        while len(queued) <= decoder.AHEAD and cache.window < decoder.model.config.max_seq_len:
            queued.append((slots, decoder.step(cache)))
        if not queued:  # the cache is full
            yield from ((prompt, written[prompt]) for prompt in sorted(going))
            return
        places, tokens = queued.popleft()
        for prompt, token in zip(places, tokens()):
            if prompt not in going:
                continue  # the row is computed on, for nobody, until a smaller cache serves the others
            if token == end:
                going.remove(prompt)
                yield prompt, written[prompt]
                continue
            written[prompt].append(token)
            if on_token and prompt == 0:
                on_token(token)
        if going and decoder.fitting(len(going)) < decoder.fitting(len(slots)):
            kept = [place for place, prompt in enumerate(slots) if prompt in going]
            cache, slots = decoder.cache(len(kept)).take(cache, kept), [slots[place] for place in kept]


@torch.inference_mode()
def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
    """Yields (index, continuation) of each prompt as soon as it ends: a list of token ids, <end> excluded.

    prompts: lists of token ids; equal ones are read once and share what was read. What reaches max_seq_len without
    ending is yielded too. `on_token(token)` sees the first continuation grow. A continuation is a function of its prompt,
    stream (below 2^32; its index, unless given) and seed, up to rounding: not of its company. Raises ValueError when a prompt leaves no room for an answer.
    """
    room, longest = decoder.model.config.max_seq_len, max(map(len, prompts))
    if longest >= room:
        raise ValueError(f"the prompt is too long: {longest} tokens, and the model reads {room}")
    for knob, value in ((decoder.seed, seed), (decoder.temperature, temperature), (decoder.top_p, top_p)):
        knob.fill_(value)
    streams = streams or range(len(prompts))
    most = decoder.batches[-1]
    order = (
        sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
        if len(prompts) > most
        else range(len(prompts))
    )
    for start in range(0, len(order), most):
        batch = list(order[start : start + most])
        for row, ids in generate_batch(
            decoder, [tuple(prompts[i]) for i in batch], [streams[i] for i in batch], end, on_token
        ):
            yield batch[row], ids
        on_token = None
