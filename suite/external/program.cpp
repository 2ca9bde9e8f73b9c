#include "suite/external/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>
#include <sstream>

#include "models/core/interrupt.hpp"

extern char** environ;

namespace touchstone::external {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr std::size_t kMostKept = 1 << 16;  ///< bytes of messages in the middle of a request

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string shortened(const std::string& line) {
  return line.size() <= 80 ? line : line.substr(0, 77) + "...";
}

void show(const std::string& text) {
  std::size_t shown = 0;
  while (shown < text.size()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data() + shown, text.size() - shown);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) shown += static_cast<std::size_t>(n);
  }
}

/// The last line that is not empty.
std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t before = text.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace

Program::Program(const Command& command) : command_(command) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw InputError(command.words.front() + ": no socket for it: " + std::strerror(errno));
  int errors[2];
  if (::pipe2(errors, O_CLOEXEC | O_NONBLOCK) != 0) {
    const std::string why = std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    throw InputError(command.words.front() + ": no pipe for its messages: " + why);
  }
  ::fcntl(errors[1], F_SETFL, 0);  // the program may wait until it can write
  std::vector<char*> arguments;
  for (std::string& word : command_.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  // A group of its own: Ctrl-C at a terminal is for the suite, which then ends the program and
  // whatever the program has started.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&process_, arguments.front(), &actions, &attributes,
                                   arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  ::close(errors[1]);
  socket_ = ends[0];
  errors_ = errors[0];
  if (error == 0) return;
  ::close(socket_);
  ::close(errors_);
  throw input_error(command_.words.front(), "command", "a program that can be started",
                    std::strerror(error));
}

Program::~Program() {
  ::close(socket_);  // it reads the end of its input
  siginfo_t how{};
  for (int wait = 0; in_order_ && wait < 100; ++wait) {
    if (::waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        how.si_pid != 0)
      break;
    take_messages();  // it could not end while it waits for a place to write
    ::usleep(wait < 10 ? 100 : 10000);
  }
  take_messages();
  if (how.si_pid != 0 && how.si_status != 0)
    show_failure();
  else
    show_messages();
  if (errors_ >= 0) ::close(errors_);
  ::kill(-process_, SIGKILL);  // and whatever it has left behind; it is not reaped yet
  ::waitpid(process_, nullptr, 0);
}

std::vector<std::string> Program::ask(const std::string& request) {
  while (receive()) continue;
  if (!unread_.empty()) wrong("no more lines", unread_.substr(0, unread_.find('\n')));
  asked_ = request.substr(0, request.find('\n'));
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(command_.timeout_seconds));
  lines_ = 0;
  send(request);
  answer_ = line();
  std::vector<std::string> words = words_of(answer_);
  if (!words.empty() && words.front() == "error" && asked_.rfind("start ", 0) == 0) {
    in_order_ = false;  // it need not have read the whole request
    throw Refused(fmt::format("{}: {}", command_.words.front(),
                              answer_.size() > 6 ? shortened(answer_.substr(6)) : "no reason"));
  }
  if (words.empty() || words.front() != "ok") wrong("'ok ...'", answer_);
  take_messages();
  show_messages();
  words.erase(words.begin());
  return words;
}

void Program::start(const std::string& request) {
  const std::vector<std::string> version = ask(request);
  if (!version.empty()) command_.known->set_version(fmt::format("{}", fmt::join(version, " ")));
}

/// Reads meanwhile: a program that answers before it has read all must not wait for us for ever.
void Program::send(const std::string& request) {
  for (std::size_t sent = 0; sent < request.size();) {
    const short ready = wait_for(POLLOUT | POLLIN);
    if ((ready & POLLIN) != 0 && receive() && unread_.rfind("error", 0) == 0 &&
        unread_.find('\n') != std::string::npos)
      return;
    if ((ready & POLLOUT) == 0) continue;
    const ssize_t n =
        ::send(socket_, request.data() + sent, request.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno != EINTR && errno != EAGAIN) ended();
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
}

std::vector<std::uint64_t> Program::ask_counts(const std::string& request, std::size_t count) {
  const std::vector<std::string> words = ask(request);
  std::vector<std::uint64_t> counts;
  for (const std::string& word : words) {
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error == std::errc() && stop == end) counts.push_back(value);
  }
  if (words.size() != count || counts.size() != count)
    wrong(fmt::format("'ok' and {} integers", count), answer_);
  return counts;
}

std::vector<double> Program::ask_numbers(const std::string& request, std::size_t count) {
  const std::vector<std::string> words = ask(request);
  return finite(words, count, answer_);
}

std::vector<double> Program::numbers(std::size_t count) {
  const std::string answer = line();
  return finite(words_of(answer), count, answer);
}

std::vector<double> Program::finite(const std::vector<std::string>& words, std::size_t count,
                                    const std::string& answer) {
  std::vector<double> all;
  for (const std::string& word : words) {
    double value = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && stop == word.data() + word.size() && std::isfinite(value))
      all.push_back(value);
  }
  if (words.size() != count || all.size() != count)
    wrong(fmt::format("a line of {} finite numbers", count), answer);
  return all;
}

std::string Program::word(const std::vector<std::string>& known) {
  std::string answer = line();
  if (std::find(known.begin(), known.end(), answer) == known.end())
    wrong(fmt::format("a line with one of {}", fmt::join(known, " ")), answer);
  return answer;
}

std::string Program::line() {
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      std::string first = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      ++lines_;
      return first;
    }
    if (unread_.size() > kLongestLine) wrong("lines of less than a megabyte", "a longer one");
    wait_for(POLLIN);
    receive();
  }
}

short Program::wait_for(short events) {
  for (;;) {
    if (interrupt_requested()) {
      in_order_ = false;
      check_interrupt();
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    if (left.count() < 0)
      fault(fmt::format("no {}answer to '{}' within {} s{}", lines_ == 0 ? "" : "whole ",
                        shortened(asked_), command_.timeout_seconds,
                        lines_ == 0 ? "" : fmt::format(": it ends after {} lines", lines_)));
    pollfd ready[] = {{.fd = socket_, .events = events, .revents = 0},
                      {.fd = errors_, .events = POLLIN, .revents = 0}};
    // Short waits, so that an interrupt which another thread has seen ends this one too.
    const int found =
        ::poll(ready, 2, static_cast<int>(std::min<std::int64_t>(left.count() + 1, 100)));
    if (found < 0 && errno != EINTR) ended();
    if (found > 0 && ready[1].revents != 0) take_messages();
    if (found > 0 && ready[0].revents != 0) return ready[0].revents;
  }
}

bool Program::receive() {
  char buffer[1 << 16];
  const ssize_t n = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (n <= 0) ended();
  unread_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

void Program::take_messages() {
  char buffer[1 << 12];
  while (errors_ >= 0) {
    const ssize_t n = ::read(errors_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      ::close(errors_);
      errors_ = -1;
      return;
    }
    messages_.append(buffer, static_cast<std::size_t>(n));
    if (messages_.size() > kMostKept) show_messages();
  }
}

void Program::show_messages() {
  show(messages_);
  messages_.clear();
}

void Program::show_failure() {
  if (!messages_.empty() && command_.known->has_failed.exchange(true))
    messages_ = fmt::format("{}: failed again: {}\n", command_.words.front(),
                            shortened(last_line(messages_)));
  show_messages();
}

void Program::fault(const std::string& what) {
  in_order_ = false;
  take_messages();
  show_failure();
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
