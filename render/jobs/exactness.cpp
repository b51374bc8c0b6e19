#include "render/jobs/exactness.h"

#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/doubtful_pixels.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <random>
#include <utility>

namespace fathom {
namespace {

using Points = std::vector<kernels::PixelPoint>;

constexpr int kFirst = 64;  // pixels
constexpr int kMore = 256;  // each time
constexpr int kMost = 1088; // of all
constexpr int kOneIn = 16;  // of the picture's at most
// Steps that a pixel may take in a look at the better type, and all of the look's together: enough
// for 16 such pixels, since a verdict by two or three would often be a wrong one.
constexpr std::uint64_t kMostSteps = 30'000'000, kMostTogether = 16 * kMostSteps;

/// Places that are the same wherever a picture of that size is measured, one after the other.
class FixedPlaces {
  public:
    explicit FixedPlaces(Size size) : size_(size) {}

    Points next(int count) {
        Points points(static_cast<std::size_t>(count));
        for (kernels::PixelPoint &point : points) {
            point.x = along(size_.width);
            point.y = along(size_.height);
        }
        return points;
    }

  private:
    // Not a distribution of the standard library's, which may differ from one to the next.
    std::int32_t along(int side) {
        return static_cast<std::int32_t>(256 * (random_() % static_cast<unsigned>(side)) + 128);
    }

    const Size size_;
    std::mt19937_64 random_{kFirst};
};

/// Escape indices of points, iterated as the picture is but for the map.
class PixelIndices {
  public:
    PixelIndices(Engine &engine, const ExactnessSpec &spec, const Method &method,
                 const std::atomic<bool> &stop)
        : engine_(engine), stop_(stop), size_(spec.size),
          request_(make_request(spec.location, size_, {0, 0, size_.width, size_.height}, {0, 0},
                                method)) {
        request_.tracking = {};
        request_.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    }

    struct Indices {
        std::vector<std::uint64_t> n; ///< 0: interior
        std::vector<bool> overflows;  ///< z where it escaped is beyond the type
        double ms = 0;                ///< of the iteration alone

        /// Of a point.
        [[nodiscard]] double seconds() const { return ms / 1000 / static_cast<double>(n.size()); }
    };
    /// Nothing if stopped.
    [[nodiscard]] std::optional<Indices> at(const Points &points, bool moved) const {
        RenderRequest request = request_;
        request.size = {static_cast<int>(points.size()), 1};
        request.points = std::make_shared<const Points>(points);
        if (moved)
            move_pixels(request.map, size_, request.precision);
        const auto frame = engine_.make_frame(request);
        if (!frame->iterate(stop_))
            return std::nullopt;
        SampleBuffer samples;
        frame->read_samples(samples);
        Indices indices;
        for (std::size_t i = 0; i < points.size(); ++i) {
            indices.n.push_back(samples.index(i));
            indices.overflows.push_back(
                std::max(std::fabs(samples.zx(i)), std::fabs(samples.zy(i))) >= samples.largest());
        }
        indices.ms = frame->times().iterate_ms;
        return indices;
    }

    struct Twice {
        Indices here, moved;
    };
    /// Nothing if stopped.
    [[nodiscard]] std::optional<Twice> twice(const Points &points) const {
        // Two frames beside each other take the time of one where they leave their device idle.
        const auto policy = engine_.frames_at_once() > 1
                                ? std::launch::async | std::launch::deferred
                                : std::launch::deferred;
        auto moving = std::async(policy, [&] { return at(points, true); });
        auto here = at(points, false);
        auto moved = here ? moving.get() : std::nullopt;
        if (!moved)
            return std::nullopt;
        return Twice{*std::move(here), *std::move(moved)};
    }

    [[nodiscard]] std::uint64_t steps(std::uint64_t n) const { return n == 0 ? request_.limit : n; }
    /// Whether a few pixels take about as long as many.
    [[nodiscard]] bool has_many_units() const {
        const auto engines = engine_.parts();
        return std::none_of(engines.begin(), engines.end(),
                            [](const Engine *engine) { return engine->uses_host_memory(); });
    }

  private:
    Engine &engine_;
    const std::atomic<bool> &stop_;
    const Size size_;
    RenderRequest request_;
};

/// Pixels, and the steps that they take.
struct Pixels {
    Points points;
    std::vector<std::uint64_t> steps;

