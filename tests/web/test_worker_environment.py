"""What a worker, and so a visitor's program, has of the user's environment and folders."""

import os
import subprocess
import sys

import pytest

from python_to_triton.early_start import ROOT
from python_to_triton.web.worker_process import worker_environment

SECRETS = (
    *("NVIDIA_API_KEY", "LANGCHAIN_API_KEY", "LANGSMITH_API_KEY", "HOMEBREW_GITHUB_API_TOKEN"),
    *("CCM_PASSWORD", "PATH_TOKEN", "TORCH_HUB_TOKEN", "TRITON_CLOUD_SECRET", "AWS_SECRET_ACCESS_KEY"),
)
SETTINGS = ("PYTHON_TO_TRITON_CACHE", "OMP_NUM_THREADS", "LC_ALL", "TRITON_INTERPRET", "CUDA_VISIBLE_DEVICES")


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_not_passed_on(monkeypatch, name):
    monkeypatch.setenv(name, "secret")
    assert "secret" not in worker_environment().values()


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_passed_on(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert worker_environment()[name] == "1"


def test_the_folder_that_the_user_stands_in_is_not_searched(monkeypatch, tmp_path):
    """Else visitors' programs would read all that is in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))  # as python -m does
    code = (
        "import sys\nsys.argv = ['x']\nimport python_to_triton\n"
        "from python_to_triton.verification.sandbox.isolation import python_paths\n"
        "print('PATHS', *sys.path, *python_paths(), sep='\\n')"
    )
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "inner_module.py").write_text(code)
    environment = worker_environment()
    environment["PYTHONPATH"] += os.pathsep + str(tmp_path / "elsewhere")
    command = [sys.executable, "-m", "inner_module"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    paths = answer.stdout.partition("PATHS\n")[2].split("\n")
    assert str(tmp_path / "elsewhere") in paths and str(tmp_path) not in paths


def test_a_clone_is_found_where_the_user_stands_in_it(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "path", [str(ROOT)])
    assert worker_environment()["PYTHONPATH"] == str(ROOT)
