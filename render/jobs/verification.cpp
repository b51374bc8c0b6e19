#include "render/jobs/verification.h"

#include "render/base/thread_team.h"
#include "render/deep/exact_orbit.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
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

/// The centres of random pixels; one may come twice.
Points choose_points(const VerificationSpec &spec) {
    // Not a distribution of the standard library's, which may differ from one to the next.
    std::mt19937_64 random(spec.seed);
    const auto below = [&](int bound) {
        return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(bound));
    };
    Points points(static_cast<std::size_t>(spec.points));
    for (kernels::PixelPoint &point : points) {
        point.x = 256 * below(spec.size.width) + 128;
        point.y = 256 * below(spec.size.height) + 128;
    }
    return points;
}

/// What the engine makes of them; nothing if stopped.
std::optional<SampleBuffer> engine_samples(Engine &engine, const VerificationSpec &spec,
                                           const Points &points, const std::atomic<bool> &stop) {
    RenderRequest request = make_request(
        spec.location, spec.size, {0, 0, spec.size.width, spec.size.height}, {0, 0}, spec.method);
    request.size = {static_cast<int>(points.size()), 1};
    request.points = std::make_shared<const Points>(points);
    request.tracking = {};
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return std::nullopt;
    SampleBuffer samples;
    frame->read_samples(samples);
    return samples;
}

/// The plane as View describes it, in full precision.
class ExactPlane {
  public:
    ExactPlane(const View &view, Size size, long bits)
        : bits_(bits), size_(size), centre_re_(Real::of(view.re, bits)),
          centre_im_(Real::of(view.im, bits)), right_re_(bits), right_im_(bits), up_re_(bits),
          up_im_(bits) {
        Real spacing = Real::of(view.zoom, bits);
        mpfr_mul_si(spacing.get(), spacing.get(), size.height, MPFR_RNDN);
        mpfr_ui_div(spacing.get(), 4, spacing.get(), MPFR_RNDN);
        // Sine and cosine of a turn need no more bits than offsets of a picture can show.
        constexpr long kTurnBits = 192;
        Real angle(kTurnBits);
        Real sine(kTurnBits);
        Real cosine(kTurnBits);
        mpfr_const_pi(angle.get(), MPFR_RNDN);
        mpfr_mul_d(angle.get(), angle.get(), view.rotation_degrees, MPFR_RNDN);
        mpfr_div_ui(angle.get(), angle.get(), 180, MPFR_RNDN);
        mpfr_sin_cos(sine.get(), cosine.get(), angle.get(), MPFR_RNDN);
        mpfr_mul(right_re_.get(), spacing.get(), cosine.get(), MPFR_RNDN);
        mpfr_mul(right_im_.get(), spacing.get(), sine.get(), MPFR_RNDN);
        if (view.mirrored)
            mpfr_neg(spacing.get(), spacing.get(), MPFR_RNDN);
        mpfr_mul(up_im_.get(), spacing.get(), cosine.get(), MPFR_RNDN);
        mpfr_mul(up_re_.get(), spacing.get(), sine.get(), MPFR_RNDN);
        mpfr_neg(up_re_.get(), up_re_.get(), MPFR_RNDN);
        multiply(view.matrix, right_re_, right_im_);
        multiply(view.matrix, up_re_, up_im_);
    }

    [[nodiscard]] Real re(kernels::PixelPoint point) const {
        return place(point, centre_re_, right_re_, up_re_);
    }
    [[nodiscard]] Real im(kernels::PixelPoint point) const {
        return place(point, centre_im_, right_im_, up_im_);
    }
    /// A bound of |re + i im| of all points.
    [[nodiscard]] double reach() const {
        const double right = std::hypot(right_re_.to_double(), right_im_.to_double());
        const double up = std::hypot(up_re_.to_double(), up_im_.to_double());
        return std::hypot(centre_re_.to_double(), centre_im_.to_double()) + right * size_.width +
               up * size_.height + 1;
    }

