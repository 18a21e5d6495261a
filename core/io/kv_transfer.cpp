#include "core/io/kv_transfer.h"

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/io/cache_file.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

constexpr std::string_view kAnswerMagic = "DSCA";
constexpr std::size_t kAnswerHead = 12;
constexpr std::size_t kLongestAnswer = 2000;  // bytes of words

std::string AnswerOf(bool is_accepted, std::string_view words) {
    words = words.substr(0, kLongestAnswer);
    std::string bytes(kAnswerMagic);
    AppendBytes(bytes, static_cast<std::uint32_t>(is_accepted ? 1 : 0));
    AppendBytes(bytes, static_cast<std::uint32_t>(words.size()));
    return bytes.append(words);
}

// Up to `count` bytes in all; fewer only where the other side ends.
void ReceiveUpTo(Connection& from, std::size_t count, std::string& bytes) {
    while (bytes.size() < count) {
        const std::string more = from.Receive(count - bytes.size());
        if (more.empty()) return;
        bytes += more;
    }
}

// Why the decode worker refuses; empty: it accepts.
std::string ReceiveAnswer(Connection& from) {
    std::string head, words;
    ReceiveUpTo(from, kAnswerHead, head);
    if (head.empty()) throw Error("the decode worker hung up without an answer", from.peer());
    const bool is_whole = head.size() == kAnswerHead && head.starts_with(kAnswerMagic);
    const auto accepted = is_whole ? NumberAt<std::uint32_t>(head.substr(4)) : 2;
    const auto length = is_whole ? NumberAt<std::uint32_t>(head.substr(8)) : 0;
    if (accepted > 1 || length > kLongestAnswer) {
        throw Error("the other side is not a decode worker", from.peer(),
                    "name the address on which decodescope decode listens");
    }
    if (accepted == 1) return "";
    ReceiveUpTo(from, length, words);
    return words.empty() ? "it gives no reason" : PrintableUtf8(words);
}

std::string ReceiveWhole(Connection& from) {
    std::string bytes;
    ReceiveUpTo(from, kCacheHeadSize, bytes);
    if (bytes.empty())
        throw Error("the prefill worker hung up before it sent anything", from.peer());
    // Parsing says what is wrong with a header that is too short.
    if (bytes.size() < kCacheHeadSize) return bytes;
    const std::size_t length = CacheFileLength(bytes, from.peer());
    ReceiveUpTo(from, length, bytes);
    if (bytes.size() < length) {
        throw Error("the prefill worker hung up after " + std::to_string(bytes.size()) + " of " +
                        std::to_string(length) + " bytes",
                    from.peer(), "send the cache again");
    }
    bytes += from.Receive(1);
    return bytes;
}

}  // namespace

void Send(Connection& to, std::string_view cache_file) {
    std::string broken;
    try {
        to.Send(cache_file);
        to.EndSending();
    } catch (const Error& error) {
        broken = error.what();  // the answer may say why
    }
    std::string refusal;
    try {
        refusal = ReceiveAnswer(to);
    } catch (const Error&) {
        if (broken.empty()) throw;
        throw Error(broken);
    }
    if (!refusal.empty()) {
        throw Error("the decode worker refused the cache: " + refusal, to.peer());
    }
    if (!broken.empty()) throw Error(broken);
}

KvTransfer Receive(Connection& from, const ModelPtr& model) {
    try {
        KvTransfer transfer = ParseCacheFile(ReceiveWhole(from), model, from.peer());
        try {
            from.Send(AnswerOf(true, ""));
        } catch (const Error&) {
            // All of it has arrived and is valid, even if no one waits for the answer.
        }
        from.PartGently();
        return transfer;
    } catch (const Error& error) {
        try {
            from.Send(AnswerOf(false, error.what()));
        } catch (const Error&) {
            // The other side has hung up and cannot be told.
        }
        from.PartGently();
        throw;
    }
}

}  // namespace decodescope
