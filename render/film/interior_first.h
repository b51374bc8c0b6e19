#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <optional>

namespace fathom {

class Engine;
class Frame;
struct Location;

/// The request of a perturbed ring again in plain doubles, where those tell its pixels apart well
/// (their spacing is 64 units in the last place or more) and nothing is asked of interior samples;
/// else nothing. `picture` is the whole ring's size.
std::optional<RenderRequest> in_plain_doubles(const RenderRequest &perturbed, const Location &ring,
                                              Size picture, const Region &region);

/// Has `frame` begin with the samples that never escape in `plain`'s: plain orbits that come round
/// are seen to, perturbed ones are followed to their limit. Where a film passes a minibrot at a
/// depth between the two that is most of its time. False if stopped. Throws as the engine.
bool begin_with_interior(Engine &engine, Frame &frame, const RenderRequest &plain,
                         const std::atomic<bool> &stop);

} // namespace fathom
