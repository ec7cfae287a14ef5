"""The seconds of stages."""

import threading

import pytest

from python_to_triton.timeline import Timeline


def test_a_stage_counts_its_times_and_those_of_threads(monkeypatch):
    timeline = Timeline()
    clock = iter(range(100))
    monkeypatch.setattr(timeline, "now", lambda: float(next(clock)))
    with timeline.counted("outer"):  # 0 to 3
        with timeline.counted("inner"):  # 1 to 2
            pass

    def again():
        with timeline.counted("inner"):  # 4 to 5
            pass

    thread = threading.Thread(target=again)
    thread.start()
    thread.join()
    with pytest.raises(ValueError), timeline.counted("failing"):  # 6 to 7
        raise ValueError
    found = {name: (span.began, span.seconds, span.times) for name, span in timeline.spans.items()}
    assert found == {"outer": (0.0, 3.0, 1), "inner": (1.0, 2.0, 2), "failing": (6.0, 1.0, 1)}
    timeline.note("imports")
    assert timeline.text().splitlines() == [
        "   began  seconds times  stage",
        "    0.00     3.00     1  outer",
        "    0.00     8.00     1  imports",
        "    1.00     2.00     2  inner",
        "    6.00     1.00     1  failing",
        "             9.00        in all",
    ]


def test_what_is_done_with_items_is_not_counted(monkeypatch):
    timeline = Timeline()
    seconds = [0.0]
    monkeypatch.setattr(timeline, "now", lambda: seconds[0])

    def made():
        for item in "ab":
            seconds[0] += 1.0
            yield item

    for _ in timeline.counted_items("making", made()):
        seconds[0] += 10.0
    assert timeline.spans["making"].seconds == 2.0 and timeline.spans["making"].times == 3
