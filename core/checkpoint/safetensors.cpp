#include "core/checkpoint/safetensors.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/checkpoint/bounded_json.h"
#include "core/tokenizer/token_display.h"

namespace decodescope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestHeader = std::uint64_t{24} << 20;
constexpr std::size_t kLargestIndex = std::size_t{24} << 20;
constexpr std::string_view kEnding = ".safetensors", kIndexEnding = ".safetensors.index.json";

// --- One file ------------------------------------------------------------------------------------

// A tensor of a header, whose bytes are not yet found.
struct TensorHead {
    StoredTensor tensor;
    std::uint64_t begin = 0, end = 0;
};

class HeaderReader {
public:
    HeaderReader(std::string file, std::uint64_t data_size)
        : file_(std::move(file)), data_size_(data_size) {}

    TensorHead Read(const std::string& name, const Json& entry) const {
        const std::string tensor = "the tensor " + PrintableUtf8(name);
        TensorHead head;
        head.tensor.name = name;
        head.tensor.file = file_;
        head.tensor.type = TypeOf(tensor, entry);
        head.tensor.shape = ShapeOf(tensor, entry);
        const std::vector<std::uint64_t> offsets =
            WholeNumbers(tensor, Member(entry, "data_offsets"), "data_offsets");
        if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_size_) {
            throw Damaged(tensor + " has data_offsets outside the " + std::to_string(data_size_) +
                          " bytes of data");
        }
        head.begin = offsets[0];
        head.end = offsets[1];
        const auto wanted = static_cast<std::uint64_t>(
            head.tensor.type->BytesFor(CountOf(head.tensor.shape).value_or(0)));
        if (head.end - head.begin != wanted) {
            throw Damaged(tensor + " of shape " + ShapeText(head.tensor.shape) + " has " +
                          std::to_string(head.end - head.begin) + " bytes, not " +
                          std::to_string(wanted));
        }
        return head;
    }

    Error Damaged(const std::string& problem) const {
        return Error(problem, file_, "is the file cut off or damaged?");
    }

private:
    const StoredType* TypeOf(const std::string& tensor, const Json& entry) const {
        const Json* const name = Member(entry, "dtype");
        if (name == nullptr || !name->is_string()) throw Damaged(tensor + " has no dtype");
        const auto& text = name->get_ref<const std::string&>();
        if (const StoredType* const type = StoredTypeOfSafetensors(text)) return type;
        throw Damaged(tensor + " has the dtype " + PrintableUtf8(text) +
                      ", which is not known here");
    }

    std::vector<std::int64_t> ShapeOf(const std::string& tensor, const Json& entry) const {
        constexpr std::size_t kMostDimensions = 8;
        std::vector<std::int64_t> shape;
        for (const std::uint64_t size : WholeNumbers(tensor, Member(entry, "shape"), "shape")) {
            shape.push_back(static_cast<std::int64_t>(size >> 62 == 0 ? size : 0));
        }
        if (shape.size() <= kMostDimensions && CountOf(shape)) return shape;
        throw Damaged(tensor + " has a shape that no tensor can have");
    }

    std::vector<std::uint64_t> WholeNumbers(const std::string& tensor, const Json* list,
                                            const std::string& what) const {
        const bool is_right = list != nullptr && list->is_array() &&
                              std::ranges::all_of(*list, [](const Json& number) {
                                  return number.is_number_unsigned();
                              });
        if (!is_right) throw Damaged(tensor + " has no " + what + " of whole numbers");
        return list->get<std::vector<std::uint64_t>>();
    }

    std::string file_;
    std::uint64_t data_size_;
};

std::string_view HeaderOf(std::string_view bytes, const std::string& file) {
    constexpr std::size_t kLengthSize = 8;
    const auto damaged = [&](const std::string& problem) {
        return Error(problem, file, "is this a safetensors file, and whole?");
    };
    if (bytes.size() < kLengthSize) throw damaged("the file ends before its header");
    const auto length = NumberAt<std::uint64_t>(bytes);
    if (length > bytes.size() - kLengthSize) {
        throw damaged("the header is said to have " + std::to_string(length) +
                      " bytes, more than the file");
    }
    if (length > kLargestHeader) {
        throw damaged("the header has " + std::to_string(length) + " bytes, more than " +
                      std::to_string(kLargestHeader));
    }
    return bytes.substr(kLengthSize, static_cast<std::size_t>(length));
}

