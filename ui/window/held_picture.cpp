#include "ui/window/held_picture.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fathom::ui {
namespace {

constexpr const char *kHeldFragments = R"(#version 330 core
uniform sampler2D held;
uniform vec2 screen;
uniform float opacity;
out vec4 colour;
void main() {
    colour = vec4(texture(held, gl_FragCoord.xy / screen).rgb, opacity);
}
)";

} // namespace

HeldPicture::HeldPicture(const UiClock &clock)
    : clock_(clock), program_(kWholeWindow, kHeldFragments), opacity_(program_.uniform("opacity")),
      screen_(program_.uniform("screen")) {}

void HeldPicture::hold(Size size) {
    ++count_;
    hurried_ = false;
    if (stage_ == Stage::held)
        return;
    next_.resize(size.width, size.height);
    {
        const DrawInto target(next_);
        paint_();
    }
    std::swap(picture_, next_);
    stage_ = Stage::held;
}

void HeldPicture::fade() {
    stage_ = Stage::fading;
    faded_at_ = clock_.now();
}

void HeldPicture::hurry() {
    hurried_ = true;
    if (fading())
        let_go();
}

void HeldPicture::advance() {
    if (fading() && clock_.now() - faded_at_ >= kFade)
        let_go();
}

double HeldPicture::opacity() const {
    if (!fading())
        return held() ? 1 : 0;
    const double gone = std::chrono::duration<double>(clock_.now() - faded_at_) / kFade;
    return std::max(0.0, 1 - gone);
}

void HeldPicture::draw(Size size, double opacity) const {
    program_.use();
    glUniform1f(opacity_, static_cast<float>(opacity));
    glUniform2f(screen_, static_cast<float>(size.width), static_cast<float>(size.height));
    picture_.bind(0);
    glViewport(0, 0, size.width, size.height);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(vertices_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDisable(GL_BLEND);
}

} // namespace fathom::ui
