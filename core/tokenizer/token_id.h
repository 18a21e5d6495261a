// The number of a token in its vocabulary, from 0.
#pragma once

namespace decodescope {

using TokenId = int;

}  // namespace decodescope
