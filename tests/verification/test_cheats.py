"""Every known way to fool a judge is refused, for its own reason."""

import cheats_by_output
import cheats_by_precision_and_memory
import cheats_by_torch
import cheats_of_untrusted_code
import pytest
from candidates import DEVICE

from python_to_triton.verification import judge

CHEATS = (
    cheats_by_torch.CHEATS
    | cheats_by_output.CHEATS
    | cheats_by_precision_and_memory.CHEATS
    | cheats_of_untrusted_code.CHEATS
)
# A GPU runs on past these: only the interpreter looks at every address, and knows what a mask hides
SEEN_BY_THE_INTERPRETER = (
    "reads outside",
    "writes into",
    "two programs",
    "another program",
    "no truth value",
    "one store",
    "not a Python number",
)


def on_devices(cheats):
    """(name, device) of every cheat on the CPU and, where there is a GPU, of those that it can show."""
    worded_otherwise = (
        "what a mask hides",
        "half a size",
        "a block that becomes a tile in a loop",
        "a number that becomes another",
        "a dot of small blocks",
        "a choice of one",
        "a load of nothing",
        "a store without a value",
    )
    # accepted, or refused by the compiler in its own words
    shown = [
        name
        for name in cheats
        if name not in worded_otherwise
        and not any(words in cheats[name][-1] for words in SEEN_BY_THE_INTERPRETER)
    ]
    return [(name, "cpu") for name in cheats] + (
        [(name, "cuda") for name in shown] if DEVICE == "cuda" else []
    )


@pytest.mark.parametrize("name, device", on_devices(CHEATS))
def test_cheat_is_refused_for_its_reason(name, device):
    row, candidate, reference, cases, stage, words = CHEATS[name]
    verdict = judge(candidate, reference, cases(), device=device)
    assert not verdict.ok, f"{row}: accepted"
    assert (verdict.stage, words in verdict.reason) == (stage, True), f"{row}: {verdict}"


def test_every_row_has_a_cheat():
    rows = {cheat[0] for cheat in CHEATS.values()}
    assert len(rows) == 19, sorted(rows)
