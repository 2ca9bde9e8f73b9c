// A sixth family (models/toy/walk.hpp): random walks on a ring. Its schemes, checks and mutants
// need nothing but a Kind, and no edit elsewhere, to be checked, listed, selected and recorded.
#include <gtest/gtest.h>

#include <sstream>

#include "checkers/kind.hpp"
#include "checkers/session.hpp"
#include "models/toy/walk.hpp"

namespace touchstone {

using toy::WalkScheme;

template <>
struct Kind<WalkScheme> {
  static constexpr const char* family = "walk";
  static constexpr const char* runs = "random walks on a ring";
  static const std::vector<WalkScheme>& schemes() { return toy::walks().items(); }
  using Conditions = NoConditions;
};

namespace {

/// Steps to the left and to the right are equally frequent: z of their difference.
CheckResult symmetric(const WalkScheme& scheme, const CheckContext& context) {
  PhiloxStream random = Philox(part_seed(context, 0)).stream(Purpose::test, 0, 0);
  const int steps = 10000;
  int difference = 0;
  for (int k = 0, site = 0; k < steps; ++k) {
    const int next = scheme.step(site, random);
    difference += toy::moved(site, next);
    site = next;
  }
  const double z = std::abs(difference) / std::sqrt(steps);
  return {.verdict = z < 5 ? Verdict::pass : Verdict::fail, .value = z, .unit = "z"};
}

// A second one is of another family that the kind serves, as its field says.
const bool registered =
    toy::walks().add({.info = {.name = "walk/of-another-family",
                               .source = "here",
                               .claims = Claims::global_balance},
                      .step = toy::there_and_back,
                      .family = "stroll"}) &&
    register_check(Check<WalkScheme>{.name = "walk/symmetric",
                                     .shows = "left and right are equally frequent",
                                     .needs = Claims::global_balance,
                                     .run = symmetric}) &&
    mutants::register_mutant(
        mutants::Mutant<WalkScheme>{.scheme = {.info = {.name = "mutant/never-left",
                                                        .source = "here",
                                                        .claims = Claims::global_balance},
                                               .step = toy::never_left},
                                    .origin = Origin::invented("seeded"),
                                    .killed_by = {"walk/symmetric"}}) &&
    register_kind<WalkScheme>();

TEST(ToyFamily, IsCheckedAndItsMutantIsCaught) {
  CheckRequest request;
  request.selection.family = "walk";
  std::ostringstream text;
  EXPECT_EQ(run_checks(request, text), 0) << text.str();
  EXPECT_NE(text.str().find(toy::kStranger), std::string::npos) << text.str();
  EXPECT_EQ(text.str().find("of-another-family"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("1 of 1 mutants caught"), std::string::npos) << text.str();
}

TEST(ToyFamily, ASchemeMayBeOfAnotherFamily) {
  CheckRequest request;
  request.selection.family = "stroll";
  std::ostringstream text;
  EXPECT_EQ(run_checks(request, text), 0) << text.str();
  EXPECT_NE(text.str().find("walk/of-another-family"), std::string::npos) << text.str();
  EXPECT_EQ(text.str().find(toy::kStranger), std::string::npos) << text.str();
  std::ostringstream listing;
  print_listing("schemes", "stroll", true, listing);
  const auto listed = nlohmann::json::parse(listing.str());
  ASSERT_EQ(listed.size(), 1u) << listing.str();
  EXPECT_EQ(listed[0].at("family"), "stroll");
}

TEST(ToyFamily, IsListed) {
  std::ostringstream text;
  print_listing("", "walk", false, text);
  for (const char* said :
       {"random walks on a ring", toy::kStranger, "walk/symmetric", "never-left"})
    EXPECT_NE(text.str().find(said), std::string::npos) << said << " in " << text.str();
}

}  // namespace
}  // namespace touchstone
