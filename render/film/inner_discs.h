#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace fathom {
class Engine;
class Frame;
class SampleBuffer;
} // namespace fathom

namespace fathom::film {

/// The samples of a picture that lie in discs of which it is proved that nothing in them escapes: 1
/// or 0 of each, row by row; empty where none is known.
using InnerSamples = std::vector<std::uint8_t>;

/// Finds discs about some interior samples of a perturbed request's picture, of which a lattice is
/// iterated: a component of the interior has no hole, so that a quarter of the distance that is
/// estimated of a point is free of its boundary (P. Koebe's theorem, as J. Milnor has it, "Dynamics
/// in One Complex Variable", appendix G). The same on every CPU engine. Empty where hardly a sample
/// of the lattice is interior, where something is asked of interior samples and where formulas tell
/// no distance; on GPUs, too, where a few orbits to the limit, one beside the other, take longer
/// than all that they spare. Nothing if stopped. Throws as the engine.
std::optional<InnerSamples> find_inner_samples(Engine &engine, const RenderRequest &request,
                                               const std::atomic<bool> &stop);

/// Has a frame of that request's picture, perturbed or in plain doubles, begin with them. Iterates
/// nothing itself. False if stopped. Throws as the engine.
bool begin_with_inner(Frame &frame, const InnerSamples &inner, const std::atomic<bool> &stop);

/// As samples_of, those among them not iterated.
std::optional<SampleBuffer> samples_beside_inner(Engine &engine, const RenderRequest &request,
                                                 const std::atomic<bool> &stop);

} // namespace fathom::film
