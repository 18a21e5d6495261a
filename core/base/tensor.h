// Matrices and vectors that own their numbers.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "core/base/numbers.h"

namespace decodescope {

// [rows, columns], row-major. Weight matrices are (out, in), so y = W x.
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

}  // namespace decodescope
