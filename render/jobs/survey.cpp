#include "render/jobs/survey.h"

#include "render/deep/reference_cache.h"
#include "render/engines/colour_params.h"
#include "render/engines/known_samples.h"
#include "render/engines/method_decision.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

using kernels::ColourMapping;
using kernels::kRankBins;

/// The base values of escaped samples at every `step`th place of every `step`th row.
template <class Real>
std::vector<double> base_values(const kernels::SamplePlanes<Real> &planes,
                                const kernels::ColourParams &wanted, int step) {
    const kernels::ColourParams params = kernels::possible(wanted, planes);
    std::vector<double> values;
    for (int y = 0; y < planes.height; y += step)
        for (int x = 0; x < planes.width; x += step) {
            const std::size_t at = static_cast<std::size_t>(y) * planes.width + x;
            if (kernels::index_at(planes, at) == kernels::kInterior ||
                kernels::is_pending(planes, at))
                continue;
            values.push_back(
                kernels::any_base_value(kernels::PlaneSample<Real>{planes, at}, params));
        }
    return values;
}

std::shared_ptr<const RankTable> rank_table(const std::vector<double> &values) {
    std::vector<double> positions;
    positions.reserve(values.size());
    for (const double value : values)
        positions.push_back(kernels::rank_position(kernels::not_negative(value)));
    RankTable table;
    table.shares.assign(kRankBins + 1, 0);
    if (positions.empty())
        return std::make_shared<const RankTable>(std::move(table));
    const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
    table.low = *low;
    table.scale = *high > *low ? kRankBins / (*high - *low) : 0;
    std::vector<std::uint32_t> counts(kRankBins, 0);
    for (const double position : positions) {
        const auto bin = static_cast<int>((position - table.low) * table.scale);
        ++counts[static_cast<std::size_t>(std::min(bin, kRankBins - 1))];
    }
    std::uint64_t below = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        below += counts[bin];
        table.shares[bin + 1] =
            static_cast<float>(static_cast<double>(below) / static_cast<double>(values.size()));
    }
    return std::make_shared<const RankTable>(std::move(table));
}

/// The value below which `share` of them lie.
double quantile(std::vector<double> &values, double share) {
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

/// The palette once from `low` on over `length`, which is above 0.
PaletteFit fit_from(double low, double length) noexcept {
    const double density =
        std::clamp(1 / length, LocationLimits::kMinDensity, LocationLimits::kMaxDensity);
    const double offset = -low * density;
    return {density, offset - std::floor(offset), low, true};
}

PaletteFit fit_palette(std::vector<double> values, const kernels::ColourParams &params) {
    if (params.mapping == ColourMapping::rank) {
        kernels::ColourScheme scheme;
        scheme.base = params.base;
        spread_over_ranks(scheme);
        return {scheme.density, scheme.offset, 0, true};
    }
    if (kernels::row_of(params.base).is_share && params.mapping == ColourMapping::linear)
        return {1, 0, 0, true};
    const PaletteFit present{params.density, params.offset, 0, false};
    if (values.empty())
        return present;
    for (double &value : values)
        value = kernels::mapped_value(value, params);
    const double low = quantile(values, 0.01);
    const double high = quantile(values, 0.99);
    if (!(high > low))
        return present;
    return fit_from(low, high - low);
}

} // namespace

PaletteFit blended(const kernels::ColourScheme &from, const PaletteFit &to, double share) noexcept {
    if (share >= 1 || !(from.density > 0))
        return to;
    const double middle = to.low + 0.5 / to.density;
    const double cycle = std::floor(std::fma(from.density, middle, from.offset));
    const double low = (cycle - from.offset) / from.density;
    const double length = std::pow(from.density, share - 1) * std::pow(to.density, -share);
    return fit_from(low + share * (to.low - low), length);
}

Survey make_survey(SampleBuffer &samples, const kernels::ColourScheme &scheme,
                   const RenderRequest &request) {
    constexpr double kMostSamples = 1 << 18;
    const double spare = static_cast<double>(samples.count()) / kMostSamples;
    const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(spare))));
    ColourSettings settings = request.colour;
    settings.scheme = scheme;
    settings.ranks = nullptr;
    const kernels::ColourParams params = colour_params(settings, request, {});
    std::vector<double> values = with_real(samples.precision(), [&]<class Real>() {
        return base_values(samples.planes<Real>(), params, step);
    });
    Survey survey;
    survey.ranks = rank_table(values);
    survey.fit = fit_palette(std::move(values), params);
    return survey;
}

Size survey_size(Size size) noexcept {
    constexpr int kLongest = 192; // enough for ranks, and quick
    const int longer = std::max(size.width, size.height);
    if (longer <= kLongest)
        return size;
    const auto side = [&](int pixels) {
        return static_cast<int>(
            std::max<std::int64_t>(1, std::int64_t{pixels} * kLongest / longer));
    };
    return {side(size.width), side(size.height)};
}

SurveyRequests survey_requests(const Location &location, Size size,
                               std::shared_ptr<ReferenceCache> reference_cache) {
    const Size small = survey_size(size);
    const Method method =
        decide_method(location, size, {.for_numbers = true}, {}, std::move(reference_cache));
    SurveyRequests requests{
        make_request(location, small, {0, 0, small.width, small.height}, {}, method),
        make_request(location, size, {0, 0, size.width, size.height}, {}, method)};
    requests.small.tracking.level = kernels::needs_of(location.colour.base).tracks();
    requests.small.tracking.interior = false;
    requests.small.colour.scheme = {};
    requests.small.colour.lut = std::make_shared<const PaletteTable>(1);
    requests.whole.colour.lut = requests.small.colour.lut;
    return requests;
}

std::optional<Survey> survey_location(Engine &engine, const Location &location, Size size,
                                      std::shared_ptr<ReferenceCache> reference_cache,
                                      const std::atomic<bool> &stop) {
    const SurveyRequests requests = survey_requests(location, size, std::move(reference_cache));
    auto samples = samples_of(engine, requests.small, stop);
    if (!samples)
        return std::nullopt;
    return make_survey(*samples, location.colour, requests.whole);
}

std::shared_ptr<const RankTable> needed_ranks(Engine &engine, const Location &location, Size size,
                                              std::shared_ptr<ReferenceCache> reference_cache,
                                              const std::atomic<bool> &stop) {
    if (location.colour.mapping != ColourMapping::rank)
        return nullptr;
    const std::optional<Survey> survey =
        survey_location(engine, location, size, std::move(reference_cache), stop);
    return survey ? survey->ranks : nullptr;
}

bool needs_fit(const Location &location) noexcept {
    return location.automatic_colours && location.colour.mapping != ColourMapping::rank;
}

} // namespace fathom
