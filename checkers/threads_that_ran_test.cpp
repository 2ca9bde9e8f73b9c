// Checks of thread invariance say how many threads took part, and are not run where a scheme that
// claims to share its work is one thread whatever was asked for.
#include "checkers/threads_that_ran.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/test_effort.hpp"

namespace touchstone {
namespace {

template <class Scheme>
CheckResult thread_invariance(const Scheme& scheme, const char* check) {
  return run_check(check_of<Scheme>(check), scheme, {.effort = test_effort()});
}

/// A scheme of one thread that says it shares its work.
template <class Scheme>
Scheme boastful(Scheme scheme) {
  scheme.info.parallel = true;
  return scheme;
}

/// The same runs, asked for on one thread whatever the parameters say.
template <class Scheme>
Scheme on_one_thread(Scheme scheme) {
  scheme.start = [start = scheme.start](const auto&... all) {
    auto alone = std::tuple(all...);
    std::get<sizeof...(all) - 1>(alone).threads = 1;
    return std::apply(start, alone);
  };
  return scheme;
}

TEST(ThreadsThatRan, ShapesOfOneThreadTestNothing) {
  const CheckResult alone = thread_invariance(boastful(shapes::shape_scheme("hpmc/serial-tree")),
                                              "shapes/thread invariance");
  EXPECT_EQ(alone.verdict, Verdict::not_run) << alone.detail;
  const CheckResult several =
      thread_invariance(shapes::shape_scheme("hpmc/domains"), "shapes/thread invariance");
  EXPECT_EQ(several.verdict, Verdict::pass) << several.detail;
  EXPECT_EQ(several.params["ran"], nlohmann::json({2, 3, 8}));
}

TEST(ThreadsThatRan, StarsOfOneThreadTestNothing) {
  const auto scheme = cluster::cluster_scheme("cmc/openmp");
  const CheckResult alone = thread_invariance(on_one_thread(scheme), "cmc/thread invariance");
  EXPECT_EQ(alone.verdict, Verdict::not_run) << alone.detail;
  const CheckResult several = thread_invariance(scheme, "cmc/thread invariance");
  EXPECT_EQ(several.verdict, Verdict::pass) << several.detail;
  EXPECT_EQ(several.params["ran"], nlohmann::json({2, 3, 8}));
}

TEST(ThreadsThatRan, ChainsOfOneThreadTestNothing) {
  const auto scheme = disks::chain_scheme("ecmc/word-chains");
  const CheckResult alone = thread_invariance(on_one_thread(scheme), "ecmc/thread invariance");
  EXPECT_EQ(alone.verdict, Verdict::not_run) << alone.detail;
  // On a busy machine no helper may have come.
  const CheckResult several = thread_invariance(scheme, "ecmc/thread invariance");
  EXPECT_TRUE(several.verdict == Verdict::pass || several.verdict == Verdict::not_run)
      << several.detail;
}

TEST(ThreadsThatRan, ProgramsThatDoNotSayAreNotHeldToIt) {
  struct Silent : SharedWork {
    std::optional<int> threads_that_ran() const override { return std::nullopt; }
  };
  ThreadsThatRan ran;
  ran.add(Silent());
  const CheckResult result = ran.stated({.verdict = Verdict::pass}, true);
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_EQ(result.params["ran"], "not known");
}

}  // namespace
}  // namespace touchstone
