#include "render/deep/orbit_file.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/output_file.h"
#include "render/deep/fixed_point.h"
#include "render/deep/orbit_file_header.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <string_view>
#include <system_error>
#include <zlib.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

using Point = kernels::OrbitPoint<double>;
using Tiny = kernels::TinyPoint<double>;

static_assert(std::endian::native == std::endian::little, "points are written as memory has them");
static_assert(sizeof(Point) == 16 && sizeof(Tiny) == 32);

/// As a PNG's: tells a file that was sent as text.
constexpr std::string_view kSignature("\x89orbit\r\n", 8);
constexpr std::size_t kTypeBytes = 4, kSizeBytes = 4, kSumBytes = 4;
constexpr std::size_t kBlockBytes = kTypeBytes + kSizeBytes + kSumBytes; ///< beside its data
constexpr std::size_t kPointsABlock = std::size_t{1} << 16;
constexpr std::size_t kTinyABlock = kPointsABlock;
constexpr std::size_t kTinyBytes = 24;                    ///< index, exponent, x, y
constexpr std::size_t kPackedTinyBytes = 28;              ///< likewise, the index in 64 bits
constexpr std::size_t kKeptABlock = std::size_t{1} << 15; ///< waypoints, and corrections
/// An orbit within the bailout comes nowhere near it.
constexpr double kMostPoint = 1e100;
constexpr int kLeastExponent = -(1 << 26);

using Waypoint = PackedPoints::Waypoint;
using Correction = PackedPoints::Correction;
static_assert(sizeof(Waypoint) == 32 && sizeof(Correction) == 40);

using Bytes = std::vector<std::byte>;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::uint64_t blocks_of(std::uint64_t count, std::uint64_t a_block) {
    return (count + a_block - 1) / a_block;
}

std::uint64_t waypoints_of(const OrbitFileHeader &header) {
    return blocks_of(header.points, PackedPoints::kWindow);
}

std::uint64_t file_bytes(std::uint64_t text, const OrbitFileHeader &header) {
    const auto part = [](std::uint64_t count, std::uint64_t a_block, std::uint64_t bytes) {
        return blocks_of(count, a_block) * kBlockBytes + count * bytes;
    };
    const std::uint64_t bytes = kSignature.size() + 2 * kBlockBytes + text;
    if (!header.corrections)
        return bytes + part(header.points, kPointsABlock, sizeof(Point)) +
               part(header.tiny, kTinyABlock, kTinyBytes);
    return bytes + part(waypoints_of(header), kKeptABlock, sizeof(Waypoint)) +
           part(*header.corrections, kKeptABlock, sizeof(Correction)) +
           part(header.tiny, kTinyABlock, kPackedTinyBytes);
}

/// In memory, without what is unpacked of it.
std::uint64_t memory_bytes(const OrbitFileHeader &header) {
    const std::uint64_t points = header.corrections ? waypoints_of(header) * sizeof(Waypoint) +
                                                          *header.corrections * sizeof(Correction)
                                                    : header.points * sizeof(Point);
    return points + header.tiny * sizeof(Tiny);
}

template <class Value> std::byte *put(std::byte *to, Value value) {
    std::memcpy(to, &value, sizeof(value));
    return to + sizeof(value);
}
template <class Value> const std::byte *get(const std::byte *from, Value &value) {
    std::memcpy(&value, from, sizeof(value));
    return from + sizeof(value);
}

/// The CRC-32 of all bytes so far but for the sums themselves, so that blocks that are left out or
/// change places are found, too.
class RunningSum {
  public:
    void add(std::span<const std::byte> bytes) {
        if (!bytes.empty()) // to zlib no bytes mean: begin anew
            sum_ = crc32_z(sum_, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
    }
    [[nodiscard]] std::uint32_t value() const { return static_cast<std::uint32_t>(sum_); }

  private:
    uLong sum_ = 0;
};

class BlockWriter {
  public:
    explicit BlockWriter(const OutputName &name) : file_(name) { write(bytes_of(kSignature)); }

