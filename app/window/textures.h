// Textures in the window's OpenGL.
#pragma once

#include "app/scene/heat_textures.h"

namespace decodescope {

// Sampled without interpolation: an entry of a heat map has one colour. The OpenGL context must be
// current whenever they are made or freed.
TextureMaker OpenGlTextures();

}  // namespace decodescope
