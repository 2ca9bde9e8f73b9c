// models/core/csv.hpp
// Purpose   Reads data files: published values live in validation/data/*.csv, one line each, with
//           their source, and never in code.
// Source    RFC 4180 (quoted fields, doubled quotes), with '#' comment lines before the header.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace touchstone {

/// One line of a data file, addressed by column name. Keeps file and line for error messages.
class CsvRow {
 public:
  CsvRow(const std::vector<std::string>* columns, std::vector<std::string> fields,
         std::string where)
      : columns_(columns), fields_(std::move(fields)), where_(std::move(where)) {}
  /// Field of a column; throws InputError when there is no such column.
  const std::string& text(const std::string& column) const;
  /// Field as a number; throws InputError naming file, line, column and the text found.
  double number(const std::string& column) const;
  /// "file:line".
  const std::string& where() const { return where_; }

 private:
  const std::vector<std::string>* columns_;
  std::vector<std::string> fields_;
  std::string where_;
};

/// A whole data file. Throws InputError (file, line, expected, found) when it is missing, has
/// no column of a name in `required`, or a line with another number of fields.
class CsvTable {
 public:
  CsvTable(const std::string& path, const std::vector<std::string>& required);
  CsvTable(const CsvTable&) = delete;  // rows point to the columns
  CsvTable& operator=(const CsvTable&) = delete;
  const std::vector<CsvRow>& rows() const { return rows_; }
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::vector<std::string> columns_;
  std::vector<CsvRow> rows_;
};

}  // namespace touchstone
