"""Remark 12 of event chains: two statements interchanged, which random runs hardly see and exhaustion does.

Reads   validation/data/ecmc_remark12.csv
"""

from common.artifact import Artifact
from common.tables import Table, not_run, published, right, text, verdict

DATA = "ecmc_remark12.csv"
COLUMNS = ("quantity", "runs", "wrong", "source", "doi", "where")


def build(context, records):
    lead = ("Remark 12 interchanges statements 15 and 16 of Algorithm 5. Random runs of the program pass all "
            "the same, and fail seldom where a "
            "pause of a microsecond stands between the two; every schedule of C5 shows the fault (<a href=\""
            f"{context.address('ecmc-exhaustive')}\">every schedule of Algorithm 5</a>). The random runs are "
                                                   "not repeated here: no program of this suite has these "
                                                   "statements interchanged, and the paper's percentage is "
                                                   "not in the text at hand. What was measured with the "
                                                   "authors' program before this suite existed:")
    rows = context.data.rows(DATA, COLUMNS)
    return Artifact(lead, [Table(
        "ecmc-remark-12", "Wrong runs of the multithreaded program on C5",
        [text("Program", "quantity"), right("Here", lambda _: not_run()),
         right("Wrong runs", lambda row: published(f"{row['wrong']} of {row['runs']}",
                                                    raw=row["wrong"], note=row["where"])),
         text("Measured by", "source"), text("Verdict", lambda _: verdict("not run"))],
        note="Two threads of an AMD EPYC (Zen 5). The second line with a pause had the machine to "
             "itself.", rows=rows)])
