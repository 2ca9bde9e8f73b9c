#include "suite/job_watch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include "models/core/interrupt.hpp"
#include "models/core/sanitizer.hpp"
#include "suite/external/process.hpp"

namespace touchstone {
namespace {

std::atomic<JobWatch*> watching{nullptr};
thread_local std::size_t place_here = 0;  ///< place of the job that this thread runs
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// Writes all of `text`, as a signal handler may.
void put(int file, std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written <= 0) return;
    at += static_cast<std::size_t>(written);
  }
}

/// Bytes of private memory that this program may have from now on; 0: as many as it might.
void limit_memory(std::size_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = bytes == 0 ? limit.rlim_max : std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

/// Nothing here takes memory: the lock of malloc() may be held by the thread that failed.
[[noreturn]] void go_on(char* const* command) {
  external::kill_all_programs();
  if (interrupt_requested()) {  // the new program would not know of it
    put(2, "interrupted; finished records are kept, --resume does the rest\n");
    _exit(kInterruptedExit);
  }
  put(2, "going on with the other jobs\n");
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);  // the new program would inherit it
  execvp(command[0], command);
  _exit(1);
}

}  // namespace

std::size_t most_memory() {
  if (runs_under_sanitizer()) return 0;  // a sanitizer reserves terabytes of addresses
  if (std::filesystem::exists("/dev/nvidiactl")) return 0;
  std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  std::ifstream container("/sys/fs/cgroup/memory.max");  // "max", or a number
  if (std::size_t most = 0; container >> most) bytes = std::min(bytes, most);
  return bytes / 4 * 3;
}

JobWatch::JobWatch(const std::string& out, double patience, std::vector<std::string> command,
                   std::size_t threads)
    : patience_(patience), places_(threads) {
  if (patience <= 0) return;
  if (command.empty()) command = own_command();
  for (const bool one_at_a_time : {false, true}) {
    words_[one_at_a_time] = command_to_go_on(command, one_at_a_time);
    for (std::string& word : words_[one_at_a_time]) commands_[one_at_a_time].push_back(word.data());
    commands_[one_at_a_time].push_back(nullptr);
  }
  file_ = open(out.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  watching = this;
  for (const int number : kSignals) std::signal(number, &JobWatch::on_signal);
  std::set_new_handler(&JobWatch::on_no_memory);
  limit_memory(most_memory());
  thread_ = std::thread([this] { watch(); });
}

JobWatch::~JobWatch() {
  if (patience_.count() <= 0) return;
  limit_memory(0);
  std::set_new_handler(nullptr);
  for (const int number : kSignals) std::signal(number, SIG_DFL);
  watching = nullptr;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  thread_.join();
  if (file_ >= 0) close(file_);
}

std::size_t JobWatch::begin(const std::string& title, const Lost& lost) {
  if (patience_.count() <= 0) return 0;
  const std::string hung = lost(fmt::format("hung: no sign of life for {:g} s", patience_.count()));
  const std::string crashed = lost("ended the program by a signal (see its messages)");
  const std::string greedy = lost(fmt::format(
      "asked for more memory than a program may have here ({} MiB)", most_memory() >> 20));
  const std::lock_guard lock(mutex_);
  const auto free =
      std::find_if(places_.begin(), places_.end(), [](const Place& place) { return !place.used; });
  *free = {true, title, hung, crashed, greedy, Clock::now()};
  return place_here = static_cast<std::size_t>(free - places_.begin());
}

void JobWatch::alive(std::size_t place) {
  if (patience_.count() <= 0) return;
  const std::lock_guard lock(mutex_);
  places_[place].seen = Clock::now();
}

void JobWatch::alive_here() {
  if (JobWatch* watch = watching) watch->alive(std::min(place_here, watch->places_.size() - 1));
}

void JobWatch::end(std::size_t place) {
  if (patience_.count() <= 0) return;
  const std::lock_guard lock(mutex_);
  places_[place].used = false;
}

void JobWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, std::min(patience_ / 4, std::chrono::duration<double>(1)),
                         [this] { return stopping_; }))
    for (const Place& place : places_)
      if (place.used && Clock::now() - place.seen > patience_) lose(place);
}

void JobWatch::lose(const Place& place) {
  put(file_, place.hung);
  put(2, fmt::format("{}: no sign of life for {:g} s, counted as a failure\n", place.title,
                     patience_.count()));
  go_on(commands_[0].data());
}

/// The thread that failed may be any of a job's own, so that with several jobs at a time it is not
/// known which of them it was: they are repeated one at a time. Where none runs, nothing is done.
void JobWatch::lose_one_of_them(std::string Place::*record, std::string_view what) {
  const auto used =
      std::count_if(places_.begin(), places_.end(), [](const Place& place) { return place.used; });
  if (used == 0) return;
  for (const Place& place : places_)
    if (place.used && used == 1) {
      put(file_, place.*record);
      for (const std::string_view text : {std::string_view(place.title), std::string_view(": "),
                                          what, std::string_view(", counted as a failure\n")})
        put(2, text);
    }
  go_on(commands_[used > 1].data());
}

void JobWatch::on_signal(int number) {
  std::signal(number, SIG_DFL);  // a second one ends the program
  char text[] = "ended the program by signal __";
  const char* const end = std::to_chars(std::end(text) - 3, std::end(text) - 1, number).ptr;
  if (JobWatch* watch = watching.exchange(nullptr))
    watch->lose_one_of_them(&Place::crashed, {text, end});
  std::raise(number);
}

/// The handler of operator new. What it needs itself, to go on, is not limited.
void JobWatch::on_no_memory() {
  std::set_new_handler(nullptr);
  limit_memory(0);
  if (JobWatch* watch = watching.exchange(nullptr))
    watch->lose_one_of_them(&Place::greedy, "asked for more memory than a program may have here");
  throw std::bad_alloc();
}

std::vector<std::string> JobWatch::own_command() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  words.at(0) = std::filesystem::read_symlink("/proc/self/exe").string();
  return words;
}

std::vector<std::string> JobWatch::command_to_go_on(std::vector<std::string> command,
                                                    bool one_at_a_time) {
  const auto end_of_options = [&] { return std::find(command.begin(), command.end(), "--"); };
  if (one_at_a_time) {
    const auto option = std::find(command.begin(), command.end(), "--threads");
    if (option != command.end()) command.erase(option, std::min(option + 2, command.end()));
    std::erase_if(command, [](const std::string& word) { return word.starts_with("--threads="); });
    command.insert(end_of_options(), {"--threads", "1"});
  }
  if (std::find(command.begin(), command.end(), "--resume") == command.end())
    command.insert(end_of_options(), "--resume");
  return command;
}

}  // namespace touchstone
