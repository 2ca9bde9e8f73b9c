"""Programs of users and public programs, which the suite started and held to their claims.

Reads   check records of the backend "external": facts program (version, stated_by, source); series
        resolution of overlap/resolution; slopes and claimed of integrator/order
Shows   version and verdicts of each; how near to contact a test for overlaps is right, and on which
        side it errs; the order of an integrator, and its errors beside what is allowed
"""

from common import numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, hidden, number, right, text

KINDS = {"overlap": "overlaps", "integrator": "integrators", "shapes": "shapes", "cmc": "stars", "legs": "chains"}
VERDICTS = ("pass", "fail", "inconclusive", "not claimed", "not run")
RESOLUTION, ORDER = "overlap/resolution", "integrator/order"
MODELS = {"hmf": "HMF", "ring": "Ring", "gravity-2d": "gravity in the plane"}
ERRORS = {"integrator/force accuracy": "forces", "integrator/energies": "potential energy",
          "integrator/energy": "energy along a run", "integrator/momentum": "momentum",
          "integrator/time reversal": "time reversal"}


def build(_context, records):
    lead = ("Programs that are not of this project: the suite starts them, gives them systems and seeds, "
            "and holds what they return to the claims of their descriptions. The public ones are the "
            "demos, <code>./touchstone external demo</code>; another claim would have other verdicts.")
    resolutions = [(r, row) for r in records if r.metric == RESOLUTION
                   for row in r.param("series", {}).get("resolution", [])]
    orders = [(r, model, slope) for r in records if r.metric == ORDER
              for model, slope in r.param("slopes", {}).items()]
    bounded = [r for r in records if r.metric in ERRORS]
    tables = [_programs(records)]
    tables += [_resolutions(resolutions)] if resolutions else []
    tables += [_orders(orders)] if orders else []
    tables += [_errors(bounded)] if bounded else []
    return Artifact(lead, tables)


def _name(record):
    return short_scheme(record.scheme).removeprefix("overlap-")


def _version(rows):
    """As the program states it; as its description does, which is then said."""
    programs = [row.fact("program", {}) for row in rows]
    # What is known before the program is first started says nothing of its version.
    stated = next((one for one in programs if one.get("version")), {})
    if not stated:
        return "not stated"
    by_file = stated.get("stated_by") == "description"
    return stated["version"] + (" (by its description)" if by_file else "")


def _programs(records):
    def kind(rows):
        return KINDS.get(rows[0].metric.split("/")[0], "disks")

    def count(verdict):
        return lambda rows: sum(r.verdict == verdict for r in rows)

    def verdicts(rows):
        failed = ", ".join(r.metric for r in rows if r.verdict == "fail")
        return ", ".join(f"{count(verdict)(rows)} {verdict}" + (f" ({failed})" if verdict == "fail" else "")
                         for verdict in VERDICTS if count(verdict)(rows))

    return Table("suite-programs", "Programs and their verdicts", [
        text("Program", lambda rows: _name(rows[0])), text("Simulates", kind),
        text("Version", _version),
        text("Verdicts", verdicts, kind="prose"),
        *(hidden(verdict, count(verdict)) for verdict in VERDICTS),
        text("Implements", lambda rows: rows[0].fact("program", {}).get("source", ""),
             kind="prose wide")],
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)])


def _gap(field):
    """The smallest gap that is right; none where even the largest was wrong."""
    def shown(line):
        found = line[1][field]
        return Cell("none", raw="") if found is None else Cell(numbers.power(found, 1), raw=found)
    return shown


def side(row):
    """On which side of contact the answers err."""
    wrong = [words for field, words in (("overlapping_called_free", "overlapping, called free"),
                                        ("free_called_overlapping", "free, called overlapping"))
             if row[field] for words in (f"{row[field]} {words}",)]
    return "; ".join(wrong) or "none wrong"


def _bodies(line):
    first, second = line[1]["a"], line[1]["b"]
    return first if first == second else f"{first}, {second}"


def _resolutions(lines):
    return Table("suite-programs-resolution", "Tests for overlaps: how near to contact they are right", [
        text("Program", lambda line: _name(line[0])), text("Bodies", _bodies),
        right("Right from this gap", _gap("right_from_gap")),
        right("and from this penetration", _gap("right_from_penetration")),
        text("Wrong answers", lambda line: side(line[1])),
        right("Asked", lambda line: line[1]["asked"], numbers.whole)],
                 rows=lines, first=lambda line: line[0].scheme, source=lambda line: line[0],
                 note="Gaps and penetrations are relative to the distance of centres at contact. From the "
                 "smallest that is named on, all answers are right. "
                 f"{_smallest(lines)} is the smallest that is asked about.")


def _smallest(lines):
    return numbers.power(min(line[1]["smallest_asked"] for line in lines), 1)


def _orders(lines):
    def found(line):
        slope = line[2]
        if None in slope.values():  # too few runs before rounding: an infinite uncertainty
            return Cell("undecided", raw="", kind="absent")
        return Cell(numbers.plus_minus(slope["order"], slope["rounding"] + slope["trend"]), raw=slope["order"],
                    kind="recorded" if line[0].recorded else "ours")

    return Table("suite-programs-order", "Integrators: the order of the error in the time step", [
        text("Program", lambda line: _name(line[0])),
        right("Claimed", lambda line: line[0].param("claimed"), missing=numbers.MISSING),
        text("Model", lambda line: MODELS.get(line[1], line[1])), right("Found", found),
        right("Steps", lambda line: line[2]["steps"], numbers.whole)],
                 rows=lines, first=lambda line: line[0].scheme, source=lambda line: line[0],
                 note="The slope of the error of coordinates at time 4, up to so many steps. One model that decides "
                 "is enough: in others a high order may vanish in rounding.")


def _errors(records):
    def of(metric):
        def shown(rows):
            mine = next((r for r in rows if r.metric == metric), None)
            if mine is None or mine.verdict in ("not claimed", "not run"):
                return Cell("" if mine is None else mine.verdict, raw="", kind="absent")
            return Cell(numbers.significant(mine.value, 2), raw=mine.value, record=mine)
        return shown

    return Table("suite-programs-errors", "Integrators: the largest error, in units of what is allowed", [
        text("Program", lambda rows: _name(rows[0])),
        *(number(heading, of(metric), str) for metric, heading in ERRORS.items())],
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)],
                 note="Above 1 the check fails. What is allowed follows from the claims of the description, "
                 "such as its error of forces.")
