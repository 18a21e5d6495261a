#include "core/io/cache_file.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/cost/cost.h"
#include "core/io/byte_reader.h"
#include "core/io/cache_format.h"
#include "core/io/rule_bytes.h"
#include "core/model/model_id.h"
#include "core/run/branches.h"

namespace decodescope {
namespace {

const char* const kMakeAgain = "make it again with decodescope prefill";

// --- The whole ----------------------------------------------------------------------------------

// Throws Error where something is missing, left over or altered.
void CheckWhole(std::string_view bytes, const std::string& place) {
    if (bytes.size() < kCacheHeadSize &&
        kCacheMagic.starts_with(bytes.substr(0, kCacheMagic.size()))) {
        throw Error("the cache is cut off in its header", place, kMakeAgain);
    }
    const size_t length = CacheFileLength(bytes.substr(0, kCacheHeadSize), place);
    if (bytes.size() != length) {
        const bool is_short = bytes.size() < length;
        throw Error(std::string(is_short ? "the cache is cut off: it has "
                                         : "there is trailing data after the cache: it has ") +
                        std::to_string(bytes.size()) + " bytes instead of " +
                        std::to_string(length),
                    place, kMakeAgain);
    }
    const size_t checked = length - sizeof(Digest);
    const Digest digest = Sha256Of(bytes.substr(0, checked));
    if (!std::equal(digest.begin(), digest.end(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(checked),
                    [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); })) {
        throw Error("the cache was altered on the way: its checksum does not match", place,
                    kMakeAgain);
    }
}

// --- Sections -----------------------------------------------------------------------------------

class CacheReader {
public:
    CacheReader(std::string_view sections, const ModelPtr& model, const std::string& place)
        : rest_(sections, "the cache", place),
          model_(model),
          config_(model->config),
          precision_(model->precision()),
          place_(place),
          transfer_{.cache = KvCache(*model)} {}

    KvTransfer Read() {
        ReadModel(Section(kModelTag));
        ReadRecipe(Section(kRecipeTag));
        ReadToken(Section(kTokenTag));
        ReadCache(Section(kCacheTag));
        ReadCounts(Section(kCountsTag));
        if (rest_.left() > 0) ReadTrace(Section(kTraceTag));
        rest_.RequireEnd();
        return std::move(transfer_);
    }

private:
    ByteReader Section(std::string_view tag) {
        const std::string name = "the section " + std::string(tag);
        if (rest_.Take(tag.size()) != tag) throw rest_.Damaged("lacks " + name);
        const auto length = rest_.Number<std::uint64_t>();
        if (length > rest_.left()) throw rest_.Damaged("ends too early in " + name);
        return {rest_.Take(static_cast<size_t>(length)), name, place_};
    }

    static Digest TakeDigest(ByteReader& from) {
        Digest digest;
        std::ranges::copy(from.Take(digest.size()), digest.begin());
        return digest;
    }

    void ReadModel(ByteReader from) const {
        ModelId id;
        for (Digest* part : {&id.configuration, &id.weights, &id.vocabulary})
            *part = TakeDigest(from);
        const ModelId own = IdOf(*model_);
        if (id != own) {
            throw Error("the cache belongs to another model, which differs in " +
                            DifferingParts(id, own) + " (it names " + HexOf(WholeOf(id), 12) +
                            ", " + PrintableUtf8(model_->name) + " is " + HexOf(WholeOf(own), 12) +
                            ")",
                        place_, "give both workers the same model");
        }
        for (const int number :
             {BytesPerNumber(precision_), config_.layers, config_.kv_heads, config_.head_dim}) {
            if (from.Number<std::int32_t>() != number) throw from.Damaged("has another shape");
        }
        from.RequireEnd();
    }

