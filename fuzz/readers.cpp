#include "fuzz/readers.h"

#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/deep/orbit_file_header.h"
#include "render/engines/rank_table.h"
#include "render/farm/job_files.h"
#include "render/farm/manifest.h"
#include "render/film/film_path.h"
#include "render/film/film_toml.h"
#include "render/film/tour.h"
#include "render/images/exr_reader.h"
#include "render/images/jpeg_metadata.h"
#include "render/images/png_row_reader.h"
#include "render/import/foreign_location.h"
#include "render/import/hexadecimal.h"
#include "render/import/importers.h"
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "render/numbers/decimal.h"
#include "render/places/location.h"
#include "render/places/named_place.h"
#include "render/places/place_line.h"
#include "ui/state/saved_session.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

namespace fathom::fuzz {
namespace {

/// Ends the program: the reader broke a promise.
void require(bool kept, const char *promise) {
    if (kept)
        return;
    std::fprintf(stderr, "broken: %s\n", promise);
    std::abort();
}

/// The result of `read`, or nothing where it refuses with one line of text.
template <class Read> auto accepted(const Read &read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const InputError &error) {
        const std::string_view message = error.what();
        require(!message.empty() && message.find('\n') == message.npos,
                "a refusal is one sentence");
        return std::nullopt;
    }
}

void require_location(const Location &location) {
    check_location(location);
    const std::string text = to_text(location);
    require(parse_location(text, "again").location == location, "a location comes back");
}

void require_palette(const Palette &palette) {
    check_palette(palette);
    require(parse_palette(to_text(palette), "again", palette.name) == palette,
            "a palette comes back");
}

/// All along a film that has a way there are places.
void require_way(const film::Film &film) {
    const auto path = accepted([&] { return film::FilmPath(film, {1920, 1080}); });
    if (!path)
        return;
    require(path->seconds() > 0 && path->frames(60) >= 1, "a film takes time");
    for (const double share : {0.0, 0.25, 0.5, 0.999, 1.0})
        check_location(path->at(share * path->seconds()));
}

void read_place(std::string_view text, const char *source) {
    if (const auto parsed = accepted([&] { return parse_any_location(text, source); }))
        require_location(parsed->location);
}

void read_palette(std::string_view text, const char *source) {
    std::vector<std::string> warnings;
    if (const auto palette = accepted([&] { return parse_any_palette(text, source, warnings); })) {
        require(is_palette_name(palette->name), "an imported palette has a name");
        require_palette(*palette);
    }
    const auto all = accepted([&] { return parse_all_palettes(text, source, warnings); });
    for (const Palette &palette : all.value_or(std::vector<Palette>())) {
        require(is_palette_name(palette.name), "each imported palette has a name");
        require_palette(palette);
    }
}

/// A file in memory, by whose path readers of files find it.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        require(descriptor_ >= 0 && ::write(descriptor_, bytes.data(), bytes.size()) ==
                                        static_cast<ssize_t>(bytes.size()),
                "memory for a file");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

  private:
    int descriptor_;
};

/// An orbit's file whose blocks have the checksums that they should, so that fuzzing comes beyond
/// them.
std::string with_right_sums(std::string_view bytes) {
    constexpr std::size_t kSignature = 8, kHead = 8, kSum = 4;
    std::string whole(bytes);
    if (whole.size() < kSignature)
        return whole;
    const auto *data = reinterpret_cast<const Bytef *>(whole.data());
    uLong sum = crc32(0, data, kSignature);
    for (std::size_t at = kSignature; at + kHead + kSum <= whole.size();) {
        std::uint32_t size = 0;
        std::memcpy(&size, whole.data() + at + 4, sizeof(size));
        if (size > whole.size() - at - kHead - kSum)
            break;
        sum = crc32(sum, data + at, static_cast<uInt>(kHead + size));
        at += kHead + size;
        const auto right = static_cast<std::uint32_t>(sum);
        std::memcpy(whole.data() + at, &right, kSum);
        at += kSum;
    }
    return whole;
}

