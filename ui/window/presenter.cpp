#include "ui/window/presenter.h"

#include <cmath>
#include <string>

namespace fathom::ui {
namespace {

// A triangle that covers the window.
constexpr const char *kVertexShader = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

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
// sees its cells. Where no picture says anything, the older one goes on beyond its edges as in a
// mirror, dimmed, so that nothing flashes when the view moves. Alpha 255, 127 and 0 as in
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

vec2 mirrored(vec2 place, vec2 size) {
    return size - abs(size - abs(place));
}

void main() {
    vec2 place = from_top();
    if (has_now && exact && finished_among_others(ivec2(place))) {
        colour = vec4(texelFetch(now, ivec2(place), 0).rgb, 1.0);
        return;
    }
    vec2 now_there = vec2(dot(now_warp_x, vec3(place, 1.0)), dot(now_warp_y, vec3(place, 1.0)));
    bool has_newest = has_now && inside(now_there, now_size);
    vec4 pixel = has_newest && !exact ? texture(now, now_there / now_size) : vec4(0.0);
    if (pixel.a < 0.99) {
        vec2 there = vec2(dot(before_warp_x, vec3(place, 1.0)),
                          dot(before_warp_y, vec3(place, 1.0)));
        bool covered = has_before && inside(there, before_size);
        int stride = coarsest;
        pixel = vec4(0.0);
        if (has_newest && !(covered && before_scale <= 2.0))
            pixel = newest(exact ? place : now_there, stride);
        if (covered && (pixel.a == 0.0 || float(stride) >= before_scale))
            pixel = texture(before, there / before_size);
        else if (pixel.a == 0.0 && has_before && inside(there + before_size, 3.0 * before_size))
            pixel = 0.55 * texture(before, mirrored(there, before_size) / before_size);
        else if (pixel.a == 0.0)
            pixel = nothing;
    }
    colour = vec4(pixel.rgb, 1.0);
}
)";

bool is_finite(const AffineMap &map) {
    return std::isfinite(map.xx + map.xy + map.x0 + map.yx + map.yy + map.y0);
}

} // namespace

Presenter::Presenter()
    : exact_(kVertexShader, (kFragments + std::string(kExact)).c_str()),
      blended_(kVertexShader, (kFragments + std::string(kBlended)).c_str()), now_(layer("now")),
      before_(layer("before")), now_is_exact_(blended_.uniform("exact")),
      before_scale_(blended_.uniform("before_scale")), exact_height_(exact_.uniform("height")),
      blended_height_(blended_.uniform("height")) {
    exact_.use();
    glUniform1i(exact_.uniform("now"), 0);
    blended_.use();
    glUniform1i(blended_.uniform("now"), 0);
    glUniform1i(blended_.uniform("before"), 1);
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
        warp = after(pixel_offset(scene.view, scene.size, picture->view, picture->size),
                     inverse(scene.shown));
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

void Presenter::draw_blended(const Scene &scene, int x0, int x1) {
    blended_.use();
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
