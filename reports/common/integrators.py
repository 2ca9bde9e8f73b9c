"""Seconds of a complete time step of long-range models: ours, and those the paper prints.

Reads   benchmark records "seconds per step"; validation/data/longrange_tables.csv; the list of
        schemes, for those that need a device
"""

from common import numbers
from common.artifact import Artifact, scheme_label, short_scheme
from common.tables import Cell, Column, Table, not_run, published, verdict

METRIC = "seconds per step"
REFERENCE = "longrange/yoshida-reference"
COLUMNS = (("CPU", "one core of an i7-2600"), ("Single", "one GPU of a GTX 690"),
           ("Dual", "two GPUs of a GTX 690"))
MARKS = {"sampled targets": "†"}
NOTE = ("Median of the runs, in seconds. † Sampled, as all pairs would take too long for this class: "
        "the forces of all N particles on some of them (1024 or more; with the reference 16 or more), "
        "times three evaluations and N over their number. Some are verified in long double.")


def paper(context, table):
    """{column: {N: seconds}} of one of the paper's tables."""
    found = {}
    for row in context.data.rows("longrange_tables.csv", ("table", "N", "column", "value")):
        if row["table"] == str(table):
            found.setdefault(row["column"], {})[int(row.number("N"))] = row.number("value")
    return found


def timed(records, model):
    """{(scheme, threads): {N: record}} of those that passed.

    A recorded run, perhaps of another machine, only fills the columns N that this run left empty.
    """
    passed = [r for r in records
              if r.metric == METRIC and r.param("model") == model and r.verdict != "fail"]
    here = {r.number("particles") for r in passed if not r.recorded}
    rows = {}
    for r in passed:
        if not r.recorded or r.number("particles") not in here:
            rows.setdefault((r.scheme, r.threads), {})[int(r.number("particles"))] = r
    return rows


def table(context, records, number, model, caption, is_ours):
    """The paper's table with our rows; `is_ours(name)` chooses device schemes of the model."""
    theirs = paper(context, number)
    sizes = sorted({n for column in theirs.values() for n in column})
    made = Table(f"longrange-table-{number}", caption,
                 [Column("Program"), Column("On")] + [Column(numbers.whole(n), "r") for n in sizes]
                 + [Column("Verdict")], note=NOTE)
    for column, hardware in COLUMNS:
        made.add(f"paper, {column}", hardware,
                 *[published(_seconds(theirs[column][n]), raw=theirs[column][n])
                   if n in theirs[column] else numbers.MISSING for n in sizes], "published")
    rows = timed(records, model)
    for key in sorted(rows, key=lambda k: (k[0] != REFERENCE, k[0], k[1])):
        found = rows[key]
        first = next(iter(found.values()))
        made.add(short_scheme(key[0]), f"{key[1]} CPU core{'s' if key[1] > 1 else ''}"
                 if first.backend != "cuda" else "this GPU",
                 *[_ours(found[n]) if n in found else not_run() for n in sizes],
                 verdict("pass"), kind="first")
    if not rows:
        made.add("this machine", "", *[not_run()] * len(sizes), verdict("not run"))
    _devices(made, context, {scheme for scheme, _ in rows}, sizes, is_ours)
    return made


def _devices(made, context, measured, sizes, is_ours):
    names = sorted(e["name"] for e in context.schemes
                   if e["name"].startswith("longrange/") and "-cuda" in e["name"]
                   and is_ours(e["name"]) and e["name"] not in measured)
    for name in names:
        made.add(short_scheme(name), "GPU: not run on a device", *[not_run()] * len(sizes),
                 verdict("not run"))
    if not names and not any("-cuda" in name for name in measured):
        made.add("CUDA kernels", "GPU: not run on a device", *[not_run()] * len(sizes),
                 verdict("not run"))


def _seconds(value):
    return f"{value:.3g}" if value < 1000 else numbers.whole(round(value))


def _ours(record):
    mark = MARKS.get(record.param("extent"), "")
    return Cell(numbers.significant(record.value) + mark, raw=record.value,
                kind="recorded" if record.recorded else "ours")


def against_dual(context, records, number, model, is_same_sum):
    """All cores beside the paper's two GPUs; `is_same_sum(scheme)`: the paper's algorithm."""
    made = Table(f"longrange-dual-{number}", "All CPU cores beside the paper's two GPUs",
                 [Column("N", "r"), Column("Two GPUs, s", "r"), Column("Same sums, s", "r"),
                  Column("By"), Column("Times as fast", "r")]
                 + ([] if model == "hmf" else [Column("Fast method, s", "r"), Column("By"),
                                               Column("Times as fast", "r")]),
                 note="Same sums: the quickest program that, as the paper's, computes every term "
                      "of every force. Below 1, the two GPUs are quicker.")
    rows = timed(records, model)
    for n, dual in sorted(paper(context, number).get("Dual", {}).items()):
        here = [found[n] for found in rows.values() if n in found and found[n].backend != "cuda"]
        cells = []
        kinds = [[r for r in here if is_same_sum(r.scheme)]]
        if model != "hmf":
            kinds.append([r for r in here if not is_same_sum(r.scheme) and r.scheme != REFERENCE])
        for chosen in kinds:
            best = min(chosen, key=lambda r: r.value, default=None)
            cells += ([_ours(best), scheme_label(best),
                       Cell(numbers.significant(dual / best.value), raw=dual / best.value)]
                      if best else [not_run(), "", numbers.MISSING])
        made.add(numbers.whole(n), published(_seconds(dual), raw=dual), *cells)
    return made


def artifact(context, records, number, model, caption, is_same_sum, lead):
    is_hmf = model == "hmf"
    tables = [table(context, records, number, model, caption,
                    lambda name: name.startswith("longrange/hmf-") == is_hmf),
              against_dual(context, records, number, model, is_same_sum)]
    return Artifact(f"{lead} {_verdict(context, records, number, model, is_same_sum)}", tables)


def _verdict(context, records, number, model, is_same_sum):
    """Verdict in words: whether all cores beat the paper's two GPUs on every row."""
    rows = timed(records, model)
    ratios, kept = {}, set()
    for n, dual in paper(context, number).get("Dual", {}).items():
        chosen = [found[n] for (scheme, _), found in rows.items()
                  if n in found and is_same_sum(scheme) and found[n].backend != "cuda"]
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
