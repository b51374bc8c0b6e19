#pragma once
#include "render/engines/sample_buffer.h"

#include <atomic>
#include <optional>

namespace fathom {

class Engine;
struct Location;
struct Method;

/// A picture of the same shape, at most `longest` on its longer side, each side at least 1.
Size lattice_of(Size size, int longest);

/// The escape indices of `location` on a lattice; nothing if stopped. Throws as Engine::make_frame.
std::optional<SampleBuffer> count_lattice(Engine &engine, const Location &location, Size lattice,
                                          const Method &method, const std::atomic<bool> &stop);

} // namespace fathom
