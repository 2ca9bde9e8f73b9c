"""Small concurrent structures under four memory models, and what each of their mutants breaks.

Reads   checks with metric explore/kernels/<model>: of the kernel params shows, states,
        milliseconds; of its mutants params caught, states, milliseconds, and a note that says what
        goes wrong; explore/kernels/survives with param equivalence; explore/random-legs/* of the
        kernels of event chains: params legs_of, model, legs, states, and caught of mutants
Shows   kernel x model: states and verdict; how many mutants go wrong first in which model; each
        mutant; why the variants that survive are equivalent; random legs of event chains
"""

from common import columns, explore, numbers
from common.artifact import Artifact, short_scheme
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Table, hidden, number, right, text, verdict


def build(context, records):
    legs = explore.of_part(records, "random-legs")
    records = explore.of_part(records, "kernels")
    mutants = [r for r in records if r.is_mutant]
    survivors = [r for r in records if r.param("equivalence")]
    lead = ("One source, two memories: the template that runs on std::atomic_ref in production "
            "runs here with every interleaving. Each kernel is then broken in every way that one "
            "statement allows: a memory order weakened, a store left out or postponed, an update "
            "torn in two. A variant that survives carries an argument, or its order was too "
            "strong.")
    tables = [_kernels(records, mutants, survivors), _mutants(mutants), _survivors(survivors)]
    if legs:
        tables += [_random_legs(legs), _found_on_random_legs(legs)]
    return Artifact(lead, tables, notes=[_limits()])


def _kernels(records, mutants, survivors):
    models = explore.MODELS
    table = Table("suite-kernels", "Kernels: states explored, and where their mutants go wrong",
                  [text("Kernel", "kernel"), text("Verdict", "verdict")]
                  + [right(m, lambda line, m=m: _states(line["judged"].get(m)),
                           group="States of the kernel") for m in models]
                  + [number(m, lambda line, m=m: line["wrong"][m], lambda n: str(n or "·"),
                            group="Mutants wrong from") for m in models]
                  + [right("none: equivalent", "none", group="Mutants wrong from"),
                     text("Shown", "shows", kind="prose")],
                  note="Under rc11 a state is an execution graph; a dash: too many events for "
                  "graphs. A mutant is counted at the strongest model in which it goes wrong, and "
                  "is not looked at in weaker ones. A verdict holds for the configurations "
                  "explored, two or three threads and a few rounds, and within the limits of each "
                  "model below.")
    rows = []
    for name, mine in group_by(records, lambda r: r.param("kernel", "")):
        judged = {explore.what(r): r for r in mine if r.param("shows")}
        wrong = [r for r in mutants if r.param("kernel") == name]
        found = {m: sum(r.param("caught") is True and explore.what(r) == m for r in wrong)
                 for m in models}
        first = next(iter(judged.values()), None)
        rows.append({"kernel": name, "judged": judged, "wrong": found,
                     "verdict": _verdict(mine, len(wrong) - sum(found.values())),
                     "none": sum(r.param("kernel") == name for r in survivors),
                     "shows": first.param("shows") if first else ""})
    table.extend(rows)
    return table


def _states(record):
    if record is None:
        return Cell(numbers.MISSING, raw="")
    number = record.number("states", 0)
    text = numbers.whole(number)
    if record.verdict == "pass":
        return Cell(text, raw=number)
    return Cell(text, raw=number, verdict=record.verdict, note=record.note)


def _verdict(rows, missed):
    if missed:
        return Cell(f"{missed} missed", raw="fail", verdict="fail")
    worst = max((r.verdict for r in rows), key=VERDICTS.index)
    return verdict(worst)


def _caught(record):
    return record.param("caught") is True


def _wrong(record):
    return Cell(record.note or numbers.MISSING,
                verdict="fail" if _caught(record) and record.verdict == "fail" else None)


NAME = text("Mutant", lambda r: Cell(short_scheme(r.scheme), raw=r.scheme))
STATES = number("States", "params.states?", numbers.whole)


def _mutants(records):
    return Table("suite-kernel-mutants", f"All {len(records)} mutants of kernels",
                 [NAME, text("Goes wrong from", lambda r: explore.what(r) if _caught(r)
                             else Cell("survives", verdict="fail")),
                  text("What goes wrong", _wrong), STATES,
                  number("Time", "params.milliseconds?", numbers.duration),
                  hidden("kernel", "params.kernel?")],
                 note="The strongest model in which it goes wrong; states and time of finding it "
                 "there. acq>rlx: acquire weakened to relaxed. Postponed: the store changes "
                 "places with the thread's next operation. Split: a load and a store instead of "
                 "one update. #2: the second statement of that kind.",
                 rows=records, first="params.kernel?", folded=True)


def _survivors(records):
    return Table("suite-kernel-equivalents",
                 "Variants that no model tells from the kernel, and why",
                 [text("Variant", "scheme", short_scheme),
                  text("Why nothing can go wrong", "params.equivalence", kind="prose"),
                  columns.VERDICT],
                 note="Explored like the mutants, in all models; should one of them ever go "
                 "wrong, its argument was wrong and the check fails.", rows=records)


def _random_legs(records):
    return Table("suite-kernel-legs", "Kernels of event chains on random small legs",
                 [text("Kernel", "params.kernel?"), text("Chains", "params.legs_of?"),
                  text("Memory model", "params.model?"), right("Legs", "params.legs?", numbers.whole),
                  right("States", "params.states?", numbers.whole),
                  right("Wrong", "value", numbers.whole), columns.VERDICT],
                 note="Every schedule of every leg: 4 or 5 disks with two chains, with three "
                 "chains on three threads, or on two threads alternately; three disks around the "
                 "box. Half of the legs are left at a horizon violation, half go on. Without a "
                 "violation a leg must end as with one global clock.",
                 rows=[r for r in records if not r.is_mutant])


def _found_on_random_legs(records):
    mutants = [r for r in records if r.is_mutant]
    return Table("suite-kernel-leg-mutants",
                 f"{len(mutants)} mutants of these kernels on random legs of two chains",
                 [NAME, text("Memory model", explore.what),
                  right("Legs until found", lambda r: numbers.whole(r.number("legs", 0))
                        if _caught(r) else numbers.MISSING),
                  text("What goes wrong", lambda r: r.note or numbers.MISSING), columns.VERDICT],
                 note="Every mutant of the table above, but those that only a witness found by a "
                 "long search shows.", rows=mutants, folded=True)


def _limits():
    return "What a verdict does not say. " + " ".join(
        f"<b>{model}</b>: {explore.LIMITS[model]}." for model in explore.MODELS)
