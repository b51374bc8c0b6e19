// Rows of pixels of a layer in vectors, bit by bit against one pixel after the other.
#include "kernels/colour/layer_rows.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fathom::kernels::layer_rows_test {

/// A layer whose lights are any, many of them as large as can be.
struct RandomLayer {
    RandomLayer(int across, int rows, std::mt19937 &random) : columns(across) {
        for (std::uint32_t &each : light)
            each = random() % 4 == 0 ? 65535 : random() % 65536;
        words.resize(static_cast<std::size_t>(across) * rows);
        std::generate(words.begin(), words.end(), [&] { return random(); });
        for (int channel = 0; channel < 3; ++channel)
            for (const std::uint32_t word : words)
                lights[channel].push_back(
                    static_cast<std::uint16_t>(light_of_word(word, channel, light.data())));
    }

    const int columns;
    std::array<std::uint32_t, kSampleLevels> light{};
    std::vector<std::uint32_t> words;
    std::vector<std::uint16_t> lights[3];
};

std::vector<std::uint32_t> row_of(RandomLayer &layer, const CellAxis &x, const CellAxis &y,
                                  int row) {
    std::vector<std::int32_t> edges;
    for (int pixel = x.begin; pixel <= x.end; ++pixel)
        edges.push_back(edge_of(x, pixel));
    CoveredPixels pixels;
    for (int channel = 0; channel < 3; ++channel)
        pixels.lights.channels[channel] = layer.lights[channel].data();
    pixels.row = layer.columns;
    pixels.top = edge_of(y, row);
    pixels.bottom = edge_of(y, row + 1);
    pixels.edges = edges.data();
    pixels.count = x.end - x.begin;
    std::vector<std::uint32_t> light(3 * static_cast<std::size_t>(pixels.count));
    find_covered_light(pixels, light.data());
    return light;
}

TEST(LayerRows, HaveTheBitsOfPixels) {
    std::mt19937 random(11);
    constexpr std::int64_t kCell = std::int64_t{1} << 32;
    // Pixels of a whole cell, of a little more, of many; some layers end in a pixel.
    for (const double side : {1.0, 1.0000001, 1.4142135623730951, 2.0, 3.7, 59.99, 60.0}) {
        const int pixels = side < 10 ? 150 : 3; // more than are gone through at a time
        RandomLayer layer(static_cast<int>(side * pixels) + 1, static_cast<int>(3 * side) + 2,
                          random);
        CellAxis x{0, static_cast<std::int64_t>(side * kCell), layer.columns, 0, pixels};
        CellAxis y = x;
        x.first = side == 2.0 ? 0 : static_cast<std::int64_t>(random() % kCell);
        y.first = static_cast<std::int64_t>(random() % kCell);
        y.cells = static_cast<std::int32_t>(layer.words.size()) / layer.columns;
        x.begin = 1;
        for (int row = 0; row < 3; ++row) {
            const auto found = row_of(layer, x, y, row);
            for (int column = x.begin; column < x.end; ++column) {
                std::uint32_t sums[3] = {};
                add_covered_light({layer.words.data(), x, y}, column, row, false,
                                  layer.light.data(), sums);
                for (int channel = 0; channel < 3; ++channel)
                    ASSERT_EQ(found[3 * static_cast<std::size_t>(column - x.begin) + channel],
                              sums[channel])
                        << side << ": " << column << ", " << row;
            }
        }
    }
}

} // namespace fathom::kernels::layer_rows_test
