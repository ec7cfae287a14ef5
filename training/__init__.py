"""What a training run learns from, and what it needs around its loop, which stands in llm.py.

The loop sees its data through one interface, which Pairs and Text implement:

    vocabulary            the tokenizer that its token ids are of
    hash                  of the files that it was read from
    schedules             the words that a model trained on it knows; none of a text
    steps_per_epoch       steps in which everything was seen once
    usual_shape           (B, T) of the usual micro-batch; of packed rows, of every one
    steps(first)          yields the micro-batches of each step, a list of Batch, from step `first` on; a pure
                          function of the seed and the step, so that a run resumes anywhere
    validation()          yields the batches that a model is evaluated on
    metrics(loss, right)  the figures of an evaluation, from the loss a token and the share of right tokens
    FIGURES               how they are printed, a format string of their names

Reading order: presets; batches, bpe, pairs, text, sampling (the data); execution, capture (how a step runs),
profiling; world, parallel (many processes); log (rows, and when a run has diverged), checkpoints (what is
kept, and from which file a run goes on), signals, record (what its figures depend on), report, curves.
Nothing here imports llm.py.
"""
