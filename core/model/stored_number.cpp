#include "core/model/stored_number.h"

namespace decodescope {
namespace {

double ProductOf(const std::vector<double>& factors) {
    double product = 1.0;
    for (const double factor : factors) product *= factor;
    return product;
}

}  // namespace

double StoredNumber::Value() const {
    const double product = ProductOf(factors);
    if (offset.empty()) return product;
    return is_offset_subtracted ? product - ProductOf(offset) : product + ProductOf(offset);
}

}  // namespace decodescope
