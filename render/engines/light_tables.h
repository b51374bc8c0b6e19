#pragma once
#include "kernels/colour/sample_mean.h"

#include <array>
#include <cstdint>

namespace fathom {

/// How sRGB becomes light and light becomes sRGB: between two bytes light rises evenly.
class LightTables {
  public:
    LightTables();

    [[nodiscard]] kernels::LightTables view() const noexcept {
        return {light_.data(), byte_.data(), level_.data()};
    }

  private:
    std::array<std::uint32_t, kernels::kSampleLevels> light_{};
    std::array<std::uint8_t, 65536> byte_{};
    std::array<std::uint16_t, 65536> level_{};
};

} // namespace fathom
