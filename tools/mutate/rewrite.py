"""The text of a file with all its mutants in it, each chosen at run time by its number.

`a < b` becomes `(TOUCHSTONE_MUTANT(7) ? a <= b : a < b)`. Since only one mutant is chosen at a time, what a
mutant puts in place of the original has no further mutants in it. Lines keep their numbers.
"""

import re


class Node:
    """The sites of one range of the text, and what lies inside."""

    def __init__(self, start, end):
        self.start, self.end = start, end
        self.sites, self.children = [], []


def nest(sites):
    """Trees of nested ranges. Where ranges overlap without nesting, the later one is left out."""
    ranges = {}
    for site in sites:
        ranges.setdefault((site.start, site.end), []).append(site)
    roots, stack = [], []
    for (start, end), here in sorted(ranges.items(), key=lambda item: (item[0][0], -item[0][1])):
        node = Node(start, end)
        node.sites = here
        while stack and stack[-1].end <= start:
            stack.pop()
        if stack and end > stack[-1].end:
            continue
        (stack[-1].children if stack else roots).append(node)
        stack.append(node)
    return roots


def flat(text):
    """The text on one line, without comments."""
    text = re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m.group(1) or " ", text, flags=re.S)
    return re.sub(r"\s*\n\s*", " ", text)


class Rewritten:
    """The new text, and for an error at one of its lines the sites to blame."""

    def __init__(self, text, sites):
        self.old = text
        self.spans = []  # (start, end in the new text, site, whether it is the mutant's own text)
        self.parts, self.length = [], 0
        at = 0
        for root in nest(sites):
            self._put(text[at:root.start])
            self._node(root)
            at = root.end
        self._put(text[at:])
        self.text = "".join(self.parts)

    def _put(self, text):
        self.parts.append(text)
        self.length += len(text)

    def _node(self, node):
        begin = self.length
        drops = [site for site in node.sites if site.drops]
        choices = [site for site in node.sites if not site.drops]
        for site in drops:
            self._put(f"{{ if (!TOUCHSTONE_MUTANT({site.id})) ")
        self._put("(" * bool(choices))
        for site in choices:
            self._put(f"TOUCHSTONE_MUTANT({site.id}) ? ")
            mine = self.length
            self._put(f"({flat(site.mutated)})")
            self.spans.append((mine, self.length, site, True))
            self._put(" : ")
        self._put("(" * bool(choices))
        at = node.start
        for child in node.children:
            self._put(self.old[at:child.start])
            self._node(child)
            at = child.end
        self._put(self.old[at:node.end])
        self._put("))" * bool(choices))
        self._put(" }" * len(drops))
        self.spans += [(begin, self.length, site, False) for site in node.sites]

    def blamed(self, line, column):
        """Sites that an error at this place is likely to come from: a mutant's own text, else the
        innermost choice around it, else all of the line."""
        starts = [0] + [match.end() for match in re.finditer("\n", self.text)]
        if not 0 < line <= len(starts):
            return []
        stop = starts[line] if line < len(starts) else len(self.text) + 1
        place = min(starts[line - 1] + max(column - 1, 0), stop - 1)
        around = [span for span in self.spans if span[0] <= place < span[1]]
        own = [span for span in around if span[3]]
        if own:
            return [min(own, key=lambda span: span[1] - span[0])[2]]
        if around:
            least = min(end - start for start, end, _, _ in around)
            return [site for start, end, site, _ in around if end - start == least]
        return [site for start, end, site, _ in self.spans if start < stop and end > starts[line - 1]]
