// What an eye would see of how frames are put together: seams between rings, and flicker from
// frame to frame. What looks for them is shown to find what is put in.
#include "render/engines/devices.h"
#include "render/film/zoom_leg.h"
#include "tests/support/frames_of_films.h"

#include <algorithm>
#include <numeric>

namespace fathom::film::film_seams_test {

constexpr int kFrames = 40;
/// Whose spread hides little: at fewer, frames are as rough as what is looked for.
constexpr int kSamples = 16;
constexpr int kChannels = 3;

struct Zoom {
    const char *name;
    Film film;
    double factor; ///< from frame to frame
};

/// Of dense places: an octave, ten, and forty, which is two levels of rings a frame.
std::vector<Zoom> zooms() {
    const auto seahorses = [](const char *from, const char *to) {
        return zoom("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139",
                    from, to, 3000);
    };
    const auto root = [](double whole) { return std::pow(whole, 1.0 / kFrames); };
    return {{"slow", seahorses("300", "600"), root(2)},
            {"deep", deep(), root(1e3)},
            {"fast", seahorses("30", "3e13"), root(1e12)}};
}

int channel_at(const Bytes &frame, int x, int y, int channel) {
    return frame[(static_cast<std::size_t>(y) * kFrame.width + x) * kChannels + channel];
}

using Shown = std::vector<Bytes>; ///< the frames of a film, from its first

Shown frames_of_film(const Zoom &zoom, Engine &engine) {
    std::vector<int> numbers(kFrames);
    std::iota(numbers.begin(), numbers.end(), 0);
    return frames_of(zoom.film, options_of(kSamples), engine, numbers);
}

Shown direct_frames(const Zoom &zoom, Engine &engine) {
    Shown frames;
    for (int number = 0; number < kFrames; ++number)
        frames.push_back(direct_frame(zoom.film, engine, number, kSamples));
    return frames;
}

/// The pixels of each frame that come from each of its rings and from finer ones, the finest last.
using RingPixels = std::vector<ZoomRings::Axes>;

std::vector<RingPixels> rings_in(const Zoom &zoom) {
    SharedFilm shared(zoom.film, options_of(kSamples));
    const ZoomRings &rings = shared.zoom_of(0)->rings();
    std::vector<RingPixels> all;
    for (int number = 0; number < kFrames; ++number) {
        const Decimal at = shared.path().at(number / 10.0).view.zoom;
        RingPixels &frame = all.emplace_back();
        for (const Ring &ring : rings.rings_of(rings.level_at(at)))
            frame.push_back(rings.axes_of(ring, at));
    }
    return all;
}

/// Pixels from the outline of `inside`: 1 beside it, 0 the first inside, and so on.
int outside_by(const ZoomRings::Axes &inside, int x, int y) {
    return std::max(
        {inside.x.begin - x, x - (inside.x.end - 1), inside.y.begin - y, y - (inside.y.end - 1)});
}

/// As if the ring of that place in its frame (0: the coarsest) were so many levels brighter.
void brighten(Shown &frames, const std::vector<RingPixels> &rings, std::size_t place, int levels) {
    for (std::size_t at = 0; at < frames.size(); ++at)
        for (int y = 0; y < kFrame.height; ++y)
            for (int x = 0; x < kFrame.width; ++x) {
                const bool of_finer =
                    place + 1 < rings[at].size() && outside_by(rings[at][place + 1], x, y) <= 0;
                if (of_finer || outside_by(rings[at][place], x, y) > 0)
                    continue;
                const std::size_t pixel = static_cast<std::size_t>(y) * kFrame.width + x;
                for (std::size_t channel = 0; channel < kChannels; ++channel) {
                    std::uint8_t &value = frames[at][pixel * kChannels + channel];
                    value = static_cast<std::uint8_t>(std::min(255, value + levels));
                }
            }
}

/// What is seen where the ring of a place meets the next one.
struct Seam {
    /// The mean difference of two neighbours across the border by that of neighbours beside it.
    double roughness = 0;
    /// By how many levels two pixels on the inner side are brighter than two on the outer side,
    /// more than in frames that are iterated by themselves.
    double step = 0;
};

/// Of the neighbours in a row or column that lie at (x, y) and one further by (dx, dy).
double difference(const Bytes &frame, int x, int y, int dx, int dy) {
    double sum = 0;
    for (int channel = 0; channel < kChannels; ++channel)
        sum +=
            std::abs(channel_at(frame, x, y, channel) - channel_at(frame, x + dx, y + dy, channel));
    return sum;
}

double roughness(const Shown &frames, const std::vector<RingPixels> &rings, std::size_t place) {
    double across = 0, beside = 0;
    for (std::size_t at = 0; at < frames.size(); ++at) {
        const ZoomRings::Axes &inside = rings[at][place + 1];
        // From the last pixel inside, (dx, dy) leads outside.
        const auto look = [&](int x, int y, int dx, int dy) {
            if (x + 2 * dx < 0 || x + 2 * dx >= kFrame.width || y + 2 * dy < 0 ||
                y + 2 * dy >= kFrame.height)
                return;
            across += difference(frames[at], x, y, dx, dy);
            beside += (difference(frames[at], x + dx, y + dy, dx, dy) +
                       difference(frames[at], x - dx, y - dy, dx, dy)) /
                      2;
        };
        for (int y = inside.y.begin; y < inside.y.end; ++y) {
            look(inside.x.begin, y, -1, 0);
            look(inside.x.end - 1, y, 1, 0);
        }
        for (int x = inside.x.begin; x < inside.x.end; ++x) {
            look(x, inside.y.begin, 0, -1);
            look(x, inside.y.end - 1, 0, 1);
        }
    }
    return across / beside;
}

double step(const Shown &frames, const Shown &direct, const std::vector<RingPixels> &rings,
            std::size_t place) {
    double sum[2] = {}, count[2] = {}; // outside, inside
    for (std::size_t at = 0; at < frames.size(); ++at)
        for (int y = 0; y < kFrame.height; ++y)
            for (int x = 0; x < kFrame.width; ++x) {
                const int by = outside_by(rings[at][place + 1], x, y);
                if (by > 2 || by <= -2)
                    continue;
                const std::size_t side = by <= 0 ? 1 : 0;
                count[side] += kChannels;
                for (int channel = 0; channel < kChannels; ++channel)
                    sum[side] += channel_at(frames[at], x, y, channel) -
                                 channel_at(direct[at], x, y, channel);
            }
    return sum[1] / count[1] - sum[0] / count[0];
}

Seam seam(const Shown &frames, const Shown &direct, const std::vector<RingPixels> &rings,
          std::size_t place) {
    return {roughness(frames, rings, place), step(frames, direct, rings, place)};
}

/// No eye finds it.
bool is_invisible(const Seam &seam) {
    return seam.roughness > 0.93 && seam.roughness < 1.07 && std::abs(seam.step) < 1;
}

/// The next frame, in which all is `factor` times as large about the middle, as far as this one
/// tells.
std::vector<double> grown(const Bytes &frame, double factor) {
    std::vector<double> result;
    const auto from = [factor](int at, int pixels) {
        return (at + 0.5 - pixels / 2.0) / factor + pixels / 2.0 - 0.5;
    };
    for (int y = 0; y < kFrame.height; ++y)
        for (int x = 0; x < kFrame.width; ++x) {
            const double left = from(x, kFrame.width), top = from(y, kFrame.height);
            const int x0 = std::clamp(static_cast<int>(left), 0, kFrame.width - 2);
            const int y0 = std::clamp(static_cast<int>(top), 0, kFrame.height - 2);
            for (int channel = 0; channel < kChannels; ++channel) {
                const auto row = [&](int y1) {
                    return std::lerp(static_cast<double>(channel_at(frame, x0, y1, channel)),
                                     static_cast<double>(channel_at(frame, x0 + 1, y1, channel)),
                                     left - x0);
                };
                result.push_back(std::lerp(row(y0), row(y0 + 1), top - y0));
            }
        }
    return result;
}

/// How brightness moves where nothing but the zoom does, in levels.
struct Flicker {
    double usual = 0;  ///< root mean square of what blocks of 9 x 9 pixels move from frame to frame
    double most = 0;   ///< of one block
    double frames = 0; ///< of a whole frame, at most
};

Flicker flicker(const Shown &frames, double factor) {
    constexpr int kBlock = 9;
    Flicker result;
    double squares = 0, count = 0;
    for (std::size_t at = 1; at < frames.size(); ++at) {
        const std::vector<double> expected = grown(frames[at - 1], factor);
        double frame = 0, blocks = 0;
        for (int top = 0; top < kFrame.height; top += kBlock)
            for (int left = 0; left + kBlock <= kFrame.width; left += kBlock) {
                double sum = 0;
                for (int y = top; y < top + kBlock; ++y)
                    for (int i = left * kChannels; i < (left + kBlock) * kChannels; ++i) {
                        const std::size_t byte =
                            static_cast<std::size_t>(y) * kFrame.width * kChannels + i;
                        sum += frames[at][byte] - expected[byte];
                    }
                const double moved = sum / (kBlock * kBlock * kChannels);
                squares += moved * moved;
                result.most = std::max(result.most, std::abs(moved));
                frame += moved;
                ++blocks;
            }
        count += blocks;
        result.frames = std::max(result.frames, std::abs(frame / blocks));
    }
    result.usual = std::sqrt(squares / count);
    return result;
}

/// It is no more than in frames that are iterated by themselves.
bool is_no_more(const Flicker &film, const Flicker &direct) {
    return film.usual < 1.1 * direct.usual && film.most < 1.25 * direct.most &&
           film.frames < 1.1 * direct.frames;
}

TEST(FilmSeams, NothingIsSeenOfRings) {
    const auto engine = make_engine("cpu");
    for (const Zoom &zoom : zooms()) {
        const Shown frames = frames_of_film(zoom, *engine);
        const Shown direct = direct_frames(zoom, *engine);
        const auto rings = rings_in(zoom);
        for (std::size_t place = 0; place + 1 < rings[0].size(); ++place) {
            const Seam found = seam(frames, direct, rings, place);
            EXPECT_TRUE(is_invisible(found))
                << zoom.name << ": the border of ring " << place << " has the roughness "
                << found.roughness << " and a step of " << found.step << " levels";
            // A ring that is off by three levels of 255 has one to either side.
            for (const std::size_t broken : {place, place + 1}) {
                Shown shifted = frames;
                brighten(shifted, rings, broken, 3);
                EXPECT_FALSE(is_invisible(seam(shifted, direct, rings, place)))
                    << zoom.name << ": ring " << broken;
            }
        }
        const Flicker of_direct = flicker(direct, zoom.factor);
        const Flicker of_film = flicker(frames, zoom.factor);
        EXPECT_TRUE(is_no_more(of_film, of_direct))
            << zoom.name << ": blocks move by " << of_film.usual << ", by " << of_film.most
            << " at most, and frames by " << of_film.frames << "; those of direct frames by "
            << of_direct.usual << ", " << of_direct.most << " and " << of_direct.frames;
        // Every other frame two levels brighter.
        Shown pulsing = frames;
        for (std::size_t at = 0; at < pulsing.size(); at += 2)
            for (std::uint8_t &value : pulsing[at])
                value = static_cast<std::uint8_t>(std::min(255, value + 2));
        EXPECT_FALSE(is_no_more(flicker(pulsing, zoom.factor), of_direct)) << zoom.name;
    }
}

// Whatever is found for each picture by itself stays what it was.
TEST(FilmSeams, AStillCameraSeesEveryFrameAlike) {
    const auto engine = make_engine("cpu");
    Film still = seahorse();
    still.keys[0].location.colour.mapping = kernels::ColourMapping::rank;
    still.keys[0].location.automatic_iterations = true;
    still.keys[0].location.automatic_colours = true;
    still.keys[1].location = still.keys[0].location;
    for (const int moments : {1, 3}) {
        FilmFramesOptions options = options_of(2);
        options.blur_frames = moments;
        std::vector<int> numbers(kFrames);
        std::iota(numbers.begin(), numbers.end(), 0);
        const auto frames = frames_of(still, options, *engine, numbers);
        for (std::size_t at = 1; at < frames.size(); ++at)
            ASSERT_TRUE(frames[at] == frames[0]) << moments << " moments, frame " << at;
    }
}

} // namespace fathom::film::film_seams_test
