#pragma once
#include "render/images/kept_folder.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fathom::film {

/// The pieces of a film that are made, segments or pictures, remembered in the folder beside what
/// they are to become with a checksum of each: whatever ended a run, the next one makes the others.
class FilmPieces {
  public:
    /// Where the file of a piece is.
    using FileOf = std::function<OutputName(int piece)>;
    struct Settings {
        OutputName destination;
        std::string purpose;       ///< tells what is made from all else
        int count = 0;             ///< of pieces
        FileOf file_of;            ///< null: as segment_name has it, in the folder
        bool continued = false;    ///< goes on with what is there, and leaves it for the next run
        std::string type = ".nut"; ///< of the names of pieces in the folder
    };

    /// Reads all that an earlier run has made, and forgets what is damaged. Throws InputError where
    /// something is there and it is not to be gone on with, and as KeptFolder.
    explicit FilmPieces(Settings settings);
    /// Removes the folder, unless the next run is to go on with it.
    ~FilmPieces();
    FilmPieces(const FilmPieces &) = delete;
    FilmPieces &operator=(const FilmPieces &) = delete;

    /// The name of a piece's file in the folder: "000012.nut".
    static std::string segment_name(int piece, const std::string &type = ".nut");

    [[nodiscard]] const OwnFolder &folder() const noexcept { return folder_.folder(); }
    [[nodiscard]] OutputName file(int piece) const;
    /// Safe to call from any thread, as the next one.
    [[nodiscard]] bool is_made(int piece);
    /// Declares that the file of the piece is there, whole. Throws DiskError.
    void made(int piece);
    /// What they were to become is there: the folder is needed no more.
    void done() noexcept { done_ = true; }

  private:
    struct Record;

    void open_list();
    void take_stock();

    const Settings settings_;
    KeptFolder folder_;
    std::mutex mutex_;               ///< guards what follows
    std::unique_ptr<KeptFile> list_; ///< there once a piece is made
    std::vector<char> made_;
    bool done_ = false;
};

} // namespace fathom::film
