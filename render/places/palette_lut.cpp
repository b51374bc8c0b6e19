#include "render/places/palette.h"

#include "kernels/colour/fine_colour.h"
#include "render/images/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Only + - * / sqrt and fma, which IEEE 754 rounds the same everywhere, make up the numbers here.

namespace fathom {
namespace {

using Vec3 = std::array<double, 3>;
using Mat3 = std::array<Vec3, 3>;

Vec3 operator*(const Mat3 &m, const Vec3 &v) {
    Vec3 result{};
    for (std::size_t row = 0; row < 3; ++row) {
        result[row] = std::fma(m[row][0], v[0], std::fma(m[row][1], v[1], m[row][2] * v[2]));
    }
    return result;
}

// Linear sRGB to cone responses, their cube roots to OKLab, and back: the matrices that OKLab is
// defined by.
constexpr Mat3 kConesFromRgb = {{{0.4122214708, 0.5363325363, 0.0514459929},
                                 {0.2119034982, 0.6806995451, 0.1073969566},
                                 {0.0883024619, 0.2817188376, 0.6299787005}}};
constexpr Mat3 kLabFromRoots = {{{0.2104542553, 0.7936177850, -0.0040720468},
                                 {1.9779984951, -2.4285922050, 0.4505937099},
                                 {0.0259040371, 0.7827717662, -0.8086757660}}};
constexpr Mat3 kRootsFromLab = {{{1.0, 0.3963377774, 0.2158037573},
                                 {1.0, -0.1055613458, -0.0638541728},
                                 {1.0, -0.0894841775, -1.2914855480}}};
constexpr Mat3 kRgbFromCones = {{{4.0767416621, -3.3077115913, 0.2309699292},
                                 {-1.2684380046, 2.6097574011, -0.3413193965},
                                 {-0.0041960863, -0.7034186147, 1.7076147010}}};

Vec3 lab_from_light(const Vec3 &rgb) {
    Vec3 roots = kConesFromRgb * rgb;
    for (double &value : roots) {
        value = root(value, 3);
    }
    return kLabFromRoots * roots;
}

Vec3 light_from_lab(const Vec3 &lab) {
    Vec3 cones = kRootsFromLab * lab;
    for (double &value : cones) {
        value = power(value, 3);
    }
    return kRgbFromCones * cones;
}

/// A stop's place in the space that the palette blends in.
Vec3 from_stop(const Palette::Stop &stop, Palette::Blend blend) {
    const Vec3 rgb = {linear_from_srgb(stop.r / 255.0), linear_from_srgb(stop.g / 255.0),
                      linear_from_srgb(stop.b / 255.0)};
    return blend == Palette::Blend::oklab ? lab_from_light(rgb) : rgb;
}

/// Red, green and blue from 0 to 255, not rounded.
Vec3 to_levels(const Vec3 &place, Palette::Blend blend) {
    Vec3 levels = blend == Palette::Blend::oklab ? light_from_lab(place) : place;
    for (double &level : levels) {
        const double value = srgb_from_linear(std::clamp(level, 0.0, 1.0));
        level = std::clamp(value, 0.0, 1.0) * 255.0;
    }
    return levels;
}

std::uint32_t to_rgba(const Vec3 &levels) {
    std::uint32_t rgba = 0xff;
    for (std::size_t channel = 3; channel-- > 0;) {
        rgba = rgba << 8 | static_cast<std::uint32_t>(std::floor(levels[channel] + 0.5));
    }
    return rgba;
}

/// A stop as a point of the curve: the channels it is blended in, with their slopes.
struct Knot {
    double position = 0.0;
    Vec3 value{};
    Vec3 slope{};
};

/// The slope at a knot between intervals of lengths h0, h1 with mean slopes d0, d1: zero at a turn,
/// else their weighted harmonic mean, which keeps each piece monotone.
double monotone_slope(double h0, double d0, double h1, double d1) {
    if (d0 * d1 <= 0.0) {
        return 0.0;
    }
    const double w0 = 2.0 * h1 + h0;
    const double w1 = h1 + 2.0 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/// The stops once around the cycle, and the first again one turn later.
std::vector<Knot> make_knots(const Palette &palette) {
    const std::size_t count = palette.stops.size();
    std::vector<Knot> knots;
    for (const Palette::Stop &stop : palette.stops) {
        knots.push_back({stop.position, from_stop(stop, palette.blend), {}});
    }
    knots.push_back({knots[0].position + 1.0, knots[0].value, {}});
    for (std::size_t i = 0; i < count; ++i) {
        const Knot &before = knots[i == 0 ? count - 1 : i - 1];
        const Knot &after = knots[i + 1];
        Knot &at = knots[i];
        const double h0 = at.position - before.position + (i == 0 ? 1.0 : 0.0);
        const double h1 = after.position - at.position;
        for (std::size_t c = 0; c < 3; ++c) {
            at.slope[c] = monotone_slope(h0, (at.value[c] - before.value[c]) / h0, h1,
                                         (after.value[c] - at.value[c]) / h1);
        }
    }
    knots.back().slope = knots.front().slope;
    return knots;
}

/// The cubic between two knots with their values and slopes (Hermite's form), t from 0 to 1.
Vec3 between(const Knot &a, const Knot &b, double t) {
    const double h = b.position - a.position;
    const double u = 1.0 - t;
    Vec3 result{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double ends =
            u * u * (1.0 + 2.0 * t) * a.value[c] + t * t * (3.0 - 2.0 * t) * b.value[c];
        result[c] = ends + h * t * u * (u * a.slope[c] - t * b.slope[c]);
    }
    return result;
}

/// The curve's place at a phase in [0, 1).
Vec3 place_at(const std::vector<Knot> &knots, double phase) {
    phase += phase < knots.front().position ? 1.0 : 0.0;
    const auto next = std::find_if(knots.begin() + 1, knots.end() - 1,
                                   [&](const Knot &knot) { return knot.position > phase; });
    const Knot &a = *(next - 1);
    return between(a, *next, (phase - a.position) / (next->position - a.position));
}

/// The levels of `size` entries.
std::vector<Vec3> make_levels(const Palette &palette, int size) {
    const std::vector<Knot> knots = make_knots(palette);
    std::vector<Vec3> entries;
    entries.reserve(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i)
        entries.push_back(to_levels(place_at(knots, static_cast<double>(i) / size), palette.blend));
    return entries;
}

/// Where a palette between two has its stops: where they have theirs, and between these.
std::vector<double> positions_of_both(const Palette &from, const Palette &to) {
    constexpr std::size_t kMost = Palette::kMostStops;
    std::vector<double> own;
    for (const Palette *palette : {&from, &to})
        for (const Palette::Stop &stop : palette->stops)
            own.push_back(stop.position);
    if (own.size() > kMost)
        own.clear();
    std::vector<double> all = own;
    for (std::size_t more = 0, room = kMost - own.size(); more < room; ++more)
        all.push_back(static_cast<double>(more) / static_cast<double>(room));
    std::sort(all.begin(), all.end());
    std::vector<double> apart;
    for (const double position : all)
        if (apart.empty() || stops_apart(apart.back(), position))
            apart.push_back(position);
    while (!stops_apart(apart.back(), apart.front() + 1))
        apart.pop_back();
    return apart;
}

std::vector<std::uint32_t> bytes_of(const std::vector<Vec3> &entries) {
    std::vector<std::uint32_t> lut;
    lut.reserve(entries.size());
    for (const Vec3 &levels : entries) {
        lut.push_back(to_rgba(levels));
    }
    return lut;
}

/// Which of `size` entries hold a part of an edge: of what lies between two stops less than an
/// entry apart.
std::vector<bool> edges_of(const Palette &palette, int size) {
    std::vector<bool> edges(static_cast<std::size_t>(size));
    const std::size_t count = palette.stops.size();
    for (std::size_t i = 0; i < count && count > 1; ++i) {
        const double from = palette.stops[i].position * size;
        const double to = palette.stops[(i + 1) % count].position * size +
                          (i + 1 == count ? static_cast<double>(size) : 0.0);
        if (to - from < 1.0) {
            edges[static_cast<std::size_t>(from)] = true;
            edges[static_cast<std::size_t>(to) % edges.size()] = true;
        }
    }
    return edges;
}

std::vector<std::uint32_t> fine_of(const std::vector<Vec3> &entries,
                                   const std::vector<bool> &edges) {
    const auto fine_level = [](double level) {
        return static_cast<std::int32_t>(std::floor(level * kernels::kFineLevels + 0.5));
    };
    std::vector<std::uint32_t> fine;
    fine.reserve(3 * entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Vec3 &next = entries[(i + 1) % entries.size()];
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const std::int32_t level = fine_level(entries[i][channel]);
            fine.push_back(
                kernels::fine_entry(level, edges[i] ? 0 : fine_level(next[channel]) - level));
        }
    }
    return fine;
}

} // namespace

std::vector<std::uint32_t> make_lut(const Palette &palette, int size) {
    return bytes_of(make_levels(palette, size));
}

Palette palette_between(const Palette &from, const Palette &to, double share) {
    check_palette(from);
    check_palette(to);
    if (share <= 0 || from == to)
        return from;
    if (share >= 1)
        return to;
    const bool lab = from.blend == Palette::Blend::oklab || to.blend == Palette::Blend::oklab;
    const auto place = [lab](const std::vector<Knot> &knots, const Palette &palette, double phase) {
        const Vec3 at = place_at(knots, phase);
        return lab && palette.blend == Palette::Blend::linear_light ? lab_from_light(at) : at;
    };
    const std::vector<Knot> knots_from = make_knots(from);
    const std::vector<Knot> knots_to = make_knots(to);
    Palette mixed;
    mixed.blend = lab ? Palette::Blend::oklab : Palette::Blend::linear_light;
    for (const double phase : positions_of_both(from, to)) {
        Vec3 levels = place(knots_from, from, phase);
        const Vec3 end = place(knots_to, to, phase);
        for (std::size_t c = 0; c < 3; ++c)
            levels[c] = std::fma(end[c] - levels[c], share, levels[c]);
        const std::uint32_t rgba = to_rgba(to_levels(levels, mixed.blend));
        mixed.stops.push_back({phase, static_cast<std::uint8_t>(rgba & 0xff),
                               static_cast<std::uint8_t>(rgba >> 8 & 0xff),
                               static_cast<std::uint8_t>(rgba >> 16 & 0xff)});
    }
    return mixed;
}

PaletteTable::PaletteTable(const Palette &palette, int size) {
    const std::vector<Vec3> entries = make_levels(palette, size);
    colours_ = bytes_of(entries);
    fine_ = fine_of(entries, edges_of(palette, size));
}

PaletteTable::PaletteTable(std::vector<std::uint32_t> colours) : colours_(std::move(colours)) {
    fine_.reserve(3 * colours_.size());
    for (const std::uint32_t colour : colours_) {
        for (const int shift : {0, 8, 16}) {
            fine_.push_back(kernels::fine_entry(
                static_cast<std::int32_t>(colour >> shift & 255U) * kernels::kFineLevels, 0));
        }
    }
}

PaletteTable::PaletteTable(std::size_t entries, std::uint32_t colour)
    : PaletteTable(std::vector<std::uint32_t>(entries, colour)) {}

} // namespace fathom
