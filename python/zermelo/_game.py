"""A game: its text, questions about it, and states."""
from __future__ import annotations

import json
import os
import threading
import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable, Optional, Sequence, Union

from ._answer import Answer, wrap
from ._batch import Batch
from ._library import (NO_REPORT, REPORT, Error, Limits, answer_of, interruptible,
                       library, limits_of, reason)
from ._state import Engine, State

SYNTAXES = {None: 0, "kif": 1, "infix": 2}
PROOF_SECONDS = 10.0


@dataclass(frozen=True)
class Change:
    """TEXT instead of what stands between the two places."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """What `zermelo check` reports. Lines and columns count from 1, in
    characters; the end is exclusive."""

    severity: str
    rule: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    assumed: Optional[str]
    fix: Optional[tuple[Change, ...]]

    @classmethod
    def of(cls, keys: dict[str, Any]) -> "Diagnostic":
        fix: Any = keys["fix"]
        fix = fix and tuple(Change(**change) for change in fix)
        return cls(**{**keys, "fix": fix})

    def __str__(self) -> str:
        return (f"{self.line}:{self.column}: {self.severity}: {self.message} "
                f"[{self.rule}]")


@dataclass(frozen=True)
class GameType:
    """As OpenSpiel describes games, from proofs: `unknown` where nothing is
    proved. A game whose dynamics are unknown is played as `simultaneous`."""

    dynamics: str  # "sequential", "simultaneous"
    chance_mode: str  # "deterministic", "explicit_stochastic"
    information: str  # "perfect_information", "imperfect_information"
    utility: str  # "zero_sum", "constant_sum", "general_sum", "unknown"


def _options(keys: dict[str, Any]) -> bytes:
    """Keyword arguments as options: percepts_only becomes percepts-only."""
    return json.dumps({name.replace("_", "-"): value
                       for name, value in keys.items()
                       if value is not None}).encode()


class Game:
    """Rules that were read; made by `load` and `loads`.

    A game belongs to one thread at a time: its methods, and those of its
    states, wait for each other."""

    def __init__(self, handle: int, name: str) -> None:
        self._lock = threading.RLock()
        self._handle = handle
        self._close = weakref.finalize(self, library.free, handle)
        self.name = name
        stopped = library.read_stopped(handle)
        if stopped:
            raise Error(stopped.decode(), "limit")

    def __repr__(self) -> str:
        return f"<zermelo game {self.name}, roles {', '.join(self.roles)}>"

    # ---- what was read ----

    @cached_property
    def roles(self) -> list[str]:
        return [library.role(self._handle, i).decode()
                for i in range(library.role_count(self._handle))]

    @property
    def valid(self) -> bool:
        return bool(library.valid(self._handle))

    @property
    def usable(self) -> bool:
        return bool(library.usable(self._handle))

    @property
    def language(self) -> str:
        return str(library.language(self._handle).decode())

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        return [Diagnostic.of(keys)
                for keys in self._ask("check", {})["diagnostics"]]

    def print(self, to: Optional[str] = None) -> str:
        """The rules, formatted, in the syntax `to`: kif or infix."""
        if to not in SYNTAXES:
            raise ValueError("a syntax is kif or infix")
        with self._lock:
            return library.text(library.print(self._handle,
                                              SYNTAXES[to])) or ""

    # ---- questions ----

    def _ask(self, question: str, options: dict[str, Any],
             report: Optional[Callable[[Any], None]] = None) -> Any:
        function = getattr(library, question + "_json")
        limits, text = limits_of(options.get("time")), _options(options)
        faults: list[BaseException] = []

        def on_report(_: Any, json_text: bytes) -> None:
            try:
                if report:
                    report(wrap(json.loads(json_text)))
            except BaseException as fault:  # ends the call
                faults.append(fault)
                limits.cancelled.contents.value = 1

        if report is not None and not callable(report):
            raise TypeError("report is a function")
        callback = REPORT(on_report)
        with self._lock:
            if report:
                library.on_report(self._handle, callback, None)
            try:
                answer = interruptible(
                    lambda limits: library.text(
                        function(self._handle, text, limits)), limits)
            finally:
                if report:
                    library.on_report(self._handle, NO_REPORT, None)
        if faults:
            raise faults[0]
        return answer_of(answer)

    def check(self, **options: Any) -> Answer:
        """Whether the rules are valid: `zermelo check`."""
        return Answer(self._ask("check", options))

    def info(self, **options: Any) -> Answer:
        """Roles, features, moves, domains, boards: `zermelo info`."""
        return Answer(self._ask("info", options))

    def perft(self, depth: int, **options: Any) -> Answer:
        """Numbers of plays and positions by depth: `zermelo perft`."""
        return Answer(self._ask("perft", {"depth": depth, **options}))

    def simulate(self, playouts: Optional[int] = None,
                 **options: Any) -> Answer:
        """Random playouts: `zermelo simulate`."""
        return Answer(self._ask("simulate", {"playouts": playouts, **options}))

    def prove(self, *formulas: str,
              report: Optional[Callable[[Any], None]] = None,
              **options: Any) -> Answer:
        """Whether formulas hold in every reachable position: `zermelo prove`.
        Without formula or family: all families."""
        if formulas:
            options["formula"] = list(formulas)
        return Answer(self._ask("prove", options, report))

    def verify(self, **options: Any) -> Answer:
        """Whether the game is well-formed: `zermelo verify`."""
        return Answer(self._ask("verify", options))

    def solve(self, report: Optional[Callable[[Any], None]] = None,
              **options: Any) -> Answer:
        """The best plan: `zermelo solve`."""
        if "from_" in options:
            options["from"] = options.pop("from_")
        return Answer(self._ask("solve", options, report))

    def know(self, role: str, **options: Any) -> Answer:
        """What ROLE can know: `zermelo know`."""
        return Answer(self._ask("know", {"role": role, **options}))

    def asp(self, program: str, **options: Any) -> str:
        """An answer set program, as clingo reads it: `zermelo asp`."""
        return str(self._ask("asp", {"program": program, **options})["text"])

    # ---- boards ----

    @cached_property
    def _board(self) -> int:
        handle = library.board_new(self._handle, None)
        if not handle:
            raise Error("there is no layout for this game")
        weakref.finalize(self, library.board_free, handle)
        return int(handle)

    @cached_property
    def board(self) -> Answer:
        """How positions are drawn: boards, axes, contents, what is beside."""
        with self._lock:
            return Answer(answer_of(library.text(
                library.board_json(self._board))))

    # ---- states, in the shape of OpenSpiel ----

    @cached_property
    def _engine(self) -> Engine:
        if not self.usable:
            raise Error("these rules cannot be used: see diagnostics", "rules")
        with self._lock:
            return Engine(self, self._handle, self.roles)

    @cached_property
    def players(self) -> list[str]:
        """The roles other than random; player i is players[i]."""
        return [self.roles[role] for role in self._engine.players]

    def _is_proved(self, family: str) -> bool:
        results = self.prove(family=[family], time=PROOF_SECONDS).results
        return bool(results) and all(r.verdict == "proved" for r in results)

    @cached_property
    def _is_sequential(self) -> bool:
        return len(self.roles) == 1 or self._is_proved("turn-taking")

    @cached_property
    def _is_zero_sum(self) -> bool:
        return self._is_proved("zero-sum")

    def get_type(self) -> GameType:
        engine = self._engine
        is_sum = len(engine.players) > 1 and self._is_zero_sum
        return GameType(
            "sequential" if self._is_sequential else "simultaneous",
            "deterministic" if engine.random_role is None
            else "explicit_stochastic",
            "perfect_information" if self.language == "GDL"
            else "imperfect_information",
            "constant_sum" if is_sum else
            "general_sum" if len(engine.players) == 1 else "unknown")

    def num_players(self) -> int:
        return len(self._engine.players)

    def num_distinct_actions(self) -> int:
        """Actions are numbers of moves, of each role from 0 on. An Error if the
        game cannot be grounded: then nobody knows all moves."""
        if not self._engine.net:
            raise Error("the game cannot be grounded", "ground")
        return max((len(moves) for moves in self._engine.move_names),
                   default=0)

    @cached_property
    def _bound(self) -> Optional[int]:
        for result in self.verify(time=PROOF_SECONDS).results:
            if result.property == "terminating":
                return result.bound if result.verdict == "proved" else None
        return None

    def max_game_length(self) -> int:
        """A proved bound of the steps of a play; an Error if there is none."""
        if self._bound is None:
            raise Error("no bound of the length of a play is proved")
        return self._bound

    def min_utility(self) -> float:
        return self._engine.extreme_goal(library.cursor_least_goal, min)

    def max_utility(self) -> float:
        return self._engine.extreme_goal(library.cursor_most_goal, max)

    def new_initial_state(self) -> State:
        return State(self)

    def deserialize_state(self, text: str) -> State:
        return State.deserialize(self, text)

    def states(self, moves: Sequence[Union[Answer, dict[str, str]]]
               ) -> list[State]:
        """The states along a play as answers have it: joint moves, each an
        object role -> move."""
        state, states = State(self), []
        states.append(state)
        for move in moves:
            state = state.after([move[role] for role in self.roles])
            states.append(state)
        return states

    def batch(self, count: int) -> "Batch":
        """COUNT positions that are stepped together; needs numpy."""
        return Batch(self, count)


def _load(read: Callable[[Any, Limits], int], name: str,
          memory: Optional[int], time: Optional[float]) -> Game:
    limits = limits_of(time, memory)
    return Game(reason(lambda why: read(why, limits)), name)


def load(path: Union[str, "os.PathLike[str]"], syntax: Optional[str] = None,
         *, memory: Optional[int] = None,
         time: Optional[float] = None) -> Game:
    """Reads the rules in a file. `memory`, in megabytes, is for the game and
    all that is made from it; `time`, in seconds, for reading it."""
    if syntax not in SYNTAXES:
        raise ValueError("a syntax is kif or infix")
    name = os.fspath(path)
    return _load(lambda why, limits: int(library.read_file(
        os.fsencode(name), SYNTAXES[syntax], limits, why) or 0),
        name, memory, time)


def loads(text: str, name: str = "text", syntax: Optional[str] = None, *,
          memory: Optional[int] = None, time: Optional[float] = None) -> Game:
    """The same for a string; `name` is shown in diagnostics."""
    if syntax not in SYNTAXES:
        raise ValueError("a syntax is kif or infix")
    data = text.encode()
    return _load(lambda why, limits: int(library.read(
        name.encode(), data, len(data), SYNTAXES[syntax], limits) or 0),
        name, memory, time)


def recheck(path: Union[str, "os.PathLike[str]"], *,
            time: Optional[float] = None, **options: Any) -> Answer:
    """Checks what was saved at `path`: `zermelo recheck`."""
    where, text = os.fsencode(os.fspath(path)), _options(options)

    def ask(limits: Limits) -> Optional[str]:
        return library.text(library.recheck_json(where, text, limits,
                                                 NO_REPORT, None))
    return Answer(answer_of(interruptible(ask, limits_of(time))))
