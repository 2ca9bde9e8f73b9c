// Every tiny model that is registered: correct schemes keep what they claim, every mutant is caught
// by every verdict that is named for it, and the right verdicts stay silent.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <set>

#include "checkers/balance/session.hpp"

namespace touchstone {
void PrintTo(const TinyModel& model, std::ostream* out) {
  *out << model.scheme << " on " << model.model;
}
}  // namespace touchstone

namespace touchstone::balance {
namespace {

/// The largest numbers of trials add nothing but time; `touchstone check balance` runs them too.
std::vector<TinyModel> quick_models() {
  std::vector<TinyModel> result;
  for (const TinyModel& model : tiny_models()) {
    const std::size_t trials = model.model.find("nM=");
    const bool many = trials != std::string::npos && model.model.substr(trials + 3) > "3";
    if (!model.nightly && !many) result.push_back(model);
  }
  return result;
}

class EveryTinyModel : public testing::TestWithParam<TinyModel> {};

TEST_P(EveryTinyModel, IsJudgedAsItMustBe) {
  const TinyModel& model = GetParam();
  JudgeOptions options;
  options.witnesses = false;
  options.distance = false;
  const Judgement judgement = judge(model, options);
  ASSERT_FALSE(judgement.findings.empty());
  if (model.mutant()) {
    for (const std::string& verdict : model.killed_by)
      EXPECT_TRUE(caught_by(judgement, verdict)) << model.scheme << " by " << verdict;
    return;
  }
  for (const Finding& finding : judgement.findings) {
    EXPECT_NE(finding.verdict, Verdict::fail)
        << finding.name << " of " << finding.subject << ": " << finding.detail;
    EXPECT_NE(finding.verdict, Verdict::not_run) << finding.name;
  }
}

/// The larger ones are left out under sanitizers; `touchstone check balance` runs all of them.
bool slow(const TinyModel& model) {
  return model.model.rfind("squares", 0) == 0 || model.model.rfind("ring L=20", 0) == 0;
}

std::string test_name(const testing::TestParamInfo<TinyModel>& info) {
  std::string name =
      (slow(info.param) ? "Slow_" : "") + info.param.scheme + "_on_" + info.param.model;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryTinyModel, testing::ValuesIn(quick_models()), test_name);

TEST(TinyModels, MutantsNameKnownVerdictsAndTheirOrigin) {
  const std::set<std::string> known(verdict_names().begin(), verdict_names().end());
  std::size_t mutants = 0;
  for (const TinyModel& model : tiny_models()) {
    EXPECT_EQ(model.mutant(), model.scheme.rfind("mutant/", 0) == 0) << model.scheme;
    if (!model.mutant()) continue;
    ++mutants;
    EXPECT_FALSE(model.origin.text.empty()) << model.scheme;
    for (const std::string& verdict : model.killed_by)
      EXPECT_EQ(known.count(verdict), 1u) << model.scheme << ": " << verdict;
  }
  EXPECT_GE(mutants, 30u);
}

/// Conclusion that the paper drew from pressures of 256^2 disks: the shuffle of the particles is
/// needed, that of the colours is not.
TEST(Table1, TheConclusionIsExact) {
  std::map<std::pair<std::string, std::string>, double> worst;
  for (const TinyModel& model : quick_models()) {
    std::map<std::string, std::string> labels(model.labels.begin(), model.labels.end());
    if (labels.count("particle_shuffle") == 0) continue;
    const Judgement j = judge(model);
    ASSERT_TRUE(j.distance) << model.scheme;
    double& most = worst[{labels["particle_shuffle"], labels["colour_shuffle"]}];
    most = std::max(most, j.distance->total_variation - j.distance->error);
    EXPECT_EQ(j.distance->exact == "0", labels["particle_shuffle"] == "Yes") << model.scheme;
  }
  ASSERT_EQ(worst.size(), 4u);
  EXPECT_EQ((worst[{"Yes", "Yes"}]), 0.0);
  EXPECT_EQ((worst[{"Yes", "No"}]), 0.0);
  EXPECT_GT((worst[{"No", "Yes"}]), 1e-3);
  EXPECT_GT((worst[{"No", "No"}]), 1e-3);
}

}  // namespace
}  // namespace touchstone::balance
