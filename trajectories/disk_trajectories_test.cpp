#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "trajectories/sampled_disks.hpp"

namespace touchstone::trajectories {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kPacking = 0.65;

/// Frames that all tests share: enough for a verdict at 3 %.
const Frames& equilibrium() {
  static const Frames frames = sampled_disks(kPacking, 3000);
  return frames;
}

Request request_of(const std::string& name, const std::string& text) {
  Request request;
  request.file = file_with(name, text);
  request.assumed.diameter = 1;
  request.resolution = 0.03;
  return request;
}

std::vector<ResultRecord> judged(const std::string& name, const Frames& frames) {
  return rows_of(request_of(name, as_xyz(frames)));
}

TEST(DiskTrajectories, EquilibriumPassesBesideThePublishedPressure) {
  const auto rows = judged("right.xyz", equilibrium());
  for (const ResultRecord& one : rows) {
    EXPECT_NE(one.verdict, Verdict::fail) << one.metric << ": " << one.note;
    EXPECT_NE(one.verdict, Verdict::inconclusive) << one.metric << ": " << one.note;
  }
  const ResultRecord pressure = row(rows, "by event chains");
  EXPECT_EQ(pressure.verdict, Verdict::pass);
  EXPECT_NEAR(pressure.expected->value, 6.901074, 1e-6);
  EXPECT_EQ(row(rows, "at contact less").verdict, Verdict::pass);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  EXPECT_EQ(row(rows, "number of bodies").verdict, Verdict::pass);
  EXPECT_EQ(row(rows, "|psi6|").verdict, Verdict::not_claimed);
  EXPECT_THAT(row(rows, "S(k)").note, HasSubstr("no law to judge by"));
  EXPECT_GT(*row(rows, "S(k)").n_eff, 50);
}

TEST(DiskTrajectories, TheContactValueIsThatOfThePressure) {
  const auto rows = judged("contact.xyz", equilibrium());
  const double rho = kPacking * 4 / std::numbers::pi;
  const double g = row(rows, "g(r) at contact").value;
  EXPECT_NEAR(rho * (1 + std::numbers::pi / 2 * rho * g), row(rows, "of frames, by scale").value,
              1e-9);
}

TEST(DiskTrajectories, PlainColumnsGiveTheSameNumbers) {
  const Frames few(equilibrium().begin(), equilibrium().begin() + 200);
  Request request = request_of("same.txt", as_columns(few));
  request.assumed.box = fmt::format("{:.17g},{:.17g}", few[0].box.width, few[0].box.height);
  const auto rows = rows_of(request);
  EXPECT_EQ(row(rows, "by event chains").value,
            row(judged("same.xyz", few), "by event chains").value);
}

TEST(DiskTrajectories, OtherUnitsOfLengthChangeNothing) {
  Frames few(equilibrium().begin(), equilibrium().begin() + 200);
  const double pressure = row(judged("unit.xyz", few), "by event chains").value;
  for (disks::Configuration& c : few) {
    c.box = {3 * c.box.width, 3 * c.box.height};
    for (auto& p : c.centres) p = {3 * p.x, 3 * p.y};
  }
  Request request = request_of("units.xyz", as_xyz(few));
  request.assumed.diameter = 3;
  EXPECT_NEAR(row(rows_of(request), "by event chains").value, pressure, 1e-6);
}

TEST(DiskTrajectories, AWrongDiameterIsAskedFor) {
  const Frames few(equilibrium().begin(), equilibrium().begin() + 20);
  Request request = request_of("wide.xyz", as_xyz(few));
  const ResultRecord right = row(rows_of(request), "overlaps");
  const double closest = right.facts.at("closest").get<double>();
  EXPECT_GE(closest, 1);
  EXPECT_LT(closest, 1.01);
  EXPECT_THAT(right.note, Not(HasSubstr("is --diameter")));
  request.assumed.diameter = 1.02;
  const ResultRecord wide = row(rows_of(request), "overlaps");
  EXPECT_EQ(wide.verdict, Verdict::fail);
  EXPECT_NEAR(wide.facts.at("closest").get<double>(), closest / 1.02, 1e-12);
  EXPECT_THAT(wide.note, HasSubstr("diameters apart: is --diameter that of the run?"));
}

TEST(DiskTrajectories, ADiameterThatIsTooSmallIsHintedAt) {
  const Frames few(equilibrium().begin(), equilibrium().begin() + 300);
  Request request = request_of("narrow.xyz", as_xyz(few));
  for (const char* metric : {"overlaps", "at contact less", "g(r) at contact"})
    EXPECT_THAT(row(rows_of(request), metric).note, Not(HasSubstr("may be too small"))) << metric;
  for (const double diameter : {0.95, 0.98}) {
    request.assumed.diameter = diameter;
    const auto rows = rows_of(request);
    EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
    EXPECT_THAT(row(rows, "overlaps").note,
                HasSubstr("in each frame would be: --diameter may be too small"));
    for (const char* metric : {"at contact less", "g(r) at contact"})
      EXPECT_THAT(row(rows, metric).note, HasSubstr("--diameter may be too small: see overlaps"))
          << metric;
  }
  request.assumed.diameter = 0.2;
  EXPECT_THAT(row(rows_of(request), "overlaps").note,
              HasSubstr("no two of them are near each other: is --diameter that of the run?"));
}

TEST(DiskTrajectories, TooFewFramesSayHowManyWouldDo) {
  const auto pressure_of = [](std::size_t frames) {
    const auto end = equilibrium().begin() + static_cast<std::ptrdiff_t>(frames);
    Request request = request_of("few.xyz", as_xyz(Frames(equilibrium().begin(), end)));
    request.resolution = 0.05;
    return row(rows_of(request), "by event chains");
  };
  for (const std::size_t frames : {100u, 300u}) {
    const ResultRecord pressure = pressure_of(frames);
    EXPECT_EQ(pressure.verdict, Verdict::inconclusive);
    EXPECT_THAT(pressure.note,
                HasSubstr("a deviation of 0.35, 0.05 of the pressure (--resolution)"));
    EXPECT_GT(pressure.facts.at("frames_that_do"), frames);
  }
  // the error that the promise stands on is itself uncertain
  const auto enough =
      static_cast<std::size_t>(2 * pressure_of(300).facts.at("frames_that_do").get<double>());
  ASSERT_LT(enough, equilibrium().size());
  EXPECT_EQ(pressure_of(enough).verdict, Verdict::pass) << enough;
}

TEST(DiskTrajectories, CorrelatedFramesCountForWhatTheyAreWorth) {
  const ResultRecord pressure =
      row(judged("slow.xyz", sampled_disks(kPacking, 1500, 1)), "by event chains");
  EXPECT_EQ(pressure.verdict, Verdict::inconclusive);
  EXPECT_LT(*pressure.n_eff, 750);
}

TEST(DiskTrajectories, OneFrameCopiedSamplesNothing) {
  const auto rows = judged("frozen.xyz", Frames(500, equilibrium().front()));
  for (const char* metric : {"by event chains", "at contact less"}) {
    EXPECT_EQ(row(rows, metric).verdict, Verdict::inconclusive);
    EXPECT_THAT(row(rows, metric).note, HasSubstr("all 500 frames give the same number"));
  }
}

TEST(DiskTrajectories, OneFrameDoesNotTellHowManyWouldDo) {
  const ResultRecord pressure =
      row(judged("one.xyz", Frames(1, equilibrium().front())), "by event chains");
  EXPECT_EQ(pressure.verdict, Verdict::inconclusive);
  EXPECT_THAT(pressure.note, HasSubstr("does not tell how many would do"));
}

TEST(DiskTrajectories, ThatTouchAllAroundTheBoxAreLegalAndLeaveChainsOpen) {
  disks::Configuration c{.box = {8, 8}, .centres = {}};
  for (int k = 0; k < 16; ++k) c.centres.push_back({0.5 + k % 8, k < 8 ? 0.5 : 4.5});
  for (const std::size_t frames : {1u, 200u}) {
    const auto rows = judged("closed.xyz", Frames(frames, c));
    for (const ResultRecord& one : rows)
      EXPECT_NE(one.verdict, Verdict::fail) << one.metric << ": " << one.note;
    EXPECT_EQ(row(rows, "at contact less").verdict, Verdict::inconclusive);
    for (const char* metric :
         {"at contact less", "frames, by event chains", "scale distribution less"})
      EXPECT_THAT(row(rows, metric).note,
                  HasSubstr(fmt::format("touch all around the box in {0} of {0} frames", frames)))
          << metric;
  }
}

TEST(DiskTrajectories, WithoutAPublishedValueTheNearestIsNamed) {
  const ResultRecord pressure = row(judged("own.xyz", sampled_disks(0.61, 200)), "by event chains");
  EXPECT_EQ(pressure.verdict, Verdict::not_claimed);
  EXPECT_THAT(pressure.note,
              AllOf(HasSubstr("the pressure itself is not judged; the nearest is of 72 disks"),
                    HasSubstr("no law to judge by")));
}

TEST(DiskFaults, OneOverlapInOneFrame) {
  Frames frames(equilibrium().begin(), equilibrium().begin() + 20);
  // as near to another disk as no rounding explains
  frames[7].centres[3] = frames[7].box.wrap(frames[7].centres[4] + disks::Vec<double>{0.9999, 0});
  const ResultRecord overlaps = row(judged("overlap.xyz", frames), "overlaps");
  EXPECT_EQ(overlaps.verdict, Verdict::fail);
  EXPECT_GE(overlaps.value, 1);
  EXPECT_EQ(overlaps.facts.at("bad_frames"), 1);
  EXPECT_THAT(overlaps.note, HasSubstr("overlap.xyz:519: bodies"));  // 7 frames of 74 lines before
  EXPECT_EQ(row(judged("overlap.xyz", frames), "by event chains").verdict, Verdict::not_run);
}

TEST(DiskFaults, ALostDisk) {
  Frames frames(equilibrium().begin(), equilibrium().begin() + 20);
  frames[5].centres.pop_back();
  const ResultRecord number = row(judged("lost.xyz", frames), "number of bodies");
  EXPECT_EQ(number.verdict, Verdict::fail);
  EXPECT_EQ(number.value, 1);
  EXPECT_THAT(number.note, HasSubstr("lost.xyz:371: 71 bodies"));
}

TEST(DiskFaults, ATrajectoryOfAnotherPackingFraction) {
  Frames frames = sampled_disks(0.67, 1500);
  const disks::Box claimed = disks::box_for(72, kPacking);
  const double stretch = claimed.width / frames[0].box.width;
  for (disks::Configuration& c : frames) {
    c.box = claimed;
    for (auto& p : c.centres) p = c.box.wrap({stretch * p.x, stretch * p.y});
  }
  const auto rows = judged("stretched.xyz", frames);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  EXPECT_EQ(row(rows, "by event chains").verdict, Verdict::fail);
  EXPECT_EQ(row(rows, "at contact less").verdict, Verdict::fail);
}

/// Moves each disk that is nearer than `gap` to its next neighbour so that they touch, where no
/// other disk is then in the way.
void make_sticky(disks::Configuration& c, double gap) {
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < c.size(); ++j) {
      const double d = std::sqrt(c.box.distance2(c.centres[i], c.centres[j]));
      if (i == j || d > 1 + gap || d < 1 + 1e-4) continue;
      const disks::Vec<double> r = c.box.nearest(c.centres[i], c.centres[j]);
      const disks::Vec<double> before = c.centres[j];
      const double shorter = (1 + 1e-6) / d;
      c.centres[j] = c.box.wrap(c.centres[i] + disks::Vec<double>{shorter * r.x, shorter * r.y});
      if (disks::smallest_distance_all_pairs(c) < 1) c.centres[j] = before;
    }
}

