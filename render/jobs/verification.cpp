#include "render/jobs/verification.h"

#include "render/base/thread_team.h"
#include "render/deep/exact_orbit.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/exact_plane.h"
#include "render/numbers/real.h"
#include "render/places/location.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

namespace fathom {
namespace {

using Points = std::vector<kernels::PixelPoint>;

/// What the engine makes of them; nothing if stopped.
std::optional<SampleBuffer> engine_samples(Engine &engine, const VerificationSpec &spec,
                                           const Points &points, const std::atomic<bool> &stop) {
    RenderRequest request = make_request(
        spec.location, spec.size, {0, 0, spec.size.width, spec.size.height}, {0, 0}, spec.method);
    request.size = {static_cast<int>(points.size()), 1};
    request.points = std::make_shared<const Points>(points);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (spec.first && !begin_with_certain(engine, *frame, spec.size, *spec.first, stop))
        return std::nullopt;
    return finished_samples(*frame, stop);
}

/// The exact escapes of all points, on threads of its own.
class ExactWork {
  public:
    ExactWork(const VerificationSpec &spec, const Points &points, long bits,
              const std::atomic<bool> &stop)
        : location_(spec.location), points_(points), stop_(stop), bits_(bits),
          plane_(spec.location.view, spec.size, bits_), escapes_(points.size()) {}

    /// Gives them, or nothing if stopped.
    std::optional<std::vector<ExactEscape>> run(int threads,
                                                const std::function<void(double)> &progress) {
        std::jthread manager([&] {
            // The caller's thread is left to show the progress.
            try {
                ThreadTeam team(threads);
                team.run([this] { work(); });
            } catch (...) {
                failure_ = std::current_exception();
            }
            const std::lock_guard lock(mutex_);
            finished_ = true;
            done_.notify_one();
        });
        report_until_finished(progress);
        manager.join();
        if (failure_)
            std::rethrow_exception(failure_);
        if (stop_)
            return std::nullopt;
        return std::move(escapes_);
    }

  private:
    void work() {
        const RealCacheGuard guard;
        const auto orbit =
            ExactOrbit::make({location_.formula, location_.bailout, plane_.reach(), bits_, 1});
        for (std::size_t at; (at = next_++) < points_.size() && !stop_;) {
            const auto escape =
                iterate_exactly(*orbit, plane_.re(points_[at]), plane_.im(points_[at]),
                                location_.bailout, location_.iterations, stop_);
            if (!escape)
                return;
            escapes_[at] = *escape;
            ++complete_;
        }
    }

    void report_until_finished(const std::function<void(double)> &progress) {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex_);
        while (!done_.wait_for(lock, 50ms, [this] { return finished_; }))
            if (progress)
                progress(static_cast<double>(complete_) / static_cast<double>(points_.size()));
    }

    const Location &location_;
    const Points &points_;
    const std::atomic<bool> &stop_;
    long bits_;
    ExactPlane plane_;
    std::vector<ExactEscape> escapes_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> complete_ = 0;
    std::exception_ptr failure_;
    std::mutex mutex_;
    std::condition_variable done_;
    bool finished_ = false;
};

/// Iterates those points again with more bits whose index is not the engine's, until two numbers
/// of bits agree on it: an index may hang on more of them than any rule foresees. False if stopped.
bool settle_differences(const VerificationSpec &spec, const Points &points,
                        const SampleBuffer &samples, const std::atomic<bool> &stop,
                        std::vector<ExactEscape> &exact) {
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < exact.size(); ++at)
        if (samples.index(at) != exact[at].n)
            open.push_back(at);
    const long bits = exact_bits(spec.location, spec.size.height);
    constexpr long kFirst = 128;
    constexpr long kMost = 1L << 14;
    for (long more = kFirst; !open.empty() && more <= kMost; more *= 2) {
        Points doubtful;
        for (const std::size_t at : open)
            doubtful.push_back(points[at]);
        const auto again = ExactWork(spec, doubtful, bits + more, stop).run(spec.threads, {});
        if (!again)
            return false;
        std::vector<std::size_t> changed;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if ((*again)[i].n != exact[open[i]].n)
                changed.push_back(open[i]);
            exact[open[i]] = (*again)[i];
        }
        open = std::move(changed);
    }
    return true;
}

