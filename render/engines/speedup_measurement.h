#pragma once
#include "render/engines/method_decision.h"

namespace fathom {

class Engine;

/// Times the number types between which decide_method chooses on a GPU, and returns their speed-ups
/// against doubles. Each type draws the same small picture, large enough to fill the device: the
/// direct ones a view in which no orbit ends before its limit, those by perturbation a deep place
/// with its jumps. Takes about a tenth of a second, and longer on a device that is much slower than
/// others. Throws DeviceError as Engine::make_frame and Frame::iterate.
EngineTraits measure_speedups(Engine &engine);

} // namespace fathom