    void block(std::string_view type, std::span<const std::byte> data) {
        write(bytes_of(type));
        const auto size = static_cast<std::uint32_t>(data.size());
        write(std::as_bytes(std::span(&size, 1)));
        write(data);
        const std::uint32_t sum = sum_.value();
        file_.write(std::as_bytes(std::span(&sum, 1)));
    }
    void commit() { file_.commit(); }

  private:
    void write(std::span<const std::byte> bytes) {
        sum_.add(bytes);
        file_.write(bytes);
    }

    OutputFile file_;
    RunningSum sum_;
};

class BlockReader {
  public:
    explicit BlockReader(const fs::path &path)
        : name_(path.string()), file_(open_input_file(path)) {
        std::error_code failed;
        size_ = fs::file_size(path, failed);
        if (!file_.is_open() || failed)
            throw InputError(fmt::format("{} cannot be read; give the name of a file that you may "
                                         "read",
                                         name_));
        std::array<char, kSignature.size()> signature{};
        file_.read(signature.data(), signature.size());
        if (std::string_view(signature.data(), signature.size()) != kSignature)
            throw InputError(fmt::format("{} is no reference orbit of Fathom's; choose one that "
                                         "it wrote, a .orbit",
                                         name_));
        sum_.add(bytes_of(kSignature));
    }

    /// The data of a block of `least` to `most` bytes, up to the next call.
    std::span<const std::byte> block(std::string_view type, std::size_t least, std::size_t most) {
        const std::uint64_t at = offset();
        std::array<std::byte, kTypeBytes + kSizeBytes> head{};
        read(head);
        sum_.add(head);
        std::uint32_t size = 0;
        get(head.data() + kTypeBytes, size);
        if (std::memcmp(head.data(), type.data(), kTypeBytes) != 0 || size < least || size > most)
            throw_damaged(at);
        data_.resize(size);
        read(data_);
        sum_.add(data_);
        std::uint32_t sum = 0;
        read(std::as_writable_bytes(std::span(&sum, 1)));
        if (sum != sum_.value())
            throw_damaged(at);
        return data_;
    }

