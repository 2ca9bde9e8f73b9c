// Every correct scheme passes every check of what it claims, and no scheme file was dropped by the
// build.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/registry.hpp"
#include "models/core/source_tree.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

struct Pair {
  const disks::DiskScheme* scheme;
  const DiskCheck* check;
};

std::vector<Pair> claimed_pairs() {
  std::vector<Pair> all;
  for (const disks::DiskScheme& scheme : disks::schemes())
    for (const DiskCheck& check : checks_of<disks::DiskScheme>())
      if (has(scheme.info.claims, check.needs)) all.push_back({&scheme, &check});
  return all;
}

class EveryScheme : public testing::TestWithParam<Pair> {};

TEST_P(EveryScheme, PassesEveryCheck) {
  // "not run" must not become a way to pass: the fields of a scheme alone excuse it.
  const CheckContext context{.effort = test_effort()};
  if (const auto excused = excuse(*GetParam().check, *GetParam().scheme, context))
    GTEST_SKIP() << excused->detail;
  const CheckResult result = run_check(*GetParam().check, *GetParam().scheme, context);
  EXPECT_EQ(result.verdict, Verdict::pass) << name(result.verdict) << ": " << result.detail;
  EXPECT_GT(result.trials, 0u);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryScheme, testing::ValuesIn(claimed_pairs()),
                         [](const auto& instance) {
                           std::string text =
                               instance.param.scheme->info.name + "__" + instance.param.check->name;
                           std::replace_if(
                               text.begin(), text.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return text;
                         });

TEST(Registry, EverySchemeFileIsRegistered) {
  const fs::path tree = source_tree();
  std::set<std::string> registered;
  for (const std::string& file : registering_files())
    registered.insert((tree / file).lexically_normal().string());
  std::size_t files = 0;
  for (const char* folder :
       {"reference/mpmc", "optimized/mpmc", "reference/ecmc", "optimized/ecmc",
        "reference/longrange", "optimized/longrange", "reference/cmc", "optimized/cmc",
        "reference/hpmc", "optimized/hpmc", "gpu/mpmc", "gpu/longrange", "gpu/cmc"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(tree / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      std::ifstream stream(entry.path());
      const std::string text((std::istreambuf_iterator<char>(stream)), {});
      if (text.find("register_scheme(") == std::string::npos &&
          text.find("register_chain_scheme(") == std::string::npos &&
          text.find("register_cluster_scheme(") == std::string::npos &&
          text.find("register_shape_scheme(") == std::string::npos &&
          text.find("register_overlap(") == std::string::npos)
        continue;
      ++files;
      EXPECT_TRUE(registered.count(entry.path().lexically_normal().string()))
          << entry.path() << " registers a scheme, but the registry does not know it";
    }
  EXPECT_GE(files, 4u);
}

TEST(Registry, EqualitiesPointAtSchemes) {
  for (const disks::DiskScheme& scheme : disks::schemes()) {
    EXPECT_FALSE(scheme.mutant) << scheme.info.name;
    EXPECT_EQ(has(scheme.info.claims, Claims::equals_reference), !scheme.equals.empty());
    if (scheme.equals.empty()) continue;
    EXPECT_NO_THROW(disks::scheme(scheme.equals));
  }
}

TEST(Registry, NoColourShuffleClaimsOnlyWhatIsTrue) {
  // Sampling is right without it (Table 1 of the paper), the reverse sweep is not.
  const disks::DiskScheme& scheme = disks::scheme("mpmc/checkerboard-reference-fixed-colours");
  EXPECT_TRUE(has(scheme.info.claims, Claims::global_balance));
  EXPECT_FALSE(has(scheme.info.claims, Claims::detailed_balance));
}

}  // namespace
}  // namespace touchstone
