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
    builder.AddText({place.x + 16, place.y + 12, title, 26}, "Waiting", TextStyle::Container,
                    waiting ? Tone::Waiting : Tone::Muted);
    if (!waiting) {
        const std::string why = TraySentence(recording, view.playhead);
        float y = place.y + 46;
        for (const std::string& line : Wrapped(why, place.width - 32, view.measure)) {
            builder.AddText({place.x + 16, y, place.width - 32, 24}, line, TextStyle::Plain,
                            Tone::Muted);
            y += 24;
        }
        return;
    }
    builder.AddText({place.x + 16 + title + 12, place.y + 12, place.width - title - 40, 26},
                    "selected, outside the cache", TextStyle::Plain, Tone::Muted);
    Tag chip = builder.TagOf(TagKind::Waiting, {}, waiting->position, false);
    const float position = view.measure(TextStyle::Mono, chip.position);
    const float room = place.width / 2 - 40 - position;
    const auto fits = [&](const std::string& words) {
        return view.measure(TextStyle::Container, words) <= room;
    };
    chip.token = TokenLabel(TokenText(recording, waiting->id), waiting->id, fits);
    const float words = view.measure(TextStyle::Container, chip.token);
    chip.place = {place.x + 16, place.y + 46, std::max(72.0f, words + position + 40), 44};
    builder.scene.tags.push_back(chip);
    const float x = chip.place.right() + 16;
    builder.AddText({x, place.y + 46, place.right() - x - 8, 24},
                    "ID " + std::to_string(waiting->id), TextStyle::Strong, Tone::Ink);
    builder.AddText({x, place.y + 70, place.right() - x - 8, 24}, "no K, no V yet",
                    TextStyle::Plain, Tone::Ink);
}

}  // namespace decodescope
