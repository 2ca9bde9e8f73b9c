#include "benchmarks/program.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "benchmarks/session.hpp"
#include "models/cmc/binaries.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/collisions.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "suite/external/option.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"

namespace touchstone::benchmarks {
namespace {

constexpr const char* kExamples =
    "examples:\n"
    "  touchstone bench                            class S, results/benchmark.jsonl\n"
    "  touchstone bench --class W --resume    the paper's protocol wherever minutes suffice\n"
    "  touchstone bench --filter '*avx512' --disks 64009,577600 --threads 2\n"
    "  touchstone bench --family cmc --stars 100000 --ranks 64   star clusters on up to 64 ranks\n"
    "  touchstone bench --family cmc --start king:7 --masses kroupa\n"
    "  touchstone bench --family ecmc --filter 'ecmc/tag-chains*' --disks 65536\n"
    "  touchstone bench --family longrange --filter '*direct*' --particles 10240\n"
    "  touchstone bench --family hpmc --particles 4096           hard shapes\n"
    "  touchstone bench --family mpmc --bencher rates.json       for a service that follows rates\n"
    "  touchstone bench --oversubscribed --neighbours 2     losses beside two busy processes\n"
    "  touchstone bench --ab BASE HEAD -- --family mpmc     is a build slower than another?\n"
    "  touchstone bench --peers                             beside public programs, same work\n"
    "Time on an otherwise idle machine. Kernels for devices are timed where nvidia-smi shows a\n"
    "device and nvcc is there; on the grid emulator they are judged, and never timed.\n";

/// Seconds; the longest run of an entry takes minutes.
constexpr double kPatience = 3600;

void require(bool good, const char* option, const char* expected, const std::string& found) {
  if (!good) throw input_error(option, "value", expected, found);
}

void require_valid(const Request& request) {
  require(!request.runs || *request.runs >= 1, "--runs", "at least 1",
          std::to_string(request.runs.value_or(0)));
  require(!request.sweeps || *request.sweeps >= 1, "--sweeps", "at least 1", "0");
  for (const std::size_t disks : request.disks)
    require(disks >= 16 && disks <= 1000000000, "--disks", "16 to 1e9 disks",
            std::to_string(disks));
}

void require_valid_clusters(const Request& request) {
  for (const std::size_t stars : request.stars)
    require(stars >= 100 && stars <= 100'000'000, "--stars", "100 to 1e8 stars",
            std::to_string(stars));
  require(!request.ranks || (*request.ranks >= 1 && *request.ranks <= 256), "--ranks", "1 to 256",
          std::to_string(request.ranks.value_or(0)));
  cluster::require_valid({request.start, request.masses}, request.binaries);
  (void)cluster::collisions_of(request.collisions);
  (void)cluster::formation_of(request.formation);
}

void add_options(CLI::App& app, Request& request, std::string& problem, std::string& own_scheme,
                 bool& only_list) {
  app.add_option("--class", problem, "problem class: S, W, A, B or C")->capture_default_str();
  app.add_option("--family", request.family, "family of schemes, or a pattern");
  app.add_option("--filter,--scheme", request.filter, "only schemes of this name or pattern");
  app.add_option("--external", own_scheme, external::kOptionText);
  app.add_option("--disks,--particles", request.disks,
                 "numbers of disks or particles instead of the class's")
      ->delimiter(',');
  app.add_option("--stars", request.stars, "numbers of stars instead of the class's")
      ->delimiter(',');
  app.add_option("--start", request.start, cluster::kStartText)->capture_default_str();
  app.add_option("--masses", request.masses, cluster::kMassesText)->capture_default_str();
  auto* binaries =
      app.add_option("--binaries", request.binaries.fraction,
                     "part of the stars that are binaries; only schemes that follow them are timed")
          ->capture_default_str();
  app.add_option("--axes", request.binaries.axes, cluster::kAxesText)
      ->capture_default_str()
      ->needs(binaries);
  app.add_option("--eccentricities", request.binaries.eccentricities, cluster::kEccentricitiesText)
      ->capture_default_str()
      ->needs(binaries);
  app.add_option("--collisions", request.collisions, cluster::kCollisionsText)
      ->capture_default_str();
  app.add_option("--formation", request.formation, cluster::kFormationText)->capture_default_str();
  app.add_option("--ranks", request.ranks, "star clusters and hard shapes on 1 to so many ranks");
  add_threads(app, request.threads, "parallel schemes are timed on 1 and on this many");
  app.add_option("--seed", request.seed, "seed of all random numbers")
      ->check(any_seed())
      ->capture_default_str();
  app.add_option("--runs", request.runs, "runs of each entry, by hand");
  app.add_option("--warmup", request.warmup, "warm-up sweeps of each run, by hand (mpmc)");
  app.add_option("--sweeps", request.sweeps, "timed sweeps of each run, by hand (mpmc)");
  add_out(app, request.out, "benchmark.jsonl");
  add_junit(app, request.junit);
  app.add_option("--bencher", request.metrics.bencher,
                 "write what was measured to this file, too, in Bencher Metric Format");
  app.add_option("--google-benchmark", request.metrics.google_benchmark,
                 "write times to this file, too, as Google Benchmark's JSON");
  app.add_flag("--resume", request.resume, "keep finished entries, do the rest");
  add_patience(app, request.patience, kPatience);
  add_share(app, request.share);
  app.add_flag("--list", only_list, "print what would be timed");
}

}  // namespace

int program(int argc, const char* const* argv) {
  Request request;
  std::string problem = "S";
  bool only_list = false;
  CLI::App app("Times the schemes, counts their moves, verifies the state afterwards.",
               "touchstone_benchmarks");
  app.footer(kExamples);
  std::string own_scheme;
  add_options(app, request, problem, own_scheme, only_list);
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_benchmarks", std::cerr, [&]() -> int {
    request.problem_class = problem_class(problem);
    external::choose_external(own_scheme, request.filter);
    require_valid(request);
    require_valid_clusters(request);
    if (!only_list) catch_interrupts();
    try {
      if (!only_list) return run(request, std::cout);
      list(request, std::cout);
      return 0;
    } catch (const InputError& error) {
      throw InputError(as_typed(error.what(), "--filter", "--scheme", {argv, argv + argc}));
    }
  });
}

}  // namespace touchstone::benchmarks
