#!/usr/bin/env python3
"""Groups of source files that one translation unit may hold together: for a build from nothing, which otherwise
spends half its time reading the same headers again for every file.

usage: unity_groups.py --out FOLDER [--tree TREE] [--files N] [--lines N] < LIST

LIST holds one source file per line, relative to TREE. Writes the shared units to FOLDER and prints what is
then to be compiled, one file per line. A name never means another thing than where the file is compiled
alone: a name that a file keeps to itself (anonymous namespace, static) and that another file of the unit
says, or one of its headers of this tree, gets another name in the unit, by a macro around the file, after
all headers. Where that could change its meaning (Source.can_rename), and for names from `using`, the
files stay apart. Files with macros of their own, and those that Highway compiles once per vector unit, are
compiled alone. Units name files relative to TREE (CMake's own UNITY_BUILD names them by absolute paths):
the same text in every clone, so that ccache finds what another has compiled.
"""

import argparse
import collections
import pathlib
import re
import sys

import source_tree

_TOKEN = re.compile(r"[A-Za-z_]\w*|::|[^\s\w]")
_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                    r"'(?:\\.|[^'\\\n])+'|\d[\w.']*|^[ \t]*#[^\n]*", re.DOTALL | re.MULTILINE)
_MACRO_TESTS = re.compile(r"(TYPED_)?TEST(_[FP])?$|INSTANTIATE_|RC_GTEST_")
_NOT_NAMES = {"const", "constexpr", "noexcept", "override", "final", "requires", "default", "delete", "true",
              "false"}
REGISTERED = "registered"  # ends every registration
# Functions that templates find by the type of their argument.
_FOUND_BY_TYPE = {"to_json", "from_json", "PrintTo", "showValue", "format_as", "hash_value", "swap", "begin",
                  "end", "size", "data", "get", "main"}


class Source:
    """Names that a file keeps to itself, and all words that could mean something of another file."""

    def __init__(self, text):
        self.alone = re.search(r"^[ \t]*#[ \t]*(define|undef|pragma|if)|foreach_target|extern \"C\"", text,
                               re.MULTILINE) is not None
        tokens = words_and_signs(text)
        self.own = set()
        self.usings = set()
        for statement, inside in statements(tokens):
            self._declare(statement, inside)
        self.words = plain_words(tokens) - {name.rsplit(":", 1)[-1] for name in self.usings}
        self.words_of_headers = set()
        self.names_of_headers = set()
        self._inherits = re.search(r"\b(class|struct) \w+ (final )?:(?! :)", " ".join(tokens)) is not None
        self._fixed = _FOUND_BY_TYPE | words_fixed(tokens)

    def _declare(self, statement, inside):
        if statement[0] == "using":
            text = "".join(statement[1:])
            if "=" not in statement:
                self.usings.add(text)
            else:
                self.own.add(statement[1])
        elif inside or "static" in statement:
            self.own.update(names_of(statement))

    def met_by(self, other):
        """The names that this file keeps to itself and the other one, or one of its headers, says."""
        return self.own & (other.words | other.words_of_headers)

    def can_rename(self, names):
        """Whether other names in their place leave the file its meaning: all these words are the file's
        own, none is a member of something else, a name of a test, or found by a template. Headers may
        have the words for their members, unless a class of the file inherits them."""
        of_headers = self.words_of_headers if self._inherits else self.names_of_headers
        return not (names - {REGISTERED}) & (self._fixed | of_headers)

    def fits(self, other):
        return (self.can_rename(self.met_by(other)) and other.can_rename(other.met_by(self))
                and not self._meets(other) and not other._meets(self))

    def _meets(self, other):
        """A name that this file takes from elsewhere is another one there, or its directive is alone."""
        return any((name.startswith("namespace") or name.rsplit(":", 1)[-1] in other.words
                    or any(name.rsplit(":", 1)[-1] == theirs.rsplit(":", 1)[-1]
                           for theirs in other.usings))
                   for name in self.usings - other.usings)


def words_and_signs(text):
    """Without comments, literals and lines of the preprocessor."""
    return _TOKEN.findall(_NOISE.sub(" 0 ", text))


def plain_words(tokens):
    """Those that are looked up where they stand: not members, not names of a named namespace."""
    return {token for before, token in zip([""] + tokens, tokens)
            if before not in ("::", ".") and re.match(r"[A-Za-z_]", token)}


def words_fixed(tokens):
    """The words in whose place no other may stand: members and names of named namespaces, arguments of macros
    that make tests, and what is said only once, so that only others can use it."""
    fixed, times, in_test = set(), collections.Counter(tokens), False
    for before, token, after in zip([""] + tokens, tokens, tokens[1:] + [""]):
        in_test = (in_test or _MACRO_TESTS.match(token) and after == "(") and token != ")"
        if in_test or before in ("::", ".", ">") or times[token] == 1:
            fixed.add(token)
    return fixed - {REGISTERED}


