#!/usr/bin/env bash
# All C++ is laid out by clang-format 14, as .clang-format says; other versions differ in details.
#
#   tests/format_check.sh          names what is laid out differently, exit 1 if there is anything
#   tests/format_check.sh --fix    lays it out
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

if ! command -v clang-format-14 >/dev/null; then
    echo "skipped: clang-format-14 is not installed (scripts/packages test)"
    exit 77
fi
mode=(--dry-run -Werror)
[[ ${1-} != --fix ]] || mode=(-i)
find app bench core tests tools -name '*.cpp' -print0 -o -name '*.h' -print0 -o -name '*.c' -print0 |
    xargs -0 -P 2 -n 50 clang-format-14 "${mode[@]}"
