#!/usr/bin/env python3
"""Guards what the compiler cannot: which room may include which, how full a folder is, a few habits.

    tests/boundaries_check.py [ROOT]        complaints as FILE:LINE, exit 1 if there are any
    tests/boundaries_check.py --self-test   bad samples must be noticed, good ones must not
"""

import re
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

# --- The rules ------------------------------------------------------------------------------------

# The rooms of the program, from low to high. A room may include itself and all rooms before it in this
# list or, where its row names them, only those. Each folder in app/views/ is a room of its own: no view
# includes another, except as VIEWS_IN_VIEWS says.
BEFORE = None
CORE = ["core/*"]
ROOMS = [
    ("core/base", BEFORE),
    ("core/kernel", BEFORE),
    ("core/tokenizer", BEFORE),
    ("core/model", BEFORE),
    ("core/engine", BEFORE),
    ("core/run", BEFORE),
    ("core/cost", ["core/base", "core/kernel", "core/tokenizer", "core/model", "core/engine", "core/run"]),
    ("core/serve", ["core/base", "core/kernel", "core/tokenizer", "core/model", "core/engine", "core/run"]),
    ("core/explain", ["core/base", "core/kernel", "core/tokenizer", "core/model", "core/engine", "core/run"]),
    ("core/mistakes", ["core/base", "core/kernel", "core/tokenizer", "core/model", "core/engine", "core/run"]),
    ("core/toml", ["core/base", "core/kernel", "core/tokenizer", "core/model"]),
    ("core/checkpoint", ["core/base", "core/kernel", "core/tokenizer", "core/model"]),
    ("core/io", ["core/base", "core/kernel", "core/tokenizer", "core/model", "core/engine", "core/run", "core/cost",
                 "core/serve", "core/toml", "core/checkpoint"]),
    ("app/look", CORE),
    ("app/widgets", BEFORE),
    ("app/scene", [*CORE, "app/look"]),
    ("app/plane", [*CORE, "app/look", "app/scene"]),
    ("app/paint", BEFORE),
    ("app/state", [*CORE, "app/look", "app/scene", "app/plane"]),
    ("app/apply", [*CORE, "app/look", "app/scene", "app/plane", "app/state"]),
    ("app/work", [*CORE, "app/look", "app/scene", "app/plane", "app/state", "app/apply"]),
    ("app/files", [*CORE, "app/look", "app/state", "app/apply", "app/work"]),
    ("app/panel", BEFORE),
    ("app/views/*", BEFORE),
    ("app/shell", BEFORE),
    ("app/cli/report", CORE),
    ("app/cli", [*CORE, "app/cli/report"]),
    ("app/window", BEFORE),
    ("app/main.cpp", BEFORE),
]
VIEWS_IN_VIEWS = {"app/views/branches": ["app/views/pass"]}

MOST_MODULES = 25  # in one folder; a module is a .cpp and the .h of the same name

STD = r"[a-z_]+"  # <vector>: no slash, no dot
POSIX = r"(unistd|fcntl|poll|netdb|netinet/\w+|arpa/inet|sys/\w+)\.h"

# Other people's headers, by the name between < and >. The first row that fits a room is the one.
LIBRARIES = [
    ("core/toml", rf"{STD}|Eigen/\w+|toml\+\+/.*"),
    ("core/tokenizer", rf"{STD}|unicode/\w+\.h"),
    ("core/checkpoint", rf"{STD}|Eigen/\w+|{POSIX}|nlohmann/.*"),
    ("core/io", rf"{STD}|Eigen/\w+|{POSIX}|toml\+\+/.*|nlohmann/.*"),
    ("core/*", rf"{STD}|Eigen/\w+"),
    ("app/cli/*", rf"{STD}|nlohmann/.*"),
    ("app/cli", rf"{STD}|{POSIX}|CLI/.*|nlohmann/.*"),
    ("app/window", r".*"),
    ("*", r"(?!.*(GLFW/|GL/|glad|imgui_impl_)).*"),
]

STATELESS = ["app/panel", "app/views/*", "app/shell", "app/widgets"]  # what they keep is in the state
COLOURFUL = ["app/look"]

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


