"""Gives jobs to workers: each worker is kept warm, and another takes its place when it has ended."""

import asyncio
import dataclasses
from collections.abc import Callable

from python_to_triton.web.jobs import FINAL, MOST_JOB_BYTES, JobQueue, WebJob
from python_to_triton.web.worker_process import WorkerEnded, WorkerProcess

READY_SECONDS = 180.0  # for a worker to read its model
RESTART_SECONDS = 1.0  # before a worker that did not start is started again
JOBS_A_WORKER = 500  # then another takes its place: a translator keeps every verdict in memory
LOOK_SECONDS = 2.0  # between two looks for jobs that nobody listens to
MOST_DOUBLINGS = 6  # of RESTART_SECONDS, for a worker that fails again and again
KINDS = frozenset("stage program graph text candidate answer times module verdict done error".split())


async def end_task(task: asyncio.Task) -> object:
    """Cancels a task; what it returned or raised."""
    task.cancel()
    [outcome] = await asyncio.gather(task, return_exceptions=True)
    return outcome


class Dispatcher:
    """The workers, one a slot, and the queue that they are fed from.

    Attributes:
        about: becomes what the first worker that is ready says of model and machine; ValueError where it
            cannot read the model
    """

    def __init__(self, queue: JobQueue, start: Callable[[], WorkerProcess], slots: int, seconds: float):
        self.queue = queue
        self.start = start
        self.slots = slots
        self.seconds = seconds  # that a job may take
        self.about: asyncio.Future[dict] = asyncio.get_running_loop().create_future()
        self.workers: set[WorkerProcess] = set()
        self.ending: set[asyncio.Task] = set()  # of workers that were killed
        self.tasks: list[asyncio.Task] = []

    def begin(self) -> None:
        """Starts the workers; does not wait for them."""
        self.tasks = [asyncio.create_task(self.serve_slot()) for _ in range(self.slots)]
        self.tasks.append(asyncio.create_task(self.watch_listeners()))

    async def close(self) -> None:
        """Ends all that runs, with every process of it."""
        self.queue.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for job in self.queue.running():  # that a slot had taken, and not begun
            self.queue.end(job, "cancelled", {})
        for worker in list(self.workers):
            self.dismiss(worker)
        await asyncio.gather(*self.ending, return_exceptions=True)

    def hire(self) -> WorkerProcess:
        """Starts a worker; does not wait for it."""
        worker = self.start()
        self.workers.add(worker)
        return worker

    def dismiss(self, worker: WorkerProcess) -> None:
        """Kills a worker, beside what goes on."""
        self.workers.discard(worker)
        task = asyncio.create_task(worker.kill())
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)

    async def make_ready(self, worker: WorkerProcess) -> None:
        """Waits until a worker is ready. Raises WorkerEnded, also where it takes too long or cannot be."""
        try:
            await asyncio.wait_for(worker.make_ready(), READY_SECONDS)
        except TimeoutError:
            raise WorkerEnded(f"the worker does not start in {READY_SECONDS:g} s") from None
        except ValueError as error:
            if not self.about.done():
                self.about.set_exception(error)
            raise WorkerEnded(str(error)) from error
        if not self.about.done():
            self.about.set_result(worker.about)

    async def job_beside(self, other: asyncio.Task) -> WebJob | None:
        """The next job; None where something else has come to its end before there was one."""
        waiting = asyncio.create_task(self.queue.next_job())
        try:
            await asyncio.wait((waiting, other), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        return waiting.result() if waiting.done() else None

    async def first_job(self, worker: WorkerProcess) -> WebJob | None:
        """Waits until a worker is ready; the job that has come meanwhile, if there is one.

        Raises WorkerEnded, with which that job ends too.
        """
        ready = asyncio.create_task(self.make_ready(worker))
        try:
            job = await self.job_beside(ready)
            if job is None:
                await ready
                return None
            job.stop_by(lambda: self.queue.end(job, "cancelled", {}))
            job.add("stage", {"text": "reading the model"})
            try:
                await ready
            except WorkerEnded as ended:
                self.queue.end(job, "error", {"text": f"the model cannot be read: {ended}"})
                raise
            return None if job.is_final else job
        finally:
            await end_task(ready)

    async def idle_until_job(self, worker: WorkerProcess) -> WebJob:
        """Waits for a job. Raises WorkerEnded where the worker ends before it has one."""
        silence = asyncio.create_task(worker.receive())
        try:
            job = await self.job_beside(silence)
            ended = silence.done()
        finally:
            reason = await end_task(silence)
        if ended:
            if job is not None:
                self.queue.give_back(job)
            raise WorkerEnded(str(reason))
        return job

    async def serve_slot(self) -> None:
        """One worker after the other, and its jobs."""
        failures = 0  # in a row, of workers that did not start
        while True:
            worker = self.hire()
            try:
                job = await self.first_job(worker)
                while await self.run(job or await self.idle_until_job(worker), worker):
                    job = None
            except WorkerEnded:
                failures = 0 if worker.about else failures + 1
                await asyncio.sleep(RESTART_SECONDS * 2 ** min(failures, MOST_DOUBLINGS))
            finally:
                self.dismiss(worker)

    async def run(self, job: WebJob, worker: WorkerProcess) -> bool:
        """Has a worker do a job; whether it can do another one."""
        if job.is_cancelled:
            self.queue.end(job, "cancelled", {})
            return True
        work = asyncio.create_task(self.pass_events(job, worker))
        job.stop_by(work.cancel)
        try:
            # Not wait_for: in Python 3.11 it swallows a cancellation that comes as the job ends.
            async with asyncio.timeout(self.seconds):
                await work
            worker.jobs_done += 1
            return worker.jobs_done < JOBS_A_WORKER
        except asyncio.CancelledError:
            self.queue.end(job, "cancelled", {})
            if not job.is_cancelled or asyncio.current_task().cancelling():  # the server ends
                raise
        except TimeoutError:
            text = f"it took longer than {self.seconds:g} s, and was ended"
            self.queue.end(job, "error", {"text": text})
        except WorkerEnded as ended:
            self.queue.end(job, "error", {"text": str(ended)})
        return False

    async def pass_events(self, job: WebJob, worker: WorkerProcess) -> None:
        """Gives a worker a job, and the job its events. Raises WorkerEnded."""
        await worker.send(dataclasses.asdict(job.request))
        while not job.is_final:
            kind, data = (await worker.receive()).get("event", ("", {}))
            if kind not in KINDS:
                raise WorkerEnded(f"the worker said something else: {kind[:40]!r}")
            if kind in FINAL:
                self.queue.end(job, kind, data)
            else:
                job.add(kind, data)
            if job.size > MOST_JOB_BYTES:
                raise WorkerEnded(
                    "there is more to show than the page takes: translate it with the command line"
                )

    async def watch_listeners(self) -> None:
        """Cancels jobs whose pages have gone."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.queue.cancel_unheard()
