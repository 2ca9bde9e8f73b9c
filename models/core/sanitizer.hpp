// models/core/sanitizer.hpp
// Purpose   Whether the code that is judged is instrumented by the address or the thread sanitizer.
//           Code that asks is compiled once, and linked to instrumented schemes, too: its own flags
//           do not tell.
#pragma once

namespace touchstone {

/// Whether models, references and schemes of this program are instrumented.
bool runs_under_sanitizer();

}  // namespace touchstone
