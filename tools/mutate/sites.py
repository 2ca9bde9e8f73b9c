"""The places of a source file where a mutant can be planted, found by libclang.

A site is an expression or a statement inside the body of a function. Offsets count bytes, and texts are
bytes read as Latin-1, so that an offset is an index. Not sites: what a macro expands to, what must be a
constant (template arguments, array bounds, case labels, constexpr variables, if constexpr), what an error says,
functions that return texts, functions that register schemes and proofs, and what only saves or counts memory
or time.
"""

import dataclasses
import re

from clang import cindex

import operators
from expressions import Expressions, kind_of, unwrapped

K = cindex.CursorKind
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.FUNCTION_TEMPLATE,
             K.CONVERSION_FUNCTION}
SCOPES = {K.NAMESPACE, K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE, K.UNEXPOSED_DECL, K.LINKAGE_SPEC,
          K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
_ASSIGNS = re.compile(r"(?<![=<>!])([-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--")


@dataclasses.dataclass
class Site:
    """One mutant: at [start, end) of the file, `mutated` instead of `original`. `drops` says that it is a
    statement, which the mutant leaves out."""
    file: str
    line: int
    column: int
    start: int
    end: int
    operator: str
    original: str
    mutated: str
    function: str
    drops: bool = False
    id: int = 0

    def key(self):
        return (self.file, self.start, self.end, self.operator, self.mutated)


def simulates_nothing(function):
    """True for functions that write texts, register something, or count memory."""
    name = function.spelling
    return (name in operators.MEMORY or name.startswith(operators.REGISTERS)
            or operators.TEXT.fullmatch(function.result_type.get_canonical().spelling) is not None)


class Finder(Expressions):
    """Collects the sites of one file in one translation unit."""

    def __init__(self, name, path, text, macros):
        self.name, self.path, self.text, self.macros = name, str(path), text, macros
        self.sites = {}
        self.function = ""

    def declaration(self, cursor):
        """Walks namespaces and classes for function bodies."""
        kind = kind_of(cursor)
        if kind in FUNCTIONS:
            if self.here(cursor):
                self.body_of(cursor)
        elif kind in SCOPES:
            for child in cursor.get_children():
                self.declaration(child)

    def here(self, cursor):
        file = cursor.location.file
        return file is not None and file.name == self.path

    def body_of(self, function):
        for child in function.get_children():
            if kind_of(child) != K.COMPOUND_STMT:
                continue
            start = function.extent.start.offset
            head = self.text[start:child.extent.start.offset]
            if re.search(r"\bconsteval\b", head) or simulates_nothing(function):
                return
            self.function = function.spelling
            self.statement(child)

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def words(self, cursor):
        start, end = self.span(cursor)
        return self.text[start:end]

    def usable(self, start, end):
        """False inside what a macro expands to, and for text that holds a line of the preprocessor."""
        return (0 <= start < end and not re.search(r"^[ \t]*#", self.text[start:end], re.M)
                and not any(a <= start and end <= b for a, b in self.macros))

    def add(self, start, end, operator, mutated, drops=False):
        if not self.usable(start, end):
            return
        line = self.text.count("\n", 0, start) + 1
        column = start - (self.text.rfind("\n", 0, start) + 1) + 1
        site = Site(self.name, line, column, start, end, operator, self.text[start:end], mutated,
                    self.function, drops)
        if site.mutated != site.original:
            self.sites.setdefault(site.key(), site)

    # Statements.

    def statement(self, cursor):
        kind = kind_of(cursor)
        children = list(cursor.get_children())
        if kind == K.COMPOUND_STMT:
            for child in children:
                self.statement(child)
        elif kind == K.IF_STMT:
            self.if_statement(cursor, children)
        elif kind in (K.FOR_STMT, K.WHILE_STMT, K.CXX_FOR_RANGE_STMT, K.SWITCH_STMT):
            for child in children[:-1]:
                self.part_of_loop(child)
            if children and kind_of(children[-1]) != K.CONTINUE_STMT:  # the body is empty without it, too
                self.statement(children[-1])
        elif kind == K.DO_STMT:
            self.statement(children[0])
            self.expression(children[-1])
        elif kind == K.CASE_STMT:
            self.statement(children[-1])  # the label is a constant
        elif kind == K.DEFAULT_STMT:
            self.statement(children[-1])
        elif kind == K.DECL_STMT:
            if not re.match(r"(?:\w+\s+)*(?:constexpr|constinit)\b", self.words(cursor)):  # of all that it declares
                for child in children:
                    self.variable(child)
        elif kind == K.RETURN_STMT:
            self.return_statement(cursor, children)
        elif kind == K.CONTINUE_STMT:
            self.drop(cursor, operators.DROPPED_STATEMENT)
        elif kind is not None and kind.is_expression():
            self.expression_statement(cursor)
        else:
            for child in children:
                child_kind = kind_of(child)
                if child_kind is not None and (child_kind.is_statement() or child_kind.is_expression()):
                    self.statement(child)

    def if_statement(self, cursor, children):
        head = self.text[cursor.extent.start.offset:children[0].extent.start.offset]
        declares = any(kind_of(child) in (K.VAR_DECL, K.DECL_STMT) for child in children)
        if re.match(r"if\s+consteval|if\s*!", head):
            return
        branches = children[1:]
        if re.match(r"if\s+constexpr\b", head):
            pass
        elif declares:
            branches = [child for child in children if kind_of(child) not in (K.VAR_DECL, K.DECL_STMT)][1:]
        else:
            self.condition(children[0])
        for branch in branches:
            self.statement(branch)
            if kind_of(unwrapped(branch)) == K.CXX_THROW_EXPR:
                self.drop(branch, operators.DROPPED_STATEMENT)

    def part_of_loop(self, cursor):
        """Start, condition and step of a loop. The step is never dropped: that is a loop without end."""
        kind = kind_of(cursor)
        if kind == K.DECL_STMT:
            self.statement(cursor)
        elif kind == K.VAR_DECL:
            self.variable(cursor)
        elif kind is not None and kind.is_expression() and not re.match(r"\+\+|--", self.words(cursor)):
            self.expression(cursor)

    def return_statement(self, cursor, children):
        if not children:
            self.drop(cursor, operators.DROPPED_STATEMENT)
        for child in children:
            self.off_by_one(child)
            self.expression(child)

    def expression_statement(self, cursor):
        inner = unwrapped(cursor)
        text = self.words(inner)
        kind = kind_of(inner)
        if kind == K.CXX_THROW_EXPR or inner.spelling in operators.MEMORY:
            return  # texts for people, memory and time
        if kind == K.CALL_EXPR and not inner.spelling.startswith("operator"):
            is_barrier = re.split(r"\W+", text.split("(")[0].strip())[-1] in operators.BARRIERS
            self.drop(cursor, operators.ORDER if is_barrier else operators.DROPPED_CALL)
            if self.never_returns(inner):
                return  # what an error says
        elif not text.startswith("("):
            assigns = _ASSIGNS.search(text) is not None
            self.drop(cursor, operators.STALE if assigns else operators.DROPPED_STATEMENT)
        self.expression(inner)

    def never_returns(self, call):
        """True for a function of this file that is marked so: it throws, and is given the text."""
        function = call.referenced
        if function is None or not self.here(function):
            return False
        start = max(0, function.extent.start.offset - len("[[noreturn]] "))
        return "[[noreturn]]" in self.text[start:function.location.offset]

    def drop(self, cursor, operator):
        """The mutant without this statement, which ends with the next semicolon."""
        start, end = self.span(cursor)
        semicolon = re.compile(r"\s*;").match(self.text, end)
        if semicolon:
            self.add(start, semicolon.end(), operator, "", drops=True)

    def variable(self, cursor):
        """The value that a local variable begins with, unless it is a constant of the compiler."""
        if kind_of(cursor) not in (K.VAR_DECL, K.UNEXPOSED_DECL, None):
            return  # static_assert, types
        start, end = self.span(cursor)
        line_start = max(self.text.rfind(mark, 0, start) for mark in ";{}")
        if re.search(r"\bconstexpr\b|\bconstinit\b", self.text[line_start + 1:end].split("=")[0]):
            return
        children = [c for c in cursor.get_children() if kind_of(c) is not None and kind_of(c).is_expression()]
        if not children:
            return
        first = children[-1]
        before = self.text[start:first.extent.start.offset]
        if kind_of(cursor) == K.VAR_DECL and first.extent.start.offset <= cursor.location.offset:
            if kind_of(unwrapped(first)) == K.CALL_EXPR:  # T name(a, b): the arguments alone
                for argument in unwrapped(first).get_arguments():
                    self.expression(argument)
            return
        if re.search(r"[={(]\s*$", before) or self.words(first).startswith(("{", "(")):
            self.expression(first)


def parse(path, arguments, unsaved=None):
    """The translation unit of a file; raises ValueError when it has errors."""
    unit = cindex.Index.create().parse(
        str(path), arguments, unsaved_files=unsaved,
        options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if errors:
        raise ValueError(f"{path}: {errors[0].location.file}:{errors[0].location.line}: {errors[0].spelling}")
    return unit


def errors(path, arguments):
    """The errors in a file, and in what it includes, each on a line as compilers print it."""
    found = cindex.Index.create().parse(str(path), arguments).diagnostics
    return "".join(f"{one.location.file}:{one.location.line}:{one.location.column}: error: {one.spelling}\n"
                   for one in found if one.severity >= cindex.Diagnostic.Error and one.location.file)


def sites_of(unit, files):
    """{name: {key: site}} of the files {name: path} as this translation unit sees them."""
    names = {str(path): name for name, path in files.items()}
    macros = {name: set() for name in files}
    declared = {name: [] for name in files}
    for cursor in unit.cursor.get_children():  # once: there are very many
        file = cursor.extent.start.file
        name = names.get(file.name) if file is not None else None
        kind = kind_of(cursor)
        if name is None:
            continue
        if kind == K.MACRO_INSTANTIATION:
            macros[name].add((cursor.extent.start.offset, cursor.extent.end.offset))
        elif kind in SCOPES or kind in FUNCTIONS:
            declared[name].append(cursor)
    found = {}
    for name, path in files.items():
        if not declared[name]:
            continue
        finder = Finder(name, path, path.read_bytes().decode("latin-1"), sorted(macros[name]))
        for cursor in declared[name]:
            finder.declaration(cursor)
        found[name] = finder.sites
    return found
