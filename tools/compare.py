#!/usr/bin/env python3
"""Results files side by side: what changed from A to B, or, of three and more, a table of all pairs.

usage: compare.py A.jsonl B.jsonl [C.jsonl ...] [--all] [--ignore FIELD[,FIELD...]] [--junit FILE]

Records with the same kind, family, scheme, class, metric, params, seed, threads and ranks are the
same measurement; --ignore leaves fields out, for instance `--ignore seed` to compare independent
runs. Where a file holds a measurement twice, the later one counts. Names of earlier versions are taken for those of
today (renamed.csv, beside this file; docs/records.md).

  check, validation   verdicts, and z = (b - a) / sqrt(se_a^2 + se_b^2); a standard error is the
                      half width of the record's 95 % interval over 1.96. A value of `validate`
                      without an interval is a function of the seed: with the same one, z of any
                      change is infinite, but for seconds of the clock
  benchmark           ratio b / a, and whether the quartile ranges are apart

Of three files and more, a line for each pair: measurements in both, how many changed and became
worse from the earlier to the later file, the largest |z|, and the median of the ratios of rates. Below
are those that became worse, by name; with --all, all of each pair.

Exit code 0 nothing worse, 1 a verdict became worse or |z| is above 5, 2 usage or malformed file, or
two files without a common measurement.
"""

import argparse
import csv
import itertools
import json
import math
import pathlib
import re
import statistics
import string
import sys

import junit
from options import guarded

SCHEMA = "touchstone-result/1"
KEY = ("kind", "family", "scheme", "class", "metric", "params", "seed", "threads", "ranks")
TEXTS = ("kind", "family", "scheme", "class", "metric", "verdict")
RANK = {"pass": 0, "not claimed": 1, "not run": 1, "inconclusive": 2, "fail": 3}
RENAMED = pathlib.Path(__file__).with_name("renamed.csv")
SECONDS = re.compile(r"\bseconds?\b")  # in metrics that a clock measures
LARGEST_Z = 5.0  # chance 6e-7 when nothing but the random numbers changed


class MalformedResults(Exception):
    """file:line: expected ..., found ..."""


def read_results(path):
    """All records of a results file as dictionaries."""
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except OSError as error:
        raise MalformedResults(f"{path}: expected a results file, found {error.strerror}") from None
    if lines.pop():
        raise MalformedResults(f"{path}:{len(lines) + 1}: expected a newline at its end, found none (was the run interrupted?)")
    records = []
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            record = json.loads(line)
        except ValueError:
            raise MalformedResults(f"{path}:{number}: expected one JSON object per line, found "
                                   f"{line[:40].decode('utf-8', 'replace')!r}") from None
        schema = record.get("schema") if isinstance(record, dict) else None
        if schema != SCHEMA:
            raise MalformedResults(f"{path}:{number}: expected schema {SCHEMA}, found {schema}")
        missing = [field for field in (*KEY, "value", "verdict") if field not in record]
        if missing:
            raise MalformedResults(f"{path}:{number}: expected a field '{missing[0]}', found none")
        for fields, kind, name in ((TEXTS, str, "a text"), (("params",), dict, "an object")):
            wrong = [field for field in fields if not isinstance(record[field], kind)]
            if wrong:
                raise MalformedResults(f"{path}:{number}: expected {name} '{wrong[0]}', found {record[wrong[0]]!r}")
        if record["verdict"] not in RANK:
            raise MalformedResults(f"{path}:{number}: expected a verdict ({', '.join(RANK)}), "
                                   f"found {record['verdict']!r}")
        records.append(record)
    return records


def renamed(path=RENAMED):
    """{(field of a key, its earlier value): the value of today}"""
    with open(path, encoding="utf-8", newline="") as file:
        return {(row["field"], row["earlier"]): row["today"] for row in csv.DictReader(file)}


def of_today(records, names):
    """The records with the names of today."""
    return [{**record, **{field: today for (field, earlier), today in names.items() if record[field] == earlier}}
            for record in records]


def by_measurement(records, ignored):
    """{key without the ignored fields: {key: record}}; the later of two records with the same key counts."""
    fields, found = [field for field in KEY if field not in ignored], {}
    for record in records:
        short, whole = (json.dumps([record[field] for field in names], sort_keys=True) for names in (fields, KEY))
        found.setdefault(short, {})[whole] = record
    return found


