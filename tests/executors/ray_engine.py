"""What RayPool uses of the package ray, by threads of this process, which lose processes when told to: a call
that raises SystemExit has lost its own."""

import threading
from types import SimpleNamespace


class RayError(Exception):
    """As ray.exceptions has it."""


class RayActorError(RayError):
    """A process was lost."""


class RayTaskError(RayError):
    """A function raised `cause`."""

    def __init__(self, cause):
        super().__init__(str(cause))
        self.cause = cause


class GetTimeoutError(RayError, TimeoutError):
    """No result within the time."""


class Reference:
    """A call that a thread makes; `lost` where its process was."""

    def __init__(self, process, function, arguments):
        self.process = process
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.make, args=(function, arguments), daemon=True)
        process.references.append(self)
        self.thread.start()

    def make(self, function, arguments):
        try:
            self.outcome = function(*arguments)
        except SystemExit:
            self.outcome = RayActorError("its process is lost")
            self.process.is_lost = True
        except Exception as error:
            self.outcome = RayTaskError(error)
        self.done.set()


class Process:
    """A handle of a NodeProcess."""

    def __init__(self, node_process):
        self.is_lost = False
        self.references = []
        for name in ("prepare", "make"):
            method = getattr(node_process, name)
            remote = lambda *arguments, method=method: Reference(self, method, arguments)
            setattr(self, name, SimpleNamespace(remote=remote))


class Engine:
    """What RayPool uses of the package ray."""

    exceptions = SimpleNamespace(
        RayError=RayError, RayTaskError=RayTaskError, GetTimeoutError=GetTimeoutError
    )

    def __init__(self):
        self.started = []

    def cluster_resources(self):
        return {"CPU": 2.0}

    def remote(self, **_):
        return lambda kind: SimpleNamespace(remote=lambda: self.start(kind))

    def start(self, kind):
        self.started.append(Process(kind()))
        return self.started[-1]

    def wait(self, references, timeout):
        return [[one for one in references if one.done.wait(timeout)]]

    def get(self, reference, timeout=None):
        if not reference.done.wait(timeout):
            raise GetTimeoutError("no result yet")
        if isinstance(reference.outcome, RayError):
            raise reference.outcome
        return reference.outcome

    def await_preparations(self):
        """Waits for the end of those whose processes were ended: nothing ends a thread."""
        for process in self.started:
            for reference in process.references[:1]:
                reference.thread.join(30)
                assert not reference.thread.is_alive(), "a process is still being prepared"

    def kill(self, process):
        process.is_lost = True
        for reference in process.references:
            if not reference.done.is_set():
                reference.outcome = RayActorError("its process was ended")
                reference.done.set()
