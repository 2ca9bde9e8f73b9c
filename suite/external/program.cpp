#include "suite/external/program.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>

#include "models/core/interrupt.hpp"
#include "suite/external/words.hpp"
#include "suite/job_watch.hpp"

namespace touchstone::external {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;

}  // namespace

Program::Program(const Command& command)
    : command_(command),
      process_(command.words, command.folder),
      messages_(process_.errors(), command.words.front(), command.known) {}

Program::~Program() {
  process_.close_socket();
  siginfo_t how{};
  for (int wait = 0; in_order_ && wait < 100; ++wait) {
    how = process_.how_it_ended();
    if (how.si_pid != 0) break;
    messages_.take();  // it could not end while it waits for a place to write
    ::usleep(wait < 10 ? 100 : 10000);
  }
  messages_.take();
  if (how.si_pid != 0 && how.si_status != 0)
    messages_.show_failure();
  else
    messages_.show();
}

void Program::require_allowed() const {
  if (!command_.known->may_be_asked())
    throw BudgetSpent(fmt::format("{:.3g} s of work were asked for", command_.known->spent()));
}

void Program::count_moves(std::uint64_t moves) {
  require_allowed();
  command_.known->moves += moves;
}

std::vector<std::string> Program::ask(const std::string& request) {
  require_allowed();
  receive();  // once: a program may write without end
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
  messages_.take();
  messages_.show();
  ++command_.known->requests;
  words.erase(words.begin());
  return words;
}

void Program::start(const std::string& request) {
  if (const std::string silence = command_.known->silence(); !silence.empty())
    fault("was not asked again, since there was " + silence);
  const std::vector<std::string> version = ask(request);
  if (!version.empty()) command_.known->set_version(line_of(version));
  ++command_.known->starts;
  --command_.known->requests;
}

void Program::restart(const std::string& request) {
  ask(request);
  ++command_.known->restarts;
  --command_.known->requests;
}

/// Reads meanwhile: a program that answers before it has read all must not wait for us for ever.
void Program::send(const std::string& request) {
  for (std::size_t sent = 0; sent < request.size();) {
    const short ready = wait_for(POLLOUT | POLLIN);
    if ((ready & POLLIN) != 0 && receive() && unread_.rfind("error", 0) == 0 &&
        unread_.find('\n') != std::string::npos)
      return;
    if (unread_.size() > kLongestLine) wrong("a line", "a mebibyte of others");
    if ((ready & POLLOUT) == 0) continue;
    const ssize_t n = ::send(process_.socket(), request.data() + sent, request.size() - sent,
                             MSG_NOSIGNAL | MSG_DONTWAIT);
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
    wrong("a line with one of " + line_of(known), answer);
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
    if (unread_.size() > kLongestLine) wrong("lines of less than a mebibyte", "a longer one");
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
    if (left.count() < 0) late();
    JobWatch::alive_here();
    pollfd ready[] = {{.fd = process_.socket(), .events = events, .revents = 0},
                      {.fd = messages_.descriptor(), .events = POLLIN, .revents = 0}};
    // Short waits, so that an interrupt which another thread has seen ends this one too.
    const int found =
        ::poll(ready, 2, static_cast<int>(std::min<std::int64_t>(left.count() + 1, 100)));
    if (found < 0 && errno != EINTR) ended();
    if (found > 0 && ready[1].revents != 0) messages_.take();
    if (found > 0 && ready[0].revents != 0) return ready[0].revents;
  }
}

bool Program::receive() {
  char buffer[1 << 16];
  const ssize_t n = ::recv(process_.socket(), buffer, sizeof buffer, MSG_DONTWAIT);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
  if (n <= 0) ended();
  unread_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

void Program::late() {
  const std::string what = fmt::format(
      "no {}answer to '{}' within {} s{}", lines_ == 0 ? "" : "whole ", shortened(asked_),
      command_.timeout_seconds, lines_ == 0 ? "" : fmt::format(": it ends after {} lines", lines_));
  command_.known->set_silence(what);
  fault(what);
}

void Program::fault(const std::string& what) {
  in_order_ = false;
  messages_.take();
  messages_.show_failure();
  throw ProgramFault(command_.words.front() + ": " + what);
}

void Program::wrong(const std::string& expected, const std::string& found) {
  fault(fmt::format("answer to '{}': expected {}, found '{}'", shortened(asked_), expected,
                    shortened(found)));
}

void Program::ended() {
  siginfo_t how{};
  for (int wait = 0; wait < 100 && how.si_pid == 0; ++wait) {  // it may still be ending
    how = process_.how_it_ended();
    if (how.si_pid == 0) ::usleep(1000);
  }
  if (how.si_pid == 0) fault(fmt::format("closed its output after '{}'", shortened(asked_)));
  fault(fmt::format("{} {} after '{}'",
                    how.si_code == CLD_EXITED ? "ended with exit code" : "was ended by signal",
                    how.si_status, shortened(asked_)));
}

}  // namespace touchstone::external
