"""The part of the search for sites that looks at expressions (sites.Finder has the statements)."""

import re

from clang import cindex

import operators

K = cindex.CursorKind
T = cindex.TypeKind
INTEGERS = {T.INT, T.UINT, T.LONG, T.ULONG, T.LONGLONG, T.ULONGLONG, T.SHORT, T.USHORT, T.UCHAR, T.SCHAR,
            T.INT128, T.UINT128}
LITERALS = {K.INTEGER_LITERAL, K.FLOATING_LITERAL, K.CXX_BOOL_LITERAL_EXPR}
# Below these there is nothing to mutate, or only arguments of templates.
LEAVES = {K.DECL_REF_EXPR, K.TYPE_REF, K.TEMPLATE_REF, K.NAMESPACE_REF, K.STRING_LITERAL,
          K.CHARACTER_LITERAL, K.CXX_TYPEID_EXPR, K.SIZE_OF_PACK_EXPR, K.PARM_DECL,
          K.CXX_UNARY_EXPR, K.OVERLOADED_DECL_REF, K.VARIABLE_REF, K.ASM_STMT}
_OPERATOR = re.compile(r"\s*([-+*/%<>=!&|^]{1,3})\s*$")


def kind_of(cursor):
    """The kind of a cursor, or None of those that Python's binding does not know."""
    try:
        return cursor.kind
    except ValueError:
        return None


def unwrapped(cursor):
    """The cursor below those that stand for implicit conversions."""
    while kind_of(cursor) == K.UNEXPOSED_EXPR:
        children = list(cursor.get_children())
        if len(children) != 1 or children[0].extent.start.offset != cursor.extent.start.offset:
            break
        cursor = children[0]
    return cursor


def is_integer(cursor):
    return cursor.type.get_canonical().kind in INTEGERS


