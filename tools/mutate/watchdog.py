"""Runs a program that may crash, hang, or ask for all memory: what a mutant can do."""

import dataclasses
import math
import os
import resource
import signal
import subprocess
import threading
import time

SLACK = 5.0  # seconds on top of FACTOR times the time that the original takes
FACTOR = 10
TIMEOUT, MEMORY = "timeout", "memory"
STEP = 0.25  # seconds: of a time in which all are stopped, as by Ctrl-Z, no more counts
_running = set()
stopped = threading.Event()  # after kill_all: nothing begins any more


@dataclasses.dataclass
class Ended:
    """The end of a program: `code` is its exit code, minus a signal, or None after the time limit."""
    code: int
    seconds: float
    words: str = ""

    def told(self):
        """The end in words, for people."""
        words = " ".join(self.words.split()) or "(no words)"
        return "no end" if self.code is None else f"exit code {self.code}: {words}"


def limit(seconds):
    """The time that a mutant gets where the original takes this long."""
    return FACTOR * seconds + SLACK


def most_memory(processes):
    """Bytes that one of so many programs at a time may have: together, three quarters of the machine's."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4 // processes


def wants_memory(ended):
    """Whether the program ended because it asked for more memory than it may have."""
    return ended.code not in (0, 3) and ("not enough memory" in ended.words or "std::bad_alloc" in ended.words)


def run(command, environment, seconds, memory=resource.RLIM_INFINITY):
    """Runs the command and ends it, with all that it started, after this time. `memory`: bytes that it may have."""
    if stopped.is_set():
        raise KeyboardInterrupt
    began = time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _running.add(process)
    if stopped.is_set():  # since it was asked
        _kill(process)
    try:
        for what, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
            resource.prlimit(process.pid, what, (most, most))
    except ProcessLookupError:
        pass  # it has ended
    try:
        words = _words(process, seconds)
        code = process.returncode
    except subprocess.TimeoutExpired:
        _kill(process)
        words, code = process.communicate()[1], None
    finally:
        _running.discard(process)
    return Ended(code, time.monotonic() - began, words[-400:].decode("utf-8", "replace"))


def _words(process, seconds):
    """Words of the process up to its end. TimeoutExpired after so many seconds that passed step by step: one that ended
    while this program was stopped is found so at the next step."""
    for _ in range(math.ceil(seconds / STEP)):
        try:
            return process.communicate(timeout=STEP)[1]
        except subprocess.TimeoutExpired:
            pass
    return process.communicate(timeout=STEP)[1]


def kill_all():
    """Ends what runs, after Ctrl-C, and lets nothing begin."""
    stopped.set()
    for process in list(_running):
        _kill(process)


def _kill(process):
    """Ends a program and its children, unless it has ended (its number may be another's by now)."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
