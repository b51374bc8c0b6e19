#pragma once
#include "render/film/film.h"
#include "render/film/film_frames.h"
#include "render/video/video_encoder.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fathom::film {

/// Frames of a film, from 0, the last one included.
struct FrameRange {
    int first = 0, last = 0;
    friend bool operator==(const FrameRange &, const FrameRange &) = default;
};
/// "A-B", or "A" for one frame; nothing for other texts.
std::optional<FrameRange> parse_frame_range(std::string_view text);

/// A film to write.
struct FilmExportJob {
    Film film; ///< whose size, rate, samples, blur and sound are those that are meant
    /// .mp4, .mkv, .mov or .webm, or a pattern of pictures (see PicturePattern).
    std::filesystem::path path;
    VideoOptions video;                 ///< of pictures the bits alone count: 8 or 16 of a .png
    std::optional<FrameRange> range;    ///< none: all
    std::filesystem::path rings_folder; ///< see FilmFramesOptions
    std::shared_ptr<const FilmFindings> found; ///< see FilmFramesOptions
    /// Goes on where an earlier run of the same export ended, and leaves what it has made for the
    /// next one if it does not finish.
    bool continued = false;
    int lanes = 0; ///< that make segments at a time; 0: as many as the machine has work for
};

/// How a job's frames fall into segments of a second, counted from its first one.
struct FilmPlan {
    FrameRange frames;
    int frames_a_segment = 1;

    [[nodiscard]] int count() const { return frames.last - frames.first + 1; }
    [[nodiscard]] int segments() const {
        return (count() + frames_a_segment - 1) / frames_a_segment;
    }
    [[nodiscard]] FrameRange segment(int number) const;
};

/// Throws InputError where the file's name, codec, bits, size, sound and film do not go together or
/// the range is beyond the film's end.
void check_film_job(const FilmExportJob &job);

bool writes_pictures(const FilmExportJob &job);
FilmPlan plan_of(const FilmExportJob &job);
FilmFramesOptions frames_options(const FilmExportJob &job);

/// Of a job that writes one file: what its segments have in common. Throws InputError where FFmpeg
/// has no encoder for it.
VideoFormat video_format(const FilmExportJob &job, const Ffmpeg &ffmpeg);

/// What tells the job's segments or pictures from others in bytes. `ffmpeg`: see video_format;
/// pictures go without.
std::string purpose_of(const FilmExportJob &job, const Ffmpeg &ffmpeg);

/// The film of the job that has kept pieces for the file or the pictures at `path`: that by which
/// it goes on, for purpose_of tells it to the folder. Throws InputError, one sentence, where
/// nothing is kept, or it is none of a film.
Film unfinished_film(const std::filesystem::path &path);

} // namespace fathom::film