    /// Throws unless the file has so many bytes.
    void check_size(std::uint64_t bytes) const {
        if (size_ != bytes)
            throw InputError(fmt::format("{}: the file has {} bytes where its orbit takes {}; copy "
                                         "or make it again",
                                         name_, size_, bytes));
    }
    [[noreturn]] void throw_damaged(std::uint64_t at) const {
        throw InputError(fmt::format("{}: the file is damaged behind byte {}; copy or make it "
                                     "again",
                                     name_, at));
    }
    [[nodiscard]] const std::string &name() const noexcept { return name_; }
    [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  private:
    void read(std::span<std::byte> to) {
        if (!file_.read(reinterpret_cast<char *>(to.data()),
                        static_cast<std::streamsize>(to.size())))
            throw InputError(fmt::format("{}: the file ends too early, after {} bytes; copy or "
                                         "make it again",
                                         name_, size_));
        offset_ += to.size();
    }

    std::string name_;
    std::ifstream file_;
    std::uint64_t size_ = 0;
    std::uint64_t offset_ = kSignature.size();
    Bytes data_;
    RunningSum sum_;
};

bool is_tiny(const Point &z, int power) {
    return std::max(std::fabs(z.x), std::fabs(z.y)) <
           std::ldexp(1.0, kernels::tiny_exponent<float>(power));
}

bool is_normal(const kernels::WidePoint<double> &z) {
    const double larger = std::max(std::fabs(z.x), std::fabs(z.y));
    if (larger == 0)
        return z.exponent == kernels::kZeroExponent;
    return larger >= 1 && larger < 2 && z.exponent >= kLeastExponent && z.exponent < 0;
}

/// What those who iterate rely on: finite points, 0 where the critical orbit begins, and an
/// exponent for each tiny one and no other.
bool is_sound(const ReferenceOrbit &orbit) {
    const int power = kernels::formula_info(orbit.spec.formula.id).power;
    auto tiny = orbit.tiny.begin();
    for (std::size_t at = 0; at < orbit.z.size(); ++at) {
        const Point &z = orbit.z[at];
        if (!(std::fabs(z.x) < kMostPoint && std::fabs(z.y) < kMostPoint)) // a NaN, too
            return false;
        if (!is_tiny(z, power))
            continue;
        if (tiny == orbit.tiny.end() || tiny->at != at || !is_normal(tiny->z))
            return false;
        ++tiny;
    }
    const Point &start = orbit.z[orbit.restart];
    return tiny == orbit.tiny.end() && start.x == 0 && start.y == 0;
}

/// Values as memory has them, so many a block; use(value) tells whether one can be.
template <class Value, class Use>
void read_values(BlockReader &reader, std::string_view type, std::uint64_t count,
                 std::size_t a_block, Use use) {
    for (std::uint64_t left = count; left > 0;) {
        const std::uint64_t begin = reader.offset();
        const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(left, a_block));
        const auto data = reader.block(type, here * sizeof(Value), here * sizeof(Value));
        for (std::size_t i = 0; i < here; ++i) {
            Value value;
            get(data.data() + i * sizeof(Value), value);
            if (!use(value))
                reader.throw_damaged(begin);
        }
        left -= here;
    }
}

std::shared_ptr<const OrbitBuffer> read_packed(BlockReader &reader, const OrbitFileHeader &header,
                                               std::uint64_t max_bytes) {
    const ReferenceSpec &spec = header.orbit.spec;
    auto packed = std::make_unique<PackedPoints>(
        spec.formula.id, Waypoint{nearest_two(spec.re), nearest_two(spec.im)}, header.points,
        *header.corrections);
    read_values<Waypoint>(reader, "WAYS", waypoints_of(header), kKeptABlock,
                          [&](const Waypoint &z) { return packed->push_back_waypoint(z); });
    read_values<Correction>(reader, "CORR", *header.corrections, kKeptABlock,
                            [&](const Correction &z) { return packed->push_back_correction(z); });
    return std::make_shared<OrbitBuffer>(std::move(packed), header.points,
                                         max_bytes / kUnpackedShare);
}

std::shared_ptr<const OrbitBuffer> read_plain(BlockReader &reader, const OrbitFileHeader &header) {
    const auto buffer = std::make_shared<OrbitBuffer>(header.points);
    if (buffer->capacity() < header.points)
        throw std::bad_alloc();
    read_values<Point>(reader, "PNTS", header.points, kPointsABlock, [&](const Point &z) {
        buffer->push_back(z);
        return true;
    });
    return buffer;
}

template <class Value>
void write_values(BlockWriter &writer, std::string_view type, std::span<const Value> values,
                  std::size_t a_block) {
    for (std::size_t at = 0; at < values.size(); at += a_block)
        writer.block(type,
                     std::as_bytes(values.subspan(at, std::min(a_block, values.size() - at))));
}

/// Corrections of the orbit's points, where its buffer has more.
std::uint64_t corrections_of(const ReferenceOrbit &orbit) {
    const auto all = packed_points(orbit)->corrections();
    const auto end = std::lower_bound(
        all.begin(), all.end(), orbit.z.size(),
        [](const Correction &correction, std::uint64_t at) { return correction.at < at; });
    return static_cast<std::uint64_t>(end - all.begin());
}

OrbitFileHeader header_of(const ReferenceOrbit &orbit) {
    OrbitFileHeader header;
    header.orbit = orbit;
    header.points = orbit.z.size();
    header.tiny = orbit.tiny.size();
    if (packed_points(orbit) != nullptr)
        header.corrections = corrections_of(orbit);
    return header;
}

std::vector<Tiny> read_tiny(BlockReader &reader, std::uint64_t count, bool packed) {
    const std::size_t bytes = packed ? kPackedTinyBytes : kTinyBytes;
    std::vector<Tiny> tiny;
    tiny.reserve(count);
    while (tiny.size() < count) {
        const auto here = std::min<std::size_t>(count - tiny.size(), kTinyABlock);
        const auto data = reader.block("TINY", here * bytes, here * bytes);
        const std::byte *from = data.data();
        for (std::size_t i = 0; i < here; ++i) {
            Tiny &point = tiny.emplace_back();
            std::uint32_t at = 0;
            from = packed ? get(from, point.at) : get(from, at);
            if (!packed)
                point.at = at;
            from = get(get(get(from, point.z.exponent), point.z.x), point.z.y);
        }
    }
    return tiny;
}

void write_tiny(BlockWriter &writer, std::span<const Tiny> tiny, bool packed) {
    for (std::size_t at = 0; at < tiny.size(); at += kTinyABlock) {
        const auto here = tiny.subspan(at, std::min(kTinyABlock, tiny.size() - at));
        Bytes data(here.size() * (packed ? kPackedTinyBytes : kTinyBytes));
        std::byte *to = data.data();
        for (const Tiny &point : here) {
            to = packed ? put(to, point.at) : put(to, static_cast<std::uint32_t>(point.at));
            to = put(put(put(to, point.z.exponent), point.z.x), point.z.y);
        }
        writer.block("TINY", data);
    }
}

} // namespace

