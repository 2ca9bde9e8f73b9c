"""Scores of mutants with their errors: for people, and as records that are kept (docs/records.md)."""

import collections
import math

import explained
from records import KILLED, SURVIVED, UNREACHED, common, git

METRIC = "score of generated mutants"


def wilson(killed, total, z=1.96):
    """The interval of a score at 95 % confidence (E. B. Wilson, J. Am. Stat. Assoc. 22, 209 (1927))."""
    if total == 0:
        return 0.0, 1.0
    share = killed / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return max(0.0, (middle - half) / (1 + z * z / total)), min(1.0, (middle + half) / (1 + z * z / total))


def is_noticed(record):
    """False for a survivor with the same numbers in all checks that reach it, and in runs with other seeds: it is
    likely to be equal to the original."""
    facts = record["facts"]
    return (facts["outcome"] != SURVIVED or facts["changed"] > 0 or facts.get("differs") is not None
            or facts.get("compared_runs") == 0)


def why_equal(record, known):
    """Why a survivor is equal to the original, by the list of those that are, or None."""
    if record["facts"]["outcome"] == KILLED:
        return None
    return explained.reason(known, record["scheme"], record["params"], record["facts"]["diff"])


def score_line(name, ends):
    killed, total = ends[KILLED], sum(ends.values())
    low, high = wilson(killed, total)
    return (f"{killed:5d} of {total:5d}  {killed / total:6.1%} [{low:.1%}, {high:.1%}]  {name}"
            + (f"   ({ends[UNREACHED]} not reached)" if ends[UNREACHED] else ""))


def of_all_families(records):
    """One record of each mutant, though the checks of several families judged it: the one that knows most."""
    best = {}
    for one in records:
        params, end = one["params"], one["facts"]["outcome"]
        place = tuple(params[k] for k in ("line", "column", "operator", "original", "mutated"))
        knows = (end == KILLED, is_noticed(one) and end == SURVIVED, end == SURVIVED)
        where = (one["scheme"], params["digest"], *place)
        if where not in best or knows > best[where][0]:
            best[where] = (knows, one)
    return [one for _, one in best.values()]


def summary(records, known=None):
    """Lines: survivors with their source lines, scores by file and operator, and all. `known`: those that are
    equal, as explained.read() gives them."""
    records = of_all_families(records)
    equal = {id(one): why_equal(one, known or {}) for one in records}
    lines = []
    for one in records:
        if one["facts"]["outcome"] != KILLED:
            why = equal[id(one)]
            lines += [f"{one['scheme']}:{one['params']['line']}: {one['params']['operator']} in "
                      f"{one['params']['function']}: {f'equal: {why}' if why else one['note']}",
                      *("    " + line for line in one["facts"]["diff"].split("\n"))]
    for what in (lambda r: r["scheme"], lambda r: r["params"]["operator"]):
        ends = collections.defaultdict(collections.Counter)
        for one in records:
            ends[what(one)][one["facts"]["outcome"]] += 1
        lines += ["", *(score_line(name, ends[name]) for name in sorted(ends))]
    if not records:
        return ["no mutants"]

    def all_of(some, name):
        return score_line(name, collections.Counter(one["facts"]["outcome"] for one in some))

    noticed = [one for one in records if is_noticed(one) and not equal[id(one)]]
    alike = [one["facts"].get("compared_systems") or 0 for one in records if not is_noticed(one) and not equal[id(one)]]
    gaps = sum(one["facts"]["outcome"] == SURVIVED for one in noticed)
    return lines + ["", f"survivors: {len(records) - len(noticed) - len(alike)} listed as equal, {len(alike)} equal "
                    f"wherever they were compared" + (f" (median {sorted(alike)[len(alike) // 2]} drawn systems)" if alike else "")
                    + f", {gaps} differ", all_of(records, "killed, of all that were run"),
                    *([all_of(noticed, "killed, without survivors that leave all numbers as they were")] if noticed else [])]


def score(some, known, options, origin):
    """The record of the score of a family's mutants, for the trend over commits; `options` chose them."""
    ends = collections.Counter(one["facts"]["outcome"] for one in some)
    low, high = wilson(ends[KILLED], len(some))
    facts = {"mutants": len(some), "killed": ends[KILLED], "not_reached": ends[UNREACHED],
             "listed": sum(why_equal(one, known) is not None for one in some),
             "equal": sum(not is_noticed(one) and why_equal(one, known) is None for one in some)}
    params = {name: options[name] for name in ("file", "operator", "sample")}
    family, commit = some[0]["family"], git()
    key = "|".join(map(str, ("mutation score", family, *params.values(), options["seed"], commit["sha"], commit["dirty"])))
    return {"schema": "touchstone-result/1", "key": key, "job": {"id": key, "records": 1, "record": 1}, "kind": "mutation",
            "family": family, "scheme": params["file"], "backend": "mutant", "class": "S", "params": params,
            "seed": options["seed"], "metric": METRIC, "value": ends[KILLED] / len(some), "low": low, "high": high,
            "facts": facts, "verdict": "pass", "seconds": sum(one["seconds"] for one in some),
            "replay": f"./touchstone mutate --family {family} --file '{params['file']}' --operator '{params['operator']}'"
                      + (f" --sample {params['sample']}" if params["sample"] else "") + f" --seed {options['seed']}",
            "note": f"{ends[KILLED]} of {len(some)} killed", **common(origin)}
