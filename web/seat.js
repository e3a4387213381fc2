// seat.js - hidden information: a seat at a table, and what a role can know
//
// A seat's link has a table number and the secret of the seat, never moves.

import {el, panel, plural, short, verdict} from "./dom.js";
import {ask, post, stream, watch} from "./api.js";
import {besideTable, controls, formLegend, slider} from "./play.js";
import {pairView} from "./knowledge.js";
import {besideOf, boardsOf, docOf, noteAddress, openGame, splitSteps, stepsOfTrace} from "./games.js";
import {playBoard} from "./playboard.js";
import {pageButton} from "./save.js";

// ---- what is known ----

function roundsTable(rounds, isOver) {
  const rows = rounds.map(
    (round, n) => el(
      "tr", {}, el("td", {}, String(n + 1)), el("td", {class: "m"}, short(round.move, 60)),
      el("td", {class: "m"}, round.percepts.length ? short(round.percepts.join(" "), 400) : "–")
    )
  );
  if (!isOver)
    rows.push(el(
      "tr", {class: "now"}, el("td", {}, String(rounds.length + 1)), el("td", {}, "to choose"),
      el("td", {}, "–")
    ));
  return el(
    "table", {class: "rounds"},
    el(
      "thead", {},
      el("tr", {}, ["round", "does", "sees"].map((word) => el("th", {scope: "col"}, word)))
    ),
    el("tbody", {}, rows)
  );
}

const facts = (list) => el(
  "p", {class: "facts"}, list.length ? list.flatMap((one) => [el("span", {}, one), " "]) : "nothing"
);

function knownPanel(view) {
  if (view.unknown) return panel("Known", null, el("p", {class: "pad"}, view.unknown));
  return panel(
    "What you can know",
    view.limited ? "incomplete: a limit was reached" : null,
    el(
      "div", {class: "pad"},
      el(
        "p", {},
        verdict(
          view.legal_known ? "proved" : "unknown",
          view.legal_known ? "legal moves known" : "legal moves not known"
        )
      ),
      el("h2", {}, "must hold"), facts(view.features.must), el("h2", {}, "may hold"),
      facts(view.features.may)
    ),
  );
}

// The board as a role knows it: what must hold solid, what may hold dashed.
function knownBoard(layout, view, made) {
  if (!layout || !layout.boards.length) return null;
  const full = !view.features || Array.isArray(view.features);  // nothing is hidden
  const position = {boards: boardsOf(layout, full ? view.picture : view.must_picture), last: []};
  const board = playBoard(layout, position, {
    moves: made ? view.moves : [],
    effects: full ? view.effects : undefined,
    made,
    may: full ? null : boardsOf(layout, view.may_picture),
    label: "what is known"
  });
  return el("div", {}, board.element, el("p", {class: "legend"}, formLegend(layout), !full && [
              el("span", {}, el("i", {class: "key must"}), "must hold"),
              el("span", {}, el("i", {class: "key maybe"}), "may hold")
            ]));
}

const featuresOf = (view) =>
  (Array.isArray(view.features) ? view.features :
     view.features              ? view.features.must :
                                  []);

const knownBeside = (layout, view) =>
  besideTable({layout, beside: besideOf(view.picture || view.must_picture)}, featuresOf(view));

// ---- a seat ----

export async function seatView(place, fields, signal, frame) {
  const seat = {table: Number(fields.table), secret: fields.secret};
  let layout = null;
  const wrong = el("div", {});
  const body = el("div", {class: "know"});
  const title = el("h1", {}, "A seat");
  const state = el("span", {class: "q", role: "status"});
  place.append(el("div", {class: "row"}, title, state), wrong, body);

  async function made(move) {
    wrong.replaceChildren();
    try {
      await post("/api/seat", {...seat, move}, signal);  // what comes of it is watched
    } catch (error) {
      if (error.name !== "AbortError")
        wrong.replaceChildren(el("p", {class: "note bad", role: "alert"}, error.message));
    }
  }

  function draw(view) {
    if (view.layout) layout = view.layout;
    const own = view.roles ? view.roles.find((one) => one.role === view.seat) : view;
    const moves = view.terminal || view.choice ? [] : own.moves;
    const known = {...view, moves};
    title.textContent = "You are " + short(view.seat, 60);
    state.textContent = view.fault ? view.fault.message :
      view.terminal ? `The game is over: you have ${own.goals.join(" and ") || "no value"}.` :
      view.choice && own.moves.length > 1 ? "You have chosen; waiting for the others." :
      moves.length > 1                    ? "Your move." :
                                            "Waiting.";
    const buttons = moves.map(
      (move) => el(
        "button", {class: "btn move", type: "button", "data-move": move, click: () => made(move)},
        short(move, 60)
      )
    );
    body.replaceChildren(
      el(
        "section", {class: "table", "aria-label": "board"},
        knownBoard(layout, known, moves.length ? made : null), layout && knownBeside(layout, view),
        !layout?.boards.length && facts(featuresOf(view)),
        el("div", {class: "choices", role: "group", "aria-label": "your moves"}, buttons)
      ),
      el(
        "div", {class: "side"},
        view.rounds && panel("What you did and saw", null, roundsTable(view.rounds, view.terminal)),
        view.rounds && knownPanel(view),
        panel(
          "Seats", "table " + view.table,
          el(
            "ul", {class: "pad"},
            view.seats.map(
              (one) => el(
                "li", {}, el("b", {}, short(one.role, 40)), " ",
                one.role === view.seat  ? "you" :
                  one.role === "random" ? "chance" :
                                          one.kind
              )
            )
          )
        )
      ),
    );
    frame.announce(state.textContent);
  }

  const watching = watch(seat, draw, signal);
  watching.then(
    () => !signal.aborted && (state.textContent = "The program does not answer any more."),
    (error) => error.name !== "AbortError" && !signal.aborted &&
      wrong.replaceChildren(el("p", {class: "note bad", role: "alert"}, error.message)),
  );
  return {};
}

