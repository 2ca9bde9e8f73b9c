// suite/progress.hpp
// Purpose   How far a long program is and how much time is left: one line that rewrites itself, on
//           a terminal only.
// Computes  Time left = time spent x (work left / work done); work is the program's own estimate of
//           cost in any unit.
// Cost      At most ten lines of text per second.
// Not here  Results: they go to standard output and to the records.
#pragma once
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

namespace touchstone {

/// "3 s", "4 min 05 s", "2 h 07 min".
std::string duration_text(double seconds);

class Progress {
 public:
  /// Shows itself on `stream` (file descriptor 2 is standard error) when that is a terminal.
  explicit Progress(double total_work, int stream = 2);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  /// Starts a new piece of work with this description.
  void begin(const std::string& what);
  /// Adds finished work; may be called from several threads.
  void add(double work);
  /// Work that turned out to need no doing (it was finished before): it says nothing about speed.
  void skip(double work);
  /// Removes the line, so that other output can be printed.
  void clear();

  /// The line as it would be shown after `elapsed` seconds.
  std::string line(double elapsed) const;

 private:
  using Clock = std::chrono::steady_clock;
  void show(bool always);

  double total_;
  double done_ = 0;
  int stream_;
  bool terminal_;
  bool visible_ = false;
  std::string what_;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::mutex mutex_;
};

}  // namespace touchstone