def matched(first, second, ignored):
    """(pairs of records, those of the first file alone, those of the second alone). Where several records coincide without the
    ignored fields, equal ones are pairs, and others in their order; where one file has more of these, the last of the other
    stands beside each, so that none is left out."""
    before, after = by_measurement(first, ignored), by_measurement(second, ignored)
    pairs, alone = [], ([], [])
    for key in dict.fromkeys([*before, *after]):
        a, b = before.get(key, {}), after.get(key, {})
        pairs += [(a[whole], b[whole]) for whole in a if whole in b]
        rest = [a[whole] for whole in a if whole not in b], [b[whole] for whole in b if whole not in a]
        if all(rest):
            most = max(map(len, rest))
            pairs += zip(*(some + some[-1:] * (most - len(some)) for some in rest))
        else:
            alone[0].extend(rest[0])
            alone[1].extend(rest[1])
    return pairs, *alone


def number(value):
    """A JSON number; null (how NaN is written) becomes NaN."""
    return value if isinstance(value, (int, float)) else math.nan


def standard_error(record):
    return (number(record.get("high")) - number(record.get("low"))) / 2 / 1.96


def is_exact(record):
    """Whether a value has no error bars since it needs none. That of a check is judged by its verdict, with a bound of its own;
    that of a clock never comes twice; a file of a user's may have another content; and too few samples tell no error."""
    told = record["kind"] == "validation" and record.get("backend") != "file" and record["verdict"] != "inconclusive"
    return told and not SECONDS.search(record["metric"]) and not standard_error(record) > 0


def z_of_difference(a, b):
    """0 for identical numbers, infinite for a difference without error bars, NaN for a NaN, and where nothing tells how much
    the numbers may differ."""
    difference = number(b["value"]) - number(a["value"])
    if difference == 0:
        return 0.0
    sigma = math.hypot(standard_error(a), standard_error(b))
    if math.isnan(difference):
        return math.nan
    if sigma > 0:
        return difference / sigma
    return math.copysign(math.inf, difference) if is_exact(a) and is_exact(b) and a["seed"] == b["seed"] else math.nan


def compare_pair(a, b):
    """(text of the change, changed, worse) of one measurement."""
    if b["kind"] == "benchmark":
        return compare_rates(a, b)
    words, worse = [], False
    if a["verdict"] != b["verdict"]:
        worse = RANK[b["verdict"]] > RANK[a["verdict"]]
        words.append(f"{a['verdict']} -> {b['verdict']}")
    z = z_of_difference(a, b)
    if z != 0:
        words.append(f"{number(a['value']):.6g} -> {number(b['value']):.6g}"
                     + ("" if math.isnan(z) else f" (z {z:+.2f})"))
        became_nan = math.isnan(number(b["value"])) and not math.isnan(number(a["value"]))
        worse = worse or abs(z) > LARGEST_Z or became_nan
    return ", ".join(words) or "same", bool(words), worse


def compare_rates(a, b):
    before, after = number(a["value"]), number(b["value"])
    ratio = after / before if before else math.nan
    apart = (number(b.get("low")) > number(a.get("high"))
             or number(b.get("high")) < number(a.get("low")))
    text = f"{before:.4g} -> {after:.4g} (ratio {ratio:.3f}, quartiles "
    verdict = "" if a["verdict"] == b["verdict"] else f"; {a['verdict']} -> {b['verdict']}"
    worse = RANK[b["verdict"]] > RANK[a["verdict"]]
    return f"{text}{'apart' if apart else 'overlap'}){verdict}", apart or bool(verdict), worse


def title(record):
    params = ",".join(f"{name}={value}" for name, value in sorted(record["params"].items()))
    return (f"{record['kind']} {record['scheme']} {record['metric']} class={record['class']} "
            f"threads={record['threads']} {params}")


def compare(first, second, ignored=(), everything=False, names=("A", "B")):
    """(lines to print, number of worse measurements)"""
    pairs, *alone = matched(first, second, ignored)
    lines, changes, worse_count = [], 0, 0
    for a, b in pairs:
        text, changed, worse = compare_pair(a, b)
        changes += changed
        worse_count += worse
        if changed or everything:
            mark = "WORSE" if worse else "     "
            lines.append(f"{mark} {title(b)}: {text}")
    for name, records in zip(names, alone):
        lines += [f"only in {name}: {title(record)}" for record in records if everything]
        lines += [f"only in {name}: {len(records)} measurements"] if records and not everything else []
    lines.append(f"{len(pairs)} measurements in both, {changes} changed, {worse_count} worse")
    return lines, worse_count, len(pairs)


