#include "render/engines/supersample.h"

namespace fathom {

void Supersampler::reset(std::size_t pixels) {
    sums_.assign(3 * pixels, 0);
    samples_ = 0;
}

void Supersampler::add(std::span<const std::uint32_t> rgba) {
    add_part(0, rgba, false);
    count_sample();
}

void Supersampler::add_packed(std::span<const std::uint32_t> samples) {
    add_part(0, samples, true);
    count_sample();
}

void Supersampler::add_part(std::size_t first, std::span<const std::uint32_t> samples, bool packed,
                            std::uint32_t times) {
    const std::uint32_t *light = tables_.view().light;
    std::uint32_t *sums = sums_.data() + 3 * first;
    const auto add = [&](auto light_of) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            for (int channel = 0; channel < 3; ++channel)
                sums[3 * i + channel] += times * light_of(samples[i], channel);
    };
    if (packed)
        add([light](std::uint32_t word, int channel) {
            return kernels::light_of_packed(word, channel, light);
        });
    else
        add([light](std::uint32_t word, int channel) {
            return kernels::light_of_word(word, channel, light);
        });
}

void Supersampler::resolve(std::span<std::uint8_t> rgb) const {
    const std::uint8_t *bytes = tables_.view().byte;
    for (std::size_t at = 0; at < sums_.size(); ++at)
        rgb[at] = bytes[kernels::mean_of(sums_[at], samples_)];
}

void Supersampler::resolve_sixteen_bits(std::size_t first, std::span<std::uint8_t> rgb) const {
    const kernels::LightTables tables = tables_.view();
    const std::uint32_t *sums = sums_.data() + 3 * first;
    for (std::size_t at = 0; at < rgb.size() / 2; ++at) {
        const std::uint32_t value = kernels::sixteen_bits(sums[at], samples_, tables);
        rgb[2 * at] = static_cast<std::uint8_t>(value >> 8);
        rgb[2 * at + 1] = static_cast<std::uint8_t>(value);
    }
}

void Supersampler::light(std::span<float> red, std::span<float> green,
                         std::span<float> blue) const {
    const double whole = 65535.0 * samples_;
    for (std::size_t at = 0; at < red.size(); ++at) {
        red[at] = static_cast<float>(sums_[3 * at] / whole);
        green[at] = static_cast<float>(sums_[3 * at + 1] / whole);
        blue[at] = static_cast<float>(sums_[3 * at + 2] / whole);
    }
}

} // namespace fathom
