"""zermelo: read, prove, solve and play games described in GDL.

    >>> import zermelo
    >>> game = zermelo.load("connectfour.kif")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> print(state)

`doc/python.md` tells all of it.
"""
from ._answer import Answer
from ._batch import Batch
from ._game import (Change, Diagnostic, Game, GameType, load, loads, recheck)
from ._library import Error, version
from ._search import MoveValue, SearchResult, search
from ._state import CHANCE, SIMULTANEOUS, TERMINAL, State

__version__ = version
__all__ = ["Answer", "Batch", "CHANCE", "Change", "Diagnostic", "Error",
           "Game", "GameType", "MoveValue", "SIMULTANEOUS", "SearchResult",
           "State", "TERMINAL", "load", "loads", "recheck", "search", "version"]
