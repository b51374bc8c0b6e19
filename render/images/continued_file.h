#pragma once
#include "render/images/picture_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace fathom {

/// A file that may be written in several runs of the program, whatever ended those before. What is
/// written so far lies in a folder beside the destination: the bytes, a list of their pieces with
/// checksums, and what they are to become. The folder goes when the file is in place.
class ContinuedFile : public PictureFile {
  public:
    struct Piece {
        std::uint64_t size = 0; ///< bytes
        std::uint32_t note = 0;
    };

    /// Opens what is there, or begins. `purpose` tells one picture from another. Throws InputError
    /// where the folder is of another purpose or another program is at work on it, and DiskError.
    ContinuedFile(std::filesystem::path destination, const std::string &purpose);
    ~ContinuedFile() override;

    /// Where the folder of a destination is.
    static std::filesystem::path folder_of(const std::filesystem::path &destination);

    /// What is there, as far as every byte is as it was written.
    [[nodiscard]] const std::vector<Piece> &kept() const noexcept { return kept_; }
    /// Goes on behind the first `count` of these pieces. Throws DiskError.
    void keep(std::size_t count);

    void write(std::span<const std::byte> piece, std::uint32_t note) override;
    void commit() override;

  private:
    /// A file of the folder, open for reading and writing.
    class File;
    struct Record;

    void take_stock();

    std::filesystem::path destination_;
    std::filesystem::path folder_;
    std::unique_ptr<File> purpose_; // locked while this lives
    std::unique_ptr<File> bytes_;
    std::unique_ptr<File> list_;
    std::vector<Piece> kept_;
    bool done_ = false;
};

} // namespace fathom
