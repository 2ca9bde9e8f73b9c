// benchmarks/metric_files.hpp
// Purpose   Timings of a run as files that services which follow rates over commits can read.
// Source    Bencher Metric Format (bencher.dev/docs/reference/bencher-metric-format); the JSON of
//           Google Benchmark (its user guide, "Output Formats").
// Not here  The records themselves (records.hpp), verdicts for a build server (suite/junit.hpp).
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone::benchmarks {

/// Paths of the files to be written; an empty one writes none.
struct MetricPaths {
  std::string bencher;
  std::string google_benchmark;
};

/// The measured numbers of a run. An entry that was wrong or was not timed has none in either file.
class MetricFiles {
 public:
  /// Throws InputError when a file cannot be written.
  explicit MetricFiles(MetricPaths paths);

  void add(const nlohmann::json& record);
  /// Throws InputError when a file cannot be written.
  void write() const;

 private:
  MetricPaths paths_;
  nlohmann::json bencher_ = nlohmann::json::object();
  nlohmann::json context_ = nlohmann::json::object();  ///< date and host
  nlohmann::json google_ = nlohmann::json::array();
};

}  // namespace touchstone::benchmarks
