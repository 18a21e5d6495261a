#include "core/checkpoint/safetensors.h"

#include "core/checkpoint/checkpoint.h"
#include "core/model/parameters.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/safetensors_writer.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

// A folder with the files, one of them other than it should be.
std::string ErrorWith(const std::string& name, const std::string& contents) {
    const TemporaryFolder folder;
    for (const auto& [file, right] : TinyGpt2Files()) folder.Write(file, right);
    if (contents.empty()) {
        std::filesystem::remove(folder.path() / name);
    } else {
        folder.Write(name, contents);
    }
    const std::string error = ErrorOf([&] { ReadSafetensors(folder.path()); });
    const size_t at = error.find(", " + folder.path().string());
    return at == std::string::npos ? error : error.substr(0, at);
}

std::string Replaced(const std::string& file, const std::string& what, const std::string& by) {
    std::string contents = TinyGpt2Files().at(file);
    const size_t at = contents.find(what);
    REQUIRE(at != std::string::npos);
    return contents.replace(at, what.size(), by);
}

TEST_CASE("A folder and the file in it are the same model") {
    const TemporaryFolder folder;
    for (const auto& [name, contents] : TinyGpt2Files()) folder.Write(name, contents);
    const Model a = ReadSafetensors(folder.path());
    const Model b = ReadSafetensors(folder.path() / "model.safetensors");
    CHECK(IsSafetensorsFolder(folder.path()));
    CHECK(a.name == folder.path().filename());
    CHECK(a.name == b.name);
    CHECK(a.config == b.config);
    CHECK(a.config.tied_output);
    CHECK(a.config.mlp_hidden == 16);
    CHECK(Encode(a.tokenizer, a.config.begin_token, "ab a<end>") ==
          std::vector<TokenId>{2, 3, 0, 4});
    // c_attn is (in, out), the columns of K after those of Q: numbers of it count from 76.
    const auto number = [](int i) { return static_cast<double>(static_cast<float>(std::sin(i))); };
    CHECK(ParameterAt(a, {TensorId::QueryWeight, 0, 0, 1, 2}) == number(76 + 2 * 12 + 1));
    CHECK(ParameterAt(a, {TensorId::KeyWeight, 0, 0, 1, 2}) == number(76 + 2 * 12 + 4 + 1));
    CHECK(ParameterAt(a, {TensorId::ValueBias, 0, 0, 0, 3}) == number(76 + 48 + 8 + 3));
}

TEST_CASE("What is missing beside a safetensors file is named") {
    CHECK(ErrorWith("config.json", "") == "there is no such file");
    CHECK(ErrorWith("tokenizer.json", "") == "there is no such file");
    CHECK(ErrorWith("model.safetensors", "") == "the folder has not one safetensors file or index");
    CHECK(ErrorWith("config.json", "{}") == "the file does not say model_type");
    CHECK(ErrorWith("config.json", "[1]") == "the JSON is no object");
    CHECK(ErrorWith("config.json", Replaced("config.json", "gpt2", "bloom")) ==
          "this is a model of the architecture bloom, which needs what the engine lacks: ALiBi "
          "positions");
    CHECK(ErrorWith("config.json", Replaced("config.json", "\"n_head\": 2", "\"n_head\": 3")) ==
          "there are 3 heads for 4 numbers");
    CHECK(ErrorWith("config.json", Replaced("config.json", "gelu_new", "relu")) ==
          "activation_function is 'relu'");
}

TEST_CASE("A tokenizer that would be read wrongly is refused") {
    CHECK(ErrorWith("tokenizer.json",
                    Replaced("tokenizer.json", "\"ByteLevel\"", "\"Whitespace\"")) ==
          "the tokenizer has the pre-tokenizer 'Whitespace'");
    CHECK(ErrorWith("tokenizer.json", Replaced("tokenizer.json", "false", "true")) ==
          "ByteLevel adds a space before a text (add_prefix_space)");
    CHECK(ErrorWith("tokenizer.json", Replaced("tokenizer.json", "\"a b\"", "\"a c\"")) ==
          "merge 0 is of the token 'c', which does not exist");
    CHECK(ErrorWith("tokenizer.json", Replaced("tokenizer.json", "\"b\": 1", "\"b\": 0")) ==
          "the token 'b' has the ID 0, as 'a'");
    CHECK(ErrorWith("tokenizer.json", Replaced("tokenizer.json", "\"b\": 1", "\"b\": 7")) ==
          "the token 'b' has the ID 7");
}

TEST_CASE("An index says which file each tensor is in") {
    const TemporaryFolder folder;
    for (const auto& [name, contents] : TinyGpt2Files()) folder.Write(name, contents);
    const auto index = [&](const std::string& map) {
        folder.Write("model.safetensors.index.json", "{\"weight_map\": {" + map + "}}");
        return ErrorOf([&] { ReadSafetensors(folder.path()); });
    };
    CHECK(index("\"wte.weight\": \"model.safetensors\"") == "no error");
    CHECK(index("\"wte.weight\": \"../model.safetensors\"").find("must name a file in the same") !=
          std::string::npos);
    CHECK(index("\"none\": \"model.safetensors\"").find("which has no such tensor") !=
          std::string::npos);
    CHECK(index("\"wte.weight\": \"other.safetensors\"").find("there is no such file") == 0);
}

}  // namespace
}  // namespace decodescope
