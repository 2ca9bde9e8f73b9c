// Tiny models of a stranger, whose stages have other groups than those of the checkerboards.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "checkers/balance/wrapped_system.hpp"
#include "checkers/mpmc/lattice_checks.hpp"

namespace touchstone {
namespace {

/// A sound model whose first stages, those of trial indices, are called rounds, and which has no
/// others; `extra`: trials that its first round counts too many.
class Rounds final : public WrappedSystem {
 public:
  Rounds(std::unique_ptr<TinySystem> sound, TinyStage::Counts counts, std::uint64_t extra)
      : WrappedSystem(std::move(sound)), counts_(counts), extra_(extra) {}
  std::vector<TinyStage> stages() const override {
    std::vector<TinyStage> rounds = inner_->stages();
    std::erase_if(rounds, [&](const TinyStage& one) {
      return one.counts != TinyStage::Counts::each_equally;
    });
    for (TinyStage& one : rounds) one = {"round", one.name, counts_};
    return rounds;
  }
  void count_stages(std::vector<TinyStageCount>& counts) const override {
    std::vector<TinyStageCount> all(inner_->stages().size());
    inner_->count_stages(all);
    std::copy_n(all.begin(), counts.size(), counts.begin());
    counts.front().trials += extra_;
  }

 private:
  TinyStage::Counts counts_;
  std::uint64_t extra_;
};

CheckResult judged(TinyStage::Counts counts, std::uint64_t extra = 0) {
  LatticeCode code = tiny_lattices("stranger/rounds");
  code.models = [=, sound = code.models] {
    std::vector<TinyModel> models = sound();
    for (TinyModel& model : models)
      model.make = [=, make = model.make] {
        return std::make_unique<Rounds>(make(), counts, extra);
      };
    return models;
  };
  return check_lattice_counts(code, {});
}

TEST(LatticeCounts, TakeTheStagesOfAStranger) {
  EXPECT_EQ(judged(TinyStage::Counts::each_equally).verdict, Verdict::pass);
  EXPECT_EQ(judged(TinyStage::Counts::each).verdict, Verdict::pass);
}
TEST(LatticeCounts, HoldThemToWhatTheirGroupSays) {
  EXPECT_EQ(judged(TinyStage::Counts::each_equally, 1).verdict, Verdict::fail);
}
/// A sound model that forgets the trials of one list slot.
class SlotForgotten final : public WrappedSystem {
 public:
  using WrappedSystem::WrappedSystem;
  void count_stages(std::vector<TinyStageCount>& counts) const override {
    inner_->count_stages(counts);
    const std::vector<TinyStage> all = stages();
    const auto slot = std::find_if(all.begin(), all.end(), [](const TinyStage& one) {
      return one.counts == TinyStage::Counts::once;
    });
    counts.at(static_cast<std::size_t>(slot - all.begin())) = {};
  }
};

TEST(LatticeCounts, FailWhereAPartOfTheTrialsIsForgotten) {
  LatticeCode code = tiny_lattices("stranger/slot-forgotten");
  code.models = [sound = code.models] {
    std::vector<TinyModel> models = sound();
    std::erase_if(models, [](const TinyModel& model) {
      const std::vector<TinyStage> all = model.make()->stages();
      return std::none_of(all.begin(), all.end(), [](const TinyStage& one) {
        return one.counts == TinyStage::Counts::once;
      });
    });
    for (TinyModel& model : models)
      model.make = [make = model.make] { return std::make_unique<SlotForgotten>(make()); };
    return models;
  };
  const CheckResult result = check_lattice_counts(code, {});
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_NE(result.detail.find("other counts in parts"), std::string::npos) << result.detail;
}
TEST(LatticeCounts, FailWhereNoTrialsAreCounted) {
  EXPECT_EQ(judged(TinyStage::Counts::some).verdict, Verdict::fail);
}

}  // namespace
}  // namespace touchstone
