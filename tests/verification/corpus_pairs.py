"""Pairs of the corpus as the judge's tests need them."""

import torch

from corpus.family import HEADER, families_in, family_of

STEMS = [path.stem for path in families_in()]


def read_pair(stem):
    """(answer, entry, reference, cases) of a family's first variant. Only the answer is untrusted."""
    pair = family_of(stem)[0]
    module = {}
    imports = HEADER[: HEADER.index("import triton")]  # the reference needs none
    exec(compile(f"{imports}\n\n{pair.inputs}\n\n{pair.reference}", f"{stem}.py", "exec"), module)
    torch.manual_seed(0)
    return (
        pair.answer,
        f"{pair.name}_triton",
        module[f"{pair.name}_torch"],
        [module["make"](*case) for case in module["CASES"]],
    )
