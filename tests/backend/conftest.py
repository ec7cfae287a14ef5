"""Plans and answers of these tests are kept in a folder of their own."""

import pytest

from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """The folder of the answer cache."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "answers"))
    return tmp_path / "answers"
