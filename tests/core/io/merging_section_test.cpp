#include "core/io/merging_section.h"

#include <algorithm>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "core/io/model_file.h"
#include "core/io/model_writer.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/model_equal.h"
#include "tests/support/models.h"
#include "tests/support/safetensors_writer.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

TEST_CASE("A model from a GGUF or Hugging Face file reads back from TOML as it was") {
    const TemporaryFolder folder;
    for (const auto& [name, contents] : TinyGpt2Files()) folder.Write(name, contents);
    std::vector<Model> models = {ReadGguf(folder.Write("m.gguf", TinyLlama().Bytes())),
                                 ReadSafetensors(folder.path())};
    for (const char* name : {"families/spm-Q8_0.gguf", "families/qwen3-Q8_0.gguf"}) {
        if (const auto path = ModelPath(name); !path.empty()) models.push_back(ReadGguf(path));
    }
    for (const Model& model : models) {
        INFO(model.name);
        const Model again = ParseModel(FormatModel(model), "m.toml");
        CHECK(SameModel(again, model));
        const bool has_end = std::ranges::count(model.tokenizer.pieces, "<end>") > 0;
        const std::string text = has_end ? "a b<end>" : "a b";
        CHECK(Encode(again.tokenizer, {}, text) == Encode(model.tokenizer, {}, text));
    }
}

TEST_CASE("A merge of what is no token is refused with its place") {
    const std::string text =
        "tokens = [\"a\", \"b\"]\nembedding = [[1], [2]]\noutput = \"tied\"\n"
        "[merging]\nmerges = [[0, 1, 2]]\n";
    CHECK(ErrorOf([&] { ParseModel(text, "m.toml"); }).find("m.toml:5:18") != std::string::npos);
}

}  // namespace
}  // namespace decodescope
