#include "render/bench/bench_plot.h"

#include "render/base/error.h"
#include "render/images/canvas.h"
#include "render/images/font.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

// A set of colours that colour-blind people can tell apart (M. Okabe, K. Ito, "Color Universal
// Design", 2008).
constexpr CanvasColour kViewColours[] = {
    {0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}};
constexpr CanvasColour kInk = {25, 28, 33};
constexpr CanvasColour kDim = {92, 98, 108};
constexpr CanvasColour kTrack = {233, 236, 240};
constexpr CanvasColour kGrid = {205, 210, 217};
constexpr CanvasColour kRule = {60, 64, 72};

constexpr int kWidth = 1840;
constexpr int kMargin = 44;
constexpr int kGap = 48; // between the two columns
constexpr int kColumn = (kWidth - 2 * kMargin - kGap) / 2;
constexpr int kLabels = 132;  // the views' names, left of the bars
constexpr int kNumbers = 300; // right of them
constexpr int kTrackWidth = kColumn - kLabels - kNumbers;
constexpr int kBar = 24;
constexpr int kBarPitch = 36;
constexpr int kTop = 138;         // title and explanation
constexpr int kDeviceHeader = 44; // a device's name
constexpr int kTypeHeader = 38;
constexpr int kTicks = 34;

/// A device with one instruction set: a row of blocks.
struct Block {
    const BenchDeviceRow *device;
    std::vector<std::string> views; ///< in their order
};

bool belongs(const EngineRow &row, const BenchDeviceRow &device) {
    return row.device == device.device && row.instruction_set == device.instruction_set;
}

std::vector<Block> blocks_of(const BenchReport &report) {
    std::vector<Block> blocks;
    for (const BenchDeviceRow &device : report.devices) {
        Block block = {&device, {}};
        for (const EngineRow &row : report.engines)
            if (belongs(row, device) &&
                std::find(block.views.begin(), block.views.end(), row.view) == block.views.end())
                block.views.push_back(row.view);
        if (!block.views.empty())
            blocks.push_back(std::move(block));
    }
    return blocks;
}

int height_of(const Block &block) {
    return kDeviceHeader + kTypeHeader + static_cast<int>(block.views.size()) * kBarPitch + kTicks;
}

/// Iterations a second with three digits that count, such as "6.91 T/s".
std::string rate_text(double rate) {
    const auto [unit, letter] = rate >= 1e12 ? std::pair{1e12, 'T'} : std::pair{1e9, 'G'};
    const double value = rate / unit;
    return fmt::format("{:.{}f} {}/s", value, value < 10 ? 2 : value < 100 ? 1 : 0, letter);
}

/// The bars of one device and number type.
class TypePanel {
  public:
    TypePanel(Canvas &canvas, const BenchReport &report, const Block &block, Precision type)
        : canvas_(canvas), report_(report), block_(block), type_(type) {}

    void draw(int x, int y) {
        draw_header(x, y + 24);
        const int top = y + kTypeHeader;
        const int bottom = top + static_cast<int>(block_.views.size()) * kBarPitch;
        draw_scale(x + kLabels, top, bottom);
        for (std::size_t i = 0; i < block_.views.size(); ++i)
            draw_view(x, top + static_cast<int>(i) * kBarPitch + (kBarPitch - kBar) / 2, i);
        canvas_.fill(x + kLabels, top, 2, bottom - top, kRule);
        canvas_.fill(x + kLabels + kTrackWidth, top, 2, bottom - top, kRule);
    }

  private:
    void draw_header(int x, int baseline) {
        canvas_.text(x, baseline, type_ == Precision::f32 ? "float" : "double", {20, kInk});
        for (const PeakRateRow &ceiling : report_.ceilings)
            if (ceiling.device == block_.device->device && ceiling.precision == type_ &&
                ceiling.instruction_set == block_.device->instruction_set)
                canvas_.text(x + kLabels + kTrackWidth, baseline,
                             "ceiling " + rate_text(ceiling.iterations_per_s),
                             {17, kDim, Canvas::Align::right});
        canvas_.text(x + kColumn, baseline, "with shortcuts", {15, kDim, Canvas::Align::right});
    }

