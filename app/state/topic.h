// What a message on screen is about. It goes away when the same thing has succeeded.
#pragma once

namespace decodescope {

enum class Topic { Anything, File, Edit, Decoding, Preferences, Recovery, Copy };

}  // namespace decodescope
