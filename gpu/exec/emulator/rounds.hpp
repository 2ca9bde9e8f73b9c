// gpu/exec/emulator/rounds.hpp
// Purpose   Judges the rounds of repeat(): each must launch what the first has launched, with the
//           same arguments, since a device keeps the first one as a graph and runs that.
#pragma once
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "gpu/exec/context.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

class Rounds {
 public:
  /// A launch, or another call with these arguments. Throws InputError where the first round has
  /// another one.
  template <class Arguments>
  void add(const std::string& name, Launch launch, const Arguments& arguments) {
    const Call call{name, launch, bytes_of(arguments)};
    if (first_)
      calls_.push_back(call);
    else if (next_ == calls_.size() || calls_[next_++] != call)
      refuse(name);
  }
  void end_round() {
    if (!first_ && next_ < calls_.size()) refuse("no " + calls_[next_].name);
    first_ = false;
    next_ = 0;
  }

 private:
  struct Call {
    std::string name;
    Launch launch;
    std::vector<std::byte> arguments;
    friend bool operator==(const Call&, const Call&) = default;
  };

  /// Without the bytes between members, of any value; none where a compiler, as clang++, cannot
  /// tell them apart.
  template <class Arguments>
  static std::vector<std::byte> bytes_of(Arguments copy) {
    static_assert(std::is_trivially_copyable_v<Arguments>);
#if __has_builtin(__builtin_clear_padding)
    __builtin_clear_padding(&copy);
#else
    if (!std::has_unique_object_representations_v<Arguments>) return {};
#endif
    std::vector<std::byte> bytes(sizeof(copy));
    std::memcpy(bytes.data(), &copy, sizeof(copy));
    return bytes;
  }
  [[noreturn]] static void refuse(const std::string& found) {
    throw input_error("repeat() on a device", "launches of a round",
                      "those of the first round, with the same arguments", found);
  }

  std::vector<Call> calls_;
  std::size_t next_ = 0;
  bool first_ = true;
};

}  // namespace touchstone::gpu
