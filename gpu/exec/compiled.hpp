// gpu/exec/compiled.hpp
// Purpose   Host code for some of the forms of a kernel, where the others would be compiled in
//           vain.
#pragma once

namespace touchstone::gpu {

/// Whether `form` is among `kForms`; where these are not given, all are wanted.
template <auto... kForms>
constexpr bool compiled([[maybe_unused]] auto form) {
  return sizeof...(kForms) == 0 || ((form == kForms) || ...);
}

}  // namespace touchstone::gpu
