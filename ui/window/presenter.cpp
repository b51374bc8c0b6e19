#include "ui/window/presenter.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace fathom::ui {
namespace {

// Of both fragment shaders.
constexpr const char *kFragments = R"(#version 330 core
const vec4 nothing = vec4(0.055, 0.06, 0.075, 1.0);
uniform sampler2D now;
uniform int height;
out vec4 colour;
vec2 from_top() {
    return vec2(gl_FragCoord.x, float(height) - gl_FragCoord.y);
}
)";

// What there is of the newest picture, and nothing where it is unknown. A shader of its own because
// a card for computing has few units that draw: at 3840 x 2160 the other one shows.
constexpr const char *kExact = R"(
void main() {
    vec4 pixel = texelFetch(now, ivec2(from_top()), 0);
    colour = pixel.a < 0.4 ? nothing : vec4(pixel.rgb, 1.0);
}
)";

// Finished pixels of the newest picture first; then whichever is sharper of the older picture and
// the newest one's coarse lattice, between whose points colours are interpolated, so that nobody
// sees its cells. Where no picture says anything, one of them goes on beyond its edges: mirrored,
// and the more blurred the farther out, so that it is seen as colours that go on and not as a
// picture. Where pictures meet, one passes softly into the other. Alpha 255, 127 and 0 as in
// Frame::read_rgba: a lattice is known by its points, which are finished pixels among others that
// are not.
constexpr const char *kBlended = R"(
uniform sampler2D before;
uniform bool has_now;
uniform bool has_before;
uniform bool exact;
uniform vec2 now_size;
uniform vec3 now_warp_x;
uniform vec3 now_warp_y;
uniform vec2 before_size;
uniform vec3 before_warp_x;
uniform vec3 before_warp_y;
uniform float before_scale; // pixels of the screen to one of its own, in those of the newest
uniform bool has_edge;      // a picture that goes on beyond its edges: one of the two
uniform sampler2D edge;
uniform sampler2D soft;     // the same, blurred: a quarter as large, and its mipmaps
uniform vec2 edge_size;
uniform vec3 edge_warp_x;
uniform vec3 edge_warp_y;

const int coarsest = 8; // kernels::kCoarsestStride

bool inside(vec2 place, vec2 size) {
    return all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, size));
}

ivec2 nearest(ivec2 at) {
    return clamp(at, ivec2(0), ivec2(now_size) - 1);
}

float opacity(ivec2 at) {
    return texelFetch(now, nearest(at), 0).a;
}

bool finished(ivec2 at) {
    return opacity(at) > 0.99;
}

bool finished_beside(ivec2 at, ivec2 step) {
    return nearest(at + step) == at + step && finished(at + step);
}

// Not just a point of a lattice.
bool finished_among_others(ivec2 at) {
    return finished(at) &&
           (finished_beside(at, ivec2(1, 0)) || finished_beside(at, ivec2(-1, 0)) ||
            finished_beside(at, ivec2(0, 1)) || finished_beside(at, ivec2(0, -1)));
}

bool is_lattice(ivec2 corner, int stride) {
    return finished(corner) && finished(corner + ivec2(stride, 0)) &&
           finished(corner + ivec2(0, stride)) && finished(corner + ivec2(stride));
}

// The newest picture's colour there, between the points of its finest lattice that is known all
// around, and that lattice's stride; alpha 0 where it says nothing. On the coarsest one, and at the
// picture's edges, what is known of the four points must do.
vec4 newest(vec2 there, out int stride) {
    vec2 place = there - 0.5;
    for (stride = 1;; stride *= 2) {
        vec2 cell = floor(place / float(stride));
        ivec2 corner = ivec2(cell) * stride;
        if (stride < coarsest && !is_lattice(corner, stride))
            continue;
        vec2 right = place / float(stride) - cell;
        vec4 sum = vec4(0.0);
        for (int point = 0; point < 4; ++point) {
            ivec2 step = ivec2(point & 1, point >> 1);
            ivec2 at = corner + step * stride;
            vec2 share = mix(1.0 - right, right, vec2(step));
            if (opacity(at) > 0.4)
                sum += share.x * share.y * vec4(texelFetch(now, nearest(at), 0).rgb, 1.0);
        }
        return sum.a > 0.0 ? vec4(sum.rgb / sum.a, 1.0) : vec4(0.0);
    }
}

// Mirrored as often as it takes.
vec2 mirrored(vec2 place, vec2 size) {
    return size - abs(size - mod(place, 2.0 * size));
}

