"""Jobs: their order, their limits, and that nothing is left of one that has ended."""

import asyncio
import json
import os
import signal
import time
from types import SimpleNamespace

import pytest
from waiting import wait_until
from web_support import SETTINGS, Client, descendants, is_alive, playground_of

from python_to_triton.web import dispatch, jobs
from python_to_triton.web.jobs import JobQueue, JobRequest, QueueFull


@pytest.fixture(scope="module")
def playground():
    with playground_of() as started:
        yield started


def kinds_of(events):
    return [kind for _, kind, _ in events]


def last_text(events):
    kind, data = events[-1]
    assert kind == "error", events
    return data["text"]


def begun(client, program):
    """The id of a new job that a worker has begun."""
    job = client.submit(program)
    assert next(kind for _, kind, _ in client.stream(job) if kind != "queued") == "started"
    return job


def worker_of(client):
    return client.http.get("/api/about").json()["process"]


def test_a_job_has_its_events_in_order_and_they_stay(playground):
    _, client = playground
    job = client.submit("x = 1 < 2")
    events = client.events(job)
    assert [number for number, _, _ in events] == list(range(1, len(events) + 1))
    assert kinds_of(events) == ["queued", "started", "program", "verdict", "done"]
    assert events[0][2] == {"ahead": 0} and "&lt;" in events[2][2]["lines"][0]
    assert client.events(job) == events
    assert client.events(job, after=3) == events[3:]
    assert client.events(job, after=5) == [] and client.events(job, after=99) == []
    assert len(job) >= 32 and job != client.submit("x")


def test_jobs_that_wait_are_told_how_many_are_before_them(playground):
    _, client = playground
    first, second, third = client.submit("sleep"), client.submit("x"), client.submit("x")
    ahead = []
    for _, kind, data in client.stream(third):
        if kind == "queued":
            ahead.append(data["ahead"])
            if ahead[-1] == 2:
                client.http.delete(f"/api/jobs/{first}")
    assert ahead[-3:] == [2, 1, 0]  # a job of an earlier test may still be there
    assert kinds_of(client.events(second))[-1] == kinds_of(client.events(third))[-1] == "done"


def test_a_full_queue_refuses_and_takes_jobs_again():
    with playground_of(queue=2) as (_, client):
        running = begun(client, "sleep")
        waiting = [client.submit("sleep") for _ in range(2)]
        refused = client.http.post("/api/jobs", json={"program": "x"})
        assert refused.status_code == 429 and "2 programs wait already" in refused.json()["error"]
        for job in (running, *waiting):
            assert client.http.delete(f"/api/jobs/{job}").status_code == 204
        assert client.ask("x")[-1][0] == "done"


def test_one_address_does_not_fill_the_queue():
    with playground_of(queue=3, waiting=2) as (server, client):
        running = begun(client, "sleep")
        waiting = [client.submit("x") for _ in range(2)]
        refused = client.http.post("/api/jobs", json={"program": "x"}, headers={"X-Forwarded-For": "1.2.3.4"})
        assert refused.status_code == 429
        assert refused.json()["error"] == (
            "2 programs from your address wait already: wait for one of them to begin"
        )
        other = Client(server.address, local="127.0.0.2")
        assert other.submit("x") and len(waiting) == 2
        assert "3 programs wait already" in other.http.post("/api/jobs", json={"program": "x"}).text
        assert client.http.delete(f"/api/jobs/{running}").status_code == 204
        assert kinds_of(client.events(waiting[1]))[-1] == "done"
        assert client.submit("x")


def test_behind_a_proxy_addresses_are_those_that_it_writes():
    def posted(client, forwarded):
        headers = {"X-Forwarded-For": forwarded}
        return client.http.post("/api/jobs", json={"program": "x"}, headers=headers).status_code

    with playground_of(waiting=1, behind_proxy=True) as (_, client):
        begun(client, "sleep")
        assert posted(client, "192.0.2.1") == 202
        assert posted(client, "192.0.2.2") == 202
        assert posted(client, "192.0.2.9, 192.0.2.1") == 429, "a visitor may write what stands before"
        assert posted(client, "2001:db8::1") == 202
        assert posted(client, "2001:db8::2:1") == 429, "one visitor has a whole network"
        assert client.submit("x"), "without the header it is the proxy's own address"


