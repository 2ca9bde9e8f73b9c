"""Exact balance: what is proved of correct schemes and of mutants on tiny lattices.

Reads   checks "balance/<verdict>"; params states, tapes, milliseconds, model; of mutants caught,
        expected
Shows   schemes x exact verdicts of each family with states and tapes per second; mutants x exact
        verdicts
"""

from common import balance, matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, number, text


def build(_context, records):
    correct = [r for r in records if not r.is_mutant]
    mutants = group_by([r for r in records if r.is_mutant], lambda r: r.scheme)
    tables = [_proofs(family, rows) for family, rows in group_by(
        sorted(correct, key=lambda r: r.family), lambda r: r.family)]
    if mutants:
        tables.append(_mutants([rows for _, rows in sorted(mutants)]))
    return Artifact("Each scheme runs on a tiny lattice with every sequence of its random choices. What "
                    "it samples is then a fraction, and equal to the right one or not." + _effort(records),
                    tables)


def _effort(records):
    models, states, tapes, milliseconds = balance.totals(records)
    if not milliseconds:
        return ""
    return (f" Mutants included: {models} tiny models, {numbers.power(states, 3)} states, "
            f"{numbers.power(tapes, 3)} runs of their bodies, one for each tape of random choices, in "
            f"{numbers.duration(milliseconds)} of one core with all verdicts: "
            f"{numbers.power(1000 * states / milliseconds, 2)} states and "
            f"{numbers.power(1000 * tapes / milliseconds, 2)} tapes per second.")


def _proofs(family, records):
    def of_check(check):
        return lambda rows: matrix.exact_scheme_cell([r for r in rows if r.metric == check])

    def total(place, per_second=False):
        def found(rows):
            totals = balance.totals(rows)
            milliseconds = totals[3]
            if per_second:
                return 1000 * totals[place] / milliseconds if milliseconds else None
            return totals[place]
        return found

    def power(digits):
        return lambda value: numbers.power(value, digits)

    columns = [column.showing(of_check(check)) for check, column in matrix.check_columns(records)
               if check != balance.DISTANCE]
    return Table(f"suite-balance-{family}", f"{family}: schemes × exact verdicts",
                 [text("Scheme", _name), *columns, number("States", total(1), numbers.whole),
                  number("Tapes", total(2), power(3)), number("Time", total(3), numbers.duration),
                  number("States per second", total(1, True), power(2)),
                  number("Tapes per second", total(2, True), power(2)),
                  text("Tiny models", lambda rows: balance.model_names(
                      [model for model, _ in balance.models(rows)]), kind="prose wide")],
                 note="✓ holds exactly, on every tiny model; ✗ does not; · not claimed; empty: "
                 "does not apply. States: all that were met, with everything the scheme "
                 "remembers. Tapes: runs of the body, each with other random choices, of whole "
                 "operators or of one cell's share of them. Time: enumeration and all verdicts.",
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)], kind="matrix")


def _mutants(mutants):
    def of_check(check):
        return lambda rows: matrix.exact_mutant_cell([r for r in rows if r.metric == check])

    columns = [column.showing(of_check(check)) for check, column in matrix.check_columns(
        [r for rows in mutants for r in rows])]
    return Table("suite-mutant-proofs", "Mutants × exact verdicts",
                 [text("Mutant", _name), *columns, text("Tiny models", lambda rows:
                  balance.model_names([model for model, _ in balance.models(rows)]))],
                 note="The exact number that refutes the claim, the largest over the tiny models "
                 "of a mutant (⁵⁄₈: on five of eight of them): how many transitions end in an "
                 "illegal state, the largest difference of flows of a pair, the largest relative "
                 "deviation of an inflow, how many classes of configurations, the period, how "
                 "far the distribution with its hidden memory is from the right one, how much "
                 "the acceptance differs between stages, how often a random stream is read, in "
                 "how many states the order of threads matters, and the distance of the sampled "
                 "distribution from the right one. Framed: the verdict is named as one that must "
                 "fail. A dot: it holds, or the scheme does not claim it. Empty: it does not "
                 "apply.", rows=mutants, kind="matrix")


def _name(rows):
    return Cell(short_scheme(rows[0].scheme), raw=rows[0].scheme)
