#pragma once
#include <atomic>
#include <cstdint>
#include <functional>

namespace fathom {

class Frame;

/// How many pixels of a picture that is shown agree with exact arithmetic, as far as is known.
struct CheckedPixels {
    int points = 0;   ///< pixels that were chosen
    int checked = 0;  ///< of them so far
    int equal = 0;    ///< of those: as exact arithmetic has them, see agree()
    int too_long = 0; ///< left out, because exact arithmetic would take them too long

    /// All but a pixel or two that hang on their last bit: 98 %.
    [[nodiscard]] bool good() const { return 100 * equal >= 98 * checked; }
    [[nodiscard]] bool finished() const { return checked + too_long == points; }
    friend bool operator==(const CheckedPixels &, const CheckedPixels &) = default;
};

/// What a check may take. Seconds are those of a usual processor by an estimate, so that the same
/// pixels are left out wherever the same picture is checked.
struct PixelCheckSpec {
    int points = 64;          ///< 1 to kMaxVerifiedPoints
    std::uint64_t seed = 1;   ///< of the choice, see random_pixels
    double pixel_seconds = 2; ///< for one pixel at most
    double seconds = 10;      ///< for all of them
};

/// Compares samples of a complete frame of a whole picture, as they are, with exact arithmetic
/// (ExactOrbit), one after another on this thread. `tell` is called from it after each. A pixel
/// that says that it escapes is iterated no further than that index; one that says that it does not
/// counts only if the limit is reached or the orbit repeats. Returns false if `stop` became true,
/// which is noticed within a step. Throws DeviceError as Frame::read_samples, std::bad_alloc.
bool check_pixels(Frame &frame, const PixelCheckSpec &spec, const std::atomic<bool> &stop,
                  const std::function<void(const CheckedPixels &)> &tell);

} // namespace fathom
