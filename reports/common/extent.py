"""How much of the suite this run is: one line under the headline, and what to type for the rest."""

from common import commands, coverage, explore
from common.commands import verb_of
from common.selection import group_by


def build(covered):
    """Text about it on the front page: words, the gaps, and the other sections by command."""
    missing = [entry for state in (coverage.NOT_RUN, coverage.RECORDED, coverage.LONGER)
               for entry in covered.of(state)]
    partial, text = _sentence(covered)
    return {"partial": partial, "text": text, "gaps": covered.of(coverage.GAP),
            "count": len(missing), "missing": group_by(
                missing, lambda entry: " and ".join(commands.commands(entry)))}


def _sentence(covered):
    """(whether the run is partial, how much has records)."""
    sections, shown = len(covered.judged()), len(covered.of(coverage.SHOWN))
    longer, recorded = covered.of(coverage.LONGER), covered.of(coverage.RECORDED)
    partial = bool(covered.of(coverage.NOT_RUN) or recorded or covered.of(coverage.GAP))
    counted = f"{shown} of {sections} sections"
    with_records, listed = covered.schemes
    if listed:
        counted += f" and {with_records} of {listed} schemes"
        partial = partial or with_records < listed
    text = f"{counted} have records of this run."
    if recorded:
        text += (f" {len(recorded)} more show{'s' * (len(recorded) == 1)} recorded, longer runs "
                 "alone.")
    if longer:
        classes = ", ".join(sorted({entry.klass for entry in longer}))
        text += f" {len(longer)} need{'s' * (len(longer) == 1)} a longer class ({classes})."
    return partial, text


def trials(records):
    """(caught, tried) as the commands count mutants: exact balance counts each tiny model."""
    outcomes = {}
    for record in records:
        if record.is_mutant and explore.applies(record):
            verb = verb_of(record)
            key = (verb, record.scheme, record.param("model") if verb == "balance" else None)
            outcomes[key] = outcomes.get(key, False) or record.param("caught") is True
    return sum(outcomes.values()), len(outcomes)
