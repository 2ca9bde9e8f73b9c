#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/registry.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"
#include "trajectories/sampled_disks.hpp"
#include "trajectories/slope.hpp"

namespace touchstone::trajectories {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Energies {
  std::vector<double> potential;
  std::vector<double> kinetic;
};

/// Energies of a run of the serial reference: 50 particles of the HMF model, fourth order.
const Energies& reference_energies() {
  static const Energies found = [] {
    const auto run = longrange::scheme("longrange/yoshida-reference")
                         .start(longrange::water_bag(50, 1.5, 0.8, 5),
                                {.system = {longrange::Model::hmf, 0}, .time_step = 0.2});
    Energies all;
    for (int k = 0; k < 6000; ++k) {
      run->advance(3);
      all.potential.push_back(run->energies().potential);
      all.kinetic.push_back(run->energies().kinetic);
    }
    return all;
  }();
  return found;
}

/// A log of these energies; `fault(k)` is added to the kinetic energy of row k.
template <class Fault>
std::string log_of(const Energies& energies, Fault fault) {
  std::string text = "# step potential kinetic\n";
  for (std::size_t k = 0; k < energies.kinetic.size(); ++k)
    text += fmt::format("{} {:.15g} {:.15g}\n", 3 * k, energies.potential[k],
                        energies.kinetic[k] + fault(k));
  return text;
}
double nothing(std::size_t) { return 0; }

Request energy_request(const std::string& name, const std::string& text) {
  Request request;
  request.file = file_with(name, text);
  request.law = "energy";
  return request;
}

TEST(EnergyLogs, OfASymplecticIntegratorDoNotDrift) {
  Request request = energy_request("right.log", log_of(reference_energies(), nothing));
  const auto rows = energy_rows(request);
  EXPECT_EQ(row(rows, "drift").verdict, Verdict::pass) << row(rows, "drift").note;
  EXPECT_EQ(row(rows, "late over early").verdict, Verdict::pass);
  EXPECT_GT(row(rows, "drift").facts.at("oscillation"), 0);
  EXPECT_EQ(row(rows, "largest").verdict, Verdict::not_claimed);
  request.bound = 2 * row(rows, "largest").value;
  EXPECT_EQ(row(energy_rows(request), "largest").verdict, Verdict::pass);
  request.bound = row(rows, "largest").value / 2;
  EXPECT_EQ(row(energy_rows(request), "largest").verdict, Verdict::fail);
}

TEST(EnergyLogs, ADriftOfTwiceTheOscillationFails) {
  const double oscillation =
      row(energy_rows(energy_request("right.log", log_of(reference_energies(), nothing))), "drift")
          .facts.at("oscillation");
  const double scale =
      row(energy_rows(energy_request("right.log", log_of(reference_energies(), nothing))), "drift")
          .facts.at("scale");
  const auto drift = [&](std::size_t k) {
    return 2 * oscillation * scale * static_cast<double>(k) /
           static_cast<double>(reference_energies().kinetic.size());
  };
  Request request = energy_request("drift.log", log_of(reference_energies(), drift));
  EXPECT_EQ(row(energy_rows(request), "drift").verdict, Verdict::fail);
  request.drift = 4 * oscillation;  // where the user allows it
  EXPECT_EQ(row(energy_rows(request), "drift").verdict, Verdict::pass);
}

/// A pendulum by Euler's method, which feeds energy into it, or by the leapfrog, which does not.
std::string pendulum(bool symplectic) {
  double q = 1, p = 0;
  constexpr double kStep = 0.02;
  std::string text = "# time potential kinetic\n";
  for (int k = 0; k < 40000; ++k) {
    const double before = p;
    if (symplectic) p -= kStep / 2 * std::sin(q);
    const double force = -std::sin(q);
    q += kStep * (symplectic ? p : before);
    p += symplectic ? -kStep / 2 * std::sin(q) : kStep * force;
    if (k % 7 == 0)
      text += fmt::format("{:.6g} {:.15g} {:.15g}\n", k * kStep, 1 - std::cos(q), p * p / 2);
  }
  return text;
}

TEST(EnergyLogs, EulersMethodFailsAndTheLeapfrogPasses) {
  const auto growth = [](bool symplectic) {
    return row(energy_rows(energy_request("pendulum.log", pendulum(symplectic))),
               "late over early");
  };
  EXPECT_EQ(growth(true).verdict, Verdict::pass);
  EXPECT_NEAR(growth(true).value, 1, 0.1);
  EXPECT_EQ(growth(false).verdict, Verdict::fail);
  EXPECT_THAT(growth(false).note, HasSubstr("--drift"));
}

TEST(EnergyLogs, ErrorsMayGrowByAStatedDrift) {
  Request request = energy_request("euler.log", pendulum(false));
  request.drift = 100;
  EXPECT_EQ(row(energy_rows(request), "late over early").verdict, Verdict::not_claimed);
}

TEST(EnergyLogs, ALargeDriftWithoutAnErrorBarIsInconclusive) {
  const ResultRecord drift =
      row(energy_rows(energy_request("euler.log", pendulum(false))), "drift");
  EXPECT_EQ(drift.verdict, Verdict::inconclusive) << drift.note;
  EXPECT_THAT(drift.note, HasSubstr("a longer run would do"));
}

TEST(EnergyLogs, ThatAreConstantButForTheirDigitsPass) {
  std::string text = "# step energy\n";
  for (int k = 0; k < 200; ++k) text += fmt::format("{} {:.4f}\n", k, 12.34565 + (k - 99.5) * 1e-8);
  const auto rows = energy_rows(energy_request("digits.log", text));
  EXPECT_EQ(row(rows, "late over early").verdict, Verdict::pass);
  EXPECT_NE(row(rows, "drift").verdict, Verdict::fail);
}

TEST(EnergyLogs, OfOnePeriodHaveNoErrorBarAndClaimNoDrift) {
  const ResultRecord drift =
      row(energy_rows(energy_request("leapfrog.log", pendulum(true))), "drift");
  EXPECT_EQ(drift.verdict, Verdict::not_claimed);
  EXPECT_THAT(drift.note, HasSubstr("too correlated"));
}

TEST(EnergyLogs, AreJudgedAlikeWithMoreOfTheirColumns) {
  // the potential energy is a hundred times the kinetic one
  const auto rows_with = [](bool kinetic, bool potential, bool energy) {
    std::string text = "# step";
    text += std::string(kinetic ? " kinetic" : "") + (potential ? " potential" : "") +
            (energy ? " energy" : "") + "\n";
    for (int k = 0; k < 200; ++k) {
      const double total = -99 + 1e-3 * std::sin(k);
      text += fmt::format("{}", k);
      if (kinetic) text += fmt::format(" {:.12g}", 1.0);
      if (potential) text += fmt::format(" {:.12g}", total - 1);
      if (energy) text += fmt::format(" {:.12g}", total);
      text += "\n";
    }
    Request request = energy_request("columns.log", text);
    request.bound = 1e-4;
    return energy_rows(request);
  };
  const ResultRecord few = row(rows_with(true, true, false), "largest");
  EXPECT_EQ(few.verdict, Verdict::pass);
  EXPECT_NEAR(few.facts.at("scale").get<double>(), 100, 0.01);
  for (const auto& rows :
       {rows_with(true, true, true), rows_with(true, false, true), rows_with(false, true, true)}) {
    EXPECT_EQ(row(rows, "largest").verdict, Verdict::pass);
    EXPECT_NEAR(row(rows, "largest").value, few.value, 1e-9);
    EXPECT_NEAR(row(rows, "drift").value, row(rows_with(true, true, false), "drift").value, 1e-9);
  }
}

TEST(EnergyLogs, OfAFewRowsDecideNothing) {
  Energies few = reference_energies();
  few.potential.resize(40);
  few.kinetic.resize(40);
  const ResultRecord growth =
      row(energy_rows(energy_request("few.log", log_of(few, nothing))), "late over early");
  EXPECT_EQ(growth.verdict, Verdict::inconclusive);
  EXPECT_THAT(growth.note, HasSubstr("40 rows; 50 would do"));
}

TEST(EnergyLogs, BadOnesAreNamedWithLineExpectedAndFound) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      energy_rows(energy_request("bad.log", text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_THAT(refusal("# step potential kinetic\n1 2 3\n2 3\n"),
              AllOf(HasSubstr("bad.log:3: columns: expected 3, found 2")));
  EXPECT_THAT(refusal("# step potential kinetic\n1 2 x\n"),
              HasSubstr("bad.log:2: column: expected a finite number, found 'x'"));
  EXPECT_THAT(refusal("1 2 3\n2 3 4\n"), HasSubstr("found columns without names"));
  EXPECT_THAT(refusal("# step heat\n1 2\n"), HasSubstr("found one of step, heat"));
  EXPECT_THAT(refusal("# time energy\n0 1\n2 1\n1.5 0.9\n"),
              AllOf(HasSubstr(":4: time: expected at least 2"), HasSubstr("found 1.5")));
  EXPECT_THAT(refusal("# nothing\n"), HasSubstr("expected lines of numbers, found none"));
}

TEST(Drift, OfALineIsItsRise) {
  std::vector<double> times, values;
  for (int k = 0; k < 1000; ++k) {
    times.push_back(5 + 0.1 * k);
    values.push_back(3 + 2e-3 * times.back() + ((k * 7919) % 101 - 50) * 1e-4);
  }
  const Drift drift = drift_of(times, values);
  EXPECT_NEAR(drift.change.mean, 2e-3 * 99.9, 5 * drift.change.standard_error);
  EXPECT_LT(drift.change.standard_error, 1e-3);
  EXPECT_THROW(drift_of(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3}), InputError);
}

/// Volumes of four disks at constant pressure, from the serial reference; `factor` is a fault.
std::string volumes(double pressure, int steps, double factor = 1) {
  shapes::RunParameters p{.max_displacement = 0.5, .sweeps_per_step = 1, .seed = 11};
  p.box = {.pressure = factor * pressure, .max_volume = 12, .per_step = 4};
  const auto run = shapes::shape_scheme("hpmc/metropolis-reference")
                       .start(shapes::simple_lattice(shapes::named_body("disk"), 2, 0.3), p);
  run->advance(200);
  std::string text = "# step volume\n";
  for (int k = 0; k < steps; ++k) {
    run->advance(1);
    text += fmt::format("{} {:.12g}\n", k, run->configuration().box.volume());
  }
  return text;
}

ResultRecord ratio(const std::string& low, const std::string& high,
                   const std::string& pressures = "0.3,0.8") {
  Request request;
  request.volumes = file_with("low.log", low) + "," + file_with("high.log", high);
  request.pressures = pressures;
  return volume_rows(request).front();
}

TEST(VolumeLogs, OfTwoPressuresHaveTheirRatio) {
  const ResultRecord right = ratio(volumes(0.3, 12000), volumes(0.8, 12000));
  EXPECT_EQ(right.verdict, Verdict::pass) << right.note;
  EXPECT_NEAR(right.value, 0.5, 0.1);
}

TEST(VolumeLogs, OfAnotherPressureFail) {
  EXPECT_EQ(ratio(volumes(0.3, 12000), volumes(0.8, 12000, 1.3)).verdict, Verdict::fail);
}

TEST(VolumeLogs, TooShortOnesSayHowManyWouldDo) {
  const ResultRecord few = ratio(volumes(0.3, 300), volumes(0.8, 300));
  EXPECT_EQ(few.verdict, Verdict::inconclusive);
  EXPECT_THAT(few.note, HasSubstr("of each would do"));
}

TEST(VolumeLogs, NeedTwoFilesAndTwoPressures) {
  EXPECT_THROW(ratio("1\n2\n", "1\n2\n", "0.3"), InputError);
  EXPECT_THROW(ratio("1\n2\n", "1\n2\n", "0.3,0.3"), InputError);
  EXPECT_THROW(ratio("1\n2\n", "1\n2\n", "0.3,x"), InputError);
  EXPECT_THROW(ratio("1 2\n2 3\n", "1\n2\n"), InputError);
}

}  // namespace
}  // namespace touchstone::trajectories
