// checkers/balance/workers.hpp
// Purpose   Judges several models at a time and hands the answers back in their order.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkers/balance/judge.hpp"

namespace touchstone::balance {

/// Result for one model.
struct Answer {
  std::optional<Judgement> judgement;  ///< nothing: it could not be enumerated
  std::string error;                   ///< why not
  double milliseconds = 0;             ///< processor time of one core
};

class Workers {
 public:
  /// Starts on all `models`, which must live as long as this. At most `threads` at a time.
  Workers(std::vector<const TinyModel*> models, const JudgeOptions& options, int threads);
  /// Models not begun are dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Waits for the next answer; each model's once, in their order. Nothing after an interrupt.
  std::optional<Answer> next();

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace touchstone::balance