class Expressions:
    """Methods of sites.Finder."""

    def expression(self, cursor):
        """The sites in an expression, itself included."""
        kind = kind_of(cursor)
        if kind is None or kind in LEAVES:
            return
        if kind in LITERALS:
            start, end = self.span(cursor)
            self.add(start, end, operators.CONSTANT, operators.other_literal(self.text[start:end]))
            return
        if kind == K.LAMBDA_EXPR:
            self.lambda_body(cursor)
            return
        children = list(cursor.get_children())
        if kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            self.binary(cursor, *children)
        elif kind == K.UNARY_OPERATOR:
            self.unary(cursor)
        elif kind == K.CONDITIONAL_OPERATOR:
            self.negate(children[0])
            if self.is_extremum(children):
                children = [*unwrapped(children[0]).get_children(), *children[1:]]
        elif kind == K.ARRAY_SUBSCRIPT_EXPR and len(children) == 2:
            self.off_by_one(children[1])
        elif kind == K.CALL_EXPR:
            self.call(cursor)
            return
        elif kind == K.MEMBER_REF_EXPR:  # what follows the object are arguments of templates
            children = [c for c in children[:1] if c.extent.end.offset <= cursor.extent.end.offset
                        and c.extent.start.offset == cursor.extent.start.offset]
        elif kind.is_expression() and "CAST" in kind.name and children:
            children = children[-1:]
        for child in children:
            child_kind = kind_of(child)
            if child_kind is None or child_kind.is_expression():
                self.expression(child)
            elif child_kind == K.COMPOUND_STMT:
                self.statement(child)

    def lambda_body(self, cursor):
        for child in cursor.get_children():
            if kind_of(child) == K.COMPOUND_STMT:
                self.statement(child)

    def condition(self, cursor):
        """The condition of an if statement."""
        self.negate(cursor)
        self.expression(cursor)

    def negate(self, cursor):
        """Mutant that takes the other branch, unless another operator gives it already."""
        start, end = self.span(cursor)
        inner = unwrapped(cursor)
        if self.text[start] == "!" or self.operator_of(inner) in ("==", "!="):
            return
        self.add(start, end, operators.BRANCH, f"!({self.text[start:end]})")

    def is_extremum(self, parts):
        """True for a < b ? a : b and the like: where a is b it does not matter whether < or <= is asked."""
        compared = unwrapped(parts[0])
        return (self.operator_of(compared) in ("<", "<=", ">", ">=")
                and sorted(map(self.words, compared.get_children())) == sorted(map(self.words, parts[1:])))

    def off_by_one(self, cursor):
        """The next integer in place of this one. Literals have an operator of their own."""
        start, end = self.span(cursor)
        text = self.text[start:end]
        if is_integer(cursor) and not re.fullmatch(r"[-+]?[\d'.]+\w*|[\w:]*\bk[A-Z]\w*", text):
            self.add(start, end, operators.OFF_BY_ONE, f"(({text}) + 1)")

    def operator_of(self, cursor):
        """The sign between the two operands of an expression, or None."""
        operands = list(cursor.get_children())
        if kind_of(cursor) == K.CALL_EXPR:
            operands = list(cursor.get_arguments())
        if len(operands) != 2 or any(operand is None for operand in operands):
            return None
        match = _OPERATOR.match(self.text[operands[0].extent.end.offset:operands[1].extent.start.offset])
        return match.group(1) if match else None

    def binary(self, cursor, left, right):
        begin, end = left.extent.end.offset, right.extent.start.offset
        match = _OPERATOR.match(self.text[begin:end])
        if not match or match.group(1) not in operators.BINARY:
            return
        instead, operator = operators.BINARY[match.group(1)]
        start, stop = self.span(cursor)
        at = begin + match.start(1)
        self.add(start, stop, operator,
                 self.text[start:at] + instead + self.text[at + len(match.group(1)):stop])

    def unary(self, cursor):
        start, end = self.span(cursor)
        text = self.text[start:end]
        if text.startswith(("++", "--")):
            self.add(start, end, operators.SIGN, ("--" if text[0] == "+" else "++") + text[2:])
        elif text.startswith("-"):
            self.add(start, end, operators.SIGN, text[1:])
        elif text.startswith("!"):
            self.add(start, end, operators.BRANCH, f"bool({text[1:]})")

    def call(self, cursor):
        arguments = [a for a in cursor.get_arguments() if a is not None]
        start, end = self.span(cursor)
        text = self.text[start:end]
        if cursor.spelling.startswith("operator") and not text.startswith(cursor.spelling):
            self.overloaded(cursor, arguments)
        else:
            other = operators.other_call(text)
            if other:
                self.add(start, end, other[1], other[0])
            self.orders(start, end, arguments)
            self.swaps(start, end, arguments)
            for argument in arguments:
                self.off_by_one(argument)
        callee = next(iter(cursor.get_children()), None)
        if callee is not None and kind_of(callee) == K.MEMBER_REF_EXPR:
            self.expression(callee)
        for argument in arguments:
            self.expression(argument)

    def overloaded(self, cursor, arguments):
        if len(arguments) != 2:
            return
        if cursor.spelling == "operator[]":
            self.off_by_one(arguments[1])
        elif cursor.spelling != "operator()":
            self.binary(cursor, *arguments)

    def swaps(self, start, end, arguments):
        """Neighbouring arguments of one type, exchanged, unless the order cannot matter."""
        called = re.match(r"[\w\s:.<>-]*?(\w+)\s*(?:<[\w\s:,]*>)?\s*\(", self.text[start:end])
        if called and called.group(1) in operators.COMMUTE:
            return
        if called and called.group(1) in operators.PRODUCTS:
            arguments = arguments[1:]
        for one, other in zip(arguments, arguments[1:]):
            a, b = self.span(one), self.span(other)
            first, second = self.text[a[0]:a[1]], self.text[b[0]:b[1]]
            kind = one.type.get_canonical().spelling
            if (first != second and kind and kind == other.type.get_canonical().spelling
                    and "lambda" not in kind and start <= a[0] and a[1] <= b[0]):
                self.add(start, end, operators.SWAPPED,
                         self.text[start:a[0]] + second + self.text[a[1]:b[0]] + first + self.text[b[1]:end])

    def orders(self, start, end, arguments):
        for argument in arguments:
            a, b = self.span(argument)
            match = re.fullmatch(r"((?:\w+::)*)(\w+)", self.text[a:b])
            if match and match.group(2) in operators.WEAKER:
                self.add(start, end, operators.ORDER, self.text[start:a] + match.group(1)
                         + operators.WEAKER[match.group(2)] + self.text[b:end])
