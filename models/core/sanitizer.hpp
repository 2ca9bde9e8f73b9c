// models/core/sanitizer.hpp
// Purpose   Whether the programs that are judged are instrumented by the address or the thread sanitizer. Code that
//           asks is compiled once, and linked to instrumented schemes, too, so that it cannot tell from its own flags.
#pragma once

namespace touchstone {

/// Whether models, references and schemes of this program are instrumented.
bool runs_under_sanitizer();

}  // namespace touchstone
