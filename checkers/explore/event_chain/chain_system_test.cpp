#include "checkers/explore/event_chain/chain_system.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "checkers/explore/event_chain/examine.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/graph/certificate.hpp"
#include "checkers/explore/graph/certificate_check.hpp"
#include "checkers/explore/graph/shortest.hpp"

namespace touchstone::explore {
namespace {

struct Published {
  Configuration configuration;
  Program program;
  std::size_t states;
  std::size_t terminals;
  std::size_t counter_pairs;
};

TEST(Algorithm5, HasThePublishedStates) {
  const Published published[] = {
      {sequential_c4(), {}, 3670, 1, 570},
      {sequential_c5(), {}, 4419, 1, 570},
      {sequential_c4(), interchanged(15, 16), 3858, 1, 570},
      {sequential_c5(), interchanged(15, 16), 5300, 2, 636},
  };
  Examiner examiner;
  for (const Published& p : published) {
    const Examination& e = examiner.examine(p.program, p.configuration);
    EXPECT_EQ(e.states, p.states) << p.configuration.name;
    EXPECT_EQ(e.terminals, p.terminals);
    EXPECT_EQ(e.wrong_ends, p.terminals - 1);
    EXPECT_EQ(e.stuck, 0u);
    const auto by_counters = states_by_counters(examiner.system(), examiner.graph());
    EXPECT_EQ(by_counters.size(), p.counter_pairs);
    std::size_t sum = 0;
    for (const auto& entry : by_counters) sum += entry.second;
    EXPECT_EQ(sum, p.states);
    EXPECT_EQ(by_counters.at({kWait, kWait}), p.terminals);
  }
}

TEST(Algorithm5, HasThePublishedAbortsAndLiveStates) {
  Examiner examiner;
  EXPECT_EQ(examiner.examine({}, sequential_c4()).edges_to_abort, 114u);
  EXPECT_EQ(live_states(examiner.system(), examiner.graph()), 2800u);
  EXPECT_EQ(examiner.examine({}, sequential_c5()).edges_to_abort, 93u);
  EXPECT_EQ(live_states(examiner.system(), examiner.graph()), 3463u);
}

/// Distribution after many steps of the scheduler, in doubles: no elimination, no fractions.
double forward_probability_of_the_end(const StateGraph& graph) {
  std::vector<double> now(graph.size(), 0.0);
  now[0] = 1;
  for (int turn = 0; turn < 4000; ++turn) {
    std::vector<double> next(graph.size(), 0.0);
    for (Index state = 0; state < graph.size(); ++state) {
      if (now[state] == 0) continue;
      const auto out = graph.out(state);
      for (const Edge& edge : out) next[edge.to] += 0.5 * now[state];
      next[state] += (1 - 0.5 * static_cast<double>(out.size())) * now[state];
    }
    now = std::move(next);
  }
  double finished = 0;
  double ended = 0;
  for (Index state = 0; state < graph.size(); ++state) {
    if (graph.ending[state] == Ending::finished) finished += now[state];
    if (graph.ending[state] != Ending::running) ended += now[state];
  }
  EXPECT_NEAR(ended, 1, 1e-12);
  return finished;
}

// P(terminate), from a separate program in another language (dictionaries, Python's Fraction).
constexpr const char* kC4Numerator =
    "2713936988477715470084851067136856329381973212260367259887869860136962573327041090495299"
    "9684669774098871449878918831466126723282883066105817199355330068890640508066646295960614"
    "41757558813869738914893995537463064833";
constexpr const char* kC4Denominator =
    "1450538236404027205046452280825274103311830481582592294036738119463118363589937149789770"
    "1361971327725764714422310641499920936667206920745673514883882112667437895813565860195533"
    "345617143804330309774233907218658361344";
constexpr const char* kC5Numerator =
    "1400908877878339004971373748616451115086995515979437317691708412995669904331969072778291"
    "9844963425448362160455188531822365397825582416876596767512793137985437949420216675729697"
    "95080832945643985123875909862037456421013314061392225442505769575127070679707485151";
constexpr const char* kC5Denominator =
    "3328842494327832994136469635206956684601948793110800868295941851129057122514937087579575"
    "9203039881619588779709878940844577809347414871510393836590116551197203244510450752238437"
    "62835839087758817672291925706433856798720000000000000000000000000000000000000000000";

TEST(Algorithm5, TerminatesWithTheExactProbability) {
  Examiner examiner;
  for (const Configuration& suite : {sequential_c4(), sequential_c5()}) {
    examiner.examine({}, suite);
    const EndProbabilities p = examiner.probabilities();
    EXPECT_EQ(p.wrong, 0);
    EXPECT_EQ(p.stuck, 0);
    EXPECT_EQ(p.right + p.aborted, 1);
    EXPECT_NEAR(p.right.convert_to<double>(), forward_probability_of_the_end(examiner.graph()),
                1e-12);
    EXPECT_EQ(numerator(p.right).str(), suite.name == "C4" ? kC4Numerator : kC5Numerator);
    EXPECT_EQ(denominator(p.right).str(), suite.name == "C4" ? kC4Denominator : kC5Denominator);
  }
}

TEST(Algorithm5, SwappedHasThePublishedSpuriousEnd) {
  Examiner examiner;
  examiner.examine(interchanged(15, 16), sequential_c5());
  const EndProbabilities p = examiner.probabilities();
  EXPECT_NEAR(p.wrong.convert_to<double>(), 1.994e-4, 1e-7);
  const std::string word = examiner.counterexample();
  EXPECT_EQ(word, "a49 b47 a20");
  const Schedule schedule = replay(examiner.graph(), word);
  EXPECT_TRUE(examiner.wrong_end(schedule.end()));
  const Words end = examiner.graph().states.view(schedule.end());
  const double x[] = {.063397459622, .122020410289, .184606079858, .337979589711, .361996460520};
  const double unit = 1000.0 * examiner.system().geometry().units();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(examiner.system().sphere(end, i).x / unit, x[i], 1e-8);
    EXPECT_EQ(examiner.system().tag(end, i), i < 3 ? Tag::is_static : Tag::stalled);
  }
}

TEST(Algorithm5, HasTheSameStatesInOtherUnits) {
  for (const Configuration& suite : {sequential_c4(), sequential_c5()}) {
    const StateGraph usual = explored(ChainSystem({}, Geometry(suite)));
    for (const std::int32_t units : {(1 << 20) - 1, 524287, 100003}) {
      const StateGraph other = explored(ChainSystem({}, Geometry(suite, units)));
      EXPECT_EQ(other.size(), usual.size());
      EXPECT_EQ(other.edges.size(), usual.edges.size());
      EXPECT_EQ(other.ending, usual.ending);
    }
  }
}

TEST(Algorithm5, OnOneThreadIsTheGlobalClock) {
  Examiner examiner;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Configuration c = random_configuration(3, number, {.chains = 1});
    const Examination& e = examiner.examine({}, c);
    EXPECT_EQ(e.terminals, 1u) << text(c);
    EXPECT_EQ(e.wrong_ends, 0u) << text(c);
    EXPECT_EQ(e.edges, e.states - 1) << text(c);  // one path
  }
}

