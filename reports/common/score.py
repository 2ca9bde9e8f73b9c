"""Score of generated mutants: the share that checks kill, with its interval.

Reads   records of `touchstone mutate`: fact outcome
"""

import math

KILLED = "killed"


def score(records):
    """(killed, low, high): Wilson's interval at 95 % confidence, J. Am. Stat. Assoc. 22, 209 (1927)."""
    total, z = len(records), 1.96
    killed = sum(r.fact("outcome") == KILLED for r in records)
    share = killed / total
    middle, scale = share + z * z / (2 * total), 1 + z * z / total
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return killed, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def percent(share):
    return f"{100 * share:.0f} %"
