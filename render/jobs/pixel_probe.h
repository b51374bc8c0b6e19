#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <optional>

namespace fathom {

class Engine;

/// What one point does.
struct Probe {
    bool escaped = false;
    std::uint64_t iterations = 0; ///< escape index, or the limit
    double re = 0, im = 0;        ///< z after that many iterations
    double smooth = 0;            ///< smooth count, or the limit
    Precision precision = Precision::f64;
};

/// How the centre of `location` is to be iterated on an engine: see decide_method. A lone point has
/// no pixel spacing that could justify float, so without a precision in `choice` it is double, or
/// what the location's view needs where that is deeper.
Method probe_method(const Location &location, MethodChoice choice, const EngineTraits &engine,
                    std::shared_ptr<ReferenceCache> reference_cache = nullptr);

/// Iterates the centre of `location` on `engine`. The z of a point that did not escape is the plain
/// loop's, because samples do not keep it; in a perturbed type exact arithmetic's, where an orbit
/// that comes to a cycle is not followed further: z is then some point of the cycle. Throws
/// InputError as make_request. Nothing if `stop` became true meanwhile.
std::optional<Probe> probe(Engine &engine, const Location &location, const Method &method,
                           const std::atomic<bool> &stop);

} // namespace fathom
