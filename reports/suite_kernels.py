"""Small concurrent structures under four memory models, and what each of their mutants breaks.

Reads   checks with metric explore/kernels/<model>: of the kernel params shows, states,
        milliseconds; of its mutants params caught, states, milliseconds, and a note that says what
        goes wrong; explore/kernels/survives with param equivalence; explore/random-legs/* of the
        kernels of event chains: params legs_of, model, legs, states, and caught of mutants
Shows   kernel x model: states and verdict; how many mutants go wrong first in which model; each
        mutant; why the variants that survive are equivalent; random legs of event chains
"""

from common import explore, numbers
from common.artifact import Artifact, short_scheme
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Column, Table, verdict


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
                  [Column("Kernel"), Column("Verdict")]
                  + [Column(m, "r", group="States of the kernel") for m in models]
                  + [Column(m, "r", group="Mutants wrong from") for m in models]
                  + [Column("none: equivalent", "r", group="Mutants wrong from"),
                     Column("Shown")],
                  note="Under rc11 a state is an execution graph; a dash: too many events for "
                  "graphs. A mutant is counted at the strongest model in which it goes wrong, and "
                  "is not looked at in weaker ones. A verdict holds for the configurations "
                  "explored, two or three threads and a few rounds, and within the limits of each "
                  "model below.")
    table.kind = "compact"
    for name, rows in group_by(records, lambda r: r.param("kernel", "")):
        judged = {explore.what(r): r for r in rows if r.param("shows")}
        wrong = [r for r in mutants if r.param("kernel") == name]
        found = [sum(r.param("caught") is True and explore.what(r) == m for r in wrong)
                 for m in models]
        first = next(iter(judged.values()), None)
        table.add(Cell(name), _verdict(rows, len(wrong) - sum(found)),
                  *[_states(judged.get(m)) for m in models],
                  *[Cell(n or "·", raw=n) for n in found],
                  sum(r.param("kernel") == name for r in survivors),
                  Cell(first.param("shows") if first else "", kind="prose"))
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


def _mutants(records):
    table = Table("suite-kernel-mutants", f"All {len(records)} mutants of kernels",
                  [Column("Mutant"), Column("Goes wrong from"), Column("What goes wrong"),
                   Column("States", "r"), Column("Time", "r"), Column("kernel", csv_only=True)],
                  note="The strongest model in which it goes wrong; states and time of finding it "
                  "there. acq>rlx: acquire weakened to relaxed. Postponed: the store changes "
                  "places with the thread's next operation. Split: a load and a store instead of "
                  "one update. #2: the second statement of that kind.")
    table.folded = True
    before = None
    for record in records:
        kernel, spent = record.param("kernel", ""), record.number("milliseconds")
        caught = record.param("caught") is True
        table.add(Cell(short_scheme(record.scheme), raw=record.scheme),
                  explore.what(record) if caught else Cell("survives", verdict="fail"),
                  Cell(record.note or numbers.MISSING,
                       verdict="fail" if caught and record.verdict == "fail" else None),
                  Cell(numbers.whole(record.number("states", 0)), raw=record.number("states", 0)),
                  Cell(numbers.duration(spent), raw="" if spent is None else spent), kernel,
                  kind="first" if before not in (None, kernel) else "")
        before = kernel
    return table


def _survivors(records):
    table = Table("suite-kernel-equivalents",
                  "Variants that no model tells from the kernel, and why",
                  [Column("Variant"), Column("Why nothing can go wrong"), Column("Verdict")],
                  note="Explored like the mutants, in all models; should one of them ever go "
                  "wrong, its argument was wrong and the check fails.")
    for record in records:
        table.add(short_scheme(record.scheme), Cell(record.param("equivalence"), kind="prose"),
                  verdict(record.verdict))
    return table


def _random_legs(records):
    table = Table("suite-kernel-legs", "Kernels of event chains on random small legs",
                  [Column("Kernel"), Column("Chains"), Column("Memory model"), Column("Legs", "r"),
                   Column("States", "r"), Column("Wrong", "r"), Column("Verdict")],
                  note="Every schedule of every leg: 4 or 5 disks with two chains, with three "
                  "chains on three threads, or on two threads alternately; three disks around the "
                  "box. Half of the legs are left at a horizon violation, half go on. Without a "
                  "violation a leg must end as with one global clock.")
    for record in (r for r in records if not r.is_mutant):
        table.add(record.param("kernel"), record.param("legs_of"), record.param("model"),
                  numbers.whole(record.number("legs", 0)),
                  numbers.whole(record.number("states", 0)), numbers.whole(record.value),
                  verdict(record.verdict))
    return table


def _found_on_random_legs(records):
    mutants = [r for r in records if r.is_mutant]
    table = Table("suite-kernel-leg-mutants",
                  f"{len(mutants)} mutants of these kernels on random legs of two chains",
                  [Column("Mutant"), Column("Memory model"), Column("Legs until found", "r"),
                   Column("What goes wrong"), Column("Verdict")],
                  note="Every mutant of the table above, but those that only a witness found by a "
                  "long search shows.")
    table.folded = True
    for record in mutants:
        caught = record.param("caught") is True
        table.add(Cell(short_scheme(record.scheme), raw=record.scheme), explore.what(record),
                  numbers.whole(record.number("legs", 0)) if caught else numbers.MISSING,
                  record.note or numbers.MISSING, verdict(record.verdict))
    return table


def _limits():
    return "What a verdict does not say. " + " ".join(
        f"<b>{model}</b>: {explore.LIMITS[model]}." for model in explore.MODELS)
