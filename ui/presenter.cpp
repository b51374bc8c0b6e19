#include "ui/presenter.h"

#include "render/navigation.h"

#include <cmath>

namespace fathom {
namespace {

// A triangle that covers the window.
constexpr const char *kVertexShader = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

// Finished pixels first, then the warped picture, then coarse pixels; where the warped picture
// would be blown up too much, coarse pixels of the right place say more. Alpha 255, 127 and 0 as in
// Frame::read_rgba.
constexpr const char *kFragmentShader = R"(#version 330 core
uniform sampler2D now;
uniform sampler2D before;
uniform bool has_now;
uniform bool has_before;
uniform bool coarse_first;
uniform int height;
uniform vec2 before_size;
uniform vec3 warp_x;
uniform vec3 warp_y;
out vec4 colour;
void main() {
    vec2 place = vec2(gl_FragCoord.x, float(height) - gl_FragCoord.y);
    vec4 pixel = has_now ? texelFetch(now, ivec2(place), 0) : vec4(0.0);
    if (pixel.a < 0.9) {
        vec2 there = vec2(dot(warp_x, vec3(place, 1.0)), dot(warp_y, vec3(place, 1.0)));
        bool covered = has_before && all(greaterThanEqual(there, vec2(0.0))) &&
                       all(lessThanEqual(there, before_size));
        if (covered && !(coarse_first && pixel.a > 0.25))
            pixel = texture(before, there / before_size);
        else if (pixel.a < 0.25)
            pixel = vec4(0.055, 0.06, 0.075, 1.0);
    }
    colour = vec4(pixel.rgb, 1.0);
}
)";

constexpr double kLargestBlowUp = 6;

bool is_finite(const AffineMap &map) {
    return std::isfinite(map.xx + map.xy + map.x0 + map.yx + map.yy + map.y0);
}

} // namespace

Presenter::Presenter()
    : program_(kVertexShader, kFragmentShader), has_now_(program_.uniform("has_now")),
      has_before_(program_.uniform("has_before")), coarse_first_(program_.uniform("coarse_first")),
      height_(program_.uniform("height")), before_size_(program_.uniform("before_size")),
      warp_x_(program_.uniform("warp_x")), warp_y_(program_.uniform("warp_y")) {
    program_.use();
    glUniform1i(program_.uniform("now"), 0);
    glUniform1i(program_.uniform("before"), 1);
}

void Presenter::draw(const Scene &scene, int x0, int x1) {
    program_.use();
    AffineMap warp;
    bool has_before = scene.before != nullptr;
    if (has_before) {
        warp = pixel_offset(scene.view, scene.size, scene.before->view, scene.before->size);
        has_before = is_finite(warp);
    }
    glUniform1i(has_now_, scene.now != nullptr);
    glUniform1i(has_before_, has_before);
    if (scene.now != nullptr)
        scene.now->texture.bind(0);
    if (has_before) {
        scene.before->texture.bind(1);
        glUniform1i(coarse_first_, std::hypot(warp.xx, warp.yx) * kLargestBlowUp < 1);
        glUniform2f(before_size_, static_cast<float>(scene.before->size.width),
                    static_cast<float>(scene.before->size.height));
        glUniform3f(warp_x_, static_cast<float>(warp.xx), static_cast<float>(warp.xy),
                    static_cast<float>(warp.x0));
        glUniform3f(warp_y_, static_cast<float>(warp.yx), static_cast<float>(warp.yy),
                    static_cast<float>(warp.y0));
    }
    draw_quad(scene.size, x0, x1);
}

void Presenter::draw(const GlTexture &picture, Size size) {
    program_.use();
    glUniform1i(has_now_, 1);
    glUniform1i(has_before_, 0);
    picture.bind(0);
    draw_quad(size, 0, size.width);
}

void Presenter::draw_quad(Size size, int x0, int x1) {
    glViewport(0, 0, size.width, size.height);
    glUniform1i(height_, size.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x0, 0, x1 > x0 ? x1 - x0 : 0, size.height);
    glDisable(GL_BLEND);
    glBindVertexArray(vertices_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDisable(GL_SCISSOR_TEST);
}

} // namespace fathom
