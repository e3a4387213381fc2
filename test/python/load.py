"""load.py FILE... - memory and threads: GAMES=10000 loads more than 700 games

Games are loaded, played and freed in one process: its memory stays flat. While
a thread computes, others run; how much faster four are than one is printed, as
it depends on what else the machine does. Ends with "N passed, N failed".
"""
from __future__ import annotations

import gc
import os
import random
import sys
import threading
import time

import zermelo

COUNT = int(os.environ.get("GAMES", "700"))
WARM = 200  # games, after which memory is compared
ALLOWED = 8 << 20  # bytes more: pages that the kernel took away come back


def resident() -> int:
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def use(path: str, rng: random.Random) -> None:
    game = zermelo.load(path)
    assert game.diagnostics is not None
    state = game.new_initial_state()
    for _ in range(5):
        if state.is_terminal() or state.is_chance_node():
            break
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(player))
                                 for player in range(game.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    state.clone()
    game.simulate(10)


def memory_is_flat(paths: list[str]) -> bool:
    rng, before = random.Random(1), 0
    for number in range(COUNT):
        if number == WARM:
            before = resident()
        use(paths[number % len(paths)], rng)
    grown = resident() - before
    print(f"{COUNT} games: {before} bytes after {WARM}, then {grown} more")
    return grown < ALLOWED


def wall_time(path: str, threads: int, tasks: int) -> float:
    games = [zermelo.load(path) for _ in range(tasks)]

    def work(number: int) -> None:
        for game in games[number::threads]:
            game.simulate(300000, threads=1)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(threads)]
    begin = time.monotonic()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.monotonic() - begin


def others_run(path: str) -> bool:
    game, loops = zermelo.load(path), 0
    thread = threading.Thread(target=lambda: game.simulate(time=1))
    thread.start()
    while thread.is_alive():
        loops += 1
        time.sleep(0.001)
    one, four = wall_time(path, 1, 4), wall_time(path, 4, 4)
    print(f"four threads are {one / four:.2f} times as fast as one")
    return loops > 50


def main() -> int:
    paths = sys.argv[1:]
    results = [memory_is_flat(paths), others_run(paths[0])]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
