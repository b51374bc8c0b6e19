#include "ui/live/comparison.h"

#include "render/base/background.h"
#include "render/engines/engine.h"

#include <exception>

namespace fathom::ui {
namespace {

// Where both are equal the picture is seen, dimmed: all black would look like no picture at all.
void show_where_equal(Frame &frame, std::vector<std::uint32_t> &difference) {
    constexpr std::uint32_t kBlack = 0xff000000U;
    std::vector<std::uint32_t> colours(difference.size());
    frame.read_rgba(colours.data());
    for (std::size_t at = 0; at < difference.size(); ++at)
        if (difference[at] == kBlack)
            difference[at] = kBlack | (colours[at] >> 2 & 0x3f3f3fU);
}

} // namespace

void Comparison::compare(std::shared_ptr<Frame> left, std::shared_ptr<Frame> right,
                         std::uint64_t colour_generation) {
    if (left == left_ && right == right_ && colour_generation == colour_generation_)
        return;
    clear();
    left_ = std::move(left);
    right_ = std::move(right);
    colour_generation_ = colour_generation;
    background_.run([this, number = asked_, a = left_, b = right_]() -> Background::Result {
        auto result = std::make_shared<Result>();
        try {
            result->difference = compare_frames(*a, *b, &result->picture);
            show_where_equal(*a, result->picture);
        } catch (const std::exception &) {
            return [] {}; // the engine is lost, which its feed reports
        }
        const Size size = a->request().size;
        return [this, number, result, size] {
            if (number == asked_)
                take(*result, size.width, size.height);
        };
    });
}

void Comparison::clear() {
    ++asked_;
    left_.reset();
    right_.reset();
    difference_.reset();
}

void Comparison::take(const Result &result, int width, int height) {
    texture_.resize(width, height);
    texture_.upload(result.picture.data());
    difference_ = result.difference;
}

} // namespace fathom::ui
