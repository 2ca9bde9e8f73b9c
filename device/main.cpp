// device/main.cpp
// Purpose   The program touchstone_gpu: all that is asked of a machine with a device, without the
//           launcher, a compiler or packages: whether the device gives the bits of the emulator,
//           the checks of its schemes, their speed. Without a word it does all three, each in a
//           process of its own, so that what a fault on the device leaves behind ends with it.
// Exit      That of the first step that did not pass; 0 pass, 1 a kernel gave other bits, a check
//           failed or a state was wrong, 2 bad input, 77 not run: there is no device.
// Not here  The steps (gpu/compare.hpp, checkers/check_verb.cpp, benchmarks/program.hpp).
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "benchmarks/program.hpp"
#include "device/commit.hpp"
#include "device/step.hpp"
#include "gpu/compare.hpp"
#include "gpu/exec/device_status.hpp"
#include "models/core/source_tree.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"
#include "suite/problem_class.hpp"
#include "suite/verb.hpp"

namespace touchstone::device {
namespace {

constexpr const char* kProgram = "touchstone_gpu";
constexpr const char* kExamples =
    "examples:\n"
    "  touchstone_gpu                       all three steps, records and log.txt in "
    "results/device\n"
    "  touchstone_gpu compare               each kernel on the device against the emulator\n"
    "  touchstone_gpu check --scheme '*cuda*' --family mpmc\n"
    "  touchstone_gpu bench --scheme '*cuda*' --family longrange --particles 102400\n";

int all_steps(const std::string& folder, const std::string& problem) {
  const gpu::DeviceStatus status = gpu::device_status();
  std::cout << status.text << '\n';
  if (!status.available) return gpu::kNotRun;
  std::filesystem::create_directories(folder);
  Log log(folder + "/log.txt");
  log.write(status.text + "\n");
  int code = 0;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"compare"},
           {"check", "--scheme", "*cuda*", "--no-mutants", "--out", folder + "/check.jsonl"},
           {"bench", "--scheme", "*cuda*", "--class", problem, "--out",
            folder + "/benchmark.jsonl"}}) {
    const int found = run_step(words, log);
    if (code == 0) code = found;
  }
  return code;
}

/// Without a word, or with options only.
int whole_run(int argc, const char* const* argv) {
  CLI::App app("Judges and times the kernels for devices on the device of this machine.", kProgram);
  app.footer(kExamples);
  std::string folder = "results/device", problem = "W";
  app.add_option("--out", folder, "folder for records and log.txt")->capture_default_str();
  app.add_option("--class", problem, "problem class of the timings: S, W, A, B or C")
      ->capture_default_str();
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program(kProgram, std::cerr, [&] {
    (void)problem_class(problem);  // bad input ends the run before its first step
    return all_steps(folder, problem);
  });
}

int compare(int argc, const char* const* argv) {
  CLI::App app("Compares each kernel on the device with the emulator, bit for bit.",
               std::string(kProgram) + " compare");
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program(kProgram, std::cerr, [] { return gpu::compare_with_emulator(); });
}

int program(int argc, const char* const* argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  const gpu::DeviceStatus status = gpu::device_status();
  tell_commit(source_tree());
  if (status.available) setenv("TOUCHSTONE_GPU", status.text.c_str(), 0);  // for records
  if (word == "compare") return compare(argc - 1, argv + 1);
  if (word == "bench") return benchmarks::program(argc - 1, argv + 1);
  if (word.empty() || word.front() == '-') return whole_run(argc, argv);
  return run_verb(kProgram, "Judges the kernels for devices.", argc, argv);
}

}  // namespace
}  // namespace touchstone::device

int main(int argc, char** argv) { return touchstone::device::program(argc, argv); }
