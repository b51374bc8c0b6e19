#pragma once
#include "render/images/kept_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fathom {

/// What several runs of the program have made of a file so far, whatever ended those before. It
/// lies in a folder beside the destination: the bytes, a list of their pieces with checksums, and
/// what they are to become.
class KeptPieces {
  public:
    struct Piece {
        std::uint64_t size = 0; ///< bytes
        std::uint32_t note = 0;
        bool room = false; ///< bytes that count for nothing yet
        friend bool operator==(const Piece &, const Piece &) = default;
    };

    /// Opens what is there, or begins. `purpose` tells one picture from another. Throws InputError
    /// where the destination is a link or the folder is of another purpose, FolderInUse, and
    /// DiskError.
    KeptPieces(OutputName destination, const std::string &purpose);
    /// Leaves the folder if there is something to go on with, unless the file is done.
    ~KeptPieces();
    /// Removes what is kept for that purpose, whatever it is worth. Throws as the constructor.
    static void remove(const OutputName &destination, const std::string &purpose);
    KeptPieces(const KeptPieces &) = delete;
    KeptPieces &operator=(const KeptPieces &) = delete;

    /// What is there, as far as every byte is as it was written.
    [[nodiscard]] const std::vector<Piece> &list() const noexcept { return list_of_pieces_; }
    /// Goes on behind the first `count` of these pieces. Throws DiskError.
    void keep(std::size_t count);
    /// The bytes of a piece. Throws DiskError.
    [[nodiscard]] std::vector<std::byte> read(std::size_t index) const;

    /// Throws DiskError.
    void append(std::span<const std::byte> piece, std::uint32_t note);
    /// Appends a room of that size. Throws DiskError.
    void append_room(std::size_t size);
    /// Writes over that room, whole. Throws DiskError, std::logic_error for another size.
    void fill_room(std::size_t index, std::span<const std::byte> bytes);

    /// Puts the bytes in place as the destination. Throws DiskError.
    void commit();
    /// The folder is needed no more: it goes when this does.
    void done() noexcept { done_ = true; }

  private:
    struct Record;

    void take_stock();
    [[nodiscard]] std::uint64_t begin_of(std::size_t index) const;
    void append(std::span<const std::byte> bytes, const Piece &piece);

    OutputName destination_;
    std::unique_ptr<KeptFolder> folder_;
    std::unique_ptr<KeptFile> bytes_;
    std::unique_ptr<KeptFile> list_;
    std::vector<Piece> list_of_pieces_;
    bool done_ = false;
};

} // namespace fathom
