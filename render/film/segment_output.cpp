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

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// A segment that is encoded into a file of its own.
class VideoSegmentWriter : public SegmentWriter {
  public:
    VideoSegmentWriter(const VideoFormat &format, FilmPieces &pieces, int segment,
                       const std::atomic<bool> &stop)
        : pieces_(pieces), segment_(segment), file_(pieces.file(segment)),
          encoder_(
              format, [this](std::span<const std::byte> bytes) { file_.write(bytes); }, stop) {}

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
        return make_video_writer(format_, pieces_, segment, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        VideoFile video;
        video.folder = pieces_.folder();
        for (int segment = 0; segment < plan_.segments(); ++segment) {
            const FrameRange frames = plan_.segment(segment);
            video.segments.push_back(
                {FilmPieces::segment_name(segment), frames.last - frames.first + 1});
        }
        video.text = to_text(job_.film);
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

/// What the pictures of a film have in common.
struct PictureSettings {
    const FilmExportJob &job;
    FilmPlan plan;
    PicturePattern pattern;
    FilmPath path;
    int threads = 1;                      ///< that compress a picture
    std::unique_ptr<FilmPieces> pieces{}; ///< null: none are kept
};

class PictureSegmentWriter : public SegmentWriter {
  public:
    PictureSegmentWriter(const PictureSettings &settings, const std::atomic<bool> &stop)
        : settings_(settings), stop_(stop) {}

    [[nodiscard]] bool wants(int frame) override {
        return !settings_.pieces || !settings_.pieces->is_made(piece(frame));
    }
    bool write(int frame, const PixelRows &rows) override {
        const Location location = settings_.path.at(frame / settings_.job.film.frames_per_second);
        write_picture(
            {settings_.pattern.file(frame), settings_.job.film.size, location, settings_.threads},
            rows);
        if (settings_.pieces)
            settings_.pieces->made(piece(frame));
        return !stop_;
    }
    bool finish() override { return !stop_; }

  private:
    [[nodiscard]] int piece(int frame) const { return frame - settings_.plan.frames.first; }

    const PictureSettings &settings_;
    const std::atomic<bool> &stop_;
};

/// A film as pictures, each of which is there when it is made.
class PictureOutput : public SegmentOutput {
  public:
    PictureOutput(const FilmExportJob &job, int lanes)
        : settings_{job, plan_of(job), PicturePattern(job.path),
                    FilmPath(job.film, job.film.size)} {
        const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        settings_.threads = std::max(1, cores / lanes);
        make_folder();
        if (!job.continued)
            return;
        const int first = settings_.plan.frames.first;
        settings_.pieces = std::make_unique<FilmPieces>(FilmPieces::Settings{
            job.path, purpose_of(job, {}), settings_.plan.count(),
            [this, first](int piece) { return settings_.pattern.file(first + piece); }, true});
    }

    [[nodiscard]] int kept(int segment) override {
        if (!settings_.pieces)
            return 0;
        const FrameRange frames = settings_.plan.segment(segment);
        int kept = 0;
        for (int frame = frames.first; frame <= frames.last; ++frame)
            kept += settings_.pieces->is_made(frame - settings_.plan.frames.first) ? 1 : 0;
        return kept;
    }
    std::unique_ptr<SegmentWriter> begin(int /*segment*/, const std::atomic<bool> &stop) override {
        return std::make_unique<PictureSegmentWriter>(settings_, stop);
    }
    bool finish(const std::atomic<bool> &stop) override {
        if (stop)
            return false;
        if (settings_.pieces)
            settings_.pieces->done();
        return true;
    }

  private:
    void make_folder() const {
        const fs::path &folder = settings_.pattern.folder();
        std::error_code failed;
        if (!folder.empty() && !fs::is_directory(folder, failed))
            fs::create_directory(folder, failed);
        if (failed)
            throw DiskError(fmt::format("cannot make the folder {}: {}; choose another one",
                                        folder.string(), failed.message()));
    }

    PictureSettings settings_;
};

} // namespace

std::unique_ptr<SegmentWriter> make_video_writer(const VideoFormat &format, FilmPieces &pieces,
                                                 int segment, const std::atomic<bool> &stop) {
    return std::make_unique<VideoSegmentWriter>(format, pieces, segment, stop);
}

std::unique_ptr<SegmentOutput> make_segment_output(const FilmExportJob &job, int lanes,
                                                   const std::atomic<bool> &stop) {
    if (writes_pictures(job))
        return std::make_unique<PictureOutput>(job, lanes);
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

} // namespace fathom
