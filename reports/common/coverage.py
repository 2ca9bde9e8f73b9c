"""Coverage of the suite by the records: sections that were run, and gaps.

A section without records is a gap only when the part of the suite that fills it was run whole;
otherwise it was not run, which is no fault. Records do not say with what options a part was run:
it counts as whole when every scheme of the family has checks, or when all other sections that it
fills have records.
"""

from common import commands, schemes
from common.records import CLASSES

# States of a section.
SHOWN, RECORDED, STATIC = "shown", "recorded", "static"  # recorded: longer runs kept, none here
NOT_RUN, LONGER, GAP = "not run", "longer class", "gap"
FEWEST = 2  # other sections that must have records before their part counts as run whole


class Coverage:
    """`states` of all sections; `schemes`: how many have records, how many are known."""

    def __init__(self, entries, context):
        self._context = context
        self._by_verb = {}
        for record in context.records:
            self._by_verb.setdefault(commands.verb_of(record), []).append(record)
        self._entries = entries
        self.states = {entry.name: self._state(entry) for entry in entries}
        listed = {scheme["name"] for scheme in context.schemes if scheme.get("available", True)}
        self.schemes = (len(listed & {record.scheme for record in context.records}), len(listed))

    def of(self, state):
        """The entries in this state."""
        return [entry for entry in self._entries if self.states[entry.name] == state]

    def judged(self):
        """The entries that take records at all."""
        return [entry for entry in self._entries if self.states[entry.name] != STATIC]

    def _state(self, entry):
        if not entry.terms:
            return STATIC
        if entry.select(self._context.records):
            return SHOWN
        if entry.select(self._context.recorded):
            return RECORDED
        verbs = commands.verbs(entry)
        if any(self._longest(verb) is not None and not self._reached(entry, verb)
               for verb in verbs):
            return LONGER
        return GAP if all(self._whole(entry, verb) for verb in verbs) else NOT_RUN

    def _longest(self, verb):
        """The longest class of the records of a part, as a place in CLASSES, or None."""
        return max((CLASSES.index(r.klass) for r in self._by_verb.get(verb, [])
                    if r.klass in CLASSES), default=None)

    def _reached(self, entry, verb):
        longest = self._longest(verb)
        return longest is not None and longest >= CLASSES.index(entry.klass)

    def _whole(self, entry, verb):
        """True when this part of the suite was run for all that the section's family has."""
        if not self._reached(entry, verb):
            return False
        if verb == "check":
            return self._every_scheme_checked(commands.family(entry))
        others = [other for other in self._entries if other is not entry and other.is_specific()
                  and verb in commands.verbs(other) and self._reached(other, verb)
                  and commands.family(entry) in (None, commands.family(other))]
        made = self._by_verb[verb]
        return len(others) >= FEWEST and all(other.select(made) for other in others)

    def _every_scheme_checked(self, family):
        listed = [scheme["name"] for scheme in self._context.schemes
                  if scheme.get("available", True)
                  and family in (None, schemes.family_of(scheme))]
        checked = {record.scheme for record in self._by_verb["check"]}
        return bool(listed) and checked.issuperset(listed)