// ---- what a role can know in one match ----

const REFEREE = "referee";

// A match at random, as a list of steps.
async function randomMatch(game, seed, signal) {
  const steps = [];
  for (;;) {
    const position = await ask(game, {ask: "position", moves: steps.join(";")}, signal);
    if (position.terminal || steps.length >= 200) return steps;
    const moves = [];
    for (const role of position.roles) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      moves.push(role.moves[Math.floor(seed / 65536) % role.moves.length]);
    }
    steps.push(moves.join(","));
  }
}

// Two plays that the role could not tell apart, as `know` finds them.
async function pairOf(game, role, signal) {
  const answer =
    await stream(game, {ask: "know", options: {role, matches: 100}, seconds: 20}, null, signal);
  const histories = answer.first && answer.first.histories;
  const words =
    [
      [answer.legal, "its legal moves"],
      [answer.terminal, "the end"],
      [answer.goal, "its payoff"],
    ]
      .map(
        ([known, what]) => el(
          "p", {},
          verdict(
            known             ? "proved" :
              known === false ? "refuted" :
                                "unknown",
            known             ? "known" :
              known === false ? "not known" :
                                "not asked"
          ),
          " ", what
        )
      );
  const summary = panel(
    `In ${plural(answer.matches, "match").replace("matchs", "matches")} at random`, null,
    el("div", {class: "pad"}, words)
  );
  if (!histories || histories.length < 2) return [summary];
  const traces = await Promise.all(histories.map(
    (history) =>
      ask(game, {ask: "trace", moves: stepsOfTrace(game.roles, history).join(";")}, signal)
  ));
  const pair = pairView(docOf(game, traces), {plays: [0, 1], role, what: answer.first.what});
  pair.show(pair.count - 1);
  return [summary, pair.element];
}

export async function knowView(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  const roles = game.roles.filter((role) => role !== "random");
  if (game.language !== "GDL-II") {
    place.append(
      el("h1", {}, "Knowledge"),
      el("p", {}, "In this game everybody sees all moves: nothing is hidden.")
    );
    return {};
  }
  const tabNames = [...roles, REFEREE];
  let role = tabNames.includes(fields.role) ? fields.role : roles[0];
  let seed = Number(fields.seed) || 1;
  let steps = fields.moves ? splitSteps(fields.moves) : await randomMatch(game, seed, signal);
  const title = el("h1", {});
  const body = el("div", {class: "know"});
  const pairs = el(
    "div", {class: "side"}, el("p", {class: "q"}, "looking for plays that cannot be told apart")
  );
  const tabs = el(
    "span", {class: "seg", role: "group", "aria-label": "role"},
    tabNames.map(
      (name) => el("button", {type: "button", click: () => ((role = name), all())}, short(name, 30))
    )
  );
  const model = {
    count: steps.length + 1,
    position: Math.min(Number(fields.at ?? steps.length), steps.length),
    word: "round",
    show
  };
  let ctl = null;
  async function show(n) {
    model.position = Math.max(0, Math.min(model.count - 1, n));
    noteAddress("know", {game: game.id, role, seed, at: model.position});
    const at = model.position;
    const isReferee = role === REFEREE;
    const view = await ask(
      game, {ask: isReferee ? "position" : "seat", role, moves: steps.slice(0, at).join(";")},
      signal
    );
    if (at !== model.position) return;
    title.textContent =
      isReferee ? "All that happens: no player sees this" : `What ${short(role, 40)} can know`;
    [...tabs.children].forEach(
      (one, i) => one.setAttribute("aria-pressed", String(tabNames[i] === role))
    );
    const bar = slider(model);
    ctl = controls(model);
    body.replaceChildren(
      el(
        "section", {class: "table", "aria-label": "board"},
        knownBoard(game.layout, {...view, moves: []}, null), knownBeside(game.layout, view),
        ctl.element, bar.element
      ),
      el(
        "div", {class: "side"},
        isReferee ?
          panel(
            "Moves", game.roles.join(", "),
            el(
              "ol", {class: "moves"},
              view.made.map(
                (step, n) => el(
                  "li", {}, el("i", {}, String(n + 1)), el("span", {}, short(step.join(", "), 120))
                )
              )
            )
          ) :
          [panel("Percepts", null, roundsTable(view.rounds, view.terminal)), knownPanel(view)]
      )
    );
    ctl.update();
    bar.update();
  }
  async function all() {
    if (role !== REFEREE)
      pairOf(game, role, signal)
        .then(
          (made) => pairs.replaceChildren(...made),
          (error) => error.name !== "AbortError" &&
            pairs.replaceChildren(el("p", {class: "q"}, error.message))
        );
    await show(model.position);
  }
  async function another() {
    seed = Math.floor(Math.random() * 1e6) + 1;
    steps = await randomMatch(game, seed, signal);
    model.count = steps.length + 1;
    await show(steps.length);
  }
  place.append(
    el(
      "div", {class: "row"}, title, tabs,
      el("button", {class: "btn end", type: "button", click: another}, "Another match"),
      pageButton(game, () => ({command: "know", role: role === REFEREE ? roles[0] : role}), signal)
    ),
    body, pairs
  );
  await all();
  return {
    keys: {
      ArrowLeft: () => show(model.position - 1),
      ArrowRight: () => show(model.position + 1),
      Home: () => show(0),
      End: () => show(model.count - 1)
    }
  };
}
