// The only writer of the state. Each command is a struct in one of the headers …_commands.h, with
// its Apply declared beside it.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/state.h"

namespace decodescope {

// Carries out a command. One that cannot be carried out (a prompt that the model cannot read, a
// file that cannot be opened) changes nothing but the message on screen; a number that makes no
// sense (a layer that does not exist) is brought into range. Whatever is thrown (also by the
// standard library: no memory, a file system's refusal) becomes a message; nothing leaves this.
void Execute(AppState& state, const Command& command);

// A recipe as a document: as it is in its file, if it has one.
Document DocumentOf(const Recipe& recipe, const std::string& path);

// A state that works on `recipe`, paused before the prefill. Throws Error if the recipe cannot be
// decoded. A model that needs a prompt and has none opens all the same, asks for one, and shows its
// first token meanwhile. Its recordings share `memory`; without one they get one of the usual size.
AppState StateFor(const Recipe& recipe, const std::string& path, TraceMemoryPtr memory = nullptr);

}  // namespace decodescope