    void ReadRecipe(ByteReader from) {
        Recipe& recipe = transfer_.recipe;
        recipe.model = model_;
        transfer_.protocol = static_cast<TransferProtocol>(
            from.Choice(static_cast<int>(TransferProtocol::LastPosition)));
        recipe.tokens = from.Choice(kMostSelected);
        if (recipe.tokens < 1) throw from.Damaged("asks for no tokens");
        recipe.rule = ReadRule(from);
        ReadChoices(from);
        const size_t length = from.Count(1);
        recipe.prompt = from.Take(length);
        ReadPrompt(from);
        ReadLaterFields(from, recipe.rule);
        Validate(recipe.rule);
    }

    void ReadChoices(ByteReader& from) {
        Branch branch(from.Count(2 * sizeof(std::int32_t)));
        for (ByHand& choice : branch) {
            choice.pass = from.Choice(std::numeric_limits<int>::max());
            choice.id = from.Choice(config_.vocabulary_size - 1);
        }
        if (branch.empty()) return;
        transfer_.recipe.branches.push_back(std::move(branch));
        transfer_.recipe.branch = 1;
        ValidateBranches(transfer_.recipe);
    }

    void ReadPrompt(ByteReader& from) {
        transfer_.prompt.resize(from.Count(sizeof(std::int32_t)));
        if (transfer_.prompt.empty()) throw from.Damaged("has an empty prompt");
        if (config_.context_length > 0 && std::ssize(transfer_.prompt) > config_.context_length) {
            throw from.Damaged("has a prompt that is longer than the context");
        }
        for (TokenId& id : transfer_.prompt) id = from.Choice(config_.vocabulary_size - 1);
        if (transfer_.prompt != EncodedPrompt(from))
            throw from.Damaged("has other prompt IDs than its text gives");
    }

    std::vector<TokenId> EncodedPrompt(const ByteReader& from) const {
        try {
            return Encode(model_->tokenizer, config_.begin_token, transfer_.recipe.prompt);
        } catch (const Error& error) {
            throw from.Damaged("has a prompt that the model cannot read: " + error.what_is_wrong);
        }
    }

    void ReadToken(ByteReader from) {
        const bool has_token = from.Choice(1) == 1;
        const TokenId id = from.Choice(config_.vocabulary_size - 1);
        if (has_token && transfer_.protocol == TransferProtocol::LastPosition) {
            throw from.Damaged("has a first token, which the decode worker should select");
        }
        if (has_token) transfer_.first_token = id;
        from.RequireEnd();
    }

    void ReadCache(ByteReader from) {
        const int length = static_cast<int>(transfer_.prompt.size());
        const int positions = PositionsSent(transfer_.protocol, length);
        if (from.Number<std::int32_t>() != positions)
            throw from.Damaged("has another number of positions");
        // As doubles, because the product may be too large for any integer type; below 2^53 it is
        // exact.
        const double bytes =
            2.0 * positions * config_.layers * config_.kv_width() * BytesPerNumber(precision_);
        if (static_cast<double>(from.left()) != bytes) throw from.Damaged("has another length");

        const int width = config_.kv_width();
        const size_t matrix = static_cast<size_t>(width) * static_cast<size_t>(positions);
        transfer_.cache.Reserve(positions);
        for (int layer = 0; layer < config_.layers; ++layer) {
            const std::vector<double> keys = from.Row(precision_, matrix);
            const std::vector<double> values = from.Row(precision_, matrix);
            for (int p = 0; p < positions; ++p) {
                transfer_.cache.Append(layer, Numbers(keys).Slice(p * width, width),
                                       Numbers(values).Slice(p * width, width));
            }
        }
    }

    void ReadCounts(ByteReader from) {
        Counts& counts = transfer_.counts;
        counts.kv_rows_computed = from.Number<std::int64_t>();
        if (from.Count(sizeof(std::int64_t)) != counts.multiply_adds.size()) {
            throw from.Damaged("counts another number of stages");
        }
        for (std::int64_t& number : counts.multiply_adds) number = from.Number<std::int64_t>();
        for (std::int64_t* number :
             {&counts.weight_bytes_read, &counts.cache_bytes_read, &counts.cache_bytes_written}) {
            *number = from.Number<std::int64_t>();
        }
        from.RequireEnd();
        if (counts.kv_rows_computed !=
            std::int64_t{config_.layers} * std::ssize(transfer_.prompt)) {
            throw from.Damaged("counts more or fewer positions than the prompt has");
        }
        RequirePossible(from, counts);
    }

