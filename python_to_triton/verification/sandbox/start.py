"""Starts a server: `python start.py KIND DESCRIPTOR SETTINGS`, with the descriptor of its control connection.

The facades (`__init__.py`) of the packages around the sandbox import everything, the judge and the
reference's tools included. A process that runs what a model wrote needs a tenth of that, and should hold no
more. So this file, which is run by its path, puts bare packages in the facades' place before it imports the
server.
"""

import gc
import json
import socket
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = (
    "python_to_triton",
    "python_to_triton.verification",
    "python_to_triton.verification.sandbox",
    "triton_ops",
)


def without_facades() -> None:
    """Puts an empty module for every package of PACKAGES into sys.modules; their own modules are found as
    ever.
    """
    for name in PACKAGES:
        package = ModuleType(name)
        package.__path__ = [str(ROOT.joinpath(*name.split(".")))]
        sys.modules[name] = package


def main() -> None:
    """Serves until the judging process closes the connection.

    SETTINGS are isolation.server_settings as JSON. What confines the server itself comes before PyTorch.
    """
    gc.disable()  # importing PyTorch makes no garbage worth a collection
    without_facades()
    from python_to_triton.verification.sandbox import confinement

    kind, descriptor, text = sys.argv[1:]
    settings = json.loads(text)
    confined = confinement.Confinement.from_settings(settings)
    offline = "bubblewrap" in confined.steps or confinement.leave_network()
    confinement.forbid_new_privileges()
    if settings["lifeline"] is not None:
        confinement.kill_at_hang_up(settings["lifeline"])
        confinement.confine_server(confined, kind)
    from python_to_triton.verification.sandbox.server import run_server

    run_server(kind, socket.socket(fileno=int(descriptor)), confined, offline)


if __name__ == "__main__":
    main()
