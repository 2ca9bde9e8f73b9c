#include "benchmarks/drive.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks {
namespace {

/// Google Benchmark's table, one line (the median) per entry.
class MedianReporter : public benchmark::ConsoleReporter {
 public:
  MedianReporter() : ConsoleReporter(OO_Tabular) {}
  bool ReportContext(const Context& context) override {
    name_field_width_ = 76;
    (void)context;
    return true;  // host and build are in the records; the library calls itself a debug build
  }
  /// Run without the parts of its name that every line would repeat.
  static benchmark::BenchmarkReporter::Run shortened(benchmark::BenchmarkReporter::Run report) {
    report.run_name.iterations.clear();
    report.run_name.repetitions.clear();
    report.run_name.time_type.clear();
    return report;
  }
  void ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run>& reports) override {
    std::vector<benchmark::BenchmarkReporter::Run> kept;
    for (const auto& report : reports)
      if (report.error_occurred || report.aggregate_name == "median" || reports.size() == 1)
        kept.push_back(shortened(report));
    if (!kept.empty()) ConsoleReporter::ReportRuns(kept);
  }
};

void time_once(benchmark::State& state, const Driven& piece, Progress& progress, double work) {
  for (auto _ : state) {
    if (interrupt_requested()) {
      state.SkipWithError("interrupted");
      break;
    }
    const Run run = piece.once();
    state.SetIterationTime(run.seconds);
    state.counters[piece.unit] = static_cast<double>(run.count) / run.seconds;
    progress.add(work / piece.runs);
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

void drive(const std::vector<Driven>& pieces, Progress& progress, double work) {
  interleave_runs();
  benchmark::ClearRegisteredBenchmarks();
  for (const Driven& piece : pieces)
    benchmark::RegisterBenchmark(
        piece.name.c_str(),
        [&](benchmark::State& state) { time_once(state, piece, progress, work); })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(piece.runs)
        ->DisplayAggregatesOnly(true)
        ->Unit(benchmark::kMillisecond);
  progress.clear();
  MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
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
    const auto before = std::chrono::steady_clock::now();
    volatile std::uint64_t sink = batch();  // a value that must exist
    (void)sink;
    const auto after = std::chrono::steady_clock::now();
    seconds.push_back(std::chrono::duration<double>(after - before).count() / operations);
  }
  return quartiles(seconds).median;
}

}  // namespace touchstone::benchmarks
