// checkers/hpmc/simulation_bad_input.cpp
// Purpose   Starts and parameters that make no sense are refused, with words that say what is
//           wrong.
#include <cmath>
#include <functional>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "models/core/errors.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

struct BadStart {
  const char* what;
  std::function<void(Configuration&, RunParameters&)> spoil;
  std::vector<const char*> words;  ///< that the message must have
};

const std::vector<BadStart>& bad_starts() {
  static const std::vector<BadStart> all{
      {"two disks that overlap",
       [](auto& c, auto&) {
         c.centres[3] = c.centres[7] + shapes::Vec3{0.9, 0, 0};
       },
       {"overlap", "3"}},
      {"a disk that overlaps its own image",
       [](auto& c, auto&) { c = test_lattice("disk", 1, 0.8); },
       {"0 and 0", "image"}},
      {"a step longer than images reach",
       [](auto&, auto& p) { p.max_displacement = 2; },
       {"displacement", "8"}},
      {"a displacement that is no number",
       [](auto&, auto& p) { p.max_displacement = std::nan(""); },
       {"displacement", "nan"}},
      {"a rotation of more than half a turn",
       [](auto&, auto& p) { p.max_rotation = 4; },
       {"rotation", "4"}},
      {"no sweeps", [](auto&, auto& p) { p.sweeps_per_step = 0; }, {"sweeps", "0"}},
      {"more domains than fit",
       [](auto&, auto& p) {
         p.domains = {9, 1, 1};
       },
       {"domains"}},
      {"no domain",
       [](auto&, auto& p) {
         p.domains = {1, 0, 1};
       },
       {"domains", "0"}},
      {"domains along z in the plane",
       [](auto&, auto& p) {
         p.domains = {1, 1, 2};
       },
       {"domains", "2"}},
      {"no threads", [](auto&, auto& p) { p.threads = 0; }, {"threads", "0"}},
      {"a negative pressure",
       [](auto&, auto& p) { p.box = {.pressure = -1, .max_volume = 1}; },
       {"pressure", "-1"}},
      {"a type that is not there", [](auto& c, auto&) { c.type[2] = 1; }, {"body 2", "type"}},
      {"a quaternion that is too long",
       [](auto& c, auto&) { c.orientations[4].s = 1.1; },
       {"body 4", "orientation"}},
      {"a centre that is no number",
       [](auto& c, auto&) { c.centres[1].y = std::nan(""); },
       {"body 1", "nan"}},
      {"a box without width", [](auto& c, auto&) { c.box.lx = 0; }, {"box", "Lx", "0"}},
      {"no bodies",
       [](auto& c, auto&) {
         c.centres.clear();
         c.type.clear();
         c.orientations.clear();
       },
       {"bodies"}}};
  return all;
}

CheckResult refuses_bad_input(const shapes::ShapeScheme& scheme, const CheckContext&) {
  if (scheme.screened_starts)
    throw CannotRun("the suite refuses bad starts before the scheme sees them");
  Findings findings;
  for (const BadStart& bad : bad_starts()) {
    Configuration c = test_lattice("disk", 6, 0.5);
    RunParameters p;
    bad.spoil(c, p);
    findings.expect_refused(bad.what, bad.words, [&] { scheme.start(c, p); });
  }
  return findings.result(bad_starts().size(), fmt::format("{} bad starts", bad_starts().size()));
}

const bool registered = register_check(
    ShapeCheck{.name = "shapes/bad input",
               .shows = "starts that make no sense are refused, and the error says what is wrong",
               .needs = Claims::conserves_particles,
               .run = refuses_bad_input});

}  // namespace
}  // namespace touchstone::hpmc
