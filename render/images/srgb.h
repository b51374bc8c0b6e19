#pragma once
#include <array>
#include <cstdint>

namespace fathom {

/// x^n for n >= 0, by n multiplications.
double power(double x, int n) noexcept;
/// The n-th root of x >= 0 (0 for less), to about one unit in the last place. IEEE operations only,
/// so the same bits everywhere, which libm's pow and cbrt do not promise.
double root(double x, int n) noexcept;

/// The transfer curve of sRGB (IEC 61966-2-1) on [0, 1] and its inverse, by the same operations.
double linear_from_srgb(double v) noexcept;
double srgb_from_linear(double v) noexcept;

/// The linear light of each sRGB byte, 0 to 65535, rounded.
std::array<std::uint32_t, 256> light_of_bytes() noexcept;

} // namespace fathom
