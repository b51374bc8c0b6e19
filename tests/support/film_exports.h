#pragma once
#include "render/base/turns.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/film/film_export.h"
#include "render/film/film_frames.h"
#include "render/jobs/export_job.h"
#include "tests/support/fake_engine.h"
#include "tests/support/film_files.h"

#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <thread>

namespace fathom {

inline const std::atomic<bool> kGoOn = false;
inline constexpr Size kFilmSize{64, 36};
inline constexpr int kFilmFrames = 50; ///< five segments of ten
inline const auto kNoProgress = [](double) {};

/// From the whole set into its seahorse valley, with everything said. Where the bailout changes on
/// its way each frame is made by itself, one of the engine's for each of its four samples.
inline film::Film seahorse_film(double bailout = 300) {
    film::Film film;
    film.size = kFilmSize;
    film.frames_per_second = 10;
    film.samples = 1;
    film::FilmKey begin;
    begin.location.iterations = 200;
    film::FilmKey end = begin;
    end.seconds = kFilmFrames / film.frames_per_second;
    end.location.view.re = Decimal::parse("-0.7436");
    end.location.view.im = Decimal::parse("0.1318");
    end.location.view.zoom = Decimal::parse("100");
    end.location.view.rotation_degrees = 30;
    end.location.bailout = bailout;
    film.keys = {begin, end};
    return film;
}

/// That film, to a file of that name: without loss where it is Matroska, else as H.264.
inline film::FilmExportJob job_for(const std::filesystem::path &path) {
    film::FilmExportJob job;
    job.film = seahorse_film();
    job.path = path;
    job.video.codec = file_type(path) == ".mkv" ? VideoCodec::ffv1 : VideoCodec::h264;
    return job;
}

/// Exports it on one thread.
inline film::FilmExportResult export_to(const film::FilmExportJob &job) {
    const auto engine = make_engine("cpu", {1, {}});
    return export_film(*engine, job, kGoOn, kNoProgress);
}

/// All frames as FilmFrames has them.
inline std::string frames_of(const film::FilmExportJob &job, int first, int last) {
    const auto engine = make_engine("cpu", {1, {}});
    film::SharedFilm film(job.film, frames_options(job));
    EXPECT_EQ(film.frames(), kFilmFrames);
    Turns turns(1);
    film::FilmFrames frames(film, {*engine, turns});
    std::string bytes;
    for (int frame = first; frame <= last; ++frame) {
        const PixelRows rows = frames.make(frame, kGoOn).value();
        bytes.append(reinterpret_cast<const char *>(rows.bytes.get()),
                     static_cast<std::size_t>(rows.bytes_a_pixel) * kFilmSize.width *
                         kFilmSize.height);
    }
    return bytes;
}

/// What counts the frames that are asked of the CPU.
inline std::shared_ptr<FakeDevice> cpu_device() {
    auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu", {1, {}});
    return device;
}

/// Exports it until so many frames were asked of the engine, and until `written`, if named, is
/// there, for writers come later; returns whether it came to its end.
inline bool stop_after(const film::FilmExportJob &job, int frames,
                       const std::filesystem::path &written = {}) {
    std::atomic<bool> stop = false;
    const auto device = cpu_device();
    device->making = [&](RenderRequest &) {
        constexpr std::chrono::milliseconds kPause(1);
        constexpr int kMostPauses = 60'000;
        if (device->attempts <= frames)
            return;
        for (int i = 0; i < kMostPauses && !written.empty() && !exists(written); ++i)
            std::this_thread::sleep_for(kPause);
        stop = true;
    };
    FakeEngine engine(device);
    return export_film(engine, job, stop, kNoProgress).finished;
}

} // namespace fathom
