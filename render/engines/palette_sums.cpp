#include "render/engines/palette_sums.h"

#include "kernels/colour/colour_filter.h"
#include "render/images/srgb.h"

namespace fathom {

std::vector<std::uint32_t> palette_sums(const std::vector<std::uint32_t> &lut) {
    static const auto kLight = light_of_bytes();
    std::vector<std::uint32_t> sums;
    if (lut.empty() || lut.size() > kernels::kMostFilteredEntries)
        return sums;
    sums.reserve(3 * (lut.size() + 1));
    for (int shift = 0; shift < 24; shift += 8) {
        std::uint32_t sum = 0;
        sums.push_back(sum);
        for (const std::uint32_t colour : lut)
            sums.push_back(sum += kLight[colour >> shift & 0xffU]);
    }
    return sums;
}

} // namespace fathom
