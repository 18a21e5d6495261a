// The kernels (kernels.h) for one width, written with Lanes. Included by one file for each width,
// which alone is compiled with that width's instructions; all of it is therefore unnamed there.
#pragma once

#include "core/kernel/exp_in_lanes.h"
#include "core/kernel/kernels.h"
#include "core/kernel/stored_in_lanes.h"

namespace decodescope {
namespace {

template <class T, int N>
class KernelsInLanes {
public:
    static constexpr Kernels<T> Table() {
        return {Multiply, MakeWeightedSums, Softmax, SwiGlu, GeluTanh};
    }

private:
    using L = Lanes<T, N>;
    using V = typename L::V;

    // --- Products --------------------------------------------------------------------------------

    static constexpr int kVectors = kPanelRows / N;  // of a panel
    // So many sums at a time that their additions overlap and their registers suffice.
    static constexpr int kTile = kVectors >= 8 ? 1 : 8 / kVectors;

    static void Multiply(const Products<T>& p) {
        if constexpr (sizeof(T) == sizeof(float)) {
            if (p.stored == StoredForm::F16) return MultiplyFrom<Halves>(p);
            if (p.stored == StoredForm::BF16) return MultiplyFrom<Bfloats>(p);
            if (p.stored == StoredForm::Q8_0) return MultiplyFrom<ScaledBytes>(p);
        }
        MultiplyFrom<Numbers>(p);
    }

    // A few rows multiply several panels at a time, and many rows one, so that a panel is in the
    // nearest cache for all of them.
    template <class Source>
    static void MultiplyFrom(const Products<T>& p) {
        constexpr int kHalf = kTile > 1 ? kTile / 2 : 1;
        int panel = 0;
        if (p.rows == 1) {
            for (; panel + kTile <= p.panel_count; panel += kTile) {
                Tile<Source, kTile, 1>(p, panel, 0);
            }
        } else if (p.rows < kTile) {
            for (; panel + kHalf <= p.panel_count; panel += kHalf)
                RowsOf<Source, kHalf, 2>(p, panel);
        }
        for (; panel < p.panel_count; ++panel) RowsOf<Source, 1, kTile>(p, panel);
    }

    // kPanels panels times all rows, kRows at a time.
    template <class Source, int kPanels, int kRows>
    static DECODESCOPE_INLINE void RowsOf(const Products<T>& p, int panel) {
        int row = 0;
        for (; row + kRows <= p.rows; row += kRows) Tile<Source, kPanels, kRows>(p, panel, row);
        for (; row < p.rows; ++row) Tile<Source, kPanels, 1>(p, panel, row);
    }

    // Panels from `first_panel` on times rows from `first_row` on.
    template <class Source, int kPanels, int kRows>
    static void Tile(const Products<T>& p, int first_panel, int first_row) {
        const PanelProduct<T>* const panels = p.panels + first_panel;
        V sums[kPanels * kRows * kVectors];
        DECODESCOPE_UNROLL
        for (V& sum : sums) sum = V{};
        Source weights[kPanels];
        const T* x[kRows];
        DECODESCOPE_UNROLL
        for (int i = 0; i < kPanels; ++i) weights[i].Begin(panels[i].panel);
        DECODESCOPE_UNROLL
        for (int r = 0; r < kRows; ++r) x[r] = p.x[first_row + r];
        const int block = Source::kBlock > 0 ? Source::kBlock : p.in;
        for (int first = 0; first < p.in; first += block) {
            V scales[kPanels * kVectors];
            DECODESCOPE_UNROLL
            for (int panel = 0; panel < kPanels; ++panel) {
                weights[panel].BeginBlock();
                DECODESCOPE_UNROLL
                for (int v = 0; v < kVectors; ++v) {
                    scales[panel * kVectors + v] = weights[panel].Scale(v);
                }
            }
            for (int i = 0; i < block; ++i) {
                V* sum = sums;
                DECODESCOPE_UNROLL
                for (int panel = 0; panel < kPanels; ++panel) {
                    DECODESCOPE_UNROLL
                    for (int v = 0; v < kVectors; ++v) {
                        const V scale = scales[panel * kVectors + v];
                        const V weight = weights[panel].Load(i, v, scale);
                        DECODESCOPE_UNROLL
                        for (int r = 0; r < kRows; ++r) {
                            *sum++ += weight * L::Broadcast(x[r][first + i]);
                        }
                    }
                }
            }
        }
        const V* sum = sums;
        DECODESCOPE_UNROLL
        for (int panel = 0; panel < kPanels; ++panel) {
            DECODESCOPE_UNROLL
            for (int v = 0; v < kVectors; ++v) {
                DECODESCOPE_UNROLL
                for (int r = 0; r < kRows; ++r) {
                    Finish(p, panels[panel], first_row + r, v * N, *sum++);
                }
            }
        }
    }

