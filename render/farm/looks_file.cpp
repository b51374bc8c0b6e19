#include "render/farm/looks_file.h"

#include "kernels/colour/colour_value.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/images/png_chunk.h"
#include "render/images/png_chunk_reader.h"
#include "render/jobs/survey.h"
#include "render/places/location.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "numbers are written as memory has them");

/// As a PNG's: tells a file that was sent as text.
constexpr std::string_view kSignature("\x89looks\r\n", 8);
constexpr const char *kFormatType = "LOOK", *kLegType = "LEGS", *kLimitType = "LIMT",
                     *kDensityType = "DENS", *kFitType = "FITS", *kRanksType = "RANK",
                     *kEndType = "IEND";
constexpr std::uint32_t kFormat = 3;
constexpr int kMostNumber = 1 << 24; ///< of either sign: beyond what a zoom may have
constexpr std::size_t kShares = std::size_t{kernels::kRankBins} + 1;

PngBytes signature() {
    PngBytes bytes;
    append_bytes(bytes, kSignature);
    return bytes;
}

template <class Value> void put(PngBytes &out, Value value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// Seven bits a byte, the lowest first, the highest bit of all bytes but the last set.
void put_small(PngBytes &out, std::uint32_t value) {
    for (; value >= 128; value >>= 7)
        out.push_back(static_cast<std::byte>(value | 128U));
    out.push_back(static_cast<std::byte>(value));
}

class LooksWriter {
  public:
    explicit LooksWriter(const fs::path &path) : file_(path) {
        file_.write(signature());
        chunk(kFormatType, [](PngBytes &out) { put(out, kFormat); });
    }
    void leg(std::size_t number, const film::LegFindings &found) {
        chunk(kLegType, [&](PngBytes &out) { put(out, static_cast<std::uint32_t>(number)); });
        for (const auto &[level, limit] : found.limits)
            chunk(kLimitType, [&, level = level, limit = limit](PngBytes &out) {
                put(out, std::int32_t{level});
                put(out, limit);
            });
        for (const auto &[level, times] : found.densities)
            chunk(kDensityType, [&, level = level, times = times](PngBytes &out) {
                put(out, std::int32_t{level});
                put(out, static_cast<std::uint8_t>(times));
            });
        for (const auto &[place, survey] : found.surveys) {
            fit(place, survey->fit);
            if (survey->ranks)
                ranks(*survey->ranks);
        }
    }
    void finish() {
        chunk(kEndType, [](PngBytes &) {});
        file_.commit();
    }

  private:
    template <class Fill> void chunk(const char *type, const Fill &fill) {
        PngBytes bytes;
        const std::size_t start = begin_png_chunk(bytes, type);
        fill(bytes);
        end_png_chunk(bytes, start);
        file_.write(bytes);
    }
    void fit(int number, const PaletteFit &fit) {
        chunk(kFitType, [&](PngBytes &out) {
            put(out, std::int32_t{number});
            put(out, static_cast<std::uint8_t>(fit.spans));
            put(out, fit.density);
            put(out, fit.offset);
            put(out, fit.low);
        });
    }
    void ranks(const RankTable &ranks) {
        chunk(kRanksType, [&](PngBytes &out) {
            put(out, ranks.low);
            put(out, ranks.scale);
            // Shares rise, and so do the bits of floats that do.
            std::uint32_t last = 0;
            for (const float share : ranks.shares) {
                const auto bits = std::bit_cast<std::uint32_t>(share);
                put_small(out, bits - last);
                last = bits;
            }
        });
    }

    OutputFile file_;
};

/// What is left of a chunk's data.
class ChunkData {
  public:
    explicit ChunkData(PngChunkReader &reader) : reader_(reader), data_(reader.data()) {}

    template <class Value> Value take() {
        Value value;
        if (data_.size() - at_ < sizeof value)
            reader_.refuse();
        std::memcpy(&value, data_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::uint32_t take_small() {
        std::uint64_t value = 0;
        std::uint8_t byte = 128;
        for (unsigned shift = 0; (byte & 128U) != 0; shift += 7) {
            byte = take<std::uint8_t>();
            value |= std::uint64_t{byte & 127U} << shift;
            if (value > 0xffffffff || shift > 28)
                reader_.refuse();
        }
        return static_cast<std::uint32_t>(value);
    }
    double take_within(double low, double high) {
        const auto value = take<double>();
        if (!(value >= low && value <= high))
            reader_.refuse();
        return value;
    }
    void end() const {
        if (at_ != data_.size())
            reader_.refuse();
    }

  private:
    PngChunkReader &reader_;
    const std::span<std::uint8_t> data_;
    std::size_t at_ = 0;
};

class LooksReader {
  public:
    LooksReader(const fs::path &path, const film::FilmLevels &wanted)
        : reader_(path), wanted_(wanted) {
        reader_.expect(signature());
        reader_.next();
        ChunkData data(reader_);
        if (!reader_.is(kFormatType))
            reader_.refuse();
        if (const auto format = data.take<std::uint32_t>(); format != kFormat)
            throw InputError(fmt::format("{} is of format {} and this Fathom reads format {}; "
                                         "update Fathom, or plan the job again",
                                         reader_.name(), format, kFormat));
        data.end();
    }

    film::FilmFindings read() {
        for (reader_.next(); !reader_.is(kEndType); reader_.next()) {
            if (reader_.is(kLegType))
                read_leg();
            else if (reader_.is(kLimitType))
                read_limit();
            else if (reader_.is(kDensityType))
                read_density();
            else if (reader_.is(kFitType))
                read_fit();
            else if (reader_.is(kRanksType))
                read_ranks();
            else
                reader_.refuse();
        }
        reader_.check_end();
        return std::move(found_);
    }

  private:
    void read_leg() {
        ChunkData data(reader_);
        const auto leg = data.take<std::uint32_t>();
        data.end();
        if (leg >= film::FilmLimits::kMostKeys || (leg_ && leg <= *leg_))
            reader_.refuse();
        leg_ = leg;
        limit_level_ = density_level_ = survey_number_ = -kMostNumber;
        survey_ = nullptr;
        is_wanted_ = wanted_.contains(leg);
        if (is_wanted_)
            found_[leg];
    }
    /// They rise in a leg.
    int read_number(ChunkData &data, int &last) {
        const int number = data.take<std::int32_t>();
        if (!leg_ || number <= last || number > kMostNumber)
            reader_.refuse();
        return last = number;
    }
    void read_limit() {
        ChunkData data(reader_);
        const int level = read_number(data, limit_level_);
        const auto limit = data.take<std::uint64_t>();
        data.end();
        if (limit < 1 || limit > LocationLimits::kMaxIterations)
            reader_.refuse();
        if (is_wanted_)
            found_[*leg_].limits[level] = limit;
    }
    void read_density() {
        ChunkData data(reader_);
        const int level = read_number(data, density_level_);
        const auto times = data.take<std::uint8_t>();
        data.end();
        if (times < 1 || times > film::kMostDensity)
            reader_.refuse();
        if (is_wanted_)
            found_[*leg_].densities[level] = times;
    }
    void read_fit() {
        ChunkData data(reader_);
        const int number = read_number(data, survey_number_);
        PaletteFit fit;
        fit.spans = data.take<std::uint8_t>() != 0;
        fit.density = data.take_within(LocationLimits::kMinDensity, LocationLimits::kMaxDensity);
        fit.offset = data.take_within(-1e300, 1e300);
        fit.low = data.take_within(-1e300, 1e300);
        data.end();
        survey_ = nullptr;
        if (!is_wanted_ || number < wanted_.at(*leg_).first || number > wanted_.at(*leg_).last + 1)
            return;
        survey_ = std::make_shared<Survey>(Survey{nullptr, fit});
        found_[*leg_].surveys[number] = survey_;
    }
    /// Of the survey before.
    void read_ranks() {
        if (!leg_ || (survey_ && survey_->ranks))
            reader_.refuse();
        if (!survey_)
            return;
        ChunkData data(reader_);
        RankTable ranks;
        ranks.low = data.take_within(-1e300, 1e300);
        ranks.scale = data.take_within(0, 1e300);
        std::uint64_t bits = 0;
        while (ranks.shares.size() < kShares) {
            bits += data.take_small();
            if (bits > std::bit_cast<std::uint32_t>(1.0F))
                reader_.refuse();
            ranks.shares.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        }
        data.end();
        survey_->ranks = std::make_shared<const RankTable>(std::move(ranks));
    }

    PngChunkReader reader_;
    const film::FilmLevels &wanted_;
    film::FilmFindings found_;
    std::optional<std::size_t> leg_;
    bool is_wanted_ = false;
    int limit_level_ = 0, density_level_ = 0, survey_number_ = 0; ///< the leg's last ones
    std::shared_ptr<Survey> survey_;                              ///< the last one, if it is wanted
};

} // namespace

void write_looks(const fs::path &path, const film::FilmFindings &found) {
    LooksWriter writer(path);
    for (const auto &[number, leg] : found)
        writer.leg(number, leg);
    writer.finish();
}

film::FilmFindings read_looks(const fs::path &path, const film::FilmLevels &wanted) {
    return LooksReader(path, wanted).read();
}

} // namespace fathom::farm
