"""Hard shapes: where the time of a trial move goes, its lower bound, and support functions.

Reads   benchmark records "nanoseconds of a part of a trial move of shapes", "nanoseconds of a
        support function", "nanoseconds of an overlap test by XenoCollide", "least instructions of
        a trial move of shapes", and of the same run "trial moves of shapes per second"
Not here  Trial moves per second (hpmc_speed.py)
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.records import of_one_machine
from common.tables import Cell, Table, not_run, number, published, right, text, verdict

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
    moves = {}
    for r in records:
        moves.setdefault((r.param("system"), r.number("bodies"), scheme_label(r)), {})[
            r.param("part")] = r
    lines = []
    for (system, bodies, scheme), parts in sorted(moves.items(), key=lambda item: (
            _place(item[0][0], 9), item[0][1:])):
        first = next(iter(parts.values()))
        whole = first.number("whole", 0)
        failed = any(r.verdict == "fail" for r in parts.values()) or not whole
        lines.append({"system": system, "bodies": int(bodies), "scheme": scheme,
                      "whole": None if failed else whole, "parts": {} if failed else parts,
                      "verdict": "fail" if failed else first.verdict})

    def of_part(name, show):
        return lambda line: show(line["parts"][name], line["whole"]) if name in line["parts"] \
            else ""

    def calls(r, _):
        return numbers.significant(r.number("calls", 0))

    table = Table("hpmc-profile", "Nanoseconds of a trial move, by part",
                  [text("System", "system"), right("Bodies", "bodies", numbers.whole),
                   text("Scheme", "scheme"),
                   number("Whole", "whole?", numbers.significant, missing="")]
                  + [right(part.capitalize(), of_part(part, lambda r, whole: _share(
                      r.value, whole))) for part in PARTS]
                  + [right("Checks a move, single", of_part(PARTS[3], calls)),
                     right("Double", of_part(PARTS[4], calls)),
                     text("Verdict", "verdict", verdict)],
                  note="Medians; in brackets shares of the whole. Who is near: what is left of the "
                       "whole, with accepted moves. Checks: calls for each trial move; a call in "
                       "single precision is for all near bodies of a type.", rows=lines)
    for system in SYSTEMS:
        if not any(key[0] == system for key in moves):
            table.line({"System": system, "Scheme": numbers.MISSING, "Whole": not_run(),
                        "Verdict": verdict("not run")})
    return table


def _share(value, whole):
    if not value:
        return numbers.MISSING
    return Cell(f"{numbers.significant(value)} ({100 * value / whole:.0f} %)", raw=value)


def _split(records):
    both, paper = sum(PAPER.values()), PAPER["support functions"]
    found = {}
    for r in records:
        found.setdefault((r.param("system"), str(r.backend)), {})[r.param("part")] = r

    def of_paper(share):
        return lambda line: numbers.MISSING if line["system"] == "pentagons" else published(
            f"{share:.0f} %", note="section 3.2")

    table = Table("hpmc-xenocollide", "Nanoseconds of an overlap test by XenoCollide, by part",
                  [text("System", "system"), text("Vectors", "vectors"),
                   right("Tests", lambda line: int(line["whole"].number("tests"))),
                   right("Supports a test", lambda line: numbers.significant(
                       line["whole"].number("supports"))),
                   number("Whole", lambda line: line["whole"].value, numbers.significant),
                   right("Support functions", lambda line: _share(
                       line["alone"].value, line["whole"].value)),
                   right("Rest of XenoCollide", lambda line: _share(
                       line["whole"].value - line["alone"].value, line["whole"].value)),
                   right("Paper: support", of_paper(100 * paper / both)),
                   right("Paper: rest", of_paper(100 - 100 * paper / both)),
                   text("Verdict", lambda line: verdict(line["whole"].verdict))],
                  note="XenoCollide alone decides all pairs near after a trial move; then its "
                       "support points are found once more without it. A support is a point of both "
                       "bodies, one of them rotated; their share is an upper bound, as each waits for "
                       "the one before. Shares are of XenoCollide; the paper's "
                       f"{paper} % and {both - paper} % of a move are {100 * paper / both:.0f} % "
                       f"and {100 - 100 * paper / both:.0f} % of it.")
    for (system, vectors), parts in sorted(found.items(), key=lambda item: _place(item[0][0])):
        whole, alone = parts.get("whole"), parts.get("support functions")
        if whole and alone and "fail" not in (whole.verdict, alone.verdict):
            table.extend([{"system": system, "vectors": vectors, "whole": whole, "alone": alone}])
        else:
            table.line({"System": system, "Vectors": vectors, "Verdict": verdict("fail")})
    if not found:
        table.line({"Tests": not_run(), "Verdict": verdict("not run")})
    return table


def _place(system, unknown=-1):
    return SYSTEMS.index(system) if system in SYSTEMS else unknown


def _bounds(records):
    rates = {(r.param("system"), r.number("bodies"), r.scheme): r.value for r in records
             if r.metric == MOVES and r.verdict != "fail" and r.threads == 1 and r.value}

    def measured(r):
        rate = rates.get((r.param("system"), r.number("bodies"), r.scheme))
        return 1e9 / rate if rate else None

    def reached(r):
        time = measured(r)
        share = time and 1e9 * r.number("floor_seconds") / time
        return Cell(f"{100 * share:.0f} %", raw=share) if time else numbers.MISSING

    def counted(name):
        return lambda r: numbers.significant(r.number(name)) if r.number(name, 0) \
            else numbers.MISSING

    order = ("disks", "spheres") + SYSTEMS
    table = Table("hpmc-roofline", "What a trial move looks at, its lower bound and how near it is",
                  [text("System", "params.system"),
                   right("Bodies", "params.bodies", numbers.whole),
                   text("Scheme", "scheme"),
                   *(right(title, counted(name)) for name, title in COUNTS),
                   right("Bytes", "params.bytes", lambda n: numbers.whole(round(n))),
                   number("Least instructions", "value", numbers.significant),
                   number("Lower bound, ns", lambda r: 1e9 * r.number("floor_seconds"),
                          numbers.significant),
                   number("Measured, ns", measured, numbers.significant),
                   right("Reached", reached)],
                  note="Counts for each trial move, in a run that counts. Lower bound: the least "
                       "instructions of what was counted with vectors of 512 bits, by hand count "
                       "(move_roofline.hpp), at the rate of independent additions measured in the "
                       "same run; without mispredicted branches and latencies. One thread; one "
                       "tree; who is near with balls is decided, not written down.",
                  rows=sorted((r for r in records if r.metric == BOUND),
                              key=lambda r: order.index(r.param("system"))))
    if not table.rows:
        table.line({"Scheme": not_run()})
    return table


def _support(records):
    kept = [r for r in records if r.verdict != "fail"]
    costs = {}
    for r in kept:
        costs.setdefault(r.number("vertices"), {})[r.param("vectors")] = r.value

    def cost(kind):
        return lambda line: line[1].get(kind)

    def faster(kind):
        return lambda line: line[1]["none"] / line[1][kind] \
            if line[1].get(kind) and line[1].get("none") else None

    def shown(heading, field):
        return right(heading, field, numbers.significant, missing=numbers.MISSING)

    columns_of_kinds = [column for kind in sorted({r.param("vectors") for r in kept} - {"none"})
                        for column in (shown(kind, cost(kind)),
                                       shown("Times as fast", faster(kind)))]
    table = Table("hpmc-support", "Nanoseconds of a support function",
                  [right("Vertices", lambda line: int(line[0])), shown("One by one", cost("none")),
                   *columns_of_kinds],
                  note="Each direction depends on the point found before, as in XenoCollide. The "
                       "paper: two to three times as fast with vectors.",
                  rows=sorted(costs.items()))
    if not costs:
        table.line({"One by one": not_run()})
    return table
