#pragma once
#include "render/places/picture_size.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {

class Engine;
class ReferenceCache;
struct Location;

/// Escape indices of a picture, row by row; kInside where a sample did not escape.
struct CoarseSamples {
    static constexpr std::uint64_t kInside = 0;
    Size size;
    std::vector<std::uint64_t> indices; ///< size.width * size.height of them
};

/// Those of a small picture, at most 128 pixels on its longer side, of what a picture of `size`
/// shows of the location. The same on all engines. Nothing if stopped. Throws as make_request and
/// Engine.
std::optional<CoarseSamples> coarse_samples(Engine &engine, const Location &location, Size size,
                                            std::shared_ptr<ReferenceCache> reference_cache,
                                            const std::atomic<bool> &stop);

/// Where a picture has much to see, to zoom to.
struct InterestingPlace {
    double x = 0, y = 0; ///< share of the width and height, 0 to 1
    double variety = 0;  ///< above 0
    friend bool operator==(const InterestingPlace &, const InterestingPlace &) = default;
};

/// The places of a picture where there is most to see, the best first; none where all is flat, or
/// inside. The picture is cut into cells of 8 x 8 samples, those at its edge left out. A cell's
/// variety is the mean difference of neighbours, as logarithms of how much later they escape than
/// the picture's first, times the share of its samples that are different from all others; a
/// boundary counts as an octave. A cell's place is that of its last sample to escape, which is
/// nearest to the boundary.
std::vector<InterestingPlace> interesting_places(const CoarseSamples &samples);

} // namespace fathom
