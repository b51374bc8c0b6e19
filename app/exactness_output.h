#pragma once
#include "app/output.h"
#include "render/jobs/exactness.h"

#include <nlohmann/json.hpp>

namespace fathom {

struct Method;

/// Warns of pixels that the method's type does not tell, if there are some.
void print_exactness(const Exactness &exactness, const Method &method, const OutputOptions &output);

/// {"pixels","doubtful","tried","beyond"}, see Exactness.
nlohmann::ordered_json exactness_json(const Exactness &exactness);

} // namespace fathom
