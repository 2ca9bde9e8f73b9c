#include "trajectories/log_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_fields.hpp"

namespace touchstone::trajectories {

LogTable::LogTable(const std::string& path) : path_(path) {
  std::ifstream file(path);
  if (!file) throw input_error(path, "log", "a file with columns of numbers", "no such file");
  Lines lines(file, path);
  for (std::string line; lines.next(line);) {
    std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    if (words.front().starts_with('#')) {
      if (!columns_.empty()) continue;
      words.front().remove_prefix(1);
      if (words.front().empty()) words.erase(words.begin());
      names_.assign(words.begin(), words.end());
      continue;
    }
    if (columns_.empty()) columns_.resize(names_.empty() ? words.size() : names_.size());
    if (words.size() != columns_.size())
      throw input_error(lines.where(), "columns", fmt::format("{}", columns_.size()),
                        fmt::format("{}", words.size()));
    digits_.resize(columns_.size());
    for (std::size_t k = 0; k < words.size(); ++k) {
      columns_[k].push_back(number_of(words[k], lines.where(), "column"));
      digits_[k].see(words[k], columns_[k].back());
    }
    lines_.push_back(lines.number());
  }
  if (rows() == 0) throw input_error(path, "log", "lines of numbers", "none");
}

bool LogTable::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const std::vector<double>& LogTable::column(std::initializer_list<const char*> names) const {
  for (const char* const name : names) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return columns_[static_cast<std::size_t>(found - names_.begin())];
  }
  if (names_.empty() && columns_.size() == 1) return columns_.front();
  throw input_error(path_, "columns, named by a line as '# step potential kinetic'",
                    shapes::one_of({names.begin(), names.end()}),
                    names_.empty() ? "columns without names" : shapes::one_of(names_));
}

double LogTable::rounding(const std::vector<double>& column) const {
  return digits_[static_cast<std::size_t>(&column - columns_.data())].rounding();
}

std::string LogTable::where(std::size_t row) const {
  return fmt::format("{}:{}", path_, lines_[row]);
}

}  // namespace touchstone::trajectories
