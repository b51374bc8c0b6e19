#pragma once
#include "render/engines/render_request.h"
#include "render/jobs/doubtful_pixels.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fathom {

class Engine;
class SampleBuffer;
struct ExactEscape;

/// Which pixels of which picture are to be checked.
struct VerificationSpec {
    const Location &location;
    Size size;
    Method method{};
    int points = 500;       ///< 1 to kMaxVerifiedPoints
    std::uint64_t seed = 1; ///< of the choice; the same seed chooses the same pixels anywhere
    int threads = 1;        ///< for the exact arithmetic, at least 1
    std::optional<FirstType> first{}; ///< see there; none: all are of the method's type
};

/// As many as a request's points fit one row of samples.
inline constexpr int kMaxVerifiedPoints = kMaxSide;

/// How an engine's samples differ from exact arithmetic at the same pixels.
struct Verification {
    std::uint64_t points = 0;
    std::uint64_t equal = 0;               ///< those that agree()
    std::uint64_t max_iteration_delta = 0; ///< of escape indices; interior counts as the limit
    /// Of the differences between the smooth counts n + 1 - log_p(log|z_n| / log bailout), p the
    /// formula's power, where both escaped; 0 where none did.
    double median_smooth_error = 0;
};

/// Whether sample `at` of `samples`, which have a z, is what exact arithmetic has: interior on both
/// sides, or the same escape index, smooth counts within 1/4 and, where it is tracked, a gradient
/// within the number type. The samples are of a picture of `location`.
bool agree(const SampleBuffer &samples, std::size_t at, const ExactEscape &truth,
           const Location &location);

/// The centres of random pixels of a picture; one may come twice. The same seed chooses the same
/// pixels anywhere.
std::vector<kernels::PixelPoint> random_pixels(Size size, int points, std::uint64_t seed);

/// Iterates random pixels of the location's picture on `engine` and, on all threads, with
/// ExactOrbit, and compares. `progress`, if given, is called with the share done, 0 to 1, from this
/// thread. Nothing if `stop` became true. Throws InputError as make_request, DeviceError as the
/// engine.
std::optional<Verification> verify(Engine &engine, const VerificationSpec &spec,
                                   const std::atomic<bool> &stop,
                                   const std::function<void(double)> &progress = {});

} // namespace fathom