/// What a smooth count lacks to n + 1.
double smooth_part(double zx, double zy, const Location &location) {
    const int power = kernels::formula_info(location.formula.id).power;
    return std::log(std::log(std::hypot(zx, zy)) / std::log(location.bailout)) / std::log(power);
}

/// How far the smooth counts of a sample and of what it should be lie apart; both escaped.
double smooth_difference(const SampleBuffer &samples, std::size_t at, const ExactEscape &truth,
                         const Location &location) {
    const std::uint64_t n = samples.index(at);
    const double whole =
        n >= truth.n ? static_cast<double>(n - truth.n) : -static_cast<double>(truth.n - n);
    const int exponent = static_cast<int>(truth.z.exponent);
    return std::fabs(whole - (smooth_part(samples.zx(at), samples.zy(at), location) -
                              smooth_part(std::ldexp(truth.z.x, exponent),
                                          std::ldexp(truth.z.y, exponent), location)));
}

double median(std::vector<double> &values) {
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Verification compare(const Location &location, const SampleBuffer &samples,
                     const std::vector<ExactEscape> &exact) {
    Verification result;
    result.points = exact.size();
    std::vector<double> smooth_errors;
    for (std::size_t at = 0; at < exact.size(); ++at) {
        const ExactEscape &truth = exact[at];
        const std::uint64_t n = samples.index(at);
        result.equal += agree(samples, at, truth, location) ? 1 : 0;
        const auto index = [&](std::uint64_t escape) {
            return escape == 0 ? std::uint64_t(location.iterations) : escape;
        };
        const std::uint64_t delta =
            std::max(index(n), index(truth.n)) - std::min(index(n), index(truth.n));
        result.max_iteration_delta = std::max(result.max_iteration_delta, delta);
        if (n != 0 && truth.n != 0)
            smooth_errors.push_back(smooth_difference(samples, at, truth, location));
    }
    result.median_smooth_error = median(smooth_errors);
    return result;
}

} // namespace

bool agree(const SampleBuffer &samples, std::size_t at, const ExactEscape &truth,
           const Location &location) {
    constexpr double kSameColour = 1.0 / 4;
    const std::uint64_t n = samples.index(at);
    if (n != truth.n)
        return false;
    if (n == 0)
        return true;
    if (!(smooth_difference(samples, at, truth, location) < kSameColour))
        return false;
    return !samples.has_gradient() ||
           std::max(std::fabs(samples.gx(at)), std::fabs(samples.gy(at))) < samples.largest();
}

Points random_pixels(Size size, int points, std::uint64_t seed) {
    // Not a distribution of the standard library's, which may differ from one to the next.
    std::mt19937_64 random(seed);
    const auto below = [&](int bound) {
        return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(bound));
    };
    Points chosen(static_cast<std::size_t>(points));
    for (kernels::PixelPoint &point : chosen) {
        point.x = 256 * below(size.width) + 128;
        point.y = 256 * below(size.height) + 128;
    }
    return chosen;
}

std::optional<Verification> verify(Engine &engine, const VerificationSpec &spec,
                                   const std::atomic<bool> &stop,
                                   const std::function<void(double)> &progress) {
    const Points points = random_pixels(spec.size, spec.points, spec.seed);
    const auto samples = engine_samples(engine, spec, points, stop);
    if (!samples)
        return std::nullopt;
    const long bits = exact_bits(spec.location, spec.size.height);
    auto exact = ExactWork(spec, points, bits, stop).run(spec.threads, progress);
    if (!exact || !settle_differences(spec, points, *samples, stop, *exact))
        return std::nullopt;
    return compare(spec.location, *samples, *exact);
}

} // namespace fathom