class Headers:
    """Words and names of the headers of this tree."""

    def __init__(self, tree):
        self.tree = tree
        self._words = {}
        self._names = {}
        self._includes = {}

    def told(self, source, name):
        """Tells a source what all headers say that it includes, directly or not."""
        seen, waiting = set(), list(self._read(name))
        while waiting:
            header = waiting.pop()
            if header not in seen:
                seen.add(header)
                waiting += self._read(header)
        source.words_of_headers = set().union(*(self._words[header] for header in seen))
        source.names_of_headers = set().union(*(self._names[header] for header in seen))

    def lines(self, name):
        """The lines of a file that include headers, in its order."""
        return [f'#include "{other}"' if quoted else f"#include <{other}>"
                for _, quoted, other in source_tree.includes(self.tree / name)]

    def _read(self, name):
        """The headers that a file includes directly."""
        if name not in self._includes:
            path = self.tree / name
            found = path.is_file()
            self._includes[name] = [other for _, quoted, other in source_tree.includes(path)
                                    if quoted] if found else []
            tokens = words_and_signs(path.read_text(encoding="utf-8")) if found else []
            self._words[name] = plain_words(tokens)
            self._names[name] = names_declared(tokens)
        return self._includes[name]


def statements(tokens):
    """(tokens, inside an anonymous namespace) of each declaration at namespace level; bodies and
    initializers in braces are passed over, but for the brace that opens them."""
    scopes, statement, depth = [], [], 0
    for token in tokens:
        if depth:
            depth += (token == "{") - (token == "}")
        elif token == "{":
            if "namespace" in statement[:2]:
                scopes.append(len(statement) == 1)
                statement = []
            else:
                statement.append(token)
                depth = 1
        elif token == "}":
            if statement:
                yield statement, any(scopes)
            scopes.pop()
            statement = []
        elif token == ";":
            if statement:
                yield statement, any(scopes)
            statement = []
        else:
            if statement and statement[-1] == "{":  # a body has just ended: no semicolon follows
                yield statement, any(scopes)
                statement = []
            statement.append(token)
    if statement:
        yield statement, any(scopes)


def names_declared(tokens):
    """The names that a text declares outside of functions and types, and those of its namespaces."""
    namespaces = re.findall(r"\bnamespace ([\w: ]+)\{", " ".join(tokens))
    return ({word for statement, _ in statements(tokens) for word in names_of(statement)}
            | {word for names in namespaces for word in re.findall(r"\w+", names)})


def names_of(statement):
    """The names that a declaration introduces."""
    if _MACRO_TESTS.match(statement[0]) or "operator" in statement:
        return
    plain = without_brackets(without_attributes(statement), "<", ">")
    for word in ("class", "struct", "enum", "union"):
        if word in plain and not {"(", "="} & set(plain[:plain.index(word)]):
            found = [token for token in plain[plain.index(word) + 1:]
                     if token not in ("class", "struct") and re.match(r"[A-Za-z_]", token)]
            yield from found[:1]
            return
    depth, initializer = 0, False
    for before, token in zip([""] + plain, plain + [";"]):
        is_name = re.match(r"[A-Za-z_]", before) and before not in _NOT_NAMES
        if not depth and not initializer and is_name and token in ("(", "=", "{", "[", ";", ","):
            yield before
            if token == "(":  # a function, or a variable with its initializer
                return
        depth += (token in "([") - (token in ")]")
        if not depth:
            initializer = token == "=" or initializer and token != ","


def without_attributes(statement):
    text = " ".join(statement)
    return re.sub(r"\[ \[.*?\] \]", "", text).split()


def without_brackets(statement, opening, closing):
    plain, depth = [], 0
    for token in statement:
        if token == opening:
            depth += 1
        elif token == closing and depth:
            depth -= 1
        elif not depth:
            plain.append(token)
    return plain


def groups(sources, lines, most_files, most_lines):
    """Lists of names: each name into the first group of nearby files where it fits."""
    found = []
    for name, source in sources.items():
        if source.alone:
            continue
        for group in found:
            if (len(group) < most_files and sum(lines[other] for other in group) + lines[name] <= most_lines
                    and all(source.fits(sources[other]) for other in group)):
                group.append(name)
                break
        else:
            found.append([name])
    return [group for group in found if len(group) > 1]


def unit_text(group, sources, headers):
    """All headers first, then each file between the macros that give its names others."""
    lines = list(dict.fromkeys(line for name in group for line in headers.lines(name)))
    for number, name in enumerate(group):
        others = [sources[other] for other in group if other != name]
        names = sorted(set().union(*(sources[name].met_by(other) for other in others)))
        lines += [f"#define {word} {word}_{number}" for word in names]
        lines += [f'#include "{name}"', *(f"#undef {word}" for word in names)]
    return "".join(f"{line}\n" for line in lines)


def write_unit(path, text):
    """Only when it changes: what is newer than its object is compiled again."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--lines", type=int, default=2500)
    arguments = parser.parse_args()
    names = sys.stdin.read().split()
    texts = {name: (arguments.tree / name).read_text(encoding="utf-8") for name in names}
    sources = {name: Source(text) for name, text in texts.items()}
    headers = Headers(arguments.tree)
    for name, source in sources.items():
        headers.told(source, name)
    lines = {name: text.count("\n") for name, text in texts.items()}
    arguments.out.mkdir(parents=True, exist_ok=True)
    shared = groups(sources, lines, arguments.files, arguments.lines)
    for number, group in enumerate(shared):
        unit = arguments.out / f"unit_{number}.cpp"
        write_unit(unit, unit_text(group, sources, headers))
        print(unit)
    for name in names:
        if not any(name in group for group in shared):
            print(arguments.tree / name)


if __name__ == "__main__":
    main()