    void add(kernels::PixelPoint point, std::uint64_t taken) {
        points.push_back(point);
        steps.push_back(taken);
    }
    void add(const Pixels &others) {
        points.insert(points.end(), others.points.begin(), others.points.end());
        steps.insert(steps.end(), others.steps.begin(), others.steps.end());
    }
    /// Those before one with more than kMostSteps, and before more than kMostTogether.
    [[nodiscard]] Points affordable() const {
        std::uint64_t sum = 0;
        std::size_t count = 0;
        while (count < steps.size() && steps[count] <= kMostSteps &&
               (sum += steps[count]) <= kMostTogether)
            ++count;
        return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count)};
    }
};

struct Look {
    Pixels all;         ///< each iterated once
    Pixels doubtful;    ///< those whose index is another one if they move, or that overflow: twice
    double seconds = 0; ///< of a pixel
};

/// Looks at points, the next ones each time.
class Looking {
  public:
    Looking(const PixelIndices &indices, Points points)
        : indices_(indices), points_(std::move(points)) {}

    [[nodiscard]] std::size_t left() const { return points_.size() - next_; }
    /// At so many, at most those that are left. All are iterated by the first call. Nothing if
    /// stopped.
    std::optional<Look> look(std::size_t count) {
        if (!found_ && !(found_ = indices_.twice(points_)))
            return std::nullopt;
        Look look;
        look.seconds = found_->here.seconds();
        for (const std::size_t end = next_ + count; next_ < end; ++next_) {
            const std::uint64_t here = found_->here.n[next_], moved = found_->moved.n[next_];
            look.all.add(points_[next_], indices_.steps(here));
            if (here != moved || found_->here.overflows[next_])
                look.doubtful.add(points_[next_], indices_.steps(here) + indices_.steps(moved));
        }
        return look;
    }

  private:
    const PixelIndices &indices_;
    const Points points_;
    std::optional<PixelIndices::Twice> found_;
    std::size_t next_ = 0;
};

/// Whether kLittleDoubt or kMuchDoubt of all pixels are doubtful.
class ShareTest {
  public:
    void add(int pixels, int doubtful) {
        evidence_ += doubtful * std::log(kMuchDoubt / kLittleDoubt) +
                     (pixels - doubtful) * std::log((1 - kMuchDoubt) / (1 - kLittleDoubt));
    }
    [[nodiscard]] bool clear() const {
        return evidence_ >= std::log((1 - kMissed) / kAlarm) ||
               evidence_ <= std::log(kMissed / (1 - kAlarm));
    }
    /// What it is rather.
    [[nodiscard]] bool is_little() const { return evidence_ <= 0; }

  private:
    static constexpr double kAlarm = 0.05;  ///< how often little may be called much
    static constexpr double kMissed = 0.01; ///< and much little
    double evidence_ = 0;                   ///< for much: the logarithm of the likelihoods' ratio
};

/// Looks at more and more pixels until the share of doubtful ones is clear, and enters that. The
/// first pixels and all doubtful ones; nothing if stopped.
std::optional<Look> look_at_picture(const PixelIndices &indices, Size size, Exactness &found) {
    const std::int64_t all = std::int64_t{size.width} * size.height;
    const int most = static_cast<int>(std::clamp<std::int64_t>(all / kOneIn, kFirst, kMost));
    FixedPlaces places(size);
    std::optional<Looking> looking;
    ShareTest test;
    Look result;
    do {
        const int count = std::min(found.pixels == 0 ? kFirst : kMore, most - found.pixels);
        if (!looking || looking->left() == 0)
            looking.emplace(indices, places.next(indices.has_many_units() ? most : count));
        const auto look = looking->look(static_cast<std::size_t>(count));
        if (!look)
            return std::nullopt;
        if (found.pixels == 0) {
            result.all = look->all;
            result.seconds = look->seconds;
        }
        result.doubtful.add(look->doubtful);
        found.pixels += count;
        found.doubtful += static_cast<int>(look->doubtful.points.size());
        test.add(count, static_cast<int>(look->doubtful.points.size()));
    } while (!test.clear() && found.pixels < most);
    found.trusted = test.is_little();
    return result;
}

