#include "render/jobs/foreign_samples.h"

#include "kernels/base/elementary.h"
#include "kernels/colour/colour_scheme.h"
#include "kernels/formulas/formula_info.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/foreign_place_text.h"
#include "render/jobs/raw_channels.h"
#include "render/places/location.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace fathom {
namespace {

constexpr const char *kBiasKey = "IterationsBias";
constexpr std::uint32_t kInteriorWord = 0xffffffffU;

/// As Kalles Fraktaler reads it: a number, or a text where that would be too large for one.
std::uint64_t bias_of(const ExrHeader &header) {
    if (const auto number = header.numbers.find(kBiasKey); number != header.numbers.end())
        return static_cast<std::uint64_t>(std::max(0, number->second));
    std::uint64_t bias = kRawBias;
    if (const auto text = header.texts.find(kBiasKey); text != header.texts.end())
        std::from_chars(text->second.data(), text->second.data() + text->second.size(), bias);
    return bias;
}

/// The channels of some rows; those that the file lacks are 0.
struct Channels {
    explicit Channels(std::size_t count)
        : n(count), n_high(count), fraction(count), angle(count), distance_x(count),
          distance_y(count) {}

    std::vector<std::uint32_t> n, n_high;
    std::vector<float> fraction, angle, distance_x, distance_y;
};

/// What a program wrote there, or 0 for what is no number.
double finite(float value) {
    return std::isfinite(value) ? value : 0;
}

/// Writes z and its gradient of escaped samples.
class Maker {
  public:
    /// `right`, `up`: pixels that way for each 1 of DEX and DEY.
    Maker(const RenderRequest &request, const Channels &channels,
          const kernels::SamplePlanes<double> &planes, double right, double up)
        : map_(request.map), channels_(channels), planes_(planes), right_(right), up_(up),
          log2_bailout_(kernels::log2_positive(request.bailout)),
          log2_power_(kernels::log2_positive(
              static_cast<double>(kernels::formula_info(request.formula).power))),
          area_(std::fma(map_.right_re, map_.up_im, -map_.right_im * map_.up_re)) {}

    void make(std::size_t at) const {
        // NF = 1 - log(ln|z| / ln bailout) to the power as base.
        const double fraction = std::clamp(finite(channels_.fraction[at]), 0.0, 1.0);
        const double log2_size = log2_bailout_ * kernels::power_of_2((1 - fraction) * log2_power_);
        const double size = kernels::power_of_2(log2_size);
        constexpr double kTurn = 360;
        const auto [sine, cosine] =
            kernels::sine_cosine_degrees(kTurn * std::clamp(finite(channels_.angle[at]), 0.0, 1.0));
        planes_.zx[at] = size * cosine;
        planes_.zy[at] = size * sine;
        if (planes_.gx != nullptr)
            set_gradient(at, log2_size);
    }

  private:
    /// The gradient of ln|z| on the screen has the direction of the distance d and the length
    /// ln|z| / |d|.
    void set_gradient(std::size_t at, double log2_size) const {
        constexpr double kLn2 = 0.69314718055994531;
        const double x = right_ * finite(channels_.distance_x[at]);
        const double y = up_ * finite(channels_.distance_y[at]);
        const double squares = std::fma(x, x, y * y);
        if (!(squares > 0)) {
            planes_.gx[at] = planes_.gy[at] = 0;
            return;
        }
        const double for_a_unit = log2_size * kLn2 / (squares * area_);
        planes_.gx[at] = std::fma(x, map_.up_im, -y * map_.right_im) * for_a_unit;
        planes_.gy[at] = std::fma(y, map_.right_re, -x * map_.up_re) * for_a_unit;
    }

    const kernels::PixelMap &map_;
    const Channels &channels_;
    const kernels::SamplePlanes<double> &planes_;
    const double right_, up_;
    const double log2_bailout_, log2_power_;
    const double area_; ///< of a pixel, negative in a mirror
};

/// Pixels of the file for each 1 of its distances: Fraktaler-3's are in pixels of the picture's
/// nominal size, of which a file has more or fewer (cl-post.cl).
double pixels_for_each(const ExrHeader &header, std::string_view source) {
    const auto text = header.texts.find(kFraktalerKey);
    if (text == header.texts.end())
        return 1;
    TomlDocument place = TomlDocument::parse(text->second, source);
    constexpr std::int64_t kMost = 1 << 16;
    const auto factor = [&](const char *path) {
        return static_cast<double>(place.integer(path, 1, kMost, 1));
    };
    return factor("image.supersampling") / factor("image.subsampling");
}

/// The counts of pairs of rows, and what the distances say of where they fall.
class UpwardsVote {
  public:
    UpwardsVote(ExrReader &file, bool long_counts, bool fraction)
        : file_(file), width_(static_cast<std::size_t>(file.header().width)), rows_(2 * width_) {
        wanted_ = {{long_counts ? "N0" : "N", rows_.n},
                   {"DEX", rows_.distance_x},
                   {"DEY", rows_.distance_y}};
        if (long_counts)
            wanted_.push_back({"N1", rows_.n_high});
        if (fraction)
            wanted_.push_back({"NF", rows_.fraction});
    }

    /// Votes of the row `first` and the next: above 0 for upwards.
    std::int64_t of_rows(int first) {
        file_.read(first, wanted_);
        std::int64_t votes = 0;
        for (std::size_t at = 0; at < width_; ++at)
            votes += of_pair(at, at + width_);
        return votes;
    }

