"""Confidence in a pass: what the mutants, campaigns and improbable values of a run say of it."""

from common import extent, numbers, score

UNLIKELY = 1e-3  # validation/session.cpp counts the same


def build(context, records, mutants, missed):
    """[what is known of how much a pass is worth, in words, with its page]."""
    known = [_by_hand(records, mutants, missed), _generated(context), _repeated(context)]
    chance = by_chance(records)
    if chance:
        known.append({"what": "Improbable passes", "text": chance, "address": "#attention"})
    alarms = [r.number("false_alarm", 0) for r in records if not r.is_mutant]
    if any(alarms):
        known.append({"what": "False alarm", "address": "checks.html",
                      "text": f"at most {numbers.power(max(alarms), 1)} for each decision"})
    return known


def _by_hand(records, mutants, missed):
    caught, tried = extent.trials(records)  # as the commands count mutants
    text = f"{len(mutants) - len(missed)} of {len(mutants)} are caught"
    if tried != len(mutants):
        text += (". The commands count one again for each tiny model, size of a ring, and kind of "
                 f"check, which makes {caught} of {tried} caught")
    return {"what": "Mutants by hand", "text": text if mutants else "none was tried",
            "address": "mutants.html"}


def _generated(context):
    records = score.tried(context.records)
    if not records:
        return {"what": "Mutants, generated", "text": "not run here", "address": "generated.html"}
    killed, low, high = score.score(records)
    return {"what": "Mutants, generated", "address": "generated.html",
            "text": f"{killed} of {len(records)} are killed ({score.percent(low)} to "
                    f"{score.percent(high)} at 95 % confidence)"}


def _repeated(context):
    records = [r for r in context.records if r.kind == "campaign"]
    decisions, failed = (numbers.total(values) for values in (
        (r.fact("decisions", 0) for r in records), (r.value for r in records)))
    return {"what": "Many seeds", "address": "validation.html",
            "text": f"{numbers.whole(failed)} of {numbers.whole(decisions)} decisions about correct schemes failed"
            if records else "no campaign in this run"}


def unlikely(record):
    """A pass all the same: verdicts allow for everything that one run compares."""
    return record.verdict == "pass" and record.p is not None and record.p < UNLIKELY


def by_chance(records):
    """How many improbable passes there are beside how many there should be."""
    compared = [r for r in records if r.p is not None]
    found = sum(map(unlikely, compared))
    chance = numbers.significant(UNLIKELY * len(compared), 1)
    return found and (f"{found} of {len(compared)} compared values "
                      f"{'passes' if found == 1 else 'pass'} with a chance p below {UNLIKELY:g}: "
                      f"{chance} expected by chance.")
