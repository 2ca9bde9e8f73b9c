"""HTML by jinja2: the templates of reports/templates. What is put in is escaped,
but `safe` text."""

import pathlib

import jinja2
from markupsafe import Markup as safe

CHIP_SIGNS = {"pass": "✓", "fail": "✗", "inconclusive": "≈", "not claimed": "·", "not run": "○"}
ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parents[1] / "templates"),
    autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
ENVIRONMENT.globals["signs"] = CHIP_SIGNS
ENVIRONMENT.filters["slug"] = lambda name: name.replace(" ", "-")


def render(name, **values):
    """The text of one template, which others may include as it is."""
    return safe(ENVIRONMENT.get_template(name).render(**values))
