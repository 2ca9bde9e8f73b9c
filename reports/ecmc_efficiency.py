"""Event chains: independent samples per second of whole simulations.

Reads   validation records of ecmc/efficiency
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.selection import group_by
from common.tables import Cell, Column, Table, estimate, not_run

RATE = "independent samples of psi6 per second"
SWEEPS = "relaxation of psi6, sweeps"
SWEEP_TIME = "seconds per sweep of event chains"
SERIAL = "ecmc/sampler-cells"


def build(_context, records):
    lead = ("Liftings per second are no end in themselves: what counts is how fast a simulation "
            "forgets where it was. The slowest thing it has to forget is the global orientation "
            "of the bonds, Ψ₆. A sweep of event chains is "
            f"{_liftings(records)} of each disk, half of them along x and half along y, the "
            "constraint graphs included; one of the checkerboard is about 2.2 trial moves of each "
            "disk.")
    return Artifact(lead, [_samples(records), _sweeps(records)])


def _liftings(records):
    found = sorted({r.number("liftings_per_sweep") for r in records
                    if r.param("liftings_per_sweep") is not None})
    return f"about {' or '.join(f'{n:g}' for n in found)} liftings" if found else "some liftings"


def _samples(records):
    table = Table("ecmc-efficiency", "Independent samples per second",
                  [Column("System"), Column("Scheme"), Column("Relaxation, sweeps", "r"),
                   Column("ms per sweep", "r"), Column("Samples per second", "r"),
                   Column("over serial chains", "r"), Column("Remark")],
                  note="Serial chains: sampler-cells. One over twice the integrated "
                       "autocorrelation time of Re and Im Ψ₆, over the seconds of a sweep; "
                       "intervals are those of the autocorrelation time.")
    rates = sorted((r for r in records if r.metric == RATE),
                   key=lambda r: (r.disks, r.number("packing_fraction", 0)))
    for system, rows in group_by(rows_of(rates), _system):
        serial = next((r for r in rows if r.scheme == SERIAL and r.threads == 1), None)
        for i, r in enumerate(rows):
            table.add(system, scheme_label(r), *_cells(records, r, serial),
                      kind="first" if i == 0 else "")
    if not rates:
        table.add("this machine", "", not_run(), not_run(), not_run(), not_run(), "")
    return table


def rows_of(rates):
    """Finite rates only: a chain without a relaxation time has none."""
    return [r for r in rates if r.value == r.value and r.value > 0]


def _system(record):
    return f"N = {numbers.count(record.disks)}, η = {record.number('packing_fraction'):g}"


def _cells(records, r, serial):
    tau = next((t for t in records if t.metric == SWEEPS and t.scheme == r.scheme
                and _system(t) == _system(r)), None)
    ratio = r.value / serial.value if serial else None
    return [estimate(tau) if tau else numbers.MISSING,
            Cell(numbers.significant(1e3 / (2 * tau.value * r.value)),
                 raw=1 / (2 * tau.value * r.value)) if tau else numbers.MISSING,
            estimate(r),
            Cell(numbers.significant(ratio), raw=ratio) if ratio else numbers.MISSING,
            "" if r.fact("converged", True) else "chains too short"]


def _sweeps(records):
    chosen = [r for r in records if r.metric == SWEEP_TIME and r.value > 0]
    sizes = sorted({r.disks for r in chosen})
    columns = [Column("Scheme")]
    for n in sizes or [0]:
        columns += [Column("ms per sweep", "r", group=f"N = {numbers.count(n)}"),
                    Column("over serial chains", "r", group=f"N = {numbers.count(n)}")]
    table = Table("ecmc-sweeps", "Sweeps of whole simulations, larger systems", columns,
                  note="With the graphs, the legs and the repair of horizon violations. The "
                       "sampler takes a thread for every eight active disks at most, and has "
                       "√N / 8 of them.")
    serial = {r.disks: r for r in chosen if r.scheme == SERIAL}
    for label, rows in group_by(sorted(chosen, key=lambda r: (r.scheme != SERIAL, r.scheme,
                                                               r.threads)), scheme_label):
        found = {r.disks: r for r in rows}
        cells = []
        for n in sizes:
            r, base = found.get(n), serial.get(n)
            cells += [numbers.MISSING if r is None else
                      Cell(numbers.significant(1e3 * r.value), raw=r.value, kind="ours"),
                      numbers.MISSING if r is None or base is None else
                      Cell(numbers.significant(base.value / r.value), raw=base.value / r.value)]
        table.add(label, *cells)
    if not chosen:
        table.add("this machine", not_run(), not_run())
    return table