TEST(DiskFaults, StickyContactsAtAPackingFractionThatNobodyPublished) {
  Frames frames = sampled_disks(0.61, 1500);
  EXPECT_NE(row(judged("free.xyz", frames), "at contact less").verdict, Verdict::fail);
  for (disks::Configuration& c : frames) make_sticky(c, 0.01);
  const auto rows = judged("sticky.xyz", frames);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  EXPECT_EQ(row(rows, "at contact less").verdict, Verdict::fail);
}

TEST(DiskFaults, ABoxThatIsTooSmall) {
  Frames frames(equilibrium().begin(), equilibrium().begin() + 20);
  for (disks::Configuration& c : frames) c.box.width *= 0.99;
  EXPECT_EQ(row(judged("small.xyz", frames), "overlaps").verdict, Verdict::fail);
}

TEST(DiskFaults, NoEquilibriumDoesNotPass) {
  Frames frames(equilibrium().begin(), equilibrium().begin() + 1500);
  Frames denser = sampled_disks(0.67, 1500);
  for (std::size_t k = 0; k < denser.size(); ++k) {
    const double stretch = frames[k].box.width / denser[k].box.width;
    for (auto& p : denser[k].centres) p = frames[k].box.wrap({stretch * p.x, stretch * p.y});
    denser[k].box = frames[k].box;
  }
  frames.insert(frames.end(), denser.begin(), denser.end());
  const ResultRecord pressure = row(judged("aged.xyz", frames), "by event chains");
  EXPECT_NE(pressure.verdict, Verdict::pass);
  EXPECT_THAT(pressure.note, HasSubstr("not in equilibrium"));
}

