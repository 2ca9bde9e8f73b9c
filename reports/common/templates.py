"""HTML by jinja2: the templates of reports/templates. What is put in is escaped,
but `safe` text."""

import pathlib

import jinja2
from markupsafe import Markup as safe, escape

from common import machine

ORDER = ("pass", "fail", "inconclusive", "not claimed", "not run")
CHIP_SIGNS = {"pass": "✓", "fail": "✗", "inconclusive": "≈", "not claimed": "·", "not run": "○"}
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parents[1] / "templates"),
    autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
ENVIRONMENT.globals.update(signs=CHIP_SIGNS, order=ORDER)
ENVIRONMENT.filters["relative"] = machine.relative
ENVIRONMENT.filters["breakable"] = lambda text: escape(text).replace("/", safe("/<wbr>"))
ENVIRONMENT.filters["slug"] = lambda name: name.replace(" ", "-")


def render(name, /, **values):
    """The text of one template, which others may include as it is."""
    return safe(ENVIRONMENT.get_template(name).render(**values))