  private:
    std::int64_t of_pair(std::size_t above, std::size_t below) const {
        // Nearer than that to the set, counts of neighbours say nothing.
        constexpr float kLeastPixels = 4;
        const float y = rows_.distance_y[above];
        if (!(std::hypot(rows_.distance_x[above], y) >= kLeastPixels) || !escaped(above) ||
            !escaped(below))
            return 0;
        const double fall = count(below) - count(above);
        if (fall == 0 || y == 0)
            return 0;
        return (fall > 0) == (y > 0) ? 1 : -1;
    }
    [[nodiscard]] bool escaped(std::size_t at) const {
        const std::uint64_t n = rows_.n[at] | std::uint64_t{rows_.n_high[at]} << 32;
        return n != 0 && rows_.n[at] != kInteriorWord;
    }
    [[nodiscard]] double count(std::size_t at) const {
        return rows_.n_high[at] * 0x1p32 + rows_.n[at] + finite(rows_.fraction[at]);
    }

    ExrReader &file_;
    const std::size_t width_;
    Channels rows_;
    std::vector<ExrReader::Wanted> wanted_;
};

/// 1 where DEY points up the screen, -1 where it points down. Kalles Fraktaler's points up
/// (compute_de, whose rows go downwards), and so did that of Fraktaler-3, which divides by the
/// derivative along its rows; since it saves them from the bottom up (batch.cc), DEY points down
/// unless transform.vertical_flip is set. No file says which of these it is, but counts fall away
/// from the set.
double way_of_dey(ExrReader &file, bool long_counts, bool fraction) {
    constexpr int kPairs = 32;
    const int last = file.header().height - 2;
    UpwardsVote vote(file, long_counts, fraction);
    std::int64_t votes = 0;
    for (int pair = 0, row = -1; pair < kPairs; ++pair) {
        const auto next = static_cast<int>(std::int64_t{last} * pair / (kPairs - 1));
        if (next > row && next <= last)
            votes += vote.of_rows(row = next);
    }
    return votes < 0 ? -1 : 1;
}

} // namespace

std::optional<ForeignSamples> ForeignSamples::in(ExrReader &file, std::string_view source) {
    const ExrHeader &header = file.header();
    ForeignSamples samples;
    samples.long_counts_ = file.has("N0", ExrType::whole) && file.has("N1", ExrType::whole);
    if (!samples.long_counts_ && !file.has("N", ExrType::whole))
        return std::nullopt;
    samples.fraction_ = file.has_reals("NF");
    samples.angle_ = file.has_reals("T");
    samples.distance_ = file.has_reals("DEX") && file.has_reals("DEY");
    samples.bias_ = bias_of(header);
    // Kalles Fraktaler counts the steps after z_1 = c (its reference begins there).
    samples.before_ = header.texts.count(kKallesKey) > 0 && header.texts.count(kFraktalerKey) == 0;
    if (samples.distance_) {
        samples.pixels_ = pixels_for_each(header, source);
        samples.up_ = way_of_dey(file, samples.long_counts_, samples.fraction_);
    }
    return samples;
}

std::optional<std::string> ForeignSamples::lacks(const Location &location) const {
    using kernels::ColourBase;
    const kernels::ColourScheme &colour = location.colour;
    const kernels::ColourNeeds needs = kernels::needs_of(colour.base);
    if (needs.trap)
        return "distances to a trap";
    if (needs.atom)
        return "atom domains";
    if (colour.interior != kernels::InteriorColour::flat)
        return "values of the interior";
    if ((needs.gradient || colour.shade != kernels::ColourShade::none) && !distance_)
        return "distances (the channels DEX and DEY)";
    if (colour.base == ColourBase::angle && !angle_)
        return "final angles (the channel T)";
    if (colour.base == ColourBase::smooth && !fraction_)
        return "fractions of counts (the channel NF)";
    return std::nullopt;
}

void ForeignSamples::read(ExrReader &file, const RenderRequest &request, int first,
                          SampleBuffer &samples) const {
    Channels channels(samples.count());
    std::vector<ExrReader::Wanted> wanted = {{long_counts_ ? "N0" : "N", channels.n}};
    if (long_counts_)
        wanted.push_back({"N1", channels.n_high});
    if (fraction_)
        wanted.push_back({"NF", channels.fraction});
    if (angle_)
        wanted.push_back({"T", channels.angle});
    if (distance_ && samples.has_gradient()) {
        wanted.push_back({"DEX", channels.distance_x});
        wanted.push_back({"DEY", channels.distance_y});
    }
    file.read(first, wanted);
    const kernels::SamplePlanes<double> planes = samples.planes<double>();
    const Maker maker(request, channels, planes, pixels_, up_ * pixels_);
    // Both words of the interior are beyond that, less any bias.
    const std::uint64_t most =
        samples.counts_in_64_bits() ? kernels::kLargestIterationLimit : kernels::kMaxIterationLimit;
    for (std::size_t at = 0; at < samples.count(); ++at) {
        const std::uint64_t biased = channels.n[at] | std::uint64_t{channels.n_high[at]} << 32;
        const std::uint64_t n = biased + before_ - std::min(bias_, biased + before_);
        const bool inside = biased == 0 || n == kernels::kInterior || n > most;
        kernels::set_index(planes, at, inside ? kernels::kInterior : n);
        planes.zx[at] = planes.zy[at] = 0;
        if (planes.gx != nullptr)
            planes.gx[at] = planes.gy[at] = 0;
        if (planes.atom != nullptr) {
            planes.trap[at] = 0;
            planes.atom[at] = 0;
        }
        if (!inside)
            maker.make(at);
    }
}

} // namespace fathom
