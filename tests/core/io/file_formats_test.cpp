// Which format a file has, whatever it is called, and what is said of those that are not read.
#include "core/io/file_formats.h"

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "tests/support/catch.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModel = "tokens = [\"A\"]\nembedding = [[1]]\noutput = [[1]]\n";

class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / "decodescope-file-formats-test") {
        fs::remove_all(path_);
        fs::create_directory(path_);
    }
    ~Folder() { fs::remove_all(path_); }

    fs::path File(const std::string& name, const std::string& contents) const {
        std::ofstream(path_ / name, std::ios::binary) << contents;
        return path_ / name;
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

std::string FormatName(const fs::path& path) {
    NamedFile file(path);
    return std::string(FormatOf(file).name);
}

// What the Error says, or nothing where the file is opened.
std::string Refusal(const fs::path& path, const TokenizerPath& tokenizer = std::nullopt) {
    try {
        OpenFile(path, tokenizer);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("A format is told by its ending, its first bytes or, in TOML, by a key") {
    const Folder folder;
    CHECK(FormatName(folder.File("a.toml", kModel)) == "a TOML model");
    CHECK(FormatName(folder.File("r.toml", "model = \"a.toml\"\n")) == "a recipe");
    CHECK(FormatName(folder.File("c.bin", "text")) == "a llama2.c checkpoint");
    CHECK(FormatName(folder.File("no-ending", kModel)) == "a TOML model");
    CHECK(FormatName(folder.File("r.txt", "model = \"a.toml\"\n")) == "a recipe");
    CHECK(FormatName(folder.File("c.model", std::string("\1\0\0\0", 4))) ==
          "a llama2.c checkpoint");
}

TEST_CASE("A format that is known and not read is named, with those that are") {
    const Folder folder;
    for (const auto& [name, contents, said] : {std::tuple{"m.gguf", "", "a GGUF file"},
                                               {"m.bin", "GGUF\3", "a GGUF file"},
                                               {"m.toml", "GGUF\3", "a GGUF file"},
                                               {"m.safetensors", "{}", "a safetensors file"},
                                               {"config.json", "{}", "a JSON file"},
                                               {"m.pt", "", "a PyTorch file"},
                                               {"m", "PK\3\4", "a PyTorch file"},
                                               {"m.pth", "", "a PyTorch file"},
                                               {"m.onnx", "", "an ONNX file"}}) {
        CAPTURE(name, contents);
        const std::string refusal = Refusal(folder.File(name, contents));
        CHECK(Contains(refusal, std::string("this is ") + said));
        CHECK(Contains(refusal,
                       "a recipe (.toml), a TOML model (.toml) or a llama2.c checkpoint "
                       "(.bin)"));
        CHECK_FALSE((HasReadableEnding(name) && std::string_view(contents).empty()));
    }
}

TEST_CASE("What is missing or a folder is said to be that") {
    const Folder folder;
    CHECK(Contains(Refusal(folder.path() / "missing.gguf"), "there is no such file"));
    CHECK(Contains(Refusal(folder.path()), "this is a folder, not a file"));
}

TEST_CASE("A recipe names a model, never a recipe, not even itself") {
    const Folder folder;
    folder.File("a.toml", kModel);
    CHECK(Refusal(folder.File("r.toml", "model = \"a.toml\"\n")).empty());
    CHECK(Contains(Refusal(folder.File("again.toml", "model = \"r.toml\"\n")),
                   "this is a recipe, not a model"));
    CHECK(Contains(Refusal(folder.File("self.toml", "model = \"self.toml\"\n")),
                   "this is a recipe, not a model"));
    CHECK(ReadModel(folder.path() / "a.toml").name == "a");
}

TEST_CASE("A tokenizer is for the formats whose tokens are in another file") {
    const Folder folder;
    const fs::path model = folder.File("a.toml", kModel);
    CHECK(FormatsWithTokenizer() == "a llama2.c checkpoint");
    for (const fs::path& path : {model, folder.File("r.toml", "model = \"a.toml\"\n"),
                                 folder.File("s.toml", std::string("[model]\n") + kModel)}) {
        CAPTURE(path.string());
        const std::string refusal = Refusal(path, folder.path() / "tok.bin");
        CHECK(Contains(refusal, "has its tokens in"));
        CHECK(Contains(refusal, "it is for a llama2.c checkpoint"));
    }
}

TEST_CASE("The list of files shows what may be opened") {
    for (const char* name : {"a.toml", "stories260K.bin", ".toml"}) CHECK(HasReadableEnding(name));
    for (const char* name : {"a.gguf", "toml", "a.toml.txt", "", "README.md"}) {
        CHECK_FALSE(HasReadableEnding(name));
    }
}

}  // namespace
}  // namespace decodescope
