#include "checkers/explore/kernels/survey.hpp"

#include <algorithm>

namespace touchstone::explore {
namespace {

bool is_access(Kind kind) {
  return kind == Kind::load || kind == Kind::store || kind == Kind::update || kind == Kind::fence;
}

std::string_view verb(const Operation& op) {
  switch (op.kind) {
    case Kind::load:
      return op.waits ? "wait_until" : "load";
    case Kind::store:
      return "store";
    case Kind::update:
      if (op.update == Update::compare_exchange)
        return op.waits ? "wait_exchange" : "compare_exchange";
      return op.update == Update::exchange ? "exchange" : "fetch_add";
    default:
      return "fence";
  }
}

std::string what(const Operation& op, const std::string& cell) {
  if (op.kind == Kind::fence) return "fence(" + std::string(name(op.order)) + ")";
  return cell + "." + std::string(verb(op));
}

/// The next narrower scope of an operation, if there are threads that it leaves out.
std::optional<Scope> narrower(const Operation& op, const std::vector<Place>& places) {
  if (!is_atomic(op.order) || op.scope == Scope::block) return std::nullopt;
  const auto next = static_cast<Scope>(static_cast<int>(op.scope) - 1);
  for (const Place& a : places)
    for (const Place& b : places)
      if (distance(a, b) == op.scope) return next;
  return std::nullopt;
}

}  // namespace

class Survey::Watched final : public ThreadCode {
 public:
  Watched(std::shared_ptr<const ThreadCode> code, Survey& survey)
      : code_(std::move(code)), survey_(&survey) {}
  std::size_t words() const override { return code_->words(); }
  void start(std::span<Value> local) const override {
    code_->start(local);
    survey_->note(local, nullptr);
  }
  Operation next(std::span<const Value> local) const override { return code_->next(local); }
  void respond(std::span<Value> local, Value response) const override {
    const Operation before = code_->next(local);
    code_->respond(local, response);
    survey_->note(local, &before);
  }

 private:
  std::shared_ptr<const ThreadCode> code_;
  Survey* survey_;
};

MachineProgram Survey::watched(const MachineProgram& program) {
  name_of_.clear();
  for (const std::string& cell : program.locations) {
    const auto known = std::find(names_.begin(), names_.end(), without_index(cell));
    name_of_.push_back(static_cast<std::size_t>(known - names_.begin()));
    if (known == names_.end()) names_.push_back(without_index(cell));
  }
  places_ = program.places;
  MachineProgram result = program;
  for (auto& thread : result.threads) thread = std::make_shared<Watched>(thread, *this);
  return result;
}

Survey::Key Survey::key_of(const Operation& op) const {
  const std::size_t cell = op.kind == Kind::fence ? 0 : name_of_[op.location];
  return {op.site, op.kind, op.order, op.update, op.waits, cell};
}

void Survey::note(std::span<const Value> local, const Operation* before) {
  const PackedStep step = PackedStep::unpack(local);
  const Operation& op = step.operation;
  if (is_access(op.kind))
    if (const Key key = key_of(op); !sites_.contains(key)) {
      const std::string& cell = names_[key.cell];
      sites_.emplace(key, Site{op, what(op, cell), false, narrower(op, places_), cell});
    }
  // After a checkpoint nothing is left that a postponed operation could change places with.
  if (before != nullptr && is_access(before->kind) && step.performed > 0 && is_access(op.kind))
    sites_.at(key_of(*before)).followed = true;
}

std::vector<Site> Survey::sites() const {
  std::vector<Site> result;
  for (const auto& [key, site] : sites_) result.push_back(site);
  return result;
}

}  // namespace touchstone::explore
