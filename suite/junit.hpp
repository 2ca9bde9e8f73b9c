// suite/junit.hpp
// Purpose   Verdicts of a run as an XML file of JUnit's form, which build servers read.
// Source    The schema of Apache Ant's JUnit reports, as Jenkins and GitLab read it.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/results.hpp"

namespace touchstone {

/// A test case for each record: a failed one is a failure, an inconclusive one an error, one that
/// is not claimed or was not run is skipped.
class JunitReport {
 public:
  /// Throws InputError when the file cannot be written. An empty path writes nothing.
  JunitReport(std::string path, std::string suite);

  void add(const nlohmann::json& record);
  /// The same for an answer that leaves no record: of `scheme` to the question `what`.
  void add(const std::string& scheme, const std::string& what, Verdict verdict,
           const std::string& note, const std::string& replay = {});
  /// Throws InputError when the file cannot be written.
  void write() const;

 private:
  struct Case {
    std::string scheme, name, verdict, note, replay;
    double seconds = 0;
  };

  std::string path_;
  std::string suite_;
  std::vector<Case> cases_;
  std::map<std::string, int> known_;  ///< how often a name came
};

}  // namespace touchstone