def summary_of_pair(first, second, ignored):
    """(words of a line, number of worse measurements, number of common ones)"""
    pairs = matched(first, second, ignored)[0]
    judged = [compare_pair(a, b) for a, b in pairs]
    z = [abs(z_of_difference(a, b)) for a, b in pairs if b["kind"] != "benchmark"]
    ratios = [number(b["value"]) / number(a["value"]) for a, b in pairs
              if b["kind"] == "benchmark" and number(a["value"])]
    worse = sum(one[2] for one in judged)
    largest = max((x for x in z if not math.isnan(x)), default=math.nan)
    ratio = statistics.median([r for r in ratios if not math.isnan(r)] or [math.nan])
    words = [str(len(pairs)), str(sum(one[1] for one in judged)), str(worse),
             "-" if math.isnan(largest) else f"{largest:.2f}", "-" if math.isnan(ratio) else f"{ratio:.3f}"]
    return words, worse, len(pairs)


def named(first, second, ignored, everything, names):
    """Lines on the measurements of a pair: those that became worse, or everything."""
    lines = compare(first, second, ignored, everything, names)[0]
    shown = lines if everything else [line for line in lines if line.startswith("WORSE")]
    return ["", " -> ".join(names), *shown] if shown else []


def round_robin(files, ignored, everything):
    """(lines to print, number of worse measurements, least number of common ones) of all pairs of {path: records}."""
    letters = {path: letter for path, letter in zip(files, string.ascii_uppercase)}
    rows, worse, common = [["", "in both", "changed", "worse", "largest |z|", "ratio of rates"]], 0, math.inf
    below = []
    for a, b in itertools.combinations(files, 2):
        words, pair_worse, pair_common = summary_of_pair(files[a], files[b], ignored)
        rows.append([f"{letters[a]} -> {letters[b]}", *words])
        worse, common = worse + pair_worse, min(common, pair_common)
        below += named(files[a], files[b], ignored, everything, (letters[a], letters[b]))
    lines = [f"{letter}  {path}" for path, letter in letters.items()]
    lines.append("")
    lines += ["  ".join(f"{word:>{max(len(row[k]) for row in rows)}}" for k, word in enumerate(row)) for row in rows]
    return lines + below, worse, common


def cases(files, ignored):
    """A record of each measurement of each pair, which fails where it became worse: for junit.py."""
    letters = dict(zip(files, string.ascii_uppercase))
    for a, b in itertools.combinations(files, 2):
        for before, after in matched(files[a], files[b], ignored)[0]:
            text, _, worse = compare_pair(before, after)
            yield {"scheme": after["scheme"], "metric": f"{letters[a]} -> {letters[b]}: {title(after)}",
                   "verdict": "fail" if worse else "pass", "note": text, "replay": after.get("replay", "")}


def main():
    parser = argparse.ArgumentParser(prog="touchstone compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A.jsonl")
    parser.add_argument("b", metavar="B.jsonl")
    parser.add_argument("more", metavar="C.jsonl", nargs="*", help="more files: a table of all pairs")
    parser.add_argument("--all", action="store_true", help="also what did not change")
    parser.add_argument("--ignore", default="", help="fields left out of the match")
    junit.add_option(parser)
    arguments = parser.parse_args()
    ignored = [field for field in arguments.ignore.split(",") if field]
    unknown = [field for field in ignored if field not in KEY]
    if unknown:
        parser.error(f"--ignore: expected one of {', '.join(KEY)}, found '{unknown[0]}'")
    paths = [arguments.a, arguments.b, *arguments.more]
    if arguments.more and (len(set(paths)) < len(paths) or len(paths) > len(string.ascii_uppercase)):
        parser.error(f"expected {len(string.ascii_uppercase)} different files at most, found {' '.join(paths)}")
    try:
        names = renamed()
        files = {path: of_today(read_results(path), names) for path in paths}
        lines, worse, common = (round_robin(files, ignored, arguments.all) if arguments.more else
                                compare(files[arguments.a], files[arguments.b], ignored, arguments.all))
    except MalformedResults as error:
        print(f"touchstone compare: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    junit.write(arguments.junit, "touchstone compare", cases(files, ignored))
    if common == 0:
        print("touchstone compare: expected measurements that are in both files, found none",
              file=sys.stderr)
        return 2
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(guarded("compare", main))
