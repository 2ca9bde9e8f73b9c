"""Performance over commits: the part of the machine's bound that each timing reached, and the rate after it.

Reads   benchmark records of all results files and of validation/recorded: facts entry, fraction_of_bound; host, git, time
Shows   for each host a panel of the entries that most commits timed, and a row for each entry: first and last commit
Leaves  records with uncommitted changes, which nobody can build again; two hosts never share a line
"""

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, SERIES, Figure, Panel
from common.selection import group_by
from common.tables import Cell, Table, right, text

LINES = len(SERIES)  # of a panel: more are told apart by nobody


def build(context, records):
    timings = [r for r in context.timings or records if r.of_bound is not None and not r.uncommitted and r.fields["git"].get("sha")]
    hosts = [Host(name, found) for name, found in group_by(sorted(timings, key=lambda r: r.fields["time"]), lambda r: r.machine)]
    compared = [host for host in hosts if len(host.commits) > 1]
    lead = ("A speed is told as the part of the bound that this machine sets by its arithmetic and memory, so that hosts can be "
            "compared; rates come second. Whether a commit is slower is decided by <code>bench --ab</code>, which runs both "
            "builds in turn, and not by this history. ")
    lead += " ".join(f"{host.name}: {len(host.commits)} commits." if host in compared else
                     f"{host.name}: there is only one commit, {host.commits[0][:8]}, so there is nothing to compare yet; its values are below."
                     for host in hosts)
    figures = [Figure("Part of the machine's bound, over commits in the order of their first timing.",
                      [host.panel(number) for number, host in enumerate(compared, 1)])] if compared else []
    return Artifact(lead, [_table(hosts)], figures)


class Host:
    """The timings of one machine."""

    def __init__(self, name, timings):
        self.name = name
        self.commits = list(dict.fromkeys(r.fields["git"]["sha"] for r in timings))
        entries = group_by(timings, lambda r: (r.family, entry(r), r.klass, r.threads))
        # The latest timing of a commit counts.
        self.lines = {key: {r.fields["git"]["sha"]: r for r in found} for key, found in entries}

    def panel(self, number):
        panel = Panel(f"suite-history-{number}", self.name)
        axes = panel.axes
        most = sorted(self.lines.items(), key=lambda item: (-len(item[1]), item[0]))[:LINES]
        for (colour, marker), (key, line) in zip(SERIES, most):
            places = [k for k, sha in enumerate(self.commits) if sha in line]
            axes.plot(places, [100 * line[self.commits[k]].of_bound for k in places], marker=marker, color=COLOUR[colour],
                      label=label(key))
        axes.set_xticks(range(len(self.commits)), [sha[:8] for sha in self.commits], rotation=45, ha="right")
        axes.set_ylabel("% of the bound")
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left", bbox_to_anchor=(-0.02, -0.45), borderaxespad=0, labelspacing=0.35)
        return panel


def entry(record):
    """The name of its timing; where the record states none, its scheme and what was timed."""
    system = [str(record.param(name)) for name in ("model", "particles", "extent") if record.param(name) is not None]
    return str(record.fact("entry", ", ".join([record.scheme, *system])))


def label(key):
    _, name, klass, threads = key
    return f"{name}, class {klass}" + (f", {threads} threads" if threads > 1 else "")


def _table(hosts):
    rows = [(host, key, [line[sha] for sha in host.commits if sha in line]) for host in hosts for key, line in sorted(host.lines.items())]
    rows = [{"host": host, "key": key, "first": found[0], "last": found[-1], "commits": len(found)} for host, key, found in rows]

    def part(which):
        return lambda row: Cell(f"{numbers.significant(100 * row[which].of_bound, 2)} %", raw=row[which].of_bound, record=row[which])

    return Table("suite-history", "First and last commit of each timing", [
        text("Host", lambda row: row["host"].name), text("Entry", lambda row: label(row["key"])),
        right("Commits", lambda row: row["commits"]),
        right("Of the bound, first", part("first")), right("Last", part("last")),
        right("Last over first", lambda row: numbers.significant(row["last"].of_bound / row["first"].of_bound, 3)),
        right("Value, last", lambda row: f"{numbers.significant(row['last'].value)} {row['last'].metric}"),
        text("From", lambda row: row["first"].fields["git"]["sha"][:8]), text("To", lambda row: row["last"].fields["git"]["sha"][:8])],
                 rows=rows, source=lambda row: row["last"], folded=True,
                 note="Part of the bound: by the cores that the entry uses. Star clusters have no bound here.")
