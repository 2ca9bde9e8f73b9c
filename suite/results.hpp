// suite/results.hpp
// Purpose   The results record: one JSON object per line, schema touchstone-result/1, append-only.
//           Data flows one way: programs append records, reports read them.
// Cost      A record is written and flushed when it is finished, so an interrupt loses only the
//           run in flight.
// Not here  Reports (reports/*.py).
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/core/estimate.hpp"
#include "models/core/origin.hpp"
#include "models/core/verdict.hpp"

namespace touchstone {

inline constexpr const char* kResultSchema = "touchstone-result/1";

/// How far a value may be from the expected one by this suite's own decision, and the reason; an
/// uncertainty of the source is not meant.
struct Allowance {
  double value = 0;
  std::string why;
};

/// One finished check, validation or benchmark. Optional fields are written as null.
struct ResultRecord {
  std::string kind;           ///< check | validation | benchmark
  std::string family;         ///< mpmc, ecmc, ...
  std::string scheme;         ///< registered name
  std::string backend;        ///< serial, openmp, avx512, ...
  std::string problem_class;  ///< tiny, S, W, A, B, C
  nlohmann::json params = nlohmann::json::object();
  std::uint64_t seed = 0;
  int threads = 1;
  int ranks = 1;
  std::string metric;  ///< meaning of `value`, with its unit where it has one
  double value = 0;
  std::optional<double> low;  ///< confidence interval or quartiles; params says which
  std::optional<double> high;
  std::optional<double> n_eff;
  std::optional<Published> expected;
  std::string expected_source;
  std::optional<double> z;
  std::optional<double> p;  ///< chance of a deviation as large, where the law of z is known
  std::optional<Allowance> allowance;
  std::optional<Origin> origin;  ///< set for mutants
  /// Numbers and words beside the value that reports show, by name; no part of the resume key.
  nlohmann::json facts = nlohmann::json::object();
  Verdict verdict = Verdict::not_run;
  std::string replay;  ///< the exact command that reproduces this record
  double seconds = 0;
  std::string note;
};

/// Identity of a piece of work: two records with the same key are the same measurement.
std::string resume_key(const ResultRecord& record);

/// The record as JSON, with host, build, git and time added.
nlohmann::json to_json(const ResultRecord& record);

/// Appends records to a file.
class ResultWriter {
 public:
  /// Opens `path` for appending and creates missing folders. Throws InputError when it cannot be
  /// written, or when it holds lines that are not records of this schema (another file is not
  /// appended to). A last line cut off by a kill is moved aside to `path`.cut.
  explicit ResultWriter(const std::string& path);

  void write(const ResultRecord& record);
  /// The records of one job (to_json), at once.
  void write(const std::vector<nlohmann::json>& records);

 private:
  std::string path_;
};

/// All records of a file; throws InputError naming file, line, expected and found.
std::vector<nlohmann::json> read_results(const std::string& path);

/// The records of an earlier run that is gone on with: none where the file is not there yet. A last
/// line that was cut by a kill is set aside, as ResultWriter does. Throws InputError for a file
/// that is none of results.
std::vector<nlohmann::json> earlier_results(const std::string& path);

/// Processor, cores, GPU of this machine, and how this program was built.
nlohmann::json host_description();
nlohmann::json build_description();

}  // namespace touchstone
