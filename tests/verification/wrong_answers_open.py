"""Wrong answers that the judge still accepts, by kind: whoever mends one takes its name out."""

OPEN_BY_KIND = {
    # Answers of the corpus promise neighbours that only mostly are: harmless where no address is aligned.
    "interpreter": ("on no GPU: neighbours that are none",),
    "values": (
        "round by a large number",
        "equal by float32",
        "a label that is to be ignored",
        "a mean over labels that are ignored",
    ),
    "layers": (
        "layers: three taps",
        "layers: attention that masks with -1e4",
        "layers: attention of at most 128 keys",
        "layers: attention with a window of 16",
    ),
    "tolerance": (
        "sums so far in fp16",
        "small exponentials left out",
        "low powers left out",
    ),
}

OPEN = frozenset(name for names in OPEN_BY_KIND.values() for name in names)