def test_a_cancelled_job_is_ended_with_all_that_it_started(playground, tmp_path):
    _, client = playground
    written = tmp_path / "processes"
    job = client.submit(f"detach {written}")
    waiting = client.submit("x")
    started = json.loads(wait_until(lambda: written.exists() and written.read_text()))
    wait_until(lambda: all(map(descendants, started)))
    below = {one for process in started for one in (process, *descendants(process))}
    assert len(below) >= 4 and all(map(is_alive, below))
    assert client.http.delete(f"/api/jobs/{job}").status_code == 204
    assert kinds_of(client.events(job))[-1] == "cancelled"
    wait_until(lambda: not any(map(is_alive, below)))
    assert kinds_of(client.events(waiting))[-1] == "done", "another worker has taken its place"
    assert client.http.delete(f"/api/jobs/{job}").status_code == 204, "of one that has ended nothing changes"
    assert kinds_of(client.events(job))[-1] == "cancelled"


def test_a_job_that_waits_is_cancelled_at_once(playground):
    _, client = playground
    running = begun(client, "sleep")
    waiting = client.submit("x")
    assert client.http.delete(f"/api/jobs/{waiting}").status_code == 204
    assert kinds_of(client.events(waiting)) == ["queued", "cancelled"]
    assert client.http.delete(f"/api/jobs/{waiting}").status_code == 204
    later = client.stream(client.submit("x"))
    assert next(later)[2] == {"ahead": 1}, "the one that runs goes on"
    assert client.http.delete(f"/api/jobs/{running}").status_code == 204
    assert kinds_of(later)[-1] == "done"


@pytest.mark.parametrize(
    "program, text",
    [
        ("crash 11", "the worker crashed (SIGSEGV)"),
        ("crash 9", "the worker was ended by the system (SIGKILL): it may have run out of memory"),
        ("leave 3", "the worker crashed (exit code 3)"),
        ("cut", "the worker crashed (exit code 0)"),
        ("babble", "the worker said something else: '<script>'"),
        ("fill 2000", "there is more to show than the page takes: translate it with the command line"),
    ],
)
def test_a_worker_that_fails_costs_its_job_alone(playground, program, text):
    _, client = playground
    assert last_text(client.ask(program)) == text
    assert client.ask("x")[-1][0] == "done"


def test_a_job_has_a_time_limit():
    with playground_of(seconds=2.0) as (_, client):
        assert last_text(client.ask("loop")) == "it took longer than 2 s, and was ended"
        assert client.ask("x")[-1][0] == "done"


def test_a_worker_that_ends_while_it_waits_is_replaced():
    with playground_of() as (_, other):
        process = worker_of(other)
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: not is_alive(process))
        time.sleep(0.1)
        assert other.ask("x")[-1][0] == "done"


def test_a_worker_that_has_done_many_jobs_is_replaced(monkeypatch):
    monkeypatch.setattr(dispatch, "JOBS_A_WORKER", 2)
    with playground_of() as (_, client):
        first = worker_of(client)
        assert client.ask("x")[-1][0] == "done" and is_alive(first)
        assert client.ask("x")[-1][0] == "done"
        wait_until(lambda: not is_alive(first))
        assert client.ask("x")[-1][0] == "done"


@pytest.fixture
def reading(tmp_path):
    """(client, job, its stream, file) of a playground whose worker is ready when there is the file; the job
    waits for it.
    """
    file = tmp_path / "model"
    settings = SETTINGS | {"starts_after": str(file)}
    with playground_of(settings=settings, is_ready=False) as (_, client):
        job = client.submit("x")
        stream = client.stream(job)
        assert {"text": "reading the model"} in (data for _, _, data in stream)
        yield client, job, stream, file


def test_a_job_that_comes_while_the_model_is_read_says_so(reading):
    client, job, stream, file = reading
    file.touch()
    assert kinds_of(stream)[-1] == "done"
    assert kinds_of(client.events(job))[:4] == ["queued", "started", "stage", "program"]


