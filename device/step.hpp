// device/step.hpp
// Purpose   A step of a run on a device: this program with other words, in a process of its own,
//           whose output is shown and kept.
#pragma once
#include <fstream>
#include <string>
#include <vector>

namespace touchstone::device {

/// A file that also keeps what is shown.
class Log {
 public:
  /// Throws InputError when the file cannot be written.
  explicit Log(const std::string& path);
  /// Throws InputError when that fails, as on a full disk.
  void write(const std::string& text);

 private:
  std::string path_;
  std::ofstream file_;
};

/// Runs this program with `words`; shows its output and its seconds, and writes both to `log`.
/// Returns its exit code; 128 and the signal's number where one ended it.
int run_step(const std::vector<std::string>& words, Log& log);

}  // namespace touchstone::device