vec4 beyond_edges(vec2 place) {
    if (!has_edge)
        return nothing;
    vec2 there = vec2(dot(edge_warp_x, vec3(place, 1.0)), dot(edge_warp_y, vec3(place, 1.0)));
    float away = length(max(max(-there, there - edge_size), 0.0)); // in pixels of that picture
    vec2 at = mirrored(there, edge_size) / edge_size;
    vec4 blurred = textureLod(soft, at, log2(max(away / 10.0, 1.0)));
    return mix(texture(edge, at), blurred, smoothstep(0.0, 12.0, away));
}

// How much of a picture is seen there beside another one: 1 but for a strip along its edges.
float inner_share(vec2 there, vec2 size) {
    vec2 from_edge = min(there, size - there);
    return clamp(min(from_edge.x, from_edge.y) / (0.04 * size.y), 0.0, 1.0);
}

// What the older picture says, and beyond its edges whatever there is.
vec4 older(vec2 place, vec4 coarse) {
    vec2 there = vec2(dot(before_warp_x, vec3(place, 1.0)), dot(before_warp_y, vec3(place, 1.0)));
    float share = has_before && inside(there, before_size) ? inner_share(there, before_size) : 0.0;
    if (share >= 1.0)
        return texture(before, there / before_size);
    vec4 other = coarse.a > 0.0 ? coarse : beyond_edges(place);
    return share > 0.0 ? mix(other, texture(before, there / before_size), share) : other;
}

// Whether the older picture alone is seen there, and is sharp enough for that.
bool is_sharp_before(vec2 place) {
    vec2 there = vec2(dot(before_warp_x, vec3(place, 1.0)), dot(before_warp_y, vec3(place, 1.0)));
    return has_before && before_scale <= 2.0 && inside(there, before_size) &&
           inner_share(there, before_size) >= 1.0;
}

void main() {
    vec2 place = from_top();
    if (has_now && exact && finished_among_others(ivec2(place))) {
        colour = vec4(texelFetch(now, ivec2(place), 0).rgb, 1.0);
        return;
    }
    vec2 now_there = vec2(dot(now_warp_x, vec3(place, 1.0)), dot(now_warp_y, vec3(place, 1.0)));
    bool has_newest = has_now && inside(now_there, now_size);
    vec4 newer = has_newest && !exact ? texture(now, now_there / now_size) : vec4(0.0);
    vec4 coarse = vec4(0.0);
    if (newer.a < 0.99) {
        int stride = coarsest;
        newer = vec4(0.0);
        if (has_newest && !is_sharp_before(place))
            coarse = newest(exact ? place : now_there, stride);
        if (coarse.a > 0.0 && (!has_before || float(stride) < before_scale))
            newer = coarse;
    }
    float share = newer.a > 0.0 ? 1.0 : 0.0;
    if (share > 0.0 && !exact)
        share = inner_share(now_there, now_size);
    vec4 pixel = share < 1.0 ? older(place, coarse) : newer;
    if (share > 0.0 && share < 1.0)
        pixel = mix(pixel, newer, share);
    colour = vec4(pixel.rgb, 1.0);
}
)";

// A picture in a quarter of its width and height: each pixel the mean of 16 of it.
constexpr const char *kQuarter = R"(
uniform vec2 quarter; // the size
void main() {
    vec2 at = gl_FragCoord.xy / quarter;
    vec2 step = 0.25 / quarter;
    colour = 0.25 * (texture(now, at - step) + texture(now, at + step) +
                     texture(now, at + vec2(step.x, -step.y)) + texture(now, at + vec2(-step.x, step.y)));
}
)";

// Whether all of the window lies inside a picture that is warped so.
bool covers(const AffineMap &warp, Size window, Size picture) {
    for (const double x : {0, window.width})
        for (const double y : {0, window.height}) {
            const PixelPosition at = mapped(warp, {x, y});
            if (!(at.x >= 0 && at.x <= picture.width && at.y >= 0 && at.y <= picture.height))
                return false;
        }
    return true;
}

AffineMap warp_of(const Picture &picture, const Scene &scene) {
    return after(pixel_offset(scene.view, scene.size, picture.view, picture.size),
                 inverse(scene.shown));
}

bool is_finite(const AffineMap &map) {
    return std::isfinite(map.xx + map.xy + map.x0 + map.yx + map.yy + map.y0);
}

} // namespace

