// trajectories/main.cpp
// Purpose   The program touchstone_trajectories: verdicts on data of programs that do not run here,
//           trajectories and logs; appends records to --out.
// Exit      0 pass, 1 a law is broken, 2 bad input, 3 inconclusive, 130 interrupted
//           (suite/guarded_program.hpp).
#include <CLI/CLI.hpp>
#include <iostream>

#include "models/core/interrupt.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"
#include "trajectories/session.hpp"

namespace touchstone::trajectories {
namespace {

constexpr const char* kExamples =
    "Formats: GSD of HOOMD (*.gsd), extended XYZ (*.xyz, *.extxyz), plain columns 'x y' (all "
    "else).\n"
    "Stars (--law stars): '# time T', then lines 'mass radius radial_velocity "
    "tangential_velocity'.\n"
    "Bodies are periodic and hard; shapes are those of the file (type_shapes) or round.\n"
    "What is judged, and what too few frames are answered with: docs/judge.md.\n\n"
    "exit codes: 0 pass, 1 a law is broken, 2 bad file or usage, 3 inconclusive\n\n"
    "examples:\n"
    "  touchstone judge run.gsd\n"
    "  touchstone judge disks.xyz --diameter 1\n"
    "  touchstone judge disks.txt --box 29.5,29.5 --diameter 1 --resolution 0.003\n"
    "  touchstone judge run.log --law energy --bound 1e-4\n"
    "  touchstone judge cluster.txt --law stars --bound 0.0025 --start plummer\n"
    "  touchstone judge --volumes low.log,high.log --pressures 0.3,0.8\n";

/// Accepts numbers above 0.
CLI::Validator positive() {
  return CLI::Validator(
      [](std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value > 0
                   ? std::string()
                   : "expected a number above 0, found '" + text + "'";
      },
      "NUMBER");
}

void add_trajectory_options(CLI::App& app, Request& request) {
  app.add_option("--format", request.assumed.format,
                 "xyz, columns or gsd, where the ending of the file does not tell");
  app.add_option("--box", request.assumed.box, "W,H or W,H,D: sides of the box of plain columns");
  app.add_option("--diameter", request.assumed.diameter,
                 "diameter of disks or balls that the file does not describe")
      ->check(positive());
  app.add_option("--tolerance", request.tolerance,
                 "overlap, a length, that rounding in the program may leave, beside the file's")
      ->check(positive());
  app.add_option(
         "--resolution", request.resolution,
         "smallest deviation of a pressure, or of a virial ratio, that matters, as a part of "
         "it; with --start a share of stars")
      ->check(number_in(1e-6, 1))
      ->capture_default_str();
}

void add_log_options(CLI::App& app, Request& request) {
  app.add_option("--law", request.law,
                 "energy: the file is a log of an integrator; stars: snapshots of a star cluster");
  app.add_option("--start", request.start,
                 "plummer: the first snapshot of stars is held to this model in N-body units");
  app.add_option(
         "--bound", request.bound,
         "largest energy error allowed, a part of the kinetic or potential energy; of stars "
         "a part of the energy")
      ->check(positive());
  app.add_option("--drift", request.drift,
                 "energy drift allowed over the run; without it, the size of the oscillation")
      ->check(positive());
  app.add_option("--volumes", request.volumes, "A,B: logs of volumes at two constant pressures");
  app.add_option("--pressures", request.pressures, "p1,p2: beta P of these logs");
}

int program(int argc, char** argv) {
  Request request;
  CLI::App app("Judges trajectories and logs of programs that do not run here.",
               "touchstone_trajectories");
  app.footer(kExamples);
  app.add_option("FILE", request.file, "trajectory or log");
  add_trajectory_options(app, request);
  add_log_options(app, request);
  add_out(app, request.out, "judge.jsonl");
  add_junit(app, request.junit);
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_trajectories", std::cerr, [&]() -> int {
    catch_interrupts();
    return run(request, std::cout);
  });
}

}  // namespace
}  // namespace touchstone::trajectories

int main(int argc, char** argv) { return touchstone::trajectories::program(argc, argv); }
