// checkers/explore/kernels/kernel_answer.hpp
// Purpose   One kernel, or mutant of it, in one case under one memory model, answered in print:
//           what can go wrong, and how, as a table, a word and a command that replays it.
#pragma once
#include <iosfwd>
#include <string>

#include "checkers/explore/kernels/trial.hpp"

namespace touchstone::explore {

struct KernelTask {
  const Kernel& kernel;
  const KernelCase& kernel_case;
  KernelMutant mutant;  ///< an empty name: the kernel itself
  Judge judge;
  std::size_t budget;

  MachineProgram program() const {
    return explore::program(kernel_case, mutant.fault, mutant.mutation);
  }
  /// "spin lock, mutant unlocked early, 2 threads, 2 rounds, under sc".
  std::string title() const;
  /// How to run a schedule of it again: a command, or a call for a kernel that is not registered.
  std::string replay(const std::string& word) const;
};

struct KernelAnswer {
  bool wrong = false;
  bool decided = false;       ///< every state or execution has been seen, or something is wrong
  std::size_t states = 0;     ///< or execution graphs, where they were counted
  std::string schedule = {};  ///< word of the shortest way to what is wrong, where there is one
};

struct KernelOutputs {
  bool story = true;                 ///< tell how it goes wrong
  std::string dot = {};              ///< file for the state graph, or for an execution under rc11
  std::string certificate = {};      ///< file for the certificate
  std::ostream* progress = nullptr;  ///< tells how many states to expect
  std::size_t first_progress = std::size_t{1} << 17;  ///< states; again after eight times as many
};

/// State graphs larger than this are no pictures.
inline constexpr std::size_t kMostStatesDrawn = 500;

KernelAnswer explore_kernel(const KernelTask& task, const KernelOutputs& outputs,
                            std::ostream& out);
/// `how`: "pct:DEPTH:RUNS", "walk:RUNS" or "preemptions:COUNT".
KernelAnswer sample_kernel(const KernelTask& task, const std::string& how, std::uint64_t seed,
                           std::ostream& out);
KernelAnswer replay_kernel(const KernelTask& task, const std::string& word, std::ostream& out);
/// Verifies a certificate against the kernel, with the independent checker.
KernelAnswer check_kernel_certificate(const KernelTask& task, const std::string& file,
                                      std::ostream& out);

/// Writes `text` into `path`; InputError when that cannot be done.
void write_file(const std::string& option, const std::string& path, const std::string& text);

}  // namespace touchstone::explore
