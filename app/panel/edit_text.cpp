#include "app/panel/edit_text.h"

#include "app/apply/screen_commands.h"

namespace decodescope {

FieldEdit<std::string> EditText(const Panel& panel, const char* id, Area field,
                                const std::string& text, const FieldStyle& style) {
    FieldEdit<std::string> edit = TextField(id, panel.theme, field, text, style);
    if (!edit.refused.empty()) panel.Emit(ShowMessage{edit.refused, Topic::Edit});
    return edit;
}

}  // namespace decodescope
