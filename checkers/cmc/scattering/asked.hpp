// checkers/cmc/scattering/asked.hpp
// Purpose   Meetings and their ends by the reference, and by the reference from starts that are
//           changed a little: how much a meeting amplifies.
#pragma once
#include <utility>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::scattering {

/// Relative change of each component of a velocity.
inline constexpr double kChange = 1e-7;

template <class Stars, class End>
struct Asked {
  std::vector<Stars> starts;
  std::vector<End> expected;
  std::vector<End> beside;  ///< ends of starts that are changed
};

/// The reference takes far longer than what is compared with it: it is asked once.
/// `draw(draws)` makes a start, `ask(starts)` gives the ends by the reference.
template <class Stars, class End, class Draw, class Ask>
const Asked<Stars, End>& answers_of_reference(const CheckContext& context, std::size_t count,
                                              const Draw& draw, const Ask& ask) {
  static MadeOnce<std::pair<std::uint64_t, std::size_t>, Asked<Stars, End>> known;
  return known({context.seed, count}, [&] {
    Asked<Stars, End> asked;
    std::vector<Stars> changed;
    for (std::size_t k = 0; k < count; ++k) {
      auto random = stream_of_system(context, k);
      Draws draws(random);
      asked.starts.push_back(draw(draws));
      changed.push_back(asked.starts.back());
      for (auto& star : changed.back())
        for (double& v : star.velocity) v *= 1 + draws.from(-kChange, kChange);
    }
    asked.expected = ask(asked.starts);
    asked.beside = ask(changed);
    return asked;
  });
}

}  // namespace touchstone::scattering
