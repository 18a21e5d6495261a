#include "core/kernel/packed_matrix.h"

#include <string>

#include "tests/support/catch.h"

namespace decodescope {
namespace {

Matrix<double> Counted(int rows, int columns) {
    Matrix<double> matrix(rows, columns);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) matrix(row, column) = row * 100 + column;
    }
    return matrix;
}

TEST_CASE("A packed matrix has the numbers that it was made of, by row and column") {
    for (const int rows : {0, 1, 15, 16, 17, 40}) {
        const Matrix<double> matrix = Counted(rows, 7);
        const PackedMatrix<double> packed = matrix;
        CHECK(packed.rows() == rows);
        CHECK(packed.size() == rows * 7);
        CHECK(Unpacked(packed) == matrix);
        for (int row = 0; row < rows; ++row) {
            CHECK(packed(row, 6) == matrix(row, 6));
            CHECK(packed.Row(row)[3] == matrix(row, 3));
        }
    }
}

TEST_CASE("One number of a packed matrix can be set, and one row") {
    PackedMatrix<double> packed = Counted(20, 3);
    Matrix<double> expected = Counted(20, 3);
    packed.Set(17, 1, -1);
    expected(17, 1) = -1;
    const double row[] = {7, 8, 9};
    packed.SetRow(4, row);
    expected.row(4) << 7, 8, 9;
    CHECK(Unpacked(packed) == expected);
}

TEST_CASE("A panel begins with a cache line and has its rows side by side") {
    const PackedMatrix<double> packed = Counted(20, 3);
    CHECK(reinterpret_cast<std::uintptr_t>(packed.Panel(0)) % 64 == 0);
    CHECK(packed.panels() == 2);
    CHECK(static_cast<const double*>(packed.Panel(0))[kPanelRows + 5] == 501);  // column 1 of row 5
    CHECK(static_cast<const double*>(packed.Panel(1, 2))[3] == 1902);  // column 2 of row 19
    CHECK(static_cast<const double*>(packed.Panel(1, 2))[4] == 0);     // there is no row 20
}

TEST_CASE("Rows can be appended one by one") {
    const Matrix<double> matrix = Counted(40, 5);
    PackedMatrix<double> packed(0, 5);
    packed.Reserve(33);
    for (int row = 0; row < 40; ++row) {
        const std::vector<double> numbers(matrix.row(row).begin(), matrix.row(row).end());
        packed.AppendRow(numbers);
        CHECK(packed.rows() == row + 1);
    }
    CHECK(Unpacked(packed) == matrix);
}

TEST_CASE("A matrix that is kept as stored is read and edited like any other") {
    PackedMatrix<float> halves;
    halves.ResizeAs(StoredForm::F16, 17, 3);
    halves.SetStoredRow(16, "\x00\x3C\x00\xC0\x01\x00");  // 1, −2, 2⁻²⁴
    CHECK(halves(16, 0) == 1.0f);
    CHECK(halves(16, 1) == -2.0f);
    CHECK(halves(16, 2) == 0x1p-24f);
    CHECK(halves(0, 0) == 0.0f);

    PackedMatrix<float> bfloats;
    bfloats.ResizeAs(StoredForm::BF16, 1, 2);
    bfloats.SetStoredRow(0, "\x80\x3F\x40\xC0");  // 1, −3
    CHECK(bfloats(0, 0) == 1.0f);
    CHECK(bfloats(0, 1) == -3.0f);

    PackedMatrix<float> bytes;
    bytes.ResizeAs(StoredForm::Q8_0, 2, 32);
    std::string block("\x00\x38", 2);  // the scale ½
    for (int i = 0; i < 32; ++i) block += static_cast<char>(i - 16);
    bytes.SetStoredRow(1, block.data());
    CHECK(bytes(1, 0) == -8.0f);
    CHECK(bytes(1, 31) == 7.5f);
    CHECK(bytes.stored_as() == StoredForm::Q8_0);

    // An edit unpacks it: the number need not fit its block.
    bytes.Set(0, 5, 0.123f);
    CHECK(bytes.stored_as() == StoredForm::Numbers);
    CHECK(bytes(0, 5) == 0.123f);
    CHECK(bytes(1, 31) == 7.5f);
}

TEST_CASE("A packed identity is one, and a packed matrix becomes another precision") {
    CHECK(Unpacked(PackedMatrix<double>::Identity(3, 3)) == Matrix<double>::Identity(3, 3));
    const PackedMatrix<double> packed = Matrix<double>{{0.1, 0.1}, {0.1, 0.1}};
    CHECK(packed.cast<float>()(1, 1) == 0.1f);
}

}  // namespace
}  // namespace decodescope
