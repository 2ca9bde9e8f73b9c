#!/usr/bin/env python3
"""Draws in an order that the language sets: of two arguments of a call, or two operands of + - * / % & | ^ < > <= >= == !=, compilers
evaluate either first. If both draw random numbers, g++ and clang++ make different runs of one seed.

Braces, commas of declarations, ?: && || << >> and statements have an order; so has a name for the first number.

usage: check_draw_order.py [TREE]     exit code 1 and one line per expression that draws twice in no order
"""

import pathlib
import re
import sys

import source_tree

_SOURCE = r"(?:draws?|random|rng|engine|generator|source)"
# A draw: a member of a source is called, or the source is given to a function. A `stream` may also be one of numbers by their index.
_DRAWS = re.compile(rf"\b(?:{_SOURCE}|stream)_?(?:\(\))?(?:\.|->)\w+\(|\b{_SOURCE}_?\(\)(?!\.)|\w\([^()]*\b{_SOURCE}_?\s*[,)]|\buniform\(")
_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'')
_LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(?:\([^()]*\))?\s*(?:mutable\s*)?(?:->\s*[\w:<>]+\s*)?\{")
_ORDERED = {"if", "while", "for", "switch", "max", "min"}  # of two numbers of one law either may be the first
_OPERATORS = re.compile(r"(?<![-+*/&|^<>=(,{?:!\s])\s*(?:\+|-|\*|/|%|&|\||\^)(?![-+&|=>])\s*|\s(?:[<>]=?|[!=]=)\s")


def blank(text):
    """The text with comments and literals as spaces."""
    return _TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def closing(text, start):
    """Position of the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at
    return len(text)


def without_lambdas(text):
    """The text without the bodies of lambdas, which run later."""
    while found := _LAMBDA.search(text):
        text = text[:found.start()] + text[closing(text, found.end() - 1) + 1:]
    return text


def split(text, separator):
    """Parts of `text` between matches of `separator` outside of brackets."""
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] in "([{":
            at = closing(text, at) + 1
        elif found := separator.match(text, at):
            parts.append(text[begin:at])
            begin = at = found.end()
        else:
            at += 1
    return parts + [text[begin:]]


_COMMA = re.compile(r",")
_LOGIC = re.compile(r"&&|\|\||\?|:(?!:)|<<|>>|;")


def drawing(parts):
    """Number of parts that draw."""
    return sum(bool(_DRAWS.search(part)) for part in parts)


def unordered(text):
    """Line numbers of calls and sums of which two parts draw."""
    text = blank(text)
    for found in re.finditer(r"(\w*[)\]]?)>?\s*\(", text):
        start = found.end() - 1
        inside = text[start + 1:closing(text, start)]
        if not _DRAWS.search(inside) or ";" in without_lambdas(inside):
            continue
        arguments = split(without_lambdas(inside), _COMMA)
        line = text.count("\n", 0, start) + 1
        if found[1] not in _ORDERED and found[1] and drawing(arguments) > 1:
            yield line
        elif any(drawing(split(part, _OPERATORS)) > 1 for argument in arguments for part in split(argument, _LOGIC)):
            yield line
    for found in re.finditer(r"(?:(?<![=!<>])=|return)\s([^;{}]*);|\w\{([^;{},]*)\}", text):
        for part in split(without_lambdas(found[found.lastindex]), _LOGIC):
            if any(drawing(split(one, _OPERATORS)) > 1 for one in split(part, _COMMA)):
                yield text.count("\n", 0, found.start(found.lastindex)) + 1


def main():
    tree = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else source_tree.root()
    found = [f"{file}:{line}: two draws in one expression: which is the first? Name one before"
             for file in source_tree.cxx_files(tree) if file.parts[0] != "adapters"
             for line in sorted(set(unordered((tree / file).read_text(encoding="utf-8"))))]
    print("\n".join(found + [f"{len(found)} expressions that draw twice in no order"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
