#include "core/io/file_formats.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/io/file.h"
#include "core/io/file_error.h"
#include "core/io/llama2c.h"
#include "core/io/model_file.h"
#include "core/io/recipe_file.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

// Small integers have zero bytes, and text has none.
bool IsText(std::string_view start) { return start.find('\0') == std::string_view::npos; }
bool IsBinary(std::string_view start) { return !IsText(start); }

// TOML never begins so.
bool IsJson(std::string_view start) {
    const size_t first = start.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && start[first] == '{';
}

// --- The table ----------------------------------------------------------------------------------

// What comes first is tried first.
const FileFormat kFormats[] = {
    {.name = "a GGUF file",
     .endings = {".gguf"},
     .magic = "GGUF",
     .read_model = [](NamedFile& file,
                      const TokenizerPath&) { return ReadGguf(file.path(), file.progress()); }},
    {.name = "a safetensors file or folder",
     .endings = {".safetensors", ".safetensors.index.json"},
     .is_folder = IsSafetensorsFolder,
     .read_model =
         [](NamedFile& file, const TokenizerPath&) {
             return ReadSafetensors(file.path(), file.progress());
         }},
    {.name = "a JSON file", .endings = {".json"}, .is_likely = IsJson},
    {.name = "a PyTorch file", .endings = {".pt", ".pth"}, .magic = "PK\x03\x04"},
    {.name = "an ONNX file", .endings = {".onnx"}},
    {.name = "a recipe",
     .endings = {".toml"},
     .is_likely = IsText,
     .toml_key = "model",
     .takes_tokenizer = true,
     .read_recipe =
         [](NamedFile& file, const TokenizerPath& tokenizer) {
             return RecipeFromToml(file.Toml(), tokenizer, file.progress());
         }},
    {.name = "a TOML model",
     .endings = {".toml"},
     .is_likely = IsText,
     .read_model =
         [](NamedFile& file, const TokenizerPath&) {
             return ModelFromToml(file.Toml(), file.Toml().root, "");
         }},
    {.name = "a llama2.c checkpoint",
     .endings = {".bin"},
     .is_likely = IsBinary,
     .takes_tokenizer = true,
     .read_model =
         [](NamedFile& file, const TokenizerPath& tokenizer) {
             return ReadLlama2c(file.path(), tokenizer, file.progress());
         }},
};

// --- Telling them apart -------------------------------------------------------------------------

bool HasEnding(const FileFormat& format, std::string_view name) {
    return std::ranges::any_of(format.endings,
                               [&](std::string_view ending) { return name.ends_with(ending); });
}

// By what it is called or how it begins; a folder, by what is in it.
bool IsNamedOrMarked(const FileFormat& format, NamedFile& file) {
    if (file.IsFolder()) return format.is_folder != nullptr && format.is_folder(file.path());
    if (!file.IsRegular()) return false;
    const bool is_marked = !format.magic.empty() && file.Start().starts_with(format.magic);
    return is_marked || HasEnding(format, file.path().filename().string());
}

// A pipe cannot be looked at twice, so it is taken for text; what is missing, or a folder of no
// format, is explained when it is read.
bool IsLikely(const FileFormat& format, NamedFile& file) {
    return format.is_likely != nullptr && format.is_likely(file.Start());
}

bool HasKey(const FileFormat& format, NamedFile& file) {
    return format.toml_key.empty() || file.Toml().root.Find(format.toml_key) != nullptr;
}

// "a, b or c".
std::string Alternatives(const std::vector<std::string>& names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text;
}

std::string WithEndings(const FileFormat& format) {
    std::string endings;
    for (const std::string_view ending : format.endings) {
        endings += (endings.empty() ? "" : " ") + std::string(ending);
    }
    return std::string(format.name) + " (" + endings + ")";
}

void RejectTokenizer(const FileFormat& format, const TokenizerPath& tokenizer,
                     const std::string& place) {
    if (!tokenizer || format.takes_tokenizer) return;
    throw Error(std::string(format.name) + " has its tokens in its own file", place,
                "leave out the tokenizer; it is for " + FormatsWithTokenizer());
}

// A tokenizer is read by its model's format. What is known to be something else is told by its
// name.
void RequireTokenizer(const TokenizerPath& tokenizer) {
    if (!tokenizer) return;
    NamedFile file(*tokenizer);
    for (const FileFormat& format : kFormats) {
        const bool is_it = IsNamedOrMarked(format, file) || IsLikely(format, file);
        if (format.is_read() || !is_it) continue;
        throw Error(
            "this is " + std::string(format.name) + ", not a tokenizer that this program reads",
            tokenizer->string(), "name a tokenizer.bin of llama2.c");
    }
}

}  // namespace

