#pragma once
#include "ui/live/engine_feed.h"

#include <memory>

namespace fathom::ui {

class Messages;
class Session;

/// How many samples a pixel at rest gets, and whether the picture has them.
class AntiAliasing {
  public:
    AntiAliasing(Messages &messages, const Session &session)
        : messages_(messages), session_(session) {}

    /// Samples at each pixel of an edge when the view rests; 1 is none.
    [[nodiscard]] int samples() const { return samples_; }
    void set_samples(int samples);
    /// The next number of kSampleChoices.
    void next_samples();

    /// Tells when the engine's picture has all its samples (`engine` may be null), and asks for
    /// them if the picture is `at_rest`.
    void refine(EngineFeed *engine, bool at_rest);

  private:
    Messages &messages_;
    const Session &session_;
    int samples_ = 4;
    std::shared_ptr<const RefinedPicture> last_; ///< that was seen; null: none of the present one
};

} // namespace fathom::ui
