#include "render/jobs/raw_channels.h"

#include "render/base/error.h"
#include "render/engines/sample_buffer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <limits>

namespace fathom {
namespace {

/// A count, in both words, where a sample did not escape; each of these alone is kInteriorCount.
constexpr std::uint64_t kRawInterior = ~std::uint64_t{0};
constexpr std::uint32_t kInteriorCount = 0xffffffffU;

template <class Real>
using Words = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;

/// The planes of numbers, in the order of RawLayout::own_words.
template <class Real> std::vector<Real *> own_planes(const kernels::SamplePlanes<Real> &planes) {
    std::vector<Real *> own;
    for (Real *plane : {planes.zx, planes.zy, planes.gx, planes.gy, planes.trap})
        if (plane != nullptr)
            own.push_back(plane);
    return own;
}

} // namespace

kernels::Tracking<double> raw_tracking(kernels::Tracking<double> asked) noexcept {
    if (asked.level != kernels::Tracks::none)
        asked.level = kernels::Tracks::all;
    return asked;
}

RawLayout::RawLayout(const RenderRequest &request)
    : precision_(request.precision), tracked_(request.tracking.level == kernels::Tracks::all),
      limit_(request.limit) {}

std::vector<std::vector<std::string>> RawLayout::own_words() const {
    std::vector<std::vector<std::string>> words;
    for (const char *name : {"zx", "zy", "gx", "gy", "trap"}) {
        if (words.size() == 2 && !tracked_)
            break;
        auto &of_number = words.emplace_back();
        of_number.push_back(fmt::format("fathom.{}0", name));
        if (!is_f32(precision_))
            of_number.push_back(fmt::format("fathom.{}1", name));
    }
    return words;
}

std::vector<ExrChannel> RawLayout::channels() const {
    std::vector<ExrChannel> channels;
    const auto whole = [&](const std::string &name) { channels.push_back({name, ExrType::whole}); };
    const auto real = [&](const std::string &name) { channels.push_back({name, ExrType::real}); };
    whole(long_counts() ? "N0" : "N");
    if (long_counts())
        whole("N1");
    real("NF");
    real("T");
    if (tracked_) {
        real("DEX");
        real("DEY");
        whole(kRawAtomName);
    }
    for (const auto &number : own_words())
        for (const std::string &word : number)
            whole(word);
    return channels;
}

std::map<std::string, int> RawLayout::numbers() const {
    std::map<std::string, int> numbers = {{"IterationsBias", int{kRawBias}}};
    if (limit_ + kRawBias < std::numeric_limits<int>::max() - 1)
        numbers.emplace("Iterations", static_cast<int>(limit_));
    return numbers;
}

std::map<std::string, std::string> RawLayout::texts() const {
    std::map<std::string, std::string> texts = {{kRawPrecisionKey, to_string(precision_)}};
    if (numbers().count("Iterations") == 0)
        texts.emplace("Iterations", fmt::format("{}", limit_));
    return texts;
}

void RawRows::take(SampleBuffer &samples, const RenderRequest &request) {
    derived_.take(samples, request);
    for (auto *words : {&n_, &n_high_, &atom_})
        words->assign(samples.count(), 0);
    with_real(samples.precision(), [&]<class Real>() { take_planes(samples.planes<Real>()); });
}

template <class Real> void RawRows::take_planes(const kernels::SamplePlanes<Real> &planes) {
    for (std::size_t at = 0; at < n_.size(); ++at) {
        const std::uint64_t n = kernels::index_at(planes, at);
        const std::uint64_t biased = n == kernels::kInterior ? kRawInterior : n + kRawBias;
        n_[at] = static_cast<std::uint32_t>(biased);
        n_high_[at] = static_cast<std::uint32_t>(biased >> 32);
        if (layout_.tracked())
            atom_[at] = planes.atom[at];
    }
    words_.clear();
    for (const Real *plane : own_planes(planes))
        for (std::size_t shift = 0; shift < 8 * sizeof(Real); shift += 32) {
            auto &words = words_.emplace_back(n_.size());
            for (std::size_t at = 0; at < words.size(); ++at)
                words[at] =
                    static_cast<std::uint32_t>(std::bit_cast<Words<Real>>(plane[at]) >> shift);
        }
}

void RawRows::append_to(std::vector<ExrValues> &values) const {
    const auto append = [&]<class Value>(const std::vector<Value> &channel) {
        values.emplace_back(std::span<const Value>(channel));
    };
    append(n_);
    if (layout_.long_counts())
        append(n_high_);
    append(derived_.fraction);
    append(derived_.angle);
    if (layout_.tracked()) {
        append(derived_.distance_x);
        append(derived_.distance_y);
        append(atom_);
    }
    for (const auto &words : words_)
        append(words);
}

namespace {

/// Reads what a SampleBuffer wants of a file's rows.
template <class Real> class RowsReader {
  public:
    RowsReader(ExrReader &file, const std::filesystem::path &path, const RawLayout &layout,
               int first, SampleBuffer &samples)
        : file_(file), path_(path), layout_(layout), first_(first), samples_(samples),
          planes_(samples.planes<Real>()) {}

    void read() {
        want(layout_.long_counts() ? "N0" : "N");
        if (layout_.long_counts())
            want("N1");
        const auto names = layout_.own_words();
        const auto planes = own_planes(planes_);
        for (std::size_t i = 0; i < planes.size(); ++i)
            for (const std::string &word : names[i])
                want(word);
        if (samples_.has_all())
            want(kRawAtomName);
        file_.read(first_, wanted_);
        counts();
        for (Real *plane : planes)
            number(plane);
        if (samples_.has_all())
            std::copy_n(next().begin(), samples_.count(), planes_.atom);
    }

  private:
    void want(const std::string &name) {
        if (!file_.has(name, ExrType::whole))
            throw InputError(
                fmt::format("{}: the channel {} of raw data is missing", path_.string(), name));
        wanted_.push_back({name, words_.emplace_back(samples_.count())});
    }
    /// The words of the next channel that was wanted.
    const std::vector<std::uint32_t> &next() { return words_[used_++]; }

    void counts() {
        const bool two = layout_.long_counts();
        const auto &low = next();
        const auto *high = two ? &next() : nullptr;
        for (std::size_t at = 0; at < low.size(); ++at) {
            const std::uint64_t above = two ? (*high)[at] : 0;
            const std::uint64_t biased = low[at] | above << 32;
            const bool inside = low[at] == kInteriorCount && (!two || above == kInteriorCount);
            // A file may say anything; what is no escape index is shown as the interior.
            const std::uint64_t n =
                inside || biased < kRawBias ? kernels::kInterior : biased - kRawBias;
            kernels::set_index(planes_, at, n);
            if (kernels::is_pending(planes_, at))
                kernels::set_index(planes_, at, kernels::kInterior);
        }
    }

    void number(Real *plane) {
        const auto &low = next();
        const auto *high = sizeof(Real) == 8 ? &next() : nullptr;
        for (std::size_t at = 0; at < low.size(); ++at) {
            auto bits = Words<Real>{low[at]};
            if constexpr (sizeof(Real) == 8)
                bits |= Words<Real>{(*high)[at]} << 32;
            const Real value = std::bit_cast<Real>(bits);
            plane[at] = std::isfinite(value) ? value : kernels::kLargest<Real>;
        }
    }

    ExrReader &file_;
    const std::filesystem::path &path_;
    const RawLayout &layout_;
    const int first_;
    SampleBuffer &samples_;
    const kernels::SamplePlanes<Real> planes_;
    std::deque<std::vector<std::uint32_t>> words_; ///< of each channel that is read
    std::vector<ExrReader::Wanted> wanted_;
    std::size_t used_ = 0; ///< of the words
};

} // namespace

void read_raw_rows(ExrReader &file, const std::filesystem::path &path, const RawLayout &layout,
                   int first, SampleBuffer &samples) {
    with_real(samples.precision(),
              [&]<class Real>() { RowsReader<Real>(file, path, layout, first, samples).read(); });
}

} // namespace fathom
