"""A sandbox that interprets kernels and holds answers, as that of a GPU does."""

from pathlib import Path

import pytest
from patching import patch_everywhere

from python_to_triton.verification import sandbox

# A server for the CPU that does its jobs in its own process, as one for a GPU does: it can hold an answer.
STAYING_SERVER = """
import json, socket, sys
import torch
from python_to_triton.verification.sandbox import confinement, server

server.FORKING_KINDS = ()
torch.cuda.synchronize = lambda *_: None
confined = confinement.Confinement.from_settings(json.loads(sys.argv[3]))
server.run_server(sys.argv[1], socket.socket(fileno=int(sys.argv[2])), confined, False)
"""


@pytest.fixture(scope="session")
def staying_sandbox(tmp_path_factory):
    """A real Sandbox that interprets kernels and holds answers."""
    script = tmp_path_factory.mktemp("server") / "staying_server.py"
    script.write_text(STAYING_SERVER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patch.setenv("PYTHON_TO_TRITON_SANDBOX", "limits")  # it has no namespace in which its script is not
        patch_everywhere(patch, "SERVER_SCRIPT", script)
        made = sandbox.open_sandbox("cpu")
    yield made
    made.close()
