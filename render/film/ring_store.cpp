#include "render/film/ring_store.h"

#include "render/base/byte_words.h"
#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/output_file.h"
#include "render/deep/orbit_file.h"
#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/perturbed_request.h"
#include "render/film/ring_samples.h"
#include "render/images/checksum.h"
#include "render/places/location.h"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace fathom::film {
namespace {

constexpr std::string_view kMagic = "FathomRing 2\n";
constexpr std::string_view kRing = ".ring", kFound = ".found";
/// Of an orbit, and of the number that tells which file it is.
constexpr std::string_view kOrbit = ".orbit", kOrbitSum = ".orbit-sum";

/// Calls use(bytes) for each plane that the samples have.
template <class Use> void for_each_plane(SampleBuffer &samples, const Use &use) {
    const std::size_t count = samples.count();
    with_real(samples.precision(), [&]<class Real>() {
        const auto planes = samples.planes<Real>();
        const auto take = [&](auto *plane) {
            if (plane != nullptr)
                use(std::as_writable_bytes(std::span(plane, count)));
        };
        take(planes.n);
        take(planes.n_high);
        take(planes.zx);
        take(planes.zy);
        take(planes.gx);
        take(planes.gy);
        take(planes.trap);
        take(planes.atom);
    });
}

std::string kept_name(const RingName &name) {
    return fmt::format("{} {}", name.text, name.norms ? "norms" : "whole");
}

std::string head_of(std::string_view name) {
    return fmt::format("{}{:08x}\n{}\n", kMagic, name.size(), name);
}

/// The lowest byte first.
template <class Number> std::array<std::byte, sizeof(Number)> bytes_of(Number number) {
    std::array<std::byte, sizeof(Number)> bytes;
    for (std::byte &byte : bytes) {
        byte = static_cast<std::byte>(number & 255U);
        number >>= 8;
    }
    return bytes;
}
std::uint64_t number_of(std::span<const std::byte> bytes) {
    std::uint64_t number = 0;
    for (std::size_t at = bytes.size(); at-- > 0;)
        number = number << 8 | std::to_integer<std::uint64_t>(bytes[at]);
    return number;
}

bool read(std::ifstream &file, std::span<std::byte> bytes) {
    return static_cast<bool>(file.read(reinterpret_cast<char *>(bytes.data()),
                                       static_cast<std::streamsize>(bytes.size())));
}

bool read_head(std::ifstream &file, std::string_view name) {
    const std::string wanted = head_of(name);
    std::string head = wanted;
    return file && read(file, std::as_writable_bytes(std::span(head))) && head == wanted;
}

/// Read samples of the size and kind that the buffer has; false if the file is none of them.
bool read_norms(std::ifstream &file, SampleBuffer &samples) {
    const auto begin = file.tellg();
    const auto end = file.seekg(0, std::ios::end).tellg();
    const auto count = static_cast<std::size_t>(end - begin);
    std::array<std::byte, 4> kept{};
    if (!file.seekg(begin) || count < kept.size() || count > most_packed_bytes(samples))
        return false;
    std::string bytes(count - kept.size(), '\0');
    if (!read(file, std::as_writable_bytes(std::span(bytes))) || !read(file, kept) ||
        kept != bytes_of(crc32_of(std::as_bytes(std::span(bytes)))))
        return false;
    std::istringstream packed(std::move(bytes));
    return unpack_samples(packed, samples) && packed.peek() == EOF;
}
bool read_whole(std::ifstream &file, SampleBuffer &samples) {
    bool whole = true;
    std::uint32_t sum = 0;
    for_each_plane(samples, [&](std::span<std::byte> plane) {
        whole = whole && read(file, plane);
        if (whole)
            sum = crc32_of(plane, sum);
    });
    std::array<std::byte, 4> kept{};
    return whole && read(file, kept) && kept == bytes_of(sum) && file.peek() == EOF;
}

/// Which folders of the path are not there, outer ones first.
std::vector<fs::path> missing_of(const fs::path &folder) {
    std::vector<fs::path> missing;
    std::error_code ignored;
    for (fs::path at = folder; !at.empty() && !fs::exists(at, ignored); at = at.parent_path())
        missing.insert(missing.begin(), at);
    return missing;
}

/// A checksum of a whole file, and its length; nothing if it cannot be read.
std::optional<std::uint64_t> checksum_and_length_of(const fs::path &path) {
    constexpr std::size_t kBytes = 1 << 20;
    std::ifstream file = open_input_file(path);
    if (!file.is_open())
        return std::nullopt;
    std::vector<std::byte> bytes(kBytes);
    std::uint32_t sum = 0;
    std::uint64_t length = 0;
    while (read(file, bytes) || file.gcount() > 0) {
        const auto count = static_cast<std::size_t>(file.gcount());
        sum = crc32_of(std::span(bytes).first(count), sum);
        length += count;
    }
    return length << 32 | sum;
}

} // namespace

RingStore::RingStore(const fs::path &folder)
    : made_(missing_of(folder)), folder_(folder, OwnFolder::Links::followed) {}

