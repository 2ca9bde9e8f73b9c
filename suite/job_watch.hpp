// suite/job_watch.hpp
// Purpose   Jobs that do not come back: one that hangs, that ends the program by a signal, or that
//           asks for more memory than most of the machine's is recorded as a failure with its
//           replay line, and the program starts again where it was (the same command with
//           --resume), so that the other jobs still get their verdicts.
// Computes  A job hangs when it has neither ended nor reported progress for `patience` seconds, nor
//           waited for a program of a user's, which has a limit of its own (timeout_seconds).
//           That is a fault of what is judged, never a matter of speed: `patience` is dozens of
//           times what the job needs between two signs of life, and a minute at least. Without
//           the limit of memory, the system would end the program, and nobody would go on.
// Cost      One thread that sleeps.
// Not here  What is recorded (Job::lost), the loop over jobs (runner.hpp).
#pragma once
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace touchstone {

/// Patience with a job that should take so many seconds on one core: a minute, or 60 times as long,
/// and no more than `most`.
inline double patience_with(double seconds, double most) {
  return std::min(most, std::max(60.0, 60 * seconds));
}

/// Memory that a program whose jobs are watched may have, in bytes: three quarters of what the
/// machine has, or the container. 0, no limit, with the sanitizers, whose shadows are larger, and
/// beside a device, since its driver may map more than the machine has.
std::size_t most_memory();

class JobWatch {
 public:
  /// Text of the record of a lost job, by the reason; written to the results file as it is.
  using Lost = std::function<std::string(const std::string& why)>;

  /// Watches up to `threads` jobs at a time; records of lost ones are appended to `out`. Without
  /// a positive `patience` nothing is watched. `command` goes on after a lost job, with --resume;
  /// empty: that of this process. One watch at a time.
  JobWatch(const std::string& out, double patience, std::vector<std::string> command,
           std::size_t threads);
  ~JobWatch();
  JobWatch(const JobWatch&) = delete;
  JobWatch& operator=(const JobWatch&) = delete;

  /// A job begins, on the calling thread; returns its place for the other calls.
  std::size_t begin(const std::string& title, const Lost& lost);
  void alive(std::size_t place);
  /// The same of the job that runs on the calling thread; of the first one on a thread of a job's
  /// own, and of none where nothing is watched.
  static void alive_here();
  void end(std::size_t place);

  /// The command line of this process.
  static std::vector<std::string> own_command();
  /// `command` with --resume, and, for `one_at_a_time`, with --threads 1. For tests.
  static std::vector<std::string> command_to_go_on(std::vector<std::string> command,
                                                   bool one_at_a_time);

 private:
  using Clock = std::chrono::steady_clock;
  struct Place {
    bool used = false;
    std::string title;
    std::string hung;     ///< its record, should it hang
    std::string crashed;  ///< should it end the program
    std::string greedy;   ///< should it ask for too much memory
    Clock::time_point seen;
  };
  void watch();
  void lose(const Place& place);
  void lose_one_of_them(std::string Place::*record, std::string_view what);
  static void on_signal(int number);
  static void on_no_memory();

  std::chrono::duration<double> patience_;
  int file_ = -1;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::vector<Place> places_;
  std::vector<std::string> words_[2];  ///< command that goes on; [1]: one job at a time
  std::vector<char*> commands_[2];     ///< pointers to them for exec(): the heap may be broken then
  std::thread thread_;
};

}  // namespace touchstone
