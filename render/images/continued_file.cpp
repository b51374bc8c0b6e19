#include "render/images/continued_file.h"

#include "render/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
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

} // namespace

/// What the list has of a piece.
struct ContinuedFile::Record {
    std::uint64_t size = 0;
    std::uint32_t note = 0;
    std::uint32_t bytes = 0; ///< checksum of the piece
    std::uint32_t own = 0;   ///< and of what stands before this

    [[nodiscard]] std::uint32_t own_checksum() const {
        std::array<std::byte, 16> packed{};
        std::memcpy(packed.data(), &size, 8);
        std::memcpy(packed.data() + 8, &note, 4);
        std::memcpy(packed.data() + 12, &bytes, 4);
        return checksum(packed, 1); // zeros are no record
    }
};

class ContinuedFile::File {
  public:
    explicit File(fs::path path) : path_(std::move(path)) {
        descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
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
        std::size_t got = 0;
        while (got < to.size()) {
            const ssize_t count = ::pread(descriptor_, to.data() + got, to.size() - got,
                                          static_cast<off_t>(from + got));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                fail();
            if (count == 0)
                break;
            got += static_cast<std::size_t>(count);
        }
        return got;
    }

    void append(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t count =
                ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(end_));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                fail();
            end_ += static_cast<std::uint64_t>(count);
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
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

fs::path ContinuedFile::folder_of(const fs::path &destination) {
    fs::path folder = destination;
    folder += ".unfinished";
    return folder;
}

ContinuedFile::ContinuedFile(fs::path destination, const std::string &purpose)
    : destination_(std::move(destination)), folder_(folder_of(destination_)) {
    // What can be seen to be impossible is said now.
    OutputFile{destination_};
    std::error_code failed;
    fs::create_directory(folder_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot make the folder {}: {}; choose another name",
                                    folder_.string(), failed.message()));
    purpose_ = std::make_unique<File>(folder_ / "purpose");
    if (!purpose_->lock())
        throw InputError(fmt::format("{}: another program is at work on this file; wait for it, or "
                                     "choose another name",
                                     destination_.string()));
    std::string there(purpose.size() + 1, '\0');
    there.resize(purpose_->read(std::as_writable_bytes(std::span(there)), 0));
    const bool begun = fs::exists(folder_ / "pieces", failed);
    if (begun && there != purpose)
        throw InputError(fmt::format("{}: this folder keeps the beginning of another picture; "
                                     "remove it, or choose another name",
                                     folder_.string()));
    if (!begun) {
        purpose_->cut(0);
        purpose_->append(std::as_bytes(std::span(purpose)));
        purpose_->sync();
    }
    bytes_ = std::make_unique<File>(folder_ / "bytes");
    list_ = std::make_unique<File>(folder_ / "pieces");
    take_stock();
}

ContinuedFile::~ContinuedFile() {
    std::error_code ignored;
    if (done_)
        fs::remove_all(folder_, ignored);
    else if (kept_.empty()) { // nothing to go on with
        purpose_.reset();
        fs::remove_all(folder_, ignored);
    }
}

void ContinuedFile::take_stock() {
    std::vector<std::byte> bytes;
    std::uint64_t at = 0;
    for (std::size_t index = 0;; ++index) {
        std::array<std::byte, sizeof(Record)> raw{};
        if (list_->read(raw, index * sizeof(Record)) < sizeof(Record))
            break;
        Record record;
        std::memcpy(&record, raw.data(), sizeof record);
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 26; // no piece is larger
        if (record.own != record.own_checksum() || record.size > kLargest)
            break;
        bytes.resize(record.size);
        if (bytes_->read(bytes, at) < bytes.size() || checksum(bytes) != record.bytes)
            break;
        at += record.size;
        kept_.push_back({record.size, record.note});
    }
    keep(kept_.size());
}

void ContinuedFile::keep(std::size_t count) {
    kept_.resize(std::min(count, kept_.size()));
    std::uint64_t size = 0;
    for (const Piece &piece : kept_)
        size += piece.size;
    bytes_->cut(size);
    list_->cut(kept_.size() * sizeof(Record));
}

void ContinuedFile::write(std::span<const std::byte> piece, std::uint32_t note) {
    // In this order: a piece counts once it is on the list.
    bytes_->append(piece);
    Record record;
    record.size = piece.size();
    record.note = note;
    record.bytes = checksum(piece);
    record.own = record.own_checksum();
    list_->append(std::as_bytes(std::span(&record, 1)));
    kept_.push_back({record.size, note});
}

void ContinuedFile::commit() {
    bytes_->sync();
    std::error_code failed;
    fs::rename(bytes_->path(), destination_, failed);
    if (failed)
        throw DiskError(fmt::format("cannot write {}: {}; choose another name",
                                    destination_.string(), failed.message()));
    done_ = true;
}

} // namespace fathom
