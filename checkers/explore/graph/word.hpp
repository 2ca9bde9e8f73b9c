// checkers/explore/graph/word.hpp
// Purpose   A schedule as a short text, for people and for replaying it: runs of a thread, a for
//           thread 0, with the number of its steps, as in "a21 b20 a29 b18". Where a thread has
//           several alternatives, the one it takes is spelled out: "a3 a:2 a7" is three steps, its
//           alternative 2, and seven more.
// Not here  Following it: through a graph (shortest.hpp), through a system (sampling/path.hpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::explore {

class WordWriter {
 public:
  /// `several`: the thread had other alternatives at this step. Throws InputError when the thread
  /// has no letter.
  void step(unsigned thread, std::uint32_t choice, bool several);
  std::string text() const;

 private:
  void close();

  std::string text_;
  std::optional<unsigned> runs_;  // the thread of the run that is being counted
  std::size_t count_ = 0;
};

struct WordItem {
  unsigned thread = 0;
  std::optional<std::uint32_t> choice;  ///< that of one step; else `steps` steps without a choice
  std::uint32_t steps = 1;
  std::size_t end = 0;  ///< end of the item in the text
};

/// Throws InputError naming the place in the text, what was expected there and what was found.
std::vector<WordItem> parse_word(const std::string& text, unsigned threads);

/// The error of a text that goes wrong at character `at`, from 0.
[[noreturn]] void cannot_replay(const std::string& text, std::size_t at,
                                const std::string& expected);

/// Says so when a step of the item cannot be done: its thread has `alternatives` alternatives after
/// `done` steps.
void require_step(const std::string& text, const WordItem& item, std::size_t alternatives,
                  std::size_t done);

}  // namespace touchstone::explore
