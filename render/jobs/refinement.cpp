#include "render/jobs/refinement.h"

#include "kernels/colour/colour_filter.h"
#include "kernels/colour/fine_colour.h"
#include "render/jobs/export.h"

#include <algorithm>
#include <cstdlib>

namespace fathom {
namespace {

constexpr int kVisible = 12;
constexpr std::size_t kRow = 1024;
constexpr std::size_t kSide = kernels::kFilterBlock;
constexpr std::size_t kOfBlock = kSide * kSide;

/// The blocks of the filter that hold any of the pixels, which rise: all of their pixels, block by
/// block and row by row. What would lie outside of the picture is the pixel before it, beside which
/// the others look as if nothing were there.
std::vector<std::uint32_t> with_their_blocks(const std::vector<std::uint32_t> &pixels, Size size) {
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    const std::size_t across = (width + kSide - 1) / kSide;
    std::vector<bool> wanted(across * ((height + kSide - 1) / kSide));
    for (const std::uint32_t at : pixels)
        wanted[at / width / kSide * across + at % width / kSide] = true;
    std::vector<std::uint32_t> result;
    for (std::size_t block = 0; block < wanted.size(); ++block)
        for (std::size_t of_block = 0; wanted[block] && of_block < kOfBlock; ++of_block) {
            const std::size_t x = block % across * kSide + of_block % kSide;
            const std::size_t y = block / across * kSide + of_block / kSide;
            result.push_back(static_cast<std::uint32_t>(std::min(y, height - 1) * width +
                                                        std::min(x, width - 1)));
        }
    return result;
}

} // namespace

bool differ_visibly(std::uint32_t a, std::uint32_t b) noexcept {
    for (int shift = 0; shift < 24; shift += 8)
        if (std::abs(static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff)) >
            kVisible)
            return true;
    return false;
}

std::vector<std::uint32_t> edge_pixels(std::span<const std::uint32_t> rgba, Size size) {
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    std::vector<bool> edge(width * height);
    const auto mark = [&](std::size_t a, std::size_t b) {
        if (differ_visibly(rgba[a], rgba[b]))
            edge[a] = edge[b] = true;
    };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t at = y * width + x;
            if (x + 1 < width)
                mark(at, at + 1);
            if (y + 1 < height)
                mark(at, at + width);
        }
    std::vector<std::uint32_t> pixels;
    for (std::size_t at = 0; at < edge.size(); ++at)
        if (edge[at])
            pixels.push_back(static_cast<std::uint32_t>(at));
    return pixels;
}

Refinement::Refinement(RenderRequest request, std::vector<std::uint32_t> rgba, int samples,
                       const RefinementPlan &plan)
    : request_(std::move(request)), rgba_(std::move(rgba)), samples_(samples), batch_(plan.batch),
      pixels_(edge_pixels(rgba_, request_.size)) {
    const auto row_of = [width = static_cast<std::uint32_t>(request_.size.width)](
                            std::uint32_t pixel) { return static_cast<int>(pixel / width); };
    std::erase_if(pixels_, [&](std::uint32_t pixel) {
        return row_of(pixel) < plan.first_row || row_of(pixel) - plan.first_row >= plan.rows;
    });
    if (in_blocks()) {
        pixels_ = with_their_blocks(pixels_, request_.size);
        list_by_rows();
    }
    // The map's origin is that of the first pixel's centre; points count from its corner.
    request_.map.origin_x -= 0.5;
    request_.map.origin_y += 0.5;
    request_.progressive = false;
    request_.focus.reset();
    request_.contents = FrameContents::colours;
    request_.colour.mixed = true;
    mean_.reset(pixels_.size());
    if (is_dithered())
        return;
    std::vector<std::uint32_t> centres;
    centres.reserve(pixels_.size());
    for (const std::uint32_t at : pixels_)
        centres.push_back(rgba_[at]);
    mix(centres);
}

bool Refinement::is_dithered() const noexcept {
    return request_.colour.scheme.dither != kernels::ColourDither::none;
}

void Refinement::mix(std::span<const std::uint32_t> pass) {
    if (is_dithered())
        mean_.add_packed(pass);
    else
        mean_.add(pass);
    ++taken_;
}

std::vector<std::uint8_t> Refinement::resolve() const {
    std::vector<std::uint8_t> rgb(3 * pixels_.size());
    const int width = request_.size.width;
    if (is_dithered())
        mean_.resolve_dithered(0, rgb, [&](std::size_t index) {
            const auto at = static_cast<int>(pixels_[index]);
            return kernels::dither_threshold(request_.left + at % width, request_.top + at / width);
        });
    else
        mean_.resolve(rgb);
    return rgb;
}

bool Refinement::in_blocks() const noexcept {
    return request_.colour.scheme.filter != kernels::ColourFilter::none;
}

Size Refinement::batch_area() const noexcept {
    const std::size_t side = in_blocks() ? kSide : 1;
    const std::size_t units = batch_size() / (side * side);
    const std::size_t across = std::min(kRow / side, units);
    const std::size_t down = (units + across - 1) / across;
    return {static_cast<int>(across * side), static_cast<int>(down * side)};
}