TEST(DiskRounding, ContactsThatRoundingExplainsAreNoOverlaps) {
  // two decimals: of 72 disks in 40 frames some touch
  std::string text;
  for (std::size_t k = 0; k < 40; ++k) text += as_xyz(equilibrium()[k], 4);
  const auto rows = rows_of(request_of("rounded.xyz", text));
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  EXPECT_GT(row(rows, "overlaps").facts.at("within_rounding"), 0);
}

/// Two disks that touch across the border of a box of this side, or overlap by `depth`.
ResultRecord across_the_border(const std::string& side, double width, double depth, bool columns) {
  const std::string lines =
      fmt::format("0.01 3.000000001\n{:.10f} 3.000000001\n", width - 0.99 + depth);
  Request request = request_of(columns ? "border.txt" : "border.xyz",
                               columns ? lines
                                       : fmt::format("2\nLattice=\"{0} 0 0 0 {0} 0 0 0 1\" "
                                                     "Properties=pos:R:2\n{1}",
                                                     side, lines));
  if (columns) request.assumed.box = side + "," + side;
  return row(rows_of(request), "overlaps");
}

TEST(DiskRounding, OfTheBoxIsNoOverlapAcrossItsBorder) {
  for (const bool columns : {false, true}) {
    const auto verdict = [&](const char* side, double width, double depth) {
      return across_the_border(side, width, depth, columns).verdict;
    };
    EXPECT_EQ(verdict("7.0710649", 7.0710649, -1e-9), Verdict::pass);
    EXPECT_EQ(verdict("7.07106", 7.0710649, -1e-9), Verdict::pass);  // six digits
    EXPECT_EQ(verdict("7.07106", 7.0710649, 1e-4), Verdict::fail);
    EXPECT_EQ(verdict("7.0710649", 7.0710649, 1e-6), Verdict::fail);
    EXPECT_EQ(verdict("7.5", 7.5, 1e-8), Verdict::fail);  // exact
  }
  EXPECT_EQ(across_the_border("7.07106", 7.0710649, -1e-9, false).facts.at("within_rounding"), 1);
}