def room_of(path):
    """ "app/views/batch" for "app/views/batch/batch_view.h"; None outside core/ and app/."""
    folders = path.split("/")
    if folders[0] not in ("core", "app"):
        return None
    room = "/".join(folders[: 3 if folders[:2] == ["app", "views"] else 2])
    return "app/cli/report" if path.startswith("app/cli/report/") else room


def is_one_of(room, patterns):
    return any(fnmatch(room, pattern) for pattern in patterns)


def place_of(room):
    """Where a room is in ROOMS; None: nowhere."""
    return next((at for at, (pattern, _) in enumerate(ROOMS) if fnmatch(room, pattern)), None)


def may_include(room, other):
    if room == other or is_one_of(other, VIEWS_IN_VIEWS.get(room, [])):
        return True
    place, only = place_of(room), ROOMS[place_of(room)][1]
    return is_one_of(other, only if only is not BEFORE else [name for name, _ in ROOMS[:place]])


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
    room = room_of(path)
    if not quoted:
        allowed = next(names for pattern, names in LIBRARIES if fnmatch(room, pattern))
        return None if re.fullmatch(allowed, name) else f"{room} must not include <{name}>"
    if not (root / name).exists():
        return f'there is no "{name}" in the repository (others\' headers are included with <>)'
    other = room_of(name)
    if other is not None and place_of(other) is not None and may_include(room, other):
        return None
    return f"{room} must not include {name}: ROOMS has no arrow from {room} to {other}"


def check_file(root, path, text):
    """All complaints about one file, as (line, words)."""
    complaints = []

    def complain(match, where, words):
        complaints.append((where.count("\n", 0, match.start()) + 1, words))

    for match in SOMEONES_PATH.finditer(text):
        complain(match, text, f"the path {match.group()}… exists on one machine only")

    room = room_of(path)
    if room is None or Path(path).suffix not in CODE:
        return complaints
    if place_of(room) is None:
        return complaints + [(1, f"{room} is not a room: add it to ROOMS, or move the file into one")]

    code = without_comments(text, keep_strings=True)
    for match in re.finditer(r'^[ \t]*#[ \t]*include\s*(["<])([^">]+)[">]', code, re.MULTILINE):
        words = check_include(root, path, match[1] == '"', match[2])
        if words:
            complain(match, code, words)

    code = without_comments(text, keep_strings=False)
    if path.startswith("app/") and not is_one_of(room, COLOURFUL):
        for match in COLOUR.finditer(code):
            complain(match, code, f"the colour {match.group()} belongs in app/look")
    if is_one_of(room, STATELESS):
        for match in STATIC.finditer(code):
            complain(match, code, "a panel keeps nothing: state belongs in app/state")
    return complaints


def check_folders(paths):
    """Complaints about folders of core/ and app/ with too many modules."""
    modules = {}
    for path in paths:
        if room_of(path) is not None and Path(path).suffix in CODE:
            modules.setdefault(Path(path).parent.as_posix(), set()).add(Path(path).stem)
    return [
        f"{folder}:1: {len(stems)} modules lie flat here, {MOST_MODULES} are the most: divide them by subject"
        for folder, stems in sorted(modules.items())
        if len(stems) > MOST_MODULES
    ]


def check_tree(root):
    files = [file for file in root.iterdir() if file.is_file() and file.name != ".git"]
    for folder in FOLDERS:
        files += [file for file in (root / folder).rglob("*") if file.is_file()]
    complaints = []
    for file in sorted(files):
        if file.suffix in TEXT and "__pycache__" not in file.parts:
            path = file.relative_to(root).as_posix()
            text = file.read_text(encoding="utf-8", errors="replace")
            for line, words in check_file(root, path, text):
                complaints.append(f"{path}:{line}: {words}")
    return complaints + check_folders([file.relative_to(root).as_posix() for file in files])


# --- Self-test ------------------------------------------------------------------------------------

