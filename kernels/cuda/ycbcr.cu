#include "kernels/cuda/ycbcr.h"

namespace fathom::kernels::cuda {
namespace {

constexpr unsigned kColumns = 32;
constexpr unsigned kRows = 8;

/// A thread has a colour difference and the pixels that it is of, in `Rows` rows.
template <class Level, int Rows>
__global__ void __launch_bounds__(kColumns *kRows)
    ycbcr_kernel(const __grid_constant__ YcbcrFrame frame, const std::uint8_t *rgb, Level *luma) {
    using Arithmetic = Ycbcr<Level>;
    constexpr int kWeight = 4 * Rows;
    const int column = static_cast<int>(blockIdx.x * kColumns + threadIdx.x);
    const int row = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
    if (column >= frame.chroma_width() || row >= frame.chroma_height())
        return;
    std::uint32_t sums[3] = {};
#pragma unroll
    for (int i = 0; i < Rows; ++i) {
        const std::size_t at = static_cast<std::size_t>(Rows * row + i) * frame.width + 2 * column;
        const std::uint8_t *left = rgb + at * Arithmetic::kPixelBytes;
        const std::uint8_t *right = left + Arithmetic::kPixelBytes;
        const std::uint8_t *before = column == 0 ? left : left - Arithmetic::kPixelBytes;
        std::uint32_t of_left[3], of_right[3];
#pragma unroll
        for (int channel = 0; channel < 3; ++channel) {
            of_left[channel] = Arithmetic::channel(left, channel);
            of_right[channel] = Arithmetic::channel(right, channel);
            sums[channel] +=
                Arithmetic::channel(before, channel) + 2 * of_left[channel] + of_right[channel];
        }
        luma[at] = Arithmetic::luma(of_left[0], of_left[1], of_left[2]);
        luma[at + 1] = Arithmetic::luma(of_right[0], of_right[1], of_right[2]);
    }
    Level *cb = luma + frame.luma_samples();
    Level *cr = cb + frame.chroma_samples();
    const std::size_t at = static_cast<std::size_t>(row) * frame.chroma_width() + column;
    cb[at] = Arithmetic::template cb<kWeight>(sums[0], sums[1], sums[2]);
    cr[at] = Arithmetic::template cr<kWeight>(sums[0], sums[1], sums[2]);
}

template <class Level>
void launch(const YcbcrFrame &frame, const std::uint8_t *rgb, Level *planes, cudaStream_t stream) {
    const dim3 threads(kColumns, kRows);
    const dim3 blocks((static_cast<unsigned>(frame.chroma_width()) + kColumns - 1) / kColumns,
                      (static_cast<unsigned>(frame.chroma_height()) + kRows - 1) / kRows);
    if (frame.quarter)
        ycbcr_kernel<Level, 2><<<blocks, threads, 0, stream>>>(frame, rgb, planes);
    else
        ycbcr_kernel<Level, 1><<<blocks, threads, 0, stream>>>(frame, rgb, planes);
}

} // namespace

void launch_ycbcr(const YcbcrFrame &frame, const std::uint8_t *rgb, std::uint8_t *planes,
                  cudaStream_t stream) {
    if (frame.bits == 8)
        launch(frame, rgb, planes, stream);
    else
        launch(frame, rgb, reinterpret_cast<std::uint16_t *>(planes), stream);
}

} // namespace fathom::kernels::cuda
