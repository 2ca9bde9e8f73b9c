#!/usr/bin/env python3
"""Ours and programs of others side by side, on the same work: `touchstone bench --peers`.

Both sides are processes that do the work turn by turn, in pairs whose order is drawn, so that both see the same machine. Then the
results are compared: where they do not agree there is no ratio. The ratio is their time over ours, with an exact interval.

Reads   a build of touchstone_benchmarks; the peers
Writes  a line and a record for each work and peer, to --out as soon as it is finished
Exit    0 measured, 1 results do not agree or ours failed, 2 bad input, 3 too few pairs, or no peer was there
"""

import argparse
import datetime
import fnmatch
import os
import pathlib
import shlex
import statistics
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import bodies  # noqa: E402  (found through the line above)
import chains  # noqa: E402
import compare_ab  # noqa: E402
import forces  # noqa: E402
import peers  # noqa: E402
import side  # noqa: E402
from timed_runs import append_records, environment, fail  # noqa: E402

WORKS = (*forces.WORKS, *bodies.WORKS, *chains.WORKS)
METRIC = "speed over that of a peer"
EXAMPLES = """examples:
  touchstone bench --peers                                  reduced sizes; FINUFFT is installed from PyPI, in build/peers
  touchstone bench --peers --class W --work '*ring*'        the sizes of the paper
  touchstone bench --peers --peer finufft=/usr/bin/python3  a Python that has it
  touchstone bench --peers --work 'hpmc/*' --peer hoomd=$CONDA_PREFIX/bin/python
  touchstone bench --peers --work 'ecmc/*' --peer paraspheres=../ParaSpheres
Time on an otherwise idle machine.
"""


