#include "render/engines/palette_sums.h"

#include "kernels/colour/colour_filter.h"
#include "render/images/srgb.h"

#include <array>

namespace fathom {

std::vector<std::uint32_t> palette_sums(const std::vector<std::uint32_t> &lut) {
    static const auto light = light_of_bytes();
    std::vector<std::uint32_t> sums;
    if (lut.empty() || lut.size() > kernels::kMostFilteredEntries)
        return sums;
    sums.reserve(kernels::kSumWords * (2 * lut.size() + 1));
    std::array<std::uint32_t, kernels::kSumWords> sum = {};
    sums.insert(sums.end(), sum.begin(), sum.end());
    for (std::size_t place = 0; place < 2 * lut.size(); ++place) {
        const std::uint32_t colour = lut[place % lut.size()];
        for (std::size_t channel = 0; channel < 3; ++channel)
            sum[channel] += light[colour >> (8 * channel) & 0xffU];
        sums.insert(sums.end(), sum.begin(), sum.end());
    }
    return sums;
}

} // namespace fathom
