#include "checkers/explore/objects/linearization.hpp"

#include <fmt/format.h>

namespace touchstone::explore {

std::string text(std::vector<Call> calls) {
  std::sort(calls.begin(), calls.end(),
            [](const Call& x, const Call& y) { return x.begun < y.begun; });
  std::string result;
  for (const Call& call : calls)
    result +=
        fmt::format("{}{}: {}({}) = {} from {} to {}", result.empty() ? "" : ", ", call.thread,
                    call.what, call.argument == 0 ? "" : std::to_string(call.argument), call.answer,
                    call.begun, call.ended);
  return result;
}

}  // namespace touchstone::explore
