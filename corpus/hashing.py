"""Random numbers and orders that are functions of a text: the same on every machine, and nothing is
stored.
"""

import hashlib
from collections.abc import Iterator


def hash_fraction(text: str) -> float:
    """A number in [0, 1) that is always the same for `text`."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def permuted(size: int, seed: object) -> Iterator[int]:
    """The numbers 0 to `size` - 1 in an order that `seed` draws, one at a time.

    A Feistel network over the next power of four, whose images past `size` are skipped.
    """
    half = max(1, ((size - 1).bit_length() + 1) // 2)  # bits of either half
    mask = (1 << half) - 1

    def scramble(index: int) -> int:
        left = index >> half
        right = index & mask
        for turn in range(4):
            mixed = hashlib.blake2b(f"{seed}/{turn}/{right}".encode(), digest_size=8).digest()
            left, right = right, left ^ (int.from_bytes(mixed, "big") & mask)
        return left << half | right

    for index in range(1 << 2 * half):
        image = scramble(index)
        if image < size:
            yield image