/// A manifest with the id that it should have before all else.
std::string with_right_id(std::string_view text) {
    const auto *bytes = reinterpret_cast<const Bytef *>(text.data());
    return fmt::format("id = \"{:08x}{:08x}\"\n{}", crc32_z(0, bytes, text.size()),
                       adler32_z(1, bytes, text.size()), text);
}

std::uint32_t big_endian_at(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

/// A PNG whose chunks have the checksums that they should.
std::string with_right_crcs(std::string_view bytes) {
    constexpr std::size_t kSignature = 8, kHead = 8, kSum = 4;
    std::string whole(bytes);
    for (std::size_t at = kSignature; at + kHead + kSum <= whole.size();) {
        const std::size_t size = big_endian_at(whole, at);
        if (size > whole.size() - at - kHead - kSum)
            break;
        const auto sum = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const Bytef *>(whole.data() + at + 4), 4 + size));
        at += kHead + size;
        for (std::size_t i = 0; i < kSum; ++i)
            whole[at + i] = static_cast<char>(sum >> (24 - 8 * i));
        at += kSum;
    }
    return whole;
}

} // namespace

void decimal(std::string_view text) {
    const auto number = accepted([&] { return Decimal::parse(text); });
    if (!number)
        return;
    require(Decimal::parse(number->to_string()) == *number, "a decimal comes back");
    require(std::isfinite(number->to_double()) || number->exponent10() >= 308,
            "only large numbers are infinite doubles");
    require(number->rounded_to_significant(3).exponent10() - number->exponent10() <= 1,
            "rounding keeps the size");
}

void hexadecimal(std::string_view text) {
    if (const auto number = parse_hexadecimal(text))
        require(Decimal::parse(number->to_string()) == *number, "a decimal comes back");
}

void deepdrill(std::string_view text) {
    read_place(text, "x.ini");
}
void fraktaler(std::string_view text) {
    read_place(text, "x.f3.toml");
}
void imagina(std::string_view text) {
    read_place(text, "x.imt");
}
void kfr(std::string_view text) {
    read_place(text, "x.kfr");
}
void location(std::string_view text) {
    read_place(text, "x");
}
void rust_fractal(std::string_view text) {
    read_place(text, "x.toml");
}
void xaos(std::string_view text) {
    read_place(text, "x.xpf");
}

void fractint_map(std::string_view text) {
    read_palette(text, "x.map");
}
void gimp_gradient(std::string_view text) {
    read_palette(text, "x.ggr");
}
void gimp_palette(std::string_view text) {
    read_palette(text, "x.gpl");
}
void kfp(std::string_view text) {
    read_palette(text, "x.kfp");
}
void orbit(std::string_view bytes) {
    const std::string whole = with_right_sums(bytes);
    const MemoryFile file(whole);
    constexpr std::uint64_t kMemory = 1 << 20;
    const auto read = accepted([&] { return read_orbit_file(file.path(), kMemory); });
    if (!read)
        return;
    OrbitFileHeader header;
    header.orbit = **read;
    header.points = header.orbit.z.size();
    header.tiny = header.orbit.tiny.size();
    if (const PackedPoints *packed = packed_points(**read))
        header.corrections = packed->corrections().size();
    const std::string text = to_text(header);
    require(to_text(parse_orbit_file_header(text, "again")) == text, "a header comes back");
    for (const auto &z : header.orbit.z)
        require(std::isfinite(z.x) && std::isfinite(z.y), "points are finite");
}

void png_rows(std::string_view bytes) {
    constexpr std::size_t kWidthAt = 16, kBitsAt = 24;
    if (bytes.size() < kPngPrefixBytes)
        return;
    // Its own, as far as memory goes: of another one nothing is read.
    const auto side = [&](std::size_t at) {
        return std::clamp<std::uint32_t>(big_endian_at(bytes, at), 1, 4096);
    };
    const PngShape shape{side(kWidthAt), side(kWidthAt + 4), bytes[kBitsAt] == 16 ? 16 : 8};
    const std::string whole = with_right_crcs(bytes);
    const MemoryFile file(whole);
    accepted([&] {
        PngRowReader reader(file.path(), shape);
        std::vector<std::uint8_t> row(shape.row_bytes());
        for (std::uint32_t y = 0; y < shape.height; ++y)
            reader.read(row);
        return reader.finish().size();
    });
}

