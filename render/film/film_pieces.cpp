#include "render/film/film_pieces.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/video/video_encoder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

namespace fathom::film {
namespace {

namespace fs = std::filesystem;

constexpr const char *kListOfPieces = "pieces";

struct FileSum {
    std::uint64_t size = 0;
    std::uint32_t checksum = 1;
    friend bool operator==(const FileSum &, const FileSum &) = default;
};

/// Nothing where there is no such file. Throws DiskError where it cannot be read.
std::optional<FileSum> sum_of(const OutputName &name) {
    std::ifstream file = open_input_file(name.path);
    if (!file.is_open())
        return std::nullopt;
    FileSum sum;
    std::vector<char> part(std::size_t{1} << 20);
    while (file.read(part.data(), static_cast<std::streamsize>(part.size())), file.gcount() > 0) {
        const auto count = static_cast<std::size_t>(file.gcount());
        sum.checksum = kept_checksum(std::as_bytes(std::span(part.data(), count)), sum.checksum);
        sum.size += count;
    }
    check_read(file, name.path);
    return sum;
}

} // namespace

/// What the list has of a piece. The last record of a piece counts.
struct FilmPieces::Record {
    std::uint64_t size = 0;
    std::uint32_t piece = 0;
    std::uint32_t checksum = 0; ///< of its file
    std::uint32_t own = 0;      ///< of what stands before this
    std::uint32_t unused = 0;

    [[nodiscard]] std::uint32_t own_checksum() const {
        std::array<std::byte, 16> packed{};
        std::memcpy(packed.data(), &size, 8);
        std::memcpy(packed.data() + 8, &piece, 4);
        std::memcpy(packed.data() + 12, &checksum, 4);
        return kept_checksum(packed, 1);
    }
};

std::string FilmPieces::segment_name(int piece, const std::string &type) {
    return fmt::format("{:06}{}", piece, type);
}

FilmPieces::FilmPieces(Settings settings)
    : settings_(std::move(settings)),
      folder_(settings_.destination, settings_.purpose, kListOfPieces),
      made_(static_cast<std::size_t>(settings_.count), 0) {
    if (!folder_.begun())
        return;
    if (!settings_.continued)
        throw InputError(fmt::format("{}: this folder keeps what an interrupted run has made of "
                                     "this film",
                                     folder_.path().string()),
                         {Remedy::Kind::go_on, "remove it", "choose another name"});
    open_list();
    take_stock();
}

FilmPieces::~FilmPieces() {
    const bool kept = std::find(made_.begin(), made_.end(), 1) != made_.end();
    if (!done_ && settings_.continued && kept)
        return;
    try {
        for (int piece = 0; piece < settings_.count && !settings_.file_of; ++piece)
            folder().remove(segment_name(piece, settings_.type));
    } catch (const std::bad_alloc &) { // they stay
    }
    folder_.remove({kListOfPieces, kMetadataName});
}

OutputName FilmPieces::file(int piece) const {
    return settings_.file_of ? settings_.file_of(piece)
                             : OutputName(folder_.folder(), segment_name(piece, settings_.type));
}

void FilmPieces::open_list() {
    list_ = std::make_unique<KeptFile>(folder_.folder(), kListOfPieces);
}

void FilmPieces::take_stock() {
    std::map<std::uint32_t, FileSum> sums;
    std::uint64_t records = 0;
    for (;; ++records) {
        std::array<std::byte, sizeof(Record)> raw{};
        if (list_->read(raw, records * sizeof(Record)) < sizeof(Record))
            break;
        Record record;
        std::memcpy(&record, raw.data(), sizeof record);
        if (record.own != record.own_checksum())
            break;
        sums[record.piece] = {record.size, record.checksum};
    }
    list_->cut(records * sizeof(Record));
    for (const auto &[piece, sum] : sums)
        if (piece < made_.size() && sum_of(file(static_cast<int>(piece))) == sum)
            made_[piece] = 1;
}

bool FilmPieces::is_made(int piece) {
    const std::lock_guard lock(mutex_);
    return made_[static_cast<std::size_t>(piece)] != 0;
}

void FilmPieces::made(int piece) {
    const auto sum = sum_of(file(piece));
    if (!sum)
        throw DiskError(
            fmt::format("cannot read {} again; choose another folder", file(piece).path.string()));
    Record record;
    record.size = sum->size;
    record.piece = static_cast<std::uint32_t>(piece);
    record.checksum = sum->checksum;
    record.own = record.own_checksum();
    const std::lock_guard lock(mutex_);
    if (!list_)
        open_list();
    list_->append(std::as_bytes(std::span(&record, 1)));
    made_[static_cast<std::size_t>(piece)] = 1;
}

} // namespace fathom::film
