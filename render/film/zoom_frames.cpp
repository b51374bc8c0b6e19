#include "render/film/zoom_frames.h"

#include "render/base/turns.h"
#include "render/engines/engine.h"

#include <optional>
#include <utility>

namespace fathom::film {

ZoomFrames::ZoomFrames(std::shared_ptr<ZoomLeg> leg, const SharedEngine &engine, FrameMean &mean,
                       const RingStore *store, RingHelp *help)
    : leg_(std::move(leg)), engine_(engine), mean_(mean), surveys_(leg_, engine),
      maker_(leg_->rings(), engine, store, help, [this](const Ring &ring, const Region &region) {
          std::unique_lock lock(colour_mutex_);
          const ColourSettings colour = colour_;
          lock.unlock();
          return leg_->request(ring, region, colour);
      }) {}

ZoomFrames::~ZoomFrames() = default;

void ZoomFrames::expect(int from, int to, const ColourSettings &colour, bool begins) {
    {
        const std::lock_guard lock(colour_mutex_);
        colour_ = colour;
        if (!leg_->looks().are_still()) // which they are never shown in
            colour_.scheme = {};
    }
    surveys_.want(from, to);
    const int step = from < to ? 1 : -1;
    for (int level = from; level != to + step; level += step)
        for (const Ring &ring : leg_->rings().rings_of(level))
            if (expected_.insert(ring).second && !kept_.contains(ring))
                maker_.want(ring, begins && level == from);
}

bool ZoomFrames::recolour(Kept &ring, const ColourSettings &colour, const std::atomic<bool> &stop) {
    std::optional<Turns::Turn> turn; // one for all parts
    for (const RingPart &part : ring.parts) {
        if (part.frame->request().colour == colour && !ring.colour.lut)
            continue;
        // What is on a device is coloured when it is read, beside all that is iterated there.
        if (!turn && engine_.engine.uses_host_memory())
            turn.emplace(engine_.turns, 0, stop);
        if (turn && !turn->taken())
            return false;
        part.frame->set_colour(colour);
        if (!part.frame->refresh_colour(stop))
            return false;
    }
    turn.reset();
    for (const RingPart &part : ring.parts)
        ring.layer->take(*part.frame, part.region.x, part.region.y);
    ring.colour = colour;
    return true;
}

ZoomFrames::Kept *ZoomFrames::kept(const Ring &ring, const ColourSettings &colour,
                                   const std::atomic<bool> &stop) {
    auto found = kept_.find(ring);
    if (found != kept_.end() && found->second.colour != colour && found->second.parts.empty()) {
        kept_.erase(found); // its samples are gone
        found = kept_.end();
    }
    if (found == kept_.end()) {
        maker_.want(ring); // again: it may have been made in vain, in other colours
        auto parts = maker_.take(ring, stop);
        if (!parts)
            return nullptr;
        found =
            kept_
                .emplace(ring,
                         Kept{mean_.make_layer(leg_->rings().size_of(ring)), *std::move(parts), {}})
                .first;
    }
    Kept &kept = found->second;
    if (kept.colour != colour && !recolour(kept, colour, stop))
        return nullptr;
    if (leg_->looks().are_still())
        kept.parts.clear();
    return &kept;
}

void ZoomFrames::drop_others(int level) {
    std::set<Ring> used = std::exchange(expected_, {});
    for (const Ring &ring : leg_->rings().rings_of(level))
        used.insert(ring);
    std::erase_if(kept_, [&](const auto &kept) { return !used.contains(kept.first); });
    maker_.keep_only(used);
}

ColourLayer *ZoomFrames::layer_of(const Ring &ring, int level, const Location &location,
                                  const ColourSettings &colour, const std::atomic<bool> &stop) {
    const ZoomRings &rings = leg_->rings();
    ColourSettings own = colour;
    if (!leg_->looks().are_still() && rings.is_fine(ring, level))
        own.scheme.filter = kernels::ColourFilter::none;
    if (!leg_->looks().are_still())
        own.pixels_a_side = rings.cells_a_side(ring, location.view.zoom);
    if (own.scheme.shade == kernels::ColourShade::slope)
        own.scheme.light_degrees += rings.turn_of(ring, location.view);
    const Kept *kept = this->kept(ring, own, stop);
    return kept == nullptr ? nullptr : kept->layer.get();
}

bool ZoomFrames::add(const Location &location, const ColourSettings &colour, int times,
                     const std::atomic<bool> &stop) {
    const ZoomRings &rings = leg_->rings();
    const Decimal &zoom = location.view.zoom;
    const int level = rings.level_at(zoom);
    std::vector<PlacedLayer> layers;
    std::vector<TurnedLayer> turned;
    for (const Ring &ring : rings.rings_of(level)) {
        const ZoomRings::Axes axes =
            rings.is_straight() ? rings.axes_of(ring, zoom) : ZoomRings::Axes{};
        if (rings.is_straight() && axes.empty())
            break;
        ColourLayer *layer = layer_of(ring, level, location, colour, stop);
        if (layer == nullptr)
            return false;
        if (rings.is_straight())
            layers.push_back({layer, axes.x, axes.y});
        else
            turned.push_back({layer, rings.grid_of(ring, location.view)});
    }
    for (int i = 0; i < times; ++i) {
        if (rings.is_straight())
            mean_.add(layers);
        else
            mean_.add(turned);
    }
    drop_others(level);
    return true;
}

} // namespace fathom::film
