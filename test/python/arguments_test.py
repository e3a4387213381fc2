"""Every public function with wrong arguments: an exception, never a crash.

Each call may succeed or raise; what counts is that the process lives on, and
that the game answers as before. Ends with "N passed, N failed".
"""
from __future__ import annotations

import inspect
import itertools
import sys
from typing import Any

import zermelo

WRONG: list[Any] = [None, -1, 10**30, 3.5, float("nan"), "", "((", "\x00",
                    "x" * 10000, b"x", [], [None], [-1, 10**12], {}, object()]


def public_methods(value: Any) -> list[str]:
    return [name for name in dir(value)
            if not name.startswith("_")
            and callable(inspect.getattr_static(value, name))]


def attempt(function: Any, *arguments: Any) -> None:
    try:
        function(*arguments)
    except Exception:
        pass


def main(path: str) -> int:
    game = zermelo.load(path)
    state = game.new_initial_state()
    subjects: list[Any] = [game, state]
    try:
        subjects.append(game.batch(3))
    except zermelo.Error:
        print("SKIPPED batches: numpy is not there")
    calls = 0
    for subject in subjects:
        for name in public_methods(subject):
            for count in (1, 2):
                for arguments in itertools.islice(
                        itertools.product(WRONG, repeat=count), 40):
                    if name in ("verify", "prove", "solve", "simulate",
                                "know", "perft"):
                        arguments = arguments[:1]
                    attempt(getattr(subject, name), *arguments)
                    calls += 1
    for function in (zermelo.load, zermelo.loads, zermelo.recheck):
        for wrong in WRONG:
            attempt(function, wrong)
            attempt(function, wrong, wrong)
            calls += 2
    limits = {"playouts": 10}
    for wrong in WRONG:
        attempt(lambda: zermelo.search(wrong, **limits))
        for key in ("seconds", "playouts", "player", "threads", "seed",
                    "exploration", "memory"):
            attempt(lambda: zermelo.search(state, **{**limits, key: wrong}))
            calls += 1
    again = zermelo.load(path).new_initial_state()
    is_same = again.legal_actions() == \
        game.new_initial_state().legal_actions()
    print(f"{calls if is_same else 0} passed, {0 if is_same else 1} failed")
    return not is_same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
