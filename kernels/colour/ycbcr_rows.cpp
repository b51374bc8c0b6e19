#include "kernels/colour/ycbcr_rows.h"

#include "kernels/base/cpu_features.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

constexpr int kPixels = 256; ///< that are gone through at a time; even

/// Pixels of a row, and the one before them, colour by colour: contiguous, for vectors.
struct Channels {
    std::uint32_t r[kPixels + 1], g[kPixels + 1], b[kPixels + 1];
};

template <class Level> struct Work {
    YcbcrFrame frame;
    const std::uint8_t *rgb;
    Level *luma, *cb, *cr;
};

template <class Level>
FATHOM_INLINE void read_pixels(const std::uint8_t *row, int first, int count,
                               Channels &to) noexcept {
    using Arithmetic = Ycbcr<Level>;
    const std::uint8_t *before = row + Arithmetic::kPixelBytes * std::max(first - 1, 0);
    to.r[0] = Arithmetic::channel(before, 0);
    to.g[0] = Arithmetic::channel(before, 1);
    to.b[0] = Arithmetic::channel(before, 2);
    const std::uint8_t *pixels = row + static_cast<std::ptrdiff_t>(Arithmetic::kPixelBytes) * first;
    for (int i = 0; i < count; ++i) {
        const std::uint8_t *pixel = pixels + Arithmetic::kPixelBytes * i;
        to.r[i + 1] = Arithmetic::channel(pixel, 0);
        to.g[i + 1] = Arithmetic::channel(pixel, 1);
        to.b[i + 1] = Arithmetic::channel(pixel, 2);
    }
}

/// Half as many sums of three as there are pixels, the middle one twice.
FATHOM_INLINE void sum_threes(const std::uint32_t *from, int count, std::uint32_t *sums) noexcept {
    for (int i = 0; i < count / 2; ++i)
        sums[i] += from[2 * i] + 2 * from[2 * i + 1] + from[2 * i + 2];
}

/// `Rows`: of which a colour difference is.
template <class Level, int Rows>
FATHOM_INLINE void make_part(const Work<Level> &work, int chroma_row, int first,
                             int count) noexcept {
    using Arithmetic = Ycbcr<Level>;
    constexpr int kWeight = 4 * Rows;
    Channels pixels;
    std::uint32_t r[kPixels / 2] = {}, g[kPixels / 2] = {}, b[kPixels / 2] = {};
    const auto width = static_cast<std::size_t>(work.frame.width);
    for (int i = 0; i < Rows; ++i) {
        const auto at = static_cast<std::size_t>(Rows * chroma_row + i) * width;
        read_pixels<Level>(work.rgb + at * Arithmetic::kPixelBytes, first, count, pixels);
        Level *const luma = work.luma + at + first;
        for (int x = 0; x < count; ++x)
            luma[x] = Arithmetic::luma(pixels.r[x + 1], pixels.g[x + 1], pixels.b[x + 1]);
        sum_threes(pixels.r, count, r);
        sum_threes(pixels.g, count, g);
        sum_threes(pixels.b, count, b);
    }
    const std::size_t at = (static_cast<std::size_t>(chroma_row) * width + first) / 2;
    Level *const cb = work.cb + at;
    Level *const cr = work.cr + at;
    for (int x = 0; x < count / 2; ++x)
        cb[x] = Arithmetic::template cb<kWeight>(r[x], g[x], b[x]);
    for (int x = 0; x < count / 2; ++x)
        cr[x] = Arithmetic::template cr<kWeight>(r[x], g[x], b[x]);
}

template <class Level> FATHOM_INLINE void run(const Work<Level> &work) noexcept {
    for (int row = 0; row < work.frame.chroma_height(); ++row)
        for (int first = 0; first < work.frame.width; first += kPixels) {
            const int count = std::min(kPixels, work.frame.width - first);
            if (work.frame.quarter)
                make_part<Level, 2>(work, row, first, count);
            else
                make_part<Level, 1>(work, row, first, count);
        }
}

#if defined(__x86_64__)
template <class Level>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void
run_avx512(const Work<Level> &work) noexcept {
    run(work);
}
#endif

template <class Level> void choose(const Work<Level> &work) noexcept {
#if defined(__x86_64__)
    if (cpu_has_avx512())
        return run_avx512(work);
#endif
    run(work);
}

template <class Level>
void make(const YcbcrFrame &frame, const std::uint8_t *rgb, std::uint8_t *planes) noexcept {
    auto *luma = reinterpret_cast<Level *>(planes);
    Level *cb = luma + frame.luma_samples();
    choose(Work<Level>{frame, rgb, luma, cb, cb + frame.chroma_samples()});
}

} // namespace

void make_ycbcr(const YcbcrFrame &frame, const std::uint8_t *rgb, std::uint8_t *planes) noexcept {
    if (frame.bits == 8)
        make<std::uint8_t>(frame, rgb, planes);
    else
        make<std::uint16_t>(frame, rgb, planes);
}

} // namespace fathom::kernels
