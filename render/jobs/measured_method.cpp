#include "render/jobs/measured_method.h"

#include "render/deep/reference_cache.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

/// What is known of a type that was taken because of what it does for another one's doubtful
/// pixels: the others are certain.
Exactness after(const Exactness &before) {
    const BetterType &taken = before.tried.back();
    Exactness found;
    found.precision = taken.precision;
    // As if no more had been looked at than led to those that were tried.
    found.pixels =
        static_cast<int>(std::lround(1.0 * before.pixels * taken.tried / before.doubtful));
    found.doubtful = taken.beyond;
    found.trusted = found.share() < kMuchDoubt;
    return found;
}

bool makes_longer_orbit(Precision precision) {
    return precision == Precision::perturb_two_f64;
}

BetterTrials trials_for(const MeasuredPicture &picture, const Method &now) {
    BetterTrials trials;
    trials.samples = 1.0 * picture.size.width * picture.size.height * picture.samples;
    trials.most_seconds = kMostSecondsByNeed;
    if (!picture.may_change)
        return trials;
    for (const Precision type : better_types(picture.location.formula.id, now.precision)) {
        const bool longer = makes_longer_orbit(type);
        if (longer && !picture.may_remake_orbit)
            continue;
        trials.types.push_back(type);
        trials.caches.push_back(longer || !now.reference_cache
                                    ? std::make_shared<ReferenceCache>(picture.threads)
                                    : now.reference_cache);
    }
    return trials;
}

/// "about 3 %", "about 0.4 %".
std::string percent(const Exactness &found) {
    const double share = 100 * found.share();
    return share < 10 ? fmt::format("about {:.1f} %", share) : fmt::format("about {:.0f} %", share);
}

std::string duration(double seconds) {
    constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
    if (seconds < 2 * kHour)
        return fmt::format("{:.0f} minutes", std::max(1.0, seconds / kMinute));
    return seconds < 2 * kDay ? fmt::format("{:.0f} hours", seconds / kHour)
                              : fmt::format("{:.0f} days", seconds / kDay);
}

} // namespace

std::optional<MeasuredMethod> measured_method(Engine &engine, const MeasuredPicture &picture,
                                              const Method &method, const std::atomic<bool> &stop) {
    MeasuredMethod result{method, {}, {}, {}};
    for (;;) {
        const ExactnessSpec spec{picture.location, picture.size, result.method,
                                 trials_for(picture, result.method)};
        const auto found = measure_exactness(engine, spec, stop);
        if (!found)
            return std::nullopt;
        result.exactness = *found;
        if (found->tried.empty() || !found->tried.back().helps() ||
            found->tried.back().seconds > kMostSecondsByNeed)
            return result;
        if (can_be_first(result.method.precision, found->tried.back().precision))
            result.first = {result.method.precision, result.method.reference_cache};
        result.method.precision = found->tried.back().precision;
        result.method.reference_cache = spec.trials.caches[found->tried.size() - 1];
        result.left.push_back(*found);
        // Nothing is better than sums of two, and nothing slower to look at.
        if (is_two(result.method.precision)) {
            result.exactness = after(*found);
            return result;
        }
    }
}

std::string words_for_types_left(const MeasuredMethod &measured) {
    std::string words;
    const char *type = to_string(measured.method.precision);
    for (const Exactness &left : measured.left) {
        words += words.empty() ? "" : ", ";
        if (measured.first && measured.first->precision == left.precision)
            words += fmt::format("iterated in {} where {} does not tell: at {} of the pixels", type,
                                 to_string(left.precision), percent(left));
        else
            words += fmt::format("{} instead of {}, in which {} of the pixels would not be exact",
                                 to_string(left.tried.back().precision), to_string(left.precision),
                                 percent(left));
    }
    return words;
}

std::optional<Complaint> exactness_warning(const MeasuredMethod &measured) {
    const Exactness &found = measured.exactness;
    if (found.trusted)
        return std::nullopt;
    const char *type = to_string(found.precision);
    std::string what = fmt::format(
        "{} of the pixels are not exact in {}: {} of {} have an escape index that hangs on digits "
        "far below a pixel, which {} does not tell",
        percent(found), type, found.doubtful, found.pixels, type);
    for (const BetterType &better : found.tried)
        if (better.tried == 0)
            what += fmt::format("; trying {} would take too long or too much memory",
                                to_string(better.precision));
        else if (better.beyond > 0)
            what += fmt::format(", nor does {} {} of {} of these", to_string(better.precision),
                                better.beyond, better.tried);
    if (found.tried.empty() || !found.tried.back().helps())
        return Complaint(std::move(what));
    const BetterType &better = found.tried.back();
    const char *name = to_string(better.precision);
    what += std::isinf(better.seconds)
                ? fmt::format("; with these in {} the picture would take too long", name)
                : fmt::format("; with these in {} the picture would take about {}", name,
                              duration(better.seconds));
    return Complaint(std::move(what), {{Remedy::Kind::precision, name}});
}

} // namespace fathom
