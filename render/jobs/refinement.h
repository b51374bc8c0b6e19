#pragma once
#include "render/engines/render_request.h"
#include "render/engines/supersample.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace fathom {

/// A complete picture with more samples where neighbours differ.
struct RefinedPicture {
    std::uint64_t tag = 0;           ///< of the picture's request
    int samples = 1;                 ///< taken at each of those pixels so far, the centre included
    bool finished = false;           ///< that is as many as were asked for
    std::vector<std::uint32_t> rgba; ///< all pixels, as Frame::read_rgba gives them
};

/// Whether two colours 0xAABBGGRR differ so much that the edge between them shows: some channel by
/// more than 12 of 255.
bool differ_visibly(std::uint32_t a, std::uint32_t b) noexcept;

/// The pixels of a picture of that size that differ visibly from one of their four neighbours,
/// rising. `rgba` holds width * height words.
std::vector<std::uint32_t> edge_pixels(std::span<const std::uint32_t> rgba, Size size);

/// The part of a picture that is refined, and in which steps.
struct RefinementPlan {
    int first_row = 0;
    int rows = kMaxSide;       ///< at most; with first_row whole blocks of the colour filter
    std::size_t batch = 65536; ///< points at a time, whole blocks: a movement of the window
                               ///< may have to wait for them
};

/// Anti-aliases a complete picture step by step: which points to sample, and what their colours
/// make of it. Each pass takes one more sample at every edge pixel, at sample_position() as an
/// export does, so that such a pixel gets the very colour that an export with as many samples gives
/// it. Nothing is computed here: an engine has to colour the points. Of dithered pictures the first
/// pass takes the pixels' middles again, in the fine colours that are mixed.
class Refinement {
  public:
    /// `request` is the picture's, with the colours that `rgba` has. `samples` 2 to kMaxSamples.
    Refinement(RenderRequest request, std::vector<std::uint32_t> rgba, int samples,
               const RefinementPlan &plan = {});

    /// The next points to colour; nothing when all are done. Its size is 1024 wide (or less, for
    /// few points), and the last row is filled up with the last point again. Where the colours are
    /// filtered, the points lie in the filter's blocks, as their pixels do.
    [[nodiscard]] std::optional<RenderRequest> next() const;
    /// Takes the colours of the points that next() has asked for, row by row. Returns whether that
    /// completes a pass.
    bool add(std::span<const std::uint32_t> colours);
    /// What all complete passes make of it.
    [[nodiscard]] std::shared_ptr<const RefinedPicture> picture() const;
    /// Gives the pixels that get samples their means, when all passes are complete: `light` is that
    /// of the rows that are refined, of as many samples, and `first_row` the first of them.
    void give_light(int first_row, Supersampler &light) const;
    /// The whole picture, where all samples of all pixels were taken elsewhere: `rgb` are the means
    /// of the rows that are refined, three bytes a pixel, and `first_row` is the first of them.
    [[nodiscard]] std::shared_ptr<const RefinedPicture>
    picture_of_means(int first_row, std::span<const std::uint8_t> rgb) const;
    /// Share of the samples that are taken, 0 to 1.
    [[nodiscard]] double progress() const noexcept;

    /// The pixels that get samples, as batches have them, row by row: those of the edges, where the
    /// colours are filtered with the rest of their blocks; what a block lacks at the picture's edge
    /// is the pixel before it again.
    [[nodiscard]] const std::vector<std::uint32_t> &pixels() const noexcept { return pixels_; }

  private:
    [[nodiscard]] bool in_blocks() const noexcept;
    [[nodiscard]] bool is_dithered() const noexcept;
    /// Takes a complete pass.
    void mix(std::span<const std::uint32_t> pass);
    /// The picture with the means that `mean_of(index)` of pixels() leads to, three bytes each.
    template <class MeanOf>
    [[nodiscard]] std::shared_ptr<RefinedPicture> picture_with(const MeanOf &mean_of) const;
    /// The means so far, three bytes for each of pixels().
    [[nodiscard]] std::vector<std::uint8_t> resolve() const;
    [[nodiscard]] std::size_t batch_size() const noexcept;
    /// Of the request for a batch.
    [[nodiscard]] Size batch_area() const noexcept;
    /// Calls `visit(index, at, length)` for points of the batch that lie side by side in it: so
    /// many from point `index` on, from place `at` on.
    template <class Visit> void for_each_run(Visit visit) const;
    /// Puts pixels() of whole blocks into the order in which a batch's rows have them.
    void list_by_rows();

    RenderRequest request_;
    std::vector<std::uint32_t> rgba_;
    int samples_;
    std::size_t batch_;
    std::vector<std::uint32_t> pixels_; ///< see pixels()
    Supersampler mean_;
    /// Complete passes. The picture itself is the first, unless it is dithered: means are of what
    /// is not.
    int taken_ = 0;
    std::vector<std::uint32_t> pass_; ///< colours of the present one so far
};

} // namespace fathom
