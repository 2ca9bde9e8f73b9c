// checkers/cmc/shared_parts.cpp
// Purpose   Parts from which schemes and reference start alike, so that no comparison of the two
//           sees a fault of them: blocks of ranks, cosines and sines, tables, Plummer's model. They
//           are registered with the initial states, as starts that nothing random decides.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 17; H. C.
//           Plummer, Mon. Not. R. Astron. Soc. 71, 460 (1911).
// Computes  Each a second time: blocks by block_law.hpp, cosines in long double, Plummer's model
//           by differentiation.
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/starts/start_kind.hpp"
#include "models/cmc/circle.hpp"
#include "models/cmc/mass_loss.hpp"
#include "models/cmc/partition.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using starts::Drawn;
using Real = long double;

void judge_blocks(Findings& findings) {
  for (const std::size_t bin : {std::size_t{1}, std::size_t{3}, cluster::kBin})
    for (const std::size_t ranks : {1u, 2u, 3u, 7u, 10u})
      for (const std::size_t more : {0u, 1u, 2u, 19u, 20u, 21u, 113u}) {
        const std::size_t stars = bin * ranks + more;
        const auto found = cluster::partition(stars, ranks, bin);
        const auto expected = borders(stars, ranks, bin);
        bool same = found.size() == ranks;
        for (std::size_t rank = 0; same && rank < ranks; ++rank)
          same = found[rank].first == expected[rank] && found[rank].end == expected[rank + 1];
        findings.expect(
            same, fmt::format("blocks of {} stars in bins of {} on {} ranks", stars, bin, ranks));
      }
}

/// Two units in the last place of 1: one of the kernels, one of the reduced angle.
void judge_circle(Findings& findings) {
  constexpr double kError = 0x1p-52;
  constexpr Real kTurn = 2 * std::numbers::pi_v<Real>;
  const auto compare = [&](const cluster::CosSin& found, Real angle, double error) {
    findings.expect(std::abs(found.cos - std::cos(angle)) <= error &&
                        std::abs(found.sin - std::sin(angle)) <= error,
                    fmt::format("cosine and sine of {:.17g}", static_cast<double>(angle)));
  };
  for (int k = 0; k <= 4096; ++k) {  // eighths of the circle are among them
    const double share = k / 4096.0, next = std::nextafter(share, 2);
    compare(cluster::cos_sin_of_share(share), kTurn * share, kError);
    compare(cluster::cos_sin_of_share(next), kTurn * next, kError);
    const double angle = 6.28 * share;
    // The quotient of an angle and 2 pi is rounded twice: up to 2^-53 of a turn each.
    compare(cluster::cos_sin(angle), angle, kError + 7 * 0x1p-52);
  }
}

/// Slope of a function, to about 1e-9 of its size, by differences of sixth order.
template <class F>
double slope(const F& f, double r) {
  const double h = 0.005 * r;
  return (45 * (f(r + h) - f(r - h)) - 9 * (f(r + 2 * h) - f(r - 2 * h)) +
          (f(r + 3 * h) - f(r - 3 * h))) /
         (60 * h);
}

void judge_plummers_model(Findings& findings) {
  namespace plummer = cluster::plummer;
  constexpr double kError = 1e-8;
  const auto near = [&](double found, double expected, const char* what) {
    findings.expect_near(found / expected, 1, kError, what);
  };
  for (const double r : {0.01, 0.2, 0.59, 1.0, 3.0, 20.0}) {
    const double mass = plummer::enclosed_mass(r), density = plummer::density(r);
    near(density * 4 * std::numbers::pi * r * r, slope(plummer::enclosed_mass, r), "density");
    near(slope(plummer::potential, r), mass / (r * r), "potential");
    near(plummer::radius_of_mass(mass), r, "radius of a mass");
    // Jeans' equation: pressure holds the weight.
    const auto pressure = [](double s) { return plummer::density(s) * plummer::dispersion2(s); };
    near(-slope(pressure, r), density * mass / (r * r), "dispersion");
  }
  near(plummer::enclosed_mass(1e6), 1, "total mass");
  near(plummer::potential(1e9) * 1e9, -1, "potential far outside");
  near(plummer::enclosed_mass(plummer::half_mass_radius()), 0.5, "half-mass radius");
  // Energy -1/4: half of the potential energy, half the mean of the potential over the mass.
  constexpr int kShells = 100'000;
  double energy = 0;
  for (int k = 0; k < kShells; ++k)
    energy += plummer::potential(plummer::radius_of_mass((k + 0.5) / kShells)) / kShells / 4;
  findings.expect_near(energy, -0.25, 1e-5, "energy");
}

/// Tables at the limit of what makes sense.
void judge_tables(Findings& findings) {
  using cluster::MassTable;
  findings.expect_accepted("one line", [] { MassTable({{-1, 1}}); });
  findings.expect_accepted("nothing lost", [] { MassTable({{0, 1}, {1, 1}}); });
  findings.expect_accepted("nearly all lost", [] { MassTable({{0, 1}, {1e-300, 1e-300}}); });
}

/// Fault that a judge finds: the same for every seed.
Drawn found_by(void (*judge)(Findings&)) {
  Findings findings;
  judge(findings);
  const CheckResult result = findings.result(1, "");
  return {.wrong = result.verdict == Verdict::pass ? "" : result.detail};
}

bool add(const char* name, const char* source, void (*judge)(Findings&),
         std::vector<std::function<void()>> refused = {}) {
  return starts::register_generator("cmc",
                                    {.info = {.name = name, .source = source},
                                     .draw = [judge](std::uint64_t) { return found_by(judge); },
                                     .refused = std::move(refused)});
}

const bool registered =
    add("cmc/blocks", "Pattabiraman et al. 2013, equation 17", judge_blocks,
        {[] { cluster::partition(100, 0); }, [] { cluster::partition(100, 1, 0); },
         [] { cluster::partition(6, 1, 7); }, [] { cluster::partition(119, 6); },
         [] { cluster::partition(2, 3, 1); }}) &&
    add("cmc/tables", "Pattabiraman et al. 2013, section 2.1, step 4", judge_tables,
        {[] { cluster::MassTable({}); },
         [] {
           cluster::MassTable({{0, 1.000001}});
         },
         [] {
           cluster::MassTable({{0, 0}});
         },
         [] {
           cluster::MassTable({{0, 1}, {0, 0.5}});
         },
         [] {
           cluster::MassTable({{0, 1}, {1, 0.5}, {0.5, 0.4}});
         },
         [] {
           cluster::MassTable({{0, 0.5}, {1, 0.6}});
         },
         [] {
           cluster::MassTable({{0, 1}, {NAN, 0.6}});
         },
         [] {
           cluster::MassTable({{0, 1}, {1, NAN}});
         },
         [] { cluster::MassTable::of_file("no-such-file.csv"); }}) &&
    add("cmc/circle", "sums and products", judge_circle) &&
    add("cmc/plummer-quantities", "Plummer 1911", judge_plummers_model);

}  // namespace
}  // namespace touchstone::cmc
