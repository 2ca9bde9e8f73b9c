"""Reads results/*.jsonl: one JSON object per line, schema touchstone-result/1.

Source    suite/results.hpp, which writes them.
Fails     with file, line, expected and found when a file is truncated, foreign or incomplete.
Not here  What a record says (records.py).
"""

import json
import pathlib
import sys

import pools  # of tools/cluster
from common.errors import ReportError, shorten
from common.records import CLASSES, NUMBERS, TEXTS, VERDICTS, Record

SCHEMA = "touchstone-result/1"
KINDS = ("validation", "check", "benchmark", "mutation", "campaign")
MOST = 10_000  # records of which a report has room for each


def result_files(paths):
    """The files named, and all *.jsonl directly in the folders named."""
    files = []
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            files += sorted(path.glob("*.jsonl"))
        elif path.is_file():
            files.append(path)
        else:
            raise ReportError(path, "results cannot be read", "a folder or a *.jsonl file",
                              "no such file")
    if not files:
        raise ReportError(" ".join(map(str, paths)), "no results", "at least one *.jsonl file",
                          "none; run ./touchstone reproduce first")
    return files


def load(paths, recorded=False, timings=None):
    """All records of the files, one per measurement (see `latest`, and `pooled` where there are more than MOST). To the list
    `timings` go those of all commits."""
    files = result_files(paths)
    if sum(map(_count_lines, files)) > MOST:
        records = pooled(files, recorded)
    else:
        records = [record for path in files for record in read_file(path, recorded)]
    if timings is not None:
        timings += [record for record in records if record.kind == "benchmark"]
    return latest(records)


def read_file(path, recorded=False):
    """The records of one file."""
    return [Record(fields, where, recorded) for where, _, fields in _lines(path)]


def pooled(files, recorded):
    """One record for each measurement: values of several seeds pooled by weight, else the first with the worst verdict. Files
    are read twice, and what is kept meanwhile are sums."""
    found, known = {}, set()
    for path in files:
        for where, place, fields in _lines(path):
            key = pools.digest(fields["key"])
            pools.add(found, fields, (path, place, where), key not in known)
            known.add(key)
    records = []
    for pool in sorted(found.values(), key=lambda pool: (files.index(pool.place[0]), pool.place[1])):
        path, place, where = pool.place
        with open(path, "rb") as file:
            file.seek(place)
            records.append(Record(pool.condensed(_parse(file.readline().decode("utf-8"), where)), where, recorded))
    print(f"report: {len(known)} records are of {len(records)} measurements: values of several seeds are pooled by weight, and of "
          "others the worst verdict is shown", file=sys.stderr, flush=True)
    return records


def _count_lines(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def _lines(path):
    """(file and line, place in the file, fields) of each record."""
    place = 0
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                text, where = line.decode("utf-8"), f"{path}:{number}"
                if text.strip():
                    yield where, place, _parse(text, where)
                if not text.endswith("\n"):
                    raise ReportError(where, "truncated record", "a complete line",
                                      f"end of file after {shorten(text[-40:])}")
                place += len(line)
    except (OSError, UnicodeDecodeError) as error:
        raise ReportError(path, "results cannot be read", "a text file", error) from error


def _parse(line, where):
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise ReportError(where, "malformed result record", "one JSON object per line",
                          shorten(line)) from error
    if not isinstance(fields, dict) or fields.get("schema") != SCHEMA:
        found = fields.get("schema", "none") if isinstance(fields, dict) else "no object"
        raise ReportError(where, "schema", f"'{SCHEMA}'", f"'{found}'")
    _check_fields(fields, where)
    return fields


def _check_fields(fields, where):
    for name in TEXTS:
        if not isinstance(fields.get(name), str):
            raise ReportError(where, "incomplete record", f"a text field '{name}'",
                              repr(fields.get(name)))
    for name in NUMBERS:
        number = fields.get(name)
        if isinstance(number, bool) or not isinstance(number, (int, float, type(None))):
            raise ReportError(where, f"field '{name}'", "a number or null", shorten(repr(number)))
    for name in ("params", "host", "build", "git"):
        if not isinstance(fields.get(name), dict):
            raise ReportError(where, "incomplete record", f"an object '{name}'",
                              repr(fields.get(name)))
    for name, parts in (("allowance", {"value", "why"}), ("origin", {"kind", "text", "link"}),
                        ("facts", set())):
        stated = fields.get(name)
        if stated is not None and not (isinstance(stated, dict) and parts <= stated.keys()):
            raise ReportError(where, f"field '{name}'",
                              f"an object{' with ' * bool(parts)}{', '.join(sorted(parts))}",
                              shorten(repr(stated)))
    expected = fields.get("expected")
    if expected is not None and not (isinstance(expected, dict)
                                     and {"value", "uncertainty"} <= expected.keys()):
        raise ReportError(where, "field 'expected'", "value and uncertainty, or null",
                          shorten(repr(expected)))
    fields["verdict"] = fields["verdict"].replace("_", " ")
    for name, known in (("kind", KINDS), ("verdict", VERDICTS), ("class", CLASSES)):
        if fields[name] not in known and not (name == "class" and fields[name] == ""):
            raise ReportError(where, f"field '{name}'", "one of " + ", ".join(known),
                              repr(fields[name]))


def latest(records):
    """One record per key. The worst verdict of repetitions is shown: nothing is re-run to green."""
    chosen = {}
    for record in records:
        other = chosen.get(record.key)
        if other is None or VERDICTS.index(record.verdict) >= VERDICTS.index(other.verdict):
            chosen[record.key] = record
    return list(chosen.values())
