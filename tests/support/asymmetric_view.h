#pragma once
#include "tests/support/run_fathom.h"

namespace fathom {

/// A view without any symmetry, where escape counts vary.
inline const Arguments kAsymmetricView = {"--re",   "-0.5", "--im",         "0.625",
                                          "--zoom", "4",    "--iterations", "500"};

} // namespace fathom
