#include "ui/window/gl_objects.h"

#include "render/base/error.h"
#include "ui/texts/session.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

GLuint created(void (*generate)(GLsizei, GLuint *)) {
    GLuint name = 0;
    generate(1, &name);
    return name;
}

// A shader that is attached to a program and then left to it.
void attach_shader(GLuint program, GLenum kind, const char *source) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader); // lives as long as it is attached
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled != GL_TRUE) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        throw DeviceError(fmt::format(texts::session::kShaderFailed, log));
    }
}

} // namespace

GLuint BufferTraits::create() {
    return created(glGenBuffers);
}
void BufferTraits::destroy(GLuint name) {
    glDeleteBuffers(1, &name);
}
GLuint VertexArrayTraits::create() {
    return created(glGenVertexArrays);
}
void VertexArrayTraits::destroy(GLuint name) {
    glDeleteVertexArrays(1, &name);
}
GLuint QueryTraits::create() {
    return created(glGenQueries);
}
void QueryTraits::destroy(GLuint name) {
    glDeleteQueries(1, &name);
}
GLuint TextureTraits::create() {
    return created(glGenTextures);
}
void TextureTraits::destroy(GLuint name) {
    glDeleteTextures(1, &name);
}
GLuint FramebufferTraits::create() {
    return created(glGenFramebuffers);
}
void FramebufferTraits::destroy(GLuint name) {
    glDeleteFramebuffers(1, &name);
}
GLuint ProgramTraits::create() {
    return glCreateProgram();
}
void ProgramTraits::destroy(GLuint name) {
    glDeleteProgram(name);
}

void GlTexture::resize(int width, int height) {
    if (width == width_ && height == height_)
        return;
    width_ = width;
    height_ = height;
    glBindTexture(GL_TEXTURE_2D, object_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void GlTexture::upload(const void *pixels) {
    glBindTexture(GL_TEXTURE_2D, object_.name());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

void GlTexture::upload(const std::uint32_t *pixels, const Region &region, int stride) {
    glBindTexture(GL_TEXTURE_2D, object_.name());
    glPixelStorei(GL_UNPACK_ROW_LENGTH, stride);
    glTexSubImage2D(GL_TEXTURE_2D, 0, region.x, region.y, region.width, region.height, GL_RGBA,
                    GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void GlTexture::clear() {
    const DrawInto target(*this);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void GlTexture::bind(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, object_.name());
    glActiveTexture(GL_TEXTURE0);
}

DrawInto::DrawInto(GlTexture &texture) {
    if (!texture.target_)
        texture.target_ = std::make_unique<GlFramebuffer>();
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, texture.target_->name());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(),
                           0);
}

DrawInto::~DrawInto() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
}

const char *const kWholeWindow = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

void GlTexture::make_mipmaps() {
    glBindTexture(GL_TEXTURE_2D, object_.name());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
}

GlProgram::GlProgram(const char *vertex_source, const char *fragment_source) {
    attach_shader(object_.name(), GL_VERTEX_SHADER, vertex_source);
    attach_shader(object_.name(), GL_FRAGMENT_SHADER, fragment_source);
    glLinkProgram(object_.name());
    GLint linked = GL_FALSE;
    glGetProgramiv(object_.name(), GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE)
        throw DeviceError(texts::session::kLinkFailed);
}

void GlProgram::use() const {
    glUseProgram(object_.name());
}

GLint GlProgram::uniform(const char *name) const {
    return glGetUniformLocation(object_.name(), name);
}

void GlTimer::begin() {
    open_ = count_ < kSlots;
    if (open_)
        glBeginQuery(GL_TIME_ELAPSED, queries_[(first_ + count_) % kSlots].name());
}

void GlTimer::end() {
    if (!open_)
        return;
    glEndQuery(GL_TIME_ELAPSED);
    open_ = false;
    ++count_;
}

std::optional<double> GlTimer::poll() {
    std::optional<double> newest;
    while (count_ > 0) {
        const GLuint name = queries_[first_].name();
        GLint available = GL_FALSE;
        glGetQueryObjectiv(name, GL_QUERY_RESULT_AVAILABLE, &available);
        if (available != GL_TRUE)
            break;
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(name, GL_QUERY_RESULT, &nanoseconds);
        newest = static_cast<double>(nanoseconds) * 1e-6;
        first_ = (first_ + 1) % kSlots;
        --count_;
    }
    return newest;
}

} // namespace fathom::ui
