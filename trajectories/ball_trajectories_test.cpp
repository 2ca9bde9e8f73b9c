#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "models/core/random/philox.hpp"
#include "models/hpmc/registry.hpp"
#include "trajectories/sampled_disks.hpp"

namespace touchstone::trajectories {
namespace {

using shapes::Configuration;
using testing::HasSubstr;

std::string as_xyz(const Configuration& c) {
  std::string text = fmt::format("{}\nLattice=\"{:.17g} 0 0 0 {:.17g} 0 0 0 {:.17g}\"\n", c.size(),
                                 c.box.lx, c.box.ly, c.box.lz);
  for (const auto& r : c.centres) text += fmt::format("A {:.12f} {:.12f} {:.12f}\n", r.x, r.y, r.z);
  return text;
}

std::vector<ResultRecord> judged(const std::string& name, const std::string& text) {
  Request request;
  request.file = file_with(name, text);
  request.assumed.diameter = 1;
  return rows_of(request);
}

TEST(BallTrajectories, HaveTheirCompressibility) {
  const double packing = 0.6 * std::numbers::pi / 6;
  const auto run = shapes::shape_scheme("hpmc/metropolis-reference")
                       .start(shapes::simple_lattice(shapes::Ball{0.5}, 4, packing),
                              {.max_displacement = 0.3, .seed = 5});
  run->advance(30);
  std::string text;
  for (int k = 0; k < 400; ++k) {
    run->advance(1);
    text += as_xyz(run->configuration());
  }
  const ResultRecord z = row(judged("balls.xyz", text), "beta P / rho");
  EXPECT_EQ(z.verdict, Verdict::not_claimed);
  EXPECT_THAT(z.note, HasSubstr("no published value of 64 balls at 0.314159"));
  // published for 1331 balls: 4.2952; of 64 it is lower by about 1 / N
  EXPECT_NEAR(z.value, 4.2952, 0.15 + 5 * z.facts.at("standard_error").get<double>());
}

TEST(BallFaults, BallsThatKeepApartFailBesideThePublishedValue) {
  // a lattice of 1331 balls, each shaken on its own: at 0.6 hardly any come near another
  Configuration c = shapes::simple_lattice(shapes::Ball{0.5}, 11, 0.6 * std::numbers::pi / 6);
  const Configuration lattice = c;
  const Philox random(9);
  std::string text;
  for (std::uint64_t frame = 0; frame < 300; ++frame) {
    PhiloxStream stream = random.stream(Purpose::metropolis, frame, 0);
    const auto shaken = [&] { return 0.09 * (stream.below(1000001) / 5e5 - 1); };
    for (std::size_t i = 0; i < c.size(); ++i) {
      const auto r = lattice.centres[i];
      c.centres[i] = {r.x + shaken(), r.y + shaken(), r.z + shaken()};
    }
    text += as_xyz(c);
  }
  const auto rows = judged("shaken.xyz", text);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  const ResultRecord z = row(rows, "beta P / rho");
  ASSERT_TRUE(z.expected);
  EXPECT_EQ(z.expected->value, 4.2952);
  EXPECT_EQ(z.verdict, Verdict::fail) << z.value << ' ' << z.note;
}

}  // namespace
}  // namespace touchstone::trajectories
