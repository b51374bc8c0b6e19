#include "render/images/srgb.h"

#include <algorithm>
#include <cmath>

namespace fathom {

double power(double x, int n) noexcept {
    double result = 1.0;
    for (int i = 0; i < n; ++i)
        result *= x;
    return result;
}

double root(double x, int n) noexcept {
    if (x <= 0.0)
        return 0.0;
    // Newton's method from above: the steps fall until rounding stops them.
    double y = std::max(1.0, x);
    for (;;) {
        const double next = y - (y - x / power(y, n - 1)) / n;
        if (!(next < y))
            return y;
        y = next;
    }
}

double linear_from_srgb(double v) noexcept {
    if (v <= 0.04045)
        return v / 12.92;
    const double x = (v + 0.055) / 1.055;
    return x * x * power(root(x, 5), 2); // x^2.4
}

double srgb_from_linear(double v) noexcept {
    if (v <= 0.0031308)
        return v * 12.92;
    return std::fma(1.055, power(root(v, 12), 5), -0.055); // v^(1/2.4)
}

std::array<std::uint32_t, 256> light_of_bytes() noexcept {
    std::array<std::uint32_t, 256> light{};
    for (std::size_t value = 0; value < light.size(); ++value)
        light[value] = static_cast<std::uint32_t>(
            std::floor(linear_from_srgb(static_cast<double>(value) / 255.0) * 65535.0 + 0.5));
    return light;
}

} // namespace fathom
