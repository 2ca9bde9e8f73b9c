#include "benchmarks/drive.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

#include "benchmarks/stopwatch.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks {
namespace {

/// The session prints medians from the records; the library's own table would be a second one.
class NoReport : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

void time_once(benchmark::State& state, const Driven& piece,
               const std::function<void(double)>& done, double share) {
  for (auto _ : state) {
    if (interrupt_requested()) {
      state.SkipWithError("interrupted");
      break;
    }
    state.SetIterationTime(piece.once().seconds);
    done(share);
  }
}

void interleave_runs() {
  static const bool done = [] {
    int count = 2;
    char name[] = "touchstone_benchmarks";
    char flag[] = "--benchmark_enable_random_interleaving=true";
    char* arguments[] = {name, flag, nullptr};
    benchmark::Initialize(&count, arguments);
    return true;
  }();
  (void)done;
}

}  // namespace

void drive(const std::vector<Driven>& pieces, const std::function<void(double)>& done) {
  interleave_runs();
  benchmark::ClearRegisteredBenchmarks();
  int runs = 0;
  for (const Driven& piece : pieces) runs += piece.runs;
  for (const Driven& piece : pieces)
    benchmark::RegisterBenchmark(
        piece.name.c_str(),
        [&](benchmark::State& state) { time_once(state, piece, done, 1.0 / runs); })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(piece.runs);
  NoReport reporter;
  if (!pieces.empty()) benchmark::RunSpecifiedBenchmarks(&reporter);
  check_interrupt();
}

Quartiles quartiles(std::vector<double> values) {
  if (values.empty()) throw InputError("quartiles of no values");
  std::sort(values.begin(), values.end());
  const auto at = [&](double fraction) {
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {at(0.25), at(0.5), at(0.75)};
}

double median_cost(double operations, const std::function<std::uint64_t()>& batch) {
  std::vector<double> seconds;
  for (int k = 0; k < 21; ++k) {
    const Stopwatch watch;
    volatile std::uint64_t sink = batch();  // a value that must exist
    (void)sink;
    seconds.push_back(watch.seconds() / operations);
  }
  return quartiles(seconds).median;
}

}  // namespace touchstone::benchmarks