void AddFile(const fs::path& path, TensorSource& source) {
    auto mapped = std::make_shared<const MappedFile>(path);
    const std::string file = path.string();
    const std::string_view header = HeaderOf(mapped->bytes(), file);
    const std::string_view data = mapped->bytes().substr(8 + header.size());
    const HeaderReader reader(file, data.size());
    const Json json = ParseJson(header, file);
    if (!json.is_object()) throw reader.Damaged("the header is no JSON object");
    std::vector<TensorHead> heads;
    for (const auto& [name, entry] : json.items()) {
        if (name != "__metadata__") heads.push_back(reader.Read(name, entry));
    }
    std::ranges::sort(heads, {}, &TensorHead::begin);
    std::uint64_t end = 0;
    for (TensorHead& head : heads) {
        if (head.begin != end) {
            throw reader.Damaged("the tensor " + PrintableUtf8(head.tensor.name) + " begins at " +
                                 std::to_string(head.begin) + ", where the one before it ends at " +
                                 std::to_string(end));
        }
        end = head.end;
        head.tensor.bytes = data.substr(static_cast<std::size_t>(head.begin),
                                        static_cast<std::size_t>(head.end - head.begin));
        source.Add(std::move(head.tensor));
    }
    if (end != data.size()) {
        throw reader.Damaged("the last tensor ends at " + std::to_string(end) + " of " +
                             std::to_string(data.size()) + " bytes of data");
    }
    source.Keep(std::move(mapped));
}

// --- Several files -------------------------------------------------------------------------------

// The name of a file in the same folder, and nothing that leads out of it.
bool IsPlainName(const std::string& name) {
    return name.find_first_of("/\\") == std::string::npos && name != "." && name != ".." &&
           name.find('\0') == std::string::npos && !name.empty();
}

// Which file each tensor is in.
std::map<std::string, std::string> WeightMap(const fs::path& index) {
    const Json json = ReadJsonFile(index, kLargestIndex);
    const Json* const entries = Member(json, "weight_map");
    if (entries == nullptr || !entries->is_object()) {
        throw Error("the index has no weight_map", index.string(),
                    "it must say which file each tensor is in");
    }
    std::map<std::string, std::string> files;
    for (const auto& [tensor, file] : entries->items()) {
        if (!file.is_string() || !IsPlainName(file.get_ref<const std::string&>())) {
            throw Error("the index says that " + PrintableUtf8(tensor) + " is in " + file.dump(),
                        index.string(), "it must name a file in the same folder");
        }
        files.emplace(tensor, file.get<std::string>());
    }
    return files;
}

TensorSource ReadIndexed(const fs::path& index) {
    const std::map<std::string, std::string> map = WeightMap(index);
    std::set<std::string> files;
    for (const auto& [tensor, file] : map) files.insert(file);
    TensorSource source;
    for (const std::string& file : files) AddFile(index.parent_path() / file, source);
    for (const auto& [name, file] : map) {
        const StoredTensor* const tensor = source.Find(name);
        if (tensor != nullptr && fs::path(tensor->file).filename() == file) continue;
        throw Error("the index says that " + PrintableUtf8(name) + " is in " + PrintableUtf8(file) +
                        ", which has no such tensor",
                    index.string(), "do the files belong together?");
    }
    return source;
}

bool HasEnding(const fs::path& path, std::string_view ending) {
    return path.filename().string().ends_with(ending);
}

// The only file of a folder that ends so.
std::optional<fs::path> OnlyFile(const fs::path& folder, std::string_view ending) {
    std::optional<fs::path> only;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (!HasEnding(entry->path(), ending)) continue;
        if (only) return std::nullopt;
        only = entry->path();
    }
    return only;
}

// The index beside a file, if it names the file.
std::optional<fs::path> IndexNaming(const fs::path& file) {
    const auto index =
        OnlyFile(file.parent_path().empty() ? "." : file.parent_path(), kIndexEnding);
    if (!index) return std::nullopt;
    const std::string name = file.filename().string();
    for (const auto& [tensor, in] : WeightMap(*index)) {
        if (in == name) return index;
    }
    return std::nullopt;
}

}  // namespace

TensorSource ReadSafetensorsFiles(const fs::path& path) {
    if (HasEnding(path, kIndexEnding)) return ReadIndexed(path);
    if (const auto index = IndexNaming(path)) return ReadIndexed(*index);
    TensorSource source;
    AddFile(path, source);
    return source;
}

std::optional<fs::path> SafetensorsIn(const fs::path& folder) {
    const auto index = OnlyFile(folder, kIndexEnding);
    return index ? index : OnlyFile(folder, kEnding);
}

}  // namespace decodescope
