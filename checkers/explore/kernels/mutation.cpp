#include "checkers/explore/kernels/mutation.hpp"

#include <map>

namespace touchstone::explore {
namespace {

void add_weakened(const Site& site, std::vector<NamedMutation>& found) {
  const Operation& op = site.operation;
  for (const Order order : weaker(op.order, op.kind))
    found.push_back({site.what + " " + std::string(name(op.order)) + ">" + std::string(name(order)),
                     {Mutation::Kind::weaken, op, order}});
  if (op.kind != Kind::update || op.update != Update::compare_exchange || op.waits) return;
  for (const Order order : weaker(op.failure, Kind::load))
    found.push_back(
        {site.what + " failure " + std::string(name(op.failure)) + ">" + std::string(name(order)),
         {Mutation::Kind::weaken_failure, op, order}});
}

void add_narrowed(const Site& site, std::vector<NamedMutation>& found) {
  if (!site.narrower) return;
  Mutation mutation{Mutation::Kind::narrow, site.operation, site.operation.order, *site.narrower};
  found.push_back({site.what + " " + std::string(name(site.operation.scope)) + ">" +
                       std::string(name(*site.narrower)),
                   mutation});
}

void add_changed(const Site& site, std::vector<NamedMutation>& found) {
  const auto add = [&](Mutation::Kind kind, const char* text) {
    found.push_back({site.what + " " + text, {kind, site.operation, site.operation.order}});
  };
  if (site.operation.kind == Kind::store || site.operation.kind == Kind::fence)
    add(Mutation::Kind::drop, "dropped");
  if (site.operation.kind == Kind::store && site.followed)
    add(Mutation::Kind::postpone, "postponed");
  if (site.operation.kind == Kind::update) add(Mutation::Kind::split, "split");
}

}  // namespace

Mutation Mutation::planted_in(const std::vector<std::string>& cells) const {
  Mutation planted = *this;
  planted.locations.clear();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (without_index(cells[i]) == cell) planted.locations.push_back(static_cast<Location>(i));
  return planted;
}

std::string without_index(const std::string& cell) { return cell.substr(0, cell.find('[')); }

std::vector<Order> weaker(Order order, Kind kind) {
  switch (order) {
    case Order::sc:
      return {kind == Kind::load ? Order::acq : kind == Kind::store ? Order::rel : Order::acqrel};
    case Order::acqrel:
      return {Order::acq, Order::rel};
    case Order::acq:
    case Order::rel:
      if (kind == Kind::fence) return {};  // a relaxed fence is none: see "dropped"
      return {Order::rlx};
    case Order::rlx:
    case Order::na:
      break;
  }
  return {};
}

std::vector<NamedMutation> mutations_of(const std::vector<Site>& sites) {
  std::vector<NamedMutation> found;
  for (const Site& site : sites) {
    const std::size_t others = found.size();
    add_weakened(site, found);
    add_narrowed(site, found);
    add_changed(site, found);
    for (std::size_t i = others; i < found.size(); ++i) found[i].mutation.cell = site.cell;
  }
  std::map<std::string, int> seen;
  for (NamedMutation& mutation : found)
    if (const int number = ++seen[mutation.name]; number > 1)
      mutation.name += " #" + std::to_string(number);
  return found;
}

}  // namespace touchstone::explore
