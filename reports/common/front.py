"""The front page: what passed, what failed, how fast, on what machine. One screen."""

import html

from common import census, explore, extent, machine, numbers, speed
from common.artifact import scheme_label, short_scheme
from common.records import VERDICTS
from common.tables import CHIP_SIGNS, chip

TOP = ' class="top"'
ORDER = ("pass", "fail", "inconclusive", "not claimed", "not run")
UNLIKELY = 1e-3  # validation/session.cpp counts the same
KIND_NAMES = {"validation": "known values", "check": "checks", "mutant": "mutants",
              "benchmark": "timings"}


def build(context, sections, covered):
    """The HTML of the first screen and of the list of what needs attention."""
    records = context.records
    return (f'<section id="front" class="front">{_headline(records)}{extent.build(covered)}'
            f'<div class="panels"><div class="panel">{_counts(records, sections)}</div>'
            f'<div class="panel">{_speed(context)}</div>'
            f'<div class="panel machine">{machine.panel(records)}</div></div></section>'
            + _attention(records))


def kind_of(record):
    return "mutant" if record.is_mutant else record.kind


def mutant_outcomes(records):
    """{mutant: [check record]} and the names of those that were missed."""
    mutants = explore.by_mutant(records)
    return mutants, [name for name, rows in mutants.items() if census.missed(rows)]


def _headline(records):
    worst = max((r.verdict for r in records), key=VERDICTS.index, default="not run")
    mutants, missed = mutant_outcomes(records)
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
    return f'<p class="headline {name.replace(" ", "-")}"><b>{word}</b>{killed}</p>'


def _counts(records, sections):
    absent = sum(table.verdicts().count("not run")
                 for _, artifact, _, _ in sections for table in artifact.tables)
    heads = "".join(f'<th scope="col" class="r"><span class="sign {v.replace(" ", "-")}" '
                    f'aria-hidden="true">{CHIP_SIGNS[v]}</span> {v}</th>' for v in ORDER)
    rows = []
    for family in sorted({r.family for r in records}):
        mine = [r for r in records if r.family == family]
        groups = {kind: [r for r in mine if kind_of(r) == kind] for kind in KIND_NAMES}
        groups = {kind: _tally(kind, group) for kind, group in groups.items() if group}
        name = (f'<th scope="rowgroup" rowspan="{len(groups)}" class="family">'
                f"{html.escape(family)}</th>")
        for number, (kind, tally) in enumerate(groups.items()):
            rows.append(f'<tr{"" if number else TOP}>{"" if number else name}'
                        f'<th scope="row" class="kind">{KIND_NAMES[kind]}</th>'
                        + "".join(f'<td class="r {v.replace(" ", "-") if tally[v] else "zero"}">'
                                  f"{tally[v] or '·'}</td>" for v in ORDER) + "</tr>")
    return ('<h2>Verdicts</h2><div class="scroll"><table class="counts"><thead><tr>'
            f'<td colspan="2"></td>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
            f'<p class="note">{absent} rows below are values whose class or hardware was not run '
            "here; they are shown, and marked so. A mutant passes when it is caught, and fails "
            "when nothing catches it or a check named for it misses it; it counts once, whatever "
            f"the number of its checks and models.{_as_commands_count(records)}</p>")


def _as_commands_count(records):
    """Why the numbers of mutants that the commands print are larger."""
    caught, tried = extent.trials(records)
    mutants, _ = mutant_outcomes(records)
    if tried == len(mutants):
        return ""
    return (" The commands count it again for each tiny model, each size of a ring, and each kind "
            f"of check, which makes {caught} of {tried} caught.")


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


def _bars(context):
    """[(label, rate, kind)] at the largest size that the paper and this run share."""
    theirs = speed.published_rates(context)
    shared = {size for rates in theirs.values() for size in rates}
    timed = {speed.disks(r) for r in speed.rates(context.records)}
    size = max(timed & shared or timed, default=0)
    bars, names = [], set()
    choices = (("fastest", speed.best(context.records, size)),
               ("fastest on one thread", speed.best(context.records, size, 1)),
               ("serial reference", speed.serial_rate(context.records, size)))
    for word, record in choices:
        if record is None or record.key in names:
            continue
        names.add(record.key)
        elsewhere = "" if speed.disks(record) == size else f", N = {speed.disks(record)}"
        label = f"{scheme_label(record)} <small>{word}{elsewhere}</small>"
        bars.append((label, record.value, "ours", record))
    for hardware, rates in theirs.items():
        if size in rates:
            bars.append((f"{html.escape(hardware)} <small>published, other hardware</small>",
                         rates[size][0], "published", None))
    return size, sorted(bars, key=lambda bar: -bar[1])


