"""Figures: matplotlib with one calm style; SVG and PDF with the same bytes for the same records.

The files have a white ground. A copy for the page has the colours of static/theme.css in it, so that
it follows the light or dark theme. A figure is a list of panels, each an image of its
own, so that a phone stacks them and the letters keep their size.
"""

import io
import math
import pathlib
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402

from common.numbers import SUPERSCRIPTS  # noqa: E402

# name -> (colour in files, CSS variable on the page). One accent, the rest are greys.
PALETTE = {
    "ground": ("#ffffff", "--ground"),
    "ink": ("#1d2125", "--ink"),
    "soft": ("#6a6f76", "--soft"),
    "line": ("#d9d6cf", "--line"),
    "accent": ("#96690a", "--accent"),
    "pale": ("#f1e4c6", "--accent-pale"),
    "blue": ("#2f6690", "--blue"),
    "green": ("#1b7a57", "--pass"),
    "red": ("#b3321f", "--fail"),
    "violet": ("#6d4fa3", "--inconclusive"),
}
THEME = pathlib.Path(__file__).parents[1] / "static" / "theme.css"
COLOUR = {name: value for name, (value, _) in PALETTE.items()}
# Schemes in order of appearance: told apart by marker as well as by colour.
SERIES = [("accent", "o"), ("blue", "s"), ("green", "^"), ("violet", "D"), ("ink", "v"),
          ("red", "P"), ("soft", "X")]

STYLE = {
    "svg.hashsalt": "touchstone",  # reproducible element ids
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 9,
    "axes.labelsize": 8.5,
    "axes.labelcolor": COLOUR["soft"],
    "axes.edgecolor": COLOUR["line"],
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": COLOUR["line"],
    "grid.linewidth": 0.6,
    "grid.alpha": 0.7,
    "text.color": COLOUR["ink"],
    "xtick.color": COLOUR["soft"],
    "ytick.color": COLOUR["soft"],
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.handlelength": 1.6,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "errorbar.capsize": 0,
    "figure.facecolor": COLOUR["ground"],
    "axes.facecolor": COLOUR["ground"],
    "savefig.facecolor": COLOUR["ground"],
    "axes.unicode_minus": True,
}

PANEL = (3.6, 2.9)  # inches; a phone is about as wide


class Panel:
    """One image with its title for screen readers."""

    def __init__(self, name, title, size=PANEL):
        self.name = name
        self.title = title
        self.size = size
        plt.rcParams.update(STYLE)
        self.figure, self.axes = plt.subplots(figsize=size)

    def files(self):
        """{"svg": text, "pdf": bytes}; the drawing is closed afterwards."""
        svg, pdf = io.StringIO(), io.BytesIO()
        with plt.rc_context(STYLE):
            box = self._box()  # once for both: to find it takes as long as to draw
            self.figure.savefig(svg, format="svg", bbox_inches=box,
                                metadata={"Date": None, "Creator": None, "Title": self.title})
            self.figure.savefig(pdf, format="pdf", bbox_inches=box,
                                metadata={"CreationDate": None, "Creator": None, "Producer": None,
                                          "Title": self.title})
        plt.close(self.figure)
        return {"svg": svg.getvalue(), "pdf": pdf.getvalue()}

    def _box(self):
        """Bounding box of the drawing with a small margin, in inches."""
        return self.figure.get_tightbbox(self.figure.canvas.get_renderer()).padded(0.06)


class Figure:
    """Panels with one caption."""

    def __init__(self, caption, panels, wide=False):
        self.caption = caption
        self.panels = panels
        self.wide = wide


def dropped(drawn):
    """Frees the panels of figures that are not wanted; returns the empty list."""
    for figure in drawn:
        for panel in figure.panels:
            plt.close(panel.figure)
    return []


def themed(svg):
    """The same drawing, with the colours and letters of the page."""
    for value, variable in PALETTE.values():
        svg = svg.replace(value, f"var({variable})")
    svg = re.sub(r"(font: [^;\"]*?[\d.]+px) [^;\"]+", r"\1 var(--sans)", svg)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    theme = f"<style>{THEME.read_text(encoding='utf-8')}</style>"
    return re.sub(r"(<svg\b[^>]*>)", lambda match: match[1] + theme, svg, count=1)


def pixels(svg):
    """(width, height) of a drawing on the page."""
    found = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg).groups()
    return tuple(round(float(points) * 4 / 3) for points in found)


def series(index):
    """(colour, marker) of the index-th scheme."""
    colour, marker = SERIES[index % len(SERIES)]
    return COLOUR[colour], marker


def logarithmic(axis):
    """A logarithmic axis labelled 10³, 10⁴, ... as plain text, which follows the page's font."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(_power_of_ten))
    axis.set_minor_formatter(NullFormatter())


def _power_of_ten(value, _position):
    exponent = round(math.log10(value)) if value > 0 else 0
    if value <= 0 or abs(value / 10.0**exponent - 1) > 1e-6:
        return f"{value:g}"
    if -2 <= exponent <= 2:
        return f"{10.0**exponent:g}"
    return f"10{str(exponent).translate(SUPERSCRIPTS)}"


def legend_below(axes, columns=1, **options):
    """Names under the axes, where they hide nothing."""
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, -0.2), ncol=columns, borderaxespad=0,
                columnspacing=1.2, labelspacing=0.35, **options)
