"""Texts that others wrote, as a terminal may show them."""


def printable(text: str, kept: str = "") -> str:
    """A text whose control characters a terminal shows instead of obeying; those in `kept` stay."""
    letters = (c if c.isprintable() or c in kept else c.encode("unicode_escape").decode() for c in text)
    return text if text.isprintable() else "".join(letters)
