"""One side of a comparison: a process that does its part of the work whenever it is asked, and waits in between.

It answers lines with JSON, one line each (benchmarks/turns.hpp): first that it is ready, then `turn N` with the seconds that
N times the work took by its own clock, and `write FILE` when what came of it is in the file.
"""

import array
import json
import math
import random
import subprocess
import tempfile

TURN = 0.1  # seconds of a turn, at least: what is shorter is done several times


class Failed(Exception):
    """A side that ended, or that gave an answer which is none; the message is its own last words where it had some."""

    def __init__(self, side, what):
        super().__init__(f"{side.command[0]}: {what}")
        self.side = side


class Side:
    """A started process; `ready` is its first answer. Use as a context: it ends with it."""

    def __init__(self, command, environment=None):
        self.command = [str(word) for word in command]
        self.errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                            text=True, env=environment)
        except OSError as error:
            self.errors.close()
            raise Failed(self, f"expected a program, found {error}") from error
        self.done = 0  # units of work that it was asked for
        try:
            self.ready = self._answer("units")
        except Failed:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the process, which does so by itself when its input ends."""
        if self.process.stdin:
            try:
                self.process.stdin.close()
            except OSError:  # it ended before
                pass
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def seconds(self, times):
        """Seconds of one unit of the work, which is done so many times."""
        taken = self._ask(f"turn {times}", "seconds")
        if not isinstance(taken, (int, float)) or not 0 < taken < math.inf:
            raise Failed(self, f"expected a positive number of seconds, found {taken}")
        self.done += times * self.ready["units"]
        return taken / (times * self.ready["units"])

    def times(self):
        """How often the work is done in a turn. The first time it is done it is not timed for the comparison."""
        return max(1, math.ceil(TURN / (self.seconds(1) * self.ready["units"])))

    def result(self, path):
        """Numbers that came of the last turn, which the side writes to this file."""
        self._ask(f"write {path}", "written")
        numbers = array.array("d")
        data = path.read_bytes()
        numbers.frombytes(data[:len(data) - len(data) % numbers.itemsize])
        return numbers

    def _ask(self, line, field):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # its last words say why
        return self._answer(field)[field]

    def _answer(self, field):
        line = self.process.stdout.readline()
        try:
            found = json.loads(line)
            if isinstance(found, dict) and field in found:
                return found
        except ValueError:
            pass
        raise Failed(self, self._last_words(line) or f"expected an answer with {field}, found {line.strip()!r}")

    def _last_words(self, line):
        """Its last words, if it has ended; `line` is its last answer."""
        if line:
            return ""
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            return ""
        self.errors.seek(0)
        lines = self.errors.read().strip().splitlines()
        return lines[-1] if lines else f"ended with exit code {self.process.returncode}"


def alternate(ours, theirs, pairs, seed, first=()):
    """[(seconds of ours, seconds of theirs), ...] of a unit of the work, in pairs whose first one is drawn. Before, both do it as
    often as `first` says, and then to find out how long it takes."""
    for number in first:
        for one in (ours, theirs):
            one.seconds(number)
    times = {side: side.times() for side in (ours, theirs)}
    generator, found = random.Random(seed), []
    for _ in range(pairs):
        seconds = {side: side.seconds(times[side]) for side in generator.sample((ours, theirs), 2)}
        found.append((seconds[ours], seconds[theirs]))
    return found
