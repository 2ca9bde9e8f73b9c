#include "checkers/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "checkers/listing.hpp"
#include "checkers/matrix.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/registry.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone {
namespace {

class Session : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("checks_") + test->name());
    std::filesystem::remove_all(folder_);
    request_.run.out = (folder_ / "check.jsonl").string();
    request_.selection.scheme = "m*/*shift*";
    request_.selection.checks = {"round-off/ten bits"};
  }
  void TearDown() override {
    set_interrupt(false);
    std::filesystem::remove_all(folder_);
  }
  std::size_t lines() const {
    std::ifstream file(request_.run.out);
    std::size_t count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

  std::filesystem::path folder_;
  CheckRequest request_;
  std::ostringstream text_;
};

TEST_F(Session, WritesOneRecordPerJobAndCountsMutants) {
  EXPECT_EQ(run_checks(request_, text_), 0);
  const auto records = read_results(request_.run.out);
  ASSERT_EQ(records.size(), check_jobs(request_.selection, {}).size());
  for (const auto& record : records) {
    EXPECT_EQ(record.at("kind"), "check");
    EXPECT_EQ(record.at("params").contains("caught"),
              record.at("scheme").get<std::string>().rfind("mutant/", 0) == 0);
    EXPECT_NE(record.at("replay").get<std::string>().find("--check 'round-off/ten bits'"),
              std::string::npos);
  }
  EXPECT_NE(text_.str().find("mutants caught"), std::string::npos);
}

TEST_F(Session, ResumesWithoutRepeating) {
  ASSERT_EQ(run_checks(request_, text_), 0);
  const std::size_t before = lines();
  request_.run.resume = true;
  EXPECT_EQ(run_checks(request_, text_), 0);
  EXPECT_EQ(lines(), before);
  request_.context.seed = 2;  // another seed is other work
  EXPECT_EQ(run_checks(request_, text_), 0);
  EXPECT_EQ(lines(), 2 * before);
}

TEST_F(Session, AMissedMutantFailsAlsoAfterResuming) {
  request_.selection.scheme = "mutant/no-grid-shift";
  request_.selection.checks = {"property/visits the whole box"};
  ASSERT_EQ(run_checks(request_, text_), 0);
  std::ifstream file(request_.run.out);
  std::string line;
  std::getline(file, line);
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"\"verdict\":\"pass\"", "\"verdict\":\"fail\""},
        {"\"caught\":true", "\"caught\":false"}})
    line.replace(line.find(from), from.size(), to);
  std::ofstream(request_.run.out) << line << '\n';
  request_.run.resume = true;
  EXPECT_EQ(run_checks(request_, text_), 1);
  EXPECT_NE(text_.str().find("MISS"), std::string::npos);
  EXPECT_NE(text_.str().find("not caught"), std::string::npos);
}

TEST_F(Session, AnInterruptKeepsWhatIsFinished) {
  set_interrupt(true);
  EXPECT_EQ(run_checks(request_, text_), kInterruptedExit);
  EXPECT_NE(text_.str().find("--resume"), std::string::npos);
}

TEST_F(Session, RefusesAForeignFile) {
  std::filesystem::create_directories(folder_);
  std::ofstream(request_.run.out) << "not a record\n";
  EXPECT_THROW(run_checks(request_, text_), InputError);
}

