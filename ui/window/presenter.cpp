#include "ui/window/presenter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace fathom::ui {
namespace {

// Of all fragment shaders.
constexpr const char *kFragments = R"(#version 330 core
const vec4 nothing = vec4(0.055, 0.06, 0.075, 1.0);
uniform sampler2D now;
uniform int height;
out vec4 colour;
vec2 from_top() {
    return vec2(gl_FragCoord.x, float(height) - gl_FragCoord.y);
}
vec2 warped(vec3 warp_x, vec3 warp_y, vec2 place) {
    return vec2(dot(warp_x, vec3(place, 1.0)), dot(warp_y, vec3(place, 1.0)));
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
// sees its cells. Where no picture says anything, one of them goes on beyond its edges. Where
// pictures meet, one passes softly into the other. Alpha 255, 127 and 0 as in
// Frame::read_rgba: a lattice is known by its points, which are finished pixels among others that
// are not. `exact` is a constant before it: a processor that draws takes both ways of a question.
constexpr const char *kBlended = R"(
uniform sampler2D before;
uniform bool has_now;
uniform bool has_before;
uniform vec2 now_size;
uniform vec3 now_warp_x;
uniform vec3 now_warp_y;
uniform vec2 before_size;
uniform vec3 before_warp_x;
uniform vec3 before_warp_y;
uniform float before_scale; // pixels of the screen to one of its own, in those of the newest
uniform bool has_beyond;    // the window reaches beyond a picture's edges
uniform sampler2D beyond;   // what it shows there
uniform vec2 window;

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

// The newest picture's colour there, between the points of its finest lattice that is known all
// around, and that lattice's stride; alpha 0 where it says nothing. On the coarsest one, and at the
// picture's edges, what is known of the four points must do.
vec4 newest(vec2 there, out int stride) {
    vec2 place = there - 0.5;
    for (stride = 1;; stride *= 2) {
        vec2 cell = floor(place / float(stride));
        ivec2 corner = ivec2(cell) * stride;
        vec4 a = texelFetch(now, nearest(corner), 0);
        vec4 b = texelFetch(now, nearest(corner + ivec2(stride, 0)), 0);
        vec4 c = texelFetch(now, nearest(corner + ivec2(0, stride)), 0);
        vec4 d = texelFetch(now, nearest(corner + ivec2(stride)), 0);
        vec4 opacities = vec4(a.a, b.a, c.a, d.a);
        if (stride < coarsest && any(lessThan(opacities, vec4(0.99))))
            continue;
        vec2 right = place / float(stride) - cell;
        vec2 left = 1.0 - right;
        vec4 shares = vec4(left.x * left.y, right.x * left.y, left.x * right.y, right.x * right.y) *
                      vec4(greaterThan(opacities, vec4(0.4)));
        float sum = dot(shares, vec4(1.0));
        vec3 rgb = shares.x * a.rgb + shares.y * b.rgb + shares.z * c.rgb + shares.w * d.rgb;
        return sum > 0.0 ? vec4(rgb / sum, 1.0) : vec4(0.0);
    }
}

// How much of a picture is seen there beside another one: 1 but for a strip along its edges.
float inner_share(vec2 there, vec2 size) {
    vec2 from_edge = min(there, size - there);
    return clamp(min(from_edge.x, from_edge.y) / (0.04 * size.y), 0.0, 1.0);
}

void main() {
    vec2 place = from_top();
    if (has_now && exact && finished_among_others(ivec2(place))) {
        colour = vec4(texelFetch(now, ivec2(place), 0).rgb, 1.0);
        return;
    }
    vec2 now_there = warped(now_warp_x, now_warp_y, place);
    vec2 before_there = warped(before_warp_x, before_warp_y, place);
    float older = has_before ? inner_share(before_there, before_size) : 0.0;
    bool has_newest = has_now && inside(now_there, now_size);
    vec4 newer = has_newest && !exact ? texture(now, now_there / now_size) : vec4(0.0);
    vec4 coarse = vec4(0.0);
    if (newer.a < 0.99) {
        int stride = coarsest;
        newer = vec4(0.0);
        if (has_newest && !(older >= 1.0 && before_scale <= 2.0))
            coarse = newest(exact ? place : now_there, stride);
        if (coarse.a > 0.0 && (!has_before || float(stride) < before_scale))
            newer = coarse;
    }
    float share = exact ? 1.0 : inner_share(now_there, now_size);
    vec4 pixel = has_beyond ? texture(beyond, gl_FragCoord.xy / window) : nothing;
    if (coarse.a > 0.0)
        pixel = mix(pixel, coarse, share);
    pixel = mix(pixel, texture(before, before_there / before_size), older);
    if (newer.a > 0.0)
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

// How a picture goes on beyond its edges, for a quarter of the window's width and height: mirrored
// as often as it takes, and the more blurred the farther out, so that it is seen as colours that go
// on and not as a picture. `now` is its quarter, with mipmaps.
constexpr const char *kBeyond = R"(
uniform vec2 edge_size; // of the whole picture
uniform vec3 edge_warp_x;
uniform vec3 edge_warp_y;
void main() {
    vec2 there = warped(edge_warp_x, edge_warp_y, from_top());
    float away = length(max(max(-there, there - edge_size), 0.0)); // in pixels of that picture
    vec2 at = (edge_size - abs(edge_size - mod(there, 2.0 * edge_size))) / edge_size;
    colour = textureLod(now, at, log2(max(away / 10.0, 1.0)));
}
)";

Size quarter_of(Size size) {
    return {std::max(1, size.width / 4), std::max(1, size.height / 4)};
}

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

bool is_finite(const AffineMap &map) {
    return std::isfinite(map.xx + map.xy + map.x0 + map.yx + map.yy + map.y0);
}

// Where a picture has what is at a position of the window; nothing where there is no such picture.
std::optional<AffineMap> warp_of(const Picture *picture, const Scene &scene) {
    if (picture == nullptr)
        return std::nullopt;
    const AffineMap warp = after(pixel_offset(scene.view, scene.size, picture->view, picture->size),
                                 inverse(scene.shown));
    return is_finite(warp) ? std::optional(warp) : std::nullopt;
}

// By how much that magnifies it.
double magnification(const std::optional<AffineMap> &warp) {
    return warp ? 1 / std::hypot(warp->xx, warp->yx) : 1;
}

GlProgram program_of(const std::string &fragments) {
    return {kWholeWindow, (kFragments + fragments).c_str()};
}

} // namespace

Presenter::Layer::Layer(const GlProgram &program, const std::string &name)
    : size(program.uniform((name + "_size").c_str())),
      warp_x(program.uniform((name + "_warp_x").c_str())),
      warp_y(program.uniform((name + "_warp_y").c_str())) {}

Presenter::Blended::Blended(const char *exact)
    : program(program_of(exact + std::string(kBlended))), now(program, "now"),
      before(program, "before"), has_now(program.uniform("has_now")),
      has_before(program.uniform("has_before")), has_beyond(program.uniform("has_beyond")),
      before_scale(program.uniform("before_scale")), window(program.uniform("window")),
      height(program.uniform("height")) {
    program.use();
    glUniform1i(program.uniform("now"), 0);
    glUniform1i(program.uniform("before"), 1);
    glUniform1i(program.uniform("beyond"), 2);
}

Presenter::Presenter()
    : exact_(program_of(kExact)), quarter_(program_of(kQuarter)), beyond_(program_of(kBeyond)),
      still_("const bool exact = true;"), moving_("const bool exact = false;"),
      edge_(beyond_, "edge"), exact_height_(exact_.uniform("height")),
      beyond_height_(beyond_.uniform("height")), quarter_size_(quarter_.uniform("quarter")) {
    for (const GlProgram *program : {&exact_, &quarter_, &beyond_}) {
        program->use();
        glUniform1i(program->uniform("now"), 0);
    }
}

void Presenter::set_warp(const Layer &layer, const AffineMap &warp, Size size) {
    glUniform2f(layer.size, static_cast<float>(size.width), static_cast<float>(size.height));
    glUniform3f(layer.warp_x, static_cast<float>(warp.xx), static_cast<float>(warp.xy),
                static_cast<float>(warp.x0));
    glUniform3f(layer.warp_y, static_cast<float>(warp.yx), static_cast<float>(warp.yy),
                static_cast<float>(warp.y0));
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

// Draws into beyond_texture_ how the newest picture that is whole goes on beyond its edges. Returns
// false if there is none, or the window does not reach beyond it.
bool Presenter::draw_beyond(const Scene &scene) {
    const Picture *picture = scene.now != nullptr && scene.now->complete ? scene.now : scene.before;
    auto warp = warp_of(picture, scene);
    if (!warp || covers(*warp, scene.size, picture->size))
        return false;
    const Size part = quarter_of(picture->size);
    soft_.resize(part.width, part.height);
    {
        const DrawInto target(soft_);
        quarter_.use();
        glUniform2f(quarter_size_, static_cast<float>(part.width), static_cast<float>(part.height));
        picture->texture.gl().bind(0);
        draw_quad(part, 0, part.width);
    }
    soft_.make_mipmaps();
    const Size target_size = quarter_of(scene.size);
    const double across = static_cast<double>(scene.size.width) / target_size.width;
    const double down = static_cast<double>(scene.size.height) / target_size.height;
    warp->xx *= across;
    warp->yx *= across;
    warp->xy *= down;
    warp->yy *= down;
    beyond_texture_.resize(target_size.width, target_size.height);
    const DrawInto target(beyond_texture_);
    beyond_.use();
    set_warp(edge_, *warp, picture->size);
    glUniform1i(beyond_height_, target_size.height);
    soft_.bind(0);
    draw_quad(target_size, 0, target_size.width);
    return true;
}

void Presenter::draw_blended(const Scene &scene, int x0, int x1) {
    const bool reaches_beyond = draw_beyond(scene);
    const Blended &blended = scene.exact ? still_ : moving_;
    blended.program.use();
    const auto now = warp_of(scene.now, scene);
    const auto before = warp_of(scene.before, scene);
    if (now) {
        set_warp(blended.now, *now, scene.now->size);
        scene.now->texture.gl().bind(0);
    }
    if (before) {
        set_warp(blended.before, *before, scene.before->size);
        scene.before->texture.gl().bind(1);
    }
    if (reaches_beyond)
        beyond_texture_.bind(2);
    glUniform1i(blended.has_now, now.has_value());
    glUniform1i(blended.has_before, before.has_value());
    glUniform1i(blended.has_beyond, reaches_beyond);
    glUniform1f(blended.before_scale,
                static_cast<float>(magnification(before) / magnification(now)));
    glUniform2f(blended.window, static_cast<float>(scene.size.width),
                static_cast<float>(scene.size.height));
    glUniform1i(blended.height, scene.size.height);
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
