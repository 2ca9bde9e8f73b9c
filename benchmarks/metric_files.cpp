#include "benchmarks/metric_files.hpp"

#include <cctype>
#include <fstream>
#include <optional>
#include <utility>

#include "models/core/errors.hpp"
#include "suite/runner.hpp"

namespace touchstone::benchmarks {
namespace {

using nlohmann::json;

std::ofstream opened(const char* option, const std::string& path) {
  std::ofstream file(path);
  if (!file) throw input_error(option, "file", "one that can be written", "'" + path + "'");
  return file;
}

void write_file(const char* option, const std::string& path, const json& content) {
  if (path.empty()) return;
  std::ofstream file = opened(option, path);
  file << content.dump(1) << '\n';
  file.close();
  if (!file) throw input_error(option, "file", "one that can be written", "'" + path + "'");
}

/// "trial-moves-per-second": letters and digits alone, as names of measures in addresses have them.
std::string slug(const std::string& metric) {
  std::string text;
  for (const char c : metric)
    if (const auto letter = static_cast<unsigned char>(c); std::isalnum(letter) != 0)
      text += static_cast<char>(std::tolower(letter));
    else if (!text.empty() && text.back() != '-')
      text += '-';
  while (!text.empty() && text.back() == '-') text.pop_back();
  return text;
}

bool begins(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

/// Nanoseconds of one of what the metric counts; nothing for one that is neither time nor rate.
std::optional<double> nanoseconds(const std::string& metric, double value) {
  if (begins(metric, "seconds per ")) return 1e9 * value;
  if (begins(metric, "nanoseconds per ")) return value;
  if (metric.ends_with(" per second") && value > 0) return 1e9 / value;
  return std::nullopt;
}

/// The host as far as records know it; clocks and caches are not asked for.
json context(const json& record) {
  const json host = record.value("host", json::object());
  const json build = record.value("build", json::object());
  return {{"date", record.value("time", "")},
          {"executable", "touchstone_benchmarks"},
          {"num_cpus", host.value("cores", 1)},
          {"library_build_type", build.value("type", "") == "Debug" ? "debug" : "release"}};
}

}  // namespace

MetricFiles::MetricFiles(MetricPaths paths) : paths_(std::move(paths)) {
  if (!paths_.bencher.empty()) opened("--bencher", paths_.bencher);
  if (!paths_.google_benchmark.empty()) opened("--google-benchmark", paths_.google_benchmark);
}

void MetricFiles::add(const json& record) {
  const Verdict verdict = verdict_of(record);
  const bool measured = verdict == Verdict::pass || verdict == Verdict::not_claimed;
  if (!measured || !record.contains("value") || !record["value"].is_number()) return;
  const double value = record["value"].get<double>();
  const std::string metric = record.value("metric", "");
  const std::string name = record.at("facts").value("entry", record.value("scheme", ""));

  json& measure = bencher_[name][slug(metric)];
  measure["value"] = value;
  for (const auto& [field, bound] : {std::pair("low", "lower_value"), {"high", "upper_value"}})
    if (record.contains(field) && record[field].is_number()) measure[bound] = record[field];

  const auto time = nanoseconds(metric, value);
  if (!time) return;
  const std::string run = name + "/" + slug(metric);
  if (google_.empty()) context_ = context(record);
  google_.push_back({{"name", run + "_median"},
                     {"run_name", run},
                     {"run_type", "aggregate"},
                     {"aggregate_name", "median"},
                     {"aggregate_unit", "time"},
                     {"repetitions", record.at("params").value("runs", 1)},
                     {"threads", record.value("threads", 1)},
                     {"iterations", record.at("params").value("runs", 1)},
                     {"real_time", *time},
                     {"cpu_time", *time},  // readers want one; records have the time elapsed alone
                     {"time_unit", "ns"},
                     {"items_per_second", 1e9 / *time}});
}

void MetricFiles::write() const {
  write_file("--bencher", paths_.bencher, bencher_);
  write_file("--google-benchmark", paths_.google_benchmark,
             {{"context", context_}, {"benchmarks", google_}});
}

}  // namespace touchstone::benchmarks
