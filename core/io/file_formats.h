// The kinds of files that a person may name: which are read, and which are known but refused.
//
// A new format is a row of the table in file_formats.cpp and the file that reads it. The list of
// files in the window, the messages and --help read the table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/work_progress.h"
#include "core/model/model.h"
#include "core/run/recipe.h"
#include "core/toml/bounded_toml.h"

namespace decodescope {

// A tokenizer that was named apart from its model.
using TokenizerPath = std::optional<std::filesystem::path>;

// A file or folder that was named, looked into only as far as is asked, and not twice: it may be a
// pipe.
class NamedFile {
public:
    // `progress` of reading it may be null.
    explicit NamedFile(std::filesystem::path path, WorkProgress* progress = nullptr);

    const std::filesystem::path& path() const { return path_; }
    WorkProgress* progress() const { return progress_; }
    bool IsFolder() const;
    bool IsRegular() const;  // neither a pipe nor a folder, and there

    // The first bytes of a regular file, enough to tell a format; none of anything else.
    const std::string& Start();

    // All of it as TOML. Throws Error where it is none.
    const TomlDocument& Toml();

private:
    std::filesystem::path path_;
    WorkProgress* progress_;
    std::optional<std::string> start_;
    std::optional<TomlDocument> toml_;
};

struct FileFormat {
    std::string_view name;                  // as it reads after "this is": "a GGUF file"
    std::vector<std::string_view> endings;  // ".gguf"
    std::string_view magic = {};            // how each of them begins, if they all begin alike
    // Whether a folder is one model: of files that belong together, or of its parts.
    bool (*is_folder)(const std::filesystem::path&) = nullptr;
    // Whether a file that no ending or magic tells is one, by its first bytes.
    bool (*is_likely)(std::string_view start) = nullptr;
    std::string_view toml_key = {};  // TOML that has this key at its top is one

    bool takes_tokenizer = false;  // else its tokens are in it

    // One of the two; neither where the format is known and refused.
    Model (*read_model)(NamedFile& file, const TokenizerPath& tokenizer) = nullptr;
    Recipe (*read_recipe)(NamedFile& file, const TokenizerPath& tokenizer) = nullptr;

    bool is_read() const { return read_model != nullptr || read_recipe != nullptr; }
};

std::span<const FileFormat> FileFormats();

// The format of a file. Throws Error for a format that is refused, and where TOML cannot be parsed
// to tell what it is.
const FileFormat& FormatOf(NamedFile& file, std::span<const FileFormat> formats = FileFormats());

// Opens whatever a person names; a model comes with its example. Throws Error for what is neither
// model nor recipe, and for a tokenizer that the format has no use for.
Recipe OpenFile(const std::filesystem::path& path, const TokenizerPath& tokenizer = std::nullopt,
                WorkProgress* progress = nullptr);

// The same where a model is wanted, not a recipe.
Model ReadModel(const std::filesystem::path& path, const TokenizerPath& tokenizer = std::nullopt,
                WorkProgress* progress = nullptr);

// About how many bytes opening it reads: of a recipe, with its model; 0 where it cannot be told.
std::uintmax_t BytesToOpen(const std::filesystem::path& path);

// Whether that takes so long that nobody should wait for it without knowing how far it has come.
inline bool IsLargeToOpen(const std::filesystem::path& path) {
    return BytesToOpen(path) > (std::uintmax_t{16} << 20);
}

// Whether a file with this name may be one that is read.
bool HasReadableEnding(std::string_view name);

// "a recipe (.toml), a TOML model (.toml) or a llama2.c checkpoint (.bin)".
std::string ReadableFormats();

// "a llama2.c checkpoint": those that a tokenizer may be named for.
std::string FormatsWithTokenizer();

}  // namespace decodescope
