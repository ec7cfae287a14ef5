"""Wrong answers that the judge still accepts, by kind: whoever mends one takes its name out."""

OPEN_BY_KIND = {
    # Answers of the corpus promise neighbours that only mostly are: harmless where no address is aligned.
    "interpreter": ("on no GPU: neighbours that are none",),
    # tl.cumsum adds up a tree: it rounds log2(n) times, which stays within the 4 eps of any result in fp16
    "tolerance": ("sums so far in fp16",),
}

OPEN = frozenset(name for names in OPEN_BY_KIND.values() for name in names)
