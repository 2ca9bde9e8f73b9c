// checkers/explore/event_chain/program.hpp
// Purpose   Algorithm 5 as 26 numbered statements, and everything that a variant may change in it:
//           the order of the two updates, and tests that are left out.
// Source    Li et al. 2021 (configuration.hpp), Algorithm 5, Remarks 9, 10 and 12. The statements:
//             1 tau := d, j := i, x := none       14 t_j := t_i + tau
//             2 next arrow i -> jt, or 10         15 t_i := t_i + tau
//             3 xt := x_jt                        16 x_i := x_i + tau
//             4 taut := xt - x_i - b              17 tag_i := static
//             5 abort if t_i + taut <= t_jt       18 d := d - tau
//             6 if taut < tau: 7, else next: 2    19 i := j, go to 25
//             7 j := jt                           20 tag_j := static, go to 1
//             8 x := xt                           21 t_i := t_i + tau
//             9 tau := taut, next: 2              22 x_i := x_i + tau
//            10 CAS(tag_j, static, thread)        23 d := 0
//            11 if tag_j != thread: 1             24 tag_i := stalled
//            12 if tau = d: 21                    25 if d > 0: 1
//            13 if x != x_j: 20                   26 wait
// Not here  Executing them (chain_system.hpp), the list of the variants (mutants.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::explore {

/// A number of the list above; kExtra is a statement that only variants have.
using Statement = std::uint8_t;
inline constexpr Statement kWait = 26;
inline constexpr Statement kExtra = 27;

struct Program {
  /// Statements 14 to 19 and 21 to 24, each in the order in which they are executed.
  std::array<Statement, 6> lifting = {14, 15, 16, 17, 18, 19};
  std::array<Statement, 4> breakpoint = {21, 22, 23, 24};
  /// Value computed by a statement that comes earlier or later: as written, with the t_i and d
  /// that it finds, or so that it stores the value that it stores in the original order (what a
  /// compiler that reorders stores does).
  bool keeps_values = false;

  bool tests_horizon = true;      ///< statement 5
  bool reads_time_first = false;  ///< 3 reads t_jt, kExtra reads x_jt, 4 also tests the horizon
  bool splits_cas = false;        ///< 10 tests tag_j = static, kExtra sets tag_j
  bool heeds_cas = true;          ///< statement 11
  bool rechecks_position = true;  ///< statement 13
  bool gives_back = true;         ///< the assignment in statement 20

  /// Next statement after each statement of the two updates.
  std::array<Statement, 28> next() const;
  Statement first_of_lifting() const { return lifting.front(); }
  Statement first_of_breakpoint() const { return breakpoint.front(); }
  /// Statement `a` comes before statement `b` of the same update.
  bool before(Statement a, Statement b) const;
};

/// The program with statements a and b, both of 14 to 19 or both of 21 to 24, interchanged.
/// Throws InputError for any others.
Program interchanged(Statement a, Statement b, bool keeps_values = false);

}  // namespace touchstone::explore
