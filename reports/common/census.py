"""All mutants of the suite by the checker that judges them: how many are caught, how quickly."""

from common import balance, explore, numbers
from common.tables import Cell, Table, number, right, text, verdict

# (name, what it does, section, which records)
CHECKERS = [
    ("exact balance", "every random choice on a tiny lattice, in integers",
     "suite-balance", balance.is_exact),
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


def table(context):
    """One line for each checker that has judged a mutant."""
    lines = []
    for name, what, section, mine in CHECKERS:
        mutants = explore.by_mutant([r for r in context.records if mine(r)])
        times = sorted(t for t in map(_quickest, mutants.values()) if t is not None)
        if mutants:
            lines.append({"checker": Cell(name, href=context.address(section)), "what": what,
                          "mutants": len(mutants), "times": times,
                          "caught": sum(not missed(rows) for rows in mutants.values())})
    return Table("suite-mutants-by-checker", "All mutants, by the checker that must catch them",
                 [text("Checker", "checker"), text("What it looks at", "what", kind="prose"),
                  right("Mutants", "mutants"), right("Caught", "caught"),
                  number("Half within", lambda line: line["times"][(len(line["times"]) - 1) // 2]
                         if line["times"] else None, numbers.duration),
                  number("Slowest", lambda line: max(line["times"], default=None),
                         numbers.duration),
                  text("Verdict", lambda line: verdict(
                      "pass" if line["caught"] == line["mutants"] else "fail"))],
                 note="Within: time of the quickest check that is named for the mutant and catches "
                 "it. A step on rings of several sizes is one mutant; so is a scheme on several "
                 "tiny models. Details are in the section of each checker.", rows=lines)


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
