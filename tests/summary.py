#!/usr/bin/env python3
"""Counts the results of ctest runs, a Catch2 case as one test.

    tests/summary.py RESULTS.xml…      what ctest --output-junit wrote, each in the folder of its build

Names what failed and what was skipped, then prints "N passed, N failed[, N skipped]"; exits with 1 if
anything failed.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def catch2_counts(output):
    """(passed, failed, skipped) as Catch2 counted them at the end of its output, or None."""
    skipped = len(re.findall(r"^SKIPPED: ", output, re.MULTILINE))
    fine = re.search(r"^All tests passed \(.* in (\d+) test cases?\)", output, re.MULTILINE)
    if fine:
        return int(fine[1]) - skipped, 0, skipped
    row = re.search(r"^test cases:\s*(\d+) \|(.*)$", output, re.MULTILINE)
    if row:
        failed = re.search(r"(\d+) failed", row[2])
        failed = int(failed[1]) if failed else 0
        return int(row[1]) - failed - skipped, failed, skipped
    return None


def main(files):
    passed = failed = skipped = 0
    for file in files:
        build = Path(file).parent.name
        for test in ElementTree.parse(file).getroot().iter("testcase"):
            output = test.findtext("system-out") or ""
            bad = test.get("status") == "fail"
            counts = catch2_counts(output) if test.get("name").startswith("files/") else None
            if counts is None:  # a script, or a program that ended early
                counts = (0, 1, 0) if bad else (1, 0, 0) if test.get("status") == "run" else (0, 0, 1)
            elif bad and counts[1] == 0:  # a leak found at the end, or a time-out
                counts = (counts[0], 1, counts[2])
            passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
            if bad:
                print(f"FAILED ({build}): {test.get('name')}")
            elif counts[2]:
                reasons = re.findall(r"^(?:SKIPPED|skipped|not tried): (.*)$", output, re.MULTILINE)
                print(f"skipped ({build}): {test.get('name')}: {'; '.join(reasons)}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
