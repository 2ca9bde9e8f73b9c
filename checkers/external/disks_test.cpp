// checkers/external/disks_test.cpp
// Hard disks in a program of a user's: the example of the adapter for Python passes, and the
// faults planted in copies of it are caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

TEST_F(External, DisksOfACorrectProgramPass) {
  const disks::DiskScheme scheme = metropolis();
  for (const std::string name : {"property/legal", "property/contact",
                                 "property/same seed, same trajectory", "property/thread invariant",
                                 "property/different seeds differ", "property/trials counted"}) {
    const CheckResult result = checked(name, scheme);
    EXPECT_EQ(result.verdict, Verdict::pass) << name << ": " << result.detail;
  }
  expect_no_failure({"exact start/one sweep", "exact start/two disks at contact",
                     "property/displacement law", "property/places and disks alike"},
                    scheme);
}

TEST_F(External, FaultsOfDisksAreCaught) {
  const auto fails = [&](const Fault& fault, const std::string& name, double effort = kTenth) {
    const CheckResult result = checked(name, metropolis(fault), effort);
    EXPECT_EQ(result.verdict, Verdict::fail)
        << fault.instead << ", " << name << ": " << result.detail;
    return result.detail;
  };
  const std::string one = "self.random.randrange(len(self.centres))";
  const std::string generator = "random.Random(seed)";
  const Fault late{"all(j == i or", "all(j >= i or"};  // disks behind in the list are not seen
  fails(late, "property/legal");
  fails(late, "exact start/one sweep");
  fails({"uniform(0, math.tau)", "uniform(-math.pi / 2, math.pi / 2)"},  // never left
        "property/displacement law");
  fails({"+ step", "+ step + 0.03 * self.max_displacement"}, "property/displacement law", 1);
  fails({generator,  // 12 bits
         "type('Coarse', (random.Random,), {'random': lambda r: "
         "math.floor(4096 * random.Random.random(r)) / 4096})(seed)"},
        "property/displacement law");
  fails({">= 1", ">= 1.0001"}, "property/contact");
  fails(
      {"self.centres[i]) + step",  // disks that are close stay, every second time
       "self.centres[i]) + step * (self.random.random() < 0.5 or all(j == i or math.hypot("
       "math.remainder(self.centres[i][0] - a, self.width), math.remainder(self.centres[i][1] - b, "
       "self.height)) > 1.01 for j, (a, b) in enumerate(self.centres)))"},
      "exact start/two disks at contact", 1);
  fails({generator, "random.Random(1)"}, "property/different seeds differ");
  EXPECT_THAT(fails({one, "self.random.randrange(len(self.centres) - 1 or 1)"},
                    "property/places and disks alike"),
              HasSubstr("how far disk 11 moves beside the others: -"));
  EXPECT_THAT(fails({one,
                     "min(self.random.choices(range(len(self.centres)), k=2), "
                     "key=lambda k: self.centres[k][0])"},
                    "property/places and disks alike", 1),
              HasSubstr("x / width"));
  EXPECT_THAT(fails({"moved.imag % self.height", "moved.imag % self.width"},
                    "property/places and disks alike"),
              HasSubstr("y / height"));
}

TEST_F(External, StartsThatMakeNoSenseNeverReachAProgram) {
  const auto overlapping = disks::Configuration{{6, 8}, {{1, 1}, {1.5, 1}}};
  EXPECT_THROW(metropolis().start(overlapping, {}), InputError);
}

TEST_F(External, WholeSimulationsByEventChainsPassAndAreCaught) {
  const auto chains_of_disks = [&](const Fault& fault) {
    return disk_program(example("event_chains", fault),
                        R"(, "trial_moves": false, "tolerance": 1e-12)");
  };
  const auto verdict = [&](const std::string& name, const Fault& fault) {
    return checked(name, chains_of_disks(fault), kTenth).verdict;
  };
  expect_no_failure({"exact start/one sweep"}, chains_of_disks({}));
  EXPECT_EQ(verdict("property/legal", {}), Verdict::pass);
  // A chain that ends where disks meet leaves too many of them in contact.
  EXPECT_EQ(verdict("exact start/one sweep", {"i, left = met, left - way", "left = 0"}),
            Verdict::fail);
  EXPECT_EQ(verdict("property/legal", {"1 - offset * offset", "0.99 - offset * offset"}),
            Verdict::fail);
  EXPECT_EQ(verdict("property/displacement law", {}), Verdict::not_run);
}

}  // namespace
}  // namespace touchstone::external
