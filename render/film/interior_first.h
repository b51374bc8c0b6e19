#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <optional>

namespace fathom {
class Frame;
struct Location;
} // namespace fathom

namespace fathom::film {

/// The request of a perturbed ring again in plain doubles, where those tell its pixels apart well
/// (their spacing is 64 units in the last place or more) and nothing is asked of interior samples;
/// else nothing. `picture` is the whole ring's size.
std::optional<RenderRequest> in_plain_doubles(const RenderRequest &perturbed, const Location &ring,
                                              Size picture, const Region &region);

/// Has `frame` begin with the samples that never escape in `plain`, which is complete and the same
/// part of the ring in plain doubles: plain orbits that come round are seen to, perturbed ones are
/// followed to their limit. Where a film passes a minibrot at a depth between the two that is most
/// of its time. Iterates nothing itself. False if stopped. Throws as the engine.
bool begin_with_interior(Frame &frame, Frame &plain, const std::atomic<bool> &stop);

} // namespace fathom::film
