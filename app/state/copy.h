// What is copied to the clipboard.
#pragma once

#include <string>

#include "core/model/cell.h"
#include "core/run/recording.h"

namespace decodescope {

enum class CopyKind {
    Number,  // all its digits
    Sum,     // the derivation in one line, filled in
    Block,   // the rows of its tensor, as CSV
};

// The text for a cell, which the recording must have. Always with a decimal point, so that it can
// be pasted into a file or a program.
std::string CopyText(const Recording& recording, const Cell& cell, CopyKind kind);

}  // namespace decodescope
