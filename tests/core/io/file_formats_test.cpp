// Which format a file has, whatever its name, and how those that cannot be read are refused.
#include "core/io/file_formats.h"

#include <unistd.h>

#include <array>
#include <tuple>

#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModel = "tokens = [\"A\"]\nembedding = [[1]]\noutput = [[1]]\n";

std::string FormatName(const fs::path& path) {
    NamedFile file(path);
    return std::string(FormatOf(file).name);
}

std::string Refusal(const fs::path& path, const TokenizerPath& tokenizer = std::nullopt) {
    return ErrorOf([&] { OpenFile(path, tokenizer); });
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("A format is recognised by its extension, its first bytes or, in TOML, by a key") {
    const TemporaryFolder folder;
    CHECK(FormatName(folder.Write("a.toml", kModel)) == "a TOML model");
    CHECK(FormatName(folder.Write("r.toml", "model = \"a.toml\"\n")) == "a recipe");
    CHECK(FormatName(folder.Write("c.bin", "text")) == "a llama2.c checkpoint");
    CHECK(FormatName(folder.Write("no-ending", kModel)) == "a TOML model");
    CHECK(FormatName(folder.Write("r.txt", "model = \"a.toml\"\n")) == "a recipe");
    CHECK(FormatName(folder.Write("c.model", std::string_view("\1\0\0\0", 4))) ==
          "a llama2.c checkpoint");
}

TEST_CASE("A format that is known and not read is named, with those that are") {
    const TemporaryFolder folder;
    for (const auto& [name, contents, said] : {std::tuple{"config.json", "{}", "a JSON file"},
                                               {"m.pt", "", "a PyTorch file"},
                                               {"m", "PK\3\4", "a PyTorch file"},
                                               {"m.pth", "", "a PyTorch file"},
                                               {"m.onnx", "", "an ONNX file"}}) {
        CAPTURE(name, contents);
        const std::string refusal = Refusal(folder.Write(name, contents));
        CHECK(Contains(refusal, std::string("this is ") + said));
        CHECK(Contains(refusal,
                       "a GGUF file (.gguf), a safetensors file or folder (.safetensors "
                       ".safetensors.index.json), a recipe (.toml), a TOML model (.toml) or a "
                       "llama2.c checkpoint (.bin)"));
        CHECK_FALSE((HasReadableEnding(name) && std::string_view(contents).empty()));
    }
}

TEST_CASE("A folder is of the format that knows what is in it") {
    const TemporaryFolder folder;
    std::vector<FileFormat> formats(FileFormats().begin(), FileFormats().end());
    const auto read = [](NamedFile&, const TokenizerPath&) { return Model(); };
    formats.push_back(
        {.name = "a model folder",
         .endings = {},
         .is_folder = [](const fs::path& path) { return fs::exists(path / "shard-1"); },
         .read_model = read});
    NamedFile empty(folder.path());
    CHECK_THROWS_AS(FormatOf(empty, formats), Error);
    folder.Write("shard-1", "");
    NamedFile filled(folder.path());
    CHECK(FormatOf(filled, formats).name == "a model folder");
}

TEST_CASE("A missing file and a folder are reported as what they are") {
    const TemporaryFolder folder;
    CHECK(Contains(Refusal(folder.path() / "missing.gguf"), "there is no such file"));
    CHECK(Contains(Refusal(folder.path()), "this is a folder, not a file"));
}

TEST_CASE("A recipe names a model, never a recipe, not even itself") {
    const TemporaryFolder folder;
    folder.Write("a.toml", kModel);
    CHECK(Refusal(folder.Write("r.toml", "model = \"a.toml\"\n")) == "no error");
    CHECK(Contains(Refusal(folder.Write("again.toml", "model = \"r.toml\"\n")),
                   "this is a recipe, not a model"));
    CHECK(Contains(Refusal(folder.Write("self.toml", "model = \"self.toml\"\n")),
                   "this is a recipe, not a model"));
    CHECK(ReadModel(folder.path() / "a.toml").name == "a");
}

TEST_CASE("A tokenizer is for the formats whose tokens are in another file") {
    const TemporaryFolder folder;
    const fs::path model = folder.Write("a.toml", kModel);
    CHECK(FormatsWithTokenizer() == "a llama2.c checkpoint");
    for (const fs::path& path : {model, folder.Write("r.toml", "model = \"a.toml\"\n"),
                                 folder.Write("s.toml", std::string("[model]\n") + kModel)}) {
        CAPTURE(path.string());
        const std::string refusal = Refusal(path, folder.path() / "tok.bin");
        CHECK(Contains(refusal, "has its tokens in"));
        CHECK(Contains(refusal, "it is for a llama2.c checkpoint"));
    }
}

TEST_CASE("The list of files shows what may be opened") {
    for (const char* name : {"a.toml", "stories260K.bin", ".toml", "a.gguf", "m.safetensors"}) {
        CHECK(HasReadableEnding(name));
    }
    for (const char* name : {"a.ggml", "toml", "a.toml.txt", "", "README.md"}) {
        CHECK_FALSE(HasReadableEnding(name));
    }
}

TEST_CASE("A model or a recipe comes through a pipe as well as from a file") {
    const TemporaryFolder folder;
    folder.Write("m.toml", kModel);
    const auto open = [&](const std::string& text) {
        std::array<int, 2> ends{};
        REQUIRE(::pipe(ends.data()) == 0);
        REQUIRE(::write(ends[1], text.data(), text.size()) == std::ssize(text));
        ::close(ends[1]);
        const Recipe recipe = OpenFile("/dev/fd/" + std::to_string(ends[0]));
        ::close(ends[0]);
        return recipe;
    };
    CHECK(open(kModel).model->tokenizer.pieces == std::vector<std::string>{"A"});
    CHECK(
        open("model = \"" + (folder.path() / "m.toml").string() + "\"\nprompt = \"A\"\n").prompt ==
        "A");
}

TEST_CASE("A file of another kind is named for what it is") {
    const TemporaryFolder folder;
    const auto error = [&](const std::string& name, const std::string& contents) {
        return ErrorOf([&] { OpenFile(folder.Write(name, contents)); });
    };
    CHECK(Contains(error("m.gguf", "GGUF"), "the file's head needs 4 bytes where 0 are left"));
    CHECK(Contains(error("m", "GGUF\x03"), "the file's head needs 4 bytes where 1 are left"));
    CHECK(Contains(error("m.gguf", "text"), "this is no GGUF file"));
    CHECK(Contains(error("m.safetensors", ""), "config.json"));
    CHECK(Contains(error("tokenizer.json", "{}"), "a JSON file"));
    CHECK(Contains(error("pytorch_model.bin", "PK\x03\x04"), "a PyTorch file"));
    CHECK(Contains(error("m.bin", ""), "the file ends within its header"));
    CHECK(Contains(error("m.txt", "hello\n"), "this is not TOML"));
    CHECK(Contains(ErrorOf([&] { OpenFile(folder.path() / "no.toml"); }), "no such file"));
    const TemporaryFolder empty;
    CHECK(Contains(ErrorOf([&] { OpenFile(empty.path()); }), "a folder"));
    CHECK(Contains(ErrorOf([&] { OpenFile(folder.Write("m.toml", kModel), "t.bin"); }),
                   "a TOML model has its tokens in its own file"));
}

}  // namespace
}  // namespace decodescope
