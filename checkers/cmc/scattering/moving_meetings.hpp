// checkers/cmc/scattering/moving_meetings.hpp
// Purpose   Parts of checks of three and of four stars: meetings that move as a whole, what is
//           conserved, and answers that depend on nothing but the meeting.
#pragma once
#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/findings.hpp"

namespace touchstone::scattering {

/// Meetings that move as a whole, which changes nothing of them: `most` of them, with less effort
/// fewer, but thirty, of which a known part ends. `draw(draws)`: the stars, a length and a speed of
/// theirs.
template <class Stars, class Draw>
std::vector<Stars> moving_meetings(const CheckContext& context, int most, const Draw& draw) {
  std::vector<Stars> all;
  const int count = std::max(30, static_cast<int>(most * context.effort));
  for (int k = 0; k < count; ++k) {
    auto random = stream_of_system(context, static_cast<std::uint64_t>(k));
    Draws draws(random);
    auto [stars, size, speed] = draw(draws);
    const double drift = draws.from(-1, 1) * speed;
    for (cluster::PointStar& star : stars)
      for (std::size_t c = 0; c < 3; ++c) {
        star.position[c] += static_cast<double>(c) * size;
        star.velocity[c] += c == 1 ? drift : 0;
      }
    all.push_back(stars);
  }
  return all;
}

/// Holds the stars after a time to what they began with; errors of the energy are parts of `scale`.
void judge_laws(Findings& findings, std::span<const cluster::PointStar> before,
                std::span<const cluster::PointStar> after, Real time, Real scale, double error,
                const std::string& name);

/// The same answers on any number of threads, alone, and without those before it; with so few steps
/// that some meetings are given up, where no other meeting may decide.
template <class Scatter, class Stars, class Unfinished>
CheckResult same_in_any_company(const Scatter& scatter, const std::vector<Stars>& starts,
                                cluster::ScatteringParameters parameters,
                                const Unfinished& unfinished) {
  const std::span all(starts);
  parameters.most_steps = 1 << 14;
  const auto given_up = [&](const auto& ends) {
    return std::any_of(ends.begin(), ends.end(), [&](const auto& end) {
      return unfinished(end) && end.time < parameters.longest;
    });
  };
  decltype(scatter(all, parameters)) ends;
  do {
    parameters.most_steps /= 2;
    ends = scatter(all, parameters);
  } while (!given_up(ends) && parameters.most_steps > 1);
  Findings findings;
  const auto compare = [&](std::size_t first, std::size_t count, const std::string& who) {
    const auto others = scatter(all.subspan(first, count), parameters);
    findings.expect(others.size() == count && first + count <= ends.size(),
                    fmt::format("the answers are not as many as the meetings {}", who));
    for (std::size_t i = 0; i < others.size() && first + i < ends.size(); ++i)
      findings.expect(others[i] == ends[first + i],
                      fmt::format("meeting {} has another end {}", first + i, who));
  };
  findings.expect(given_up(ends), "a meeting takes any number of steps");
  for (const int threads : {2, 3, 8}) {
    parameters.threads = threads;
    compare(0, starts.size(), fmt::format("on {} threads", threads));
  }
  parameters.threads = 1;
  for (std::size_t i = 0; i < starts.size(); i += 7) compare(i, 1, "alone");
  const std::size_t first = starts.size() / 3;
  compare(first, starts.size() - first, "without those before it");
  return findings.result(starts.size(), fmt::format("{} meetings, the same bits", starts.size()));
}

}  // namespace touchstone::scattering
