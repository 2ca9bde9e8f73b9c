"""Event chains: independent samples per second of whole simulations.

Reads   validation records of ecmc/efficiency
"""

from common import columns, numbers
from common.artifact import Artifact, scheme_label
from common.selection import group_by
from common.tables import Cell, Table, estimate, not_run, number, right, text

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
    def run(r):  # classes have runs of one system with other lengths
        return _system(r), r.klass, r.fields["seed"], r.machine

    def relaxation(r):
        return next((t for t in records if t.metric == SWEEPS and t.scheme == r.scheme and run(t) == run(r)), None)

    def sweep(r):
        tau = relaxation(r)
        seconds = r.fact("seconds_per_sweep", 1 / (2 * tau.value * r.value) if tau else None)
        return seconds and 1e3 * seconds

    def over_serial(r):
        serial = next((s for s in rates if s.scheme == SERIAL and s.threads == 1 and run(s) == run(r)), None)
        return r.value / serial.value if serial else None

    rates = sorted(rows_of(r for r in records if r.metric == RATE),
                   key=lambda r: (r.disks, r.number("packing_fraction", 0)))
    table = Table("ecmc-efficiency", "Independent samples per second",
                  [text("System", _system), columns.SCHEME,
                   right("Relaxation, sweeps", relaxation, estimate, missing=numbers.MISSING),
                   number("ms per sweep", sweep, numbers.significant),
                   columns.ours("Samples per second"),
                   number("over serial chains", over_serial, numbers.significant),
                   text("Remark", lambda r: "" if r.fact("converged", True)
                        else "chains too short")],
                  note="Serial chains: sampler-cells. One over twice the integrated "
                       "autocorrelation time of Re and Im Ψ₆, over the seconds of a sweep; "
                       "intervals are those of the autocorrelation time.",
                  rows=rates, first=_system)
    if not rates:
        table.add("this machine", "", not_run(), not_run(), not_run(), not_run(), "")
    return table


def rows_of(rates):
    """Finite rates only: a chain without a relaxation time has none."""
    return [r for r in rates if r.value == r.value and r.value > 0]


def _system(record):
    return f"N = {numbers.count(record.disks)}, η = {record.number('packing_fraction'):g}"


def _sweeps(records):
    chosen = [r for r in records if r.metric == SWEEP_TIME and r.value > 0]
    serial = {r.disks: r for r in chosen if r.scheme == SERIAL}

    def seconds(n):
        return lambda line: Cell(numbers.significant(1e3 * line[1][n].value),
                                 raw=1e3 * line[1][n].value, kind="ours") if n in line[1] else None

    def faster(n):
        return lambda line: serial[n].value / line[1][n].value if n in line[1] and n in serial \
            else None

    of_sizes = [column for n in sorted({r.disks for r in chosen}) or [0] for column in (
        right("ms per sweep", seconds(n), missing=numbers.MISSING, group=f"N = {numbers.count(n)}"),
        number("over serial chains", faster(n), numbers.significant,
               group=f"N = {numbers.count(n)}"))]
    table = Table("ecmc-sweeps", "Sweeps of whole simulations, larger systems",
                  [text("Scheme", lambda line: line[0]), *of_sizes],
                  note="With the graphs, the legs and the repair of horizon violations. The "
                       "sampler takes a thread for every eight active disks at most, and has "
                       "√N / 8 of them.",
                  rows=[(label, {r.disks: r for r in rows}) for label, rows in group_by(
                      sorted(chosen, key=lambda r: (r.scheme != SERIAL, r.scheme, r.threads)),
                      scheme_label)])
    if not chosen:
        table.add("this machine", not_run(), not_run())
    return table