// --- What was named -----------------------------------------------------------------------------

NamedFile::NamedFile(fs::path path, WorkProgress* progress)
    : path_(std::move(path)), progress_(progress) {
    RequireWholePath(path_);
}

bool NamedFile::IsFolder() const {
    std::error_code ignored;
    return fs::is_directory(path_, ignored);
}

bool NamedFile::IsRegular() const {
    std::error_code ignored;
    return fs::is_regular_file(path_, ignored);
}

const std::string& NamedFile::Start() {
    if (!start_) start_ = IsRegular() ? ReadFileStart(path_, kLlama2cHeaderSize) : "";
    return *start_;
}

const TomlDocument& NamedFile::Toml() {
    if (!toml_) toml_ = ParseToml(ReadFile(path_, kLargestToml), path_.string());
    return *toml_;
}

// --- Formats ------------------------------------------------------------------------------------

std::span<const FileFormat> FileFormats() { return kFormats; }

const FileFormat& FormatOf(NamedFile& file, std::span<const FileFormat> formats) {
    for (const auto fits : {IsNamedOrMarked, IsLikely}) {
        for (const FileFormat& format : formats) {
            if (!fits(format, file) || !HasKey(format, file)) continue;
            if (format.is_read()) return format;
            throw Error("this is " + std::string(format.name) +
                            ", a format that this program does not read",
                        file.path().string(), "open " + ReadableFormats());
        }
    }
    throw Error("this is a file of an unknown format", file.path().string(),
                "open " + ReadableFormats());
}

Recipe OpenFile(const fs::path& path, const TokenizerPath& tokenizer, WorkProgress* progress) {
    NamedFile file(path, progress);
    const FileFormat& format = FormatOf(file);
    RejectTokenizer(format, tokenizer, path.string());
    RequireTokenizer(tokenizer);
    if (format.read_recipe != nullptr) return format.read_recipe(file, tokenizer);
    Recipe recipe =
        ExampleRecipe(std::make_shared<const Model>(format.read_model(file, tokenizer)));
    recipe.model_path = path.string();
    if (tokenizer) recipe.tokenizer_path = tokenizer->string();
    return recipe;
}

Model ReadModel(const fs::path& path, const TokenizerPath& tokenizer, WorkProgress* progress) {
    NamedFile file(path, progress);
    const FileFormat& format = FormatOf(file);
    if (format.read_model == nullptr) {
        throw Error("this is " + std::string(format.name) + ", not a model", path.string(),
                    "a recipe must name a model");
    }
    RejectTokenizer(format, tokenizer, path.string());
    RequireTokenizer(tokenizer);
    return format.read_model(file, tokenizer);
}

std::uintmax_t BytesToOpen(const fs::path& path) {
    constexpr std::string_view kRecipeEnding = ".toml";
    std::error_code error;
    std::uintmax_t bytes = 0;
    if (fs::is_directory(path, error)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
            if (entry.is_regular_file(error)) bytes += entry.file_size(error);
        }
        return error ? 0 : bytes;
    }
    if (!fs::is_regular_file(path, error)) return 0;
    bytes = fs::file_size(path, error);
    if (error || !path.string().ends_with(kRecipeEnding)) return error ? 0 : bytes;
    try {
        NamedFile file(path);
        const TomlValue* const model = file.Toml().root.Find("model");
        if (model == nullptr || model->AsString() == nullptr) return bytes;
        const fs::path named = path.parent_path() / *model->AsString();
        return named.extension() == kRecipeEnding ? bytes : bytes + BytesToOpen(named);
    } catch (const Error&) {
        return 0;  // whoever opens it says what is wrong
    }
}

bool HasReadableEnding(std::string_view name) {
    return std::ranges::any_of(kFormats, [&](const FileFormat& format) {
        return format.is_read() && HasEnding(format, name);
    });
}

std::string ReadableFormats() {
    std::vector<std::string> names;
    for (const FileFormat& format : kFormats) {
        if (format.is_read()) names.push_back(WithEndings(format));
    }
    return Alternatives(names);
}

std::string FormatsWithTokenizer() {
    std::vector<std::string> names;
    for (const FileFormat& format : kFormats) {
        if (format.read_model != nullptr && format.takes_tokenizer) names.emplace_back(format.name);
    }
    return Alternatives(names);
}

}  // namespace decodescope
