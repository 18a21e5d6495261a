#!/usr/bin/env python3
"""Holds the documents against the tree: what they name exists, and they use the project's words.

    tests/documents_check.py names        files, names and links in documents exist
    tests/documents_check.py words        nothing uses a word that the project has replaced
    tests/documents_check.py pairs        each .cpp has its header, each test its module
    tests/documents_check.py help BIN     the verbs and options in README are those of --help
    tests/documents_check.py --self-test  bad samples must be noticed, good ones must not

Without an argument, the first three. Complaints as FILE:LINE, exit 1 if there are any.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

# --- The rules ------------------------------------------------------------------------------------

# `…` in these is checked: a path must exist, a name must occur in the code.
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/*.md", "docs/decisions/*.md", "tools/*/README.md",
             "tests/*/README.md"]
FOLDERS = ["app", "assets", "bench", "cmake", "core", "docs", "scripts", "tests", "tools", ".ci"]
CODE = {".h", ".cpp", ".c", ".cmake", ".py", ".sh", ".toml", ".json", ".txt", ""}

# Named in documents, and rightly not in the tree: files that a person makes, and manners of writing.
ELSEWHERE = {"CMakeUserPresets.json", "config.json", "tokenizer.json", ".safetensors.index.json",
             "PascalCase", "snake_case", "kName"}

# What a name of a file looks like. Paths with ~, $, < or … are somebody's own.
PATH = re.compile(r"\.?[\w*-]+(?:[./][\w*-]+)*/?")
SUFFIXES = (".h", ".cpp", ".c", ".py", ".md", ".toml", ".json", ".txt", ".svg", ".png")
NAME = re.compile(r"[A-Za-z_]\w+(?:::[A-Za-z_]\w*)*(?:\(.*\))?")

# Words that the project does not use, and what it says instead: in documents, comments and messages.
# `handover` remains as the second name of the disaggregated view.
WORDS = [
    (r"hand(ed|s|ing)?-over\b", "disaggregated, transfer"),
    (r"Hand-Over", "Disaggregated"),
    (r"Keeper\b", "Persistence"),
    (r"Finder\b", "Derived"),
    (r"[Ww]ish(es)?", "command"),
    (r"[Gg]rants?|granted", "apply"),
    (r"behind the (cache|end|prompt|pass|loop|last|one)\b", "after, past"),
    (r"stands? (at|in(?! for)|for itself|as)", "is"),
    (r"one('s| of one's) own", "its own, separate"),
    (r"one cannot", "cannot"),
    (r"takes? away", "subtract, remove"),
    (r"thousandths of the machine", "hardware"),
]

# .cpp files without a header of the same name: where the program starts, and the data of a table.
WITHOUT_HEADER = {
    "app/main.cpp",
    "core/cost/cost_tables.cpp",
    # One for each width of registers, all of kernel_tables.h.
    "core/kernel/kernels_plain.cpp",
    "core/kernel/kernels_128.cpp",
    "core/kernel/kernels_256.cpp",
    "core/kernel/kernels_512.cpp",
}

# Tests of several modules together, or of one part of a module.
OF_SEVERAL = {
    "tests/app/apply/changed_file_test.cpp",
    "tests/app/apply/leaving_test.cpp",
    "tests/app/scene/rows_of_pass_test.cpp",
    "tests/app/shell/comfort_test.cpp",
    "tests/app/shell/hotspot_names_test.cpp",
    "tests/app/shell/legibility_test.cpp",
    "tests/app/shell/many_heads_test.cpp",
    "tests/app/shell/monkey_test.cpp",
    "tests/app/shell/odd_numbers_test.cpp",
    "tests/app/shell/pages_test.cpp",
    "tests/core/engine/draws_test.cpp",
    "tests/core/checkpoint/checkpoint_fuzz_test.cpp",
    "tests/core/io/fuzz_test.cpp",
    "tests/core/run/same_bits_test.cpp",
}

# The words are known here: a list of words to avoid.
KNOWS_WORDS = {"assets/glossary.toml"}


# --- Names in documents ---------------------------------------------------------------------------

def documents(root):
    return sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)})


def tree(root):
    """All files as paths from the root, and every word of the code, folder and file names included."""
    files = [path for path in root.iterdir() if path.is_file()]
    for folder in FOLDERS:
        files += [path for path in (root / folder).rglob("*")
                  if path.is_file() and "__pycache__" not in path.parts]
    paths, words = set(), set()
    for file in files:
        path = file.relative_to(root)
        paths |= {path.as_posix()} | {parent.as_posix() for parent in path.parents}
        words |= {path.stem} | set(path.parts)
        if file.suffix in CODE and file.name != "documents_check.py":
            words |= set(re.findall(r"\w+", file.read_text(encoding="utf-8", errors="replace")))
    return paths, words


def is_path(term):
    if not PATH.fullmatch(term) or "//" in term or term in SUFFIXES:
        return False
    return term.endswith(SUFFIXES) or term.split("/")[0] in FOLDERS and "/" in term


def names_a_file(term, paths):
    """Whether a path of the tree is the term, or ends with it; * stands for anything."""
    pattern = re.escape(term.rstrip("/")).replace(r"\*", "[^/]*")
    start = "" if term.split("/")[0] in FOLDERS else "(.*/)?"
    return any(re.fullmatch(start + pattern, path) for path in paths)


def lines_outside_blocks(text):
    block = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            block = not block
        elif not block:
            yield number, line


def check_names(path, text, paths, words):
    for number, line in lines_outside_blocks(text):
        for term in re.findall(r"`([^`]+)`", line):
            first = term.split()[0] if term.split() else ""
            # NAME in a path is for the reader to fill in.
            if {term, first} & ELSEWHERE or first.startswith("std::") or "NAME" in first:
                continue
            if is_path(first):
                if not names_a_file(first, paths):
                    yield number, f"there is no {first}"
            elif first == term and NAME.fullmatch(term):
                unknown = [word for word in re.findall(r"\w+", term.split("(")[0]) if word not in words]
                if unknown:
                    yield number, f"nothing is called {unknown[0]}"
        # A hotspot: what is not for the reader to fill in occurs in the code.
        if path.endswith("window-log.md"):
            for term in re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", line):
                for part in re.findall(r"\w+", term):
                    if not part.isupper() and part not in words:
                        yield number, f"no hotspot is called {term}"
        # A table of modules: each name in its first column is a file or a folder.
        row = re.match(r"\|((?: ?`\w+`)+) \|", line)
        if row and path.endswith("architecture.md"):
            for term in re.findall(r"`(\w+)`", row[1]):
                if not names_a_file(f"{term}.*", paths):
                    yield number, f"there is no module {term}"


def anchors(text):
    titles = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def check_links(root, path, text):
    for number, line in lines_outside_blocks(text):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            linked = (root / path).parent / file if file else root / path
            if not linked.exists():
                yield number, f"the link {target} leads nowhere"
            elif anchor and anchor not in anchors(linked.read_text(encoding="utf-8")):
                yield number, f"{file or 'this page'} has no section {anchor}"


# --- Words, in documents and in code --------------------------------------------------------------

def prose(path, text):
    """(line, words) of what people read: documents whole, of code the comments and strings."""
    if path.endswith(".md"):
        yield from enumerate(text.split("\n"), 1)
        return
    comment = r"(?<![:\w])//[^\n]*" if path.endswith((".h", ".cpp", ".c")) else r"#[^\n]*"
    for match in re.finditer(rf'{comment}|"(?:\\.|[^"\\\n])*"', text):
        yield text.count("\n", 0, match.start()) + 1, match.group()


def check_words(path, text):
    for number, words in prose(path, text):
        for pattern, better in WORDS:
            match = re.search(rf"\b{pattern}", words)
            if match:
                yield number, f'"{match.group()}": say {better}'


def check_pages(path, text, paths):
    """A page of docs/ that a comment or a message in code names is there."""
    for number, words in prose(path, text):
        for page in re.findall(r"(?<![\w/])docs/[\w/-]+\.md\b", words):
            if page not in paths:
                yield number, f"there is no {page}"


# --- Pairs of files -------------------------------------------------------------------------------

def check_pairs(paths):
    """Each .cpp has its header, and each test the module that it is about."""
    for path in sorted(paths):
        if re.match(r"(app|core)/.*\.cpp$", path) and path not in WITHOUT_HEADER:
            if path[:-4] + ".h" not in paths:
                yield f"{path}:1: there is no {Path(path).stem}.h beside it"
        test = re.match(r"tests/((?:app|core)/.*)_test\.cpp$", path)
        if test and path not in OF_SEVERAL and f"{test[1]}.h" not in paths:
            yield f"{path}:1: there is no {test[1]}.h that it tests"


def check_numbers(paths):
    """Each decision has a number of its own."""
    decisions = sorted(path for path in paths if re.match(r"docs/decisions/\d{4}-", path))
    for one, next in zip(decisions, decisions[1:]):
        if one[:19] == next[:19]:
            yield f"{next}:1: {one} has this number"


# --- The whole tree -------------------------------------------------------------------------------

def check_tree(root, checks=("names", "words", "pairs")):
    paths, words = tree(root)
    complaints = [*check_pairs(paths), *check_numbers(paths)] if "pairs" in checks else []
    for document in documents(root) if "names" in checks else []:
        path, text = document.relative_to(root).as_posix(), document.read_text(encoding="utf-8")
        found = [*check_names(path, text, paths, words), *check_links(root, path, text)]
        complaints += [f"{path}:{line}: {complaint}" for line, complaint in sorted(found)]
    for path in sorted(paths) if "words" in checks else []:
        file = root / path
        if file.suffix in CODE | {".md"} and file.is_file() and file.name != "documents_check.py":
            text = file.read_text(encoding="utf-8", errors="replace")
            if "names" in checks and file.suffix != ".md":
                complaints += [f"{path}:{line}: {complaint}" for line, complaint in check_pages(path, text, paths)]
            if path not in KNOWS_WORDS:
                complaints += [f"{path}:{line}: {complaint}" for line, complaint in check_words(path, text)]
    return complaints


# --- README against --help ------------------------------------------------------------------------

def check_help(program, readme):
    """Each verb of --help is in README, and README uses no verb or option that --help lacks."""
    def help_of(*verb):
        return subprocess.run([program, *verb, "--help"], capture_output=True, text=True, check=True,
                              timeout=60).stdout

    def options_in(text):
        return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))

    verbs = re.findall(r"^  decodescope (\w+) ", help_of(), re.MULTILINE)
    options = {"": options_in(help_of()), **{verb: options_in(help_of(verb)) for verb in verbs}}
    every = set().union(*options.values())
    for number, line in enumerate(readme.split("\n"), 1):
        # Each code span, or the whole line of a block, starts with a verb or concerns any of them.
        spans = re.findall(r"`([^`]+)`", line)
        if line.startswith("scripts/run "):
            spans = [line.split("   ")[0]]
        for span in spans:
            words = re.sub(r"^(scripts/run|decodescope) ?", "", span).split()
            verb = words[0] if words and words[0] in options else None
            for option in options_in(" ".join(words)) - (options[verb] if verb else every):
                yield f"README.md:{number}: {verb or 'no verb'} has {'no' if verb else 'an'} option {option}"
            if span.startswith("decodescope ") and not verb and not words[0].startswith("-"):
                yield f"README.md:{number}: there is no verb {words[0]}"
    for verb in verbs:
        if not re.search(rf"\b{verb}\b", readme):
            yield f"README.md:1: the verb {verb} is missing"


# --- Self-test ------------------------------------------------------------------------------------

GOOD = {
    "app/main.cpp": "// main, the only file without a header\n",
    "core/engine/engine.h": "class Engine { int d_model; };  // a pass\n",
    "core/engine/engine.cpp": 'const char* kText = "a message after the cache";\n',
    "tests/core/engine/engine_test.cpp": 'const char* wishes = "--view handover";\n',
    "docs/architecture.md": "# Two words\n| `engine` | `Engine::d_model` in `core/engine/engine.h` |\n",
    "docs/decisions/0007-a-word.md": "# 7. One word\n",
    "README.md": "[two](docs/architecture.md#two-words) `engine.cpp` `core/engine/` `~/x.toml` `std::sort`\n"
                 "`tests/core/*/engine_test.cpp --help` `two words` `a/b` `CMakeUserPresets.json`\n",
}
BAD = {  # file -> what must be noticed, each in its second line
    "README.md": ["`core/motor.cpp`", "`motor.h`", "`docs/none/`", "`Motor`", "`Engine::turn`",
                  "[a](docs/none.md)", "[b](docs/architecture.md#three-words)", "a hand-over",
                  "The Keeper's", "it stands behind the cache"],
    "docs/architecture.md": ["| `motor` | what moves |"],
    "core/engine/engine.cpp": ["// the row behind the last", 'Say("one cannot listen there");'],
    "core/engine/engine.h": ["// see docs/motor.md"],
    "docs/decisions/0007-one-word-more.md": None,
    "core/engine/motor.cpp": None,
    "tests/core/engine/motor_test.cpp": None,
}
HELP = '#!/bin/sh\n[ $# = 1 ] && echo "  decodescope trace FILE" && echo "  --theme" || echo "  --tokens G"\n'


def write(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in GOOD.items():
            write(root, path, text)
        wrong += [f"should be fine: {complaint}" for complaint in check_tree(root)]
        for path, lines in BAD.items():
            for line in lines or [""]:
                write(root, path, f"# first\n{line}\n" if path.endswith(".md") else f"// first\n{line}\n")
                expected = f"{path}:{2 if lines else 1}: "
                if not any(complaint.startswith(expected) for complaint in check_tree(root)):
                    wrong.append(f"should be noticed: {path}: {line}")
                (root / path).unlink()
            if path in GOOD:
                write(root, path, GOOD[path])
        program = write(root, "program", HELP)
        program.chmod(0o755)
        for readme, count in [("`decodescope trace FILE --tokens 4`, `--theme`", 0),
                              ("scripts/run trace abc.toml --tokens 2     words --none", 0),
                              ("scripts/run trace abc.toml --theme light", 1), ("`trace --top 3`", 1),
                              ("`decodescope dance`: trace", 1), ("nothing", 1), ("`--none`, trace", 1)]:
            found = list(check_help(str(program), readme))
            if len(found) != count:
                wrong.append(f"{count} complaints wanted about {readme!r}: {found}")
    return wrong


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    if arguments == ["--self-test"]:
        complaints = self_test()
    elif arguments[:1] == ["help"]:
        complaints = list(check_help(arguments[1], (root / "README.md").read_text(encoding="utf-8")))
    else:
        complaints = check_tree(root, arguments or ["names", "words", "pairs"])
    print("\n".join(complaints) or "The documents fit the tree.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
