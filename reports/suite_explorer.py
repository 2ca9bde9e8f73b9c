"""The schedule explorer itself: the litmus exam, faults planted in its engine, speed and memory.

Reads   checks with metric explore/litmus/... (params rows, graphs, executions, milliseconds;
        mutants: program, caught), explore/scopes/... (params program, published, graphs, views,
        undecided, source) and explore/event-chain/... (states, milliseconds,
        bytes_per_state); explore/kernels/... for the speed of each memory model
Shows   rows right per model; published programs with scopes; the test that breaks when a rule is switched off; our own aims beside
        what was found; states per second and bytes per state
Not here  Kernels (suite_kernels.py), Algorithm 5 (ecmc_exhaustive.py)
"""

from common import columns, explore, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, not_run, number, right, text, verdict

TIME = number("Time", "params.milliseconds?", numbers.duration)

EXAM = "explore/litmus/wrong rows"


def build(context, records):
    exam = [r for r in records if r.metric == EXAM]
    faults = [r for r in explore.of_part(records, "litmus") if r.is_mutant]
    lead = ("Real threads run in the order that the machine happens to choose, and a bug may need "
            "one order in a million. The explorer tries them all: every interleaving of a short "
            "program, and every value that a load may return under the memory model of C++. What "
            "it says about our code is worth as much as its own exam.")
    scopes = explore.of_part(records, "scopes")
    return Artifact(lead, [_exam(exam), _scopes(scopes), _faults(faults), _aims(exam, records), _speed(records)])


def _exam(records):
    return Table("suite-explorer-exam", "Litmus programs with known answers",
                 [text("Memory model", "scheme", short_scheme),
                  right("Rows right", lambda r: Cell(
                      f"{numbers.whole(r.number('rows', 0) - r.value)} of {r.number('rows', 0)}",
                      raw=r.number("rows", 0) - r.value)),
                  number("Executions", "params.executions?", numbers.whole),
                  number("Graphs visited", "params.graphs?", numbers.whole), TIME, columns.VERDICT,
                  text("What its verdicts do not say", lambda r: explore.LIMITS.get(
                      short_scheme(r.scheme), ""), kind="prose wide")],
                 note="A row is right when the set of outcomes, the number of executions and the "
                 "answer about data races are those of validation/data/litmus.csv, which another "
                 "search, herd7 and GenMC computed.", rows=records)


def _scopes(records):
    decided = sum(not r.param("undecided") for r in records)
    return Table("suite-explorer-scopes", "Published programs with scopes of devices",
                 [text("Test", explore.what), text("Program", "params.program", kind="code"),
                  text("Source says", "params.published"),
                  text("Execution graphs", "params.graphs?"),
                  text("Views", "params.views?"), columns.VERDICT,
                  text("Why they differ", lambda r: r.param("undecided") or "", kind="prose"),
                  text("Source", "params.source", kind="prose wide")],
                 note=f"Scoped RC11 decides {decided} of {len(records)} as their sources do. "
                 "Allowed or forbidden: what the question at the end of a program asks for. A "
                 "program that races has no meaning in scoped RC11, while PTX gives it one: such "
                 "a line is not claimed, and says why. Bracket: with seq_cst the views leave open "
                 "what the graphs decide.", rows=records)


def _caught(record):
    found = record.param("caught") is True
    return Cell("caught" if found else "survives", verdict="pass" if found else "fail")


def _faults(records):
    return Table("suite-explorer-faults", "One rule of the engine switched off: what breaks",
                 [text("Switched off", lambda r: Cell(
                     short_scheme(r.scheme).removeprefix("explorer: "), raw=r.scheme,
                     kind="wrap")),
                  text("Litmus test that then has other outcomes", explore.what),
                  text("Program", "params.program?", kind="code"), text("Verdict", _caught)],
                 note="An engine whose rule nobody misses would be an engine that nobody has "
                 "tested.", rows=records)


# Aims ------------------------------------------------------------------------------------------

def _aims(exam, records):
    rows = [{"what": what, "aim": aim, "found": not_run() if found is None else found,
             "reached": verdict("not run") if found is None else
             Cell("✓ reached") if reached else Cell("✗ not reached", kind="gap")}
            for what, aim, found, reached in _judged(exam, _chains(records), records)]
    return Table("suite-explorer-aims", "Our own aims",
                 [text("What", "what"), right("Aim", "aim"), right("Found", "found"),
                  text("Reached", "reached")],
                 note="Set by this project before the explorer was written; nobody published "
                 "them. A rate is that of one run on one core, with the search for wrong ends and "
                 "for states without a way out. C4 and C5 are over within a millisecond or two, "
                 "caches and memory pages still cold; the family is the warm rate.", rows=rows)


