// benchmarks/cmc/scattering_jobs.cpp
// Purpose   The job of `bench` with binaries and single stars that meet at twice the critical
//           speed: how many meetings a second.
// Cost      Class S some 2 s.
// Computes  A scheme that loses energy, or leaves a meeting unfinished, has no rate.
// Not here  Clusters of stars (cluster_jobs.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "benchmarks/family.hpp"
#include "benchmarks/timing_job.hpp"
#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

using cluster::Scattered;
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
  Subject subject() const {
    return {kFamily,
            scheme->info,
            "meetings per second",
            fmt::format("{}/meetings:{}/threads:{}", scheme->info.name, meetings, threads),
            {{"meetings", meetings}},
            "",
            threads};
  }
};

/// Meetings of three equal stars, of a circular binary; the same for all schemes.
std::vector<ThreeStars> starts(std::uint64_t seed, std::size_t count) {
  cluster::MeetingLaw law{.largest_impact = 3};
  law.speed = 2 * cluster::critical_speed(law.mass, law.semimajor_axis);
  const double distance = cluster::distance_of_tide(law.mass, law.semimajor_axis, 0, kTide);
  std::vector<ThreeStars> all;
  for (std::size_t k = 0; k < count; ++k)
    all.push_back(cluster::three_stars(cluster::drawn_meeting(law, seed, k), distance));
  return all;
}

double energy(const ThreeStars& stars) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto &a = stars[i], &b = stars[(i + 1) % 3];
    double square = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      sum += a.mass * a.velocity[c] * a.velocity[c] / 2;
      square += std::pow(a.position[c] - b.position[c], 2);
    }
    sum -= a.mass * b.mass / std::sqrt(square);
  }
  return sum;
}

class TimedMeetings final : public Timed {
 public:
  TimedMeetings(const Request& request, const Entry& entry, const std::vector<ThreeStars>& starts)
      : Timed(request, entry.subject(), protocol(request)), entry_(entry), starts_(starts) {}

 private:
  Run once() override {
    return repeated(protocol_.seconds, [&] {
      const std::span some = std::span(starts_).first(entry_.meetings);
      ends_ = entry_.scheme->scatter(some, {.threads = entry_.threads, .tide = kTide});
      return some.size();
    });
  }
  /// The binary's energy is 1/2 at the start, the single star's 2. Binaries that are left with
  /// hardly any energy end late, or not in time.
  std::string fault() override {
    std::size_t open = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      open += ends_[i].ending == cluster::Ending::unfinished ? 1 : 0;
      if (ends_[i].ending == cluster::Ending::lost) return fmt::format("meeting {} is lost", i);
      const double error = std::abs(energy(ends_[i].stars) - energy(starts_[i]));
      if (!(error <= 2.5 * entry_.scheme->energy_error))
        return fmt::format("meeting {}: the energy is wrong by {:.2g}", i, error);
    }
    return 50 * open > ends_.size() ? fmt::format("{} meetings are unfinished", open) : "";
  }

  Entry entry_;
  const std::vector<ThreeStars>& starts_;
  std::vector<Scattered> ends_;
};

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  const auto meetings = of_class<std::size_t>(request, {16, 128, 1024});
  std::vector<Entry> entries;
  for (const ScatteringScheme& scheme : cluster::scattering_schemes()) {
    if (!is_wanted(request, scheme)) continue;
    for (const int threads : doubling(scheme.info.parallel ? request.threads : 1))
      entries.push_back({&scheme, threads, meetings});
  }
  all.add<TimedMeetings>({.family = kFamily, .title = "binaries and single stars", .cost = 1},
                         entries, [=] { return starts(request.seed, meetings); });
  return all.all();
}

const bool registered = register_family({kFamily, "meetings of binaries and single stars", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::cmc
