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
#include "benchmarks/records.hpp"
#include "benchmarks/stopwatch.hpp"
#include "benchmarks/timed.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::overlap {
namespace {

using shapes::OverlapAlgorithm;

constexpr const char* kFamily = "hpmc";
constexpr const char* kNanosecondsPerTest = "nanoseconds per overlap test";
constexpr std::size_t kPlaces = 1024;
constexpr std::size_t kCompared = 128;  // of them, whatever time that takes

struct Protocol {
  int runs;
  double seconds;  ///< least duration of each run, in seconds
};
Protocol protocol(const Request& request) {
  Protocol result{9, 0.05};
  if (request.problem_class == ProblemClass::tiny) result = {3, 0.0005};
  if (request.problem_class == ProblemClass::S) result = {5, 0.003};
  result.runs = request.runs.value_or(result.runs);
  return result;
}

/// An algorithm on one pair of bodies.
struct Entry {
  const OverlapAlgorithm* scheme;
  const TimedPair* pair;
  std::string name() const { return scheme->info.name + "/" + pair->name; }
};

std::vector<Entry> entries_of(const Request& request, const TimedPair& pair) {
  std::vector<Entry> all;
  for (const OverlapAlgorithm* one : algorithms_for(pair.a, pair.b))
    if (one->info.timed && matches(request.filter, one->info.name)) all.push_back({one, &pair});
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
  TimedTests(const Entry& entry, const Request& request, const Questions& questions)
      : entry_(entry),
        request_(request),
        prepared_(entry.scheme->prepare(entry.pair->a, entry.pair->b)),
        questions_(questions),
        protocol_(protocol(request)) {
    // References take a part of them: a run is not longer than it must be.
    std::uint64_t asked = 0;
    const Stopwatch watch;
    while (asked < kCompared ||
           (asked < questions_.places.size() && watch.seconds() < protocol_.seconds))
      overlaps_.push_back(ask(asked++));
  }

  std::string name() const override { return entry_.name(); }
  int runs() const override { return protocol_.runs; }
  Run run() override {
    Run run;
    const Stopwatch watch;
    do {
      for (std::size_t i = 0; i < overlaps_.size(); ++i) meet_ += ask(i) ? 1 : 0;
      run.count += overlaps_.size();
      run.seconds = watch.seconds();
    } while (run.seconds < protocol_.seconds);
    done_.push_back(run);
    return run;
  }
  std::vector<ResultRecord> records() override {
    ResultRecord record =
        blank_record(request_, kFamily, entry_.scheme->info, 1, kNanosecondsPerTest);
    record.replay = fmt::format("./touchstone bench --family hpmc --class {} --filter {} --seed {}",
                                record.problem_class, record.scheme, request_.seed);
    const auto meet = std::count(overlaps_.begin(), overlaps_.end(), true);
    record.params = {
        {"bodies_tested", entry_.pair->name},
        {"places", overlaps_.size()},
        {"share_overlapping", static_cast<double>(meet) / static_cast<double>(overlaps_.size())}};
    std::vector<double> nanoseconds;
    for (const Run& run : done_)
      nanoseconds.push_back(1e9 * run.seconds / static_cast<double>(run.count));
    judge_runs(record, done_, nanoseconds, difference());
    return {record};
  }

 private:
  bool ask(std::size_t i) const {
    const Place& place = questions_.places[i];
    return prepared_->overlaps(place.q_a, place.q_b, place.r);
  }
  /// First answer that is not the expected one, or empty.
  std::string difference() const {
    for (std::size_t i = 0; i < kCompared; ++i)
      if (overlaps_[i] != questions_.answers[i])
        return fmt::format("place {}: other answer than {}", i, questions_.answered_by);
    return "";
  }

  Entry entry_;
  Request request_;
  std::unique_ptr<shapes::PairOverlap> prepared_;
  const Questions& questions_;
  Protocol protocol_;
  std::vector<bool> overlaps_;
  std::vector<Run> done_;
  std::uint64_t meet_ = 0;  ///< a value that must exist
};

std::vector<Job> jobs(const Request& request) {
  std::vector<Job> all;
  for (const TimedPair& pair : timed_pairs()) {
    const std::vector<Entry> entries = entries_of(request, pair);
    if (entries.empty()) continue;
    TimingJob job{.family = kFamily, .title = pair.name, .cost = 0.2};
    job.add(entries);
    job.run = [=, &pair](JobContext& context) {
      return time_each<TimedTests>(entries, context, request, Questions(pair, request.seed));
    };
    all.push_back(timing_job(request, std::move(job)));
  }
  return all;
}

const bool registered = register_family({kFamily, "overlap tests", jobs});

}  // namespace
}  // namespace touchstone::benchmarks::overlap
