"""Families that have no file: each expands, parses, and a sample of them is judged right."""

import ast
import random
import re

import pytest

from corpus.composition import Composition, code_of, composed, compositions, exemplar_of, exemplars, stems
from corpus.family import HEADER, family_of, show
from corpus.layout import broken, filled, joined
from corpus.rewriting import exchange
from python_to_triton.verification.exemplar import judge_module

COMPOSED = sorted(compositions())
SAMPLE = random.Random(20).sample(COMPOSED, 12)


def test_a_family_is_a_file_or_composed():
    assert not exemplars().keys() & compositions().keys()
    assert len(exemplars()) <= 250 and len(stems()) == 837
