// suite/external/known.hpp
// Purpose   Facts that are learnt of a program of the user's while it is used; all that run the
//           same command share them.
// Not here  What its description says (description.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace touchstone::external {

class Known {
 public:
  /// The version that it states in its answers to starts; empty: it states none.
  std::string version() const { return kept(version_); }
  void set_version(const std::string& version) { keep(version_, version); }
  /// The words on the first request that it did not answer in time; empty: it answers.
  std::string silence() const { return kept(silence_); }
  void set_silence(const std::string& words) { keep(silence_, words); }

  std::atomic<bool> has_failed = false;
  std::atomic<std::size_t> shown = 0;       ///< bytes of its messages that were shown
  std::atomic<std::uint64_t> starts = 0;    ///< answered, without restarts
  std::atomic<std::uint64_t> restarts = 0;  ///< answered

 private:
  std::string kept(const std::string& fact) const {
    const std::lock_guard lock(guard_);
    return fact;
  }
  void keep(std::string& fact, const std::string& value) {
    const std::lock_guard lock(guard_);
    fact = value;
  }

  mutable std::mutex guard_;
  std::string version_;
  std::string silence_;
};

}  // namespace touchstone::external
