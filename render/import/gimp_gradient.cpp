#include "render/base/printable.h"
#include "render/import/gradient.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

// GIMP's gradient file, app/core/gimpgradient.c of GIMP 2.10 being its description: segments with a
// middle, a blending function and the colour space to move through.

namespace fathom {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// How close before a sudden change the stop with the colour before it lies.
constexpr double kSudden = 1e-6;
/// More than fit into a text of 1 MiB.
constexpr std::int64_t kMostSegments = 100'000;

enum class Blending { linear, curved, sine, sphere_increasing, sphere_decreasing, step };
enum class Space { rgb, hsv_counter_clockwise, hsv_clockwise };

using Triple = std::array<double, 3>; ///< red, green, blue from 0 to 1

struct Segment {
    double left = 0, middle = 0, right = 0;
    Triple from{}, to{};
    Blending blending = Blending::linear;
    Space space = Space::rgb;
};

Triple hsv_of(const Triple &rgb) {
    const auto [low, high] = std::minmax({rgb[0], rgb[1], rgb[2]});
    const double range = high - low;
    if (range == 0)
        return {0, 0, high};
    double hue = 0;
    if (high == rgb[0])
        hue = (rgb[1] - rgb[2]) / range;
    else if (high == rgb[1])
        hue = 2 + (rgb[2] - rgb[0]) / range;
    else
        hue = 4 + (rgb[0] - rgb[1]) / range;
    return {hue < 0 ? hue / 6 + 1 : hue / 6, range / high, high};
}

Triple rgb_of(const Triple &hsv) {
    const auto channel = [&](double shift) {
        const double k = std::fmod(shift + hsv[0] * 6, 6);
        return hsv[2] - hsv[2] * hsv[1] * std::clamp(std::min(k, 4 - k), 0.0, 1.0);
    };
    return {channel(5), channel(3), channel(1)};
}

/// How far a colour is from the segment's left to its right one, 0 to 1, at a place in it.
double share_at(const Segment &segment, double place) {
    const double width = segment.right - segment.left;
    const double middle = (segment.middle - segment.left) / width;
    const double x = (place - segment.left) / width;
    const double bent = x <= middle ? (middle > 0 ? 0.5 * x / middle : 0)
                                    : 0.5 + (middle < 1 ? 0.5 * (x - middle) / (1 - middle) : 0.5);
    switch (segment.blending) {
    case Blending::curved:
        return middle > 0 && middle < 1 ? std::pow(x, std::log(0.5) / std::log(middle)) : bent;
    case Blending::sine:
        return (std::sin(kPi * (bent - 0.5)) + 1) / 2;
    case Blending::sphere_increasing:
        return std::sqrt(1 - (bent - 1) * (bent - 1));
    case Blending::sphere_decreasing:
        return 1 - std::sqrt(1 - bent * bent);
    case Blending::step:
        return x < middle ? 0 : 1;
    default:
        return bent;
    }
}

Triple mixed(const Triple &a, const Triple &b, double share) {
    return {a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share,
            a[2] + (b[2] - a[2]) * share};
}

Triple colour_at(const Segment &segment, double place) {
    const double share = std::clamp(share_at(segment, place), 0.0, 1.0);
    if (segment.space == Space::rgb)
        return mixed(segment.from, segment.to, share);
    Triple from = hsv_of(segment.from);
    Triple to = hsv_of(segment.to);
    if (segment.space == Space::hsv_counter_clockwise && to[0] <= from[0])
        to[0] += 1;
    if (segment.space == Space::hsv_clockwise && to[0] >= from[0])
        from[0] += 1;
    Triple hsv = mixed(from, to, share);
    hsv[0] -= std::floor(hsv[0]);
    return rgb_of(hsv);
}

/// Reads a gradient's text and makes its stops.
class Reader {
  public:
    Reader(std::string_view source, std::vector<std::string> &warnings)
        : source_(source), warnings_(warnings) {}

    Palette read(std::string_view text) {
        const std::vector<TextLine> lines = text_lines(text, source_);
        std::size_t at = 0;
        if (lines.empty() || lines[at].text != "GIMP Gradient")
            refuse_line(source_, 1, "a GIMP gradient must begin with GIMP Gradient");
        ++at;
        if (at < lines.size() && lines[at].text.starts_with("Name:"))
            ++at;
        const int last_line = lines.back().number;
        if (at == lines.size())
            refuse_line(source_, last_line, "the number of segments is missing");
        const auto count = read_whole(lines[at].text);
        if (!count || *count < 1 || *count > kMostSegments)
            refuse_line(source_, lines[at].number,
                        fmt::format("the number of segments must be 1 to {}, got {}", kMostSegments,
                                    in_quotes(lines[at].text)));
        if (lines.size() - at - 1 < static_cast<std::size_t>(*count))
            refuse_line(source_, last_line,
                        fmt::format("the text ends after {} of {} segments", lines.size() - at - 1,
                                    *count));
        for (std::int64_t i = 0; i < *count; ++i)
            segments_.push_back(read_segment(lines[++at]));
        check_ends(lines[at].number);
        if (alpha_)
            warnings_.push_back(fmt::format("{}: transparency was left out", source_));
        if (variable_)
            warnings_.push_back(fmt::format("{}: the foreground and background colours of GIMP "
                                            "were left out; the written ones are used",
                                            source_));
        if (stops_needed() <= static_cast<std::size_t>(Palette::kMostStops))
            return {"", stops()};
        warnings_.push_back(fmt::format("{}: its {} segments with their sudden changes were "
                                        "resampled at {} places",
                                        source_, segments_.size(), Palette::kMostStops));
        return {"", resampled()};
    }

