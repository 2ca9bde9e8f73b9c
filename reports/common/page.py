"""The pages as HTML: readable without a script, on a phone, in print, light and dark.

Source    templates/*.html, static/*
"""

from common import columns, commands, coverage, front, machine, templates
from common.selection import group_by
from common.tables import Table, text


class Site:
    """Parts that all pages share: the list of pages, and the line under the name."""

    def __init__(self, context, pages, scripts):
        self.facts = dict(machine.facts(front.judged(context.records)))
        commits = self.facts["Commit"].split(" / ")
        self.commits = f"commit {commits[0]}" if len(commits) == 1 else f"{len(commits)} commits"
        self.groups = group_by(pages, lambda page: page["group"])
        self.scripts = scripts

    def render(self, template, name, title, root="", scripts=(), **values):
        """Text of one page; `root` leads from its folder to that of the front page."""
        return templates.render(template, site=self, name=name, title=title, root=root,
                                scripts=[*self.scripts, *scripts], **values)


def render(site, context, page, papers, items, sections):
    """One page with its sections."""
    listed = [{"entry": entry, "artifact": artifact, "drawn": drawn, "state": state,
               "commands": commands.commands(entry)} for entry, artifact, drawn, state in sections]
    name = page["page"]
    mine = [paper for paper in papers if paper["family"] == name]
    return site.render("page.html", name, page["title"], page=page, sections=listed,
                       states=coverage, counts=front.counts(context.records, name),
                       conditions=machine.conditions(
                           [r for r in context.records if r.family == name]),
                       papers=mine,
                       printed=[items.table(paper["paper"]) for paper in mine])


def others(records):
    """Records that no line of the manifest selects: shown, so that nothing is hidden."""
    if not records:
        return None
    return Table("other-records", "Records of this run that no section shows", [
        text("Kind", "kind"), text("Scheme", "scheme"), text("Metric", "metric"),
        columns.ours("Value"), columns.VERDICT],
                 rows=records)
