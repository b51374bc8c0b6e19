#pragma once
#include "app/output.h"
#include "render/jobs/measured_method.h"

#include <nlohmann/json.hpp>

namespace fathom::app {

struct WhereOptions;

/// A picture at that place with those options, to be measured.
MeasuredPicture picture_to_measure(const WhereOptions &where, const Location &location, Size size);

/// Says that a better type was taken than the usual one, and warns of pixels that the method's type
/// does not tell.
void print_exactness(const MeasuredMethod &measured, const OutputOptions &output);

/// {"precision","pixels","doubtful","tried","beyond","better","better_seconds","first","left","words"}:
/// see Exactness (of the last better type that was tried) and MeasuredMethod; "words" is what
/// print_exactness says, null if that is nothing.
nlohmann::ordered_json exactness_json(const MeasuredMethod &measured);

} // namespace fathom::app
