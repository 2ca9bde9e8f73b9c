#include "suite/external/messages.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "suite/external/words.hpp"

namespace touchstone::external {
namespace {

constexpr std::size_t kMostKept = 1 << 16;   ///< bytes in the middle of a request
constexpr std::size_t kMostShown = 1 << 20;  ///< bytes of all that run the same command

void write_out(const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data() + written, text.size() - written);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) written += static_cast<std::size_t>(n);
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

void Messages::take() {
  char buffer[1 << 14];
  for (int part = 0; part < 4 && descriptor_ >= 0; ++part) {
    const ssize_t n = ::read(descriptor_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      descriptor_ = -1;
      return;
    }
    kept_.append(buffer, static_cast<std::size_t>(n));
    if (kept_.size() > kMostKept) show();
  }
}

void Messages::show() {
  if (kept_.empty()) return;
  const std::size_t before = known_->shown.fetch_add(kept_.size());
  if (before < kMostShown) {
    write_out(kept_);
    if (before + kept_.size() >= kMostShown)
      write_out(fmt::format("\n{}: further messages are not shown\n", program_));
  }
  kept_.clear();
}

void Messages::show_failure() {
  if (kept_.empty()) return;
  const bool again = known_->has_failed.exchange(true);
  if (again || known_->shown >= kMostShown)
    kept_ = fmt::format("{}: failed{}: {}\n", program_, again ? " again" : "",
                        shortened(last_line(kept_)));
  write_out(kept_);
  kept_.clear();
}

}  // namespace touchstone::external