  private:
    Segment read_segment(const TextLine &line) {
        constexpr int kNumbers = 13;
        std::array<double, kNumbers> n{};
        std::string_view rest = line.text;
        for (int i = 0; i < kNumbers; ++i) {
            const std::string_view word = take_word(rest);
            const auto number = read_double(word);
            if (!number || *number < 0 ||
                *number > (i < 11    ? 1
                           : i == 11 ? 5
                                     : 2) ||
                (i >= 11 && *number != std::floor(*number)))
                refuse_line(source_, line.number,
                            fmt::format("a segment has 11 numbers from 0 to 1, its blending 0 to 5 "
                                        "and its colour space 0 to 2, but the {}th is {}",
                                        i + 1, in_quotes(word)));
            n[static_cast<std::size_t>(i)] = *number;
        }
        const double before = segments_.empty() ? 0 : segments_.back().right;
        if (std::fabs(n[0] - before) > kSudden || !(n[0] <= n[1] && n[1] <= n[2] && n[0] < n[2]))
            refuse_line(source_, line.number,
                        fmt::format("a segment must begin at {}, where the one before it ends, and "
                                    "its middle and right follow",
                                    before));
        alpha_ = alpha_ || n[6] < 1 || n[10] < 1;
        for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
            variable_ = variable_ || word != "0";
        return {n[0],
                n[1],
                n[2],
                {n[3], n[4], n[5]},
                {n[7], n[8], n[9]},
                static_cast<Blending>(static_cast<int>(n[11])),
                static_cast<Space>(static_cast<int>(n[12]))};
    }

    void check_ends(int line) const {
        if (std::fabs(segments_.back().right - 1) > kSudden)
            refuse_line(source_, line, "the last segment must end at 1");
    }

    /// Whether the segment after the i-th, the first after the last one, begins with another
    /// colour.
    [[nodiscard]] bool sudden_after(std::size_t i) const {
        return segments_[(i + 1) % segments_.size()].from != segments_[i].to;
    }

    /// The stops without any inside of segments.
    [[nodiscard]] std::size_t stops_needed() const {
        std::size_t count = segments_.size();
        for (std::size_t i = 0; i < segments_.size(); ++i)
            count += sudden_after(i) ? 1 : 0;
        return count;
    }

    /// Stops at equal distances, as many as there may be. Each has the colour in the middle of its
    /// part: where it begins may be a border between two colours.
    [[nodiscard]] std::vector<Palette::Stop> resampled() const {
        std::vector<Palette::Stop> result;
        auto segment = segments_.begin();
        for (int i = 0; i < Palette::kMostStops; ++i) {
            const double start = static_cast<double>(i) / Palette::kMostStops;
            const double place = start + 0.5 / Palette::kMostStops;
            while (segment->right <= place && segment + 1 != segments_.end())
                ++segment;
            push(result, colour_at(*segment, std::clamp(place, segment->left, segment->right)),
                 start);
        }
        return result;
    }

    /// Places inside every segment, as many as there is room for, and one right before its end
    /// where the next begins with another colour; the whole is a cycle.
    [[nodiscard]] std::vector<Palette::Stop> stops() const {
        const auto count = static_cast<int>(segments_.size());
        const int inside = std::clamp((Palette::kMostStops - 2 * count) / count, 0, 15);
        std::vector<Palette::Stop> result;
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const Segment &segment = segments_[i];
            const double width = segment.right - segment.left;
            for (int k = 0; k <= inside; ++k)
                add(result, segment, segment.left + width * k / (inside + 1));
            if (sudden_after(i))
                add(result, segment, std::max(segment.right - kSudden, segment.left + width / 2));
        }
        return result;
    }

    static void add(std::vector<Palette::Stop> &stops, const Segment &segment, double place) {
        // a segment can be narrower than palettes allow
        if (place < 1 && (stops.empty() || (stops_apart(stops.back().position, place) &&
                                            stops_apart(place, stops.front().position + 1))))
            push(stops, colour_at(segment, place), place);
    }

    static void push(std::vector<Palette::Stop> &stops, const Triple &colour, double place) {
        const auto byte = [](double x) { return static_cast<std::uint8_t>(std::lround(255 * x)); };
        stops.push_back({place, byte(colour[0]), byte(colour[1]), byte(colour[2])});
    }

    std::string_view source_;
    std::vector<std::string> &warnings_;
    std::vector<Segment> segments_;
    bool alpha_ = false, variable_ = false;
};

} // namespace

Palette import_gimp_gradient(std::string_view text, std::string_view source,
                             std::vector<std::string> &warnings) {
    return Reader(source, warnings).read(text);
}

} // namespace fathom
