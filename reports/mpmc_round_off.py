"""Section 3.2: particles lost or duplicated by rounding in the cell shift, per particle and shift.

Reads   check records whose metric starts with round-off (params variant, mantissa_bits, lost,
        duplicated, shifts); mpmc_text.csv for what the paper saw
"""

from common import columns, numbers
from common.artifact import Artifact, short_scheme
from common.tables import Cell, Table, not_run, published, right, text, verdict



def build(context, records):
    records = [r for r in records if not r.is_mutant or r.param("caught") or r.param("expected")]
    table = Table("mpmc-round-off", "Particles lost or duplicated, per particle and shift",
                  [text("Expression", lambda r: r.param("variant", short_scheme(r.scheme))),
                   text("Check", "metric"), text("Precision", _precision),
                   right("Lost", lambda r: _rate(r, "lost")),
                   right("Duplicated", lambda r: _rate(r, "duplicated")),
                   right("Tried", lambda r: numbers.power(_tried(r))), columns.VERDICT,
                   text("Source", lambda r: "recorded" if r.recorded else "this run")],
                  note="Half precision turns a fault that single precision shows once in a "
                  "thousand million shifts into one that shows in milliseconds. For a mutant, pass "
                  "means the fault was seen.",
                  rows=sorted(records, key=lambda r: (r.is_mutant, r.scheme, r.metric)))
    if not records:
        table.line({"Expression": "all expressions", "Lost": not_run(), "Duplicated": not_run(),
                    "Verdict": verdict("not run"), "Source": ""}, blank=numbers.MISSING)
    for quantity, name in (("particles lost with unlike shift expressions", "unlike expressions"),
                           ("particles lost with Algorithm 4", "same expression (Algorithm 4)")):
        row = context.data.text_row(quantity)
        about = "about " if row["kind"] == "order of magnitude" else ""
        table.line({"Expression": name, "Check": "simulation", "Precision": "single",
                    "Lost": published(f"{about}{row['value']} {row['unit']}", raw=row["value"]),
                    "Verdict": "", "Source": f"Anderson 2013, {row['where']}"},
                   blank=numbers.MISSING, kind="first" if name.startswith("unlike") else "")
    lead = ("Two threads decide who owns a particle after the shift. They must evaluate the very "
            "same expression, or rounding loses particles or counts them twice.")
    return Artifact(lead, [table])


def _precision(record):
    bits = record.param("mantissa_bits")
    names = {10: "half (10 bits)", 11: "half (10 bits)", 23: "single", 24: "single", 53: "double",
             52: "double"}
    return names.get(bits, f"{bits} bits" if bits else str(record.param("precision", "–")))


def _tried(record):
    return record.number("shifts", record.number("particle_shifts", record.number("trials")))


def _rate(record, name):
    """A rate per particle and shift: given as such, or as a count over what was tried."""
    rate, count, tried = record.number(f"{name}_rate"), record.number(name), _tried(record)
    if rate is None and count is not None and tried:
        rate = float(count) / float(tried)
    if rate is None:
        return Cell(numbers.MISSING, raw="")
    return Cell(numbers.power(float(rate)), raw=float(rate), kind="ours")
