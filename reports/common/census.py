"""All mutants of the suite by the checker that judges them: how many are caught, how quickly."""

from common import balance, explore, numbers
from common.tables import Cell, Column, Table, verdict

# (name, what it does, section of the page, which records)
CHECKERS = [
    ("exact balance", "every random choice on a tiny lattice, in integers",
     "suite-mutants", balance.is_exact),
    ("properties and statistics", "production systems, sampled", "suite-mutants",
     lambda r: not balance.is_exact(r) and not explore.is_explored(r)),
    ("explorer: event chains", "Algorithm 5, every schedule", "ecmc-exhaustive",
     lambda r: r.metric.startswith("explore/event-chain/")),
    ("explorer: kernels", "production templates, every schedule, four memory models",
     "suite-kernels", lambda r: r.metric.startswith("explore/kernels/")),
    ("explorer: random legs", "event-chain kernels, every schedule of small random legs",
     "suite-kernels", lambda r: r.metric.startswith("explore/random-legs/")),
    ("explorer: steps under schedules", "four levels of balance, in fractions",
     "suite-schedules", lambda r: r.metric.startswith("explore/schedules/")),
    ("explorer: its own engine", "one rule switched off", "suite-explorer",
     lambda r: r.metric.startswith("explore/litmus/")),
]


def table(records):
    """One line for each checker that has judged a mutant."""
    made = Table("suite-mutants-by-checker", "All mutants, by the checker that must catch them",
                 [Column("Checker"), Column("What it looks at"), Column("Mutants", "r"),
                  Column("Caught", "r"), Column("Half within", "r"), Column("Slowest", "r"),
                  Column("Verdict")],
                 note="Within: time of the quickest check that is named for the mutant and catches "
                 "it. A step on rings of several sizes is one mutant; so is a scheme on several "
                 "tiny models. Details are in the section of each checker.")
    for name, what, section, mine in CHECKERS:
        mutants = explore.by_mutant([r for r in records if mine(r)])
        if not mutants:
            continue
        caught = sum(not missed(rows) for rows in mutants.values())
        times = sorted(t for t in map(_quickest, mutants.values()) if t is not None)
        made.add(Cell(name, href=f"#{section}"), Cell(what, kind="prose"), len(mutants), caught,
                 _time(times[(len(times) - 1) // 2] if times else None),
                 _time(times[-1] if times else None),
                 verdict("pass" if caught == len(mutants) else "fail"))
    return made


def missed(rows):
    """True when nothing catches a mutant, or a check named for it does not."""
    return (not any(r.param("caught") is True for r in rows)
            or any(r.verdict == "fail" for r in rows))


def _quickest(rows):
    """Milliseconds of the quickest catch, of those named where there are any; None: not timed."""
    caught = [r for r in rows if r.param("caught") is True]
    named = [r for r in caught if r.param("expected") is True] or caught
    return min((r.number("milliseconds") for r in named
                if r.number("milliseconds") is not None), default=None)


def _time(milliseconds):
    return Cell(numbers.duration(milliseconds), raw="" if milliseconds is None else milliseconds)
