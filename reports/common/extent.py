"""How much of the suite this run is: one line under the headline, and what to type for the rest."""

import html

from common import commands, coverage, explore
from common.commands import verb_of
from common.selection import group_by
from common.tables import chip


def build(covered):
    """The HTML of the line, and the folded list of sections that have no records."""
    missing = [entry for state in (coverage.NOT_RUN, coverage.RECORDED, coverage.LONGER)
               for entry in covered.of(state)]
    return (f'<p class="extent">{_sentence(covered)}</p>' + _gaps(covered.of(coverage.GAP))
            + _list(covered, missing))


def _sentence(covered):
    sections, shown = len(covered.judged()), len(covered.of(coverage.SHOWN))
    longer, recorded = covered.of(coverage.LONGER), covered.of(coverage.RECORDED)
    partial = bool(covered.of(coverage.NOT_RUN) or recorded or covered.of(coverage.GAP))
    counted = f"{shown} of {sections} sections"
    with_records, listed = covered.schemes
    if listed:
        counted += f" and {with_records} of {listed} schemes"
        partial = partial or with_records < listed
    text = f"{'<b>Partial run:</b> ' if partial else ''}{counted} have records of this run."
    if recorded:
        text += (f" {len(recorded)} more show{'s' * (len(recorded) == 1)} recorded, longer runs "
                 "alone.")
    if longer:
        classes = ", ".join(sorted({entry.klass for entry in longer}))
        text += f" {len(longer)} need{'s' * (len(longer) == 1)} a longer class ({classes})."
    return text


def _gaps(entries):
    if not entries:
        return ""
    links = "; ".join(_link(entry) for entry in entries)
    many = "1 gap" if len(entries) == 1 else f"{len(entries)} gaps"
    return (f'<p class="gap">{chip("fail", many)} What fills these sections was run whole, and '
            f"wrote nothing for them: {links}.</p>")


def _list(covered, entries):
    """Sections by the command that fills them."""
    if not entries:
        return ""
    many = "1 section" if len(entries) == 1 else f"{len(entries)} sections"
    items = "".join(
        f"<li><code>{html.escape(typed)}</code> – {'; '.join(_link(e) for e in group)}</li>"
        for typed, group in group_by(entries, lambda e: " and ".join(commands.commands(e))))
    return (f'<details class="missing"><summary>{many} without records of this run, and what to '
            f"type for each</summary><p class=\"note\">Everything at once: <code>./touchstone "
            f"reproduce</code>.</p><ul>{items}</ul></details>")


def _link(entry):
    return f'<a href="#{entry.name}">{html.escape(entry.title)}</a>'


def trials(records):
    """(caught, tried) as the commands count mutants: exact balance counts each tiny model."""
    outcomes = {}
    for record in records:
        if record.is_mutant and explore.applies(record):
            verb = verb_of(record)
            key = (verb, record.scheme, record.param("model") if verb == "balance" else None)
            outcomes[key] = outcomes.get(key, False) or record.param("caught") is True
    return sum(outcomes.values()), len(outcomes)
