// benchmarks/overlap/overlap_jobs.cpp
// Purpose   How long each algorithm takes to decide whether two hard bodies overlap: one body of
//           each class, and some mixtures, in places where simulations ask: circumscribed spheres
//           that meet, centres farther apart than the largest balls inside.
// Cost      Class S some 5 s. All algorithms answer the same pairs; one whose answers differ from
//           those of the first for these bodies, a reference, has no rate.
// Not here  Whole simulations (benchmarks/hpmc).
#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/family.hpp"
#include "benchmarks/overlap/overlap_places.hpp"
#include "benchmarks/stopwatch.hpp"
#include "benchmarks/timing_job.hpp"

namespace touchstone::benchmarks::overlap {
namespace {

using shapes::OverlapAlgorithm;

constexpr const char* kFamily = "hpmc";
constexpr const char* kNanosecondsPerTest = "nanoseconds per overlap test";
constexpr std::size_t kPlaces = 1024;
constexpr std::size_t kCompared = 128;  // of them, whatever time that takes

Protocol protocol(const Request& request) {
  return protocol_of(request, {{3, 0.0005}, {5, 0.003}, {9, 0.05}});
}

/// An algorithm on one pair of bodies.
struct Entry {
  const OverlapAlgorithm* scheme;
  const TimedPair* pair;
  Subject subject() const {
    return {kFamily,
            scheme->info,
            kNanosecondsPerTest,
            scheme->info.name + "/" + pair->name,
            {{"bodies_tested", pair->name}}};
  }
};

std::vector<Entry> entries_of(const Request& request, const TimedPair& pair) {
  std::vector<Entry> all;
  for (const OverlapAlgorithm* one : algorithms_for(pair.a, pair.b))
    if (is_wanted(request, *one)) all.push_back({one, &pair});
  return all;
}

/// Places of a pair of bodies, with the answers that are expected.
struct Questions {
  std::vector<Place> places;
  std::string answered_by;
  std::vector<bool> answers;

  Questions(const TimedPair& pair, std::uint64_t seed)
      : places(overlap::places(pair, seed, kPlaces)) {
    const OverlapAlgorithm& judge = *algorithms_for(pair.a, pair.b).front();
    answered_by = judge.info.name;
    const auto prepared = judge.prepare(pair.a, pair.b);
    for (std::size_t i = 0; i < kCompared; ++i)
      answers.push_back(prepared->overlaps(places[i].q_a, places[i].q_b, places[i].r));
  }
};

class TimedTests final : public Timed {
 public:
  TimedTests(const Request& request, const Entry& entry, const Questions& questions)
      : Timed(request, entry.subject(), protocol(request)),
        prepared_(entry.scheme->prepare(entry.pair->a, entry.pair->b)),
        questions_(questions) {
    // References take a part of them: a run is not longer than it must be.
    std::uint64_t asked = 0;
    const Stopwatch watch;
    while (asked < kCompared ||
           (asked < questions_.places.size() && watch.seconds() < protocol_.seconds))
      overlaps_.push_back(ask(asked++));
  }

 private:
  Run once() override {
    return repeated(protocol_.seconds, [&] {
      for (std::size_t i = 0; i < overlaps_.size(); ++i) meet_ += ask(i) ? 1 : 0;
      return overlaps_.size();
    });
  }
  double value(const Run& run) const override { return 1e9 * cost_of(run); }
  nlohmann::json params() const override {
    const auto meet = std::count(overlaps_.begin(), overlaps_.end(), true);
    return {
        {"places", overlaps_.size()},
        {"share_overlapping", static_cast<double>(meet) / static_cast<double>(overlaps_.size())}};
  }
  bool ask(std::size_t i) const {
    const Place& place = questions_.places[i];
    return prepared_->overlaps(place.q_a, place.q_b, place.r);
  }
  /// First answer that is not the expected one, or empty.
  std::string fault() override {
    for (std::size_t i = 0; i < kCompared; ++i)
      if (overlaps_[i] != questions_.answers[i])
        return fmt::format("place {}: other answer than {}", i, questions_.answered_by);
    return "";
  }

  std::unique_ptr<shapes::PairOverlap> prepared_;
  const Questions& questions_;
  std::vector<bool> overlaps_;
  std::uint64_t meet_ = 0;  ///< a value that must exist
};

std::vector<Job> jobs(const Request& request) {
  Jobs all(request);
  for (const TimedPair& pair : timed_pairs())
    all.add<TimedTests>({.family = kFamily, .title = pair.name, .cost = 0.2},
                        entries_of(request, pair),
                        [=, &pair] { return Questions(pair, request.seed); });
  return all.all();
}

const bool registered = register_family({kFamily, "overlap tests", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::overlap
