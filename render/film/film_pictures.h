#pragma once
#include "render/images/png_writer.h"
#include "render/places/picture_size.h"

#include <filesystem>
#include <string>

namespace fathom {
struct Location;
} // namespace fathom

namespace fathom::film {

/// The names of a film's frames as pictures: a folder and a name with one number in it.
class PicturePattern {
  public:
    /// "folder/%06d.png": in the name one %0Nd, N from 1 to 9, and no other %; it ends in .png or
    /// .exr. Throws InputError for anything else.
    explicit PicturePattern(const std::filesystem::path &pattern);

    [[nodiscard]] const std::filesystem::path &folder() const noexcept { return folder_; }
    /// Where the picture of a frame lies. Numbers that are longer than N digits are not cut.
    [[nodiscard]] std::filesystem::path file(int frame) const;
    /// ".png" or ".exr".
    [[nodiscard]] const std::string &type() const noexcept { return type_; }

  private:
    std::filesystem::path folder_;
    std::string before_, after_; ///< the number
    int digits_ = 0;
    std::string type_;
};

/// Makes the folder of pictures, unless it is there. Throws DiskError.
void make_folder_of(const PicturePattern &pattern);

/// Whether a name is meant as a pattern: it has a % in it.
bool is_picture_pattern(const std::filesystem::path &file);

/// A picture of a film.
struct FilmPicture {
    OutputName file; ///< .png or .exr
    Size size;
    const Location &location; ///< that it shows, which it carries as text
    int threads = 0;          ///< that compress it; 0: one for each core
};

/// Writes it whole or not at all: `rows` of 8 or 16 bits a channel as a PNG of these, of 16 as an
/// OpenEXR of halves in linear light. Throws DiskError.
void write_picture(const FilmPicture &picture, const PixelRows &rows);

} // namespace fathom::film
