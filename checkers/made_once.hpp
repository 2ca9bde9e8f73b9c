// checkers/made_once.hpp
// Purpose   Values that take long to make and that the checks of all schemes share: made when they
//           are asked for first. Checks run on several threads.
#pragma once
#include <map>
#include <mutex>

namespace touchstone {

template <class Key, class Value>
class MadeOnce {
 public:
  /// The value of a key, which stays where it is; `make()` gives it. If that throws, the next who
  /// asks makes it.
  template <class Make>
  const Value& operator()(const Key& key, const Make& make) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(key);
    return found != known_.end() ? found->second : known_.emplace(key, make()).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<Key, Value> known_;
};

}  // namespace touchstone
