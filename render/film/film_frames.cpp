#include "render/film/film_frames.h"

#include "render/base/assets.h"
#include "render/base/clock.h"
#include "render/base/turns.h"
#include "render/engines/engine.h"
#include "render/film/direct_frame.h"
#include "render/film/ring_store.h"
#include "render/film/zoom_frames.h"
#include "render/film/zoom_leg.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fathom::film {

std::size_t frame_bytes(const FilmFramesOptions &options) {
    if (options.ycbcr)
        return options.ycbcr->bytes();
    return std::size_t{3} * static_cast<std::size_t>(options.bits / 8) *
           static_cast<std::size_t>(options.size.width) *
           static_cast<std::size_t>(options.size.height);
}

SharedFilm::SharedFilm(const Film &film, const FilmFramesOptions &options)
    : path_(film, options.size), options_(options),
      store_(options.rings_folder.empty() ? nullptr
                                          : std::make_unique<RingStore>(options.rings_folder)) {}

SharedFilm::~SharedFilm() = default;

std::vector<FilmMoment> SharedFilm::moments_of(int frame) const {
    std::vector<FilmMoment> moments;
    for (int i = 0; i < options_.blur_frames; ++i) {
        const double part = options_.shutter * i / options_.blur_frames;
        const double seconds =
            std::min((frame + part) / options_.frames_per_second, path_.seconds());
        moments.push_back(
            {path_.at(seconds), path_.palette_cycles(seconds), path_.leg_at(seconds)});
    }
    return moments;
}

std::shared_ptr<ZoomLeg> SharedFilm::zoom_of(std::size_t leg) {
    const FilmLeg &wanted = path_.legs()[leg];
    if (!wanted.zooms)
        return nullptr;
    const std::lock_guard lock(mutex_);
    auto &zoom = zooms_[leg];
    if (!zoom) {
        auto made = std::make_shared<ZoomLeg>(
            path_, wanted, options_.size, RingSamples{options_.samples, options_.more_where_dense});
        if (options_.found && options_.found->contains(leg))
            made->use(options_.found->at(leg));
        else if (store_)
            made->keep_in(*store_);
        zoom = std::move(made);
    }
    return zoom;
}

int SharedFilm::level_ahead(std::size_t leg, int level) {
    const Decimal last = path_.at_end(path_.legs()[leg]).view.zoom;
    return ZoomRings::level_ahead(level, zoom_of(leg)->rings().level_at(last));
}

class FilmFrames::Maker {
  public:
    Maker(SharedFilm &film, const SharedEngine &engine)
        : film_(film), options_(film.options()), engine_(engine) {}

    std::optional<PixelRows> make(int number, const std::atomic<bool> &stop) {
        const Stopwatch watch;
        const std::vector<FilmMoment> moments = film_.moments_of(number);
        begin_mean(moments.front().location);
        begins_ = number != next_;
        next_ = number + 1;
        // A frame that is iterated by itself is as many samples.
        const bool direct =
            std::any_of(moments.begin(), moments.end(), [&](const FilmMoment &moment) {
                return film_.zoom_of(moment.leg) == nullptr;
            });
        const int samples =
            direct ? direct_samples(options_.samples, static_cast<int>(moments.size())) : 1;
        int first = 0;
        for (const FilmMoment &moment : moments) {
            if (!add(moment, first, samples, stop))
                return std::nullopt;
            first += samples;
        }
        PixelRows rows = resolved();
        times_.frames_ms += watch.ms();
        return rows;
    }

    void help_others(bool help) {
        if (zoom_)
            zoom_->help_others(help);
    }

    [[nodiscard]] FilmFramesTimes times() const { return times_; }

  private:
    void begin_mean(const Location &location) {
        const bool packed = location.colour.dither != kernels::ColourDither::none;
        if (!mean_ || packed != packed_) {
            zoom_.reset(); // its layers are the mean's
            mean_ = engine_.engine.make_mean(packed);
            packed_ = packed;
        }
        mean_->begin(options_.size, 0, 0);
    }

    /// As many times as a moment has samples, of which `first` is the number of its first one: each
    /// moment has its own places in a pixel, so that together they smooth edges that stand still.
    bool add(const FilmMoment &moment, int first, int times, const std::atomic<bool> &stop) {
        ColourSettings colour;
        colour.lut = lut_of(moment.location);
        colour.mixed = true;
        const auto leg = film_.zoom_of(moment.leg);
        if (!leg) {
            zoom_.reset();
            return add_direct_frame({moment.location, moment.cycles, options_.size, times, first},
                                    engine_, colour, *mean_, stop);
        }
        if (!zoom_ || leg_ != leg) {
            const Stopwatch watch;
            if (!leg->prepare(engine_, stop))
                return false;
            times_.orbit_ms += watch.ms();
            zoom_.emplace(leg, engine_, *mean_, film_.store(), &film_.help());
            leg_ = leg;
        }
        if (!leg->find_colours(moment.location, engine_, colour, stop))
            return false;
        if (needs_fit(moment.location))
            colour.scheme.offset = std::fmod(colour.scheme.offset + moment.cycles, 1.0);
        const int level = leg->rings().level_at(moment.location.view.zoom);
        zoom_->expect(level, film_.level_ahead(moment.leg, level), colour, begins_);
        return zoom_->add(moment.location, colour, times, stop);
    }

    std::shared_ptr<const PaletteTable> lut_of(const Location &location) {
        if (!lut_ || location.palette != lut_name_ || location.own_palette != own_palette_) {
            lut_ = load_lut(find_assets_dir(), location);
            lut_name_ = location.palette;
            own_palette_ = location.own_palette;
        }
        return lut_;
    }

    PixelRows resolved() {
        const std::size_t count = frame_bytes(options_);
        auto bytes = engine_.engine.take_memory(count);
        const int height = options_.size.height;
        if (const auto &planes = options_.ycbcr) {
            mean_->resolve_ycbcr(*planes, {bytes.get(), count});
            return {std::move(bytes), planes->bits == 8 ? 1 : 2, height, false, true};
        }
        if (options_.bits == 16)
            mean_->resolve_sixteen_bits({bytes.get(), count});
        else
            mean_->resolve({bytes.get(), count});
        return {std::move(bytes), 3 * options_.bits / 8, height};
    }

    SharedFilm &film_;
    const FilmFramesOptions options_;
    const SharedEngine engine_;
    FilmFramesTimes times_;
    int next_ = 0;                            ///< the frame after the last one
    bool begins_ = false;                     ///< this one follows none of its own
    std::shared_ptr<const PaletteTable> lut_; ///< of the last frame's palette
    std::string lut_name_;
    std::optional<Palette> own_palette_;
    std::unique_ptr<FrameMean> mean_;
    bool packed_ = false;
    std::shared_ptr<ZoomLeg> leg_; ///< of zoom_
    std::optional<ZoomFrames> zoom_;
};

FilmFrames::FilmFrames(SharedFilm &film, const SharedEngine &engine)
    : maker_(std::make_unique<Maker>(film, engine)) {}

FilmFrames::~FilmFrames() = default;

std::optional<PixelRows> FilmFrames::make(int number, const std::atomic<bool> &stop) {
    return maker_->make(number, stop);
}

void FilmFrames::help_others(bool help) {
    maker_->help_others(help);
}

FilmFramesTimes FilmFrames::times() const {
    return maker_->times();
}

} // namespace fathom::film
