#include "models/core/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

std::vector<std::string> split(const std::string& line, const std::string& where) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  if (quoted) throw input_error(where, "unclosed quote", "a closing '\"'", "end of line");
  return fields;
}

}  // namespace

const std::string& CsvRow::text(const std::string& column) const {
  const auto found = std::find(columns_->begin(), columns_->end(), column);
  if (found == columns_->end())
    throw input_error(where_, "unknown column", "one of the header's columns", "'" + column + "'");
  return fields_[static_cast<std::size_t>(found - columns_->begin())];
}

double CsvRow::number(const std::string& column) const {
  const std::string& field = text(column);
  double value = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc() || stop != end)
    throw input_error(where_, "column " + column, "a number", "'" + field + "'");
  return value;
}

CsvTable::CsvTable(const std::string& path, const std::vector<std::string>& required) {
  std::ifstream file(path);
  if (!file) throw input_error(path, "data file cannot be read", "a CSV file", "no such file");
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string where = fmt::format("{}:{}", path, ++number);
    if (line.empty() || (columns_.empty() && line[0] == '#')) continue;
    std::vector<std::string> fields = split(line, where);
    if (columns_.empty()) {
      columns_ = std::move(fields);
      for (const std::string& column : required)
        if (std::find(columns_.begin(), columns_.end(), column) == columns_.end())
          throw input_error(where, "missing column", "'" + column + "'", "'" + line + "'");
      continue;
    }
    if (fields.size() != columns_.size())
      throw input_error(where, "wrong number of fields", fmt::format("{}", columns_.size()),
                        fmt::format("{}", fields.size()));
    rows_.emplace_back(&columns_, std::move(fields), where);
  }
  if (columns_.empty()) throw input_error(path, "empty data file", "a header line", "nothing");
}

}  // namespace touchstone
