#include "core/io/cache_writer.h"

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/io/cache_file.h"
#include "core/io/cache_format.h"
#include "core/io/rule_bytes.h"
#include "core/model/model_id.h"

namespace decodescope {
namespace {

std::string BytesOf(const Digest& digest) { return {digest.begin(), digest.end()}; }

void AppendCount(std::string& bytes, size_t count) {
    AppendBytes(bytes, static_cast<std::uint32_t>(count));
}

void AppendText(std::string& bytes, std::string_view text) {
    AppendCount(bytes, text.size());
    bytes += text;
}

std::string ModelSection(const Model& model) {
    const ModelId id = IdOf(model);
    std::string bytes = BytesOf(id.configuration) + BytesOf(id.weights) + BytesOf(id.vocabulary);
    for (const int number : {BytesPerNumber(model.precision()), model.config.layers,
                             model.config.kv_heads, model.config.head_dim}) {
        AppendBytes(bytes, number);
    }
    return bytes;
}

std::string RecipeSection(const KvTransfer& transfer) {
    const Recipe& recipe = transfer.recipe;
    std::string bytes;
    AppendBytes(bytes, static_cast<std::int32_t>(transfer.protocol));
    AppendBytes(bytes, recipe.tokens);
    AppendRule(bytes, recipe.rule);
    AppendCount(bytes, recipe.choices().size());
    for (const ByHand& choice : recipe.choices()) {
        AppendBytes(bytes, choice.pass);
        AppendBytes(bytes, choice.id);
    }
    AppendText(bytes, recipe.prompt);
    AppendCount(bytes, transfer.prompt.size());
    for (const TokenId id : transfer.prompt) AppendBytes(bytes, id);
    AppendLaterFields(bytes, recipe.rule);
    return bytes;
}

std::string TokenSection(const KvTransfer& transfer) {
    std::string bytes;
    AppendBytes(bytes, static_cast<std::int32_t>(transfer.first_token ? 1 : 0));
    AppendBytes(bytes, transfer.first_token.value_or(0));
    return bytes;
}

std::string CacheSection(const Config& config, const KvCache& cache) {
    std::string bytes;
    AppendBytes(bytes, cache.length());
    for (int layer = 0; layer < config.layers; ++layer) {
        for (int p = 0; p < cache.length(); ++p) AppendRow(bytes, cache.KeyRow(layer, p));
        for (int p = 0; p < cache.length(); ++p) AppendRow(bytes, cache.ValueRow(layer, p));
    }
    return bytes;
}

std::string CountsSection(const Counts& counts) {
    std::string bytes;
    AppendBytes(bytes, counts.kv_rows_computed);
    AppendCount(bytes, counts.multiply_adds.size());
    for (const std::int64_t number : counts.multiply_adds) AppendBytes(bytes, number);
    for (const std::int64_t number :
         {counts.weight_bytes_read, counts.cache_bytes_read, counts.cache_bytes_written}) {
        AppendBytes(bytes, number);
    }
    return bytes;
}

std::string TraceSection(const KvTransfer& transfer) {
    const Config& config = transfer.recipe.model->config;
    const int positions = transfer.cache.length();
    std::string bytes;
    for (const SentValue& sent : SentValues(config, transfer.protocol)) {
        AppendText(bytes, InfoOf(sent.tensor).name);
        ForEachSentRow(sent, positions, [&](int layer, int position, int head) {
            AppendRow(bytes, transfer.trace->Row(sent.tensor, layer, position, head));
        });
    }
    return bytes;
}

void AppendSection(std::string& bytes, std::string_view tag, std::string_view contents) {
    bytes += tag;
    AppendBytes(bytes, static_cast<std::uint64_t>(contents.size()));
    bytes += contents;
}

}  // namespace

CacheFile FormatCacheFile(const KvTransfer& transfer) {
    const Model& model = *transfer.recipe.model;
    CacheFile file;
    std::string sections;
    AppendSection(sections, kModelTag, ModelSection(model));
    AppendSection(sections, kRecipeTag, RecipeSection(transfer));
    AppendSection(sections, kTokenTag, TokenSection(transfer));
    const std::string cache = CacheSection(model.config, transfer.cache);
    file.cache_bytes = cache.size() - sizeof(std::int32_t);  // without the number of positions
    AppendSection(sections, kCacheTag, cache);
    AppendSection(sections, kCountsTag, CountsSection(transfer.counts));
    if (transfer.trace) {
        const std::string trace = TraceSection(transfer);
        file.trace_bytes = trace.size();
        AppendSection(sections, kTraceTag, trace);
    }

    const size_t length = kCacheHeadSize + sections.size() + sizeof(Digest);
    if (length > kLargestCacheFile) {
        throw Error("the cache would have " + std::to_string(length) + " bytes, and at most " +
                        std::to_string(kLargestCacheFile) + " can be sent",
                    "prompt", "shorten the prompt, or leave out the trace with --ship cache");
    }
    file.bytes = kCacheMagic;
    AppendBytes(file.bytes, kCacheVersion);
    AppendBytes(file.bytes, static_cast<std::uint64_t>(length));
    file.bytes += sections;
    file.bytes += BytesOf(Sha256Of(file.bytes));
    return file;
}

}  // namespace decodescope
