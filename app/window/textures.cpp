#include "app/window/textures.h"

#include <GLFW/glfw3.h>

#include <cstdint>

namespace decodescope {
namespace {

constexpr GLint kClampToEdge = 0x812F;  // of OpenGL 1.2; the system's header declares only 1.1

ImTextureID Make(int width, int height, const ImU32* pixels) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, kClampToEdge);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, kClampToEdge);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return reinterpret_cast<ImTextureID>(std::uintptr_t{texture});
}

void Free(ImTextureID id) {
    const auto texture = static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id));
    glDeleteTextures(1, &texture);
}

}  // namespace

TextureMaker OpenGlTextures() { return {.make = Make, .free = Free}; }

}  // namespace decodescope
