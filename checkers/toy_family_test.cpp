// A sixth family, made here in one file: a random walk on a ring. Its schemes, checks and mutants
// need nothing but a Kind, and no edit elsewhere, to be checked, listed, selected and recorded.
#include <gtest/gtest.h>

#include <sstream>

#include "checkers/kind.hpp"
#include "checkers/session.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {
namespace {

constexpr int kSites = 8;

/// One step on a ring of sites.
struct WalkScheme {
  SchemeInfo info;
  std::function<int(int, PhiloxStream&)> step;
  bool mutant = false;
};

Registry<WalkScheme>& walks() {
  static Registry<WalkScheme> all("scheme");
  return all;
}

}  // namespace

template <>
struct Kind<WalkScheme> {
  static constexpr const char* family = "walk";
  static constexpr const char* runs = "random walks on a ring";
  static const std::vector<WalkScheme>& schemes() { return walks().items(); }
  using Conditions = NoConditions;
};

namespace {

int there_and_back(int site, PhiloxStream& random) {
  return (site + (random.uniform() < 0.5 ? 1 : kSites - 1)) % kSites;
}
int never_left(int site, PhiloxStream& random) {
  return random.uniform() < 0.5 ? (site + 1) % kSites : site;
}

/// Steps to the left and to the right are equally frequent: z of their difference.
CheckResult symmetric(const WalkScheme& scheme, const CheckContext& context) {
  PhiloxStream random = Philox(part_seed(context, 0)).stream(Purpose::test, 0, 0);
  const int steps = 10000;
  int difference = 0;
  for (int k = 0, site = 0; k < steps; ++k) {
    const int next = scheme.step(site, random);
    const int moved = (next - site + kSites) % kSites;
    difference += moved == 1 ? 1 : moved == kSites - 1 ? -1 : 0;
    site = next;
  }
  const double z = std::abs(difference) / std::sqrt(steps);
  return {.verdict = z < 5 ? Verdict::pass : Verdict::fail, .value = z, .unit = "z"};
}

// A name whose first part is no family, too.
const bool registered =
    walks().add({.info = {.name = "a-stranger", .source = "here", .claims = Claims::global_balance},
                 .step = there_and_back}) &&
    register_check(Check<WalkScheme>{.name = "walk/symmetric",
                                     .shows = "left and right are equally frequent",
                                     .needs = Claims::global_balance,
                                     .run = symmetric}) &&
    mutants::register_mutant(
        mutants::Mutant<WalkScheme>{.scheme = {.info = {.name = "mutant/never-left",
                                                        .source = "here",
                                                        .claims = Claims::global_balance},
                                               .step = never_left},
                                    .origin = "seeded",
                                    .killed_by = {"walk/symmetric"}}) &&
    register_kind<WalkScheme>();

TEST(ToyFamily, IsCheckedAndItsMutantIsCaught) {
  CheckRequest request;
  request.selection.family = "walk";
  std::ostringstream text;
  EXPECT_EQ(run_checks(request, text), 0) << text.str();
  EXPECT_NE(text.str().find("a-stranger"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("1 of 1 mutants caught"), std::string::npos) << text.str();
}

TEST(ToyFamily, IsListed) {
  std::ostringstream text;
  print_listing("", "walk", false, text);
  for (const char* said : {"random walks on a ring", "a-stranger", "walk/symmetric", "never-left"})
    EXPECT_NE(text.str().find(said), std::string::npos) << said << " in " << text.str();
}

}  // namespace
}  // namespace touchstone
