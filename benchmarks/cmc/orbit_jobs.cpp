// benchmarks/cmc/orbit_jobs.cpp
// Purpose   The jobs of `bench` with new orbital positions of all stars of a cluster, which the
//           paper moves to a device: one for each number of stars, with the serial scheme that
//           devices are compared with.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), appendix, Figures 11 to
//           13.
// Computes  The whole call: what is sent, apsides and rejection, what comes back. A scheme that
//           does not give the positions that it claims to equal has no rate.
// Cost      Class S some 2 s.
// Not here  Whole steps (cluster_jobs.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "benchmarks/cmc/cluster_entries.hpp"
#include "benchmarks/family.hpp"
#include "benchmarks/timing_job.hpp"
#include "models/cmc/partition.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Lfsr113;
using cluster::SampledStar;

/// Stars that draw from one stream, the fewest that a block of stars may have: the device has a
/// thread for each stream. The paper's has one for each star.
constexpr std::size_t kStarsOfStream = cluster::kBin;

struct Entry {
  const ClusterScheme* scheme;
  std::size_t stars;
  Subject subject() const {
    return {kFamily,
            scheme->info,
            "orbits per second",
            fmt::format("{}/orbits:{}", scheme->info.name, stars),
            {{"stars", stars}, {"stars_of_stream", kStarsOfStream}},
            fmt::format("--stars {}", stars),
            1};
  }
};

/// Stars, streams, and the positions by the scheme that an entry's claims to equal.
class OrbitStart {
 public:
  OrbitStart(const Request& request, std::size_t count)
      : stars(cluster::start_of_cluster({request.start, request.masses}, count,
                                        static_cast<std::uint32_t>(request.seed))),
        streams(cluster::separate_streams(static_cast<std::uint32_t>(request.seed),
                                          std::max<std::size_t>(1, count / kStarsOfStream))) {}

  const std::vector<SampledStar>& expected(const ClusterScheme& scheme) {
    std::vector<SampledStar>& known = expected_[scheme.equals];
    if (known.empty()) {
      std::vector<Lfsr113> left = streams;
      known = cluster::cluster_scheme(scheme.equals).sample_positions(stars, left);
    }
    return known;
  }

  const cluster::Stars stars;
  const std::vector<Lfsr113> streams;

 private:
  std::map<std::string, std::vector<SampledStar>> expected_;
};

class TimedOrbits final : public Timed {
 public:
  TimedOrbits(const Request& request, const Entry& entry, OrbitStart& start)
      : Timed(request, entry.subject(), protocol_of(request, {{3, 0.001}, {5, 0.1}, {7, 0.5}})),
        scheme_(*entry.scheme),
        start_(start) {}

 private:
  /// Each batch begins with the same streams, so that each makes the same work.
  Run once() override {
    return repeated(protocol_.seconds, [&] {
      std::vector<Lfsr113> streams = start_.streams;
      found_ = scheme_.sample_positions(start_.stars, streams);
      return found_.size();
    });
  }
  std::string fault() override {
    if (scheme_.equals.empty()) return "";
    const std::vector<SampledStar>& expected = start_.expected(scheme_);
    const auto [wrong, right] =
        std::mismatch(found_.begin(), found_.end(), expected.begin(), expected.end());
    if (wrong == found_.end() && right == expected.end()) return "";
    return fmt::format("star {} is not where {} puts it", wrong - found_.begin(), scheme_.equals);
  }

  const ClusterScheme& scheme_;
  OrbitStart& start_;
  std::vector<SampledStar> found_;
};

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const std::size_t stars : cluster_sizes(request)) {
    std::vector<Entry> entries;
    for (const ClusterScheme& scheme : cluster::cluster_schemes())
      if (scheme.sample_positions && is_wanted(request, scheme))
        entries.push_back({&scheme, stars});
    all.add<TimedOrbits>({.family = kFamily,
                          .title = fmt::format("orbits of {} stars", stars),
                          .cost = 1e-5 * static_cast<double>(stars * entries.size())},
                         entries, [=] { return OrbitStart(request, stars); });
  }
  return all.all();
}

const bool registered = register_family({kFamily, "new orbits of stars", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::cmc