GOOD = {
    "core/base/tensor.h": "#include <vector>\n#include <Eigen/Core>\nint seed = 0x12345678;\n",
    "core/run/recording.h": '#include "core/base/tensor.h"\n',
    "core/cost/cost.h": '#include "core/base/tensor.h"\n',
    "core/io/toml.cpp": '#include <toml++/toml.h>\n#include <fcntl.h>\n#include "core/run/recording.h"\n',
    "core/io/socket.cpp": "#include <netdb.h>\n#include <netinet/tcp.h>\n#include <poll.h>\n",
    "app/look/theme.h": "#include <imgui.h>\nauto now = IM_COL32(1, 2, 3, 4);\n",
    "app/widgets/text.h": "char quote = '\"'; // IM_COL32( in a comment harms nobody\n",
    "app/scene/build.h": '#include "app/look/theme.h"\n',
    "app/state/state.h": '#include "app/scene/build.h"\n#include "core/cost/cost.h"\n',
    "app/panel/panel.h": '#include "app/state/state.h"\n#include "app/widgets/text.h"\n',
    "app/views/pass/pass_panel.h": '#include "app/panel/panel.h"\n',
    "app/views/pass/pass_panel.cpp": "/* static int x; */ static constexpr int k = 1; static_assert(k);\n",
    "app/views/branches/branches_view.h": '#include "app/views/pass/pass_panel.h"\n',
    "app/views/batch/batch_view.h": '#include "app/panel/panel.h"\n',
    "app/shell/app.h": '#include "app/views/batch/batch_view.h"\n',
    "app/cli/trace.h": '#include <CLI/CLI.hpp>\n#include "core/io/toml.cpp"\n',
    "app/window/window.h": '#include "app/cli/trace.h"\n',
    "app/window/keyboard.cpp": '#include <GLFW/glfw3.h>\n#include <imgui_impl_glfw.h>\n#include "app/shell/app.h"\n',
    "app/main.cpp": '#include "app/cli/trace.h"\n#include "app/window/window.h"\n',
    "docs/architecture.md": "/usr/share/fonts, $root/work/x and build/work/x are fine\n",
}

BAD = {  # file -> a line that must be noticed
    "core/base/math.h": [
        "#include <imgui.h>",
        "#include <GLFW/glfw3.h>",
        "#include <GL/gl.h>",
        "#include <nlohmann/json.hpp>",
        "#include <toml++/toml.h>",
        "#include <unistd.h>",
        "#include <netdb.h>",
        '#include "app/look/theme.h"',
        '#include "core/run/recording.h"',
        '#include "math.h"',
    ],
    "core/cost/table.h": ['#include "core/serve/batch.h"', '#include "core/io/toml.cpp"'],
    "core/explain/words.h": ['#include "core/cost/cost.h"'],
    "core/io/file.cpp": ["#include <CLI/CLI.hpp>", "#include <imgui.h>", '#include "core/explain/narrate.h"'],
    "app/look/theme.cpp": ['#include "app/state/state.h"', '#include "app/widgets/text.h"'],
    "app/widgets/cell.h": ['#include "app/state/state.h"', '  #  include  "app/shell/app.h"'],
    "app/scene/paint.cpp": ['#include "app/widgets/text.h"', "#include <imgui_impl_opengl3.h>"],
    "app/state/state.cpp": ['#include "app/panel/panel.h"', "#include <GLFW/glfw3.h>"],
    "app/panel/notice.h": ['#include "app/shell/app.h"', '#include "app/views/batch/batch_view.h"'],
    "app/views/batch/batch_grid.cpp": [
        '#include "app/shell/app.h"',
        '#include "app/views/pass/pass_panel.h"',
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
    "app/views/pass/other.h": ['#include "app/views/branches/branches_view.h"'],
    "app/shell/app.cpp": ['#include "app/window/window.h"', "#include <GL/gl.h>", '#include "app/cli/trace.h"'],
    "app/cli/csv.cpp": ['#include "app/look/theme.h"', "#include <imgui.h>", '#include "app/window/window.h"'],
    "docs" "/build.md": ["see " + "/home" + "/ada/decodescope", "cd " + "/work" + "/main"],
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
        for path in ("app/loose.h", "core/loose.cpp", "app/annex/door.h"):
            write(root, path, "")
            if not check_tree(root):
                wrong.append(f"should be noticed, for it is in no room: {path}")
            (root / path).unlink()
        for i in range(MOST_MODULES):
            write(root, f"core/model/part_{i}.h", "")
            write(root, f"core/model/part_{i}.cpp", "")
        if check_tree(root):
            wrong.append(f"should be fine: {MOST_MODULES} modules in a folder")
        write(root, "core/model/one_more.h", "")
        if len(check_tree(root)) != 1:
            wrong.append(f"should be noticed: more than {MOST_MODULES} modules in a folder")
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
