#include "app/widgets/lossless_edit.h"

#include <random>
#include <string>
#include <vector>

#include "app/look/imgui_compat.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

// A text as a field holds it.
std::string Shown(const std::string& text) {
    std::string shown;
    for (const TypedPiece& piece : TypedPiecesOf(text))
        shown += piece.is_destroyed() ? "\uFFFD" : std::string(piece.bytes);
    return shown;
}

std::vector<std::string> PiecesOf(const std::string& text) {
    std::vector<std::string> pieces;
    for (const TypedPiece& piece : TypedPiecesOf(text)) pieces.emplace_back(piece.bytes);
    return pieces;
}

}  // namespace

TEST_CASE("Whatever is next to an edit keeps its bytes, however a field shows it") {
    const std::vector<std::string> letters{"a",    "b", " ",    "é",    "日",
                                           "🙂", "𝒜", "\xFF", "\xC3", "\uFFFD"};
    std::mt19937 random(1);
    const auto pick = [&](size_t count) { return static_cast<size_t>(random()) % count; };
    const auto text_of = [&](size_t most, size_t kinds) {
        std::string text;
        for (size_t i = pick(most + 1); i > 0; --i) text += letters[pick(kinds)];
        return text;
    };
    int taken = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::string head = text_of(6, letters.size()), tail = text_of(6, letters.size());
        const std::string removed = text_of(2, letters.size()), added = text_of(3, 5);
        // A broken letter takes in bytes that follow it: here an edit does not cut through one.
        std::vector<std::string> apart;
        for (const std::string& part : {head, removed, tail}) {
            for (const std::string& piece : PiecesOf(part)) apart.push_back(piece);
        }
        if (PiecesOf(head + removed + tail) != apart) continue;
        const std::string before = head + removed + tail;
        const auto after = AfterEdit(before, Shown(head) + added + Shown(tail));
        INFO(before << " to " << head << added << tail);
        if (!after) continue;  // several ways to read it
        ++taken;
        CHECK(*after == head + added + tail);
    }
    CHECK(taken > 2000);
}

TEST_CASE("What a field would destroy itself is refused as a whole") {
    CHECK_FALSE(AfterEdit("A B", "A \uFFFD B").has_value());
    CHECK_FALSE(AfterEdit("", "\uFFFD").has_value());
    CHECK_FALSE(
        AfterEdit("🙂🙃", "\uFFFD").has_value());  // one was deleted, nobody knows which
    CHECK(AfterEdit("🙂🙂", "\uFFFD") == "🙂");
    CHECK(AfterEdit("🙂", "") == "");
    CHECK(AfterEdit("🙂", "A") == "A");
    CHECK(AfterEdit(std::string("A\0B", 3), "AC") == std::string("AC\0B", 4));
}

}  // namespace decodescope
