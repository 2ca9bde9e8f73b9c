#include "suite/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace touchstone {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(double total_work, int stream)
    : total_(total_work),
      stream_(stream),
      terminal_(isatty(stream) == 1),
      start_(Clock::now()),
      shown_(start_ - std::chrono::hours(1)) {}

void Progress::begin(const std::string& what) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  show(true);
}

void Progress::add(double work) {
  const std::lock_guard lock(mutex_);
  done_ += work;
  show(false);
}

void Progress::skip(double work) {
  const std::lock_guard lock(mutex_);
  total_ -= work;
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (visible_) (void)!write(stream_, "\r\033[K", 4);
  visible_ = false;
}

std::string Progress::line(double elapsed) const {
  const double fraction = total_ > 0 ? std::clamp(done_ / total_, 0.0, 1.0) : 1.0;
  std::string text = fmt::format("{:3.0f} %  {}", 100 * fraction, what_);
  // Before a hundredth is done, an estimate of the rest would be off by anything.
  if (fraction >= 0.01)
    text += "  (" + duration_text(elapsed * (1 - fraction) / fraction) + " left)";
  return text;
}

void Progress::show(bool always) {
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (!always && now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  const std::string text =
      "\r\033[K" + line(std::chrono::duration<double>(now - start_).count()).substr(0, 100);
  visible_ = write(stream_, text.data(), text.size()) > 0;
}

}  // namespace touchstone