def _speed(context):
    size, bars = _bars(context)
    ours = any(kind == "ours" for _, _, kind, _ in bars)
    others = _others(context.records, f"Fastest of {'the other families' if ours else 'each family'}")
    if not ours:
        missing = "" if others else f"<p>{chip('not run')} no benchmark record in this run.</p>"
        return f"<h2>Speed</h2>{missing}{others}"
    top = bars[0][1]
    rows = "".join(
        f'<li class="{kind}"><span class="label">{label}</span>'
        f'<span class="value">{numbers.rate(value)}</span>'
        f'<span class="bar"><i style="width:{100 * value / top:.2f}%"></i></span></li>'
        for label, value, kind, _ in bars)
    return (f"<h2>Speed <small>10⁶ trial moves per second, N = {numbers.count(size)}</small></h2>"
            f'<ol class="bars">{rows}</ol>{_ratios(context, size, bars)}{others}')


def _others(records, heading):
    """The fastest scheme of each other family, each in units of its own."""
    rows = "".join(
        f'<li><span class="label">{html.escape(record.family)} {scheme_label(record)} '
        f'<small>10⁶ {counted} per second</small></span>'
        f'<span class="value">{numbers.rate(rate)}</span></li>'
        for record, rate, counted in speed.fastest_of_others(records))
    return f'<h3>{heading}</h3><ol class="bars">{rows}</ol>' if rows else ""


def _ratios(context, size, bars):
    best = speed.best(context.records, size)
    serial = speed.serial_rate(context.records, size)
    parts = []
    if serial is not None and best is not None and best is not serial:
        parts.append(f"{numbers.significant(best.value / serial.value)} × the serial reference")
    for label, value, kind, _ in bars:
        if kind == "published" and "K20" in label:
            parts.append(f"{numbers.significant(best.value / value)} × the paper's K20")
    if not parts:
        return ""
    return f'<p class="note">{html.escape(short_scheme(best.scheme))}: {", ".join(parts)}.</p>'


def unlikely(record):
    """A pass all the same: verdicts allow for everything that one run compares."""
    return record.verdict == "pass" and record.p is not None and record.p < UNLIKELY


def _attention(records):
    listed = sorted((r for r in records
                     if r.verdict in ("fail", "inconclusive") or unlikely(r)),
                    key=lambda r: (-VERDICTS.index(r.verdict), r.p or 0))
    if not listed:
        return ""
    items = "".join(_attention_item(r) for r in listed)
    body = f'<ul class="attention">{items}</ul>'
    if len(listed) > 8:
        body = f"<details><summary>{len(listed)} records, with the command that repeats each" \
               f"</summary>{body}</details>"
    return (f'<section id="attention"><h2>What needs attention</h2>{_by_chance(records)}{body}'
            "</section>")


def _by_chance(records):
    """How many improbable passes there are beside how many there should be."""
    compared = [r for r in records if r.p is not None]
    found = sum(map(unlikely, compared))
    if not found:
        return ""
    chance = numbers.significant(UNLIKELY * len(compared), 1)
    return (f'<p class="note">{found} of {len(compared)} compared values '
            f'{"passes" if found == 1 else "pass"} with a chance p below {UNLIKELY:g}: {chance} '
            "expected by chance. A value that stands here with another seed too is wrong.</p>")


def _attention_item(record):
    z = "" if record.z is None else f", z = {numbers.z_value(record.z)}"
    if unlikely(record):
        z += f", p = {record.p:.0e}"
    replay = (f"<code>{html.escape(machine.relative(record.replay))}</code>"
              if record.replay else "")
    note = f" {html.escape(machine.relative(record.note))}" if record.note else ""
    return (f"<li>{chip(record.verdict)} <b>{html.escape(record.scheme)}</b> "
            f"{html.escape(record.metric)}: {numbers.plain(record.value, 6)}{z}.{note}{replay}"
            "</li>")
