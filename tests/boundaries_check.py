#!/usr/bin/env python3
"""Guards what the compiler cannot: which part may know which other, and a few habits.

    tests/boundaries_check.py [ROOT]        complaints as FILE:LINE, exit 1 if there are any
    tests/boundaries_check.py --self-test   bad samples must be noticed, good ones must not
"""

import re
import sys
import tempfile
from pathlib import Path

# --- The rules ------------------------------------------------------------------------------------

# The parts of the program. The first pattern that fits a file names its part; a part may include
# itself and every part whose number is not larger.
PARTS = [
    (r"app/main\.cpp$", "main", 7),
    (r"app/window[./]", "window", 6),
    (r"app/cli/", "cli", 6),
    (r"app/app\.", "app", 5),
    (r"app/panels/", "panels", 4),
    (r"app/widgets/", "widgets", 3),
    (r"app/scene/", "scene", 3),
    (r"app/(theme|fonts|imgui_compat)\.", "theme", 1),
    (r"app/", "plain data", 3),
    (r"core/io/", "files", 0),
    (r"core/", "core", 0),
]

# Exceptions to the numbers: all that these parts may include.
ONLY = {
    "cli": {"cli", "files", "core"},
    "files": {"files", "core"},
    "core": {"core"},
}

STD = r"[a-z_]+"  # <vector>: no slash, no dot
POSIX = r"(unistd|fcntl|poll|netdb|netinet/\w+|arpa/inet|sys/\w+)\.h"

# Other people's headers: what each part may use, by the name between < and >.
LIBRARIES = {
    "core": rf"{STD}|Eigen/\w+",
    "files": rf"{STD}|Eigen/\w+|{POSIX}|toml\+\+/.*|nlohmann/.*",
    "cli": rf"{STD}|{POSIX}|CLI/.*|nlohmann/.*",
    "window": r".*",
}
LIBRARIES_ELSEWHERE = r"(?!.*(GLFW/|GL/|glad|imgui_impl_)).*"

NUMBER = r"\s*[-+]?[\d.]+f?\s*"
COLOUR = re.compile(
    rf"\bIM_COL32(_WHITE|_BLACK)?\b|\bImColor\s*[({{]|\bImVec4\s*[({{]{NUMBER}(,{NUMBER}){{3}}[)}}]"
    r"|\b0[xX][0-9a-fA-F]{8}[uU]?\b"
)
STATIC = re.compile(r"\b(static(?!\s+(constexpr|const)\b)|thread_local)\b")
SOMEONES_PATH = re.compile(r"(?<![\w$}.)/])/(home|Users|root|work|workspace|builds)/[\w.]")

CODE = {".h", ".cpp"}
TEXT = CODE | {".py", ".sh", ".md", ".txt", ".cmake", ".json", ".toml", ".supp", ".desktop", ""}
FOLDERS = ["app", "assets", "bench", "core", "docs", "scripts", "tests", ".ci"]


# --- Checking -------------------------------------------------------------------------------------


def part_of(path):
    for pattern, part, rank in PARTS:
        if re.match(pattern, path):
            return part, rank
    return None, None


def without_comments(text, keep_strings):
    """The code alone. Line breaks stay, so that lines keep their numbers."""

    def replace(match):
        token = match.group()
        if token.startswith("/"):
            return "\n" * token.count("\n") or " "
        return token if keep_strings else '""'

    token = r"""//[^\n]*|/\*.*?\*/|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])'"""
    return re.sub(token, replace, text, flags=re.DOTALL)


def check_include(root, path, quoted, name):
    """The complaint about one #include in app/ or core/, or None."""
    part, rank = part_of(path)
    if quoted:
        target = name
        if not (root / target).exists():
            return f'there is no "{name}" in the repository (others\' headers are included with <>)'
        target_part, target_rank = part_of(target)
        if target_part is None:
            return f"{part} must not include {name}"
        allowed = target_part in ONLY[part] if part in ONLY else target_rank <= rank
        if target_part == "cli" and part not in ("cli", "window", "main"):
            allowed = False
        return None if allowed else f"{part} must not include {name}: it points upwards"
    if not re.fullmatch(LIBRARIES.get(part, LIBRARIES_ELSEWHERE), name):
        return f"{part} must not include <{name}>"
    return None


def check_file(root, path, text):
    """All complaints about one file, as (line, words)."""
    complaints = []

    def complain(match, where, words):
        complaints.append((where.count("\n", 0, match.start()) + 1, words))

    for match in SOMEONES_PATH.finditer(text):
        complain(match, text, f"the path {match.group()}… exists on one machine only")

    part, _ = part_of(path)
    if part is None or Path(path).suffix not in CODE:
        return complaints

    code = without_comments(text, keep_strings=True)
    for match in re.finditer(r'^[ \t]*#[ \t]*include\s*(["<])([^">]+)[">]', code, re.MULTILINE):
        words = check_include(root, path, match[1] == '"', match[2])
        if words:
            complain(match, code, words)

    code = without_comments(text, keep_strings=False)
    if path.startswith("app/") and part != "theme":
        for match in COLOUR.finditer(code):
            complain(match, code, f"the colour {match.group()} belongs into app/theme")
    if part == "panels":
        for match in STATIC.finditer(code):
            complain(match, code, "a panel keeps nothing: state belongs into app/state.h")
    return complaints


