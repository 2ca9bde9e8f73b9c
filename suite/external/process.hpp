// suite/external/process.hpp
// Purpose   A program of the user's as a process: started with a socket for its input and output
//           and a pipe for its messages, and ended with all that it has started.
// Errors    InputError: it cannot be started.
// Limits    Processes that it leaves behind are known by their process group, or by a variable of
//           their environment: one that has another group and another environment is not ended.
// Cost      The end reads the environment of each process of the machine: milliseconds.
#pragma once
#include <csignal>
#include <string>
#include <vector>

namespace touchstone::external {

class Process {
 public:
  /// `words` are the program, looked up in PATH, and its arguments.
  Process(const std::vector<std::string>& words, const std::string& folder);
  /// Kills what still runs.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int socket() const { return socket_; }  ///< both ways
  int errors() const { return errors_; }  ///< its standard error, for reading; does not wait
  /// Closes the socket: it reads the end of its input.
  void close_socket();
  /// Says how it ended; si_pid is 0 while it runs.
  siginfo_t how_it_ended() const;

 private:
  int socket_ = -1;
  int errors_ = -1;
  int id_ = -1;
  std::string mark_;  ///< the variable, with its value
};

/// Kills the process groups of all programs that run, as a signal handler may, before the suite is
/// replaced by another program and cannot end them later.
void kill_all_programs();

}  // namespace touchstone::external
