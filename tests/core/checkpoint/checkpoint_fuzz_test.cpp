// GGUF files and Hugging Face folders, damaged in many ways: each is opened or refused with an
// Error, never with a crash, a hang or an exception of another kind. tools/fuzz_checkpoints does
// the same a hundred times as often (DECODESCOPE_FUZZ_ROUNDS). Seeds are fixed; the sanitizers
// watch.
#include <cstdlib>
#include <functional>
#include <random>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/support/catch.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/models.h"
#include "tests/support/safetensors_writer.h"
#include "tests/support/temporary_folder.h"

namespace decodescope {
namespace {

using Random = std::mt19937_64;

int Rounds(int usual) {
    const char* const rounds = std::getenv("DECODESCOPE_FUZZ_ROUNDS");
    return rounds == nullptr ? usual : std::atoi(rounds);
}

// Numbers that are telling where a size, an offset or a type is.
std::string Number(Random& random) {
    constexpr std::uint64_t kNumbers[] = {
        0,          1,          2,          31,         32,         255,   0x7FFFFFFF,
        0x80000000, 0xFFFFFFFF, 1ull << 32, 1ull << 62, 1ull << 63, ~0ull, ~0ull - 31};
    const std::uint64_t number = kNumbers[random() % std::size(kNumbers)];
    std::string bytes;
    for (std::uint64_t i = 0; i < (random() % 2 == 0 ? 4u : 8u); ++i) {
        bytes += static_cast<char>(number >> (8 * i));
    }
    return bytes;
}

// One change, more often near the start, where the sizes are.
void Spoil(std::string& bytes, Random& random) {
    if (bytes.empty()) return;
    const size_t end = random() % 2 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 2048);
    const size_t place = random() % end;
    const size_t length = std::min<size_t>(random() % 24, bytes.size() - place);
    switch (random() % 6) {
        case 0: bytes[place] = static_cast<char>(random()); break;
        case 1: bytes[place] ^= static_cast<char>(1 << (random() % 8)); break;
        case 2: bytes.insert(place, bytes.substr(place, length)); break;
        case 3: bytes.erase(place, length); break;
        case 4: bytes.resize(place); break;
        default: {
            const std::string number = Number(random);
            bytes.replace(place, std::min(number.size(), bytes.size() - place), number);
        }
    }
}

struct Outcome {
    int opened = 0, refused = 0;
};

// Opens `rounds` damaged copies of the files, one of which is spoilt each time.
Outcome Fuzz(const std::map<std::string, std::string>& files,
             const std::function<void(const std::filesystem::path&)>& open, int rounds,
             std::uint64_t seed) {
    const TemporaryFolder folder;
    for (const auto& [name, contents] : files) folder.Write(name, contents);
    Random random(seed);
    Outcome outcome;
    for (int round = 0; round < rounds; ++round) {
        const auto file =
            std::next(files.begin(), static_cast<std::ptrdiff_t>(random() % files.size()));
        std::string bytes = file->second;
        for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) Spoil(bytes, random);
        folder.Write(file->first, bytes);
        INFO("round " << round << ", " << file->first);
        try {
            open(folder.path());
            ++outcome.opened;
        } catch (const Error& error) {
            ++outcome.refused;
            const std::string line = error.what();
            REQUIRE((!line.empty() && line.find('\n') == std::string::npos));
        }
        folder.Write(file->first, file->second);
    }
    return outcome;
}

TEST_CASE("A damaged GGUF file is opened or refused") {
    const auto open = [](const std::filesystem::path& folder) { ReadGguf(folder / "m.gguf"); };
    const Outcome made = Fuzz({{"m.gguf", TinyLlama().Bytes()}}, open, Rounds(400), 1);
    CHECK(made.opened > 0);
    CHECK(made.refused > 0);
    for (const char* name : {"families/llama3-Q4_0.gguf", "families/spm-Q8_0.gguf"}) {
        const std::filesystem::path path = ModelPath(name);
        if (path.empty()) continue;
        CHECK(Fuzz({{"m.gguf", Slurp(path)}}, open, Rounds(100), 2).refused > 0);
    }
}

TEST_CASE("A damaged folder of Hugging Face files is opened or refused") {
    const auto open = [](const std::filesystem::path& folder) { ReadSafetensors(folder); };
    const Outcome made = Fuzz(TinyGpt2Files(), open, Rounds(400), 3);
    CHECK(made.opened > 0);
    CHECK(made.refused > 0);
}

}  // namespace
}  // namespace decodescope