    // A panel, column by column: register v of column i of a block. Only Q8_0 has several blocks.
    template <class Stored>
    struct ColumnByColumn {
        static constexpr int kBlock = 0;
        const Stored* columns;

        DECODESCOPE_INLINE void Begin(const void* panel) {
            columns = static_cast<const Stored*>(panel);
        }
        DECODESCOPE_INLINE void BeginBlock() {}
        DECODESCOPE_INLINE V Scale(int) const { return V{}; }
        DECODESCOPE_INLINE const Stored* At(int i, int v) const {
            return columns + i * kPanelRows + v * N;
        }
    };
    struct Numbers : ColumnByColumn<T> {
        DECODESCOPE_INLINE V Load(int i, int v, V) const { return L::Load(this->At(i, v)); }
    };
    struct Halves : ColumnByColumn<std::uint16_t> {
        DECODESCOPE_INLINE V Load(int i, int v, V) const { return LoadHalves<L>(this->At(i, v)); }
    };
    struct Bfloats : ColumnByColumn<std::uint16_t> {
        DECODESCOPE_INLINE V Load(int i, int v, V) const { return LoadBfloats<L>(this->At(i, v)); }
    };
    struct ScaledBytes {
        static constexpr int kBlock = kBlockColumns;
        const std::uint8_t* next;
        const std::uint16_t* scales;
        const std::int8_t* columns;

        DECODESCOPE_INLINE void Begin(const void* panel) {
            next = static_cast<const std::uint8_t*>(panel);
        }
        DECODESCOPE_INLINE void BeginBlock() {
            scales = reinterpret_cast<const std::uint16_t*>(next);
            columns = reinterpret_cast<const std::int8_t*>(next + kScaleBytes);
            next += kBlockBytes;
        }
        DECODESCOPE_INLINE V Scale(int v) const { return LoadHalves<L>(scales + v * N); }
        DECODESCOPE_INLINE V Load(int i, int v, V scale) const {
            return LoadBytes<L>(columns + i * kPanelRows + v * N) * scale;
        }
    };

    // Writes the sums of some rows of a panel, from its row `at` on.
    static DECODESCOPE_INLINE void Finish(const Products<T>& p, const PanelProduct<T>& panel,
                                          int row, int at, V sum) {
        const int left = panel.count - at;
        if (left <= 0) return;
        const int count = left < N ? left : N;
        V y = sum * L::Broadcast(p.scale);
        if (panel.bias != nullptr) y += LoadFirst(panel.bias + at, count, T(0));
        StoreFirst(y, panel.y[row] + panel.first + at, count);
    }

    // --- Weighted sums ---------------------------------------------------------------------------

    // Columns of one head, as many as there are lanes.
    struct Columns {
        const T* weights;
        const T* values;
        T* y;
        int count;
    };

    static void MakeWeightedSums(const WeightedSums<T>& s) {
        constexpr int kTogether = 4;  // so that additions overlap and addresses have registers
        Columns columns[kTogether];
        int waiting = 0;
        for (int i = 0; i < s.count; ++i) {
            const WeightedSum<T>& sum = s.sums[i];
            for (int first = 0; first < s.columns; first += N) {
                const int count = s.columns - first < N ? s.columns - first : N;
                columns[waiting++] = {sum.weights, sum.values + first, sum.y + first, count};
                if (waiting < kTogether) continue;
                SumColumns<kTogether>(s, columns);
                waiting = 0;
            }
        }
        for (int i = 0; i < waiting; ++i) SumColumns<1>(s, columns + i);
    }

    template <int kTogether>
    static DECODESCOPE_INLINE void SumColumns(const WeightedSums<T>& s, const Columns* columns) {
        V sums[kTogether];
        const T* weights[kTogether];
        const T* values[kTogether];
        for (int c = 0; c < kTogether; ++c) {
            weights[c] = columns[c].weights;
            values[c] = columns[c].values;
            sums[c] = s.is_continued ? LoadFirst(columns[c].y, columns[c].count, T(0)) : V{};
        }
        for (int row = 0; row < s.rows; ++row) {
            for (int c = 0; c < kTogether; ++c) {
                sums[c] += L::Load(values[c] + row * s.stride) * L::Broadcast(weights[c][row]);
            }
        }
        for (int c = 0; c < kTogether; ++c) StoreFirst(sums[c], columns[c].y, columns[c].count);
    }

    // --- Softmax ---------------------------------------------------------------------------------

