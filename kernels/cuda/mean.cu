#include "kernels/cuda/mean.h"

namespace fathom::kernels::cuda {
namespace {

constexpr unsigned kThreads = 256;

__device__ __forceinline__ std::size_t own_number() {
    return static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
}

unsigned blocks_of(std::size_t threads) {
    return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}
unsigned blocks_of(const MeanPlanes &planes) {
    const std::size_t pixels = static_cast<std::size_t>(planes.width) * planes.height;
    return blocks_of(pixels);
}

__device__ __forceinline__ bool is_there(const MeanPlanes &planes, std::size_t pixel) {
    return pixel < static_cast<std::size_t>(planes.width) * planes.height;
}

__global__ void __launch_bounds__(kThreads)
    add_kernel(const __grid_constant__ MeanPlanes planes, const std::uint32_t *words) {
    const std::size_t pixel = own_number();
    if (!is_there(planes, pixel))
        return;
    const std::uint32_t word = words[pixel];
    const std::uint32_t *light = planes.tables.light;
#pragma unroll
    for (int channel = 0; channel < 3; ++channel)
        planes.sums[3 * pixel + channel] += planes.packed ? light_of_packed(word, channel, light)
                                                          : light_of_word(word, channel, light);
}

__global__ void __launch_bounds__(kThreads)
    resolve_kernel(const __grid_constant__ MeanPlanes planes, std::uint8_t *rgb) {
    const std::size_t pixel = own_number();
    if (!is_there(planes, pixel))
        return;
    const std::uint32_t threshold =
        dither_threshold(planes.left + static_cast<int>(pixel % planes.width),
                         planes.top + static_cast<int>(pixel / planes.width));
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        const std::uint32_t mean = mean_of(planes.sums[3 * pixel + channel], planes.samples);
        rgb[3 * pixel + channel] =
            static_cast<std::uint8_t>(planes.packed ? dithered_byte(mean, threshold, planes.tables)
                                                    : planes.tables.byte[mean]);
    }
}

__global__ void __launch_bounds__(kThreads)
    resolve_sixteen_bits_kernel(const __grid_constant__ MeanPlanes planes, std::uint16_t *rgb) {
    const std::size_t pixel = own_number();
    if (!is_there(planes, pixel))
        return;
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        const std::uint32_t value =
            sixteen_bits(planes.sums[3 * pixel + channel], planes.samples, planes.tables);
        rgb[3 * pixel + channel] = static_cast<std::uint16_t>(value >> 8 | value << 8);
    }
}

constexpr std::uint32_t kBytesAThread = 4; // which it stores at once

__global__ void __launch_bounds__(kThreads)
    png_lines_kernel(const PngLines lines, const std::uint8_t *picture, std::uint8_t *to) {
    const std::size_t first = kBytesAThread * own_number();
    if (first >= lines.bytes())
        return;
    // Of 32 bits, by which a GPU divides faster.
    std::uint32_t line = static_cast<std::uint32_t>(first) / lines.line_bytes();
    std::uint32_t byte = static_cast<std::uint32_t>(first) % lines.line_bytes();
    std::uint32_t word = 0;
    std::uint32_t count = 0;
    for (; count < kBytesAThread && first + count < lines.bytes(); ++count) {
        word |= static_cast<std::uint32_t>(lines.at(line, byte, picture)) << (8 * count);
        if (++byte == lines.line_bytes()) {
            byte = 0;
            ++line;
        }
    }
    if (count == kBytesAThread)
        *reinterpret_cast<std::uint32_t *>(to + first) = word;
    else
        for (std::uint32_t i = 0; i < count; ++i)
            to[first + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

} // namespace

void launch_mean_add(const MeanPlanes &planes, const std::uint32_t *words, cudaStream_t stream) {
    add_kernel<<<blocks_of(planes), kThreads, 0, stream>>>(planes, words);
}

void launch_mean_resolve(const MeanPlanes &planes, std::uint8_t *rgb, cudaStream_t stream) {
    resolve_kernel<<<blocks_of(planes), kThreads, 0, stream>>>(planes, rgb);
}

void launch_mean_resolve_sixteen_bits(const MeanPlanes &planes, std::uint16_t *rgb,
                                      cudaStream_t stream) {
    resolve_sixteen_bits_kernel<<<blocks_of(planes), kThreads, 0, stream>>>(planes, rgb);
}

void launch_png_lines(const PngLines &lines, const std::uint8_t *picture, std::uint8_t *to,
                      cudaStream_t stream) {
    const std::size_t threads = (lines.bytes() + kBytesAThread - 1) / kBytesAThread;
    png_lines_kernel<<<blocks_of(threads), kThreads, 0, stream>>>(lines, picture, to);
}

} // namespace fathom::kernels::cuda