def test_a_job_is_cancelled_while_the_model_is_read(reading):
    client, job, stream, file = reading
    assert client.http.delete(f"/api/jobs/{job}").status_code == 204
    assert kinds_of(stream) == ["cancelled"]
    file.touch()
    assert client.ask("x")[-1][0] == "done"


def test_a_job_whose_page_has_gone_is_cancelled(monkeypatch):
    def has_room():
        return client.http.post("/api/jobs", json={"program": "x"}).status_code == 202

    monkeypatch.setattr(dispatch, "LOOK_SECONDS", 0.1)
    with playground_of(queue=1) as (_, client):
        worker = worker_of(client)
        heard = client.submit("sleep")
        stream = client.stream(heard)
        assert "started" in (kind for _, kind, _ in stream)
        unheard = client.submit("sleep")
        assert not has_room()
        monkeypatch.setattr(jobs, "UNHEARD_SECONDS", 0.3)
        wait_until(has_room)  # to listen would be to hear it
        assert kinds_of(client.events(unheard)) == ["queued", "cancelled"]
        assert is_alive(worker), "the other one is heard"
        stream.close()
        wait_until(lambda: not is_alive(worker))
        assert kinds_of(client.events(heard))[-1] == "cancelled"


# ---- the queue by itself ----


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def queue_of(*programs, most=100):
    """A queue with jobs, and its clock."""
    clock = Clock()
    queue = JobQueue(most, most, clock)

    async def fill():
        return [await queue.submit(JobRequest(program, 1), "") for program in programs]

    return queue, clock, asyncio.run(fill())


async def submit_all(queue, *programs):
    return [await queue.submit(JobRequest(program, 1), "") for program in programs]


def test_a_server_may_end_in_the_moment_in_which_a_job_ends():
    worker = SimpleNamespace(jobs_done=0)

    async def ends_together():
        queue = JobQueue(9, 9)
        slots = dispatch.Dispatcher(queue, lambda: None, 1, 60.0)
        await submit_all(queue, "x")
        slot = asyncio.create_task(slots.run(await queue.next_job(), worker))

        async def send(request):
            """Takes the job."""

        async def last_event():
            slot.cancel()
            return {"event": ["done", {"seconds": 0.0}]}

        worker.send, worker.receive = send, last_event
        await slot

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(ends_together())


def test_what_is_kept_of_jobs_that_have_ended_is_bounded(monkeypatch):
    monkeypatch.setattr(jobs, "MOST_KEPT_JOBS", 3)
    queue, _, submitted = queue_of(*"abcde")
    for job in submitted:
        queue.cancel(job)
    assert [job.request.program for job in queue.ended] == ["c", "d", "e"]
    assert set(queue.jobs) == {job.id for job in submitted[2:]}
    monkeypatch.setattr(jobs, "MOST_KEPT_BYTES", submitted[-1].size)
    queue.most_waiting = 100
    [another] = asyncio.run(submit_all(queue, "f"))
    queue.cancel(another)
    assert [job.request.program for job in queue.ended] == ["f"]


def test_a_queue_takes_no_more_than_it_may():
    queue, _, _ = queue_of("a", "b", most=2)
    with pytest.raises(QueueFull):
        asyncio.run(submit_all(queue, "c"))
    queue.close()
    assert not queue.waiting
    with pytest.raises(QueueFull):
        asyncio.run(submit_all(queue, "d"))


def test_a_job_is_given_up_when_nobody_has_listened_for_a_while():
    queue, clock, [job] = queue_of("a")
    job.listen()
    clock.now = 100.0
    assert not job.is_given_up
    job.leave()
    clock.now = 129.0
    assert not job.is_given_up
    clock.now = 131.0
    queue.cancel_unheard()
    assert job.is_final and not queue.waiting


def test_nothing_follows_a_final_event():
    queue, _, [job] = queue_of("a")
    queue.end(job, "error", {"text": "no"})
    job.add("stage", {"text": "more"})
    queue.end(job, "done", {})
    assert b"error" in job.events[-1] and len(job.events) == 2
    with pytest.raises(ValueError, match="JSON"):
        queue_of("b")[2][0].add("stage", {"text": float("nan")})