    static void Softmax(const SoftmaxRows<T>& s) {
        constexpr int kTogether = 8;
        T sums[kTogether];
        for (int row = 0; row < s.rows; row += kTogether) {
            const int together = s.rows - row < kTogether ? s.rows - row : kTogether;
            for (int r = 0; r < together; ++r) ExpOfRow(s.x[row + r], s.y[row + r], s.count);
            if (together == kTogether) {
                SumRows<kTogether>(&s.y[row], s.count, sums);
            } else {
                for (int r = 0; r < together; ++r) SumRows<1>(&s.y[row + r], s.count, sums + r);
            }
            for (int r = 0; r < together; ++r) DivideRow(s.y[row + r], s.count, sums[r]);
        }
    }

    // y = exp(x − max), and 0 where x is −∞.
    static DECODESCOPE_INLINE void ExpOfRow(const T* x, T* y, int count) {
        V largest_of = L::Broadcast(-kInfinity);
        int i = 0;
        for (; i + N <= count; i += N) {
            const V v = L::Load(x + i);
            largest_of = L::IfGreater(v, largest_of, v, largest_of);
        }
        if (i < count) {
            const V v = LoadFirst(x + i, count - i, -kInfinity);
            largest_of = L::IfGreater(v, largest_of, v, largest_of);
        }
        T largest = -kInfinity;
        for (int lane = 0; lane < N; ++lane) {
            const T number = L::At(largest_of, lane);
            if (number > largest) largest = number;
        }
        if (largest == -kInfinity) {  // −∞ − (−∞) is no number
            for (i = 0; i < count; ++i) y[i] = x[i] == largest ? T(0) : x[i];
            return;
        }
        const auto exp_of = [&](V v) __attribute__((always_inline)) {
            return ExpInLanes<L>(v - L::Broadcast(largest));
        };
        for (i = 0; i + N <= count; i += N) L::Store(exp_of(L::Load(x + i)), y + i);
        if (i < count) StoreFirst(exp_of(LoadFirst(x + i, count - i, T(0))), y + i, count - i);
    }

    // Several rows side by side: each sum waits for its last addition, but not for the others.
    template <int kTogether>
    static DECODESCOPE_INLINE void SumRows(T* const* rows, int count, T* sums) {
        T sum[kTogether] = {};
        for (int i = 0; i < count; ++i) {
            for (int r = 0; r < kTogether; ++r) sum[r] += rows[r][i];
        }
        for (int r = 0; r < kTogether; ++r) sums[r] = sum[r];
    }

    static DECODESCOPE_INLINE void DivideRow(T* y, int count, T sum) {
        if (sum == T(0)) return;
        int i = 0;
        for (; i + N <= count; i += N) L::Store(L::Load(y + i) / L::Broadcast(sum), y + i);
        for (; i < count; ++i) y[i] /= sum;
    }

    // --- Activations -----------------------------------------------------------------------------

    static void SwiGlu(const T* gate, const T* up, T* y, int count) {
        const auto of = [](V g, V u) __attribute__((always_inline)) {
            return g / (L::Broadcast(T(1)) + ExpInLanes<L>(-g)) * u;
        };
        int i = 0;
        for (; i + N <= count; i += N) L::Store(of(L::Load(gate + i), L::Load(up + i)), y + i);
        if (i == count) return;
        const int rest = count - i;
        StoreFirst(of(LoadFirst(gate + i, rest, T(0)), LoadFirst(up + i, rest, T(0))), y + i, rest);
    }

    // x/2 · (1 + tanh u) is x / (1 + exp(−2u)), with u = √(2/π) · (x + 0.044715 x³).
    static void GeluTanh(const T* up, T* y, int count) {
        const auto of = [](V x) __attribute__((always_inline)) {
            const V inner = x + L::Broadcast(T(0.044715)) * x * x * x;
            const V u = L::Broadcast(T(0.79788456080286535588)) * inner;
            return x / (L::Broadcast(T(1)) + ExpInLanes<L>(L::Broadcast(T(-2)) * u));
        };
        int i = 0;
        for (; i + N <= count; i += N) L::Store(of(L::Load(up + i)), y + i);
        if (i < count) StoreFirst(of(LoadFirst(up + i, count - i, T(0))), y + i, count - i);
    }

    // --- The end of a row, where fewer numbers are left than lanes
    // ---------------------------------

    static constexpr T kInfinity = static_cast<T>(__builtin_inf());

    static DECODESCOPE_INLINE V LoadFirst(const T* from, int count, T others) {
        if (count == N) return L::Load(from);
        T numbers[N];
        for (int i = 0; i < N; ++i) numbers[i] = i < count ? from[i] : others;
        return L::Load(numbers);
    }

    static DECODESCOPE_INLINE void StoreFirst(V v, T* to, int count) {
        if (count == N) return L::Store(v, to);
        T numbers[N];
        L::Store(v, numbers);
        for (int i = 0; i < count; ++i) to[i] = numbers[i];
    }
};

}  // namespace
}  // namespace decodescope
