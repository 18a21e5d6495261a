// The shape of a TOML model: its sections [attention], [positions], [norm] and [mlp].
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/model/config.h"
#include "core/toml/toml_reader.h"

namespace decodescope {

// The table that describes a model: a whole file, or [model] in a recipe. `prefix` precedes the
// names of its keys in messages: "" or "model.".
class ModelTable {
public:
    ModelTable(const TomlReader& read, const TomlValue& root, std::string prefix)
        : read_(read), root_(root), prefix_(std::move(prefix)) {}

    const TomlReader& read() const { return read_; }
    const TomlValue& root() const { return root_; }
    const std::string& prefix() const { return prefix_; }

    std::string Name(std::string_view key) const { return prefix_ + std::string(key); }
    const TomlValue* Find(std::string_view key) const { return root_.Find(key); }

    // A table such as [norm], its keys checked; null where it is left out.
    const TomlValue* Section(std::string_view key, std::span<const std::string_view> known) const;

    // Throws Error where the model has an unknown key.
    void RequireKnownKeys() const;

    // The keys of the model itself.
    static std::span<const std::string_view> Keys();

private:
    const TomlReader& read_;
    const TomlValue& root_;
    std::string prefix_;
};

// These throw Error with file:line:column. Each needs what the ones before it have read, the first
// one vocabulary_size and d_model.

// Returns the scale as it is written, or nothing where it is left out.
std::string ReadAttention(const ModelTable& table, Config& config);

// With `context`. The rows of a learned embedding are not read.
void ReadPositions(const ModelTable& table, Config& config);

void ReadNormAndMlp(const ModelTable& table, Config& config);

}  // namespace decodescope
