#pragma once
#include <GL/glew.h>

#include "render/engines/render_request.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fathom::ui {

/// The name of an OpenGL object, deleted with its owner. `Traits` has create() and destroy(name).
template <class Traits> class GlObject {
  public:
    GlObject() : name_(Traits::create()) {}
    ~GlObject() {
        if (name_ != 0)
            Traits::destroy(name_);
    }
    GlObject(GlObject &&other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject &operator=(GlObject &&other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    GlObject(const GlObject &) = delete;
    GlObject &operator=(const GlObject &) = delete;
    [[nodiscard]] GLuint name() const noexcept { return name_; }

  private:
    GLuint name_;
};

struct BufferTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
struct VertexArrayTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
struct QueryTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
struct TextureTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
struct FramebufferTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
struct ProgramTraits {
    static GLuint create();
    static void destroy(GLuint name);
};
using GlBuffer = GlObject<BufferTraits>;
using GlVertexArray = GlObject<VertexArrayTraits>;
using GlFramebuffer = GlObject<FramebufferTraits>;
using GlQuery = GlObject<QueryTraits>;

/// A picture of 8-bit RGBA in video memory, the top row first.
class GlTexture {
  public:
    /// Gives it this size in pixels; what it showed is lost.
    void resize(int width, int height);
    /// Copies from `pixels`, or from the bound pixel unpack buffer where that is null.
    void upload(const void *pixels);
    /// Copies a rectangle; `stride` words from row to row of `pixels`.
    void upload(const std::uint32_t *pixels, const Region &region, int stride);
    /// Makes all of it transparent black.
    void clear();
    /// Binds it to a texture unit.
    void bind(int unit) const;
    /// Makes its smaller copies of what it shows now, for textureLod. CUDA must not know it.
    void make_mipmaps();
    /// For ImGui.
    [[nodiscard]] GLuint name() const { return object_.name(); }

  private:
    friend class DrawInto;
    GlObject<TextureTraits> object_;
    std::unique_ptr<GlFramebuffer> target_; ///< to draw into it, once that was needed
    int width_ = 0;
    int height_ = 0;
};

/// While it lives, OpenGL draws into a texture that has a size; then where it drew before.
class DrawInto {
  public:
    explicit DrawInto(GlTexture &texture);
    ~DrawInto();
    DrawInto(const DrawInto &) = delete;
    DrawInto &operator=(const DrawInto &) = delete;

  private:
    GLint before_ = 0;
};

/// A vertex shader for a triangle that covers the window: three vertices, without attributes.
extern const char *const kWholeWindow;

/// A vertex and a fragment shader.
class GlProgram {
  public:
    /// Throws DeviceError with the driver's words if it does not compile.
    GlProgram(const char *vertex_source, const char *fragment_source);
    void use() const;
    [[nodiscard]] GLint uniform(const char *name) const;

  private:
    GlObject<ProgramTraits> object_;
};

/// Measures what the GPU spends on drawing, without waiting for it: results come some frames later.
class GlTimer {
  public:
    /// Between the two lies what is measured. A measurement is left out while four are under way.
    void begin();
    void end();
    /// The newest result in ms that has come since the last call.
    std::optional<double> poll();

  private:
    static constexpr int kSlots = 4;
    GlQuery queries_[kSlots];
    int first_ = 0; ///< the oldest one under way
    int count_ = 0; ///< under way
    bool open_ = false;
};

} // namespace fathom::ui
