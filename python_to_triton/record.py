"""What a figure was measured with: code, versions, machine and date."""

import os
import platform
import time

import torch

from triton_ops.code_hash import text_hash


def environment(*packages: str) -> dict:
    """What a figure depends on besides its configuration: the packages' files, versions, machine, date."""
    device = f"{platform.machine()} CPU, {os.cpu_count()} cores"
    if torch.cuda.is_available():
        device = torch.cuda.get_device_name()
    return {
        "code": text_hash(*packages),
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "device": device,
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
    }