Presenter::Presenter()
    : exact_(kWholeWindow, (kFragments + std::string(kExact)).c_str()),
      blended_(kWholeWindow, (kFragments + std::string(kBlended)).c_str()),
      quarter_(kWholeWindow, (kFragments + std::string(kQuarter)).c_str()), now_(layer("now")),
      before_(layer("before")), edge_(layer("edge")), now_is_exact_(blended_.uniform("exact")),
      before_scale_(blended_.uniform("before_scale")), exact_height_(exact_.uniform("height")),
      blended_height_(blended_.uniform("height")), quarter_size_(quarter_.uniform("quarter")) {
    quarter_.use();
    glUniform1i(quarter_.uniform("now"), 0);
    exact_.use();
    glUniform1i(exact_.uniform("now"), 0);
    blended_.use();
    glUniform1i(blended_.uniform("now"), 0);
    glUniform1i(blended_.uniform("before"), 1);
    glUniform1i(blended_.uniform("edge"), 2);
    glUniform1i(blended_.uniform("soft"), 3);
}

Presenter::Layer Presenter::layer(const char *name) const {
    const std::string prefix = name;
    return {blended_.uniform(("has_" + prefix).c_str()),
            blended_.uniform((prefix + "_size").c_str()),
            blended_.uniform((prefix + "_warp_x").c_str()),
            blended_.uniform((prefix + "_warp_y").c_str())};
}

// Returns whether there is such a picture, and by how much it is magnified.
bool Presenter::set_warp(const Layer &layer, const Picture *picture, const Scene &scene,
                         double *blown_up) {
    AffineMap warp;
    if (picture != nullptr)
        warp = warp_of(*picture, scene);
    const bool has = picture != nullptr && is_finite(warp);
    glUniform1i(layer.has, has);
    if (!has)
        return false;
    glUniform2f(layer.size, static_cast<float>(picture->size.width),
                static_cast<float>(picture->size.height));
    glUniform3f(layer.warp_x, static_cast<float>(warp.xx), static_cast<float>(warp.xy),
                static_cast<float>(warp.x0));
    glUniform3f(layer.warp_y, static_cast<float>(warp.yx), static_cast<float>(warp.yy),
                static_cast<float>(warp.y0));
    *blown_up = 1 / std::hypot(warp.xx, warp.yx);
    return true;
}

void Presenter::draw(const Scene &scene, int x0, int x1) {
    if (scene.exact && scene.now != nullptr && scene.before == nullptr)
        draw_exact(scene.now->texture.gl(), scene.size, x0, x1);
    else
        draw_blended(scene, x0, x1);
}

void Presenter::draw(const GlTexture &picture, Size size) {
    draw_exact(picture, size, 0, size.width);
}

void Presenter::draw_exact(const GlTexture &picture, Size size, int x0, int x1) {
    exact_.use();
    glUniform1i(exact_height_, size.height);
    picture.bind(0);
    draw_quad(size, x0, x1);
}

// The picture that goes on beyond its edges, if the window reaches beyond them: the newest one that
// is whole. What is blurred of it lies in soft_ then.
const Picture *Presenter::make_edge(const Scene &scene) {
    const Picture *picture = scene.now != nullptr && scene.now->complete ? scene.now : scene.before;
    if (picture == nullptr)
        return nullptr;
    const AffineMap warp = warp_of(*picture, scene);
    if (!is_finite(warp) || covers(warp, scene.size, picture->size))
        return nullptr;
    const Size quarter{std::max(1, picture->size.width / 4), std::max(1, picture->size.height / 4)};
    soft_.resize(quarter.width, quarter.height);
    {
        const DrawInto target(soft_);
        quarter_.use();
        glUniform2f(quarter_size_, static_cast<float>(quarter.width),
                    static_cast<float>(quarter.height));
        picture->texture.gl().bind(0);
        draw_quad(quarter, 0, quarter.width);
    }
    soft_.make_mipmaps();
    return picture;
}

void Presenter::draw_blended(const Scene &scene, int x0, int x1) {
    const Picture *edge = make_edge(scene);
    blended_.use();
    double edge_scale = 1;
    if (set_warp(edge_, edge, scene, &edge_scale)) {
        edge->texture.gl().bind(2);
        soft_.bind(3);
    }
    double now_scale = 1;
    double before_scale = 1;
    if (set_warp(now_, scene.now, scene, &now_scale))
        scene.now->texture.gl().bind(0);
    if (set_warp(before_, scene.before, scene, &before_scale))
        scene.before->texture.gl().bind(1);
    glUniform1i(now_is_exact_, scene.exact);
    glUniform1f(before_scale_, static_cast<float>(before_scale / now_scale));
    glUniform1i(blended_height_, scene.size.height);
    draw_quad(scene.size, x0, x1);
}

void Presenter::draw_quad(Size size, int x0, int x1) {
    glViewport(0, 0, size.width, size.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x0, 0, x1 > x0 ? x1 - x0 : 0, size.height);
    glDisable(GL_BLEND);
    glBindVertexArray(vertices_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDisable(GL_SCISSOR_TEST);
}

} // namespace fathom::ui
