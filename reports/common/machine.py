"""On what machine, with what build, at what commit, when: read from the records only."""

import pathlib
import re

from common import numbers

ROOT = str(pathlib.Path(__file__).resolve().parents[2])


def relative(text):
    """The text without folders of this machine: a report is read elsewhere."""
    text = text.replace(ROOT + "/", "").replace(ROOT, ".")
    return re.sub(r"(?<![\w./:])/(?:home|root|tmp|work|mnt|srv|Users|var|opt|builds?)/[^\s'\"]*/",
                  "", text)


def distinct(values):
    """In order of first appearance, without empty ones."""
    return list(dict.fromkeys(str(v) for v in values if v not in (None, "", [])))


def facts(records):
    """[(name, text)] of host, build and commit; several values are all named."""
    def of(group, name):
        return distinct(relative(str(r.fields[group].get(name) or "")) for r in records)
    processors = of("host", "cpu")
    cores = of("host", "cores")
    commits = distinct((r.fields["git"].get("sha") or "")[:12]
                       + (" with uncommitted changes" if r.fields["git"].get("dirty") else "")
                       for r in records)
    return [("Processor", " / ".join(processors) or "unknown"),
            ("Cores", " / ".join(cores) or "unknown"),
            ("GPU", " / ".join(of("host", "gpu")) or "none: not run on a device"),
            ("Threads used", ", ".join(str(t) for t in sorted({r.threads for r in records}))),
            ("Compiler", " / ".join(of("build", "compiler")) or "unknown"),
            ("Flags", " / ".join(of("build", "flags")) or "unknown"),
            ("Build", " / ".join(of("build", "type")) or "unknown"),
            ("Commit", " / ".join(c for c in commits if c.strip()) or "unknown"),
            ("Class", classes(records)),
            ("Measured", period(records)),
            ("Time spent", spent(records))]


def conditions(records):
    """How busy the machines were and how fast their clocks, when these records were timed; "" for none."""
    timed = [r for r in records if r.kind == "benchmark"]
    if not timed:
        return ""
    cores = "/".join(distinct(r.fields["host"].get("cores") for r in timed)) or "?"
    load = _range([r.fact("load_average") for r in timed])
    clock = _range([r.fact("clock_megahertz") for r in timed], 1e-3, " GHz")
    return f"Timed on {cores} cores; load before the runs: {load}; clock after them: {clock}."


def _range(values, scale=1.0, unit=""):
    known = [scale * value for value in values if value is not None]
    if not known:
        return "unknown"
    low, high = f"{min(known):.2f}", f"{max(known):.2f}"
    return (low if low == high else f"{low} to {high}") + unit


def classes(records):
    """The problem classes of the records; the one that is no size of a simulation is explained."""
    names = sorted({r.klass for r in records if r.klass})
    return ", ".join("tiny (exact systems of a few states)" if name == "tiny" else name
                     for name in names) or "none"


def period(records):
    times = sorted(distinct(r.fields.get("time") for r in records))
    if not times:
        return "unknown"
    first, last = times[0][:16].replace("T", " "), times[-1][:16].replace("T", " ")
    if first == last:
        return f"{first} UTC"
    return f"{first} – {last[11:] if first[:10] == last[:10] else last} UTC"


def spent(records):
    seconds = sum(r.seconds for r in records if numbers.known(r.seconds))
    if seconds < 120:
        return f"{numbers.significant(seconds, 2)} s"
    return f"{numbers.significant(seconds / 60, 2)} min"
