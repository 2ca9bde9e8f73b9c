// suite/external/pool.hpp
// Purpose   Programs that wait for their next simulation (a check begins thousands), and how one is
//           begun: by a whole start, or, in a program that restarts, by new coordinates and a new
//           seed for the system that it has, which saves what a start costs.
// Protocol  docs/external.md, "Starts that cost much".
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "suite/external/program.hpp"

namespace touchstone::external {

/// Parts of a start: those that say which system it is, and those of one simulation of it.
struct Start {
  std::string head;  ///< lines before the seed
  std::uint64_t seed = 0;
  std::string settings;    ///< lines between the seed and the rows
  std::string rows;        ///< coordinates
  std::string kinds = {};  ///< type of each body

  std::string text() const {
    return head + "seed " + std::to_string(seed) + "\n" + settings + rows;
  }
  std::string system() const { return head + settings + kinds; }
};

class Pool {
 public:
  explicit Pool(Command command) : command_(std::move(command)) {}

  /// Comes back when the pointer goes, unless it failed.
  using Lease = std::shared_ptr<Program>;
  /// Any program that waits, or a new one.
  static Lease lease(const std::shared_ptr<Pool>& pool);
  /// A program in which the simulation has begun: if it restarts, one that has this system.
  static Lease begin(const std::shared_ptr<Pool>& pool, const Start& start);

 private:
  struct Waiting {
    std::unique_ptr<Program> program;
    std::string system;  ///< its last one
  };
  /// Lease of the one that is given, or of a new program.
  static Lease leased(const std::shared_ptr<Pool>& pool, Waiting one);
  /// One that has the system, else the last one that came back; nothing where none waits.
  Waiting taken(const std::string& system);

  Command command_;
  std::mutex guard_;
  std::vector<Waiting> idle_;
};

}  // namespace touchstone::external
