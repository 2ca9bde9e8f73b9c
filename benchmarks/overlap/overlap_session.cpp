#include "benchmarks/overlap/overlap_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "benchmarks/journal.hpp"
#include "benchmarks/overlap/overlap_places.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"

namespace touchstone::benchmarks::overlap {
namespace {

using shapes::OverlapAlgorithm;

constexpr const char* kFamily = "hpmc";
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

/// One algorithm on one pair of bodies.
class TimedTests {
 public:
  TimedTests(const OverlapAlgorithm& algorithm, const TimedPair& pair,
             const std::vector<Place>& all, double seconds)
      : algorithm_(algorithm),
        prepared_(algorithm.prepare(pair.a, pair.b)),
        places_(all),
        seconds_(seconds) {
    // References take a part of them: a run is not longer than it must be.
    std::uint64_t asked = 0;
    const auto begin = std::chrono::steady_clock::now();
    while (asked < kCompared || (asked < places_.size() && since(begin) < seconds)) {
      overlaps_.push_back(ask(asked));
      ++asked;
    }
  }
  const OverlapAlgorithm& algorithm() const { return algorithm_; }
  const std::vector<bool>& overlaps() const { return overlaps_; }
  const std::vector<Run>& runs() const { return runs_; }

  Run run() {
    Run run;
    std::uint64_t meet = 0;
    const auto begin = std::chrono::steady_clock::now();
    do {
      for (std::size_t i = 0; i < overlaps_.size(); ++i) meet += ask(i) ? 1 : 0;
      run.count += overlaps_.size();
      run.seconds = since(begin);
    } while (run.seconds < seconds_);
    meet_ += meet;  // a value that must exist
    runs_.push_back(run);
    return run;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  bool ask(std::size_t i) const {
    return prepared_->overlaps(places_[i].q_a, places_[i].q_b, places_[i].r);
  }
  const OverlapAlgorithm& algorithm_;
  std::unique_ptr<shapes::PairOverlap> prepared_;
  const std::vector<Place>& places_;
  double seconds_;
  std::vector<bool> overlaps_;
  std::vector<Run> runs_;
  std::uint64_t meet_ = 0;
};

std::vector<const OverlapAlgorithm*> timed_algorithms(const Request& request,
                                                      const TimedPair& pair) {
  std::vector<const OverlapAlgorithm*> all;
  for (const OverlapAlgorithm* one : algorithms_for(pair.a, pair.b))
    if (one->info.backend != "emulated" && matches(request.filter, one->info.name))
      all.push_back(one);
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const OverlapAlgorithm& one : shapes::overlap_algorithms())
    if (one.available && one.info.backend != "emulated") all.push_back(one.info.name);
  return all;
}

ResultRecord blank(const Request& request, const OverlapAlgorithm& algorithm,
                   const TimedPair& pair) {
  ResultRecord record = blank_record(request, kFamily, algorithm.info, 1, kNanosecondsPerTest);
  record.params = {{"bodies_tested", pair.name}};
  record.replay = fmt::format("./touchstone bench --family hpmc --class {} --filter {} --seed {}",
                              record.problem_class, record.scheme, request.seed);
  return record;
}

class OverlapSession {
 public:
  OverlapSession(const Request& request, std::ostream& text)
      : request_(request),
        journal_(request, text, kFamily, {"bodies_tested"}),
        progress_(static_cast<double>(timed_pairs().size())) {}

  ExitCode run() {
    for (const TimedPair& pair : timed_pairs()) time(pair);
    return journal_.worst_code();
  }

 private:
  void time(const TimedPair& pair) {
    std::vector<const OverlapAlgorithm*> todo = timed_algorithms(request_, pair);
    std::erase_if(todo, [&](const auto* one) { return journal_.has(blank(request_, *one, pair)); });
    if (todo.empty()) return progress_.skip(1);
    progress_.begin(pair.name);
    const std::vector<Place> all = places(pair, request_.seed, kPlaces);
    const Protocol chosen = protocol(request_);
    std::vector<std::unique_ptr<TimedTests>> timed;
    for (const OverlapAlgorithm* one : todo) {
      check_interrupt();
      timed.push_back(std::make_unique<TimedTests>(*one, pair, all, chosen.seconds));
    }
    std::vector<Driven> pieces;
    for (const auto& one : timed)
      pieces.push_back({one->algorithm().info.name + "/" + pair.name, chosen.runs, "tests/s",
                        [p = one.get()] { return p->run(); }});
    drive(pieces, progress_, 1.0 / static_cast<double>(pieces.size()));
    for (const auto& one : timed) write(*one, pair, *timed.front());
  }

  void write(const TimedTests& timed, const TimedPair& pair, const TimedTests& first) {
    ResultRecord record = blank(request_, timed.algorithm(), pair);
    std::vector<double> nanoseconds;
    for (const Run& run : timed.runs())
      nanoseconds.push_back(1e9 * run.seconds / static_cast<double>(run.count));
    const auto meet = std::count(timed.overlaps().begin(), timed.overlaps().end(), true);
    record.params["places"] = timed.overlaps().size();
    record.params["share_overlapping"] =
        static_cast<double>(meet) / static_cast<double>(timed.overlaps().size());
    judge_runs(record, timed.runs(), nanoseconds, difference(timed, first));
    journal_.write(record, timed.algorithm().info.name + "/" + pair.name);
  }
  /// First answer that differs from those of `first`, a reference where one is timed; or empty.
  static std::string difference(const TimedTests& timed, const TimedTests& first) {
    for (std::size_t i = 0; i < kCompared; ++i)
      if (timed.overlaps()[i] != first.overlaps()[i])
        return fmt::format("place {}: other answer than {}", i, first.algorithm().info.name);
    return "";
  }

  const Request& request_;
  Journal journal_;
  Progress progress_;
};

ExitCode run(const Request& request, std::ostream& text) {
  return OverlapSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const TimedPair& pair : timed_pairs())
    for (const OverlapAlgorithm* one : timed_algorithms(request, pair))
      text << one->info.name << '/' << pair.name << '\n';
}

}  // namespace

Family family() { return {kFamily, &names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

}  // namespace touchstone::benchmarks::overlap