/// Two disks around x = 3.5, the middle of the box, that overlap by 3e-5; the second one's x is so
/// many sides further.
Verdict in_the_middle(int sides) {
  const std::string text = fmt::format(
      "2\nLattice=\"7.07106 0 0 0 7.07106 0 0 0 1\" Properties=pos:R:2\n"
      "3.0123456789 1.0000000001\n{:.10f} 1.0000000001\n",
      3.0123456789 + 1 - 3e-5 + sides * 7.07106);
  return row(rows_of(request_of("middle.xyz", text)), "overlaps").verdict;
}

TEST(DiskRounding, OfTheBoxDoesNotHideOverlapsWithinIt) {
  EXPECT_EQ(in_the_middle(0), Verdict::fail);
  EXPECT_EQ(in_the_middle(1), Verdict::fail);  // the box leaves open less
  EXPECT_EQ(in_the_middle(-5), Verdict::pass);
}

TEST(DiskRounding, NumbersWithTooFewDigitsDecideNothing) {
  std::string text;
  for (std::size_t k = 0; k < 10; ++k) text += as_xyz(equilibrium()[k], 2);
  const ResultRecord overlaps = row(rows_of(request_of("coarse.xyz", text)), "overlaps");
  EXPECT_EQ(overlaps.verdict, Verdict::inconclusive);
  EXPECT_THAT(overlaps.note, HasSubstr("more digits would do"));
}

TEST(DiskRounding, CentresOutsideTheBoxAreWrappedAndSaid) {
  Frames frames(equilibrium().begin(), equilibrium().begin() + 5);
  for (disks::Configuration& c : frames) c.centres[0].x += 3 * c.box.width;
  const auto rows = judged("unwrapped.xyz", frames);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  EXPECT_THAT(row(rows, "overlaps").note, HasSubstr("5 centres were outside the box"));
}

}  // namespace
}  // namespace touchstone::trajectories
