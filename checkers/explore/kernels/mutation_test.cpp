#include "checkers/explore/kernels/mutation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/kernels/interleaver.hpp"
#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/kernels/survey.hpp"

namespace touchstone::explore {
namespace {

using namespace order;
using testing::ElementsAre;

struct Two {
  ExploredCell<std::int32_t> x;
  ExploredCell<std::int32_t> y;
};

/// One thread, with a mutation: x = 1 twice, a claim of y that fails if y is taken, a fence.
KernelProgram sample(const Mutation& mutation = {}) {
  KernelProgram kernel(mutation);
  const Two cells{kernel.cells.cell<std::int32_t>("x[0]", 0),
                  kernel.cells.cell<std::int32_t>("y", 0)};
  kernel.thread("sample", cells, [](auto& m, auto& shared) {
    for (int turn = 0; turn < 2; ++turn) m.store(shared.x, turn, release);
    std::int32_t found = 0;
    m.compare_exchange(shared.y, found, 5, acq_rel, acquire);
    m.fence(seq_cst);
    m.load(shared.y, relaxed);
  });
  return kernel;
}

std::vector<NamedMutation> mutations() {
  Survey survey;
  const MachineProgram watched = survey.watched(sample().program());
  test::interleavings(watched);
  return mutations_of(survey.sites());
}

Mutation mutation(const std::string& name) {
  for (const NamedMutation& each : mutations())
    if (each.name == name) return each.mutation;
  ADD_FAILURE() << name;
  return {};
}

std::string text(const Operation& op) {
  static const char* const kVerbs[] = {"load", "store", "update", "fence"};
  const std::string cell = op.kind == Kind::fence ? "" : op.location == 0 ? " x" : " y";
  return kVerbs[static_cast<int>(op.kind)] + cell + " " + std::string(name(op.order));
}

/// Operations of the thread when every read returns 0.
std::vector<std::string> operations(const Mutation& planted) {
  const KernelProgram kernel = sample(planted);
  const KernelCode& thread = *kernel.threads()[0];
  std::vector<Value> local(thread.words());
  std::vector<std::string> result;
  for (thread.start(local); !ends(thread.next(local)); thread.respond(local, 0))
    result.push_back(text(thread.next(local)));
  return result;
}

TEST(Mutation, OneOfEachKindForEachStatement) {
  std::vector<std::string> names;
  for (const NamedMutation& each : mutations()) names.push_back(each.name);
  EXPECT_THAT(names, ElementsAre("x.store rel>rlx", "x.store dropped", "x.store postponed",
                                 "y.compare_exchange acqrel>acq", "y.compare_exchange acqrel>rel",
                                 "y.compare_exchange failure acq>rlx", "y.compare_exchange split",
                                 "fence(sc) sc>acqrel", "fence(sc) dropped"));
}

TEST(Mutation, ChangesItsStatementAndNoOther) {
  EXPECT_THAT(operations({}), ElementsAre("store x rel", "store x rel", "update y acqrel",
                                          "fence sc", "load y rlx"));
  EXPECT_THAT(
      operations(mutation("x.store rel>rlx")),
      ElementsAre("store x rlx", "store x rlx", "update y acqrel", "fence sc", "load y rlx"));
  EXPECT_THAT(operations(mutation("x.store dropped")),
              ElementsAre("update y acqrel", "fence sc", "load y rlx"));
  EXPECT_THAT(
      operations(mutation("fence(sc) sc>acqrel")),
      ElementsAre("store x rel", "store x rel", "update y acqrel", "fence acqrel", "load y rlx"));
}

// The first pass of the loop is not overtaken by the second, which is the same statement.
TEST(Mutation, APostponedStoreChangesPlacesWithTheNextStatement) {
  EXPECT_THAT(
      operations(mutation("x.store postponed")),
      ElementsAre("store x rel", "update y acqrel", "store x rel", "fence sc", "load y rlx"));
}

/// Stores that stand in line 7, each in a file of its own.
KernelProgram in_two_files(const Mutation& mutation = {}) {
  KernelProgram kernel(mutation);
  const Two cells{kernel.cells.cell<std::int32_t>("x", 0), kernel.cells.cell<std::int32_t>("y", 0)};
  kernel.thread("sample", cells, [](auto& m, auto& shared) {
    m.store(shared.x, 1, release, scope::system, 7);
    m.store(shared.y, 1, release, scope::system, 7);
  });
  return kernel;
}

TEST(Mutation, OneLineOfTwoFilesIsTwoStatements) {
  Survey survey;
  test::interleavings(survey.watched(in_two_files().program()));
  std::vector<std::string> names;
  for (const NamedMutation& each : mutations_of(survey.sites())) {
    names.push_back(each.name);
    if (each.mutation.kind != Mutation::Kind::weaken) continue;
    const KernelProgram kernel = in_two_files(each.mutation);
    const KernelCode& thread = *kernel.threads()[0];
    std::vector<Value> local(thread.words());
    thread.start(local);
    const Order first = thread.next(local).order;
    thread.respond(local, 0);
    EXPECT_NE(first, thread.next(local).order) << each.name;
  }
  EXPECT_THAT(names, ElementsAre("x.store rel>rlx", "x.store dropped", "x.store postponed",
                                 "y.store rel>rlx", "y.store dropped"));
}

TEST(Mutation, ASplitClaimLoadsAndThenStores) {
  EXPECT_THAT(operations(mutation("y.compare_exchange split")),
              ElementsAre("store x rel", "store x rel", "load y acq", "store y rel", "fence sc",
                          "load y rlx"));
}

TEST(Mutation, TheFailureOrderIsAnOrderOfItsOwn) {
  const KernelProgram kernel = sample(mutation("y.compare_exchange failure acq>rlx"));
  const KernelCode& thread = *kernel.threads()[0];
  std::vector<Value> local(thread.words());
  thread.start(local);
  for (int stores = 0; stores < 2; ++stores) thread.respond(local, 0);
  EXPECT_EQ(thread.next(local).order, Order::acqrel);
  EXPECT_EQ(thread.next(local).failure, Order::rlx);
}

}  // namespace
}  // namespace touchstone::explore
