#pragma once
#include "render/film/film_export_job.h"
#include "render/film/film_path.h"
#include "render/film/film_pieces.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace fathom::film {

/// Takes the frames of one segment in their order. For one thread.
class SegmentWriter {
  public:
    virtual ~SegmentWriter() = default;
    SegmentWriter(const SegmentWriter &) = delete;
    SegmentWriter &operator=(const SegmentWriter &) = delete;

    /// Whether that frame is to be made and written.
    [[nodiscard]] virtual bool wants(int frame) = 0;
    /// False if stopped. Throws DiskError.
    virtual bool write(int frame, const PixelRows &rows) = 0;
    /// The segment is whole. False if stopped. Throws DiskError.
    virtual bool finish() = 0;

  protected:
    SegmentWriter() = default;
};

/// Where the frames of a film go. Segments may be written side by side.
class SegmentOutput {
  public:
    virtual ~SegmentOutput() = default;
    SegmentOutput(const SegmentOutput &) = delete;
    SegmentOutput &operator=(const SegmentOutput &) = delete;

    /// Frames of that segment that an earlier run has made.
    [[nodiscard]] virtual int kept(int segment) = 0;
    /// `stop` has to outlive the writer, which may be dropped at any time.
    virtual std::unique_ptr<SegmentWriter> begin(int segment, const std::atomic<bool> &stop) = 0;
    /// All segments are whole: puts the film in place. False if stopped. Throws DiskError.
    virtual bool finish(const std::atomic<bool> &stop) = 0;

  protected:
    SegmentOutput() = default;
};

/// Encodes a segment into the file that `pieces` has for it, which then is made; `first` frames of
/// the film's file are before it. Both and `format` have to outlive it.
std::unique_ptr<SegmentWriter> make_video_writer(const VideoFormat &format, FilmPieces &pieces,
                                                 int segment, int first,
                                                 const std::atomic<bool> &stop);

/// What the pictures of a film have in common.
struct PictureSettings {
    const FilmExportJob &job;
    FilmPath path;                             ///< the job's
    std::function<OutputName(int frame)> file; ///< where they go
    int threads = 1;                           ///< that compress a picture
    FilmPieces *pieces = nullptr; ///< remembers them from the job's first frame on; null: nobody
};
/// Writes frames as pictures. All that `settings` refers to has to outlive it.
std::unique_ptr<SegmentWriter> make_picture_writer(const PictureSettings &settings,
                                                   const std::atomic<bool> &stop);

/// The one that the job asks for; nothing if stopped. `writers`: segments that are written at a
/// time. Throws InputError or DiskError.
std::unique_ptr<SegmentOutput> make_segment_output(const FilmExportJob &job, int writers,
                                                   const std::atomic<bool> &stop);

} // namespace fathom::film
