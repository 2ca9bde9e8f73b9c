// checkers/mutants/cmc/scattering/meetings.cpp
// Purpose   Mutants of methods that follow a binary and a single star, or two binaries: faults of
//           what ships (checkers/mutants/planted/meeting_crew.patch), and right methods whose
//           answers are changed.
// Source    Traps of such methods, met while they were built, and seeded faults.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/cmc/scattering/scattering_kind.hpp"
#include "models/core/vector_targets.hpp"
#include "planted/optimized/cmc/scattering/meeting_crew_kernel.hpp"

namespace touchstone::mutants {
namespace {

namespace planted = optimized::planted;
using cluster::Ending;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::Scattered;
using cluster::ScatteredFour;
using cluster::ScatteringParameters;
using cluster::ScatteringScheme;
using cluster::ThreeStars;
using Starts = std::span<const ThreeStars>;
using Ends = std::vector<Scattered>;

using FourStarts = std::span<const FourStars>;
using FourEnds = std::vector<ScatteredFour>;
using Scatter = std::function<Ends(Starts, const ScatteringParameters&)>;
using ScatterBinaries = std::function<FourEnds(FourStarts, const ScatteringParameters&)>;

bool add(const std::string& name, const char* fault, std::vector<std::string> killed_by,
         Scatter scatter, ScatterBinaries scatter_binaries = {}) {
  return register_mutant(ScatteringMutant{
      .scheme = {.info = {.name = "mutant/scattering-" + name,
                          .source = "planted fault",
                          .claims = Claims::conserves_particles | Claims::thread_invariant},
                 .scatter = std::move(scatter),
                 .scatter_binaries = std::move(scatter_binaries)},
      .origin = Origin::invented(std::string("seeded fault: ") + fault),
      .killed_by = std::move(killed_by)});
}

template <class Stars>
auto scatter_planted(planted::MeetingFaults faults) {
  return [faults](std::span<const Stars> starts, const ScatteringParameters& parameters) {
    cluster::require_valid(parameters);
    for (std::size_t i = 0; i < starts.size(); ++i) cluster::require_valid(starts[i], i);
    std::vector<typename planted::Answer<Stars>::Result> ends(starts.size());
    std::size_t next = 0;
    planted::MeetingCrew<Stars>(
        starts, ends, parameters, first_available(optimized::meeting_kernels()),
        [&next] { return next++; }, faults)
        .run();
    return ends;
  };
}

bool add_planted(const std::string& name, const char* fault, planted::MeetingFaults faults,
                 std::vector<std::string> killed_by) {
  return add(name, fault, std::move(killed_by), scatter_planted<ThreeStars>(faults),
             scatter_planted<FourStars>(faults));
}

/// The quickest right method of this machine.
Ends right(Starts starts, const ScatteringParameters& parameters) {
  return cluster::widest_scattering_scheme().scatter(starts, parameters);
}

FourEnds right_of_binaries(FourStarts starts, const ScatteringParameters& parameters) {
  return cluster::widest_scattering_scheme().scatter_binaries(starts, parameters);
}

template <class Change>
auto changed(Change change) {
  return [change](Starts starts, const ScatteringParameters& parameters) {
    Ends ends = right(starts, parameters);
    for (Scattered& end : ends) change(end);
    return ends;
  };
}

/// Right with single stars; of two binaries, answers that are changed.
template <class Change>
bool add_of_binaries(const std::string& name, const char* fault, std::vector<std::string> killed_by,
                     Change change) {
  return add("binaries-" + name, fault, std::move(killed_by), right,
             [change](FourStarts starts, const ScatteringParameters& parameters) {
               FourEnds ends = right_of_binaries(starts, parameters);
               for (ScatteredFour& end : ends) change(end);
               return ends;
             });
}

/// A third of a turn around the x, y and z axes' common diagonal.
cluster::Vector3 turned(const cluster::Vector3& v) { return {v[2], v[0], v[1]}; }

/// The star that leaves the others with the hardest binary.
std::size_t single_of(const ThreeStars& stars) {
  std::size_t single = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (scattering::hierarchy(stars, k).inner.energy() <
        scattering::hierarchy(stars, single).inner.energy())
      single = k;
  return single;
}

/// The harder binary of two ends: of a meeting, and of the same one in another direction, with its
/// binary as it was.
Ends harder_of_two(Starts starts, const ScatteringParameters& parameters) {
  std::vector<ThreeStars> others(starts.begin(), starts.end());
  for (ThreeStars& stars : others) {
    const std::size_t single = single_of(stars);
    const auto other = scattering::hierarchy(stars, single).outer;
    const scattering::Real share = stars[single].mass / other.mass;
    cluster::Vector3 place, velocity;
    for (std::size_t c = 0; c < 3; ++c) {
      place[c] = static_cast<double>(other.position[c]);
      velocity[c] = static_cast<double>(other.velocity[c]);
    }
    const cluster::Vector3 to = turned(place), moves = turned(velocity);
    for (std::size_t k = 0; k < 3; ++k) {
      const double part = static_cast<double>(k == single ? 1 - share : -share);
      for (std::size_t c = 0; c < 3; ++c) {
        stars[k].position[c] += part * (to[c] - place[c]);
        stars[k].velocity[c] += part * (moves[c] - velocity[c]);
      }
    }
  }
  Ends ends = right(starts, parameters);
  const Ends beside = right(others, parameters);
  const auto binding = [](const Scattered& end) {
    return -scattering::hierarchy(end.stars, end.single).inner.energy();
  };
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (ends[i].ending == Ending::binary && beside[i].ending == Ending::binary &&
        binding(beside[i]) > binding(ends[i]))
      ends[i] = beside[i];
  return ends;
}

double light_over_heavy(const ThreeStars& stars) {
  const auto [a, b, c] = std::array{stars[0].mass, stars[1].mass, stars[2].mass};
  const double light = std::min({a, b, c});
  return light / (a + b + c - light);
}

double light_over_heavy(const FourStars& stars) {
  const double a = stars[0].mass + stars[1].mass, b = stars[2].mass + stars[3].mass;
  return std::min(a, b) / std::max(a, b);
}

/// Each meeting with a tide of its own: that at which the lighter body's tide is what is asked for.
template <class Stars, class Scatter>
auto with_tide_of_lighter(const Scatter& scatter) {
  return [scatter](std::span<const Stars> starts, const ScatteringParameters& parameters) {
    decltype(scatter(starts, parameters)) ends;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      ScatteringParameters own = parameters;
      own.tide = std::min(0.1, own.tide / std::min(1.0, light_over_heavy(starts[i])));
      ends.push_back(scatter(starts.subspan(i, 1), own).front());
    }
    return ends;
  };
}

const bool registered =
    add_planted("long-steps", "steps six times as long, whatever the energy does",
                {.long_steps = true},
                {"scattering/conserved", "scattering/like the reference", "scattering/two binaries",
                 "scattering/binaries like the reference"}) &&
    add_planted("centre-stays", "the motion as a whole is forgotten", {.centre_stays = true},
                {"scattering/conserved", "scattering/two binaries"}) &&
    add_planted("stale-repeats", "a count is not set back", {.stale_repeats = true},
                {"scattering/any company", "scattering/binaries in any company"}) &&
    add("early-end", "a tide that is thirty times as large as asked for", {"scattering/conserved"},
        [](Starts starts, ScatteringParameters parameters) {
          cluster::require_valid(parameters);
          parameters.tide = std::min(0.1, 30 * parameters.tide);
          return right(starts, parameters);
        }) &&
    add("light-early-end", "of both tides only that of the lighter body counts at the end",
        {"scattering/conserved", "scattering/left alone"},
        with_tide_of_lighter<ThreeStars>(right)) &&
    add("endless", "the number of steps has no end", {"scattering/any company"},
        [](Starts starts, ScatteringParameters parameters) {
          cluster::require_valid(parameters);
          parameters.most_steps = std::numeric_limits<std::uint64_t>::max();
          return right(starts, parameters);
        }) &&
    add("wrong-star", "the number of the star is that of the next", {"scattering/conserved"},
        changed([](Scattered& end) { end.single = end.single < 3 ? (end.single + 1) % 3 : 3; })) &&
    add("time-too-short", "time that is wrong by 1e-5",
        {"scattering/conserved", "scattering/kepler"},
        changed([](Scattered& end) { end.time *= 1 - 1e-5; })) &&
    add("gives-up", "long meetings are left unfinished", {"scattering/conserved"},
        [](Starts starts, const ScatteringParameters& parameters) {
          Ends ends = right(starts, parameters);
          for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i].time < 500) continue;
            ends[i] = {Ending::unfinished, 3, parameters.longest, starts[i]};
          }
          return ends;
        }) &&
    add("ionised-in-part", "every third ionised binary is taken for a fly-by",
        {"scattering/high speed"},
        [](Starts starts, const ScatteringParameters& parameters) {
          Ends ends = right(starts, parameters);
          std::size_t count = 0;
          for (Scattered& end : ends)
            if (end.ending == Ending::ionised && ++count % 3 == 0) {
              end.ending = Ending::binary;
              end.single = 2;
            }
          return ends;
        }) &&
    add("ends-at-once", "fly-bys from afar are over before they begin",
        {"scattering/kepler", "scattering/left alone"},
        [](Starts starts, const ScatteringParameters& parameters) {
          Ends ends = right(starts, parameters);
          for (std::size_t i = 0; i < ends.size(); ++i)
            if (parameters.tide < 1e-6 && ends[i].ending == Ending::binary)
              ends[i] = {Ending::binary, ends[i].single, 0, starts[i]};
          return ends;
        }) &&
    add("ghosts", "stars pass through each other", {"scattering/detailed balance"},
        [](Starts starts, const ScatteringParameters& parameters) {
          cluster::require_valid(parameters);
          Ends ends;
          for (const ThreeStars& stars : starts)
            ends.push_back({Ending::binary, single_of(stars), 0, stars});
          return ends;
        }) &&
    add("harder-of-two", "of two ends the one with the harder binary",
        {"scattering/detailed balance"}, harder_of_two) &&
    add("binaries-early-end",
        "a tide on one of two binaries that is thirty times as large as asked for",
        {"scattering/two binaries"}, right,
        [](FourStarts starts, ScatteringParameters parameters) {
          cluster::require_valid(parameters);
          parameters.tide = std::min(0.1, 30 * parameters.tide);
          return right_of_binaries(starts, parameters);
        }) &&
    add("binaries-light-early-end",
        "of both tides only that of the lighter binary counts at the end",
        {"scattering/two binaries"}, right, with_tide_of_lighter<FourStars>(right_of_binaries)) &&
    add("binaries-end-at-once", "binaries that pass far away are apart before they meet",
        {"scattering/binaries apart"}, right,
        [](FourStarts starts, const ScatteringParameters& parameters) {
          FourEnds ends = right_of_binaries(starts, parameters);
          for (std::size_t i = 0; i < ends.size(); ++i)
            if (parameters.tide < 1e-6 && ends[i].end.ending == FourEnding::binaries) {
              ends[i].time = 0;
              ends[i].stars = starts[i];
            }
          return ends;
        }) &&
    add_of_binaries("wrong-star", "the second star of a binary is that of the other one",
                    {"scattering/two binaries"},
                    [](ScatteredFour& end) {
                      if (end.end.ending == FourEnding::binaries)
                        end.end.binary[1] = end.end.binary[1] % 3 + 1;
                    }) &&
    add_of_binaries("no-triples", "the triple is given up", {"scattering/four ends"},
                    [](ScatteredFour& end) {
                      if (end.end.ending == FourEnding::triple)
                        end.end = {.ending = FourEnding::unfinished};
                    }) &&
    add_of_binaries("time-too-short", "time that is wrong by 1e-5",
                    {"scattering/two binaries", "scattering/binaries apart"},
                    [](ScatteredFour& end) { end.time *= 1 - 1e-5; }) &&
    add_of_binaries("one-sided", "of two ionised binaries one is left",
                    {"scattering/fast binaries"},
                    [](ScatteredFour& end) {
                      if (end.end.ending == FourEnding::ionised)
                        end.end = {.ending = FourEnding::binary, .binary = {0, 1}};
                    }) &&
    add_of_binaries("spared", "of a binary that is left alone both are left",
                    {"scattering/fast binaries"}, [](ScatteredFour& end) {
                      if (end.end.ending == FourEnding::binary)
                        end.end = {.ending = FourEnding::binaries, .binary = {0, 1}};
                    });

}  // namespace
}  // namespace touchstone::mutants