/// Seconds of a pixel of the whole picture. Each of the points took `known`; nothing: they were not
/// iterated yet. Nothing if stopped.
std::optional<double> time_of_pixel(const PixelIndices &indices, Points points,
                                    std::optional<double> known, const BetterTrials &trials) {
    constexpr double kMost = 5;    // seconds of the next try, by this one
    constexpr double kGain = 0.75; // of a device that had idle units
    constexpr std::size_t kTimes = 4;
    constexpr std::size_t kMostPoints = 1U << 16;
    double least = std::numeric_limits<double>::infinity();
    if (points.empty())
        return least;
    for (;;) {
        if (!known) {
            const auto result = indices.at(points, false);
            if (!result)
                return std::nullopt;
            known = result->seconds();
        }
        const double seconds = *std::exchange(known, std::nullopt);
        const bool gains = seconds < kGain * least;
        least = std::min(least, seconds);
        const std::size_t count = kTimes * points.size();
        if (least * trials.samples <= trials.most_seconds || !gains ||
            seconds * static_cast<double>(count) > kMost || count > kMostPoints)
            return least;
        const Points once = points;
        for (std::size_t i = 1; i < kTimes; ++i)
            points.insert(points.end(), once.begin(), once.end());
    }
}

/// One type after the other.
class Trials {
  public:
    Trials(const PixelIndices &usual, const Look &picture, const BetterTrials &trials)
        : usual_(usual), picture_(picture), trials_(trials) {}

    /// Nothing if stopped.
    std::optional<BetterType> look_at_type(const PixelIndices &indices, Precision precision,
                                           const Exactness &found) const {
        BetterType type;
        type.precision = precision;
        const Points points = picture_.doubtful.affordable();
        if (points.empty())
            return type;
        const auto look = Looking(indices, points).look(points.size());
        if (!look)
            return std::nullopt;
        type.tried = static_cast<int>(points.size());
        type.beyond = static_cast<int>(look->doubtful.points.size());
        if (!type.helps())
            return type;
        const auto seconds =
            can_be_first(found.precision, precision)
                ? seconds_of_doubtful(indices, points, look->seconds, found.share())
                : time_of_pixel(indices, picture_.all.affordable(), std::nullopt, trials_);
        if (!seconds)
            return std::nullopt;
        type.seconds = *seconds * trials_.samples;
        return type;
    }

  private:
    /// Of a pixel, if all are iterated twice in the usual type, and the doubtful ones in that one,
    /// where each of `points` took so many.
    std::optional<double> seconds_of_doubtful(const PixelIndices &indices, const Points &points,
                                              double seconds, double share) const {
        const auto once =
            time_of_pixel(usual_, picture_.all.affordable(), picture_.seconds, trials_);
        BetterTrials doubtful = trials_;
        doubtful.samples *= share;
        const auto again = once ? time_of_pixel(indices, points, seconds, doubtful) : std::nullopt;
        return again ? std::optional(2 * *once + share * *again) : std::nullopt;
    }

    const PixelIndices &usual_;
    const Look &picture_;
    const BetterTrials &trials_;
};

} // namespace

std::vector<Precision> better_types(kernels::FormulaId formula, Precision precision) {
    switch (precision) {
    case Precision::f32:
    case Precision::two_f32:
        return {Precision::f64};
    case Precision::f64:
        if (can_be_perturbed(formula))
            return {Precision::perturb_f64, Precision::two_f64};
        return {Precision::two_f64};
    case Precision::perturb_f32:
        return {Precision::perturb_f64};
    case Precision::perturb_f32x:
    case Precision::perturb_two_f32:
        return {Precision::perturb_f64x};
    case Precision::perturb_f64:
    case Precision::perturb_f64x:
        return {Precision::perturb_two_f64};
    case Precision::two_f64:
    case Precision::perturb_two_f64:
        return {};
    }
    return {};
}

std::optional<Exactness> measure_exactness(Engine &engine, const ExactnessSpec &spec,
                                           const std::atomic<bool> &stop) {
    Exactness found;
    found.precision = spec.method.precision;
    const PixelIndices usual(engine, spec, spec.method, stop);
    const auto picture = look_at_picture(usual, spec.size, found);
    if (!picture)
        return std::nullopt;
    const Trials trials(usual, *picture, spec.trials);
    for (std::size_t i = 0; i < spec.trials.types.size() && !found.trusted; ++i) {
        Method better(spec.method);
        better.precision = spec.trials.types[i];
        better.reference_cache = spec.trials.caches[i];
        BetterType type;
        type.precision = better.precision;
        try {
            const auto tried = trials.look_at_type(PixelIndices(engine, spec, better, stop),
                                                   better.precision, found);
            if (!tried)
                return std::nullopt;
            type = *tried;
        } catch (const InputError &) { // its orbit, of twice the digits, does not fit into memory
        }
        found.tried.push_back(type);
        if (type.helps() && type.seconds <= spec.trials.most_seconds)
            break;
    }
    return found;
}

} // namespace fathom
