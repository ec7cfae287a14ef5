"""The playground's flags, and what bounds what its visitors may ask for."""

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from python_to_triton.flags import check_fields, flag

HEAD_BYTES = 1 << 14  # of the head of a request
BODY_BYTES = 1 << 16  # of a request
PROGRAM_BYTES = 1 << 15  # of a program, in UTF-8
NAME_CHARACTERS = 100  # of a program's name
MOST_FILES = 20  # that the page takes at a time
PACKAGES = ("starlette", "uvicorn", "pygments")
# those of TranslationOptions
TRANSLATION_FLAGS = ("fallback", "partial", "backward", "evaluate", "tune", "fastest")
INSTALL = 'pip install "python-to-triton[web]"'


@dataclass(frozen=True)
class WebFlags:
    """The playground, with the command web."""

    host: str = flag("127.0.0.1", "address that it listens on; another one lets others run programs here")
    port: int = flag(8765, "port that it listens on; 0: a free one", within="[0, 65535]")
    open: bool = flag(False, "open the page in a browser")
    pages: str = flag("", "folder with a gallery, served at /pages/")
    jobs: int = flag(1, "programs translated at a time, each in a process with the model", within="[1, inf)")
    queue: int = flag(100, "programs that may wait; more are refused", within="[1, inf)")
    waiting: int = flag(10, "programs of one address that may wait; more are refused", within="[1, inf)")
    behind_proxy: bool = flag(False, "take visitors' addresses from X-Forwarded-For, which a proxy writes")
    seconds: float = flag(120.0, "that one program may take", within="(0, inf)")

    def __post_init__(self):
        check_fields(self)
        if self.pages and not Path(self.pages).is_dir():
            raise ValueError(f"--pages is a folder, and there is none at {self.pages}")

    @property
    def is_loopback(self) -> bool:
        """Whether it is reached from this machine alone."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def worker_settings(sampling: dict, given: dict) -> dict:
    """What a worker is told, as JSON: {"sampling", "options"}.

    Args:
        sampling: the fields of SamplingOptions.
        given: values of the command line; those of TranslationOptions are taken.
    """
    weights = sampling["weights"] and str(sampling["weights"])
    options = {name: given[name] for name in TRANSLATION_FLAGS if name in given}
    return {"sampling": sampling | {"weights": weights}, "options": options}
