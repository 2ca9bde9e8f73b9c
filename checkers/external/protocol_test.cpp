// checkers/external/protocol_test.cpp
// Programs that keep or break the protocol: crashes, silence, several at a time, and what they
// print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/external/external_fixture.hpp"
#include "models/core/for_each_index.hpp"
#include "models/disks/start.hpp"

namespace touchstone::external {
namespace {

using testing::HasSubstr;

TEST_F(External, AnswersThatTheProtocolDoesNotHaveAreCaught) {
  const auto detail = [&](const std::string& fault) {
    const CheckResult result = checked("property/legal", answers(fault));
    EXPECT_EQ(result.verdict, Verdict::fail) << fault << ": " << result.detail;
    return result.detail;
  };
  EXPECT_THAT(detail("crash"), HasSubstr("was ended by signal 6 after 'advance"));
  EXPECT_THAT(detail("garbage"), HasSubstr("expected 'ok ...', found 'done "));
  EXPECT_THAT(detail("refuses"), HasSubstr("found 'error no more'"));
  EXPECT_THAT(detail("chatty"), HasSubstr("expected no more lines, found '"));
  EXPECT_THAT(detail("not-a-number"), HasSubstr("expected a line of 2 finite numbers, found 'nan"));
}

TEST_F(External, AnExceptionIsAFailureAndNoRefusal) {
  const CheckResult result =
      checked("property/legal", metropolis({"self.random = ", "self.random = 1 / 0, "}));
  EXPECT_EQ(result.verdict, Verdict::fail) << result.detail;
  EXPECT_THAT(result.detail, HasSubstr("ended with exit code 1 after 'start disks"));
}

// Silent, without end, and with children in other sessions (hostile_test.cpp has more), in a check
// of each kind of systems.
TEST_F(External, HostileProgramsOfEveryKindFailWithAClearError) {
  const auto program = source_tree() / "checkers/external/hostile_programs.py";
  const auto fails = [&](const std::string& how, double seconds, const char* words) {
    const std::string command = fmt::format(R"("python3", "{}", "{}")", program.string(), how);
    const auto hostile = [&](const char* simulates, const char* claims, const std::string& more) {
      return described(simulates, command, claims,
                       more + fmt::format(R"(, "timeout_seconds": {})", seconds));
    };
    const char* const balance = R"("global balance", "conserves particles")";
    const CheckResult results[]{
        checked("property/legal", disk_scheme(hostile("disks", balance, "")), kTenth),
        checked("shapes/legal", shape_scheme(hostile("shapes", balance, "")), kTenth),
        checked("overlap/random bodies",
                overlap_algorithm(hostile("overlaps", R"("equals reference")", "")), kTenth),
        checked("integrator/time reversal",
                longrange_scheme(
                    hostile("longrange", R"("time reversible")", R"(, "models": ["hmf"])")),
                kTenth),
        checked("cmc/stars", cluster_scheme(hostile("stars", R"("conserves particles")", "")),
                kTenth),
        checked("legs/one chain", chain_scheme(hostile("chains", R"("equals reference")", "")),
                kTenth)};
    for (const CheckResult& result : results) {
      EXPECT_EQ(result.verdict, Verdict::fail) << how << ": " << result.detail;
      EXPECT_THAT(result.detail, HasSubstr(words)) << how;
    }
  };
  fails("silent", 0.5, "no answer to 'start ");
  fails("flood", 60, "found '0123456789abcde'");
  fails("lingers", 2, "answer to '");
}

TEST_F(External, AProgramThatDoesNotReadIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = answers("deaf", R"(, "timeout_seconds": 0.2)");
  const auto start = disks::hexagonal_start(65536, 0.5, disks::kSquare);  // megabytes
  EXPECT_THROW(scheme.start(start, {}), ProgramFault);
}

TEST_F(External, AProgramThatRefusesNeedNotReadAll) {
  const disks::DiskScheme scheme = answers("picky");
  const auto many = disks::hexagonal_start(65536, 0.5, disks::kSquare);
  EXPECT_THROW(scheme.start(many, {}), Refused);
  const auto few = disks::random_start(16, 0.2, disks::kSquare, 1);
  scheme.start(few, {})->advance(1);  // the next program is not confused by what was left
}

TEST_F(External, SeveralThreadsUseSeveralPrograms) {
  const disks::DiskScheme scheme = metropolis();
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  std::vector<disks::Configuration> ends(8);
  for_each_index(ends.size(), 4, [&](std::size_t k) {
    const auto run = scheme.start(start, {.seed = k / 2});
    run->advance(20);
    ends[k] = run->configuration();
  });
  for (std::size_t k = 0; k < ends.size(); k += 2) EXPECT_EQ(ends[k].centres, ends[k + 1].centres);
  EXPECT_NE(ends[0].centres, ends[2].centres);
}

TEST_F(External, AProgramThatDoesNotAnswerIsNotWaitedForLonger) {
  const disks::DiskScheme scheme = answers("silent", R"(, "timeout_seconds": 0.2)");
  const CheckResult result = checked("property/legal", scheme);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_THAT(result.detail, HasSubstr("no answer to 'start disks"));
  EXPECT_THAT(result.detail, HasSubstr("within 0.2 s"));
}

TEST_F(External, AProgramServesManySimulationsAtATime) {
  const disks::DiskScheme scheme = metropolis();
  const auto start = disks::random_start(16, 0.2, disks::kSquare, 1);
  const auto first = scheme.start(start, {.seed = 1});
  const auto second = scheme.start(start, {.seed = 2});
  first->advance(5);
  second->advance(5);
  EXPECT_NE(first->configuration().centres, second->configuration().centres);
  const auto again = scheme.start(start, {.seed = 1});
  again->advance(2);
  again->advance(3);
  EXPECT_EQ(first->configuration().centres, again->configuration().centres);
  EXPECT_EQ(again->stats().trials, 5u * 16u);
}

TEST_F(External, MessagesOfAFailureAreToldWholeOnce) {
  const disks::DiskScheme scheme =
      metropolis({"self.random = ", "print('a', 'remark'); self.random = 1 / 0, "});
  testing::internal::CaptureStderr();
  for (int k = 0; k < 3; ++k) EXPECT_EQ(checked("property/legal", scheme).verdict, Verdict::fail);
  const std::string told = testing::internal::GetCapturedStderr();
  const auto times = [&](const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = told.find(words); at != std::string::npos; at = told.find(words, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(times("Traceback"), 1u) << told;
  EXPECT_EQ(times("a remark"), 1u) << told;
  EXPECT_EQ(times("python3: failed again: ZeroDivisionError: division by zero\n"), 2u) << told;
}

TEST_F(External, PrintsOfAProgramThatWorksAreToldAll) {
  const disks::DiskScheme scheme =
      metropolis({"self.random = ", "print('a', 'remark'); self.random = "});
  testing::internal::CaptureStderr();
  const auto start = disks::random_start(4, 0.1, disks::kSquare, 1);
  for (int k = 0; k < 2; ++k) scheme.start(start, {})->advance(1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a remark\na remark\n");
}

}  // namespace
}  // namespace touchstone::external
