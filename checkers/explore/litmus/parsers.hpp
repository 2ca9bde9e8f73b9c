// checkers/explore/litmus/parsers.hpp
// Purpose   The two front ends of litmus programs.
// Source    One line: program := ['{' v=INT (',' v=INT)* '}'] thread ('||' thread)*, statements
//           separated by ';':
//             r = V.load(mo) | V.store(e,mo) | r = V.fetch_add(e,mo) | r = V.exchange(e,mo)
//             r = V.cas(expected,desired,mo[,mo_failure])   (r = 1 success, 0 failure)
//             fence(mo) | await(V op e, mo) | awaitcas(V,expected,desired,mo) | assume(e)
//             at(device,block)   (first in a thread: its place, at(0,0) unless it says so)
//             if(e){..}[else{..}] | repeat(n){.. break ..} | r = e
//           with V := name | name[e], registers r<digits> (observed) and t<digits> (scratch), and
//           mo := na rlx acq rel acqrel sc, each but na with a scope that leaves threads out, as
//           rel@blk or rel@dev (@sys: all); also fetch_sub, fetch_and, fetch_or, fetch_xor. After
//           the program: an optional `exists (..)`, `~exists (..)` or `forall (..)`.
//           C: J. Alglave, L. Maranget, M. Tautschnig, herd7's litmus format for C11.
// Errors    InputError "file:line:column: expected X, found Y".
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/explore/litmus/program.hpp"
#include "checkers/explore/litmus/tokens.hpp"

namespace touchstone::explore {

LitmusProgram parse_one_line(const std::string& name, std::string_view text, std::size_t line = 1);
LitmusProgram parse_herd_c(const std::string& file, std::string_view text);

/// The programs of a file: one of herd7's C, or one-line programs on lines of their own (blank
/// lines and lines that begin with '#' do not count; a line that begins with exists, ~exists or
/// forall asks about the program before it).
std::vector<LitmusProgram> parse_litmus(const std::string& file, std::string_view text);

/// At `exists`, `~exists` or `forall`: reads the condition. `name_of` reads an observed name.
bool at_condition(const Tokens& tokens);
Condition parse_condition(Tokens& tokens);

/// Takes == != < <= > or >=, if one of them is next.
std::optional<Compare> take_comparison(Tokens& tokens);

/// Orders that make sense for an access; anything else is an error at its place.
enum class Access : std::uint8_t { load, store, update, fence, failure };
void check_order(const Tokens& tokens, const Token& token, Access access, Order order);
/// Order that the standard gives a failed compare_exchange when none is named.
Order default_failure(Order order);

}  // namespace touchstone::explore
