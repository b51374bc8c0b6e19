#include "render/farm/ring_result.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/output_file.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/images/png_chunk_reader.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

/// As a PNG's: tells a file that was sent as text.
constexpr std::string_view kRingSignature("\x89rings\r\n", 8);
constexpr const char *kRingKey = "Fathom ring";
constexpr std::int64_t kMostLevel = 1 << 24;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;
constexpr std::size_t kMostName = 64;

PngBytes ring_signature() {
    PngBytes bytes;
    append_bytes(bytes, kRingSignature);
    return bytes;
}

PngText text_of(const RingFile &ring) {
    return {kRingKey,
            fmt::format("leg = {}\nlevel = {}\nmiddle = {}\nname = \"{}\"\nbytes = {}\nsum = {}\n",
                        ring.ring.leg, ring.ring.ring.level, ring.ring.ring.middle ? 1 : 0,
                        ring.file.name, ring.file.bytes, ring.file.sum)};
}

/// Whether a file of rings is called so: nothing leads out of the folder.
bool is_ring_name(const std::string &name) {
    return !name.empty() && name.size() <= kMostName && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](char letter) {
               return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                      letter == '.' || letter == '-' || letter == '_';
           });
}

RingFile parse_ring(const PngText &text, const std::string &source) {
    TomlDocument document = TomlDocument::parse(text.value, source);
    const auto number = [&](const char *key, std::int64_t low, std::int64_t high) {
        document.need(key);
        return document.integer(key, low, high, low);
    };
    RingFile ring;
    ring.ring.leg = static_cast<std::size_t>(
        number("leg", 0, static_cast<std::int64_t>(film::FilmLimits::kMostKeys)));
    ring.ring.ring.level = static_cast<int>(number("level", -kMostLevel, kMostLevel));
    ring.ring.ring.middle = number("middle", 0, 1) != 0;
    ring.file.bytes = static_cast<std::uint64_t>(number("bytes", 0, kMostBytes));
    ring.file.sum = static_cast<std::uint32_t>(number("sum", 0, 0xffffffff));
    const TomlValue &name = document.need("name");
    const auto *given = std::get_if<std::string>(&name.data);
    if (given == nullptr || !is_ring_name(*given))
        document.refuse("name", name, "the name of a file of rings");
    ring.file.name = *given;
    return ring;
}

} // namespace

fs::path rings_folder(const FarmJob &job) {
    return job.folder / kResultsFolder / kRingsFolder;
}

void write_ring_result(const FarmJob &job, int task, const std::vector<RingFile> &files,
                       const TaskRecord &record) {
    OutputFile file(result_name(job, task));
    PngBytes bytes = ring_signature();
    append_png_texts(bytes, result_text(job, task));
    for (const RingFile &ring : files)
        append_png_texts(bytes, {text_of(ring)});
    append_png_texts(bytes, record_text(record));
    end_png_chunk(bytes, begin_png_chunk(bytes, "IEND"));
    file.write(bytes);
    file.commit();
}

std::vector<RingFile> read_ring_result(const FarmJob &job, int task) {
    PngChunkReader reader(job.result_file(task));
    reader.expect(ring_signature());
    reader.next();
    check_result_text(job, task, {reader.text()}, reader.name());
    std::vector<RingFile> files;
    reader.next();
    for (PngText text = reader.text(); text.key == kRingKey; text = reader.text()) {
        files.push_back(parse_ring(text, reader.name()));
        reader.next();
    }
    parse_record({reader.text()}, reader.name());
    reader.next();
    reader.check_end();
    return files;
}

void check_ring_files(const FarmJob &job, const std::vector<RingFile> &files, bool thoroughly) {
    const fs::path folder = rings_folder(job);
    for (const RingFile &ring : files) {
        const fs::path path = folder / ring.file.name;
        std::error_code failed;
        const std::uint64_t bytes = fs::file_size(path, failed);
        if (failed)
            check_readable(path, failed.value());
        if (failed)
            throw InputError(fmt::format("{}: the file of a ring is missing", path.string()));
        if (bytes != ring.file.bytes ||
            (thoroughly && stat_file(folder, ring.file.name).sum != ring.file.sum))
            throw InputError(fmt::format("{}: the file of a ring is damaged", path.string()));
    }
}

} // namespace fathom::farm
