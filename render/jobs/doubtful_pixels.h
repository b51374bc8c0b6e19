#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <memory>

namespace fathom {

class Engine;
class Frame;
class ReferenceCache;

/// The type that a picture's pixels are iterated in first, where only those are iterated in the
/// picture's own type that this one does not tell.
struct FirstType {
    Precision precision = Precision::f64;
    std::shared_ptr<ReferenceCache> cache; ///< of its reference orbits; null where it has none
};

/// Whether the pixels that `first` does not tell can be iterated in `better` alone: both by
/// perturbation or both not, and their samples in the same numbers.
constexpr bool can_be_first(Precision first, Precision better) noexcept {
    return is_two(better) && !is_two(first) && is_perturbed(first) == is_perturbed(better) &&
           is_f32(first) == is_f32(better);
}

/// Moves the pixels of a picture of `size` pixels by about what the type's roundings, and its
/// jumps, move them by (see measure_exactness), times 2^octaves.
void move_pixels(kernels::PixelMap &map, Size size, Precision precision, int octaves = 0);

/// How much farther pixels are moved where each that may be wrong is to be found: of the wrong ones
/// a tenth has the same index when moved by as much as roundings and jumps do on the whole.
inline constexpr int kOctavesFarther = 4;

/// Lets `frame`, whose iterate has not been called yet, begin with what the first type tells for
/// certain of its samples: those whose escape index stays the same when pixels move
/// (kOctavesFarther), and of those that never escape the ones that then do not either, well beyond
/// the limit. Its engine iterates twice for that, which has to be its turn; the rest is
/// left to Frame::iterate. `picture` is the size of the whole picture, whatever part of it the
/// frame is, so that its bands agree. False if `stop` became true. Throws as Frame::iterate.
bool begin_with_certain(Engine &engine, Frame &frame, Size picture, const FirstType &first,
                        const std::atomic<bool> &stop);

} // namespace fathom
