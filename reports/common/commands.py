"""Command of the suite that makes the records of a section, read from its selector.

Source    tools/launcher/help.sh (the verbs); validation/experiments (the names of experiments)
Not here  Which sections have records (coverage.py).
"""

from common import selection
from common.balance import PREFIX as BALANCE
from common.explore import PREFIX as EXPLORE

KINDS = ("validation", "check", "benchmark")
WORDS = {"validation": "validate", "benchmark": "bench", "check": "check", "mutation": "mutate",
         "campaign": "campaign check", "oversubscribed": "bench --oversubscribed", "peers": "bench --peers",
         "balance": "check balance", "explore": "check explore"}
# Metrics of timings beside busy neighbours and beside programs of others, parts of their own.
BESIDE = {"loss beside ": "oversubscribed", "speed over that of a peer": "peers"}
# The experiment that fills a section, where it is one; others name the family alone.
EXPERIMENTS = {
    "ecmc-graphs": "ecmc/graph-*", "ecmc-figure-6": "ecmc/graph-solicited*",
    "ecmc-validation": "ecmc/validation-protocol*", "ecmc-horizon-law": "ecmc/birthday*",
    "ecmc-pressure": "ecmc/pressure*", "ecmc-efficiency": "ecmc/efficiency*",
    "mpmc-table-1": "mpmc/shuffles*", "mpmc-anchors": "mpmc/small-anchors*", "mpmc-tuning": "mpmc/tuning*",
    "mpmc-estimators": "mpmc/estimators*", "cmc-collapse": "cmc/collapse*",
    "longrange-analytic": "longrange/analytic*", "longrange-phase-space": "longrange/picture*",
    "longrange-fast": "longrange/fast*",
}


def verb_of(record):
    """validation, benchmark, oversubscribed, peers, mutation, check, balance or explore: the part of the suite that wrote it."""
    if record.kind == "check":
        for prefix, verb in ((BALANCE, "balance"), (EXPLORE, "explore")):
            if record.metric.startswith(prefix):
                return verb
    return (_beside(record.metric) if record.kind == "benchmark" else None) or record.kind


def _beside(metric):
    """The part with timings of this metric beside others, or None."""
    return next((part for start, part in BESIDE.items() if metric.startswith(start)), None)


def verbs(entry):
    """The parts of the suite whose records the section takes."""
    terms = dict(entry.terms)
    found = []
    parts = {_beside(metric) for metric in terms.get("metric", [""])}
    if len(parts) == 1 and None not in parts:
        return sorted(parts)
    for kind in terms.get("kind", KINDS) if terms else ():
        found += _checks(terms.get("metric", [])) if kind == "check" else [kind]
    return list(dict.fromkeys(found))


def _checks(metrics):
    """Commands of checks, by the first part of the names of their metrics."""
    wanted = [m for m in metrics if not m.startswith("!")]
    named = [next((verb for prefix, verb in ((BALANCE, "balance"), (EXPLORE, "explore"))
                   if metric.startswith(prefix)), "check") for metric in wanted]
    return named or ["check"]


def family(entry):
    """The one family of the section, or None."""
    named = dict(entry.terms).get("family", [])
    return named[0] if len(named) == 1 and not selection.only_excludes(named) else None


def command(entry, verb):
    """Command line for the records that the section takes from this part of the suite."""
    words = ["./touchstone", WORDS[verb]]
    if verb in ("validation", "benchmark") and (verb == "validation" or entry.klass != "S"):
        words += ["--class", entry.klass]
    experiment = EXPERIMENTS.get(entry.name) if verb == "validation" else None
    if experiment:
        words += ["--experiment", f"'{experiment}'"]
    elif family(entry) and verb != "explore":
        words += ["--family", family(entry)]
    return " ".join(words)


def commands(entry):
    if dict(entry.terms).get("backend") == ["external"]:
        return ["./touchstone check --external my-code.json"]
    return [command(entry, verb) for verb in verbs(entry)]
