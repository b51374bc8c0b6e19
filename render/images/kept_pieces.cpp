#include "render/images/kept_pieces.h"

#include "render/base/error.h"
#include "render/base/output_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// What the folder holds: the bytes, and the list of their pieces.
constexpr const char *kBytesName = "bytes", *kListName = "pieces";

} // namespace

/// What the list has of a piece.
struct KeptPieces::Record {
    std::uint64_t size = 0;
    std::uint32_t note = 0;
    std::uint32_t bytes = 0; ///< checksum of the piece
    std::uint32_t own = 0;   ///< and of what stands beside this
    std::uint32_t room = 0;  ///< 1: the piece is one, and has no checksum

    [[nodiscard]] std::uint32_t own_checksum() const {
        std::array<std::byte, 20> packed{};
        std::memcpy(packed.data(), &size, 8);
        std::memcpy(packed.data() + 8, &note, 4);
        std::memcpy(packed.data() + 12, &bytes, 4);
        std::memcpy(packed.data() + 16, &room, 4);
        return kept_checksum(packed, 1); // zeros are no record
    }
};

KeptPieces::KeptPieces(OutputName destination, const std::string &purpose)
    : destination_(std::move(destination)) {
    // The rename at the end would replace the link, and what it leads to may be on another disk.
    std::error_code ignored;
    if (fs::is_symlink(destination_.path, ignored))
        throw InputError(fmt::format("{}: this is a link, and the beginning of a picture is kept "
                                     "beside the file itself; name that file",
                                     destination_.path.string()));
    {
        // What can be seen to be impossible is said now.
        const OutputFile tried(destination_);
    }
    folder_ = std::make_unique<KeptFolder>(destination_, purpose, kListName);
    try {
        bytes_ = std::make_unique<KeptFile>(folder_->folder(), kBytesName);
        list_ = std::make_unique<KeptFile>(folder_->folder(), kListName);
        take_stock();
    } catch (...) {
        // What this made: something else of these names is not ours to remove.
        if (!folder_->begun() && bytes_)
            folder_->folder().remove(kBytesName);
        if (!folder_->begun() && list_)
            folder_->folder().remove(kListName);
        throw;
    }
}

KeptPieces::~KeptPieces() {
    if (done_ || list_of_pieces_.empty()) // else there is something to go on with
        folder_->remove({kListName, kBytesName});
}

void KeptPieces::remove(const OutputName &destination, const std::string &purpose) {
    KeptFolder(destination, purpose, kListName).remove({kListName, kBytesName});
}

void KeptPieces::take_stock() {
    std::vector<std::byte> bytes;
    std::uint64_t at = 0;
    for (std::size_t index = 0;; ++index) {
        std::array<std::byte, sizeof(Record)> raw{};
        if (list_->read(raw, index * sizeof(Record)) < sizeof(Record))
            break;
        Record record;
        std::memcpy(&record, raw.data(), sizeof record);
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 28; // no piece is larger
        if (record.own != record.own_checksum() || record.size > kLargest)
            break;
        bytes.resize(record.size);
        if (bytes_->read(bytes, at) < bytes.size() ||
            (record.room == 0 && kept_checksum(bytes) != record.bytes))
            break;
        at += record.size;
        list_of_pieces_.push_back({record.size, record.note, record.room != 0});
    }
    keep(list_of_pieces_.size());
}

void KeptPieces::keep(std::size_t count) {
    list_of_pieces_.resize(std::min(count, list_of_pieces_.size()));
    bytes_->cut(begin_of(list_of_pieces_.size()));
    list_->cut(list_of_pieces_.size() * sizeof(Record));
}

std::uint64_t KeptPieces::begin_of(std::size_t index) const {
    std::uint64_t begin = 0;
    for (std::size_t before = 0; before < index; ++before)
        begin += list_of_pieces_[before].size;
    return begin;
}

std::vector<std::byte> KeptPieces::read(std::size_t index) const {
    std::vector<std::byte> bytes(list_of_pieces_.at(index).size);
    if (bytes_->read(bytes, begin_of(index)) < bytes.size())
        throw DiskError(fmt::format("cannot read {}: it became shorter; remove its folder and "
                                    "begin again",
                                    bytes_->path().string()));
    return bytes;
}

void KeptPieces::append(std::span<const std::byte> piece, std::uint32_t note) {
    append(piece, Piece{piece.size(), note, false});
}

void KeptPieces::append_room(std::size_t size) {
    append(std::vector<std::byte>(size), Piece{size, 0, true});
}

void KeptPieces::append(std::span<const std::byte> bytes, const Piece &piece) {
    // In this order: a piece counts once it is on the list.
    bytes_->append(bytes);
    Record record;
    record.size = piece.size;
    record.note = piece.note;
    record.bytes = kept_checksum(bytes);
    record.room = piece.room ? 1 : 0;
    record.own = record.own_checksum();
    list_->append(std::as_bytes(std::span(&record, 1)));
    list_of_pieces_.push_back(piece);
}

void KeptPieces::fill_room(std::size_t index, std::span<const std::byte> bytes) {
    const Piece &piece = list_of_pieces_.at(index);
    if (!piece.room || piece.size != bytes.size())
        throw std::logic_error("KeptPieces: a room of another size");
    bytes_->write_over(begin_of(index), bytes);
}

void KeptPieces::commit() {
    bytes_->sync();
    const fs::path folder = fs::absolute(destination_.path).parent_path();
    folder_->folder().move(kBytesName,
                           destination_.folder ? *destination_.folder
                                               : OwnFolder(folder, OwnFolder::Links::followed),
                           destination_.path.filename().string());
    done();
}

} // namespace fathom