def _judged(exam, chains, records):
    """[(what, aim, found or None, reached)]."""
    rows = [("Exam, rows right", "all", *_exam_rows(exam)),
            ("Exam, all models (aim for 171 programs)", "0.5 s", *_exam_time(exam))]
    base = {r.param("suite"): r for r in chains if not r.param("origin")}
    for suite in ("C4", "C5", "family"):
        rate = _rate(base.get(suite))
        rows.append((f"Million states per second, {suite}", "10",
                     rate and numbers.significant(rate, 2), rate and rate >= 10))
    largest = _largest(chains)
    rate = _rate(largest)
    size = f" of {numbers.whole(largest.number('states'))} states" if largest else ""
    rows.append((f"The same, largest graph{size} (aim for 10⁵)", "4",
                 rate and numbers.significant(rate, 2), rate and rate >= 4))
    rows += [_family(base.get("family")), _variants(chains), _weakened(records)]
    return rows


def _exam_rows(exam):
    rows = sum(int(r.number("rows", 0)) for r in exam)
    wrong = numbers.total(r.value for r in exam)
    return (f"{numbers.whole(rows - wrong)} of {rows}", wrong == 0) if exam else (None, False)


def _exam_time(exam):
    spent = sum(r.number("milliseconds", 0) for r in exam)
    return (numbers.duration(spent), spent < 500) if exam else (None, False)


def _family(record):
    what = "10⁴ random configurations: time, none wrong or stuck"
    if record is None:
        return what, "5 s", None, False
    spent, clean = record.number("milliseconds", 0), record.value == 0
    return (what, "5 s", numbers.duration(spent) + ("" if clean else ", some wrong"),
            clean and spent < 5000 and record.number("configurations") >= 10000)


def _variants(chains):
    """Variants of Algorithm 5: killed, or with an argument why they are equivalent."""
    schemes = group_by([r for r in chains if r.param("origin")], lambda r: r.scheme)
    killed = sum(any(r.param("caught") is True for r in rows) for _, rows in schemes)
    argued = sum(any(r.param("equivalence") for r in rows) for _, rows in schemes)
    return ("Variants of Algorithm 5: killed; equivalent, argued", "10 and 3",
            f"{killed} and {argued} of {len(schemes)}" if schemes else None,
            killed >= 10 and killed + argued == len(schemes))


def _weakened(records):
    weaker = [r for r in explore.of_part(records, "kernels") if r.is_mutant and ">" in r.scheme]
    caught = sum(r.param("caught") is True for r in weaker)
    return ("Kernels with one memory order weakened: caught", "all",
            f"{caught} of {len(weaker)}" if weaker else None, caught == len(weaker))


# Speed -----------------------------------------------------------------------------------------

def _speed(records):
    lines = [{"explored": f"Algorithm 5, {r.param('suite')}", **_effort(r)}
             for r in _chains(records) if not r.param("origin")]
    largest = _largest(_chains(records))
    if largest is not None:
        name = short_scheme(largest.scheme).removeprefix("algorithm-5 ")
        lines.append({"explored": f"largest single graph: {name}, {largest.param('suite')}",
                      **_effort(largest)})
    kernels = [r for r in explore.of_part(records, "kernels") if r.param("shows")]
    for model in explore.MODELS:
        mine = [r for r in kernels if explore.what(r) == model]
        if mine:
            states = sum(r.number("states", 0) for r in mine)
            spent = sum(r.number("milliseconds", 0) for r in mine)
            lines.append({"records": mine, "explored": f"{len(mine)} kernels, {model}", "states": states,
                          "time": spent, "rate": explore.million_per_second(states, spent)})
    return Table("suite-explorer-speed", "Speed and memory, one core",
                 [text("Explored", "explored"), number("States", "states", numbers.whole),
                  number("Steps", "steps?", numbers.whole),
                  number("Time", "time?", numbers.duration),
                  number("10⁶ states/s", "rate?", lambda x: numbers.significant(x, 2)),
                  number("Bytes per state", "bytes?", lambda x: numbers.significant(x, 3))],
                 note="Bytes per state: the graph with its steps, and the table that finds states "
                 "again, over the states; of several configurations the worst one, and small "
                 "graphs pay for tables of a least size. States of a kernel are those of all its "
                 "configurations; execution graphs under rc11.", rows=lines)


def _effort(record):
    return {"record": record, "states": record.number("states", 0), "steps": record.number("steps", 0),
            "time": record.number("milliseconds"), "rate": _rate(record),
            "bytes": record.number("bytes_per_state")}


def _chains(records):
    return [r for r in explore.of_part(records, "event-chain") if r.number("milliseconds")]


def _largest(chains):
    single = [r for r in chains if r.number("configurations") == 1]
    return max(single, key=lambda r: r.number("states", 0), default=None)


def _rate(record):
    return record and explore.million_per_second(record.number("states", 0),
                                                 record.number("milliseconds"))