    /// The ticks below the bars; their lines are drawn before the bars.
    void draw_scale(int x, int top, int bottom) {
        for (int percent = 0; percent <= 100; percent += 25) {
            const int at = x + kTrackWidth * percent / 100;
            canvas_.fill(at, top, 1, bottom - top + 5, kGrid);
            const std::string label = fmt::format("{}{}", percent, percent == 100 ? " %" : "");
            const double middle = canvas_.text_width(label, 14) / 2;
            canvas_.text(at - middle, bottom + 22, label, {14, kDim});
        }
    }

    [[nodiscard]] const EngineRow *find(const std::string &view, bool shortcuts) const {
        for (const EngineRow &row : report_.engines)
            if (belongs(row, *block_.device) && row.precision == type_ && row.view == view &&
                row.shortcuts == shortcuts)
                return &row;
        return nullptr;
    }

    void draw_view(int x, int y, std::size_t index) {
        const std::string &view = block_.views[index];
        const int baseline = y + kBar - 7;
        const EngineRow *plain = find(view, false);
        const EngineRow *quick = find(view, true);
        const bool resolved = plain == nullptr || plain->resolved;
        canvas_.text(x, baseline, view + (resolved ? "" : "*"), {17, kInk});
        const int left = x + kLabels;
        canvas_.fill(left, y, kTrackWidth, kBar, kTrack);
        if (plain != nullptr) {
            const double share = std::clamp(plain->percent_of_ceiling / 100, 0.0, 1.0);
            canvas_.fill(left, y, static_cast<int>(std::lround(kTrackWidth * share)), kBar,
                         kViewColours[index % std::size(kViewColours)]);
            canvas_.text(left + kTrackWidth + 76, baseline,
                         fmt::format("{:.1f} %", plain->percent_of_ceiling),
                         {18, kInk, Canvas::Align::right});
            canvas_.text(left + kTrackWidth + 178, baseline, rate_text(plain->iterations_per_s),
                         {16, kDim, Canvas::Align::right});
        }
        if (quick != nullptr)
            canvas_.text(x + kColumn, baseline, rate_text(quick->iterations_per_s),
                         {16, kDim, Canvas::Align::right});
    }

    Canvas &canvas_;
    const BenchReport &report_;
    const Block &block_;
    const Precision type_;
};

void draw_title(Canvas &canvas, const BenchReport &report) {
    canvas.text(kMargin, 54, "Fathom: iterations a second, against what the hardware can issue",
                {34, kInk});
    canvas.text(kMargin, 88,
                fmt::format("Bars: share of the ceiling without shortcuts, median of {}. Ceiling: "
                            "the rate of independent FMAs, measured in the same run, divided by "
                            "3 (CPU) or 4 (GPU).",
                            report.runs),
                {17, kDim});
    const bool all_resolved = std::all_of(report.engines.begin(), report.engines.end(),
                                          [](const EngineRow &row) { return row.resolved; });
    canvas.text(kMargin, 114,
                std::string("With shortcuts, iterations that were spared count as done.") +
                    (all_resolved ? ""
                                  : "   * too deep for this type to tell neighbouring pixels "
                                    "apart."),
                {17, kDim});
}

} // namespace

void check_plot_font() {
    const Canvas canvas(1, 1, kFontFile);
}

void write_plot(const BenchReport &report, const std::filesystem::path &path) {
    const std::vector<Block> blocks = blocks_of(report);
    if (blocks.empty())
        throw InputError("a plot shows engines, and none was measured; add the suite engines");
    int height = kTop;
    for (const Block &block : blocks)
        height += height_of(block);
    Canvas canvas(kWidth, height + kMargin / 2, kFontFile);
    draw_title(canvas, report);
    int y = kTop;
    for (const Block &block : blocks) {
        canvas.fill(kMargin, y, kWidth - 2 * kMargin, 1, kGrid);
        const std::string heading = fmt::format("{}: {}", block.device->device, block.device->name);
        canvas.text(kMargin, y + 34, heading, {23, kInk});
        canvas.text(kMargin + canvas.text_width(heading, 23) + 16, y + 34, block.device->detail,
                    {17, kDim});
        TypePanel(canvas, report, block, Precision::f32).draw(kMargin, y + kDeviceHeader);
        TypePanel(canvas, report, block, Precision::f64)
            .draw(kMargin + kColumn + kGap, y + kDeviceHeader);
        y += height_of(block);
    }
    canvas.write(path);
}

} // namespace fathom