  private:
    void multiply(const PlaneMatrix &matrix, Real &re, Real &im) const {
        const auto row = [&](double of_re, double of_im) {
            Real sum(bits_);
            Real term(bits_);
            mpfr_mul_d(sum.get(), re.get(), of_re, MPFR_RNDN);
            mpfr_mul_d(term.get(), im.get(), of_im, MPFR_RNDN);
            mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
            return sum;
        };
        Real product_re = row(matrix.a, matrix.b);
        im = row(matrix.c, matrix.d);
        re = std::move(product_re);
    }

    [[nodiscard]] Real place(kernels::PixelPoint point, const Real &centre, const Real &right,
                             const Real &up) const {
        Real offset(bits_);
        Real result(bits_);
        mpfr_mul_d(offset.get(), right.get(), point.x / 256.0 - 0.5 * size_.width, MPFR_RNDN);
        mpfr_add(result.get(), centre.get(), offset.get(), MPFR_RNDN);
        mpfr_mul_d(offset.get(), up.get(), 0.5 * size_.height - point.y / 256.0, MPFR_RNDN);
        mpfr_add(result.get(), result.get(), offset.get(), MPFR_RNDN);
        return result;
    }

    long bits_;
    Size size_;
    Real centre_re_, centre_im_;
    Real right_re_, right_im_, up_re_, up_im_;
};

/// The exact escapes of all points, on threads of its own.
class ExactWork {
  public:
    ExactWork(const VerificationSpec &spec, const Points &points, const std::atomic<bool> &stop)
        : location_(spec.location), points_(points), stop_(stop),
          bits_(exact_bits(spec.location, spec.size.height)),
          plane_(spec.location.view, spec.size, bits_ + kIntegerBits), escapes_(points.size()) {}

    /// Gives them, or nothing if stopped.
    std::optional<std::vector<ExactEscape>> run(int threads,
                                                const std::function<void(double)> &progress) {
        std::thread manager([&] {
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
    static constexpr long kIntegerBits = 40; ///< of places, beside the bits behind the point

    void work() {
        const RealCacheGuard guard;
        const auto orbit =
            ExactOrbit::make({location_.formula, location_.bailout, plane_.reach(), bits_});
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

/// What a smooth count lacks to n + 1.
double smooth_part(double zx, double zy, const Location &location) {
    const int power = kernels::formula_info(location.formula.id).power;
    return std::log(std::log(std::hypot(zx, zy)) / std::log(location.bailout)) / std::log(power);
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
        result.equal += n == truth.n;
        const auto index = [&](std::uint64_t escape) {
            return escape == 0 ? std::uint64_t(location.iterations) : escape;
        };
        const std::uint64_t delta =
            std::max(index(n), index(truth.n)) - std::min(index(n), index(truth.n));
        result.max_iteration_delta = std::max(result.max_iteration_delta, delta);
        if (n == 0 || truth.n == 0)
            continue;
        const double sign = n >= truth.n ? 1 : -1;
        const int exponent = static_cast<int>(truth.z.exponent);
        smooth_errors.push_back(
            std::fabs(sign * static_cast<double>(delta) -
                      (smooth_part(samples.zx(at), samples.zy(at), location) -
                       smooth_part(std::ldexp(truth.z.x, exponent), std::ldexp(truth.z.y, exponent),
                                   location))));
    }
    result.median_smooth_error = median(smooth_errors);
    return result;
}

} // namespace

std::optional<Verification> verify(Engine &engine, const VerificationSpec &spec,
                                   const std::atomic<bool> &stop,
                                   const std::function<void(double)> &progress) {
    const Points points = choose_points(spec);
    const auto samples = engine_samples(engine, spec, points, stop);
    if (!samples)
        return std::nullopt;
    const auto exact = ExactWork(spec, points, stop).run(spec.threads, progress);
    if (!exact)
        return std::nullopt;
    return compare(spec.location, *samples, *exact);
}

} // namespace fathom