TEST(Algorithm5, HoldsForThreeThreads) {
  Examiner examiner;
  std::size_t most = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    const Configuration c =
        random_configuration(4, number, {.fewest_spheres = 5, .most_spheres = 5, .chains = 3});
    const Examination& e = examiner.examine({}, c);
    EXPECT_EQ(e.wrong_ends + e.stuck, 0u) << text(c);
    most = std::max(most, e.states);
  }
  EXPECT_GT(most, 10000u);
}

TEST(Algorithm5, HasACertificateThatOthersVerify) {
  const auto verdict = [](const Program& of, const Program& against, const Configuration& suite) {
    Examiner examiner;
    examiner.examine(of, suite);
    std::stringstream file;
    write_certificate(examiner.graph(), suite.name, file);
    const ChainSystem system(against, Geometry(suite));
    const LegEnd expected = global_time_leg(system.geometry());
    return check_certificate(system, suite.name, file, [&](Words state) {
      if (system.ending(state) != Ending::finished) return false;
      for (std::size_t i = 0; i < expected.x.size(); ++i)
        if (system.sphere(state, i).x != expected.x[i]) return true;
      return false;
    });
  };
  const CertificateCheck good = verdict({}, {}, sequential_c5());
  EXPECT_TRUE(good.valid) << good.reason;
  EXPECT_EQ(good.states, 4420u);
  EXPECT_FALSE(verdict(interchanged(15, 16), interchanged(15, 16), sequential_c5()).valid);
  EXPECT_FALSE(verdict({}, interchanged(15, 16), sequential_c5()).valid);
}

TEST(Algorithm5, SaysWhenTheBudgetIsUsedUp) {
  Examiner examiner({.states = 1000});
  const Examination& e = examiner.examine({}, sequential_c4());
  EXPECT_FALSE(e.complete);
  EXPECT_FALSE(e.kills());
  EXPECT_FALSE(e.only_aborts());
  EXPECT_EQ(outcome(examiner.graph()).substr(0, 21), "budget exceeded after");
}

}  // namespace
}  // namespace touchstone::explore
