"""Parts of the two matrices: which check, in which column, with which short name, and which
checks have a table in common."""

import re

from common import balance, numbers
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Column


def check_columns(records):
    """[(check, Column)] grouped by the part of the name before '/'."""
    checks = sorted(dict.fromkeys(r.metric for r in records), key=balance.position)
    groups = group_by(checks, lambda check: check.split("/", 1)[0] if "/" in check else "")
    columns = []
    for group, names in groups:
        for name in names:
            columns.append((name, Column(name.split("/", 1)[-1], "r", tall=True, group=group)))
    return columns


def group_of(record):
    """The part of a check's name before '/'."""
    return record.metric.split("/", 1)[0] if "/" in record.metric else ""


def parts(name, records):
    """[(name of a table, family, groups of checks, records)]: one table for each family and kind of
    check. Groups that judge a scheme or a mutant in common are one kind."""
    found = []
    for family, mine in group_by(sorted(records, key=lambda r: r.family), lambda r: r.family):
        kinds = []
        for _, rows in group_by(mine, lambda r: r.scheme):
            groups = list(dict.fromkeys(group_of(r) for r in rows if r.verdict != "not run"))
            joined = [kind for kind in kinds if set(kind) & set(groups)]
            kinds = [kind for kind in kinds if kind not in joined]
            if groups:
                kinds.append(list(dict.fromkeys(sum(joined, []) + groups)))
        for kind in kinds:
            suffix = f"-{_slug(min(kind))}" if len(kinds) > 1 else ""
            found.append((f"{name}-{family}{suffix}", family, kind,
                          [r for r in mine if group_of(r) in kind]))
    return found


def _slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


MOST = 10**7  # violations that are counted; a larger value is a deviation


def strength(record):
    """Finding of the check: z when it has one, else a number of violations or a deviation."""
    if balance.is_exact(record):
        return balance.seen(record)
    if record.z is not None:
        return numbers.z_value(record.z)
    if numbers.known(record.value) and record.value == int(record.value) < MOST:
        return f"{int(record.value)} violation" + ("" if record.value == 1 else "s")
    return numbers.power(record.value, 1)


def mutant_cell(record):
    """Killed (filled), killed by a check named for it (framed), missed (red), no effect (a dot)."""
    if record is None or record.verdict == "not run":
        return Cell("", raw="not run", kind="idle")
    named = record.param("expected") is True
    if record.param("caught") is True:
        why = "caught, and named as a check that must" if named else "caught"
        return Cell(strength(record) if record.z is not None else "●", raw="caught",
                    kind="killed named" if named else "killed",
                    note=f"{record.metric}: {why}; saw {strength(record)}", record=record)
    if named or record.verdict == "fail":
        return Cell("✗ missed", raw="missed", kind="missed", record=record,
                    note=f"{record.metric}: named as a check that must catch it, and did not")
    return Cell("·", raw="not caught", kind="idle")


def exact_mutant_cell(rows):
    """One verdict on all tiny models of a mutant: the exact number it saw, the largest of them."""
    if not rows:
        return Cell("", raw="not run", kind="idle")
    caught = [r for r in rows if r.param("caught") is True]
    named = any(r.param("expected") is True for r in rows)
    metric = rows[0].metric
    if any(r.param("expected") is True and r not in caught for r in rows):
        return Cell("✗ missed", raw="missed", kind="missed", record=rows[0],
                    note=f"{metric}: named as a verdict that must fail, and did not")
    if not caught:
        return Cell("·", raw="not caught", kind="idle", note=f"{metric}: holds")
    most = max(caught, key=lambda r: abs(r.value))
    part = "" if len(caught) == len(rows) else " " + numbers.share(len(caught), len(rows))
    why = "caught, and named as a verdict that must fail" if named else "caught"
    return Cell(balance.amount(most) + part, raw=f"caught: {balance.seen(most)}{part}",
                kind="killed named" if named else "killed", record=most,
                note=f"{metric}: {why}; {balance.seen(most)} on {most.param('model', '')}"
                + (f"; on {len(caught)} of {len(rows)} models" if part else ""))


OUTCOMES = {"pass": ("✓", "ok"), "fail": ("✗", "bad"), "inconclusive": ("≈", "noisy"),
            "not claimed": ("·", "idle"), "not run": ("○", "idle")}
LEGEND = ("✓ pass, ✗ fail, ≈ inconclusive (with what was seen), · not claimed, ○ not run, empty: "
          "no record. The reason of · and ○ is shown on hovering, and listed below.")


UNJUDGED = ("not claimed", "not run")


def reason(record, before=""):
    """Why a check says nothing of a scheme, as its record tells, without the scheme's own name."""
    text = record.note.removeprefix(f"{record.scheme}: ")
    return f"{before}{text}" if text else ""


def exact_scheme_cell(rows):
    """The worst verdict on all tiny models of a scheme."""
    return scheme_cell(max(rows, key=lambda r: VERDICTS.index(r.verdict), default=None))


def scheme_cell(record):
    """A verdict as a sign, with the word in the CSV and on hovering."""
    if record is None:
        return Cell("", raw="", kind="idle")
    sign, kind = OUTCOMES[record.verdict]
    if record.verdict in UNJUDGED:
        return Cell(sign, raw=record.verdict, kind=kind,
                    note=f"{record.metric}: {record.verdict}{reason(record, ': ')}")
    text = sign
    if record.verdict in ("fail", "inconclusive"):
        text = f"{sign} {strength(record)}" if record.z is not None else sign
    return Cell(text, raw=record.verdict, kind=kind, record=record,
                note=f"{record.metric}: {record.verdict}; saw {strength(record)}")
