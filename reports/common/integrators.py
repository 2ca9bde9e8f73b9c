"""Seconds of a complete time step of long-range models: ours, and those the paper prints.

Reads   benchmark records "seconds per step"; validation/data/longrange_tables.csv; the list of
        schemes, for those that need a device
"""

from common import numbers, schemes
from common.artifact import Artifact, scheme_label, short_scheme
from common.records import CLASSES
from common.tables import Cell, Table, not_run, published, right, text, verdict

METRIC = "seconds per step"
COLUMNS = (("CPU", "one core of an i7-2600"), ("Single", "one GPU of a GTX 690"),
           ("Dual", "two GPUs of a GTX 690"))
DEVICES = ("cuda", "emulated")  # backends of schemes for a device
MARKS = {"sampled targets": "†"}
NOTE = ("Median of the runs, in seconds. † Sampled, as all pairs would take too long for this class: "
        "the forces of all N particles on some of them (1024 or more; with the reference 16 or more), "
        "times three evaluations and N over their number. Some are verified in long double. Where a cell has several "
        "records, complete steps are shown before sampled ones, then those of the larger class, then the slower.")


def paper(context, table):
    """{column: {N: seconds}} of one of the paper's tables."""
    found = {}
    for row in context.data.rows("longrange_tables.csv", ("table", "N", "column", "value")):
        if row["table"] == str(table):
            found.setdefault(row["column"], {})[int(row.number("N"))] = row.number("value")
    return found


def timed(records, model):
    """{(scheme, threads): {N: record}} of those that passed.

    A recorded run, perhaps of another machine, only fills the columns N that this run left empty. The order of the
    files decides nothing: see _preferred.
    """
    passed = [r for r in records
              if r.metric == METRIC and r.param("model") == model and r.verdict == "pass"]
    here = {r.number("particles") for r in passed if not r.recorded}
    rows = {}
    for r in passed:
        if not r.recorded or r.number("particles") not in here:
            cells = rows.setdefault((r.scheme, r.threads), {})
            n = int(r.number("particles"))
            cells[n] = max(cells.get(n, r), r, key=_preferred)
    return rows


def _preferred(record):
    """Order of records of one cell: complete steps before samples, then the larger class, then the slower one."""
    return record.param("extent") not in MARKS, CLASSES.index(record.klass), record.value


def is_same_sum(context, scheme):
    """Whether a scheme computes every term of every force, as the paper's program does."""
    return schemes.fact(context, scheme, "forces") == "every term" and not schemes.is_baseline(context, scheme)


def table(context, records, number, model, caption):
    """The paper's table with our rows, and the device schemes of the model."""
    theirs = paper(context, number)
    sizes = sorted({n for column in theirs.values() for n in column})
    rows = timed(records, model)
    lines = [{"program": f"paper, {column}", "on": hardware, "verdict": "published",
              "cells": {n: published(_seconds(s), raw=s) for n, s in theirs[column].items()},
              "missing": numbers.MISSING} for column, hardware in COLUMNS]
    lines += [_line(key, rows[key])
              for key in sorted(rows, key=lambda k: (not schemes.is_baseline(context, k[0]), k[0], k[1]))]
    if not rows:
        lines.append(_absent("this machine", ""))
    lines += [_absent(name, "GPU: not run on a device")
              for name in _devices(context, {scheme for scheme, _ in rows}, model)]
    return Table(f"longrange-table-{number}", caption,
                 [text("Program", "program"), text("On", "on")]
                 + [right(numbers.whole(n), lambda line, n=n: line["cells"].get(
                     n, line["missing"])) for n in sizes] + [text("Verdict", "verdict")],
                 note=NOTE, rows=lines, first=lambda line: (
                     line["verdict"] != "published" and (line["program"], line["on"])))


def _line(key, found):
    """Rates of one scheme and number of threads."""
    on = f"{key[1]} CPU core{'s' if key[1] > 1 else ''}"
    devices = sorted({r.device for r in found.values() if r.device})
    return {"program": short_scheme(key[0]), "verdict": verdict("pass"), "missing": not_run(),
            "on": " and ".join(devices) or on,
            "cells": {n: _ours(record) for n, record in found.items()}}


