"""examples.py PAGE - runs the Python in a page of the manual, in order

A comment `#=` says what has been printed since the one before. Blocks marked
`python numpy` are left out where numpy is not there. Ends with "N passed, N
failed".
"""
from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import sys


def main(page: str) -> int:
    passed = failed = 0
    names: dict[str, object] = {}
    has_numpy = importlib.util.find_spec("numpy") is not None
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```python( numpy)?\n(.*?)^```", file.read(),
                            re.M | re.S)
    for needs_numpy, block in blocks:
        if needs_numpy and not has_numpy:
            print("SKIPPED a block of", page + ": numpy is not there")
            continue
        said = io.StringIO()
        expected = re.findall(r"^#= (.*)$", block, re.M)
        with contextlib.redirect_stdout(said):
            exec(compile(block, page, "exec"), names)
        printed = said.getvalue().splitlines()
        if printed == expected:
            passed += 1
        else:
            failed += 1
            print("printed", printed, "expected", expected, sep="\n  ")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or not passed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
