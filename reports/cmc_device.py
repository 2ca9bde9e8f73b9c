"""New orbits of stars on a device and by a serial scheme (paper Figures 11 to 13).

Reads   benchmark records "orbits per second"; validation/data/cmc_speeds.csv
Shows   what was measured, on a device or on this machine's cores, beside what the paper states
"""

from cmc_scaling import SPEED_COLUMNS, SPEEDS, stars
from common import columns, numbers
from common.artifact import Artifact, short_scheme
from common.tables import Cell, Table, not_run, number, published, right, text, verdict

SERIAL = "cmc/reference"


def build(context, records):
    lead = ("New orbital positions of all stars of a Plummer model: its potential is made and sent, apsides "
            "are searched, positions are drawn by rejection, and what was found comes back. The serial scheme "
            "gives the same bits from the same streams of random numbers. The paper computes this step on a "
            "graphics processor, one thread for a star: times against N (Figure 11), speed-ups of the two "
            "kernels (Figure 12), block and grid sizes (Figure 13). Its curves are not in the text at hand; "
            "what the text states of them is below.")
    known = context.data.rows(SPEEDS, SPEED_COLUMNS)
    kernels = Table("cmc-device-kernels", "Speed-up of the orbit kernel on a device",
                    [text("Kernel", lambda row: row["quantity"].removeprefix("gpu_")
                          .removesuffix("_speed_up")),
                     text("Here", lambda row: _speed_up(records) if "overall" in row["quantity"] else not_run()),
                     right("Paper", lambda row: published(f"{row['value']} ×", note=row["where"]))],
                    note="The paper's: a GTX280 of 2008 against one core of its time. Ours, where both were timed "
                         "on one machine: the whole call over that of the serial reference, at the largest N.",
                    rows=[row for row in known if row["quantity"].startswith("gpu_")])
    text_of = Table("cmc-device-figures", "What the text says of Figures 11 and 13", [
        text("Figure", lambda row: row["quantity"].split("_")[1]),
        text("What", lambda row: " ".join(row["quantity"].split("_")[2:])), text("Here", lambda _: not_run()),
        right("Paper", lambda row: published(row["value"], note=row["where"]))],
        rows=[row for row in known if row["quantity"].startswith("figure_")])
    return Artifact(lead, [_rates(records), kernels, text_of])


def _rates(records):
    table = Table("cmc-device", "New orbits of all stars",
                  [text("Scheme", lambda r: short_scheme(r.scheme)),
                   text("On", lambda r: r.device or r.machine), right("Stars", stars, numbers.whole),
                   number("10⁶ orbits/s, median", lambda r: 1e-6 * r.value, numbers.significant),
                   right("Seconds", lambda r: Cell(numbers.significant(stars(r) / r.value, 3),
                                                   raw=stars(r) / r.value)), columns.VERDICT],
                  note="The whole call. A device has one thread for each stream, which are one for 20 stars.",
                  rows=sorted((r for r in records if r.verdict != "fail"),
                              key=lambda r: (r.scheme, stars(r))))
    if not any(r.device for r in records):
        table.line({"Scheme": "orbits-cuda", "On": "a device", "10⁶ orbits/s, median": not_run(),
                    "Verdict": verdict("not run")})
    return table


def _speed_up(records):
    """The best scheme on a device over the serial one, on one machine; not run where there are not both."""
    good = [r for r in records if r.verdict != "fail"]
    pairs = [(r, s) for r in good for s in good
             if r.device and s.scheme == SERIAL and stars(r) == stars(s) and r.machine == s.machine]
    if not pairs:
        return not_run()
    largest = max(stars(r) for r, _ in pairs)
    ratio = max(r.value / s.value for r, s in pairs if stars(r) == largest)
    return Cell(f"{numbers.significant(ratio, 3)} ×", raw=ratio)
