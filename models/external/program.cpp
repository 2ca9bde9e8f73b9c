#include "models/external/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <sstream>

extern char** environ;

namespace touchstone::external {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string shortened(const std::string& line) {
  return line.size() <= 80 ? line : line.substr(0, 77) + "...";
}

}  // namespace

Program::Program(const Command& command) : command_(command) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw InputError(command.words.front() + ": no socket for it: " + std::strerror(errno));
  std::vector<char*> arguments;
  for (std::string& word : command_.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  const int error =
      ::posix_spawnp(&process_, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  socket_ = ends[0];
  if (error == 0) return;
  ::close(socket_);
  throw input_error(command_.words.front(), "command", "a program that can be started",
                    std::strerror(error));
}

Program::~Program() {
  ::close(socket_);  // it reads the end of its input
  int status = 0;
  for (int wait = 0; wait < 100; ++wait) {
    if (::waitpid(process_, &status, WNOHANG) != 0) return;
    ::usleep(wait < 10 ? 100 : 10000);
  }
  ::kill(process_, SIGKILL);
  ::waitpid(process_, &status, 0);
}

std::vector<std::string> Program::ask(const std::string& request) {
  asked_ = request.substr(0, request.find('\n'));
  unread_.clear();
  for (std::size_t sent = 0; sent < request.size();) {
    const ssize_t n = ::send(socket_, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) ended();
    sent += static_cast<std::size_t>(n);
  }
  answer_ = line();
  std::vector<std::string> words = words_of(answer_);
  if (!words.empty() && words.front() == "error")
    throw Refused(fmt::format("{}: {}", command_.words.front(),
                              answer_.size() > 6 ? shortened(answer_.substr(6)) : "no reason"));
  if (words.empty() || words.front() != "ok") wrong("'ok ...' or 'error ...'", answer_);
  words.erase(words.begin());
  return words;
}

std::vector<std::uint64_t> Program::ask_counts(const std::string& request, std::size_t count) {
  const std::vector<std::string> words = ask(request);
  std::vector<std::uint64_t> counts;
  for (const std::string& word : words) {
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    if (std::from_chars(word.data(), end, value).ptr == end) counts.push_back(value);
  }
  if (words.size() != count || counts.size() != count)
    wrong(fmt::format("'ok' and {} whole numbers", count), answer_);
  return counts;
}

std::vector<double> Program::numbers(std::size_t count) {
  const std::string answer = line();
  std::vector<double> all;
  for (const std::string& word : words_of(answer)) {
    double value = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size())
      wrong(fmt::format("a line of {} numbers", count), answer);
    all.push_back(value);
  }
  if (all.size() != count) wrong(fmt::format("a line of {} numbers", count), answer);
  return all;
}

std::string Program::line() {
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      std::string first = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return first;
    }
    if (unread_.size() > kLongestLine) wrong("lines of less than a megabyte", "a longer one");
    pollfd ready{.fd = socket_, .events = POLLIN, .revents = 0};
    const int found = ::poll(&ready, 1, static_cast<int>(1000 * command_.timeout_seconds));
    if (found == 0)
      fault(fmt::format("no answer to '{}' within {} s", shortened(asked_),
                        command_.timeout_seconds));
    if (found < 0 && errno != EINTR) ended();
    if (found < 0) continue;
    char buffer[1 << 16];
    const ssize_t n = ::recv(socket_, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) ended();
    unread_.append(buffer, static_cast<std::size_t>(n));
  }
}

void Program::fault(const std::string& what) {
  in_order_ = false;
  throw ProgramFault(command_.words.front() + ": " + what);
}

void Program::wrong(const std::string& expected, const std::string& found) {
  fault(fmt::format("answer to '{}': expected {}, found '{}'", shortened(asked_), expected,
                    shortened(found)));
}

void Program::ended() {
  siginfo_t how{};
  for (int wait = 0; wait < 100 && how.si_pid == 0; ++wait) {  // it may still be ending
    if (::waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOHANG | WNOWAIT) != 0) break;
    if (how.si_pid == 0) ::usleep(1000);
  }
  if (how.si_pid == 0) fault(fmt::format("closed its output after '{}'", shortened(asked_)));
  fault(fmt::format("{} {} after '{}'",
                    how.si_code == CLD_EXITED ? "ended with exit code" : "was ended by signal",
                    how.si_status, shortened(asked_)));
}

Pool::Lease Pool::lease(const std::shared_ptr<Pool>& pool) {
  std::unique_ptr<Program> program;
  {
    const std::lock_guard lock(pool->guard_);
    if (!pool->idle_.empty()) {
      program = std::move(pool->idle_.back());
      pool->idle_.pop_back();
    }
  }
  if (!program) program = std::make_unique<Program>(pool->command_);
  return {program.release(), [pool](Program* back) {
            std::unique_ptr<Program> own(back);
            if (!own->in_order()) return;
            const std::lock_guard lock(pool->guard_);
            pool->idle_.push_back(std::move(own));
          }};
}

}  // namespace touchstone::external
