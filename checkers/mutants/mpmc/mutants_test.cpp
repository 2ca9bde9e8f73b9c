// With no fault planted the faulty bodies are the reference, so that nothing but the fault is
// caught.
#include <gtest/gtest.h>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"
#include "checkers/mutants/mpmc/faulty_scheme.hpp"
#include "checkers/mutants/testing.hpp"

namespace touchstone::mutants {
namespace {

TEST(DiskMutants, SayWhatATestOfThePressureWouldNeed) {
  for (const DiskMutant& mutant : mutants_of<disks::DiskScheme>()) {
    EXPECT_EQ(mutant.pressure_trials.has_value(), !mutant.pressure_source.empty());
    for (const disks::DiskScheme& scheme : disks::schemes())
      EXPECT_NE(scheme.info.name, mutant.scheme.info.name);
  }
}

TEST(FaultyBody, WithoutAFaultIsTheReference) {
  const disks::DiskScheme sound = faulty_scheme("no-fault", {});
  const disks::DiskScheme& reference = disks::scheme("mpmc/checkerboard-reference");
  for (const property::Run& run : property::standard_runs({})) {
    const property::Finding finding = property::equals(sound, reference, run);
    EXPECT_EQ(finding.violations, 0u) << finding.first;
  }
}

TEST(FaultyBody, EachFaultChangesSomething) {
  // A switch that does nothing would be a mutant that proves nothing.
  for (const DiskMutant& mutant : mutants_of<disks::DiskScheme>()) {
    bool differs = false;
    const std::vector<std::string>& by = mutant.killed_by;
    if (by == std::vector<std::string>{"round-off/ten bits"})
      continue;  // the same in single precision, nearly always
    if (by == std::vector<std::string>{"property/reports itself"}) continue;  // what it says alone
    if (by == std::vector<std::string>{"property/near contact"}) continue;    // one trial in 1e7
    if (by == std::vector<std::string>{"property/cell borders"}) continue;    // the same
    if (by == std::vector<std::string>{"property/full cells"}) continue;      // rare cells
    std::vector<property::Run> runs = property::standard_runs({});
    for (property::Run& late : property::late_runs({})) runs.push_back(std::move(late));
    runs.push_back({property::lone_disks(512, 512), {.columns = 512, .rows = 512}, 1});
    for (property::Run& run : runs) {
      run.parameters.threads = 2;
      differs = differs ||
                property::equals(mutant.scheme, disks::scheme("mpmc/checkerboard-reference"), run)
                        .violations > 0;
    }
    EXPECT_TRUE(differs) << mutant.scheme.info.name;
  }
}

}  // namespace
}  // namespace touchstone::mutants