void palette(std::string_view text) {
    read_palette(text, "x");
}
void ultra_gradient(std::string_view text) {
    read_palette(text, "x.ugr");
}

void named_place(std::string_view text) {
    const auto place = accepted([&] { return parse_named_place(text, "x.toml"); });
    if (place)
        require(parse_named_place(to_text(*place), "again") == *place, "a named place comes back");
}

void exr(std::string_view bytes) {
    const MemoryFile file(bytes);
    accepted([&] { return read_location_file(file.path()); });
    accepted([&] {
        ExrReader reader(file.path());
        const ExrHeader &header = reader.header();
        const int rows = std::min(header.height, 64);
        std::vector<std::uint32_t> words(static_cast<std::size_t>(header.width) * rows);
        std::vector<float> reals(words.size());
        for (const ExrChannel &channel : header.channels) {
            ExrReader::Wanted wanted{channel.name, words};
            if (channel.type != ExrType::whole)
                wanted.values = reals;
            reader.read(0, std::vector<ExrReader::Wanted>{wanted});
        }
        return true;
    });
}

void film(std::string_view text) {
    const auto parsed = accepted([&] { return film::parse_film(text, "x.toml"); });
    if (!parsed)
        return;
    check_film(parsed->film);
    require(film::parse_film(to_text(parsed->film), "again").film == parsed->film,
            "a film comes back");
    require_way(parsed->film);
}

void job(std::string_view text) {
    if (text.starts_with("low")) {
        if (const auto ranks = accepted([&] { return farm::parse_ranks(text, "x"); }))
            require(farm::parse_ranks(farm::to_text(*ranks), "again") == *ranks, "ranks come back");
        return;
    }
    const std::string whole = with_right_id(text);
    const auto job = accepted([&] { return farm::parse_manifest(whole, "x"); });
    if (!job)
        return;
    require(to_text(farm::parse_manifest(to_text(*job), "again")) == to_text(*job),
            "a manifest comes back");
    for (const int task : {1, job->tasks() / 2 + 1, job->tasks()}) {
        const RowRange rows = job->rows_of(job->part_of(task));
        require(rows.first >= 0 && rows.count >= 0 &&
                    rows.first + rows.count <= job->picture.size.height,
                "a task's rows are the picture's");
    }
}
void jpeg(std::string_view bytes) {
    const MemoryFile file(bytes);
    const auto text = accepted([&] { return read_jpeg_text(file.path(), "Fathom"); });
    require(!text || !*text || (*text)->size() <= kMaxPngTextBytes, "texts are limited");
}

void picture(std::string_view bytes) {
    const MemoryFile file(bytes);
    if (const auto parsed = accepted([&] { return read_location_file(file.path()); }))
        require_location(parsed->location);
}

void place_line(std::string_view text) {
    const auto parsed = accepted([&] { return parse_place_line(text, "x"); });
    if (!parsed)
        return;
    require_location(parsed->location);
    const std::string line = to_line(parsed->location);
    require(is_place_line(line) && line.find('\n') == line.npos, "a place fits one line");
    require(parse_place_line(line, "again").location == parsed->location, "a line comes back");
}

void session(std::string_view text) {
    const auto session = accepted([&] { return ui::parse_session(text, "x.toml"); });
    if (!session)
        return;
    // not the session itself: half a place of the window counts as none
    const std::string own = to_text(*session);
    require(to_text(ui::parse_session(own, "again")) == own, "a session's text comes back");
}

void tour(std::string_view text) {
    const auto tour = accepted([&] { return film::parse_tour(text, "x.toml"); });
    if (tour)
        require_way(tour->film);
}

} // namespace fathom::fuzz
