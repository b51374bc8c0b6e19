#pragma once
#include "render/view.h"

#include <cstdint>
#include <string>

namespace fathom {

/// Everything that makes a picture what it is, apart from its size: where, how far to iterate, how
/// to colour. This is what files, the clipboard and exported pictures carry
/// (docs/location-format.md).
struct Location {
    View view;
    std::uint32_t iterations = 1000; ///< the limit
    double bailout = 256.0;          ///< |z| beyond which an orbit has escaped
    std::string palette = "dusk";    ///< its name, see palette.h
    double density = 0.02;           ///< palette cycles per iteration of the smooth count
    double offset = 0.0;             ///< palette cycles added to that

    /// Exactly the same picture.
    friend bool operator==(const Location &, const Location &) = default;
};

/// The ranges of a location's numbers; those of its view are in ViewLimits.
struct LocationLimits {
    static constexpr std::uint32_t kMaxIterations = 4'000'000'000;
    static constexpr double kMinBailout = 2.0;
    static constexpr double kMaxBailout = 1e9;
    static constexpr double kMinDensity = 1e-12;
    static constexpr double kMaxDensity = 1000.0;
    static constexpr double kMaxOffset = 1.0; ///< either way
};

/// Throws InputError that names the first value out of its range; such a location could not be read
/// back.
void check_location(const Location &location);

} // namespace fathom