bool RingStore::is_file_name(std::string_view name) {
    constexpr std::size_t kDigits = 16;
    const std::string_view digits = name.substr(0, kDigits);
    const std::string_view extension = name.substr(digits.size());
    return digits.size() == kDigits &&
           digits.find_first_not_of("0123456789abcdef") == digits.npos &&
           (extension == kRing || extension == kFound || extension == kOrbit ||
            extension == kOrbitSum);
}

void RingStore::require_room(double bytes) const {
    std::error_code unknown;
    double kept = 0;
    for (fs::directory_iterator file(folder_.path(), unknown), end; !unknown && file != end;
         file.increment(unknown)) {
        std::error_code gone;
        const auto size = file->file_size(gone);
        if (!gone && file->path().extension() == kRing)
            kept += static_cast<double>(size);
    }
    const auto space = fs::space(folder_.path(), unknown);
    if (unknown || bytes - kept <= static_cast<double>(space.available))
        return;
    std::error_code has_files;
    for (auto folder = made_.rbegin(); folder != made_.rend() && !has_files; ++folder)
        fs::remove(*folder, has_files);
    throw DiskError(fmt::format("{}: the rings of the film take some {} more, and its disk has {} "
                                "free; choose a folder on another one, fewer samples a pixel or a "
                                "smaller size, or keep no rings",
                                folder_.path().string(), byte_words(bytes - kept),
                                byte_words(static_cast<double>(space.available))));
}

OutputName RingStore::file_of(std::string_view name, std::string_view extension) const {
    const auto bytes = std::as_bytes(std::span(name));
    return {folder_, fmt::format("{:08x}{:08x}{}", crc32_of(bytes), adler32_of(bytes), extension)};
}

std::optional<SampleBuffer> RingStore::samples(const RenderRequest &request,
                                               const RingName &name) const {
    SampleBuffer samples(request);
    const std::string kept = kept_name(name);
    std::ifstream file = open_input_file(file_of(kept, kRing).path);
    if (!read_head(file, kept) || !(name.norms ? read_norms : read_whole)(file, samples))
        return std::nullopt;
    return samples;
}

std::optional<KnownSamples> RingStore::known(const RenderRequest &request, const RingName &name,
                                             const std::atomic<bool> &stop) const {
    auto kept = samples(request, name);
    if (!kept)
        return std::nullopt;
    KnownSamples known;
    known.samples = *std::move(kept);
    known.limit = request.limit;
    if (request.perturbation) {
        known.perturbation = request.perturbation->get(table_needs(request), stop);
        if (!known.perturbation)
            return std::nullopt;
    }
    return known;
}

void RingStore::keep(Frame &frame, const RingName &name) const {
    SampleBuffer samples;
    frame.read_samples(samples);
    keep(samples, name);
}

void RingStore::keep(SampleBuffer &samples, const RingName &name) const {
    const std::string kept = kept_name(name);
    OutputFile file(file_of(kept, kRing));
    const std::string head = head_of(kept);
    file.write(std::as_bytes(std::span(head)));
    std::uint32_t sum = 0;
    const auto put = [&](std::span<const std::byte> bytes) {
        sum = crc32_of(bytes, sum);
        file.write(bytes);
    };
    if (name.norms)
        put(pack_samples(samples));
    else
        for_each_plane(samples, put);
    file.write(bytes_of(sum));
    file.commit();
}

std::optional<std::uint64_t> RingStore::number(const std::string &name,
                                               std::string_view extension) const {
    std::ifstream file = open_input_file(file_of(name, extension).path);
    std::array<std::byte, 8> bytes{};
    std::array<std::byte, 4> kept{};
    if (!read_head(file, name) || !read(file, bytes) || !read(file, kept) ||
        kept != bytes_of(crc32_of(bytes)) || file.peek() != EOF)
        return std::nullopt;
    return number_of(bytes);
}

void RingStore::keep_number(const std::string &name, std::string_view extension,
                            std::uint64_t number) const {
    OutputFile file(file_of(name, extension));
    const std::string head = head_of(name);
    const auto bytes = bytes_of(number);
    file.write(std::as_bytes(std::span(head)));
    file.write(bytes);
    file.write(bytes_of(crc32_of(bytes)));
    file.commit();
}

std::optional<std::uint64_t> RingStore::found_number(const std::string &name, std::uint64_t least,
                                                     std::uint64_t most) const {
    const auto kept = number(name, kFound);
    return kept && *kept >= least && *kept <= most ? kept : std::nullopt;
}

void RingStore::keep_found_number(const std::string &name, std::uint64_t number) const {
    keep_number(name, kFound, number);
}

std::shared_ptr<const ReferenceOrbit> RingStore::orbit(const std::string &name) const {
    const fs::path path = file_of(name, kOrbit).path;
    const auto sum = number(name, kOrbitSum);
    if (!sum || sum != checksum_and_length_of(path))
        return nullptr;
    try {
        return read_orbit_file(path);
    } catch (const InputError &) {
        return nullptr;
    }
}

void RingStore::keep_orbit(const std::string &name, const ReferenceOrbit &orbit) const {
    if (!fits_orbit_file(orbit))
        return;
    const OutputName file = file_of(name, kOrbit);
    write_orbit_file(file, orbit);
    if (const auto sum = checksum_and_length_of(file.path))
        keep_number(name, kOrbitSum, *sum);
}

} // namespace fathom::film
