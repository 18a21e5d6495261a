// A command: what a person asks for, as a value. Panels emit commands, Execute (app/apply/apply.h)
// carries them out.
//
//     panel.Emit(SetPrompt{"A B"});                             a struct of app/apply/…_commands.h
//     void Apply(AppState& state, const SetPrompt& command);    declared beside it
#pragma once

#include <any>
#include <cassert>
#include <utility>
#include <vector>

#include "app/state/topic.h"

namespace decodescope {

struct AppState;

// A struct that Apply takes. Apply is found by argument-dependent lookup, so there is no list of
// all commands anywhere.
template <class C>
concept IsCommand = requires(AppState& state, const C& command) {
    Apply(state, command);
};

// One of them, whichever it is.
class Command {
public:
    template <IsCommand C>
    Command(C command)
        : command_(std::move(command)),
          apply_([](AppState& state, const std::any& held) {
              Apply(state, *std::any_cast<C>(&held));
          }),
          topic_(TopicOf<C>()) {}

    // Calls its Apply, which throws Error if it fails.
    void ApplyTo(AppState& state) const { apply_(state, command_); }

    // What a message is about, if it fails.
    Topic topic() const { return topic_; }

    template <class C>
    bool Is() const {
        return If<C>() != nullptr;
    }
    // Null if it is another one.
    template <class C>
    const C* If() const {
        return std::any_cast<C>(&command_);
    }
    // It must be this one.
    template <class C>
    const C& As() const {
        const C* command = If<C>();
        assert(command != nullptr);
        return *command;
    }

private:
    // A command says so itself, with a kTopic; most are edits.
    template <class C>
    static constexpr Topic TopicOf() {
        if constexpr (requires { C::kTopic; }) {
            return C::kTopic;
        } else {
            return Topic::Edit;
        }
    }

    std::any command_;
    void (*apply_)(AppState& state, const std::any& held);
    Topic topic_;
};

using Commands = std::vector<Command>;

}  // namespace decodescope
