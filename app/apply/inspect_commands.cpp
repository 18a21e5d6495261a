#include "app/apply/inspect_commands.h"

#include <algorithm>
#include <string>

#include "app/apply/screen_commands.h"
#include "core/base/number.h"

namespace decodescope {
namespace {

// The first line, and only so much of it.
std::string BeginningOf(const std::string& text) {
    constexpr size_t kMost = 80;
    const std::string line = text.substr(0, text.find('\n'));
    size_t end = std::min(line.size(), kMost);
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0u) == 0x80u) ++end;
    return end < text.size() ? line.substr(0, end) + " …" : line;
}

std::string WhatWasCopied(const AppState& state, const Copy& command, const std::string& symbol) {
    switch (command.kind) {
        case CopyKind::Number: return "copied the value of " + symbol + ": " + state.ui.clipboard;
        case CopyKind::Sum: return "copied the sum: " + BeginningOf(state.ui.clipboard);
        case CopyKind::Block:
            return "copied the block of " + symbol + " as CSV, " +
                   CountText(std::ranges::count(state.ui.clipboard, '\n'), "line");
    }
    return {};
}

}  // namespace

void Apply(AppState& state, const Pin& command) {
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.pinned = exists && state.ui.pinned != command.cell ? command.cell : std::nullopt;
}

void Apply(AppState& state, const Focus& command) {
    state.ui.walks.clear();
    const bool exists = command.cell && state.recording->Has(*command.cell);
    state.ui.focused = exists ? command.cell : std::nullopt;
    state.ui.control_focus.reset();
    if (exists) state.ui.pinned.reset();  // to see what the focus is on
}

void Apply(AppState& state, const Hover& command) { state.ui.hovered = command.cell; }

void Apply(AppState& state, const TakeWalk& command) { state.ui.walks.push_back(command.walk); }

void Apply(AppState& state, const ShowCopyMenu& command) { state.ui.copied = command.cell; }

void Apply(AppState& state, const Copy& command) {
    if (!state.recording->Has(command.cell)) return;
    state.ui.clipboard = CopyText(*state.recording, command.cell, command.kind);
    const std::string symbol = SymbolOf(state.recording->config(), command.cell);
    Apply(state, ShowMessage{WhatWasCopied(state, command, symbol), Topic::Copy});
}

void Apply(AppState& state, const CopyWords& command) {
    state.ui.clipboard = command.text;
    Apply(state, ShowMessage{"copied: " + BeginningOf(command.text), Topic::Copy});
}

}  // namespace decodescope
