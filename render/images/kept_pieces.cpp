#include "render/images/kept_pieces.h"

#include "render/base/error.h"
#include "render/base/file_bytes.h"
#include "render/base/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <zlib.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0) {
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

/// What the folder holds: what the bytes are to become, the bytes, and the list of their pieces.
constexpr const char *kPurposeName = "purpose", *kBytesName = "bytes", *kListName = "pieces";
constexpr std::array kNames = {kListName, kBytesName, kPurposeName};

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
        return checksum(packed, 1); // zeros are no record
    }
};

class KeptPieces::File {
  public:
    explicit File(fs::path path) : path_(std::move(path)) {
        // In a folder that everybody may write to, a link would lead to a file of somebody's.
        descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor_ < 0)
            fail();
    }
    ~File() { ::close(descriptor_); }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    /// False if another program holds it.
    [[nodiscard]] bool lock() const { return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

    /// Up to as many bytes as there are.
    std::size_t read(std::span<std::byte> to, std::uint64_t from) const {
        const auto got = read_bytes_at(descriptor_, from, to);
        if (!got)
            fail();
        return *got;
    }

    void append(std::span<const std::byte> bytes) {
        write_over(end_, bytes);
        end_ += bytes.size();
    }
    void write_over(std::uint64_t at, std::span<const std::byte> bytes) const {
        if (!write_bytes_at(descriptor_, at, bytes))
            fail();
    }

    /// Appends from there on.
    void cut(std::uint64_t size) {
        if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
            fail();
        end_ = size;
    }

    void sync() const {
        if (::fsync(descriptor_) != 0 && errno != EINVAL) // a file system without
            fail();
    }

    [[nodiscard]] const fs::path &path() const noexcept { return path_; }

  private:
    [[noreturn]] void fail() const {
        throw DiskError(fmt::format("cannot write {}: {}; free some space or choose another folder",
                                    path_.string(), std::generic_category().message(errno)));
    }

    const fs::path path_;
    int descriptor_ = -1;
    std::uint64_t end_ = 0;
};

fs::path KeptPieces::folder_of(const fs::path &destination) {
    fs::path folder = destination;
    folder += ".unfinished";
    return folder;
}

KeptPieces::KeptPieces(fs::path destination, const std::string &purpose)
    : destination_(std::move(destination)), folder_(folder_of(destination_)) {
    {
        // What can be seen to be impossible is said now.
        const OutputFile tried(destination_);
    }
    std::error_code failed;
    fs::create_directory(folder_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another name",
                                    folder_.string(), failed.message()));
    purpose_ = std::make_unique<File>(folder_ / kPurposeName);
    if (!purpose_->lock())
        throw InputError(fmt::format("{}: another program is at work on this file; wait for it, or "
                                     "choose another name",
                                     destination_.string()));
    std::string there(purpose.size() + 1, '\0');
    there.resize(purpose_->read(std::as_writable_bytes(std::span(there)), 0));
    const bool begun = fs::exists(folder_ / kListName, failed);
    if (begun && there != purpose)
        throw InputError(fmt::format("{}: this folder keeps the beginning of another picture; "
                                     "remove it, or choose another name",
                                     folder_.string()));
    if (!begun) {
        purpose_->cut(0);
        purpose_->append(std::as_bytes(std::span(purpose)));
        purpose_->sync();
    }
    bytes_ = std::make_unique<File>(folder_ / kBytesName);
    list_ = std::make_unique<File>(folder_ / kListName);
    take_stock();
}

KeptPieces::~KeptPieces() {
    if (!done_ && !list_of_pieces_.empty())
        return; // there is something to go on with
    // While the purpose is locked. What else somebody has put there stays, and the folder with it.
    std::error_code ignored;
    for (const char *name : kNames)
        fs::remove(folder_ / name, ignored);
    fs::remove(folder_, ignored);
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
            (record.room == 0 && checksum(bytes) != record.bytes))
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
    record.bytes = checksum(bytes);
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
    std::error_code failed;
    fs::rename(bytes_->path(), destination_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot write {}: {}; choose another name",
                                    destination_.string(), failed.message()));
    done();
}

} // namespace fathom
