#pragma once
#include "render/jobs/picture_part.h"

#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace fathom {

class ExrWriter;
class JpegWriter;

/// Writes an export's picture from the rows that its parts' files hold, byte for byte as
/// export_image does.
class JoinedPicture {
  public:
    /// To job.path, whole or not at all. `whole`: the request for the whole picture. Throws as the
    /// writer of such a file.
    JoinedPicture(const ExportJob &job, const RenderRequest &whole);
    ~JoinedPicture();
    JoinedPicture(const JoinedPicture &) = delete;
    JoinedPicture &operator=(const JoinedPicture &) = delete;

    /// How the parts' files hold the rows.
    [[nodiscard]] const PartRows &parts() const noexcept { return parts_; }
    /// Appends rows as they are read from parts, which stay as they are as long as they are held.
    void write_rows(const std::shared_ptr<const std::vector<std::uint8_t>> &bytes);
    /// Puts the file in place.
    void finish();

  private:
    using Writer = std::variant<std::unique_ptr<PngWriter>, std::unique_ptr<JpegWriter>,
                                std::unique_ptr<ExrWriter>, std::unique_ptr<NpyWriter>>;

    static Writer make_writer(const ExportJob &job, const RenderRequest &whole);
    /// Takes the rows apart into the values of each field.
    void unpack(std::span<const std::uint8_t> bytes, std::size_t rows);
    void write_exr(int rows);
    void write_npy();

    PartRows parts_;
    const std::size_t width_;
    ExrOptions exr_;
    NpyLayout npy_;
    Writer writer_;
    std::vector<std::vector<std::byte>> fields_;
};

} // namespace fathom
