#pragma once
#include <vector>

namespace fathom {

class SampleBuffer;
struct RenderRequest;

/// What Kalles Fraktaler 2+ and Fraktaler-3 keep of samples besides their counts, one value a
/// sample, 0 in the interior. The meanings are those of Fraktaler-3's sources (C. Heiland-Allen,
/// image_raw.cc and cl-post.cl) and of Kalles Fraktaler's; docs/reference/raw-data.md says where
/// the two differ.
struct DerivedValues {
    /// NF, 0 to 1: escape index + NF is the smooth count.
    std::vector<float> fraction;
    /// T, from 0 to below 1: the angle of the last z in the plane, in turns.
    std::vector<float> angle;
    /// DEX and DEY: the estimated distance to the set in pixels, away from it, rightwards and
    /// upwards on the screen. Empty where samples have no gradient.
    std::vector<float> distance_x, distance_y;

    /// Takes the samples that `request` asked for.
    void take(SampleBuffer &samples, const RenderRequest &request);
};

} // namespace fathom
