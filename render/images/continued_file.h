#pragma once
#include "render/images/kept_pieces.h"
#include "render/images/picture_file.h"

#include <algorithm>

namespace fathom {

/// A file that may be written in several runs of the program: what is written so far are kept
/// pieces, which become the file when it is committed.
class ContinuedFile : public PictureFile {
  public:
    using Piece = KeptPieces::Piece;

    /// Throws as KeptPieces.
    ContinuedFile(OutputName destination, const std::string &purpose)
        : pieces_(std::move(destination), purpose) {}

    /// See KeptPieces.
    [[nodiscard]] const std::vector<Piece> &kept() const noexcept { return pieces_.list(); }
    void keep(std::size_t count) { pieces_.keep(count); }

    void write(std::span<const std::byte> piece, std::uint32_t note) override {
        pieces_.append(piece, note);
    }
    void leave_room(std::size_t size) override { pieces_.append_room(size); }
    /// That of an earlier run, too.
    void fill_room(std::span<const std::byte> bytes) override {
        const auto room = std::find_if(kept().begin(), kept().end(),
                                       [](const Piece &piece) { return piece.room; });
        pieces_.fill_room(static_cast<std::size_t>(room - kept().begin()), bytes);
    }
    void commit() override { pieces_.commit(); }

  private:
    KeptPieces pieces_;
};

} // namespace fathom
