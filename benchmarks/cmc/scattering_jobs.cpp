// benchmarks/cmc/scattering_jobs.cpp
// Purpose   The jobs of `bench` with binaries and single stars that meet at twice the critical
//           speed, and with pairs of binaries: how many meetings a second.
// Cost      Class S some 4 s.
// Computes  A scheme that loses energy, or leaves a meeting unfinished, has no rate.
// Not here  Clusters of stars (cluster_jobs.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "benchmarks/family.hpp"
#include "benchmarks/timing_job.hpp"
#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

using cluster::FourStars;
using cluster::ScatteringScheme;
using cluster::ThreeStars;

constexpr const char* kFamily = "cmc";
constexpr double kTide = 1e-5;

Protocol protocol(const Request& request) {
  return protocol_of(request, {{3, 0.001}, {5, 0.1}, {9, 1}});
}

struct Entry {
  const ScatteringScheme* scheme;
  int threads;
  std::size_t meetings;
  std::size_t stars;  ///< in each meeting
  Subject subject() const {
    nlohmann::json params = {{"meetings", meetings}};
    if (stars == 4) params["stars"] = stars;
    return {kFamily,
            scheme->info,
            "meetings per second",
            fmt::format("{}{}/meetings:{}/threads:{}", scheme->info.name,
                        stars == 4 ? "/two-binaries" : "", meetings, threads),
            params,
            "",
            threads};
  }
};

/// Meetings of equal stars, in circular binaries of the size 1; the same for all schemes.
template <class Stars>
std::vector<Stars> starts(std::uint64_t seed, std::size_t count) {
  std::vector<Stars> all;
  if constexpr (std::is_same_v<Stars, ThreeStars>) {
    cluster::MeetingLaw law{.largest_impact = 3};
    law.speed = 2 * cluster::critical_speed(law.mass, law.semimajor_axis);
    const double distance = cluster::distance_of_tide(law.mass, law.semimajor_axis, 0, kTide);
    for (std::size_t k = 0; k < count; ++k)
      all.push_back(cluster::three_stars(cluster::drawn_meeting(law, seed, k), distance));
  } else {
    cluster::MeetingOfBinaries widest{.impact_parameter = 3};
    widest.speed = 2 * cluster::critical_speed(widest.binaries);
    const double distance = cluster::distance_of_tide(widest.binaries, kTide);
    for (std::size_t k = 0; k < count; ++k)
      all.push_back(
          cluster::four_stars(cluster::drawn_meeting_of_binaries(widest, seed, k), distance));
  }
  return all;
}

double energy(std::span<const cluster::PointStar> stars) {
  double sum = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    for (const double v : stars[i].velocity) sum += stars[i].mass * v * v / 2;
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0;
      for (std::size_t c = 0; c < 3; ++c)
        square += std::pow(stars[i].position[c] - stars[j].position[c], 2);
      sum -= stars[i].mass * stars[j].mass / std::sqrt(square);
    }
  }
  return sum;
}

std::vector<cluster::Scattered> scatter(const ScatteringScheme& scheme,
                                        std::span<const ThreeStars> some,
                                        const cluster::ScatteringParameters& parameters) {
  return scheme.scatter(some, parameters);
}
std::vector<cluster::ScatteredFour> scatter(const ScatteringScheme& scheme,
                                            std::span<const FourStars> some,
                                            const cluster::ScatteringParameters& parameters) {
  return scheme.scatter_binaries(some, parameters);
}
cluster::Ending ending(const cluster::Scattered& end) { return end.ending; }
cluster::FourEnding ending(const cluster::ScatteredFour& end) { return end.end.ending; }

template <class Stars>
class TimedMeetings final : public Timed {
 public:
  TimedMeetings(const Request& request, const Entry& entry, const std::vector<Stars>& starts)
      : Timed(request, entry.subject(), protocol(request)), entry_(entry), starts_(starts) {}

 private:
  Run once() override {
    return repeated(protocol_.seconds, [&] {
      const std::span some = std::span(starts_).first(entry_.meetings);
      ends_ = scatter(*entry_.scheme, some, {.threads = entry_.threads, .tide = kTide});
      return some.size();
    });
  }
  /// The energies of binaries and of their relative motion at the start are 2.5 in all for three
  /// stars, and 5 for four. Binaries that are left with hardly any energy end late, or not in time.
  std::string fault() override {
    std::size_t open = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const auto found = ending(ends_[i]);
      open += found == decltype(found)::unfinished ? 1 : 0;
      if (found == decltype(found)::lost) return fmt::format("meeting {} is lost", i);
      const double error = std::abs(energy(ends_[i].stars) - energy(starts_[i]));
      if (!(error <= (entry_.stars == 4 ? 5 : 2.5) * entry_.scheme->energy_error))
        return fmt::format("meeting {}: the energy is wrong by {:.2g}", i, error);
    }
    return 50 * open > ends_.size() ? fmt::format("{} meetings are unfinished", open) : "";
  }

  Entry entry_;
  const std::vector<Stars>& starts_;
  decltype(scatter(std::declval<const ScatteringScheme&>(), std::declval<std::span<const Stars>>(),
                   {})) ends_;
};

template <class Stars>
void add_jobs(Jobs& all, const Request& request, const char* title) {
  const auto meetings = of_class<std::size_t>(request, {16, 128, 1024});
  std::vector<Entry> entries;
  for (const ScatteringScheme& scheme : cluster::scattering_schemes()) {
    if (!is_wanted(request, scheme)) continue;
    if (std::is_same_v<Stars, FourStars> && !scheme.scatter_binaries) continue;
    for (const int threads : doubling(scheme.info.parallel ? request.threads : 1))
      entries.push_back({&scheme, threads, meetings, std::tuple_size_v<Stars>});
  }
  all.add<TimedMeetings<Stars>>({.family = kFamily, .title = title, .cost = 1}, entries,
                                [=] { return starts<Stars>(request.seed, meetings); });
}

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  add_jobs<ThreeStars>(all, request, "binaries and single stars");
  add_jobs<FourStars>(all, request, "two binaries");
  return all.all();
}

const bool registered = register_family({kFamily, "meetings of binaries", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::cmc
