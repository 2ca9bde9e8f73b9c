"""Generated mutants: small changes of production files, which checks kill them, and what survives.

Reads   records of `touchstone mutate`: facts outcome, how, killed_by, milliseconds, checks, changed,
        diff, differs, compared_runs; params line, operator, function; of its scores, also of those that are
        kept: facts mutants, killed, not_reached, listed, equal
        checkers/mutants/equal.csv
Shows   the score of each file and of each operator with its interval; what kills, and how quickly;
        every survivor with its source lines, and whether it differs; scores over commits
"""

import explained
from common import numbers
from common.artifact import Artifact
from common.score import KILLED, SCORE, is_noticed, percent, score, tried
from common.selection import group_by
from common.tables import Cell, Table, hidden, number, right, text

UNREACHED = "not reached"


def build(_context, records):
    scores = [r for r in records if r.metric == SCORE]
    records = tried(records)
    return Artifact(_lead(records), [
        _scores("suite-generated-files", "Score of each file", "File", records, lambda r: r.scheme),
        _scores("suite-generated-operators", "Score of each operator", "Operator", records,
                lambda r: r.param("operator")),
        _killers(records), _survivors(records), _trend(scores)])


def _lead(records):
    lead = ("Each generated mutant is one small change of a production file, made by a program and by "
            "no author of a check. The checks that reach it run, the quickest first, until one fails.")
    if not records:
        return lead
    killed, low, high = score(records)
    return (f"{lead} <b>{killed} of {len(records)} are killed</b> ({percent(killed / len(records))}; "
            f"for all mutants {percent(low)} to {percent(high)} at 95 % confidence, if these are a sample "
            "of them). A survivor is equal to the original, or a gap in the checks of all families that use the file." + _without_equals(records))


def _without_equals(records):
    """Score without survivors that leave all numbers of all checks as they were."""
    noticed = [r for r in records if r.fact("outcome") == KILLED or not _why_equal(r) and is_noticed(r)]
    if len(noticed) in (0, len(records)):
        return ""
    killed, low, high = score(noticed)
    return (f" {len(records) - len(noticed)} survivors leave every number as it was, also on more systems drawn with other "
            f"seeds, and are likely to be equal, or are shown to be; of the others {percent(killed / len(noticed))} are killed "
            f"({percent(low)} to {percent(high)}).")


def _why_equal(record, known=explained.read()):
    """Why a survivor is equal, by the list of those that are, or None."""
    params = {name: record.param(name) for name in ("function", "operator", "original", "mutated")}
    return explained.reason(known, record.scheme, params, record.fact("diff", ""))


def _scores(name, caption, heading, records, key):
    groups = sorted(group_by(records, key))
    lines = [{"name": what, "mutants": len(rows), "score": score(rows), "rows": rows} for what, rows in groups]
    return Table(name, caption, [
        text(heading, "name"), right("Mutants", "mutants"), right("Killed", lambda line: line["score"][0]),
        right("Score", lambda line: percent(line["score"][0] / line["mutants"])),
        right("Interval", lambda line: f"{percent(line['score'][1])} to {percent(line['score'][2])}"),
        right("Not reached", _counted(lambda r: r.fact("outcome") == UNREACHED)),
        right("Other numbers, and all checks pass", _counted(lambda r: r.fact("outcome") == "survived"
                                                             and is_noticed(r)))],
                 rows=lines, note="Interval: 95 % confidence (Wilson). Not reached: no check runs the line. Other numbers: "
                 "in a check, or with another seed.")


def _counted(holds):
    return lambda line: sum(holds(r) for r in line["rows"])


def _killers(records):
    killed = [r for r in records if r.fact("outcome") == KILLED]
    groups = sorted(group_by(killed, lambda r: (r.fact("killed_by"), r.fact("how"))),
                    key=lambda item: (-len(item[1]), item[0]))
    return Table("suite-generated-killers", "What kills them", [
        text("Check", lambda item: item[0][0]), text("How", lambda item: item[0][1]),
        right("Mutants", lambda item: len(item[1])),
        number("Time, half of them", lambda item: _median(item[1]), numbers.duration)],
                 rows=groups, note="The quickest check that fails is named, not every one. Timeout: no end after "
                 "ten times the time of the original. Time: of all checks up to this one.")


def _median(rows):
    times = sorted(r.fact("milliseconds", 0.0) for r in rows)
    return times[len(times) // 2]


def _lines(record, sign):
    """The lines of the source before (-) or after (+) the change, as one."""
    lines = record.fact("diff", "").split("\n")
    return " ".join(line[1:].strip() for line in lines if line.startswith(sign))


def _survivors(records):
    rows = [r for r in records if r.fact("outcome") != KILLED]
    return Table("suite-generated-survivors", "Survivors", [
        text("Where", lambda r: f"{r.scheme}:{r.param('line')}"), text("Operator", "params.operator"),
        text("In", "params.function"),
        text("Lines", lambda r: Cell(_lines(r, "-"), kind="code")),
        text("with the mutant", lambda r: Cell(_lines(r, "+") or "(dropped)", kind="code")),
        text("What is known", lambda r: _why_equal(r) or r.note.removeprefix("survivor: ")), hidden("replay", "replay")],
                 rows=rows, folded=len(rows) > 40)


def _trend(scores):
    def alike(r):
        return r.fact("listed", 0) + r.fact("equal", 0)

    return Table("suite-generated-trend", "Scores over commits", [
        text("Family", "family"), text("Files", "params.file"), text("Time", lambda r: r.fields["time"][:16]),
        text("Commit", lambda r: (r.fields["git"].get("sha") or "unknown")[:7] + ("+" if r.uncommitted else "")),
        right("Mutants", "facts.mutants"), right("Killed", "facts.killed"), right("Not reached", "facts.not_reached"),
        right("Equal", alike), right("Score", lambda r: percent(r.value)),
        right("Interval", lambda r: f"{percent(r.low)} to {percent(r.high)}"),
        right("Score without equal ones", _without_alike), hidden("seed", lambda r: r.fields["seed"]),
        hidden("replay", "replay")],
                 rows=sorted(scores, key=lambda r: (r.family, str(r.param("file")), r.fields["time"])),
                 note="A sample of mutants on each line, of this run or of a kept one; files that families share count in "
                 "each. Equal: listed with the reason, or without other numbers anywhere. Commit with +: some files were changed.")


def _without_alike(record):
    total = record.fact("mutants", 0) - record.fact("listed", 0) - record.fact("equal", 0)
    return percent(record.fact("killed", 0) / total) if total else "none"
