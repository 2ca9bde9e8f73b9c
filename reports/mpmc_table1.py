"""Paper Table 1: which shuffles are needed, on few disks, at the paper's size and at commit time.

Reads   validation records "pressure with shuffles on and off" of three and five disks, those of N = 256^2, and the checks that
        reach the same conclusion in milliseconds; hard_disk_eos.csv, Anderson 2013 Table 1; what a scheme equals
        (touchstone list --json)
"""

from common import matrix, numbers, schemes
from common.artifact import Artifact, short_scheme
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Table, estimate, expected, not_run, published, right, text, verdict

FEW = "pressure with shuffles on and off"
# (particle shuffle, checkerboard shuffle) -> what this suite has as this variant; whatever equals one is it, too
VARIANTS = {
    ("Yes", "Yes"): ("mpmc/checkerboard-reference", "mpmc/checkerboard-reference-double"),
    ("Yes", "No"): ("mpmc/checkerboard-reference-fixed-colours",),
    ("No", "Yes"): ("mpmc/checkerboard-reference-fixed-lists", "mutant/no-particle-shuffle",
                    "mutant/ring-no-particle-shuffle"),
    ("No", "No"): ("mpmc/checkerboard-reference-fixed-lists-and-colours",
                   "mutant/ring-no-particle-shuffle-fixed-colours"),
}


def variant(context, scheme):
    """The line of VARIANTS that the scheme is, or that it equals bit for bit; None where it is no such variant."""
    names = schemes.itself_and_equals(context, scheme)
    return next((key for key, variants in VARIANTS.items() if names & set(variants)), None)


def build(context, records):
    lead = ("Particles must be shuffled within a cell, colours need not be: the paper saw it in the pressure "
            "of 256² disks, with days of GPU time for each entry. With few disks and one trial move per cell "
            "the shift is ten times larger, and takes minutes (first table). This suite sees the same fault "
            "at commit time, by broken symmetry instead of pressure (last table).")
    return Artifact(lead, [_few_disks(context, records), _pressures(context, records), _commit_time(context, records)])


SHUFFLES = ("Yes", "Yes"), ("Yes", "No"), ("No", "Yes"), ("No", "No")


def _few_disks(context, records):
    """The twelve rows: each of ours beside one of the paper's, of the same variant."""
    theirs = {key: [] for key in SHUFFLES}
    for row in context.data.anderson("Table 1"):
        theirs[_variant_of(row)].append(row)
    ours = {key: _systems(r for r in records if r.metric == FEW and (
        r.param("particle_shuffle"), r.param("colour_shuffle")) == key) for key in SHUFFLES}
    lines = [{"key": key, "theirs": row, "right": theirs[SHUFFLES[0]][k],
              "record": ours[key][k] if k < len(ours[key]) else None}
             for key in SHUFFLES for k, row in enumerate(theirs[key])]
    return Table("mpmc-table-1-few", "Shift of the pressure by missing shuffles: few disks, beside the paper's", [
        text("Particle shuffle", lambda line: line["key"][0]), text("Colour shuffle", lambda line: line["key"][1]),
        right("φ", lambda line: line["theirs"]["eta"].rstrip("0"), group="paper, N = 256²"),
        right("P*", lambda line: _printed(line["theirs"]), group="paper, N = 256²"),
        right("Shift, %", lambda line: numbers.MISSING if line["theirs"] is line["right"] else _percent(
            line["theirs"].number("Pstar"), line["right"].number("Pstar")),
              group="paper, N = 256²"),
        right("N", _of_record(lambda r: r.disks), group="here"),
        right("φ", _of_record(lambda r: f"{r.number('packing_fraction'):.3f}"), group="here"),
        right("P* right", _of_record(expected), group="here"),
        right("P* ours, ± 95 %", _of_record(estimate), group="here"),
        right("Shift, %", _of_record(lambda r: _percent(r.value, r.expected[0])), group="here"),
        right("Shift, standard errors", _of_record(lambda r: numbers.z_value(r.z)), group="here"),
        text("Verdict", lambda line: verdict(line["record"].verdict if line["record"] else "not run"))],
                 note="Of other sizes and densities: rows of one variant stand beside each other, and what "
                      "they share is that pressures without the particle shuffle are wrong and those without "
                      "the colour shuffle right. P* right: a closed form for three disks, for five "
                      "Metropolis sampling that knows no cells. A row without the particle shuffle passes "
                      "where its shift is seen at a false alarm of 10⁻⁶. The sign of the shift depends on "
                      "the number of trials per cell (next section). The paper's shifts are from its first "
                      "rows.",
                 rows=lines, first="key")


