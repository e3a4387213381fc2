"""States of a play, in the shape that OpenSpiel has given them."""
from __future__ import annotations

import html
import json
import weakref
from ctypes import byref, c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Sequence

from ._library import Error, answer_of, library, limits_of, reason, strings

if TYPE_CHECKING:
    from ._game import Game

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
GROUND_SECONDS = 60.0
NO_MOVE = 2**32 - 1


class Engine:
    """What all states of a game share: a net, if the game can be grounded, a
    cursor, and room for its answers."""

    def __init__(self, game: "Game", handle: int, roles: list[str]) -> None:
        self.net = library.ground(handle, limits_of(GROUND_SECONDS), None)
        self.cursor = reason(lambda why: library.cursor_new(
            handle, self.net, None, why))
        if self.net:
            weakref.finalize(game, library.net_free, self.net)
        weakref.finalize(game, library.cursor_free, self.cursor)
        self.roles = range(len(roles))
        self.random_role = next(
            (role for role in self.roles
             if library.cursor_is_random(self.cursor, role)), None)
        self.players = [r for r in self.roles if r != self.random_role]
        self.position_type = c_uint64 * (library.cursor_size(self.cursor) // 8)
        self.counts = (c_uint32 * len(roles))()
        self.moves = (c_uint32 * len(roles))()
        names = answer_of(library.text(library.net_json(self.net))) \
            if self.net else {"features": [], "roles": [
                {"moves": [], "percepts": []} for _ in roles]}
        self.feature_names: list[str] = names["features"]
        self.move_names: list[list[str]] = [
            role["moves"] for role in names["roles"]]
        self.percept_names: list[list[str]] = [
            role["percepts"] for role in names["roles"]]
        self.legal = (c_uint32 * max(
            1, sum(map(len, self.move_names)) or 1 << 16))()

    def move_name(self, role: int, move: int) -> Optional[str]:
        names = self.move_names[role]
        if move < len(names):
            return names[move]
        return library.text(library.cursor_move(self.cursor, role, move, 2))

    def extreme_goal(self, function: Callable[[Any, int], int],
                     choose: Callable[[Iterable[int]], int]) -> float:
        return float(choose([function(self.cursor, role)
                             for role in self.players] or [0]))


class State:
    """A position and the way to it. `apply_action` changes it; `clone` makes
    another one. Actions are numbers of moves."""

    __slots__ = ("_game", "_engine", "_position", "_is_terminal", "_legal",
                 "_pending", "_turn", "_history", "_length")

    def __init__(self, game: "Game") -> None:
        self._game, self._engine = game, game._engine
        # The joint moves made, the last one first: (earlier ones, move)
        self._history: Optional[tuple[Any, tuple[int, ...]]] = None
        self._length = 0
        self._position = self._engine.position_type()
        library.cursor_initial(self._engine.cursor, self._position)
        self._go(None)

    # ---- steps ----

    def _go(self, joint: Optional[list[int]]) -> None:
        """Makes the joint move, if there is one, and looks around."""
        game, engine = self._game, self._engine
        position = self._position if joint is None else engine.position_type()
        with game._lock:
            if joint is not None:
                engine.moves[:] = joint  # type: ignore[assignment]
            status = library.cursor_step(
                engine.cursor, self._position,
                None if joint is None else engine.moves, position,
                engine.counts, engine.legal, len(engine.legal))
            if status < 0:
                raise Error(self._why())
            counts = engine.counts[:]
            if sum(counts) > len(engine.legal):  # only without a net
                engine.legal = (c_uint32 * (2 * sum(counts)))()
                status = library.cursor_step(
                    engine.cursor, position, None, position, engine.counts,
                    engine.legal, len(engine.legal))
                if status < 0:
                    raise Error(self._why())
            moves = engine.legal[:sum(counts)]
        legal, first = [], 0
        for count in counts:
            legal.append(moves[first:first + count])
            first += count
        if joint is not None:
            self._history = (self._history, tuple(joint))
            self._length += 1
        self._position, self._legal = position, legal
        self._is_terminal = status == 1
        self._pending: Optional[list[int]] = None
        self._turn = self._find_turn(counts)

    def _why(self) -> str:
        why = library.cursor_failure(self._engine.cursor)
        return str(why.decode() if why else
                   "the next position cannot be computed")

    def _find_turn(self, counts: Sequence[int]) -> int:
        """The role that acts, or one of the special numbers."""
        engine = self._engine
        if self._is_terminal:
            return TERMINAL
        if not self._game._is_sequential and engine.players:
            return SIMULTANEOUS
        for role, count in enumerate(counts):
            if count > 1:
                return CHANCE if role == engine.random_role else role
        return engine.players[0] if engine.players else CHANCE

    def current_player(self) -> int:
        """The player who acts; -1: chance, -2: all at once, -4: the end."""
        turn = self._turn
        return self._engine.players.index(turn) if turn >= 0 else turn

    def is_terminal(self) -> bool:
        return bool(self._is_terminal)

    def is_chance_node(self) -> bool:
        return self._turn == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self._turn == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self._turn >= 0

    def _role(self, player: Optional[int]) -> int:
        """The role of PLAYER, by default the one that acts."""
        players, random = self._engine.players, self._engine.random_role
        if player is None or player == self.current_player():
            if self._turn >= 0:
                return self._turn
            if self._turn == CHANCE and random is not None:
                return random
        if not isinstance(player, int) or not 0 <= player < len(players):
            raise ValueError("a player is a number from 0 to "
                             f"{len(players) - 1}")
        return players[player]

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if self._is_terminal and player is None:
            return []
        role = self._role(player)
        if self._turn not in (SIMULTANEOUS, role) and not (
                self._turn == CHANCE and role == self._engine.random_role):
            return []
        return list(self._legal[role])

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._turn != CHANCE:
            raise ValueError("this is no chance node")
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def apply_action(self, action: int) -> None:
        turn, legal = self._turn, self._legal
        if turn < 0:
            if turn != CHANCE:
                raise ValueError("the game is over" if turn == TERMINAL else
                                 "all players act here: apply_actions")
            role = self._role(None)
        else:
            role = turn
        if action not in legal[role]:
            raise ValueError(f"{action} is not legal here")
        joint = self._pending or [moves[0] if moves else NO_MOVE
                                  for moves in legal]
        joint[role] = action
        self._go(joint)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """One action of each player, where all act at once."""
        if self._turn != SIMULTANEOUS:
            raise ValueError("here not all players act: apply_action")
        players, random = self._engine.players, self._engine.random_role
        if len(actions) != len(players):
            raise ValueError(f"there are {len(players)} players")
        joint = [0] * len(self._legal)
        for role, action in zip(players, actions):
            if action not in self._legal[role]:
                raise ValueError(f"{action} is not legal here for "
                                 f"{self._game.roles[role]}")
            joint[role] = action
        if random is None:
            self._go(joint)
        elif len(self._legal[random]) > 1:
            self._pending, self._turn = joint, CHANCE
        else:
            joint[random] = self._legal[random][0]
            self._go(joint)

    def after(self, moves: Sequence[str]) -> "State":
        """The state after a joint move, a term for each role."""
        joint = [library.cursor_find(self._engine.cursor, role, move.encode())
                 for role, move in enumerate(moves)]
        for role, move in enumerate(joint):
            if move not in self._legal[role] or self._is_terminal:
                raise ValueError(f"{moves[role]} is not legal here")
        state = self.clone()
        state._go(joint)
        return state

    def clone(self) -> "State":
        copy = State.__new__(State)
        for name in State.__slots__:
            setattr(copy, name, getattr(self, name))
        copy._pending = self._pending and list(self._pending)
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> "State":
        return self.clone()

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    # ---- outcomes ----

    def returns(self) -> list[float]:
        """The goal value of each player at the end, before it 0. An Error if
        the rules give a player none, or several."""
        engine = self._engine
        if not self._is_terminal:
            return [0.0] * len(engine.players)
        with self._game._lock:
            library.cursor_set(engine.cursor, self._position)
            goals = [library.cursor_goal(engine.cursor, role)
                     for role in engine.players]
        if -1 in goals:
            raise Error("the rules give a role no value, or several")
        return [float(goal) for goal in goals]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    # ---- history ----

    def moves(self) -> list[list[str]]:
        """The joint moves made, as terms, by role."""
        steps, history = [], self._history
        while history:
            history, joint = history
            steps.append([self._engine.move_name(role, move) or ""
                          for role, move in enumerate(joint)])
        return steps[::-1]

    def move_number(self) -> int:
        return self._length

    def serialize(self) -> str:
        pending = self._pending
        names = None if pending is None else [
            self._engine.move_name(role, pending[role])
            for role in self._engine.players]
        return json.dumps({"moves": self.moves(), "pending": names})

    @classmethod
    def deserialize(cls, game: "Game", text: str) -> "State":
        try:
            keys = json.loads(text)
            steps, pending = keys["moves"], keys["pending"]
            state = cls(game)
            for step in steps:
                state = state.after(step)
            if pending:
                engine = game._engine
                state.apply_actions([
                    library.cursor_find(engine.cursor, role, move.encode())
                    for role, move in zip(engine.players, pending)])
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            raise ValueError("this is no serialized state") from None
        return state

    def action_to_string(self, player: int, action: Optional[int] = None
                         ) -> str:
        if action is None:
            player, action = self.current_player(), player
        random = self._engine.random_role
        if player == CHANCE and random is not None:
            role = random
        elif 0 <= player < len(self._engine.players):
            role = self._engine.players[player]
        else:
            raise ValueError("there is no such player")
        name = (self._engine.move_name(role, action)
                if 0 <= action < NO_MOVE else None)
        if name is None:
            raise ValueError("there is no such action")
        return name

    def string_to_action(self, player: int, move: str) -> int:
        action = int(library.cursor_find(self._engine.cursor,
                                         self._role(player), move.encode()))
        if action == NO_MOVE:
            raise ValueError(f"there is no move {move}")
        return action

    # ---- what players see ----

    def _replay(self, visit: Callable[[Any], Any]) -> list[Any]:
        """VISIT(play) after each step, played by the plain interpreter."""
        with self._game._lock:
            play = reason(lambda why: library.play_new(
                self._game._handle, None, why))
            try:
                seen = []
                for step in self.moves():
                    why = c_void_p()
                    if not library.play_moves(play, ", ".join(step).encode(),
                                              byref(why)):
                        raise Error(library.text(why.value) or "")
                    seen.append(visit(play))
                return seen
            finally:
                library.play_free(play)

    def _percepts(self, role: int) -> list[list[str]]:
        return self._replay(lambda play: [
            library.play_percept(play, role, i).decode()
            for i in range(library.play_percept_count(play, role))])

    def features(self) -> list[str]:
        """The features that hold, as terms."""
        engine = self._engine
        if engine.net:
            bits = int.from_bytes(bytes(self._position), "little")
            return [name for i, name in enumerate(self._engine.feature_names)
                    if bits >> i & 1]
        if not self._length:
            return self._initial_features()
        return list(self._replay(lambda play: [
            library.play_feature(play, i).decode()
            for i in range(library.play_feature_count(play))])[-1])

    def _initial_features(self) -> list[str]:
        with self._game._lock:
            play = reason(lambda why: library.play_new(
                self._game._handle, None, why))
            names = [library.play_feature(play, i).decode()
                     for i in range(library.play_feature_count(play))]
            library.play_free(play)
        return names

    def _has_all(self) -> bool:
        return self._game.language == "GDL"

    def observation_string(self, player: Optional[int] = None) -> str:
        """The position or, with hidden information, the last percepts."""
        role = self._role(player if player is not None else 0)
        if self._has_all():
            return " ".join(self.features())
        return ", ".join(self._percepts(role)[-1]) if self._length else ""

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """A number for each feature or, with hidden information, for each
        percept of the player in the last step."""
        role = self._role(player if player is not None else 0)
        if not self._engine.net:
            raise Error("the game cannot be grounded: there is no tensor")
        if self._has_all():
            bits = int.from_bytes(bytes(self._position), "little")
            return [float(bits >> i & 1)
                    for i in range(len(self._engine.feature_names))]
        seen = self._percepts(role)[-1] if self._length else []
        return self._percept_row(role, seen)

    def _percept_row(self, role: int, seen: Sequence[str]) -> list[float]:
        return [float(name in seen)
                for name in self._engine.percept_names[role]]

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that the player knows: the moves of all or, with hidden
        information, its own and what it perceived after each."""
        role = self._role(player if player is not None else 0)
        if self._has_all():
            return "; ".join(", ".join(step) for step in self.moves())
        return "; ".join(
            f"{step[role]} [{', '.join(percepts)}]"
            for step, percepts in zip(self.moves(), self._percepts(role)))

    def information_state_tensor(self, player: Optional[int] = None
                                 ) -> list[float]:
        """The same as numbers: for each step that a play can have at most a
        number for each move of each role or, with hidden information, for
        each move and each percept of the player."""
        bound, engine = self._game.max_game_length(), self._engine
        role = self._role(player if player is not None else 0)
        if not engine.net:
            raise Error("the game cannot be grounded: there is no tensor")
        shown = list(engine.roles) if self._has_all() else [role]
        rows, history = [], self._history
        while history:
            history, joint = history
            rows.append([float(joint[r] == move) for r in shown
                         for move in range(len(engine.move_names[r]))])
        rows.reverse()
        width = sum(len(engine.move_names[r]) for r in shown)
        if not self._has_all():
            for row, seen in zip(rows, self._percepts(role)):
                row.extend(self._percept_row(role, seen))
            width += len(engine.percept_names[role])
        rows += [[0.0] * width] * (bound - len(rows))
        return [number for row in rows for number in row]

    # ---- drawing ----

    def draw(self, width: int = 80, colour: bool = False) -> str:
        features = self.features()
        with self._game._lock:
            return library.text(library.board_step(
                self._game._board, strings(features), len(features),
                strings(features), len(features), width, colour)) or ""

    def picture(self) -> Any:
        """What stands where: see `zermelo_board_picture` in zermelo.h."""
        features = self.features()
        with self._game._lock:
            return answer_of(library.text(library.board_picture(
                self._game._board, strings(features), len(features))))

    def __str__(self) -> str:
        return self.draw()

    def _repr_html_(self) -> str:
        return ("<pre style='line-height: 1.2'>" + html.escape(self.draw())
                + "</pre>")

    def __repr__(self) -> str:
        return f"<state of {self._game.name} after {self._length} steps>"

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, State) and self._game is other._game
                and self._history == other._history
                and self._pending == other._pending)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        raise TypeError("states are sent by serialize and deserialize_state")
