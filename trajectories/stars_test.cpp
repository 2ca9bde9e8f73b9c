#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "models/cmc/plummer.hpp"
#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"
#include "trajectories/sampled_disks.hpp"

namespace touchstone::trajectories {
namespace {

using cluster::Stars;
using testing::HasSubstr;

constexpr std::size_t kStars = 200;

struct Moment {
  Stars stars;
  double time = 0;
  double escaped_mass = 0;
  double escaped_energy = 0;
};

/// A run of the reference from Plummer's model, with a snapshot of each step.
const std::vector<Moment>& cluster_run() {
  static const std::vector<Moment> found = [] {
    const auto run = cluster::cluster_scheme("cmc/reference")
                         .start(cluster::plummer::sample(kStars, 3), {.seed = 5});
    std::vector<Moment> all;
    for (int step = 0; step < 800; ++step) {
      const double gone = static_cast<double>(kStars - run->report().stars) / kStars;
      all.push_back({run->stars(), run->report().time, gone, run->report().escaped_energy});
      run->step();
    }
    return all;
  }();
  return found;
}

std::string text_of(const std::vector<Moment>& moments, bool told = true) {
  std::string text = "# mass radius radial_velocity tangential_velocity\n";
  for (const Moment& m : moments) {
    text += fmt::format("# time {:.12g}", m.time);
    if (told)
      text += fmt::format(" escaped_mass {:.12g} escaped_energy {:.12g}", m.escaped_mass,
                          m.escaped_energy);
    text += "\n";
    for (std::size_t i = 0; i < m.stars.size(); ++i)
      text += fmt::format("{:.12g} {:.12g} {:.12g} {:.12g}\n", m.stars.mass[i], m.stars.radius[i],
                          m.stars.radial_velocity[i], m.stars.tangential_velocity[i]);
  }
  return text;
}

/// Rows about the run; a fault is planted in each snapshot from number `first` on.
std::vector<ResultRecord> judged(
    std::size_t first = 0, const std::function<void(Stars&)>& fault = [](Stars&) {},
    bool told = true, const std::string& start = "") {
  std::vector<Moment> moments = cluster_run();
  for (std::size_t k = first; k < moments.size(); ++k) fault(moments[k].stars);
  Request request;
  request.file = file_with("cluster.txt", text_of(moments, told));
  request.law = "stars";
  request.start = start;
  request.bound = 0.2;
  request.resolution = 0.3;
  JobContext nobody{[](double) {}, [](double) {}};
  return star_rows(request, nobody);
}

/// Rows about the run as it is.
const std::vector<ResultRecord>& judged_run() {
  static const std::vector<ResultRecord> rows = judged();
  return rows;
}

void remove_star(Stars& s, std::size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  for (auto* values : {&s.mass, &s.radius, &s.radial_velocity, &s.tangential_velocity})
    values->erase(values->begin() + at);
  s.id.erase(s.id.begin() + at);
}

TEST(StarClusters, OfTheReferencePass) {
  for (const ResultRecord& one : judged(
           0, [](Stars&) {}, true, "plummer")) {
    const bool reported = one.metric.rfind("radius with", 0) == 0;
    EXPECT_EQ(one.verdict, reported ? Verdict::not_claimed : Verdict::pass)
        << one.metric << ' ' << one.value << ": " << one.note;
  }
}

TEST(StarClusters, ReportRadiiOfEachSnapshot) {
  const auto& rows = judged_run();
  const ResultRecord half = row(rows, "radius with 50 %");
  EXPECT_EQ(half.facts.at("values").size(), cluster_run().size());
  EXPECT_NEAR(half.facts.at("values")[0].get<double>(), cluster::plummer::half_mass_radius(), 0.15);
  EXPECT_LT(*half.low, half.value);
  EXPECT_GT(*half.high, half.value);
}

TEST(StarClusters, RadiiThatDoNotAscendAreSortedAndSaid) {
  EXPECT_THAT(row(judged_run(), "new or heavier").note, HasSubstr("radii ascend in all"));
  const auto rows = judged(790, [](Stars& s) {
    for (auto* values : {&s.mass, &s.radius, &s.radial_velocity, &s.tangential_velocity})
      std::swap((*values)[3], (*values)[7]);
  });
  EXPECT_THAT(row(rows, "new or heavier").note,
              HasSubstr("did not ascend in 10, which are sorted"));
  EXPECT_EQ(row(rows, "virial").value, row(judged_run(), "virial").value);
}

TEST(StarClusters, TooFewSnapshotsSayHowManyWouldDo) {
  const std::vector<Moment> few(cluster_run().begin(), cluster_run().begin() + 20);
  Request request;
  request.file = file_with("few.txt", text_of(few));
  request.law = "stars";
  JobContext nobody{[](double) {}, [](double) {}};
  const ResultRecord virial = row(star_rows(request, nobody), "virial");
  EXPECT_EQ(virial.verdict, Verdict::inconclusive);
  EXPECT_GT(virial.facts.at("frames_that_do"), 20);
  EXPECT_THAT(virial.note, HasSubstr("a deviation of 0.07, 0.07 of the ratio (--resolution)"));
}

TEST(StarClusters, WithHeadsOfWhichOneTellsLessAreNotAccused) {
  const std::string stars = "0.5 1 0.1 0.5\n0.5 2 0.1 0.5\n";
  const auto judged_text = [](const std::string& text) {
    Request request;
    request.file = file_with("heads.txt", text);
    request.law = "stars";
    request.bound = 0.01;
    JobContext nobody{[](double) {}, [](double) {}};
    return star_rows(request, nobody);
  };
  const std::string told = " escaped_mass 0.3 escaped_energy 0.3\n";
  for (const auto& [first, second] : {std::pair{told, std::string("\n")}, {"\n", told}}) {
    const auto rows = judged_text("# time 0" + first + stars + "# time 1" + second + stars);
    EXPECT_EQ(row(rows, "energy change").verdict, Verdict::pass)
        << row(rows, "energy change").value;
    EXPECT_EQ(row(rows, "mass that is gone").verdict, Verdict::pass);
  }
  const auto left = judged_text("# time 0\n" + stars + "# time 1" + told + "0.5 1 0.1 0.5\n");
  EXPECT_EQ(row(left, "energy change").verdict, Verdict::not_claimed);
  EXPECT_EQ(row(left, "mass that is gone").verdict, Verdict::not_claimed);
}

TEST(StarClusters, OfOneSnapshotShowNoChangeOfEnergy) {
  Request request;
  request.file = file_with("one.txt", "# time 0\n0.5 1 0.1 0.5\n0.5 2 0.1 0.5\n");
  request.law = "stars";
  request.bound = 0.01;
  JobContext nobody{[](double) {}, [](double) {}};
  const ResultRecord energy = row(star_rows(request, nobody), "energy change");
  EXPECT_EQ(energy.verdict, Verdict::inconclusive);
  EXPECT_THAT(energy.note, HasSubstr("two would do"));
}

TEST(StarFaults, ALostStarIsSeenByItsMassAndItsEnergy) {
  const auto lose = [](Stars& s) { remove_star(s, 2); };
  const auto rows = judged(790, lose);
  EXPECT_EQ(row(rows, "mass that is gone").verdict, Verdict::fail);
  EXPECT_NEAR(row(rows, "mass that is gone").value, 1.0 / kStars, 1e-9);
  EXPECT_LT(row(rows, "mass that is gone").allowance->value, 0.1 / kStars);
  const auto untold = judged(790, lose, false);
  EXPECT_EQ(row(untold, "mass that is gone").verdict, Verdict::not_claimed);
  EXPECT_THAT(row(untold, "mass that is gone").note, HasSubstr("do not tell escaped_mass"));
}

TEST(StarFaults, StarsThatAreNewOrHeavier) {
  const auto once = judged(0, [n = 0](Stars& s) mutable {
    if (++n == 100) remove_star(s, 2);  // it is back in the next snapshot
  });
  EXPECT_EQ(row(once, "new or heavier").verdict, Verdict::fail);
  const auto heavier = judged(150, [](Stars& s) { s.mass[5] *= 1.001; });
  EXPECT_EQ(row(heavier, "new or heavier").verdict, Verdict::fail);
  EXPECT_THAT(row(heavier, "new or heavier").note, HasSubstr("1 of "));
}

TEST(StarFaults, EnergyThatDrifts) {
  const auto rows = judged(0, [k = 0](Stars& s) mutable {
    for (double& v : s.tangential_velocity) v *= 1 + 5e-4 * k;
    ++k;
  });
  EXPECT_EQ(row(rows, "energy change").verdict, Verdict::fail);
  EXPECT_THAT(row(rows, "energy change").note, HasSubstr("cluster.txt:"));
}

TEST(StarFaults, WrongRadiiFailTheVirialTheoremAndPlummersLaw) {
  const auto rows = judged(
      0,
      [](Stars& s) {
        for (double& r : s.radius) r *= 2;
      },
      true, "plummer");
  EXPECT_EQ(row(rows, "virial").verdict, Verdict::fail) << row(rows, "virial").value;
  EXPECT_EQ(row(rows, "radii at the start").verdict, Verdict::fail);
  EXPECT_EQ(row(rows, "directions").verdict, Verdict::pass);
}

TEST(StarFaults, RadialOrbitsAndSpeedsOfAnotherLawFail) {
  const auto rows = judged(
      0,
      [](Stars& s) {
        for (std::size_t i = 0; i < s.size(); ++i) {
          s.radial_velocity[i] = std::copysign(0.6, s.radial_velocity[i]);
          s.tangential_velocity[i] *= 0.1;
        }
      },
      true, "plummer");
  EXPECT_EQ(row(rows, "speeds at the start").verdict, Verdict::fail);
  EXPECT_EQ(row(rows, "directions of motion").verdict, Verdict::fail);
  EXPECT_EQ(row(rows, "radii at the start").verdict, Verdict::pass);
}

TEST(StarFaults, BadFilesAreNamedWithLineExpectedAndFound) {
  const auto refusal = [](const std::string& text, const std::string& start = "") -> std::string {
    Request request;
    request.file = file_with("bad.txt", text);
    request.law = "stars";
    request.start = start;
    JobContext nobody{[](double) {}, [](double) {}};
    try {
      star_rows(request, nobody);
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_THAT(refusal(""), HasSubstr("expected at least one snapshot"));
  EXPECT_THAT(refusal("1 1 0 1\n"), HasSubstr("bad.txt:1: head: expected a line '# time T'"));
  EXPECT_THAT(refusal("# time 0\n1 1 0\n"), HasSubstr("bad.txt:2: columns: expected mass radius"));
  EXPECT_THAT(refusal("# time 0\n1 -1 0 1\n"),
              HasSubstr("bad.txt:2: radius: expected above 0, found -1"));
  EXPECT_THAT(refusal("# time 0\n1 1 0 -1\n"),
              HasSubstr("tangential velocity: expected 0 or more"));
  EXPECT_THAT(refusal("# time 0\n# time 1\n1 1 0 1\n"), HasSubstr("expected at least one star"));
  EXPECT_THAT(refusal("# time 1\n1 1 0 1\n# time 1\n1 1 0 1\n"),
              HasSubstr("bad.txt:3: time: expected above 1"));
  EXPECT_THAT(refusal("# time 1 masses 3\n1 1 0 1\n"), HasSubstr("found 'masses'"));
  EXPECT_THAT(refusal("# time 1\n0.25 1 0 1\n", "plummer"),
              HasSubstr("total mass: expected 1, in N-body units (--start plummer), found 0.25"));
}

}  // namespace
}  // namespace touchstone::trajectories
