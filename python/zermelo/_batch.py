"""Many positions of one game, stepped together, in arrays of numpy."""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Optional

from ._library import Error, library

if TYPE_CHECKING:
    from ._game import Game


class Batch:
    """Rows are positions. In a game of turns (proved) an action is a number
    of a move of the role that has the turn, chance included; otherwise there
    is a column of actions for each role. A position that has ended stays as
    it is until it is reset."""

    def __init__(self, game: "Game", count: int) -> None:
        try:
            import numpy
        except ImportError:
            raise Error("batches need numpy (python3-numpy)") from None
        engine = game._engine
        if not engine.net:
            raise Error("the game cannot be grounded: there are no batches")
        if not isinstance(count, int) or not 0 < count <= 1 << 20:
            raise ValueError("a batch has from 1 to 1048576 positions")
        self._game, self.count = game, count
        self._numpy: Any = numpy
        self._handle = library.batch_new(engine.net, count)
        if not self._handle:
            raise Error("out of memory", "memory")
        # It holds the game, whose net it needs, until it is freed.
        self._close = weakref.finalize(self, _free, self._handle, game)
        roles, width = len(game.roles), game.num_distinct_actions()
        self.sequential = game._is_sequential
        shape = (count, width) if self.sequential else (roles, count, width)
        self._legal = numpy.zeros(shape, numpy.bool_)
        self._roles = numpy.zeros(count, numpy.uint32)
        self._terminal = numpy.zeros(count, numpy.bool_)
        self._goals = numpy.zeros((count, roles), numpy.int32)
        self._width = width

    def _check(self, is_done: bool) -> None:
        if not is_done:
            raise ValueError("an argument is wrong")

    def legal_mask(self) -> Any:
        """A boolean for each action: [position, action] or, where several
        roles may act, [role, position, action]. The array is used again by
        the next call."""
        with self._game._lock:
            if self.sequential:
                self._check(library.batch_turns(
                    self._handle, self._width, self._roles.ctypes.data,
                    self._legal.ctypes.data))
            else:
                for role in range(len(self._game.roles)):
                    self._check(library.batch_legal(
                        self._handle, role, self._width,
                        self._legal[role].ctypes.data))
        return self._legal

    def turns(self) -> Any:
        """The role that has the turn in each position, as the last
        legal_mask found it."""
        return self._roles

    def step(self, actions: Any) -> None:
        """[position] or, where several roles may act, [position, role]. A
        ValueError, with nothing changed, if one is not legal; rows of
        positions that have ended are not looked at."""
        array = self._numpy.ascontiguousarray(actions, self._numpy.uint32)
        shape = ((self.count,) if self.sequential
                 else (self.count, len(self._game.roles)))
        if array.shape != shape:
            raise ValueError(f"actions have the shape {shape}")
        function = (library.batch_step_turns if self.sequential
                    else library.batch_step)
        with self._game._lock:
            is_done = function(self._handle, array.ctypes.data)
        if not is_done:
            raise ValueError("an action is not legal")

    def terminal(self) -> Any:
        with self._game._lock:
            self._check(library.batch_terminal(
                self._handle, self._terminal.ctypes.data))
        return self._terminal

    def goals(self) -> Any:
        """[position, role]: the value at the end, -1 before it."""
        with self._game._lock:
            self._check(library.batch_goals(self._handle,
                                            self._goals.ctypes.data))
        return self._goals

    def features(self) -> Any:
        """[position, feature]: 1 if it holds; a feature that no rule reads is
        0. The columns are those of observation_tensor."""
        width = len(self._game._engine.feature_names)
        array = self._numpy.zeros((self.count, width), self._numpy.uint8)
        with self._game._lock:
            self._check(library.batch_features(self._handle,
                                               array.ctypes.data))
        return array

    def reset(self, which: Optional[Any] = None) -> None:
        """Makes positions initial: all, or those for which WHICH is true."""
        data = None
        if which is not None:
            array = self._numpy.ascontiguousarray(which, self._numpy.bool_)
            if array.shape != (self.count,):
                raise ValueError(f"which has the shape {(self.count,)}")
            data = array.ctypes.data
        with self._game._lock:
            self._check(library.batch_reset(self._handle, data))


def _free(handle: int, game: "Game") -> None:
    with game._lock:
        library.batch_free(handle)
