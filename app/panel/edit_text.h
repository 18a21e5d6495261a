// A text field of a panel: TextField, which says on screen what it refused.
#pragma once

#include <string>

#include "app/panel/panel.h"

namespace decodescope {

FieldEdit<std::string> EditText(const Panel& panel, const char* id, Area field,
                                const std::string& text, const FieldStyle& style = {});

}  // namespace decodescope
