// Where the sum of a number floats over the picture: beside the number, over nothing that is part
// of it and, as far as there is room, over nothing that has been computed.
#pragma once

#include <vector>

#include "app/scene/scene.h"

namespace decodescope {

struct FloatRequest {
    Point size;
    Rect window;              // it stays inside
    Rect number;              // whose sum it is
    std::vector<Rect> links;  // the numbers that it was made from
};

// All places in scene pixels.
Rect PlaceFloat(const Scene& scene, const FloatRequest& request);

}  // namespace decodescope
