// trajectories/sampled_disks.hpp
// Purpose   Trajectories of hard disks from the serial reference, as files, for tests.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "models/disks/registry.hpp"
#include "models/disks/start.hpp"
#include "trajectories/rows.hpp"

namespace touchstone::trajectories {

using Frames = std::vector<disks::Configuration>;

/// Equilibrium frames of 72 disks in a square box.
inline Frames sampled_disks(double packing_fraction, std::size_t frames,
                            std::uint64_t sweeps_between = 20, std::uint64_t seed = 7) {
  const auto run = disks::scheme("mpmc/metropolis-reference")
                       .start(disks::hexagonal_start(72, packing_fraction), {.seed = seed});
  run->advance(2000);
  Frames all;
  for (std::size_t k = 0; k < frames; ++k) {
    run->advance(sweeps_between);
    all.push_back(run->configuration());
  }
  return all;
}

/// A frame of extended XYZ with so many decimals.
inline std::string as_xyz(const disks::Configuration& c, int decimals = 12) {
  std::string text = fmt::format(
      "{}\nLattice=\"{:.17g} 0 0 0 {:.17g} 0 0 0 1\" Properties=species:S:1:pos:R:3 pbc=\"T T "
      "F\"\n",
      c.size(), c.box.width, c.box.height);
  for (const auto p : c.centres)
    text += fmt::format("A {:.{}f} {:.{}f} 0\n", p.x, decimals, p.y, decimals);
  return text;
}

inline std::string as_xyz(const Frames& frames) {
  std::string text;
  for (const disks::Configuration& c : frames) text += as_xyz(c);
  return text;
}

/// Lines "x y", and a blank line behind each frame.
inline std::string as_columns(const Frames& frames) {
  std::string text;
  for (const disks::Configuration& c : frames) {
    for (const auto p : c.centres) text += fmt::format("{:.12f} {:.12f}\n", p.x, p.y);
    text += "\n";
  }
  return text;
}

/// Folder of this process alone: tests run at the same time. Removed with all its files at the end.
class OwnFolder {
 public:
  OwnFolder()
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("touchstone-judge-{}", ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Path of a new file with this text, in a temporary folder.
inline std::string file_with(const std::string& name, const std::string& text) {
  static const OwnFolder folder;
  const std::string path = (folder.path() / name).string();
  std::ofstream(path) << text;
  return path;
}

inline std::vector<ResultRecord> rows_of(const Request& request) {
  JobContext nobody{[](double) {}, [](double) {}};
  return trajectory_rows(request, nobody);
}

/// The record of a metric that contains these words; the test fails to find it by throwing.
inline ResultRecord row(const std::vector<ResultRecord>& rows, const std::string& words) {
  for (const ResultRecord& one : rows)
    if (one.metric.find(words) != std::string::npos) return one;
  throw std::runtime_error("no row about " + words);
}

}  // namespace touchstone::trajectories