    // No pass over the prompt costs more than the closed formulas say, and none less than nothing.
    // So no sum of counts is too large for its type.
    void RequirePossible(const ByteReader& from, const Counts& counts) const {
        const Counts most = CountsOf(*model_, WorkloadOfPass(0, std::ssize(transfer_.prompt)));
        const auto require = [&](std::int64_t number, std::int64_t bound) {
            if (number < 0 || number > bound) throw from.Damaged("counts what no pass can cost");
        };
        for (size_t i = 0; i < counts.multiply_adds.size(); ++i)
            require(counts.multiply_adds[i], most.multiply_adds[i]);
        require(counts.weight_bytes_read, most.weight_bytes_read);
        require(counts.cache_bytes_read, most.cache_bytes_read);
        require(counts.cache_bytes_written, most.cache_bytes_written);
    }

    // Bytes of a trace section. As a double, as above.
    double TraceBytes(const std::vector<SentValue>& values, int positions) const {
        const double n = positions;
        double bytes = 0;
        for (const SentValue& sent : values) {
            const double numbers = sent.is_packed   ? n * (n + 1) / 2 * sent.heads
                                   : sent.last_only ? sent.row_length
                                                    : n * sent.row_length;
            bytes += static_cast<double>(sizeof(std::uint32_t) + InfoOf(sent.tensor).name.size()) +
                     numbers * sent.layers * BytesPerNumber(precision_);
        }
        return bytes;
    }

    void ReadTrace(ByteReader from) {
        const int length = static_cast<int>(transfer_.prompt.size());
        const int positions = transfer_.cache.length();
        const std::vector<SentValue> values = SentValues(config_, transfer_.protocol);
        if (static_cast<double>(from.left()) != TraceBytes(values, positions)) {
            throw from.Damaged("has another length");
        }
        Trace trace(config_, precision_, 0, length, Capture::Everything);
        for (const SentValue& sent : values) {
            const std::string_view name = from.Take(from.Count(1));
            if (name != InfoOf(sent.tensor).name) throw from.Damaged("has another list of values");
            ForEachSentRow(sent, positions, [&](int layer, int position, int head) {
                const int columns = trace.RowLength(sent.tensor, position);
                trace.SetRow(sent.tensor, layer, position, head,
                             from.Row(precision_, static_cast<size_t>(columns)));
            });
        }
        from.RequireEnd();
        transfer_.trace = std::make_shared<const Trace>(std::move(trace));
    }

    ByteReader rest_;
    const ModelPtr& model_;
    const Config& config_;
    const Precision precision_;
    const std::string& place_;
    KvTransfer transfer_;
};

}  // namespace

std::size_t CacheFileLength(std::string_view head, const std::string& place) {
    if (!head.starts_with(kCacheMagic)) {
        throw Error("this is not a cache file", place, "name one that decodescope prefill made");
    }
    ByteReader from(head.substr(kCacheMagic.size()), "the header of the cache", place);
    const auto version = from.Number<std::uint32_t>();
    if (version != kCacheVersion) {
        throw Error("the cache has version " + std::to_string(version) +
                        ", but this program reads version " + std::to_string(kCacheVersion),
                    place, "use the same program on both sides");
    }
    const auto length = from.Number<std::uint64_t>();
    if (length < kCacheHeadSize + sizeof(Digest) || length > kLargestCacheFile) {
        throw Error("the cache says that it has " + std::to_string(length) + " bytes", place,
                    "at most " + std::to_string(kLargestCacheFile) + " are allowed");
    }
    return static_cast<std::size_t>(length);
}

KvTransfer ParseCacheFile(std::string_view bytes, const ModelPtr& model, const std::string& place) {
    CheckWhole(bytes, place);
    const size_t sections = bytes.size() - kCacheHeadSize - sizeof(Digest);
    return CacheReader(bytes.substr(kCacheHeadSize, sections), model, place).Read();
}

}  // namespace decodescope
