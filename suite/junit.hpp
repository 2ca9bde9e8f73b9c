// suite/junit.hpp
// Purpose   Verdicts of a run as an XML file of JUnit's form, which build servers read.
// Source    The schema of Apache Ant's JUnit reports, as Jenkins and GitLab read it.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace touchstone {

/// A test case for each record: a failed one is a failure, an inconclusive one an error, one that
/// is not claimed or was not run is skipped.
class JunitReport {
 public:
  /// Throws InputError when the file cannot be written. An empty path writes nothing.
  JunitReport(std::string path, std::string suite);

  void add(const nlohmann::json& record);
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
