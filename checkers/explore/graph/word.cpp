#include "checkers/explore/graph/word.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr unsigned kLetters = 26;

char letter_of(unsigned thread) { return static_cast<char>('a' + thread); }

class WordParser {
 public:
  WordParser(const std::string& text, unsigned threads) : text_(text), threads_(threads) {}

  std::vector<WordItem> run() {
    std::vector<WordItem> items;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) items.push_back(item());
    return items;
  }

 private:
  WordItem item() {
    WordItem result;
    result.thread = static_cast<unsigned>(text_[at_] - 'a');
    if (text_[at_] < 'a' || result.thread >= threads_)
      cannot_replay(text_, at_, fmt::format("a thread, a to {}", letter_of(threads_ - 1)));
    ++at_;
    if (at_ < text_.size() && text_[at_] == ':') {
      ++at_;
      result.choice = number();
    } else {
      result.steps = number();
    }
    result.end = at_;
    return result;
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  std::uint32_t number() {
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > 0xFFFFFFFFu) cannot_replay(text_, at_, "a number below 2^32");
    }
    if (at_ == begin) cannot_replay(text_, at_, "a number");
    return static_cast<std::uint32_t>(value);
  }

  const std::string& text_;
  unsigned threads_;
  std::size_t at_ = 0;
};

}  // namespace

void WordWriter::step(unsigned thread, std::uint32_t choice, bool several) {
  if (thread >= kLetters)
    throw input_error("schedule", "too many threads for letters", "at most 26 threads",
                      fmt::format("thread {}", thread));
  if (several || runs_ != thread) close();
  runs_ = thread;
  if (several)
    text_ += fmt::format("{}:{} ", letter_of(thread), choice);
  else
    ++count_;
}

void WordWriter::close() {
  if (count_ > 0) text_ += fmt::format("{}{} ", letter_of(*runs_), count_);
  count_ = 0;
}

std::string WordWriter::text() const {
  WordWriter whole = *this;
  whole.close();
  if (!whole.text_.empty()) whole.text_.pop_back();
  return whole.text_;
}

std::vector<WordItem> parse_word(const std::string& text, unsigned threads) {
  return WordParser(text, threads).run();
}

void cannot_replay(const std::string& text, std::size_t at, const std::string& expected) {
  const std::string found = at < text.size() ? "\"" + text.substr(at, 12) + "\"" : "the end";
  throw input_error(fmt::format("schedule, character {}", at + 1), "cannot replay", expected,
                    found);
}

void require_step(const std::string& text, const WordItem& item, std::size_t alternatives,
                  std::size_t done) {
  if (alternatives == 0)
    cannot_replay(text, item.end,
                  fmt::format("a thread that can do a step here ({} steps done)", done));
  if (alternatives > 1 && !item.choice)
    cannot_replay(text, item.end,
                  fmt::format("which of the {} alternatives of this step, as in {}:0", alternatives,
                              letter_of(item.thread)));
}

}  // namespace touchstone::explore
