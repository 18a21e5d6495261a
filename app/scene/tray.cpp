#include "app/scene/tray.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/look/token_label.h"
#include "app/scene/scene_builder.h"
#include "app/scene/words.h"
#include "core/explain/narrate.h"

namespace decodescope {
namespace {

constexpr float kUsualHeight = 104, kLowHeight = 80;

// Breaks words into lines that are no wider than `width`.
std::vector<std::string> Wrapped(const std::string& words, float width,
                                 const MeasureText& measure) {
    std::vector<std::string> lines(1);
    size_t from = 0;
    while (from < words.size()) {
        const size_t to = std::min(words.find(' ', from), words.size());
        const std::string word = words.substr(from, to - from);
        const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
        if (measure(TextStyle::Plain, longer) <= width || lines.back().empty()) {
            lines.back() = longer;
        } else {
            lines.push_back(word);
        }
        from = to + 1;
    }
    return lines;
}

}  // namespace

void AddTray(SceneBuilder& builder) {
    const SceneView& view = builder.view;
    const Recording& recording = builder.recording;
    const std::optional<SequenceToken> waiting = WaitingAt(recording, view.playhead);
    const Block block =
        builder.AddBlock(BlockId::Tray, waiting ? BlockState::Done : BlockState::Ghost,
                         Meaning::Waiting, {BlockId::Candidates});
    const Rect& place = block.place;
    const float title = view.measure(TextStyle::Container, "Waiting");
    const bool is_low = place.height < kUsualHeight;
    const bool is_dense = place.height < kLowHeight;
    const float title_y = place.y + (is_dense ? 2.0f : is_low ? 6.0f : 12.0f);
    const float words_y = place.y + (is_dense ? 27.0f : is_low ? 34.0f : 46.0f);
    builder.AddText({place.x + 16, title_y, title, 26}, "Waiting", TextStyle::Container,
                    waiting ? Tone::Waiting : Tone::Muted);
    if (!waiting) {
        const std::string why = TraySentence(recording, view.playhead);
        float y = words_y;
        const float line_height = is_low ? 20.0f : 24.0f;
        for (const std::string& line : Wrapped(why, place.width - 32, view.measure)) {
            builder.AddText({place.x + 16, y, place.width - 32, line_height}, line,
                            TextStyle::Plain, Tone::Muted);
            y += line_height;
        }
        return;
    }
    const std::string_view where = "selected, outside the cache";
    if (view.measure(TextStyle::Plain, where) <= place.width - title - 40) {
        builder.AddText({place.x + 16 + title + 12, title_y, place.width - title - 40, 26},
                        std::string(where), TextStyle::Plain, Tone::Muted);
    }
    Tag chip = builder.TagOf(TagKind::Waiting, {}, waiting->position, false);
    const float position = view.measure(TextStyle::Mono, chip.position);
    const float room = place.width / 2 - 40 - position;
    const auto fits = [&](const std::string& words) {
        return view.measure(TextStyle::Container, words) <= room;
    };
    chip.token = TokenLabel(TokenText(recording, waiting->id), waiting->id, fits);
    const float words = view.measure(TextStyle::Container, chip.token);
    chip.place = {place.x + 16, words_y, std::max(72.0f, words + position + 40),
                  place.bottom() - 8 - words_y - (is_low ? 0 : 6)};
    builder.scene.tags.push_back(chip);
    const float x = chip.place.right() + 16;
    builder.AddText({x, chip.place.center().y - 22, place.right() - x - 8, 22},
                    "ID " + std::to_string(waiting->id), TextStyle::Strong, Tone::Ink);
    builder.AddText({x, chip.place.center().y, place.right() - x - 8, 22}, "no K, no V yet",
                    TextStyle::Plain, Tone::Ink);
}

}  // namespace decodescope
