#include "suite/external/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "models/core/errors.hpp"

extern char** environ;

namespace touchstone::external {
namespace {

namespace fs = std::filesystem;

/// Numbers of the programs that run, 0 elsewhere. More than there are places for are left out.
std::atomic<int> running[1024];

/// Puts `id` where `old` is.
void exchange_running(int old, int id) {
  for (std::atomic<int>& one : running)
    if (int found = old; one.compare_exchange_strong(found, id)) return;
}

/// A variable that no other program has.
std::string new_mark() {
  static std::atomic<int> programs = 0;
  return fmt::format("TOUCHSTONE_PROGRAM={}-{}", ::getpid(), ++programs);
}

/// Numbers of the running processes that have this variable, since they inherited it.
std::vector<int> marked(const std::string& mark) {
  std::vector<int> found;
  std::error_code error;  // a process may end while it is looked at
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    int id = 0;
    const auto [stop, wrong] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (wrong != std::errc() || stop != name.data() + name.size()) continue;
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    const std::string all = '\0' + std::string(std::istreambuf_iterator<char>(file), {}) + '\0';
    if (all.find('\0' + mark + '\0') != std::string::npos) found.push_back(id);
  }
  return found;
}

/// Kills them, and what they start meanwhile.
void kill_marked(const std::string& mark) {
  constexpr int kRounds = 20;  // each finds fewer, unless they start others without end
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<int> left = marked(mark);
    for (const int id : left) ::kill(id, SIGKILL);
    if (left.empty()) return;
    ::usleep(1000);
  }
}

/// Takes back the limit of memory of the suite (job_watch.hpp), which a program would inherit:
/// the driver of a device may map more than the machine has.
void without_limit_of_memory(int id) {
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::prlimit(id, RLIMIT_DATA, &limit, nullptr);
}

/// Starts a program with this variable, and says with which number; returns 0, or the error.
int spawn(int& id, std::vector<std::string> words, const std::string& folder, std::string mark,
          int input_and_output, int messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::vector<char*> variables{mark.data()};
  for (char** one = environ; *one != nullptr; ++one) variables.push_back(*one);
  variables.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input_and_output, 0);
  posix_spawn_file_actions_adddup2(&actions, input_and_output, 1);
  posix_spawn_file_actions_adddup2(&actions, messages, 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  // A group of its own: Ctrl-C at a terminal is for the suite, which then ends the program and
  // whatever the program has started.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&id, arguments.front(), &actions, &attributes, arguments.data(),
                                   variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error == 0) without_limit_of_memory(id);
  return error;
}

}  // namespace

Process::Process(const std::vector<std::string>& words, const std::string& folder)
    : mark_(new_mark()) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw InputError(words.front() + ": no socket for it: " + std::strerror(errno));
  int errors[2];
  if (::pipe2(errors, O_CLOEXEC | O_NONBLOCK) != 0) {
    const std::string why = std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    throw InputError(words.front() + ": no pipe for its messages: " + why);
  }
  ::fcntl(errors[1], F_SETFL, 0);  // the program may wait until it can write
  const int error = spawn(id_, words, folder, mark_, ends[1], errors[1]);
  ::close(ends[1]);
  ::close(errors[1]);
  socket_ = ends[0];
  errors_ = errors[0];
  if (error == 0) exchange_running(0, id_);
  if (error == 0) return;
  ::close(socket_);
  ::close(errors_);
  throw input_error(words.front(), "command", "a program that can be started",
                    std::strerror(error));
}

Process::~Process() {
  close_socket();
  ::close(errors_);
  ::kill(-id_, SIGKILL);  // its group; it is not reaped yet
  kill_marked(mark_);
  exchange_running(id_, 0);
  ::waitpid(id_, nullptr, 0);
}

void kill_all_programs() {
  for (const std::atomic<int>& one : running)
    if (const int id = one; id > 0) ::kill(-id, SIGKILL);
}

void Process::close_socket() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

siginfo_t Process::how_it_ended() const {
  siginfo_t how{};
  ::waitid(P_PID, static_cast<id_t>(id_), &how, WEXITED | WNOHANG | WNOWAIT);
  return how;
}

}  // namespace touchstone::external
