"""Monte Carlo tree search from a state, by the player of the library."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._library import (Error, Limits, MoveValueStruct, SearchSettings,
                       interruptible, library, limits_of)
from ._state import NO_MOVE, State


@dataclass(frozen=True)
class MoveValue:
    """An action: in how many playouts it was made, the mean goal value of the
    player in them, and what it gets at least and at most, for certain."""

    action: int
    visits: int
    value: float
    least: int
    most: int


@dataclass(frozen=True)
class SearchResult:
    """`best` is the best action; `is_certain`: its value is proved."""

    best: int
    values: tuple[MoveValue, ...]
    is_certain: bool


def search(state: State, *, seconds: Optional[float] = None,
           playouts: Optional[int] = None, player: Optional[int] = None,
           threads: int = 1, seed: int = 1, exploration: float = 0.5,
           memory: int = 256) -> SearchResult:
    """Which action of PLAYER, by default the one that acts, is best in STATE,
    by Monte Carlo tree search for so many SECONDS or PLAYOUTS, whichever ends
    first; by default one second. By playouts alone the answer depends on the
    seed only. The tree has at most `memory` megabytes. The position counts as
    known, also where the rules hide it."""
    game, engine, role = state._game, state._engine, state._role(player)
    if state.is_terminal():
        raise ValueError("the game is over")
    if seconds is None and playouts is None:
        seconds = 1
    for number, least in ((playouts, 1), (threads, 1), (seed, 0), (memory, 1)):
        if number is not None and not least <= int(number) < 1 << 63:
            raise ValueError("a number is out of range")
    if seconds is not None and not 0 < seconds < 1e9:
        raise ValueError("seconds are a number above 0")
    settings = SearchSettings(
        role=role, threads=threads, megabytes=memory, exploration=exploration,
        seed=seed, zero_sum=len(game.roles) == 2 and game._is_zero_sum)

    def run(limits: Limits) -> SearchResult:
        handle = library.search_new(engine.cursor, settings)
        if not handle:
            raise Error("the state cannot be searched")
        try:
            library.search_set(handle, state._position, 1, None, 0)
            is_certain = library.search_run(handle, limits, playouts or 0)
            count = library.search_values(handle, None, 0)
            values = (MoveValueStruct * count)()
            library.search_values(handle, values, count)
            best = library.search_best(handle)
        finally:
            library.search_free(handle)
        if best == NO_MOVE:
            raise Error(state._why())
        return SearchResult(best, tuple(
            MoveValue(v.move, v.visits, v.value, v.least, v.most)
            for v in values), is_certain)

    with game._lock:
        return interruptible(run, limits_of(seconds))
