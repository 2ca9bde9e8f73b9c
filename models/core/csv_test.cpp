#include "models/core/csv.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

std::string written(const std::string& text) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("csv_" + std::to_string(::getpid()) + ".csv");
  std::ofstream(path) << text;
  return path.string();
}

TEST(Csv, ReadsQuotedFieldsAndComments) {
  const CsvTable table(written("# where it is from\nname,value\n\"Li, \"\"2022\"\"\",9.5\n"),
                       {"value"});
  ASSERT_EQ(table.rows().size(), 1u);
  EXPECT_EQ(table.rows()[0].text("name"), "Li, \"2022\"");
  EXPECT_EQ(table.rows()[0].number("value"), 9.5);
}

TEST(Csv, EveryFaultIsNamed) {
  EXPECT_THROW(CsvTable("no/such/file.csv", {}), InputError);
  EXPECT_THROW(CsvTable(written(""), {}), InputError);
  EXPECT_THROW(CsvTable(written("a,b\n1,2\n"), {"c"}), InputError);
  EXPECT_THROW(CsvTable(written("a,b\n1,2,3\n"), {}), InputError);
  EXPECT_THROW(CsvTable(written("a,b\n\"1,2\n"), {}), InputError);
  const CsvTable table(written("a,b\n1,2x\n"), {});
  EXPECT_THROW(table.rows()[0].number("b"), InputError);
  EXPECT_THROW(table.rows()[0].text("c"), InputError);
}

}  // namespace
}  // namespace touchstone
