"""Hard shapes: where the time of a trial move goes, and what support functions cost, beside the paper.

Reads   benchmark records "nanoseconds of a part of a trial move of shapes" and "nanoseconds of a
        support function"
Not here  Trial moves per second (hpmc_speed.py)
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.records import of_one_machine
from common.tables import Cell, Column, Table, not_run, verdict

PART = "nanoseconds of a part of a trial move of shapes"
SUPPORT = "nanoseconds of a support function"
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
                           _support([r for r in chosen if r.metric == SUPPORT])])


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
