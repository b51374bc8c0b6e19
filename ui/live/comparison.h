#pragma once
#include "render/jobs/compare.h"
#include "ui/window/gl_objects.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {
class Background;
class Frame;
} // namespace fathom

namespace fathom::ui {

/// The difference of two complete frames, computed away from the window's thread.
class Comparison {
  public:
    explicit Comparison(Background &background) : background_(background) {}

    /// Compares these frames in these colours, unless that is what was compared last.
    void compare(std::shared_ptr<Frame> left, std::shared_ptr<Frame> right,
                 std::uint64_t colour_generation);
    /// Forgets the result.
    void clear();
    /// Of the frames given last, once it is known.
    [[nodiscard]] const std::optional<Difference> &difference() const { return difference_; }
    /// The difference picture; null until it is known. On the OpenGL thread.
    [[nodiscard]] const GlTexture *picture() const { return difference_ ? &texture_ : nullptr; }

  private:
    struct Result {
        Difference difference;
        std::vector<std::uint32_t> picture;
    };
    void take(const Result &result, int width, int height);

    Background &background_;
    std::shared_ptr<Frame> left_, right_;
    std::uint64_t colour_generation_ = 0;
    std::uint64_t asked_ = 0; ///< counts the comparisons: only the newest result counts
    std::optional<Difference> difference_;
    GlTexture texture_;
};

} // namespace fathom::ui
