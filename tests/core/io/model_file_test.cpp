#include "core/io/model_file.h"

#include <clocale>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/number.h"
#include "core/io/model_writer.h"
#include "core/model/weights.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/model_equal.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

// The beginning of a model of two tokens in the plane; tests put their own keys after it.
const std::string kPlane = "tokens = [\"A\", \"B\"]\nembedding = [[1, 0], [0, 1]]\n";
const std::string kTied = kPlane + "output = \"tied\"\n";

Model Parse(const std::string& text) { return ParseModel(text, "m.toml"); }

std::string ErrorIn(const std::string& text) {
    return ErrorOf([&] { Parse(text); });
}

bool Contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const Weights<double>& WeightsOf(const Model& model) {
    return std::get<Weights<double>>(*model.weights);
}

// --- What is shipped ----------------------------------------------------------------------------

TEST_CASE("The shipped three letters are the model of the design") {
    Model model = ReadModelFile("assets/models/abc.toml");
    const Model toy = ToyModel();
    CHECK(model.config.attention_scale == InverseSquareRoot(2));
    model.config.attention_scale = toy.config.attention_scale;
    CHECK(model.config == toy.config);
    CHECK(model.tokenizer == toy.tokenizer);
    CHECK(model.example_prompt == "A B");
    CHECK(model.example_tokens == 4);
    CHECK(WeightsOf(model).token_embedding == WeightsOf(toy).token_embedding);
    CHECK(WeightsOf(model).output.weight == WeightsOf(toy).output.weight);
    CHECK(WeightsOf(model).layers[0].query.is_identity());
}

Matrix<double> TensorNamed(const nlohmann::json& tensors, const std::string& name) {
    const nlohmann::json& tensor = tensors.at(name);
    const int rows = tensor["shape"][0];
    const int columns = tensor["shape"].size() > 1 ? int{tensor["shape"][1]} : 1;
    Matrix<double> matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = tensor["data"][static_cast<size_t>(i)];
    return matrix;
}

TEST_CASE("The shipped drinks model has the numbers that its trainer wrote") {
    const Model model = ReadModelFile("assets/models/drinks.toml");
    std::ifstream file("tools/drinks/drinks.json");
    const nlohmann::json trained = nlohmann::json::parse(file);
    const nlohmann::json& tensors = trained["tensors"];
    const Weights<double>& weights = WeightsOf(model);
    CHECK(model.tokenizer.pieces == trained["vocabulary"].get<std::vector<std::string>>());
    CHECK(Unpacked(weights.token_embedding) == TensorNamed(tensors, "token_embedding"));
    CHECK(Unpacked(weights.output.weight) == TensorNamed(tensors, "output"));
    CHECK(weights.final_norm.gain == TensorNamed(tensors, "final_norm"));
    REQUIRE(weights.layers.size() == 2);
    for (size_t i = 0; i < 2; ++i) {
        const std::string prefix = "layers." + std::to_string(i) + ".";
        const LayerWeights<double>& layer = weights.layers[i];
        CHECK(layer.attention_norm.gain == TensorNamed(tensors, prefix + "attention_norm"));
        CHECK(Unpacked(layer.query.weight) == TensorNamed(tensors, prefix + "wq"));
        CHECK(Unpacked(layer.key.weight) == TensorNamed(tensors, prefix + "wk"));
        CHECK(Unpacked(layer.value.weight) == TensorNamed(tensors, prefix + "wv"));
        CHECK(Unpacked(layer.attention_output.weight) == TensorNamed(tensors, prefix + "wo"));
        CHECK(layer.mlp_norm.gain == TensorNamed(tensors, prefix + "mlp_norm"));
        CHECK(Unpacked(layer.gate.weight) == TensorNamed(tensors, prefix + "w_gate"));
        CHECK(Unpacked(layer.up.weight) == TensorNamed(tensors, prefix + "w_up"));
        CHECK(Unpacked(layer.down.weight) == TensorNamed(tensors, prefix + "w_down"));
    }
    CHECK(model.config.end_token == TokenId{0});
    CHECK(model.config.context_length == 32);
    CHECK(model.config.kv_heads == 1);
    CHECK(model.config.norm_eps == 1e-5);
    CHECK(model.config.rope_theta == 10000.0);
}

// --- Defaults and forms -------------------------------------------------------------------------

TEST_CASE("What is left out has the documented default") {
    const Model model = Parse(kTied);
    CHECK(model.name == "m");
    CHECK(model.config.layers == 1);
    CHECK(model.config.query_heads == 1);
    CHECK(model.config.head_dim == 2);
    CHECK(model.config.attention_scale == InverseSquareRoot(2));
    CHECK(model.config.tied_output);
    CHECK_FALSE(model.config.residuals);
    CHECK(model.config.context_length == 0);
    CHECK(model.tokenizer.kind == TokenizerKind::Words);
    CHECK(model.example_prompt == "A");
    CHECK(Parse(kTied + "[attention]\nquery_heads = 2\n").config.kv_heads == 2);
}

