#!/usr/bin/env python3
"""Makes docs/glossary.md from assets/glossary.toml, and checks both.

    tools/glossary.py           writes docs/glossary.md
    tools/glossary.py --check   complaints as FILE:LINE, exit 1 if there are any: the page is not
                                up to date, a term is incomplete or defined twice, a stage or
                                tensor of the program has no term, or a text uses a word that the
                                glossary avoids
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "assets/glossary.toml"
PAGE = "docs/glossary.md"
LANGUAGE = "en"

INTRODUCTION = f"""\
# Glossary

One word, one meaning: code, screen, files and documents use these words only. Words in brackets are
other people's for the same thing.

This page is made from `{SOURCE}` by `tools/glossary.py`.
"""


# --- The page -------------------------------------------------------------------------------------


def entry(term):
    also = term.get("also", {}).get(LANGUAGE, [])
    brackets = f" ({', '.join(also)})" if also else ""
    return (
        f"### {term['name'][LANGUAGE]}{brackets}\n\n"
        f"{term['sentence'][LANGUAGE]}\n\n*On screen:* {term['screen'][LANGUAGE]}\n"
    )


def page(glossary):
    parts = [INTRODUCTION]
    for group in glossary["groups"]:
        parts.append(f"## {group['title'][LANGUAGE]}\n")
        parts += [entry(term) for term in glossary["terms"] if term["group"] == group["id"]]
    return "\n".join(parts)


# --- The checks -----------------------------------------------------------------------------------


def check_terms(glossary):
    """Every term is whole, and nothing is defined twice."""
    groups = [group["id"] for group in glossary["groups"]]
    seen = set()
    for term in glossary["terms"]:
        where = f"{SOURCE}: {term.get('id', '?')}"
        for field in ("name", "sentence", "screen"):
            if not term.get(field, {}).get(LANGUAGE):
                yield f"{where}: {field}.{LANGUAGE} is missing"
        if not term["sentence"][LANGUAGE].endswith("."):
            yield f"{where}: the sentence does not end with a full stop"
        if term["group"] not in groups:
            yield f"{where}: there is no group {term['group']}"
        names = [("id", term["id"]), ("name", term["name"][LANGUAGE].lower())]
        names += [("stage", name) for name in term.get("stages", [])]
        names += [("tensor", name) for name in term.get("tensors", [])]
        for name in names:
            if name in seen:
                yield f"{where}: the {name[0]} {name[1]} is there twice"
            seen.add(name)


def names_in_tables():
    """The stages and tensors of the program, by their names in files."""
    names = {"stages": [], "tensors": []}
    row = re.compile(r'^\s*\{(?:\.stage = )?\s*(\w+)::\w+,\s*(?:\.name = )?"([a-z_0-9]+)"', re.MULTILINE)
    for file in sorted((ROOT / "core/model").glob("*.cpp")):
        for table, name in row.findall(file.read_text("utf-8")):
            if table in ("S", "Stage"):
                names["stages"].append(name)
            elif table in ("Id", "TensorId"):
                names["tensors"].append(name)
    return names


def check_tables(glossary):
    """Every stage and tensor has a term, and every term names things that exist."""
    for kind, names in names_in_tables().items():
        explained = {name for term in glossary["terms"] for name in term.get(kind, [])}
        if not names:
            yield f"core/model: no {kind} found; has the form of their table changed?"
        for name in sorted(set(names) - explained):
            yield f"{SOURCE}: {name} in {kind} of the program has no term"
        for name in sorted(explained - set(names)):
            yield f"{SOURCE}: {name} is not in {kind} of the program"


def texts():
    """(path, line number, text) of everything that a person reads: documents and strings."""
    documents = ["README.md", "CONTRIBUTING.md", "docs/**/*.md", "tools/**/*.md", "tests/**/*.md"]
    for file in sorted(file for pattern in documents for file in ROOT.glob(pattern)):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield file, number, line
    for folder in ("app", "core"):
        for file in sorted((ROOT / folder).rglob("*.cpp")):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if not line.lstrip().startswith("#include"):
                    for string in re.findall(r'"((?:\\.|[^"\\])*)"', line):
                        if not re.fullmatch(r"[a-z_]*", string):  # a key of a file
                            yield file, number, string


def check_words(glossary):
    """Nothing that a person reads uses a word that the glossary avoids."""
    instead = {}
    for term in glossary["terms"]:
        for word in term.get("avoid", {}).get(LANGUAGE, []):
            instead[word.lower()] = term["name"][LANGUAGE]
    avoided = re.compile(rf"\b({'|'.join(map(re.escape, instead))})\b", re.IGNORECASE)
    for file, number, text in texts():
        for word in avoided.findall(text):
            path = file.relative_to(ROOT)
            yield f"{path}:{number}: \"{word}\": the glossary says \"{instead[word.lower()]}\""


def complaints(glossary):
    yield from check_terms(glossary)
    yield from check_tables(glossary)
    yield from check_words(glossary)
    if (ROOT / PAGE).read_text("utf-8") != page(glossary):
        yield f"{PAGE}:1: is not what {SOURCE} makes; run tools/glossary.py"


def main(arguments):
    glossary = tomllib.loads((ROOT / SOURCE).read_text("utf-8"))
    if arguments == ["--check"]:
        found = list(complaints(glossary))
        print("\n".join(found) or "The glossary is whole, and its words are used.")
        return 1 if found else 0
    (ROOT / PAGE).write_text(page(glossary), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
