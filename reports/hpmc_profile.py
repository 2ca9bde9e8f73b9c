"""Hard shapes: where the time of a trial move goes, its lower bound, and support functions.

Reads   benchmark records "nanoseconds of a part of a trial move of shapes", "nanoseconds of a
        support function", "nanoseconds of an overlap test by XenoCollide", "least instructions of
        a trial move of shapes", and of the same run "trial moves of shapes per second"
Not here  Trial moves per second (hpmc_speed.py)
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.records import of_one_machine
from common.tables import Cell, Column, Table, not_run, published, verdict

PART = "nanoseconds of a part of a trial move of shapes"
SUPPORT = "nanoseconds of a support function"
SPLIT = "nanoseconds of an overlap test by XenoCollide"
BOUND = "least instructions of a trial move of shapes"
MOVES = "trial moves of shapes per second"
COUNTS = (("blocks", "Blocks of words"), ("boxes", "Boxes"), ("leaves", "Leaves"),
          ("near", "Near bodies"), ("screened", "Pairs screened"), ("checks", "Checks in double"))
PAPER = {"support functions": 40, "rest of XenoCollide": 10}  # section 3.2, % of a move
PARTS = ("proposal", "building trees", "who is near", "screens in single precision",
         "checks in double precision")
SYSTEMS = ("pentagons", "dodecahedra", "tetrahedra-octahedra")


def build(context, records):
    lead = ("The paper's profile of polyhedra: 40 % support functions, 10 % the rest of XenoCollide, "
            "40 % the tree, 10 % all else; and support functions two to three times as fast with "
            "vectors. Here most pairs are decided by screens in single precision, without "
            "XenoCollide; the scheme in double precision has none.")
    chosen = of_one_machine(records)
    return Artifact(lead, [_parts([r for r in chosen if r.metric == PART]),
                           _split([r for r in chosen if r.metric == SPLIT]),
                           _support([r for r in chosen if r.metric == SUPPORT]),
                           _bounds(chosen)])


def _parts(records):
    table = Table("hpmc-profile", "Nanoseconds of a trial move, by part",
                  [Column("System"), Column("Bodies", "r"), Column("Scheme"),
                   Column("Whole", "r")] + [Column(part.capitalize(), "r") for part in PARTS]
                  + [Column("Checks a move, single", "r"), Column("Double", "r"),
                     Column("Verdict")],
                  note="Medians; in brackets shares of the whole. Who is near: what is left of the "
                       "whole, with accepted moves. Checks: calls for each trial move; a call in "
                       "single precision is for all near bodies of a type.")
    moves = {}
    for r in records:
        moves.setdefault((r.param("system"), r.number("bodies"), scheme_label(r)), {})[
            r.param("part")] = r
    order = {system: k for k, system in enumerate(SYSTEMS)}
    for (system, bodies, scheme), parts in sorted(moves.items(),
                                                  key=lambda item: (order.get(item[0][0], 9),
                                                                    item[0][1:])):
        first = next(iter(parts.values()))
        whole = first.number("whole", 0)
        failed = any(r.verdict == "fail" for r in parts.values()) or not whole
        table.add(system, numbers.whole(int(bodies)), scheme,
                  "" if failed else Cell(numbers.significant(whole), raw=whole),
                  *["" if failed or part not in parts else _share(parts[part].value, whole)
                    for part in PARTS],
                  *["" if failed or part not in parts
                    else numbers.significant(parts[part].number("calls", 0)) for part in PARTS[3:]],
                  verdict("fail" if failed else first.verdict))
    for system in SYSTEMS:
        if not any(key[0] == system for key in moves):
            table.add(system, "", numbers.MISSING, not_run(), "", "", "", "", "", "", "",
                      verdict("not run"))
    return table


def _share(value, whole):
    if not value:
        return numbers.MISSING
    return Cell(f"{numbers.significant(value)} ({100 * value / whole:.0f} %)", raw=value)


def _split(records):
    both = sum(PAPER.values())
    paper = PAPER["support functions"]
    table = Table("hpmc-xenocollide", "Nanoseconds of an overlap test by XenoCollide, by part",
                  [Column("System"), Column("Vectors"), Column("Tests", "r"),
                   Column("Supports a test", "r"), Column("Whole", "r"),
                   Column("Support functions", "r"), Column("Rest of XenoCollide", "r"),
                   Column("Paper: support", "r"), Column("Paper: rest", "r"), Column("Verdict")],
                  note="XenoCollide alone decides all pairs near after a trial move; then its "
                       "support points are found once more without it. A support is a point of both "
                       "bodies, one of them rotated; their share is an upper bound, as each waits for "
                       "the one before. Shares are of XenoCollide; the paper's "
                       f"{paper} % and {both - paper} % of a move are {100 * paper / both:.0f} % "
                       f"and {100 - 100 * paper / both:.0f} % of it.")
    found = {}
    for r in records:
        found.setdefault((r.param("system"), str(r.backend)), {})[r.param("part")] = r
    for (system, vectors), parts in sorted(found.items(), key=lambda item: _place(item[0][0])):
        whole, alone = parts.get("whole"), parts.get("support functions")
        if not whole or not alone or "fail" in (whole.verdict, alone.verdict):
            table.add(system, vectors, "", "", "", "", "", "", "", verdict("fail"))
            continue
        flat = system == "pentagons"
        table.add(system, vectors, int(whole.number("tests")),
                  numbers.significant(whole.number("supports")),
                  Cell(numbers.significant(whole.value), raw=whole.value),
                  _share(alone.value, whole.value),
                  _share(whole.value - alone.value, whole.value),
                  numbers.MISSING if flat else published(f"{100 * paper / both:.0f} %",
                                                         note="section 3.2"),
                  numbers.MISSING if flat else published(f"{100 - 100 * paper / both:.0f} %",
                                                         note="section 3.2"),
                  verdict(whole.verdict))
    if not found:
        table.add("", "", not_run(), "", "", "", "", "", "", verdict("not run"))
    return table


def _place(system):
    return SYSTEMS.index(system) if system in SYSTEMS else -1


def _bounds(records):
    table = Table("hpmc-roofline", "What a trial move looks at, its lower bound and how near it is",
                  [Column("System"), Column("Bodies", "r"), Column("Scheme")]
                  + [Column(title, "r") for _, title in COUNTS]
                  + [Column("Bytes", "r"), Column("Least instructions", "r"),
                     Column("Lower bound, ns", "r"), Column("Measured, ns", "r"), Column("Reached", "r")],
                  note="Counts for each trial move, in a run that counts. Lower bound: the least "
                       "instructions of what was counted with vectors of 512 bits, by hand count "
                       "(move_floor.hpp), at the rate of independent additions measured in the "
                       "same run; without mispredicted branches and latencies. One thread; one "
                       "tree; who is near with balls is decided, not written down.")
    rates = {(r.param("system"), r.number("bodies"), r.scheme): r.value for r in records
             if r.metric == MOVES and r.verdict != "fail" and r.threads == 1 and r.value}
    bounds = [r for r in records if r.metric == BOUND]
    order = ("disks", "spheres") + SYSTEMS
    for r in sorted(bounds, key=lambda r: order.index(r.param("system"))):
        bound = 1e9 * r.number("floor_seconds")
        rate = rates.get((r.param("system"), r.number("bodies"), r.scheme))
        table.add(r.param("system"), numbers.whole(int(r.number("bodies"))), r.scheme,
                  *[numbers.significant(r.number(name)) if r.number(name, 0)
                    else numbers.MISSING for name, _ in COUNTS],
                  numbers.whole(round(r.number("bytes"))),
                  Cell(numbers.significant(r.value), raw=r.value),
                  Cell(numbers.significant(bound), raw=bound),
                  Cell(numbers.significant(1e9 / rate), raw=1e9 / rate) if rate
                  else numbers.MISSING,
                  Cell(f"{100 * bound * rate / 1e9:.0f} %", raw=bound * rate / 1e9) if rate
                  else numbers.MISSING)
    if not bounds:
        table.add("", "", not_run(), *[""] * (len(table.columns) - 3))
    return table


def _support(records):
    kept = [r for r in records if r.verdict != "fail"]
    kinds = sorted({r.param("vectors") for r in kept} - {"none"})
    table = Table("hpmc-support", "Nanoseconds of a support function",
                  [Column("Vertices", "r"), Column("One by one", "r")]
                  + [column for kind in kinds
                     for column in (Column(kind, "r"), Column("Times as fast", "r"))],
                  note="Each direction depends on the point found before, as in XenoCollide. The "
                       "paper: two to three times as fast with vectors.")
    costs = {(r.number("vertices"), r.param("vectors")): r.value for r in kept}
    for vertices in sorted({key[0] for key in costs}):
        plain = costs.get((vertices, "none"))
        cells = []
        for kind in kinds:
            cost = costs.get((vertices, kind))
            cells += [numbers.significant(cost) if cost else numbers.MISSING,
                      numbers.significant(plain / cost) if cost and plain else numbers.MISSING]
        table.add(int(vertices), numbers.significant(plain) if plain else numbers.MISSING, *cells)
    if not costs:
        table.add("", not_run())
    return table
