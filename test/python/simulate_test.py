"""Random simulation tests in the manner of OpenSpiel's, over many games.

    simulate_test.py [--proofs SECONDS] FILE...

The last line is "N passed, N failed".

Plays each game at random through the Python interface and compares every
state with the plain interpreter (`zermelo_play_*`, by features and legal
moves of a replay), clones, serializes, and asks every function.
"""
from __future__ import annotations

import random
import sys
from typing import Any

import zermelo
import zermelo._game
from zermelo._library import library

MAX_STEPS = 60


def expect(holds: object, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def refuses(call: Any, *arguments: Any) -> bool:
    try:
        call(*arguments)
    except (ValueError, TypeError, zermelo.Error):
        return True
    return False


def check_state(game: zermelo.Game, state: zermelo.State,
                rng: random.Random) -> None:
    copy = state.clone()
    expect(copy == state, "a clone is equal")
    again = game.deserialize_state(state.serialize())
    expect(again == state, "a serialized state comes back")
    expect(again.features() == state.features(), "with its features")
    if game._engine.net:
        expect(again.legal_actions_mask(0) == state.legal_actions_mask(0),
               "and its legal actions")
    else:
        expect(refuses(state.legal_actions_mask, 0), "not all moves are known")
    for player in range(game.num_players()):
        actions = state.legal_actions(player)
        expect(len(set(actions)) == len(actions), "actions differ")
        for action in rng.sample(actions, min(len(actions), 50)):
            name = state.action_to_string(player, action)
            expect(state.string_to_action(player, name) == action,
                   "a name means its action")
        expect(isinstance(state.information_state_string(player), str),
               "information states have a text")
    expect(refuses(state.apply_action, 10**9), "no such action")
    expect(refuses(state.apply_action, -1), "no such action")
    expect(refuses(state.legal_actions, 99), "no such player")
    expect(copy == state, "what was refused changes nothing")


def step(state: zermelo.State, rng: random.Random) -> None:
    if state.is_simultaneous_node():
        players = len(state._engine.players)
        state.apply_actions([rng.choice(state.legal_actions(player))
                             for player in range(players)])
        return
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        expect(abs(sum(p for _, p in outcomes) - 1) < 1e-9,
               "probabilities add up to 1")
        state.apply_action(rng.choice(outcomes)[0])
        return
    expect(0 <= state.current_player(), "somebody acts")
    state.apply_action(rng.choice(state.legal_actions()))


class Refused(Exception):
    """The game cannot be played at all, and the library says why."""


def begin(path: str) -> zermelo.Game:
    try:
        game = zermelo.load(path)
        game.get_type()
    except zermelo.Error as reason:
        raise Refused(reason) from None
    return game


def check_game(path: str) -> None:
    game, rng = begin(path), random.Random(1)
    kind = game.get_type()
    expect(kind.dynamics in ("sequential", "simultaneous"), "dynamics")
    state = game.new_initial_state()
    expect(state._replay(lambda play: 0) == [], "nothing was played")
    expect(sorted(state.features()) == sorted(state._initial_features()),
           "the first position is that of the interpreter")
    while not state.is_terminal() and state.move_number() < MAX_STEPS:
        if rng.random() < 0.3:
            check_state(game, state, rng)
        before = state.clone()
        if not any(state.legal_actions(p)
                   for p in range(game.num_players())) and \
                not state.is_chance_node():
            break  # not playable: nobody can move
        step(state, rng)
        expect(before != state, "a step changes the state, not its clone")
    check_state(game, state, rng)
    features = state._replay(lambda play: sorted(
        library.play_feature(play, i).decode()
        for i in range(
            library.play_feature_count(play))))
    if features:
        expect(features[-1] == sorted(state.features()),
               "the interpreter has the same position")
    if state.is_terminal():
        try:
            expect(len(state.returns()) == game.num_players(), "returns")
        except zermelo.Error:
            pass  # the rules give no value, or several
        expect(refuses(state.apply_action, 0), "it is over")
        expect(state.legal_actions() == [], "no actions at the end")


def main() -> int:
    passed = failed = 0
    paths = sys.argv[1:]
    if paths[0] == "--proofs":
        zermelo._game.PROOF_SECONDS = float(paths[1])
        paths = paths[2:]
    for path in paths:
        try:
            check_game(path)
            passed += 1
        except Refused as reason:
            print(f"SKIPPED {path}: {reason}")
        except Exception as reason:
            failed += 1
            print(f"{path}: {type(reason).__name__}: {reason}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