TEST_CASE("A scale may be a number or a formula") {
    CHECK(Parse(kTied + "[attention]\nscale = 0.5\n").config.attention_scale == 0.5);
    CHECK(Parse(kTied + "[attention]\nscale = 1\n").config.attention_scale == 1.0);
    CHECK(Parse(kTied + "[attention]\nscale = \"1/sqrt(16)\"\n").config.attention_scale == 0.25);
}

TEST_CASE("A byte-order mark and lines that end in CR LF make no difference") {
    std::string text = "\xEF\xBB\xBF";
    for (const char c : kTied) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    CHECK(SameModel(Parse(text), Parse(kTied)));
}

TEST_CASE("Weights may be NaN or infinite, since the program shows where they go") {
    const Model model = Parse("tokens = [\"A\"]\nembedding = [[nan, -inf]]\noutput = \"tied\"\n");
    CHECK(std::isnan(WeightsOf(model).token_embedding(0, 0)));
    CHECK(std::isinf(WeightsOf(model).token_embedding(0, 1)));
}

// --- Errors -------------------------------------------------------------------------------------

struct WrongModel {
    std::string text;
    std::string error;  // a part of what is said
};

TEST_CASE("A wrong model is explained with its place and what would be right") {
    const WrongModel kWrong[] = {
        {"tokens = []\n", "the vocabulary is empty, m.toml:1:10, write at least one token"},
        {"", "'tokens' is missing, m.toml:1:1"},
        {"tokens = [\"A\", \"A\"]\n", "'A' appears twice, as ID 0 and as ID 1, m.toml:1:16"},
        {"tokens = [\"A\"]\n", "'embedding' is missing"},
        {kPlane, "'output' is missing"},
        {"tokens = [\"A\"]\nembeding = [[1]]\n",
         "unknown key 'embeding', m.toml:2:1, did you mean 'embedding'?"},
        {"tokens = [\"A\"]\nxyzzy = 1\n",
         "unknown key 'xyzzy', m.toml:2:1, it must be one of 'name'"},
        {kTied + "[attention]\nscal = 1\n", "unknown key 'scal' in [attention], m.toml:5:1"},
        {kTied + "[attention]\nresiduals = true\n", "it belongs above the first [section]"},
        {"tokens = [\"A\", \"B\"]\nembedding = [[1, 0]]\n",
         "embedding has 1 row, m.toml:2:13, 2 are wanted: one for each token"},
        {"tokens = [\"A\", \"B\"]\nembedding = [[1, 0], [1]]\n",
         "row 1 of embedding has 1 number, m.toml:2:22, 2 are wanted: as in row 0"},
        {kPlane + "output = [[1, 0], [1, 0, 0]]\n",
         "row 1 of output has 3 numbers, m.toml:3:19, 2 are wanted: d_model"},
        {kTied + "[[layers]]\nquery = [[1, 2]]\n",
         "layers[0].query has 1 row, m.toml:5:9, 2 are wanted: query_heads · head_dim"},
        {kTied + "[attention]\nhead_dim = 4\n",
         "layers[0].query is left out, so the identity, but goes from 2 numbers to 4"},
        {kTied + "[attention]\nquery_heads = 3\n", "does not divide d_model, 2, m.toml:4:1"},
        {kTied + "[attention]\nquery_heads = 2\nkv_heads = 3\n", "does not divide query_heads"},
        {kTied + "[attention]\nquery_heads = 0\n", "m.toml:5:15, it must be from 1"},
        {kTied + "[attention]\nquery_heads = 2\n[positions]\nkind = \"rope\"\n",
         "head_dim is 1, but RoPE turns pairs, m.toml:6:1, it must be even"},
        {kTied + "[attention]\nscale = nan\n",
         "scale is NaN, m.toml:5:9, it must be a finite number"},
        {kTied + "[norm]\nkind = \"rms\"\neps = inf\n", "eps is Infinity, m.toml:6:7"},
        {kTied + "[norm]\nkind = \"rms\"\neps = -1\n", "eps is -1, m.toml:6:7"},
        {kTied + "[norm]\nkind = \"rsm\"\n", "norm.kind is 'rsm', m.toml:5:8, did you mean 'rms'?"},
        {kTied + "[positions]\nkind = \"rope\"\ntheta = 0\n", "theta is 0"},
        {kTied + "[positions]\ntheta = 1\n", "'theta' has no effect here, m.toml:5:9"},
        {kTied + "[mlp]\nkind = \"gelu\"\n", "the MLP has no weights"},
        {kTied + "[mlp]\nkind = \"gelu\"\n[[layers]]\nup = [[1, 2]]\n",
         "'down' is missing, m.toml:6:1"},
        {kTied + "[[layers]]\ngate = [[1, 2]]\n", "'gate' has no effect here"},
        {kTied + "final_norm = [1, 1]\n", "'final_norm' has no effect here, m.toml:4:14"},
        {kTied + "[norm]\nkind = \"rms\"\n[[layers]]\nattention_norm.bias = [1, 1]\n",
         "'bias' has no effect here"},
        {kTied + "[[layers]]\noutput = [[1, 0], [0, 1]]\n[[layers]]\n",
         "layers[1].output is the identity, that of layers[0] is not, m.toml:6:1"},
        {kPlane + "output = \"tide\"\n",
         "output is a string, m.toml:3:10, write a matrix, or \"tied\""},
        {kTied + "end_token = \"C\"\n", "end_token 'C' is not a token, m.toml:4:13"},
        {kTied + "end_token = 2\n", "end_token is 2, m.toml:4:13, it must be from 0 to 1"},
        {kTied + "residuals = 1\n",
         "residuals is an integer, m.toml:4:13, true or false is wanted"},
        {kTied + "residuals = 1979-05-27\n", "residuals is a date"},
        {"tokens = \"A\"\n", "tokens is a string, m.toml:1:10, an array is wanted"},
        {"tokens = [1]\n", "tokens[0] is an integer, m.toml:1:11, a string in quotation marks"},
        {"tokens = [{ bytes = [256] }]\n", "a byte of tokens[0] is 256"},
        {kTied + "[example]\ntokens = 0\n", "example.tokens is 0"},
        {kTied + "[example]\ntokens = 4097\n", "it must be from 1 to 4096"},
        {kTied + "context = -1\n", "context is -1"},
        {kTied + "scores = [nan, 0]\n",
         "scores[0] is NaN, m.toml:4:11, it must be a finite number"},
        {kTied + "scores = [0, -inf]\n", "scores[1] is -Infinity, m.toml:4:14"},
        {kTied + "scores = [1e300, 0]\n", "scores[0] is 1e300"},
        {kTied + "[layers]\nquery = [[1, 0], [0, 1]]\n",
         "layers is one table, m.toml:4:1, write it with two brackets for each layer: [[layers]]"},
    };
    for (const WrongModel& wrong : kWrong) {
        INFO(wrong.text << "\nsays: " << ErrorIn(wrong.text));
        CHECK(Contains(ErrorIn(wrong.text), wrong.error));
    }
}

