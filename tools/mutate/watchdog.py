"""Runs a program that may crash, hang, or ask for all memory: what a mutant can do."""

import dataclasses
import os
import resource
import signal
import subprocess
import time

MEMORY = 16 << 30  # bytes of address space; a loop that never stops growing ends there
SLACK = 5.0  # seconds on top of FACTOR times the time that the original takes
FACTOR = 10
TIMEOUT = "timeout"
_running = set()


@dataclasses.dataclass
class Ended:
    """The end of a program: `code` is its exit code, minus a signal, or None after the time limit."""
    code: int
    seconds: float
    words: str = ""


def limit(seconds):
    """The time that a mutant gets where the original takes this long."""
    return FACTOR * seconds + SLACK


def limit_memory():
    """From now on, for this process and all that it starts."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, environment, seconds):
    """Runs the command and ends it, with all that it started, after this time."""
    began = time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _running.add(process)
    try:
        words = process.communicate(timeout=seconds)[1]
        code = process.returncode
    except subprocess.TimeoutExpired:
        _kill(process)
        words, code = process.communicate()[1], None
    finally:
        _running.discard(process)
    return Ended(code, time.monotonic() - began, words[-400:].decode("utf-8", "replace"))


def kill_all():
    """Ends what runs, after Ctrl-C."""
    for process in list(_running):
        _kill(process)


def _kill(process):
    """Ends a program and its children, unless it has ended (its number may be another's by now)."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
