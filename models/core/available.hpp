// models/core/available.hpp
// Purpose   Whether this machine can run a scheme. Registrations state it of vector units; of a
//           device only the runtime knows, which may not be asked before main().
#pragma once
#include <string>

namespace touchstone {

class Available {
 public:
  Available(bool here = true) : here_(here) {}  // a scheme states true or false, as of any property
  /// `ask` gives the reason why the scheme cannot run here; an empty one where it can.
  Available(std::string (*ask)()) : why_not_(ask) {}

  operator bool() const { return why_not().empty(); }
  /// For people; empty where the scheme can run.
  std::string why_not() const {
    if (!here_) return "this machine lacks what the scheme needs (a vector unit, a GPU)";
    return why_not_ != nullptr ? why_not_() : "";
  }

 private:
  bool here_ = true;
  std::string (*why_not_)() = nullptr;
};

}  // namespace touchstone
