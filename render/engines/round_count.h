#pragma once
#include <atomic>
#include <optional>

namespace fathom {

struct RenderRequest;
struct PerturbationData;

/// How many rounds a pixel of a picture by perturbation takes, a round being a jump, a step or a
/// period of the core: the mean of 64 pixels on a lattice. Nothing where they take more than some
/// 10^8, for types other than double, and if `stop` became true.
std::optional<double> rounds_a_pixel(const RenderRequest &request, const PerturbationData &data,
                                     const std::atomic<bool> &stop);

} // namespace fathom
