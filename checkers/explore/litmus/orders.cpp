// checkers/explore/litmus/orders.cpp
// Purpose   Operations as both front ends know them: which memory orders C++ allows for which
//           access, and comparisons.
#include <array>

#include "checkers/explore/litmus/parsers.hpp"

namespace touchstone::explore {

void check_order(const Tokens& tokens, const Token& token, Access access, Order order) {
  const bool plain = order == Order::na;
  switch (access) {
    case Access::load:
      if (order == Order::rel || order == Order::acqrel)
        tokens.fail_at(token, "an order of a load: na, rlx, acq or sc");
      break;
    case Access::store:
      if (order == Order::acq || order == Order::acqrel)
        tokens.fail_at(token, "an order of a store: na, rlx, rel or sc");
      break;
    case Access::failure:
      if (plain || order == Order::rel || order == Order::acqrel)
        tokens.fail_at(token, "an order of a failed compare-and-swap: rlx, acq or sc");
      break;
    case Access::update:
    case Access::fence:
      if (plain) tokens.fail_at(token, "an atomic order: rlx, acq, rel, acqrel or sc");
  }
}

std::optional<Compare> take_comparison(Tokens& tokens) {
  constexpr std::array<std::pair<std::string_view, Compare>, 6> kCompares{
      {{"==", Compare::equal},
       {"!=", Compare::not_equal},
       {"<", Compare::less},
       {"<=", Compare::less_equal},
       {">", Compare::greater},
       {">=", Compare::greater_equal}}};
  for (const auto& [text, compare] : kCompares)
    if (tokens.skip(text)) return compare;
  return std::nullopt;
}

Order default_failure(Order order) {
  if (order == Order::acqrel) return Order::acq;
  return order == Order::rel ? Order::rlx : order;
}

}  // namespace touchstone::explore
