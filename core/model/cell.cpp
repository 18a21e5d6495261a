#include "core/model/cell.h"

#include <array>
#include <charconv>

#include "core/model/dataflow.h"

namespace decodescope {

std::string NameOf(const Cell& cell) {
    std::string name(InfoOf(cell.tensor).name);
    for (const int part : {cell.layer, cell.head, cell.row, cell.column}) {
        name += '.';
        name += std::to_string(part);
    }
    return name;
}

std::optional<Cell> CellNamed(std::string_view name) {
    const size_t dot = name.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::optional<TensorId> tensor = TensorNamed(name.substr(0, dot));
    if (!tensor) return std::nullopt;

    std::array<int, 4> parts{};
    const char* at = name.data() + dot;
    const char* const end = name.data() + name.size();
    for (int& part : parts) {
        if (at == end || *at != '.') return std::nullopt;
        const auto [next, error] = std::from_chars(at + 1, end, part);
        if (error != std::errc() || part < 0) return std::nullopt;
        at = next;
    }
    if (at != end) return std::nullopt;
    return Cell{*tensor, parts[0], parts[1], parts[2], parts[3]};
}

std::string SymbolOf(const Config& config, const Cell& cell) {
    const TensorInfo& info = InfoOf(cell.tensor);
    std::string symbol(info.symbol);
    symbol += '[' + std::to_string(cell.row) + ',' + std::to_string(cell.column) + ']';
    const bool show_layer = info.per_layer && config.layers > 1;
    const bool show_head = HeadCount(config, cell.tensor) > 1;
    if (show_layer) symbol += " of layer " + std::to_string(cell.layer);
    if (show_head) {
        symbol += show_layer ? ", " : " of ";
        symbol += info.per_head == PerHead::Kv ? "KV head " : "head ";
        symbol += std::to_string(cell.head);
    }
    return symbol;
}

}  // namespace decodescope
