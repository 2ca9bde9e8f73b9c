"""The front page: what passed, what failed, how fast, on what machine. One screen."""

from common import census, explore, extent, machine, numbers, speed, templates
from common.artifact import scheme_label, short_scheme
from common.records import VERDICTS

ORDER = ("pass", "fail", "inconclusive", "not claimed", "not run")
UNLIKELY = 1e-3  # validation/session.cpp counts the same
KIND_NAMES = {"validation": "known values", "check": "checks", "mutant": "mutants",
              "benchmark": "timings"}


def build(context, sections, covered):
    """The HTML of the first screen and of the list of what needs attention."""
    # Survivors of mutations are no verdicts, and a campaign counts those of other runs.
    records = [r for r in context.records if r.kind not in ("mutation", "campaign")]
    mutants, missed = mutant_outcomes(records)
    trials = extent.trials(records)  # as the commands count mutants
    listed = sorted((r for r in records
                     if r.verdict in ("fail", "inconclusive") or unlikely(r)),
                    key=lambda r: (-VERDICTS.index(r.verdict), r.p or 0))
    return templates.render(
        "front.html", headline=_headline(records, mutants, missed), extent=extent.build(covered),
        verdicts=ORDER, counts=_counts(records),
        absent=sum(table.verdicts().count("not run")
                   for _, artifact, _, _ in sections for table in artifact.tables),
        trials=trials if trials[1] != len(mutants) else None, speed=_speed(context),
        facts=machine.facts(records), attention=[_attention(r) for r in listed],
        chance=_by_chance(records))


def kind_of(record):
    return "mutant" if record.is_mutant else record.kind


def mutant_outcomes(records):
    """{mutant: [check record]} and the names of those that were missed."""
    mutants = explore.by_mutant(records)
    return mutants, [name for name, rows in mutants.items() if census.missed(rows)]


def _headline(records, mutants, missed):
    worst = max((r.verdict for r in records), key=VERDICTS.index, default="not run")
    failed = sum(r.verdict == "fail" for r in records)
    unclear = sum(r.verdict == "inconclusive" for r in records)
    passed = sum(r.verdict == "pass" and not r.is_mutant and r.kind != "benchmark"
                 for r in records)
    if missed or failed:
        word, name = f"{failed} of {len(records)} records fail{'s' * (failed == 1)}.", "fail"
    elif unclear:
        word, name = f"Nothing fails; {unclear} are too noisy to tell.", "inconclusive"
    elif worst == "pass":
        word, name = f"All {passed} judged records pass.", "pass"
    else:
        word, name = "Nothing was judged.", "not run"
    caught = len(mutants) - len(missed)
    killed = (f" {caught} of {len(mutants)} mutants {'is' if caught == 1 else 'are'} caught."
              if mutants else " No mutant was tried.")
    return {"verdict": name, "text": word, "mutants": killed}


def _counts(records):
    """[(family, [(kind, how often each verdict)])]."""
    counts = []
    for family in sorted({r.family for r in records}):
        groups = {kind: [r for r in records if r.family == family and kind_of(r) == kind]
                  for kind in KIND_NAMES}
        counts.append((family, [(KIND_NAMES[kind], _tally(kind, group))
                                for kind, group in groups.items() if group]))
    return counts


def _tally(kind, records):
    """How often each verdict was given; mutants are counted as mutants, not check by check."""
    tally = dict.fromkeys(ORDER, 0)
    if kind == "mutant":
        mutants, missed = mutant_outcomes(records)
        tally.update({"pass": len(mutants) - len(missed), "fail": len(missed)})
        return tally
    for record in records:
        if explore.applies(record):
            tally[record.verdict] += 1
    return tally


def _speed(context):
    """Rates at the largest size that the paper and this run share; of other families the best."""
    theirs = speed.published_rates(context)
    shared = {size for rates in theirs.values() for size in rates}
    timed = {speed.disks(r) for r in speed.rates(context.records)}
    size = max(timed & shared or timed, default=0)
    best = speed.best(context.records, size)
    serial = speed.serial_rate(context.records, size)
    bars, names = [], set()
    for word, record in (("fastest", best),
                         ("fastest on one thread", speed.best(context.records, size, 1)),
                         ("serial reference", serial)):
        if record is not None and record.key not in names:
            names.add(record.key)
            elsewhere = "" if speed.disks(record) == size else f", N = {speed.disks(record)}"
            bars.append((record.value, "ours", scheme_label(record), word + elsewhere))
    if bars:
        bars += [(rates[size][0], "published", hardware, "published, other hardware")
                 for hardware, rates in theirs.items() if size in rates]
    bars.sort(key=lambda bar: -bar[0])
    others = [(rate, "", f"{record.family} {scheme_label(record)}", f"10⁶ {counted} per second")
              for record, rate, counted in speed.fastest_of_others(context.records)]
    return {"size": numbers.count(size), "bars": [_bar(*bar, bars[0][0]) for bar in bars],
            "others": [_bar(*other) for other in others],
            "best": best and short_scheme(best.scheme), "ratios": _ratios(best, serial, bars)}


def _bar(rate, kind, label, what, top=None):
    return {"rate": numbers.rate(rate), "kind": kind, "label": label, "what": what,
            "width": top and f"{100 * rate / top:.2f}"}


def _ratios(best, serial, bars):
    parts = []
    if serial is not None and best is not None and best is not serial:
        parts.append(f"{numbers.significant(best.value / serial.value)} × the serial reference")
    for rate, kind, label, _ in bars:
        if kind == "published" and "K20" in label:
            parts.append(f"{numbers.significant(best.value / rate)} × the paper's K20")
    return ", ".join(parts)


def unlikely(record):
    """A pass all the same: verdicts allow for everything that one run compares."""
    return record.verdict == "pass" and record.p is not None and record.p < UNLIKELY


def _by_chance(records):
    """How many improbable passes there are beside how many there should be."""
    compared = [r for r in records if r.p is not None]
    found = sum(map(unlikely, compared))
    chance = numbers.significant(UNLIKELY * len(compared), 1)
    return found and (f"{found} of {len(compared)} compared values "
                      f"{'passes' if found == 1 else 'pass'} with a chance p below {UNLIKELY:g}: "
                      f"{chance} expected by chance.")


def _attention(record):
    """A record with what was seen, and the command that repeats it."""
    z = "" if record.z is None else f", z = {numbers.z_value(record.z)}"
    if unlikely(record):
        z += f", p = {record.p:.0e}"
    return {"record": record, "seen": numbers.plain(record.value, 6) + z,
            "note": machine.relative(record.note), "replay": machine.relative(record.replay)}