def _systems(records):
    """One record of each system, by packing fraction: of this run before a recorded one, and of several seeds the worst."""
    def system(r):
        return r.number("packing_fraction"), r.disks

    return [max(rows, key=lambda r: (not r.recorded, VERDICTS.index(r.verdict)))
            for _, rows in group_by(sorted(records, key=system), system)]


def _of_record(show):
    return lambda line: show(line["record"]) if line["record"] else not_run("needs class W")


def _percent(value, right_one):
    shift = 100 * (value / right_one - 1)
    return Cell(numbers.minus(f"{shift:+.3f}"), raw=shift)


def _variant_of(row):
    """(particle shuffle, colour shuffle) of a line of the paper's table."""
    return tuple(part.split("=")[1] for part in row["method"].split(" ") if "=" in part)


def _printed(row):
    return published(numbers.with_uncertainty(row.number("Pstar"), row.number("err")), raw=row["Pstar"],
                     note=row["err_kind"])


def _pressures(context, records):
    pressures = [r for r in records if r.kind == "validation" and r.metric.startswith("pressure")
                 and r.disks == 65536]
    lines = []
    for row in context.data.anderson("Table 1"):
        key = _variant_of(row)
        line = {"particles": key[0], "colours": key[1], "eta": row.number("eta"), "published": _printed(row)}
        ours = [r for r in pressures if variant(context, r.scheme) == key
                and abs(r.number("packing_fraction", 0) - row.number("eta")) < 1e-6]
        lines += [{**line, **_ours(r, row)} for r in ours] or [{**line, **ABSENT, "ours": not_run(
            "needs class A: 65536 disks" if key == SHUFFLES[0] else "days of a GPU for each row; few disks are above")}]
    return Table("mpmc-table-1", "Pressure of N = 256² disks with shuffles on and off",
                 [text("Particle shuffle", "particles"), text("Colour shuffle", "colours"),
                  right("φ", "eta", "{:.3f}"), right("P* published", "published"),
                  right("P* ours, ± 95 %", "ours"), right("Ours − published", "difference"),
                  text("Scheme", "scheme"), text("Verdict", "verdict"),
                  text("Source", lambda _: "Anderson 2013, Table 1")],
                 note="The paper's caption does not define its uncertainties; compared with the "
                 "authors' data they are between half and one standard error. Rows without the "
                 "particle shuffle are biased on purpose: a value that differs from the first row "
                 "is the right answer there.",
                 rows=lines, first=lambda line: (line["particles"], line["colours"]))


ABSENT = {"difference": numbers.MISSING,
          "scheme": "", "verdict": verdict("not run")}


def _ours(record, row):
    gap = record.value - row.number("Pstar")
    return {"record": record, "ours": estimate(record), "scheme": short_scheme(record.scheme),
            "difference": Cell(numbers.minus(f"{gap:+.5f}"), raw=gap), "verdict": verdict(record.verdict)}


WORDS = {("Yes", "Yes"): "both shuffles", ("Yes", "No"): "no colour shuffle",
         ("No", "Yes"): "no particle shuffle", ("No", "No"): "no shuffle at all"}


COMMIT_TIME = (
    text("Variant", "variant", WORDS.get), text("Check", "check"), right("Schemes", "schemes"),
    right("Strongest signal", "strongest", matrix.strength),
    right("Trial moves", lambda line: numbers.power(line["strongest"].number("trials"))),
    right("Time", lambda line: numbers.duration(line["strongest"].number(
        "milliseconds", 1000 * (line["strongest"].seconds or 0)))),
    text("Conclusion", lambda line: _conclusion(line["strongest"], line["worst"])),
    text("Verdict", "worst", verdict))


def _commit_time(context, records):
    checks = [r for r in records if r.kind == "check" and variant(context, r.scheme)
              and r.metric.startswith(("stage/", "exact start/", "balance/"))
              and (not r.is_mutant or r.param("caught") or r.param("expected"))
              and r.verdict not in ("not claimed", "not run")]
    order = list(VARIANTS)
    checks.sort(key=lambda r: (order.index(variant(context, r.scheme)), r.metric, r.scheme))
    lines = [{"variant": key, "check": check, "schemes": len(rows),
              "strongest": max(rows, key=lambda r: abs(r.z if r.z is not None else r.value)),
              "worst": max((r.verdict for r in rows), key=VERDICTS.index)}
             for (key, check), rows in group_by(checks, lambda r: (variant(context, r.scheme), r.metric))]
    return Table("mpmc-table-1-commit", "The same conclusion at commit time", COMMIT_TIME,
                 note="The strongest signal over the schemes of a variant: z, or the deviation of "
                 "a check without statistics.", rows=lines)


def _conclusion(record, worst):
    if record.is_mutant:
        return "the fault is seen" if worst == "pass" else "the fault is missed"
    return {"pass": "samples correctly", "fail": "broken"}.get(worst, "open")
