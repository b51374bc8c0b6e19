#pragma once
#include "render/engines/sample_buffer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace fathom {

class Engine;
class Frame;
struct PerturbationData;

/// What an earlier frame has of a picture that is wanted with another limit: which orbits escape,
/// and how, does not depend on the limit. With the same limit all that is known stays.
struct KnownSamples {
    SampleBuffer samples; ///< pending where nothing is known
    std::uint64_t limit = 0;
    std::shared_ptr<const PerturbationData> perturbation; ///< they were computed by; or null
};

/// Iterates the frame and reads its samples. Nothing if `stop` became true; throws as
/// Frame::iterate.
std::optional<SampleBuffer> finished_samples(Frame &frame, const std::atomic<bool> &stop);

/// All of a request's samples, iterated for nothing else. Nothing if `stop` became true; throws as
/// Frame::iterate.
std::optional<SampleBuffer> samples_of(Engine &engine, const RenderRequest &request,
                                       const std::atomic<bool> &stop);

/// What `earlier`, which nobody works on and whose contents are samples, has of its picture. Throws
/// DeviceError if it cannot be read.
KnownSamples known_of(Frame &earlier);

/// What `earlier`, which nobody works on, has of the frame that `wanted` asks for. Nothing if that
/// is another picture, or the same with the same limit, or one that took hardly longer than copying
/// its samples. Throws DeviceError if they cannot be read.
std::optional<KnownSamples> known_samples(Frame &earlier, const RenderRequest &wanted);

/// Has `frame` begin with those of `samples`, iterated as it asks, that are not pending. Iterates
/// nothing itself. False if stopped; throws as Frame::begin_with.
bool begin_with_known(Frame &frame, SampleBuffer samples, const std::atomic<bool> &stop);

/// What need not be iterated again.
struct KeptSamples {
    std::size_t count = 0;
    std::uint64_t iterations = 0; ///< that they count for
};

/// Makes of `known` what a frame of `wanted` begins with: its samples as with that limit, pending
/// where they have to be iterated. `perturbation` is the one of that frame, or null.
KeptSamples adapt(KnownSamples &known, const RenderRequest &wanted,
                  const PerturbationData *perturbation);

} // namespace fathom
