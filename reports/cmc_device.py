"""The orbit kernel of star clusters on a device (paper Figures 11 to 13).

Reads   validation/data/cmc_speeds.csv
Shows   what the paper states; its kernel was not run on a device here
"""

from cmc_scaling import SPEED_COLUMNS, SPEEDS
from common.artifact import Artifact
from common.tables import Table, not_run, published, right, text, verdict


def build(context, records):
    del records
    lead = ("The paper computes new orbits on a graphics processor, one thread for a star: times "
            "against N (Figure 11), speed-ups of the two kernels (Figure 12), block and grid sizes "
            "(Figure 13). These figures are not reproduced: nothing of it was timed on a device "
            "here. Their curves are not in the text at hand; what the text states of them is below.")
    known = context.data.rows(SPEEDS, SPEED_COLUMNS)
    rows = [row for row in known if row["quantity"].startswith("gpu_")]
    stated = [row for row in known if row["quantity"].startswith("figure_")]
    table = Table("cmc-device", "Speed-up of the orbit kernel on a device",
                  [text("Kernel", lambda row: row["quantity"].removeprefix("gpu_")
                        .removesuffix("_speed_up")),
                   text("Here", lambda _: not_run()),
                   right("Paper", lambda row: published(f"{row['value']} ×", note=row["where"])),
                   text("Verdict", lambda _: verdict("not run"))],
                  note="The paper's: a GTX280 of 2008 against one core of its time.", rows=rows)
    text_of = Table("cmc-device-figures", "What the text says of Figures 11 and 13", [
        text("Figure", lambda row: row["quantity"].split("_")[1]),
        text("What", lambda row: " ".join(row["quantity"].split("_")[2:])), text("Here", lambda _: not_run()),
        right("Paper", lambda row: published(row["value"], note=row["where"]))], rows=stated)
    return Artifact(lead, [table, text_of])
