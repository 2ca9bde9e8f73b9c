#include "models/core/vector_targets.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace touchstone {
namespace {

struct Row {
  const char* backend;
  bool available;
  int (*kernel)();
  int doubles = 1;
};
struct NamedRow {
  const char* name;
  bool supported;
};

int seven() { return 7; }
Row make(const char* backend, bool available) { return {backend, available, &seven}; }
/// Stands for code with instructions that this processor does not have.
Row illegal(const char*, bool) { throw std::logic_error("illegal instruction"); }
NamedRow illegal_named(const char*, bool) { throw std::logic_error("illegal instruction"); }

TEST(VectorTargets, ARowIsMadeByItsTargetsCodeWhereTheProcessorHasIt) {
  const Row row = row_of_target(&make, "avx2", 4, true);
  EXPECT_EQ(row.backend, std::string("avx2"));
  EXPECT_TRUE(row.available);
  EXPECT_EQ(row.kernel(), 7);
  EXPECT_EQ(row.doubles, 4);
}

TEST(VectorTargets, CodeOfATargetThatTheProcessorLacksIsNotRun) {
  const Row row = row_of_target(&illegal, "avx512", 8, false);
  EXPECT_EQ(row.backend, std::string("avx512"));
  EXPECT_FALSE(row.available);
  EXPECT_EQ(row.kernel, nullptr);
  const NamedRow named = row_of_target(&illegal_named, "avx512", 8, false);
  EXPECT_EQ(named.name, std::string("avx512"));
  EXPECT_FALSE(named.supported);
}

}  // namespace
}  // namespace touchstone
