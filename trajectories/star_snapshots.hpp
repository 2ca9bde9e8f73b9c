// trajectories/star_snapshots.hpp
// Purpose   Reads snapshots of a star cluster, one after another: a line "# time 0.5", then lines
//           "mass radius radial_velocity tangential_velocity".
// Reads     The head may go on with "escaped_mass M" and "escaped_energy E" of the stars that have
//           left since the run began. Other lines with # before them, and blank ones, mean nothing.
// Not here  What is judged (star_rows.cpp).
#pragma once
#include <fstream>
#include <optional>
#include <string>

#include "models/cmc/stars.hpp"
#include "trajectories/lines.hpp"

namespace touchstone::trajectories {

struct Snapshot {
  std::string where = {};  ///< "file:line" of its head
  double time = 0;
  std::optional<double> escaped_mass = {};
  std::optional<double> escaped_energy = {};
  cluster::Stars stars = {};  ///< in radial order
  bool ascending = true;      ///< as the file has them; else they were sorted
  /// Largest error of a mass that digits leave open. Those of all columns count: one thousandth is
  /// written 0.001 with any number of digits.
  double mass_rounding = 0;
};

class SnapshotReader {
 public:
  /// Throws InputError for a file that cannot be read.
  explicit SnapshotReader(const std::string& path);
  /// Reads the next snapshot; false at the end of the file. Throws InputError with line, expected
  /// and found for what is no star, and for times that do not ascend.
  bool next(Snapshot& snapshot);

 private:
  bool read_head(Snapshot& snapshot);
  void add_star(Snapshot& snapshot, const std::string& line, Digits& digits) const;

  std::ifstream file_;
  Lines lines_;
  std::string head_ = {};  ///< head of the next snapshot, where it is read already
  std::string head_at_ = {};
  std::optional<double> time_ = {};
};

}  // namespace touchstone::trajectories
