"""Records of the schedule explorer: metric "explore/<part>/<what>".

Source    checkers/explore/check/*_jobs.cpp and checkers/explore/event_chain/records.cpp, which
          write them.
"""

PREFIX = "explore/"
# From the strongest model of memory to the weakest: what goes wrong in one does so in the next.
MODELS = ["sc", "tso_x86", "rc11", "views"]
LOAD_BUFFERING = ("forbids load buffering, which C++20 allows: holds on every machine where each "
                  "relaxed store depends on, or is ordered after, the relaxed loads before it")
# Limits of a verdict under this model.
LIMITS = {
    "sc": "every interleaving, but no reordering: says nothing about relaxed memory",
    "tso_x86": "the mapping of C++ to x86: one store buffer for each thread, in order; says "
               "nothing about ARM or POWER",
    "rc11": f"release sequences as in C++20; {LOAD_BUFFERING}",
    "rc11_cxx17": f"release sequences as in C++17; {LOAD_BUFFERING}",
    "views": f"data races are left to rc11, but for kernels of several blocks; with seq_cst a superset of RC11; {LOAD_BUFFERING}",
}


def is_explored(record):
    return record.metric.startswith(PREFIX)


def part(record):
    """litmus, scopes, event-chain, kernels or schedules."""
    return record.metric.split("/")[1]


def what(record):
    """A test, a suite, a memory model or a level: the last part of the metric."""
    return record.metric.split("/", 2)[2]


def of_part(records, name):
    return [r for r in records if r.metric.startswith(f"{PREFIX}{name}/")]


def mutant(record):
    """The name under which a mutant is counted: a step on rings of several sizes is one mutant."""
    protocol = record.fact("protocol")
    return f"mutant/{protocol}" if protocol else record.scheme


def by_mutant(records):
    """{mutant: its records}."""
    mutants = {}
    for record in records:
        if record.is_mutant:
            mutants.setdefault(mutant(record), []).append(record)
    return mutants


def applies(record):
    """False for a level that says nothing about its step: no words for a step that waits."""
    return not (record.metric.startswith(PREFIX + "schedules/") and record.verdict == "not run")


def million_per_second(count, milliseconds):
    return count / (1000 * milliseconds) if milliseconds else None
