#pragma once
#include "render/engines/method_decision.h"
#include "render/places/location.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {

class Engine;
class Frame;

/// How two complete frames of the same request differ, bit for bit.
struct Difference {
    std::uint64_t pixels = 0;
    std::uint64_t samples_differ = 0;     ///< escape index or a bit of z or of what is
                                          ///< tracked (or the number type)
    std::uint64_t rgba_differ = 0;        ///< any byte of the colour
    std::int64_t max_iteration_delta = 0; ///< of escape indices; interior counts as the limit

    Difference &operator+=(const Difference &other) noexcept;
    /// True if every bit agrees.
    [[nodiscard]] bool none() const noexcept { return samples_differ == 0 && rgba_differ == 0; }
};

/// Compares two complete frames of equal size; throws InputError if the sizes differ.
/// `picture`, if given, becomes the difference picture: opaque black where all bits agree, bright
/// where not (white for a different escape index, red for z or colour alone).
Difference compare_frames(Frame &a, Frame &b, std::vector<std::uint32_t> *picture = nullptr);

/// A picture that two engines are to compute alike.
struct ComparisonJob {
    Location location;
    Size size;
    int samples = 1;                         ///< per pixel, 1 to kMaxSamples: all are compared
    Method method;                           ///< see comparison_method
    std::shared_ptr<const PaletteTable> lut; ///< of location.palette
    bool with_picture = false;               ///< of one sample a pixel alone
};

/// How the two did.
struct EngineComparison {
    Difference difference;
    std::vector<std::uint32_t> picture;   ///< see compare_frames; empty unless wanted
    std::array<double, 2> engine_ms = {}; ///< iterating and colouring
};

/// How the job's picture is to be iterated on both engines: see decide_method and traits_of_pair.
Method comparison_method(const ComparisonJob &job, const MethodChoice &choice, const Engine &left,
                         const Engine &right, std::shared_ptr<ReferenceCache> reference_cache);

/// Computes the same requests on both engines, one after the other and in bands, so that memory
/// does not grow with the picture, and compares them. `progress` is called from this thread with
/// the share done, 0 to 1. Nothing if `stop` became true. Throws as make_request and Engine.
std::optional<EngineComparison> compare_engines(Engine &left, Engine &right,
                                                const ComparisonJob &job,
                                                const std::atomic<bool> &stop,
                                                const std::function<void(double)> &progress);

} // namespace fathom
