// trajectories/log_table.hpp
// Purpose   Reads a log: columns of numbers, named by the last line with # before them
//           ("# step potential kinetic volume").
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "trajectories/lines.hpp"

namespace touchstone::trajectories {

class LogTable {
 public:
  /// Throws InputError (file, line, expected, found) for what is no such table.
  explicit LogTable(const std::string& path);

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  bool has(const std::string& name) const;
  /// The first of these columns that is there; throws InputError, with the columns that are, where
  /// none is. A log of one column needs no name.
  const std::vector<double>& column(std::initializer_list<const char*> names) const;
  /// Largest error of a number of this column that its digits leave open.
  double rounding(const std::vector<double>& column) const;
  /// "file:line" of a row.
  std::string where(std::size_t row) const;

 private:
  std::string path_;
  std::vector<std::string> names_ = {};
  std::vector<std::vector<double>> columns_ = {};
  std::vector<Digits> digits_ = {};
  std::vector<std::size_t> lines_ = {};
};

}  // namespace touchstone::trajectories
