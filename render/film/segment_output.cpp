#include "render/film/segment_output.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/film/film_toml.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <thread>
#include <utility>

namespace fathom::film {
namespace {

namespace fs = std::filesystem;

/// A segment that is encoded into a file of its own.
class VideoSegmentWriter : public SegmentWriter {
  public:
    VideoSegmentWriter(const VideoFormat &format, FilmPieces &pieces, int segment, int first,
                       const std::atomic<bool> &stop)
        : pieces_(pieces), segment_(segment), file_(pieces.file(segment)),
          encoder_(
              format, first, [this](std::span<const std::byte> bytes) { file_.write(bytes); },
              stop) {}

    [[nodiscard]] bool wants(int /*frame*/) override { return true; }
    bool write(int /*frame*/, const PixelRows &rows) override { return encoder_.write(rows); }
    bool finish() override {
        if (!encoder_.finish())
            return false;
        file_.commit();
        pieces_.made(segment_);
        return true;
    }

  private:
    FilmPieces &pieces_;
    const int segment_;
    OutputFile file_;
    VideoEncoder encoder_;
};

/// A film in one file.
class VideoOutput : public SegmentOutput {
  public:
    VideoOutput(const FilmExportJob &job, const Ffmpeg &ffmpeg)
        : job_(job), plan_(plan_of(job)), format_(video_format(job, ffmpeg)),
          pieces_({job.path, purpose_of(job, ffmpeg), plan_.segments(), nullptr, job.continued}) {}

    [[nodiscard]] int kept(int segment) override {
        const FrameRange frames = plan_.segment(segment);
        return pieces_.is_made(segment) ? frames.last - frames.first + 1 : 0;
    }
    std::unique_ptr<SegmentWriter> begin(int segment, const std::atomic<bool> &stop) override {
        const int first = plan_.segment(segment).first - plan_.frames.first;
        return make_video_writer(format_, pieces_, segment, first, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        VideoFile video;
        video.folder = pieces_.folder();
        for (int segment = 0; segment < plan_.segments(); ++segment) {
            const FrameRange frames = plan_.segment(segment);
            video.segments.push_back(
                {FilmPieces::segment_name(segment), frames.last - frames.first + 1});
        }
        video.text = text_to_hand_on(job_.film);
        video.audio = job_.film.audio.value_or(fs::path());
        video.audio_begin = plan_.frames.first / job_.film.frames_per_second;
        if (!join_segments(format_, video, stop))
            return false;
        pieces_.done();
        return true;
    }

  private:
    const FilmExportJob &job_;
    const FilmPlan plan_;
    const VideoFormat format_;
    FilmPieces pieces_;
};

class PictureSegmentWriter : public SegmentWriter {
  public:
    PictureSegmentWriter(const PictureSettings &settings, const std::atomic<bool> &stop)
        : settings_(settings), first_(plan_of(settings.job).frames.first), stop_(stop) {}

    [[nodiscard]] bool wants(int frame) override {
        return !settings_.pieces || !settings_.pieces->is_made(piece(frame));
    }
    bool write(int frame, const PixelRows &rows) override {
        const Location location = settings_.path.at(frame / settings_.job.film.frames_per_second);
        write_picture({settings_.file(frame), settings_.job.film.size, location, settings_.threads},
                      rows);
        if (settings_.pieces)
            settings_.pieces->made(piece(frame));
        return !stop_;
    }
    bool finish() override { return !stop_; }

  private:
    [[nodiscard]] int piece(int frame) const { return frame - first_; }

    const PictureSettings &settings_;
    const int first_;
    const std::atomic<bool> &stop_;
};

/// A film as pictures, each of which is there when it is made.
class PictureOutput : public SegmentOutput {
  public:
    PictureOutput(const FilmExportJob &job, int writers)
        : plan_(plan_of(job)),
          pattern_(job.path), settings_{job, FilmPath(job.film, job.film.size),
                                        [this](int frame) { return pattern_.file(frame); }} {
        const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        settings_.threads = std::max(1, cores / writers);
        make_folder_of(pattern_);
        if (!job.continued)
            return;
        const int first = plan_.frames.first;
        pieces_ = std::make_unique<FilmPieces>(FilmPieces::Settings{
            job.path, purpose_of(job, {}), plan_.count(),
            [this, first](int piece) { return pattern_.file(first + piece); }, true});
        settings_.pieces = pieces_.get();
    }

    [[nodiscard]] int kept(int segment) override {
        if (!pieces_)
            return 0;
        const FrameRange frames = plan_.segment(segment);
        int kept = 0;
        for (int frame = frames.first; frame <= frames.last; ++frame)
            kept += pieces_->is_made(frame - plan_.frames.first) ? 1 : 0;
        return kept;
    }
    std::unique_ptr<SegmentWriter> begin(int /*segment*/, const std::atomic<bool> &stop) override {
        return make_picture_writer(settings_, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        if (stop)
            return false;
        if (pieces_)
            pieces_->done();
        return true;
    }

  private:
    const FilmPlan plan_;
    const PicturePattern pattern_;
    std::unique_ptr<FilmPieces> pieces_; ///< null: none are kept
    PictureSettings settings_;
};

} // namespace

std::unique_ptr<SegmentWriter> make_video_writer(const VideoFormat &format, FilmPieces &pieces,
                                                 int segment, int first,
                                                 const std::atomic<bool> &stop) {
    return std::make_unique<VideoSegmentWriter>(format, pieces, segment, first, stop);
}

std::unique_ptr<SegmentWriter> make_picture_writer(const PictureSettings &settings,
                                                   const std::atomic<bool> &stop) {
    return std::make_unique<PictureSegmentWriter>(settings, stop);
}

std::unique_ptr<SegmentOutput> make_segment_output(const FilmExportJob &job, int writers,
                                                   const std::atomic<bool> &stop) {
    if (writes_pictures(job))
        return std::make_unique<PictureOutput>(job, writers);
    {
        // What can be seen to be impossible is said now.
        const OutputFile tried(job.path);
    }
    const Ffmpeg ffmpeg = find_ffmpeg(job.path, stop);
    if (stop)
        return nullptr;
    if (job.film.audio)
        check_sound(*job.film.audio, stop);
    try_encoder(video_format(job, ffmpeg), stop);
    return stop ? nullptr : std::make_unique<VideoOutput>(job, ffmpeg);
}

} // namespace fathom::film