def _absent(program, on):
    return {"program": program, "on": on, "cells": {}, "missing": not_run(),
            "verdict": verdict("not run")}


def _devices(context, measured, model):
    """Names of device schemes of the model that were not timed."""
    device = {e["name"] for e in context.schemes
              if schemes.family_of(e) == "longrange" and e.get("backend") in DEVICES}
    names = sorted(short_scheme(name) for name in device - measured
                   if model in _models(context, name))
    return names if names or device & measured else ["CUDA kernels"]


def _models(context, name):
    """The models that a scheme runs; what no list states is no HMF model where the name does not say so."""
    listed = schemes.fact(context, name, "models") or "ring, gravity-2d"
    return listed.split(", ")


def _seconds(value):
    return f"{value:.3g}" if value < 1000 else numbers.whole(round(value))


def _ours(record):
    mark = MARKS.get(record.param("extent"), "")
    return Cell(numbers.significant(record.value) + mark, raw=record.value,
                kind="recorded" if record.recorded else "ours", record=record)


def against_dual(context, records, number, model):
    """All cores beside the paper's two GPUs."""
    kinds = [("Same sums, s", lambda scheme: is_same_sum(context, scheme))]
    if model != "hmf":
        kinds.append(("Fast method, s", lambda scheme: not is_same_sum(context, scheme)
                      and not schemes.is_baseline(context, scheme)))
    columns = [right("N", "n", numbers.whole),
               right("Two GPUs, s", "dual", lambda s: published(_seconds(s), raw=s))]
    for heading, chosen in kinds:
        columns += _best_columns(heading, chosen)
    rows = timed(records, model)
    return Table(f"longrange-dual-{number}", "All CPU cores beside the paper's two GPUs", columns,
                 note="Same sums: the quickest program that, as the paper's, computes every term "
                      "of every force. Below 1, the two GPUs are quicker.",
                 rows=[{"n": n, "dual": dual, "here": [found[n] for found in rows.values()
                                                       if n in found and found[n].backend != "cuda"]}
                       for n, dual in sorted(paper(context, number).get("Dual", {}).items())])


def _best_columns(heading, is_chosen):
    """Seconds, name and speed-up of the quickest program of one kind."""
    def best(line):
        return min((r for r in line["here"] if is_chosen(r.scheme)), key=lambda r: r.value,
                   default=None)

    def of_best(show, absent):
        return lambda line: show(best(line), line["dual"]) if best(line) else absent

    return [right(heading, of_best(lambda r, _: _ours(r), not_run())),
            text("By", of_best(lambda r, _: scheme_label(r), "")),
            right("Times as fast", of_best(lambda r, dual: Cell(
                numbers.significant(dual / r.value), raw=dual / r.value), numbers.MISSING))]


def artifact(context, records, number, model, caption, lead):
    tables = [table(context, records, number, model, caption), against_dual(context, records, number, model)]
    return Artifact(f"{lead} {_verdict(context, records, number, model)}", tables)


def _verdict(context, records, number, model):
    """Verdict in words: whether all cores beat the paper's two GPUs on every row."""
    rows = timed(records, model)
    ratios, kept = {}, set()
    for n, dual in paper(context, number).get("Dual", {}).items():
        chosen = [found[n] for (scheme, _), found in rows.items()
                  if n in found and is_same_sum(context, scheme) and found[n].backend != "cuda"]
        if chosen:
            ratios[n] = dual / min(r.value for r in chosen)
            kept |= {r.machine for r in chosen if r.recorded}
    if not ratios:
        return ""
    cores = "this machine's cores" + (f" (recorded rows: {', '.join(sorted(kept))})" if kept else "")
    slower = {n: r for n, r in ratios.items() if r < 1}
    if not slower:
        return (f"With the same sums {cores} beat the paper's two GPUs on each of the "
                f"{len(ratios)} rows that were timed, by "
                f"{numbers.significant(min(ratios.values()), 2)} to "
                f"{numbers.significant(max(ratios.values()), 2)}.")
    worst = ", ".join(f"N = {numbers.whole(n)} ({numbers.significant(r, 2)} of their speed)"
                      for n, r in sorted(slower.items()))
    return f"With the same sums {cores} are slower than the paper's two GPUs at {worst}."
