#include "checkers/balance/pieces.hpp"

#include <algorithm>

#include "checkers/balance/compose.hpp"

namespace touchstone::balance {
namespace {

constexpr std::size_t kSampleRows = 16;
constexpr std::uint64_t kSampleTapes = 1 << 12;

/// A row in pieces against the same row by plain tapes, where these are few.
bool row_agrees(TinySystem& system, Enumeration& found, std::size_t which, Index state) {
  Outcomes plain;
  const Limits limits{.tapes_of_row = kSampleTapes};
  Effort effort;
  try {
    plain = plain_outcomes(system, which, found.states.key(state), found.states, limits, effort);
  } catch (const InputError&) {
    return true;  // too many: no statement
  }
  Composer<Big> composer(found.operators[which], found.states.size(), found.stages.size());
  const auto row = composer.row(state, false, nullptr);
  if (row.size() != plain.to.size()) return false;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i].to != plain.to[i] ||
        row[i].weight * plain.whole != composer.denominator() * Big(plain.count[i]))
      return false;
  return true;
}

}  // namespace

bool pieces_agree(TinySystem& system, Enumeration& found) {
  const std::size_t known = found.states.size();
  const std::size_t stride = std::max<std::size_t>(1, known / kSampleRows);
  for (std::size_t which = 0; which < found.operators.size(); ++which)
    for (std::size_t s = 0; found.operators[which].in_pieces && s < known; s += stride)
      if (!row_agrees(system, found, which, static_cast<Index>(s)) || found.states.size() != known)
        return false;
  return true;
}

}  // namespace touchstone::balance
