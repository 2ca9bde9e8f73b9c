"""The HTML page: self-contained, no script, readable on a phone, light and dark.

Source    templates/page.html, common/style.css
"""

import itertools
import pathlib

from common import columns, commands, coverage, machine, templates
from common.tables import Table, text

STYLE = pathlib.Path(__file__).with_name("style.css")


def render(context, papers, head, sections, rest):
    """The whole page as text."""
    listed = [{"entry": entry, "artifact": artifact, "drawn": drawn, "state": state,
               "commands": commands.commands(entry)} for entry, artifact, drawn, state in sections]
    return templates.render(
        "page.html", style=templates.safe(STYLE.read_text(encoding="utf-8")), states=coverage,
        families=", ".join(sorted({r.family for r in context.records})),
        facts=dict(machine.facts(context.records)), papers=papers, head=head, sections=listed,
        navigation=_navigation([entry for entry, *_ in sections]), rest=_rest(rest))


def _navigation(entries):
    """[(paper, [(section, short title)])] in the order of the page: a paper may come twice."""
    groups = []
    for paper, group in itertools.groupby(entries, lambda entry: entry.paper):
        group = list(group)
        short = [entry.title.split(":")[0] for entry in group]
        groups.append((paper, [(entry.name, name if short.count(name) == 1 else entry.title)
                               for entry, name in zip(group, short)]))
    return groups


def _rest(rest):
    """Records that no line of the manifest selects: shown, so that nothing is hidden."""
    if not rest:
        return None
    return Table("other-records", "Records of this run that no section above shows",
                 [text("Kind", "kind"), text("Scheme", "scheme"), text("Metric", "metric"),
                  columns.ours("Value"), columns.VERDICT], rows=rest)
