// checkers/explore/litmus/expression_parser.hpp
// Purpose   Reads an integer expression with the precedence of C.
#pragma once
#include <functional>

#include "checkers/explore/litmus/expression.hpp"
#include "checkers/explore/litmus/tokens.hpp"

namespace touchstone::explore {

/// Reads a primary that is not a number or a parenthesis: a register.
using Primary = std::function<Expression(Tokens&)>;

/// `enclosed` says whether the expression stands inside parentheses: outside of them `||` ends it,
/// because there it separates threads. `effects` counts the accesses that primaries have emitted:
/// the right side of && and || must not have any, since it is evaluated in any case.
Expression parse_expression(Tokens& tokens, const Primary& primary, bool enclosed,
                            const std::function<std::size_t()>& effects = {});

}  // namespace touchstone::explore
