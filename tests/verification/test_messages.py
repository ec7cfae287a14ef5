"""Messages come back as they went; broken ones are errors and nothing else."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from python_to_triton.verification import sandbox


def test_messages_come_back_as_they_went():
    value = (
        torch.randn(3, 4).t(),
        (None, 2, 1.5, "x"),
        torch.tensor([True, False]),
        torch.empty(0, 3),
        torch.tensor(1.0).bfloat16(),
    )
    message, back = sandbox.unpack(sandbox.pack({"a": 1}, value))
    assert message == {"a": 1} and back[1] == (None, 2, 1.5, "x")
    assert all(torch.equal(back[i], value[i]) and back[i].dtype == value[i].dtype for i in (0, 2, 3, 4))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_broken_messages_are_errors_and_nothing_else(data):
    good = bytearray(sandbox.pack({"launches": [1]}, [torch.ones(2, 3)]))
    for _ in range(data.draw(st.integers(1, 6))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    for text in (good, good[: data.draw(st.integers(0, len(good)))]):
        try:
            sandbox.unpack(text)
        except ValueError as error:
            assert str(error)
