"""Sizes that are tried and do not compute are nobody's error."""

import logging

import pytest

from python_to_triton.frontend.fake_tensors import PYTORCH_LOG, quiet_trials


def test_pytorch_does_not_log_while_sizes_are_tried(caplog):
    with caplog.at_level(logging.ERROR), quiet_trials():
        PYTORCH_LOG.error("failed while attempting to run meta for aten.bmm.default")
    assert not caplog.records


def test_it_logs_again_after_a_trial_that_raised(caplog):
    with pytest.raises(ValueError), quiet_trials():
        raise ValueError("no such size")
    with caplog.at_level(logging.ERROR):
        PYTORCH_LOG.error("of somebody else")
    assert "of somebody else" in caplog.text