TEST(CheckTasks, UnknownNamesAreAnsweredWithTheNearest) {
  const auto message = [](const CheckSelection& selection) {
    try {
      check_jobs(selection, {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message({.checks = {"stages"}}).find("'stage'"), std::string::npos);
  EXPECT_NE(message({.scheme = "mutant/no-grid-shft"}).find("'mutant/no-grid-shift'"),
            std::string::npos);
  EXPECT_NE(message({.family = "mpcm"}).find("'mpmc'"), std::string::npos);
  EXPECT_NE(message({.scheme = "mutant/*", .mutants = false}).find("no check is left"),
            std::string::npos);
}

TEST(CheckTasks, KillersLeaveOutWhatDecidesNothing) {
  const auto ids = [](const CheckSelection& selection) {
    std::set<std::string> all;
    for (const Job& job : check_jobs(selection, {})) all.insert(job.id);
    return all;
  };
  std::set<std::string> expected;
  for (const CheckTask& task : check_tasks())
    if (task.mutant && task.expected)
      expected.insert(fmt::format("check|{}|{}|1|1", task.scheme, task.check));
  EXPECT_EQ(ids({.correct_schemes = false, .only_killers = true}), expected);
  EXPECT_GT(ids({.correct_schemes = false}).size(), expected.size());
  EXPECT_EQ(ids({.mutants = false, .only_killers = true}), ids({.mutants = false}));
}

TEST(CheckTasks, AnotherFalseAlarmIsAnotherJob) {
  const auto id = [](double false_alarm) {
    const CheckContext context{.false_alarm = false_alarm};
    return check_jobs({.family = "mpmc", .mutants = false}, context).at(0).id;
  };
  EXPECT_EQ(id(1e-3), id(CheckContext{}.false_alarm) + " at 0.001");
}

TEST(CheckTasks, OnesOnADeviceSaySo) {
  ASSERT_TRUE(register_task(
      {.family = "toy", .scheme = "toy/on-a-device", .on_device = true, .check = "toy/device"}));
  const auto needs = [](const CheckSelection& selection) {
    return check_jobs(selection, {}).at(0).facets.back();
  };
  EXPECT_EQ(needs({.family = "toy", .scheme = "toy/on-a-device"}), Facet(kNeeds, {"gpu"}));
  EXPECT_EQ(needs({.scheme = "mpmc/metropolis-reference"}).first, kBytes);
}

TEST(CheckTasks, AMutantPassesWhenItIsCaught) {
  CheckTask task{.family = "mpmc", .scheme = "mutant/x", .check = "property/legal"};
  const CheckResult failed{.verdict = Verdict::fail};
  const CheckResult passed{.verdict = Verdict::pass};
  const CheckResult not_run{.verdict = Verdict::not_run};
  EXPECT_EQ(task_verdict(task, passed), Verdict::pass);
  EXPECT_EQ(task_verdict(task, failed), Verdict::fail);
  task.mutant = true;
  EXPECT_EQ(task_verdict(task, failed), Verdict::pass);
  EXPECT_EQ(task_verdict(task, passed), Verdict::not_claimed);
  EXPECT_EQ(task_verdict(task, not_run), Verdict::not_run);
  task.expected = true;
  EXPECT_EQ(task_verdict(task, passed), Verdict::fail);
  EXPECT_EQ(task_verdict(task, not_run), Verdict::fail);  // a check that cannot run catches nothing
}

TEST(CheckTasks, AMutantThatIsCaughtByNaNHasANumberInItsRecord) {
  const CheckTask task{.family = "mpmc",
                       .scheme = "mutant/x",
                       .check = "stage/y",
                       .mutant = true,
                       .origin = Origin::paper("here")};
  const CheckResult result{.verdict = Verdict::fail, .value = std::nan(""), .unit = "z"};
  const ResultRecord record = make_record(task, {}, result);
  EXPECT_EQ(record.verdict, Verdict::pass);
  EXPECT_GT(record.value, 1e9);
  EXPECT_EQ(record.z, record.value);
}

TEST(CheckTasks, APassByChanceStatesItsSmallestEffect) {
  const CheckTask task{.family = "mpmc", .scheme = "mpmc/x", .check = "property/y"};
  CheckResult result{.verdict = Verdict::pass, .unit = "z", .p = 0.5};
  EXPECT_EQ(make_record(task, {}, result).verdict, Verdict::fail);
  result.smallest_effect = 0.1;
  EXPECT_EQ(make_record(task, {}, result).verdict, Verdict::pass);
  result = {.verdict = Verdict::fail, .unit = "z", .p = 0};
  EXPECT_EQ(make_record(task, {}, result).verdict, Verdict::fail);
}

TEST(CheckTasks, RecordsSayHowManyTrialsFiveSigmaNeed) {
  const CheckTask task{.family = "mpmc",
                       .scheme = "mutant/x",
                       .check = "stage/y",
                       .mutant = true,
                       .origin = Origin::paper("here")};
  const CheckResult result{.verdict = Verdict::fail, .value = 10, .unit = "z", .trials = 4000};
  const ResultRecord record = make_record(task, {}, result);
  EXPECT_EQ(record.params.at("trials_for_5_sigma"), 1000.0);
  EXPECT_EQ(record.z, 10.0);
  EXPECT_EQ(record.verdict, Verdict::pass);
  EXPECT_EQ(record.params.at("pressure_trials"), nullptr);
}

TEST(Matrix, ShowsEveryAnswer) {
  EXPECT_EQ(cell_text({.verdict = Verdict::pass}), "ok");
  EXPECT_EQ(cell_text({.verdict = Verdict::fail}), "FAIL");
  EXPECT_EQ(cell_text({.verdict = Verdict::inconclusive}), "?");
  EXPECT_EQ(cell_text({.mutant = true,
                       .caught = true,
                       .expected = true,
                       .verdict = Verdict::pass,
                       .value = 7.6,
                       .is_z = true}),
            "8!");
  EXPECT_EQ(cell_text({.mutant = true, .caught = true, .verdict = Verdict::pass}), "x");
  EXPECT_EQ(cell_text({.mutant = true, .expected = true, .verdict = Verdict::fail}), "MISS");
  EXPECT_EQ(cell_text({.mutant = true, .verdict = Verdict::not_claimed}), ".");
}

TEST(Matrix, SmallestEffectsAreShownWhereTheyAreThere) {
  std::ostringstream text;
  print_matrices({{.scheme = "mpmc/mine", .check = "a law", .smallest_effect = 0.0321},
                  {.scheme = "mpmc/mine", .check = "a rule", .smallest_effect = 0},
                  {.scheme = "mpmc/mine", .check = "no claim"}},
                 text);
  EXPECT_NE(text.str().find("   a  a law     smallest effect 0.032\n"
                            "   b  a rule    any violation\n"
                            "   c  no claim\n"),
            std::string::npos)
      << text.str();
}

TEST(Listing, IsJsonWithWhatTheReportNeeds) {
  std::ostringstream text;
  print_listing("", "*", true, text);
  const auto schemes = nlohmann::json::parse(text.str());
  ASSERT_GE(schemes.size(),
            disks::schemes().size() + disks::chain_schemes().size() + longrange::schemes().size());
  for (const char* field : {"name", "backend", "claims", "source", "available"})
    for (const auto& scheme : schemes) EXPECT_TRUE(scheme.contains(field)) << field;
}

TEST(Listing, ShowsTheMutantsThatCheckRunsForTheFamily) {
  for (const std::string family : {"mpmc", "ecmc"}) {
    std::set<std::string> run, shown;
    const CheckSelection mutants{.family = family, .correct_schemes = false};
    for (const Job& job : check_jobs(mutants, {})) run.insert(job.facets[1].second.front());
    std::ostringstream text;
    print_listing("mutants", family, true, text);
    for (const auto& mutant : nlohmann::json::parse(text.str())) shown.insert(mutant.at("name"));
    EXPECT_EQ(run, shown) << family;
  }
}

// A scheme passes with a wrong part that it uses, which only the checks of the part see.
TEST(Listing, ShowsPartsAndACheckOfOneSchemeNamesThoseLeftOut) {
  std::ostringstream text;
  print_listing("parts", "hpmc", true, text);
  std::map<std::string, std::vector<std::string>> parts;
  for (const auto& part : nlohmann::json::parse(text.str()))
    parts[part.at("name")] = part.at("checks");
  EXPECT_EQ(parts["hpmc/leaf-lists"], std::vector<std::string>{"leaves/near"});
  EXPECT_EQ(parts.count("hpmc/serial-tree"), 0u);
  const auto said = [](const char* scheme, std::vector<std::string> checks) {
    CheckRequest request;
    request.selection = {.scheme = scheme, .checks = std::move(checks), .mutants = false};
    request.run.out = (std::filesystem::path(testing::TempDir()) / "parts.jsonl").string();
    std::ostringstream out;
    run_checks(request, out);
    std::filesystem::remove(request.run.out);
    return out.str();
  };
  EXPECT_NE(said("ecmc/single-chain", {}).find("list parts --family ecmc"), std::string::npos);
  EXPECT_EQ(said("ecmc/single-chain", {"ecmc/bad input"}).find("list parts"), std::string::npos);
  EXPECT_EQ(said("ecmc/*", {"ecmc/grazing"}).find("list parts"), std::string::npos);
}

TEST(Listing, RefusesUnknownWords) {
  std::ostringstream text;
  EXPECT_THROW(print_listing("scheme", "*", false, text), InputError);
  EXPECT_THROW(print_listing("schemes", "mpcm", false, text), InputError);
}

}  // namespace
}  // namespace touchstone
