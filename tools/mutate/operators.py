"""The mutation operators: which change of which expression is a mutant of which kind."""

import re

COMPARISON = "comparison"
OFF_BY_ONE = "off by one"
SIGN = "sign"
DROPPED_STATEMENT = "dropped statement"
DROPPED_CALL = "dropped call"
SWAPPED = "swapped arguments"
CONSTANT = "constant"
BRANCH = "wrong branch"
STALE = "stale value kept"
ORDER = "barrier or memory order"

NAMES = (COMPARISON, OFF_BY_ONE, SIGN, DROPPED_STATEMENT, DROPPED_CALL, SWAPPED, CONSTANT, BRANCH, STALE,
         ORDER)

# Operator in the text -> (operator of the mutant, kind).
BINARY = {
    "<": ("<=", COMPARISON), "<=": ("<", COMPARISON), ">": (">=", COMPARISON), ">=": (">", COMPARISON),
    "==": ("!=", COMPARISON), "!=": ("==", COMPARISON),
    "+": ("-", SIGN), "-": ("+", SIGN), "+=": ("-=", SIGN), "-=": ("+=", SIGN),
    "&&": ("||", BRANCH), "||": ("&&", BRANCH),
}

# Called function -> (function that the mutant calls, kind): the comparisons, signs and choices of
# vector code, and of <algorithm>.
CALLED = {
    "Lt": ("Le", COMPARISON), "Le": ("Lt", COMPARISON), "Gt": ("Ge", COMPARISON),
    "Ge": ("Gt", COMPARISON), "Eq": ("Ne", COMPARISON), "Ne": ("Eq", COMPARISON),
    "Add": ("Sub", SIGN), "Sub": ("Add", SIGN), "MulAdd": ("NegMulAdd", SIGN),
    "NegMulAdd": ("MulAdd", SIGN), "And": ("Or", BRANCH), "Or": ("And", BRANCH),
    "min": ("max", COMPARISON), "max": ("min", COMPARISON), "Min": ("Max", COMPARISON),
    "Max": ("Min", COMPARISON), "floor": ("ceil", OFF_BY_ONE), "ceil": ("floor", OFF_BY_ONE),
}
_CALLED = re.compile(r"((?:\w+\s*::\s*|\w+\s*(?:\.|->)\s*)*)(\w+)\b")

# Functions whose arguments may come in any order.
COMMUTE = {"And", "Or", "Xor", "Add", "Mul", "Max", "Min", "Eq", "Ne", "min", "max", "swap", "hypot", "gcd", "dot"}

# Functions of a product and a sum, whose first two arguments may.
PRODUCTS = {"fma", "multiply_add", "MulAdd", "NegMulAdd"}

# Calls and functions without which all results are the same: they save or count memory, or time.
MEMORY = {"reserve", "shrink_to_fit", "memory_bytes", "prefetch", "__builtin_prefetch", "yield"}

# Functions that simulate nothing, by their names: they say which schemes and proofs there are.
REGISTERS = "register_"
# Results of functions that write texts for people.
TEXT = re.compile(r"(const )?(std::vector<)?(std::(__cxx11::)?(basic_)?string\b.*|char \*( ?const)?)")

# Calls for other threads to wait for, or to see what was written.
BARRIERS = ("sync", "sync_block", "sync_warp", "sync_grid", "barrier", "arrive_and_wait", "fence",
            "atomic_thread_fence", "thread_fence")
# Memory order in the text -> weaker one. What two threads cannot tell apart is not weakened.
WEAKER = {"memory_order_acquire": "memory_order_relaxed", "memory_order_release": "memory_order_relaxed",
          "memory_order_acq_rel": "memory_order_relaxed", "memory_order_seq_cst": "memory_order_relaxed",
          "kAcquire": "kRelaxed", "kRelease": "kRelaxed", "kAcqRel": "kRelaxed", "kSeqCst": "kRelaxed",
          "acquire": "relaxed", "release": "relaxed", "acq_rel": "relaxed", "seq_cst": "relaxed"}


def other_call(text):
    """(text of the call of the other function, kind) of a call that has one, or None."""
    match = _CALLED.match(text)
    if not match or match.group(2) not in CALLED:
        return None
    name, kind = CALLED[match.group(2)]
    return text[:match.start(2)] + name + text[match.end(2):], kind


def other_literal(text):
    """The next integer, or a floating-point number larger by 1 %; zero becomes one."""
    if re.fullmatch(r"true|false", text):
        return "false" if text == "true" else "true"
    if re.fullmatch(r"(0[xXbB][\da-fA-F']+|[\d']+)[uUlLzZ]*", text):
        return f"({text} + 1)"
    zero = re.match(r"0*\.?0*(?![\d.xX])", text)
    return f"({text} + 1)" if zero and zero.end() else f"({text} * 101 / 100)"
