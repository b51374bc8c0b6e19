// Luma and colour differences against the matrix of BT.709 in exact fractions.
#include "kernels/colour/ycbcr_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fathom::ycbcr_test {

using kernels::YcbcrFrame;
using Number = std::int64_t;

struct Colour {
    std::uint32_t r = 0, g = 0, b = 0;
};

/// The whole number nearest to top / bottom, which is above 0; halves go up.
int nearest(Number top, Number bottom) {
    return static_cast<int>((2 * top + bottom) / (2 * bottom));
}

/// What a plane (0 luma, 1 Cb, 2 Cr) has where R, G and B, 0 to `white`, have these sums over
/// `pixels`.
int exact_level(int plane, const Colour &sums, int pixels, const YcbcrFrame &frame) {
    const Number unit = frame.bits == 8 ? 1 : 4;
    const Number white = frame.bits == 8 ? 255 : 65535;
    // 10,000 white pixels times the mean luma.
    const Number luma = Number{2126} * sums.r + Number{7152} * sums.g + Number{722} * sums.b;
    const Number whole = 10'000 * white * pixels;
    if (plane == 0)
        return nearest(unit * (16 * whole + 219 * luma), whole);
    const Number difference = 10'000 * Number{plane == 1 ? sums.b : sums.r} - luma;
    // 1.8556 and 1.5748 as fractions of 10,000.
    const Number scale = plane == 1 ? 18'556 : 15'748;
    return nearest(unit * (128 * whole * scale + 224 * 10'000 * difference), whole * scale);
}

/// A frame's bytes as the kernels read them.
std::vector<std::uint8_t> bytes_of(const std::vector<Colour> &picture, const YcbcrFrame &frame) {
    std::vector<std::uint8_t> bytes;
    for (const Colour &colour : picture)
        for (const std::uint32_t level : {colour.r, colour.g, colour.b}) {
            if (frame.bits != 8)
                bytes.push_back(static_cast<std::uint8_t>(level >> 8));
            bytes.push_back(static_cast<std::uint8_t>(level));
        }
    return bytes;
}

std::vector<int> planes_of(const std::vector<Colour> &picture, const YcbcrFrame &frame) {
    std::vector<std::uint8_t> bytes(frame.bytes());
    kernels::make_ycbcr(frame, bytes_of(picture, frame).data(), bytes.data());
    std::vector<int> levels;
    const std::size_t step = frame.bits == 8 ? 1 : 2;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        levels.push_back(step == 1 ? bytes[at] : bytes[at] | bytes[at + 1] << 8);
    return levels;
}

std::vector<int> exact_planes_of(const std::vector<Colour> &picture, const YcbcrFrame &frame) {
    const auto at = [&](int x, int y) { return picture[std::max(x, 0) + y * frame.width]; };
    std::vector<int> levels;
    for (const Colour &colour : picture)
        levels.push_back(exact_level(0, colour, 1, frame));
    const int rows = frame.quarter ? 2 : 1;
    for (int plane = 1; plane < 3; ++plane)
        for (int y = 0; y < frame.height; y += rows)
            for (int x = 0; x < frame.width; x += 2) {
                Colour sums;
                for (int row = y; row < y + rows; ++row)
                    for (const int column : {x - 1, x, x, x + 1}) {
                        sums.r += at(column, row).r;
                        sums.g += at(column, row).g;
                        sums.b += at(column, row).b;
                    }
                levels.push_back(exact_level(plane, sums, 4 * rows, frame));
            }
    return levels;
}

const std::vector<YcbcrFrame> &kinds() {
    static const std::vector<YcbcrFrame> all = {
        {0, 0, 8, true}, {0, 0, 8, false}, {0, 0, 10, true}, {0, 0, 10, false}};
    return all;
}

TEST(Ycbcr, HasTheStandardsNumbers) {
    struct Known {
        Colour colour; ///< of 8 bits
        int luma, cb, cr;
    };
    // BT.709's levels of 100 % bars.
    for (const Known &known : std::vector<Known>{{{0, 0, 0}, 16, 128, 128},
                                                 {{255, 255, 255}, 235, 128, 128},
                                                 {{255, 255, 0}, 219, 16, 138},
                                                 {{0, 255, 255}, 188, 154, 16},
                                                 {{0, 255, 0}, 173, 42, 26},
                                                 {{255, 0, 255}, 78, 214, 230},
                                                 {{255, 0, 0}, 63, 102, 240},
                                                 {{0, 0, 255}, 32, 240, 118}}) {
        const auto levels =
            planes_of(std::vector<Colour>(4, known.colour), YcbcrFrame{2, 2, 8, true});
        EXPECT_EQ(levels, (std::vector<int>{known.luma, known.luma, known.luma, known.luma,
                                            known.cb, known.cr}));
    }
}

TEST(Ycbcr, OfGreysIsGrey) {
    for (YcbcrFrame frame : kinds()) {
        frame.width = 256;
        frame.height = 256;
        std::vector<Colour> picture;
        const std::uint32_t step = frame.bits == 8 ? 0 : 1;
        for (std::uint32_t i = 0; i < 65'536; ++i) {
            const std::uint32_t grey = step == 0 ? i / 256 : i;
            picture.push_back({grey, grey, grey});
        }
        const auto levels = planes_of(picture, frame);
        EXPECT_TRUE(levels == exact_planes_of(picture, frame));
        const auto chroma = levels.begin() + static_cast<std::ptrdiff_t>(frame.luma_samples());
        EXPECT_TRUE(std::all_of(chroma, levels.end(),
                                [&](int level) { return level == 128 << (frame.bits - 8); }));
    }
}

TEST(Ycbcr, IsTheNearestToTheExactMatrix) {
    std::mt19937 random(5);
    for (YcbcrFrame frame : kinds())
        for (const auto &[width, height] :
             std::vector<std::pair<int, int>>{{2, 2}, {6, 4}, {34, 18}, {258, 10}, {774, 256}}) {
            frame.width = width;
            frame.height = height;
            const std::uint32_t white = frame.bits == 8 ? 255 : 65'535;
            std::uniform_int_distribution<std::uint32_t> level(0, white);
            std::vector<Colour> picture(frame.luma_samples());
            for (Colour &colour : picture) {
                colour = {level(random), level(random), level(random)};
                if (colour.r % 5 == 0) // corners of the cube, where sums are largest
                    colour = {colour.r % 2 * white, colour.g % 2 * white, colour.b % 2 * white};
            }
            EXPECT_TRUE(planes_of(picture, frame) == exact_planes_of(picture, frame))
                << width << ", " << frame.bits;
        }
}

} // namespace fathom::ycbcr_test
