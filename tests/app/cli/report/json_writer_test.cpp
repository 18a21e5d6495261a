#include "app/cli/report/json_writer.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

TEST_CASE("The JSON writer places commas, escapes text and writes what is not finite as a word") {
    std::string out;
    JsonWriter json(out);
    json.Object([&] {
        json.Array("a", [&] {
            json.Value(0.1);
            json.Value(-0.0);
            json.Value(std::numeric_limits<double>::quiet_NaN());
            json.Value(-std::numeric_limits<double>::infinity());
            json.Array([] {});
        });
        json.BytesField("t", "\"\\\n\x01é");
        json.BytesField("b", "\xff");
    });
    CHECK(out ==
          "{\"a\": [0.1, -0, \"NaN\", \"-Infinity\", []], \"t\": \"\\\"\\\\\\n\\u0001é\", "
          "\"b\": \"<0xFF>\", \"b_bytes\": \"ff\"}");
}

TEST_CASE("Values are numbers, words, lists and null") {
    std::string out;
    JsonWriter json(out);
    json.Object([&] {
        json.Field("whole", 3);
        json.Field("large", ~std::uint64_t{0});
        json.Field("yes", true);
        json.Field("text", "A");
        json.Field("ids", std::vector<int>{1, 2});
        json.Field("none", std::optional<double>());
        json.Field("some", std::optional<double>(0.5));
        json.Key("null");
        json.Value(nullptr);
    });
    CHECK(out ==
          "{\"whole\": 3, \"large\": 18446744073709551615, \"yes\": true, \"text\": \"A\", "
          "\"ids\": [1, 2], \"none\": null, \"some\": 0.5, \"null\": null}");
}

TEST_CASE("Lines break where they are told to") {
    std::string out;
    JsonWriter json(out);
    json.Object([&] {
        json.Field("a", 1);
        json.Break().Field("b", 2);
        json.Break().Array("c", [&] {
            json.Break().Value(3);
            json.Break().Object([] {});
        });
    });
    CHECK(out == "{\"a\": 1,\n\"b\": 2,\n\"c\": [\n3,\n{}]}");
}

TEST_CASE("Indented JSON is laid out as the library lays it out") {
    std::string out;
    JsonWriter json(out, JsonLayout::Indented);
    json.Object([&] {
        json.Field("a", 1);
        json.Array("b", [&] {
            json.Value(2);
            json.Object([&] { json.Field("c", "d"); });
            json.Array([] {});
            json.Object([] {});
        });
    });
    CHECK(out == nlohmann::ordered_json::parse(out).dump(1));
}

TEST_CASE("What has been written so far can be taken out of the text at any time") {
    std::string out, all;
    JsonWriter json(out);
    const auto take = [&] {
        all += out;
        out.clear();
    };
    json.Array([&] {
        for (int i = 0; i < 3; ++i) {
            json.Value(i);
            take();
        }
    });
    take();
    CHECK(all == "[0, 1, 2]");
}

}  // namespace
}  // namespace decodescope
