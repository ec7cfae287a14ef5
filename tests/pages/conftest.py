"""A small site for tests that need variants, or a browser."""

import shutil

import pytest

from corpus.composition import SYNTHETIC
from pages.site import SiteOptions, write_site

FEW = ("pointwise/sigmoid", "norm/softmax", "matmul/dot", "attention/attention")


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """(A folder of a few exemplars, the site made of it with variants)."""
    folder = tmp_path_factory.mktemp("synthetic")
    for name in FEW:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(SYNTHETIC / f"{name}.py", folder / f"{name}.py")
    out = tmp_path_factory.mktemp("few")
    write_site(out, SiteOptions(variants=2, synthetic=folder))
    return folder, out