TEST_CASE("A decimal comma is recognised wherever it may occur") {
    CHECK(Contains(ErrorIn("x = 0,330\n"), "m.toml:1:6, write a decimal point: 0.330"));
    CHECK(Contains(ErrorIn(kTied + "[norm]\nkind = \"rms\"\neps = 0,5\n"), "point: 0.5"));
    CHECK(Contains(ErrorIn(kTied + "[attention]\nscale = \"0,7\"\n"),
                   "m.toml:5:9, write a decimal point: 0.7"));
    CHECK(Contains(ErrorIn("tokens = [\"A\", \"B\"]\nembedding = [[1, 0], [0,330, 1]]\n"),
                   "row 1 of embedding has 3 numbers, m.toml:2:22, 2 are wanted: as in row 0; is a "
                   "decimal point wanted, as in 0.330?"));
    CHECK(Contains(ErrorIn("tokens = [\"A\", \"B\"]\nembedding = [[0,330, 1], [1, 0]]\n"),
                   "may lack a decimal point, as in 0.330"));
    // No integer begins with 0, whatever a comma means there.
    CHECK(Contains(ErrorIn(kPlane + "output = [[0,05, 1], [1, 0]]\n"),
                   "write a decimal point: 0.05"));
    CHECK(Contains(ErrorIn(kPlane + "output = [\n  [1, -2,007],\n]\n"), "m.toml:4:"));
    CHECK(Contains(ErrorIn(kPlane + "output = [\n  [1, -2,007],\n]\n"), "point: -2.007"));
    // The same count in all rows, so that only the spaces give it away.
    CHECK(Contains(ErrorIn("tokens = [\"A\"]\nembedding = [[0,330, 0,670]]\noutput = \"tied\"\n"),
                   "row 0 of embedding seems to have decimal commas, m.toml:2:15, write a decimal "
                   "point: 0.330; or, if all are whole numbers, a space after each comma"));
    for (const char* const row : {"[1,0,0,1]", "[1, 0, 0, 1]", "[1,0,  0, 1]", "[1, 0,0, 1]",
                                  "[1,-1, 0,-1]", "[1,0, 0.5,1]", "[0,1,0,1, 0,1]"}) {
        INFO(row);
        const std::string model = "tokens = [\"A\"]\noutput = \"tied\"\nembedding = [";
        CHECK(ErrorIn(model + row + "]\n") == "no error");
    }
    CHECK_FALSE(Contains(ErrorIn(kPlane + "output = [[1,0,0],[1,0,0]]\n"), "decimal point"));
    CHECK_FALSE(Contains(ErrorIn("x = [1,0\n"), "decimal point"));
}

TEST_CASE("Models read the same whatever the locale is") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    const bool has_comma = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    const Model model = Parse(kPlane + "output = [[0.5, 1.25], [-0.5, 1e-3]]\n");
    const std::string text = FormatModel(model);
    const bool reads_back = SameModel(Parse(text), model);
    std::setlocale(LC_ALL, before.c_str());
    CHECK(WeightsOf(model).output.weight(0, 1) == 1.25);
    CHECK(Contains(text, "1.25"));
    CHECK(reads_back);
    if (!has_comma) SKIP("the locale de_DE.UTF-8 not found: tested with the usual one only");
}

}  // namespace
}  // namespace decodescope
