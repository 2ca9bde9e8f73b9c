"""Answers to the requests of the suite (docs/external.md), by a class of the user's."""

from __future__ import annotations

import dataclasses
import operator
import os
import sys
import traceback
from typing import Any, Dict, Iterator, List, Optional, Sequence, TextIO, Tuple, Type, Union

from .requests import AGAIN, KINDS, Malformed, Unknown, integer
from .systems import Chains, Disks, Longrange, Missing, Overlaps, Refused, Rows, Shapes, Simulation, Stars

System = Union[Disks, Shapes, Overlaps, Longrange, Stars, Chains]
BASES = (Disks, Shapes, Overlaps, Longrange, Stars, Chains)
NAMES = "Disks, Shapes, Overlaps, Longrange, Stars or Chains"


def serve(*classes: Type[System], requests: Optional[TextIO] = None, answers: Optional[TextIO] = None) -> None:
    """Answers requests until there are no more.

    `classes` derive from Disks, Shapes, Overlaps, Longrange, Stars or Chains, at most one from each; starts of other systems are refused.
    Requests are read from standard input and answered on standard output, unless streams are given. What the
    simulation itself prints goes to standard error, and its own standard input is empty.

    Raises TypeError for classes that cannot be served. Ends the program with exit code 1 when the simulation
    raises anything but Refused in its start or its test for overlaps, and with 2 for a request that is none; both are told on standard error.
    """
    _require_servable(classes)
    if requests is None or answers is None:
        requests, answers = _own_streams()
    try:
        for answer in _answers(classes, requests):
            answers.write(answer)
            answers.flush()
    except BrokenPipeError:
        pass  # nobody listens any more
    except Malformed as error:
        print(f"touchstone_verify: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except Exception:
        print("touchstone_verify: the simulation raised an exception, so the program ends:", file=sys.stderr)
        traceback.print_exc()
        raise SystemExit(1) from None


def _require_servable(classes: Tuple[Type[System], ...]) -> None:
    for one in classes:
        if not (isinstance(one, type) and issubclass(one, BASES)):
            raise TypeError(f"serve: expected classes derived from {NAMES}, found {one!r}")
        if issubclass(one, Overlaps):
            if one.overlap is Overlaps.overlap and one.overlaps is Overlaps.overlaps:
                raise TypeError(f"serve: {one.__name__} needs a method overlap(self, a, b)")
        elif one.advance is Simulation.advance:
            raise TypeError(f"serve: {one.__name__} needs a method advance(self, count)")
    if not classes:
        raise TypeError(f"serve: expected a class derived from {NAMES}, found none")


def _own_streams() -> Tuple[TextIO, TextIO]:
    """Standard input and output, for nobody else any more: also code in C that prints is kept apart."""
    if os.isatty(0):
        print("touchstone_verify: this program is started by ./touchstone check --external FILE.json; it now waits "
              "for requests (docs/external.md)", file=sys.stderr)
    sys.stdout.flush()
    requests = os.fdopen(os.dup(0), "r", encoding="ascii", errors="replace")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def _answers(classes: Tuple[Type[System], ...], requests: TextIO) -> Iterator[str]:
    system: Optional[System] = None
    fields: Dict[str, Any] = {}
    count = 0
    for line in iter(requests.readline, ""):
        words = line.split()
        if words[:1] == ["start"]:
            try:
                system, fields, count = _started(classes, words, iter(requests.readline, ""))
            except (Refused, Unknown) as why:
                yield f"error {' '.join(str(why).split()) or 'no reason'}\n"
                return  # the suite ends the program; of a kind that is not known the rest cannot be read
            yield " ".join(["ok", *str(system.version).split()]) + "\n"
        elif system is None:
            yield f"error expected a start, found '{line.strip()}'\n"
        else:
            try:
                if words[:1] == ["again"] and isinstance(system, (Disks, Shapes)):
                    system = _again(system, fields, count, words, iter(requests.readline, ""))
                    yield "ok\n"
                else:
                    yield _answer(system, count, words)
            except Missing as missing:
                yield f"error {missing}\n"
            except Refused as late:
                raise RuntimeError(f"Refused('{late}') in answer to '{line.strip()}': only a start may be refused"
                                   ) from late


def _started(classes: Tuple[Type[System], ...], words: List[str], lines: Iterator[str]
             ) -> Tuple[System, Dict[str, Any], int]:
    if len(words) != 3:
        raise Malformed(f"expected 'start KIND COUNT', found '{' '.join(words)}'")
    base, read = KINDS.get(words[1], (None, None))
    if base is None or read is None:
        raise Unknown(f"the adapter does not know systems of the kind '{words[1]}'")
    try:
        count = integer(words[2])
        fields = read(lines, count)
    except Malformed as error:
        raise Malformed(f"start {words[1]}: {error}") from None
    chosen = [one for one in classes if issubclass(one, base)]
    if not chosen:
        raise Refused(f"the program simulates no {words[1]}")
    system = chosen[0](**fields)
    system.start()
    return system, fields, count


def _again(system: Union[Disks, Shapes], fields: Dict[str, Any], count: int, words: List[str], lines: Iterator[str]
           ) -> System:
    """The next simulation of a system: by `restart` where the class has it, else by an object of its own."""
    if len(words) != 2:
        raise Malformed(f"expected 'again SEED', found '{' '.join(words)}'")
    kind = "disks" if isinstance(system, Disks) else "shapes"
    try:
        fields.update(AGAIN[kind](lines, count), seed=integer(words[1]))
    except Malformed as error:
        raise Malformed(f"again: {error}") from None
    if type(system).restart in (Disks.restart, Shapes.restart):
        system = type(system)(**fields)
        system.start()
        return system
    for field in dataclasses.fields(KINDS[kind][0]):
        setattr(system, field.name, fields.get(field.name, field.default))  # counters begin at their default
    system.restart()
    return system


def _answer(system: System, count: int, words: List[str]) -> str:
    """Lines of the answer to any request but a start; `count` bodies were sent."""
    what = " ".join(words[:1])
    if isinstance(system, Overlaps):
        if words == ["overlaps"]:
            return "ok\n" + _overlap_lines(count, system.overlaps(system.pairs))
        return f"error unknown request '{' '.join(words)}'\n"
    if what == "advance" and len(words) == 2:
        system.advance(integer(words[1]))
        return " ".join(["ok", *_told(system)]) + "\n"
    if what == "state" and len(words) == 1:
        if isinstance(system, (Disks, Chains)):
            return "ok\n" + _lines("state", count, (2,), system.state())
        if isinstance(system, Stars):  # some may have left
            stars = _rows(system.state())
            return f"ok {len(stars)}\n" + _lines("state", len(stars), (5,), stars)
        first, second = system.state()
        if isinstance(system, Shapes) and system.pressure is not None:
            sides, tilts = system.box()
            box = _lines("box", 1, (3, 3), [sides], [tilts])
            return "ok\n" + box + _lines("state", count, (3, 4), first, second)
        widths = (3, 4) if isinstance(system, Shapes) else (system.dimensions,) * 2
        return "ok\n" + _lines("state", count, widths, first, second)
    if what == "forces" and isinstance(system, Longrange):
        return "ok\n" + _lines("forces", count, (system.dimensions,), system.forces())
    if what == "energies" and isinstance(system, Longrange):
        return "ok\n" + _lines("energies", 1, (2,), [system.energies()])
    return f"error unknown request '{' '.join(words)}'\n"


def _told(system: Union[Disks, Shapes, Longrange, Stars, Chains]) -> List[str]:
    """Words after the `ok` of an `advance`."""
    counts: List[int] = []
    if isinstance(system, Stars):
        return [repr(float(system.time)), repr(float(system.escaped_energy))]
    if isinstance(system, Disks):
        counts = [system.trials, system.accepted]
    elif isinstance(system, Chains):
        counts = [system.liftings, *system.active]
    elif isinstance(system, Shapes):
        counts = [system.translation_trials, system.translations_accepted, system.rotation_trials,
                  system.rotations_accepted]
        if system.pressure is not None:
            counts += [system.box_trials, system.boxes_accepted]
    return [str(operator.index(count)) for count in counts]


def _overlap_lines(count: int, answers: Sequence[Optional[bool]]) -> str:
    if len(answers) != count:
        raise ValueError(f"overlaps: expected {count} answers, found {len(answers)}")
    for answer in answers:  # also those of numpy, but no depth of an overlap
        if answer is not None and answer not in (True, False):
            raise ValueError(f"overlaps: expected True, False or None, found {answer!r}")
    return "".join("refused\n" if answer is None else f"{int(answer)}\n" for answer in answers)


def _lines(what: str, count: int, widths: Tuple[int, ...], *columns: Rows) -> str:
    """A line for each body: its numbers of each column, such that reading them gives the same bits."""
    parts = [[_numbers(row) for row in _rows(column)] for column in columns]
    for part, width in zip(parts, widths):
        if len(part) != count:
            raise ValueError(f"{what}: expected {count} rows, found {len(part)}")
        wrong = next((row for row in part if len(row) != width), None)
        if wrong is not None:
            raise ValueError(f"{what}: expected rows of {width} numbers, found {wrong}")
    return "".join(" ".join(map(repr, sum(rows, []))) + "\n" for rows in zip(*parts))


def _rows(column: Rows) -> List[Any]:
    """Rows of the user's, also of an array."""
    return list(column.tolist() if hasattr(column, "tolist") else column)


def _numbers(row: Any) -> List[float]:
    return [float(value) for value in row] if hasattr(row, "__len__") else [float(row)]