def arguments(argv):
    parser = argparse.ArgumentParser(
        prog=os.environ.get("TOUCHSTONE_SIGNED", "touchstone bench") + " --peers", epilog=EXAMPLES,
        description="Ours and programs of others on the same work, alternately: results are compared, then times.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)  # the launcher's
    parser.add_argument("--peers", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH",
                        help="where a peer is: " + "; ".join(f"{one.name}={one.needs}" for one in peers.PEERS.values()))
    parser.add_argument("--class", dest="klass", choices=("tiny", "S", "W"), default="S",
                        help="S: reduced sizes (default); W: those that are published, minutes; tiny: to try a peer")
    parser.add_argument("--work", default="*", help="only works of this name or pattern; known: " + ", ".join(work.name for work in WORKS))
    parser.add_argument("--pairs", type=int, default=12, help="turns of both sides (default 12)")
    parser.add_argument("--threads", type=int, default=1, help="threads of both sides (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="of the states, and of the order in pairs (default 1)")
    parser.add_argument("--out", default=os.environ.get("TOUCHSTONE_RESULTS") or "results",
                        help="folder of the records (benchmark.jsonl), or a file *.jsonl")
    options = parser.parse_args(argv)
    for name, least in (("pairs", 1), ("threads", 1), ("seed", 0)):
        if getattr(options, name) < least:
            fail(f"--{name}: expected at least {least}, found {getattr(options, name)}")
    options.given = {}
    for text in options.peer:
        name, equal, path = text.partition("=")
        if name not in peers.PEERS or not (equal and path):
            fail(f"--peer: expected NAME=PATH with one of the names {', '.join(peers.PEERS)}, found '{text}'")
        options.given[name] = path
    options.works = [work for work in WORKS if fnmatch.fnmatchcase(work.name, options.work)]
    if not options.works:
        fail(f"--work: expected one of {', '.join(work.name for work in WORKS)}, found '{options.work}'")
    if not options.out.endswith(".jsonl"):
        options.out = os.path.join(options.out, "benchmark.jsonl")
    return options


def judged(pairs):
    """(ratio, low, high, facts, verdict) of [(seconds of ours, of theirs), ...]: how many times as fast ours is."""
    ratios = [theirs / ours for ours, theirs in pairs]
    faster = sum(ratio > 1 for ratio in ratios)
    chance = min(1.0, 2 * compare_ab.at_least(max(faster, len(ratios) - faster), len(ratios)))
    facts = {"seconds_ours": statistics.median(ours for ours, _ in pairs),
             "seconds_theirs": statistics.median(theirs for _, theirs in pairs), "faster": faster, "chance_if_equal": chance}
    if len(ratios) < compare_ab.FEWEST_PAIRS:
        return statistics.median(ratios), None, None, facts, "inconclusive"
    return statistics.median(ratios), *compare_ab.median_bounds(ratios), facts, "pass"


def replay(options, work, peer):
    """The command that measures this again; folders of a machine are not in it."""
    words = ["./touchstone", "bench", "--peers", "--class", options.klass, "--work", work.name, "--pairs", options.pairs,
             "--threads", options.threads, "--seed", options.seed]
    words += ["--peer", f"{peer.name}=PATH"] if peer.name in options.given else []
    return shlex.join(map(str, words))


def record_of(options, work, peer, blank):
    """A record of what is compared, which says nothing yet of the outcome; `blank` has host, build and commit."""
    params = {"work": work.name, "unit": work.unit, "peer": peer.name, **work.params(options.klass), "pairs": options.pairs,
              "interval": "95 %, order statistics of the median"}
    return {**blank, "key": f"benchmark|{METRIC}|{work.name}|{peer.name}|{options.klass}|{options.threads}", "metric": METRIC,
            "class": options.klass, "params": params, "seed": options.seed, "threads": options.threads, "value": None,
            "low": None, "high": None, "verdict": "not run", "allowance": work.allowance(options), "facts": {}, "note": "",
            "replay": replay(options, work, peer),
            "time": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}


def not_run(options, work, peer, folder, why):
    """The record of a peer that is not there; ours begins, at the smallest size, to tell what it is."""
    smallest = argparse.Namespace(**{**vars(options), "klass": "tiny"})
    words = [str(word) for word in work.prepare(smallest, folder)]
    with side.Side(work.ours(smallest, words), environment()) as ours:
        return {**record_of(options, work, peer, ours.ready["record"]), "note": why}


def side_by_side(options, work, peer, folder):
    """The record of one work and one peer."""
    begun = time.monotonic()
    try:
        command = peer.command(options.given.get(peer.name), options.threads)
    except peers.Missing as missing:
        return not_run(options, work, peer, folder, str(missing))
    words = [str(word) for word in work.prepare(options, folder)]
    with side.Side(work.ours(options, words), environment()) as ours:
        record = record_of(options, work, peer, ours.ready["record"])
        try:
            theirs = side.Side([*command, *words], environment())
        except side.Failed as error:
            return {**record, "note": str(error)}
        with theirs:
            record["facts"] = {"version": theirs.ready.get("version"), "load_average": os.getloadavg()[0]}
            try:
                pairs = side.alternate(ours, theirs, options.pairs, options.seed, work.first(options))
                results = [(one.result(folder / "result"), one.done) for one in (ours, theirs)]
            except side.Failed as error:
                return {**record, "verdict": "fail" if error.side is ours else "not run", "note": str(error)}
    facts, verdict, why = work.agreement(options, folder, *results)
    record["facts"].update(facts)
    record["seconds"] = time.monotonic() - begun
    if verdict != "pass":  # a ratio of results that may be different is none
        return {**record, "verdict": verdict, "note": why}
    record["value"], record["low"], record["high"], told, record["verdict"] = judged(pairs)
    record["facts"].update(told)
    return record


def line_of(record):
    """The line that is printed for a record."""
    facts, params = record["facts"], record["params"]
    head = f"{record['verdict']:<12} {params['work']:<42} {record['scheme']} beside {facts.get('version') or params['peer']}: "
    if record["value"] is None:
        return head + record["note"]
    bounds = f"[{record['low']:.3g}, {record['high']:.3g}]" if record["low"] is not None else "(too few pairs)"
    return (head + f"{facts['seconds_ours']:.3g} and {facts['seconds_theirs']:.3g} s, {record['value']:.3g} {bounds} times as fast, "
            f"faster in {facts['faster']} of {params['pairs']} pairs")


def compared(options, work, peer):
    """The record of one work and one peer, with the files of both in a folder of their own."""
    with tempfile.TemporaryDirectory() as name:
        try:
            return side_by_side(options, work, peer, pathlib.Path(name))
        except side.Failed as error:  # ours did not begin, and there is no record of what it is
            fail(f"{work.name}: {error}")


def main(argv):
    options = arguments(argv)
    verdicts = set()
    for work in options.works:
        for name in work.peers:
            record = compared(options, work, peers.PEERS[name])
            print(line_of(record), flush=True)
            append_records(pathlib.Path(options.out), [record])
            verdicts.add(record["verdict"])
    return 1 if "fail" in verdicts else 3 if "inconclusive" in verdicts or "pass" not in verdicts else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
