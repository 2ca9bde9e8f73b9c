"""The front page in one screen: is it right, how sure, how fast, what failed."""

from common import census, confidence, explore, extent, machine, numbers, speed
from common.artifact import scheme_label, short_scheme
from common.records import VERDICTS
from common.templates import ORDER

KIND_NAMES = {"validation": "known values", "check": "checks", "mutant": "mutants",
              "benchmark": "timings"}

PAGES = {"suite": "explorer"}  # of families without a page of their own


def build(context, tables, covered, pages):
    """The values of the template front.html; `pages`: names of those that there are."""
    records = judged(context.records)
    mutants, missed = mutant_outcomes(records)
    listed = sorted((r for r in records
                     if r.verdict in ("fail", "inconclusive") or confidence.unlikely(r)),
                    key=lambda r: (-VERDICTS.index(r.verdict), r.p or 0))
    attention = [_attention(r) for r in listed]
    kinds = [kind for kind in KIND_NAMES if kind != "benchmark"]  # a timing claims nothing
    return {"headline": _headline(records, mutants, missed), "extent": extent.build(covered),
            "kinds": [KIND_NAMES[kind] for kind in kinds],
            "families": [_family(family, records, kinds, pages)
                         for family in sorted({r.family for r in records})],
            "sure": confidence.build(context, records, mutants, missed),
            "absent": sum(table.verdicts().count("not run") for table in tables),
            "speed": _speed(context), "facts": machine.facts(records), "attention": attention,
            "failed": [item for item in attention if item["record"].verdict == "fail"],
            "unclear": sum(r.verdict == "inconclusive" for r in records),
            "chance": confidence.by_chance(records)}


def judged(records):
    """Without survivors of mutations, which are no verdicts, and campaigns, which count other runs."""
    return [r for r in records if r.kind not in ("mutation", "campaign")]


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
        word = f"{failed} of {len(records)} records fail{'s' * (failed == 1)}." if failed else "A mutant is missed."
        name = "fail"
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


def counts(records, family):
    """[(kind, how often each verdict)] of one family."""
    groups = {kind: [r for r in judged(records) if r.family == family and kind_of(r) == kind]
              for kind in KIND_NAMES}
    return [(KIND_NAMES[kind], _tally(kind, group)) for kind, group in groups.items() if group]


def _family(family, records, kinds, pages):
    found = dict(counts(records, family))
    return {"family": family, "address": f"{PAGES.get(family, family)}.html"
            if PAGES.get(family, family) in pages else "",
            "tallies": [found.get(KIND_NAMES[kind]) for kind in kinds]}


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
    serial = best and speed.serial_rate(context.records, best)
    bars, names = [], set()
    for word, record in (("fastest", best),
                         ("fastest on one thread", speed.best(context.records, size, 1)),
                         ("serial reference", serial)):
        if record is not None and record.key not in names:
            names.add(record.key)
            elsewhere = "" if speed.disks(record) == size else f", N = {speed.disks(record)}"
            bars.append((record.value, "ours", scheme_label(record), speed.of_bound(record) + word + elsewhere))
    if bars:
        bars += [(rates[size][0], "published", hardware, "published, other hardware")
                 for hardware, rates in theirs.items() if size in rates]
    bars.sort(key=lambda bar: -bar[0])
    others = [(rate, "", f"{record.family} {scheme_label(record)}", f"{speed.of_bound(record)}10⁶ {counted} per second")
              for record, rate, counted in speed.fastest_of_others(context.records)]
    return {"size": numbers.count(size), "conditions": machine.conditions(context.records), "bars": [_bar(*bar, bars[0][0]) for bar in bars],
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


def _attention(record):
    """A record with what was seen, and the command that repeats it."""
    z = "" if record.z is None else f", z = {numbers.z_value(record.z)}"
    if confidence.unlikely(record):
        z += f", p = {record.p:.0e}"
    return {"record": record, "seen": numbers.plain(record.value, 6) + z,
            "note": machine.relative(record.note), "replay": machine.relative(record.replay)}