def check_tree(root):
    files = [file for file in root.iterdir() if file.is_file()]
    for folder in FOLDERS:
        files += [file for file in (root / folder).rglob("*") if file.is_file()]
    complaints = []
    for file in sorted(files):
        if file.suffix in TEXT and "__pycache__" not in file.parts:
            path = file.relative_to(root).as_posix()
            text = file.read_text(encoding="utf-8", errors="replace")
            for line, words in check_file(root, path, text):
                complaints.append(f"{path}:{line}: {words}")
    return complaints


# --- Self-test ------------------------------------------------------------------------------------

GOOD = {
    "core/engine.h": "#include <vector>\n#include <Eigen/Core>\nint seed = 0x12345678;\n",
    "core/io/toml.cpp": '#include <toml++/toml.h>\n#include <fcntl.h>\n#include "core/engine.h"\n',
    "core/io/socket.cpp": "#include <netdb.h>\n#include <netinet/tcp.h>\n#include <poll.h>\n",
    "app/theme.h": "#include <imgui.h>\nauto now = IM_COL32(1, 2, 3, 4);\n",
    "app/state.h": '#include "app/theme.h"\n#include "core/engine.h"\n',
    "app/scene/build.h": '#include "app/state.h"\n',
    "app/widgets/text.h": "char quote = '\"'; // IM_COL32( in a comment harms nobody\n",
    "app/panels/cache.h": '#include "app/widgets/text.h"\n',
    "app/panels/cache.cpp": "/* static int x; */ static constexpr int k = 1; static_assert(k);\n",
    "app/app.h": '#include "app/panels/cache.h"\n',
    "app/cli/trace.h": '#include <CLI/CLI.hpp>\n#include "core/engine.h"\n',
    "app/window.cpp": "#include <GLFW/glfw3.h>\n#include <imgui_impl_glfw.h>\n",
    "app/window/keyboard.cpp": '#include <GLFW/glfw3.h>\n#include "app/app.h"\n',
    "app/main.cpp": '#include "app/cli/trace.h"\n#include "app/window.h"\n',
    "app/window.h": '#include "app/cli/trace.h"\n',
    "docs/architecture.md": "/usr/share/fonts, $root/work/x and build/work/x are fine\n",
}

BAD = {  # file -> a line that must be noticed
    "core/math.h": [
        "#include <imgui.h>",
        "#include <GLFW/glfw3.h>",
        "#include <GL/gl.h>",
        "#include <nlohmann/json.hpp>",
        "#include <toml++/toml.h>",
        "#include <unistd.h>",
        "#include <netdb.h>",
        '#include "app/theme.h"',
        '#include "core/io/toml.cpp"',
        '#include "engine.h"',
    ],
    "core/io/file.cpp": ["#include <CLI/CLI.hpp>", "#include <imgui.h>", '#include "app/state.h"'],
    "app/theme.cpp": ['#include "app/state.h"', '#include "app/widgets/text.h"'],
    "app/state.cpp": ['#include "app/panels/cache.h"', "#include <GLFW/glfw3.h>"],
    "app/widgets/cell.h": ['#include "app/panels/cache.h"', '  #  include  "app/app.h"'],
    "app/scene/paint.cpp": ['#include "app/panels/cache.h"', "#include <imgui_impl_opengl3.h>"],
    "app/panels/plane.cpp": [
        '#include "app/app.h"',
        '#include "app/cli/trace.h"',
        "    static int frame = 0;",
        "thread_local bool open;",
        "draw->AddRect(a, b, IM_COL32(255, 0, 0, 255));",
        "ImColor(1.0f, 0.0f, 0.0f)",
        "ImVec4(1.0f, 0.5f, 0, 1)",
        "ImVec4{.1f, .2f, .3f, 1.f}",
        "ImU32 red = 0xFF0000FF;",
        "ImU32 white = IM_COL32_WHITE;",
    ],
    "app/app.cpp": ['#include "app/window.h"', "#include <GL/gl.h>"],
    "app/cli/csv.cpp": ['#include "app/theme.h"', "#include <imgui.h>", '#include "app/window.h"'],
    "docs/build.md": ["see " + "/home" + "/ada/decodescope", "cd " + "/work" + "/main"],
}


def write(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in GOOD.items():
            write(root, path, text)
        wrong = [f"should be fine: {complaint}" for complaint in check_tree(root)]
        for path, lines in BAD.items():
            for line in lines:
                write(root, path, f"// first\n{line}\n")
                complaints = check_tree(root)
                if len(complaints) != 1 or not complaints[0].startswith(f"{path}:2: "):
                    wrong.append(f"should be noticed, once: {path}: {line}")
                (root / path).unlink()
    return wrong


def main(arguments):
    if arguments == ["--self-test"]:
        complaints = self_test()
    else:
        root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
        complaints = check_tree(root)
    print("\n".join(complaints) or "No boundary is crossed.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