bool fits_orbit_file(const ReferenceOrbit &orbit) {
    return orbit.rest.empty() && to_text(header_of(orbit)).size() <= TomlDocument::kMaxSize;
}

void write_orbit_file(const OutputName &name, const ReferenceOrbit &orbit) {
    const OrbitFileHeader header = header_of(orbit);
    const PackedPoints *packed = packed_points(orbit);
    const std::string text = to_text(header);
    if (text.size() > TomlDocument::kMaxSize)
        throw InputError(fmt::format("{} cannot be written: the orbit's coordinates have too many "
                                     "digits; use fewer",
                                     name.path.string()));
    BlockWriter writer(name);
    writer.block("HEAD", bytes_of(text));
    if (packed != nullptr) {
        write_values(writer, "WAYS", packed->waypoints().first(waypoints_of(header)), kKeptABlock);
        write_values(writer, "CORR", packed->corrections().first(*header.corrections), kKeptABlock);
    } else {
        write_values(writer, "PNTS", orbit.z, kPointsABlock);
    }
    write_tiny(writer, orbit.tiny, packed != nullptr);
    writer.block("DONE", {});
    writer.commit();
}

std::shared_ptr<const ReferenceOrbit> read_orbit_file(const fs::path &path,
                                                      std::uint64_t max_bytes) {
    BlockReader reader(path);
    const auto head = reader.block("HEAD", 1, TomlDocument::kMaxSize);
    const std::string text(reinterpret_cast<const char *>(head.data()), head.size());
    OrbitFileHeader header = parse_orbit_file_header(text, reader.name());
    reader.check_size(file_bytes(text.size(), header));
    if (memory_bytes(header) > max_bytes)
        throw InputError(fmt::format("{}: an orbit of {} points does not fit into this machine's "
                                     "memory; use a machine with more",
                                     reader.name(), header.points));
    try {
        const std::uint64_t begin = reader.offset();
        const bool packed = header.corrections.has_value();
        const std::shared_ptr<const OrbitBuffer> buffer =
            packed ? read_packed(reader, header, max_bytes) : read_plain(reader, header);
        auto orbit = std::make_shared<ReferenceOrbit>(std::move(header.orbit));
        orbit->tiny = read_tiny(reader, header.tiny, packed);
        reader.block("DONE", 0, 0);
        orbit->z = {buffer->data(), buffer->size()};
        orbit->store = buffer;
        if (!is_sound(*orbit))
            reader.throw_damaged(begin);
        return orbit;
    } catch (const std::bad_alloc &) {
        throw MemoryError(fmt::format("{}: there is not enough memory for its {} points; close "
                                      "other programs",
                                      reader.name(), header.points));
    }
}

} // namespace fathom