void Refinement::list_by_rows() {
    std::vector<std::uint32_t> listed;
    listed.reserve(pixels_.size());
    while (listed.size() < pixels_.size()) {
        const std::size_t first = listed.size();
        const std::size_t end = std::min(first + batch_, pixels_.size());
        const std::size_t row = kOfBlock * std::min(kRow / kSide, (end - first) / kOfBlock);
        for (std::size_t blocks = first; blocks < end; blocks += row)
            for (std::size_t of_block = 0; of_block < kOfBlock; of_block += kSide)
                for (std::size_t at = blocks; at < std::min(blocks + row, end); at += kOfBlock)
                    for (std::size_t x = 0; x < kSide; ++x)
                        listed.push_back(pixels_[at + of_block + x]);
    }
    pixels_ = std::move(listed);
}

std::size_t Refinement::batch_size() const noexcept {
    return std::min(batch_, pixels_.size() - pass_.size());
}

template <class Visit> void Refinement::for_each_run(Visit visit) const {
    const std::size_t count = batch_size();
    if (!in_blocks())
        return visit(std::size_t{0}, std::size_t{0}, count);
    const auto width = static_cast<std::size_t>(batch_area().width);
    std::size_t index = 0;
    for (std::size_t y = 0; index < count; y += kSide) {
        const std::size_t length = std::min(width, (count - index) / kSide);
        for (std::size_t row = 0; row < kSide; ++row, index += length)
            visit(index, (y + row) * width, length);
    }
}

std::optional<RenderRequest> Refinement::next() const {
    if (pixels_.empty() || taken_ >= samples_)
        return std::nullopt;
    const std::size_t count = batch_size();
    const Size area = batch_area();
    const Subpixel place = sample_position(taken_);
    const auto width = static_cast<std::uint32_t>(request_.size.width);
    const auto point_of = [&](std::size_t index) -> kernels::PixelPoint {
        const std::uint32_t at = pixels_[pass_.size() + index];
        return {static_cast<std::int32_t>(at % width * 256) + place.x,
                static_cast<std::int32_t>(at / width * 256) + place.y};
    };
    auto points = std::make_shared<std::vector<kernels::PixelPoint>>(
        static_cast<std::size_t>(area.width) * area.height, point_of(count - 1));
    for_each_run([&](std::size_t index, std::size_t at, std::size_t length) {
        for (std::size_t x = 0; x < length; ++x)
            (*points)[at + x] = point_of(index + x);
    });
    RenderRequest request = request_;
    request.colour.scheme = sample_scheme(request.colour.scheme, taken_);
    request.size = area;
    request.points = std::move(points);
    return request;
}

bool Refinement::add(std::span<const std::uint32_t> colours) {
    pass_.reserve(pixels_.size());
    for_each_run([&](std::size_t, std::size_t at, std::size_t length) {
        const auto first = colours.begin() + static_cast<std::ptrdiff_t>(at);
        pass_.insert(pass_.end(), first, first + static_cast<std::ptrdiff_t>(length));
    });
    if (pass_.size() < pixels_.size())
        return false;
    mix(pass_);
    pass_.clear();
    return true;
}

void Refinement::give_light(int first_row, Supersampler &light) const {
    const std::size_t first = static_cast<std::size_t>(first_row) * request_.size.width;
    for (std::size_t index = 0; index < pixels_.size(); ++index)
        light.take(pixels_[index] - first, mean_, index);
}

double Refinement::progress() const noexcept {
    if (pixels_.empty())
        return 1;
    const double pass = static_cast<double>(pass_.size()) / static_cast<double>(pixels_.size());
    return (taken_ + pass) / samples_;
}

template <class MeanOf>
std::shared_ptr<RefinedPicture> Refinement::picture_with(const MeanOf &mean_of) const {
    auto picture = std::make_shared<RefinedPicture>();
    picture->tag = request_.tag;
    picture->rgba = rgba_;
    for (std::size_t index = 0; index < pixels_.size(); ++index) {
        const std::uint8_t *rgb = mean_of(index);
        picture->rgba[pixels_[index]] = 0xff000000U | rgb[0] |
                                        static_cast<std::uint32_t>(rgb[1]) << 8 |
                                        static_cast<std::uint32_t>(rgb[2]) << 16;
    }
    return picture;
}

std::shared_ptr<const RefinedPicture> Refinement::picture() const {
    const std::vector<std::uint8_t> rgb = resolve();
    auto picture = picture_with([&](std::size_t index) { return &rgb[3 * index]; });
    picture->samples = taken_;
    picture->finished = taken_ == samples_;
    return picture;
}

std::shared_ptr<const RefinedPicture>
Refinement::picture_of_means(int first_row, std::span<const std::uint8_t> rgb) const {
    const std::size_t first = static_cast<std::size_t>(first_row) * request_.size.width;
    auto picture =
        picture_with([&](std::size_t index) { return &rgb[3 * (pixels_[index] - first)]; });
    picture->samples = samples_;
    picture->finished = true;
    return picture;
}

} // namespace fathom
