#include "checkers/explore/kernels/kernel.hpp"

#include <algorithm>

namespace touchstone::explore {
namespace {

std::vector<Kernel>& list() {
  static std::vector<Kernel> all;
  return all;
}

}  // namespace

std::string_view name(Judge judge) {
  switch (judge) {
    case Judge::sc:
      return "sc";
    case Judge::tso_x86:
      return "tso_x86";
    case Judge::rc11:
      return "rc11";
    case Judge::views:
      break;
  }
  return "views";
}

const std::vector<Kernel>& kernels() { return list(); }

const Kernel& kernel(const std::string& name) {
  std::string known;
  for (const Kernel& kernel : list()) {
    if (kernel.name == name) return kernel;
    known += (known.empty() ? "" : ", ") + kernel.name;
  }
  throw input_error("kernel", "name", "one of " + known, name);
}

bool register_kernel(Kernel kernel) {
  const auto place =
      std::lower_bound(list().begin(), list().end(), kernel.name,
                       [](const Kernel& k, const std::string& n) { return k.name < n; });
  if (place != list().end() && place->name == kernel.name)
    throw std::logic_error("two kernels are named " + kernel.name);
  list().insert(place, std::move(kernel));
  return true;
}

std::string reason(const Kernel& kernel, const Operation& abort) {
  const auto number = static_cast<std::size_t>(abort.operand);
  return number < kernel.reasons.size() ? kernel.reasons[number] : std::to_string(abort.operand);
}

MachineProgram program(const KernelCase& kernel_case, int fault, const Mutation& mutation) {
  KernelProgram kernel(mutation);
  kernel_case.build(kernel, fault);
  return kernel.program();
}

}  // namespace touchstone::explore
