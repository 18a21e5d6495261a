// Textures in the window's OpenGL.
#pragma once

#include "app/paint/heat_texture_cache.h"

namespace decodescope {

// Sampled without interpolation: every entry of a heat map has one colour. The OpenGL context must
// be current whenever they are made or freed.
TextureMaker OpenGlTextures();

}  // namespace decodescope
