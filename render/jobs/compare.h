#pragma once
#include <cstdint>
#include <vector>

namespace fathom {

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

} // namespace fathom
