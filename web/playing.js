// playing.js - play a game: people, the program, values, other lines
//
// The address has the moves of the line and where one stands in it. Games with
// hidden information are played at a table (seat.js). Start reading at
// playView(), at the end.

import {el, iconButton, panel, plural, short} from "./dom.js";
import {ask, post, stream} from "./api.js";
import {besideTable, formLegend, goalText, slider} from "./play.js";
import {address, besideOf, drawable, noteAddress, openGame, splitSteps} from "./games.js";
import {playBoard, proven} from "./playboard.js";
import {pageButton} from "./save.js";

const MAX_UNASKED = 100;  // steps in which nobody has a choice
const STRENGTHS = [
  ["500 playouts", 500],
  ["5 000 playouts", 5000],
  ["50 000 playouts", 50000],
  ["500 000 playouts", 500000],
];

// ---- seats ----

// A link to a position shows that position: nobody moves on from it at once.
function newSeat(game, role, i, isLink) {
  const isRandom = role === "random";
  const who = el("select", {class: "sel", "aria-label": "who plays " + role}, [
    "Person", "Program"
  ].map((name) => el("option", {value: name}, name)));
  const strength = el(
    "select", {class: "sel", "aria-label": "strength of " + role},
    STRENGTHS.map(([name, count]) => el("option", {value: count}, name))
  );
  strength.value = "5000";
  const state = el("span", {class: "end s"});
  const seat = {
    role,
    i,
    isRandom,
    who,
    strength,
    state,
    element: el(
      "div", {class: "seat"}, el("b", {}, short(role, 40)),
      isRandom ? el("span", {class: "q"}, "chance") : [who, strength], state
    )
  };
  const kept = JSON.parse(sessionStorage.getItem("zermelo-seats " + game.id) || "null");
  const isFirst = i === game.roles.findIndex((one) => one !== "random");
  who.value = (kept && kept[role]) || (isFirst || isLink ? "Person" : "Program");
  return seat;
}

const isPerson = (seat) => !seat.isRandom && seat.who.value === "Person";

// ---- values ----

function chipOf(value) {
  const sure = proven(value);
  const word = {W: "proven win", L: "proven loss", D: "proven draw"}[sure];
  return el(
    "span", {class: "chip " + ({W: "w", L: "l"}[sure] || (sure ? "dr" : ""))},
    sure ? word || "proven " + sure : String(Math.round(value.estimate))
  );
}

// All moves of the role in turn as a list, with their values once known.
function moveTable(state, made) {
  const {mover, values, best} = state;
  if (!mover)
    return el(
      "p", {class: "pad q"}, state.position.terminal ? state.outcome : "Nobody has to choose."
    );
  const moves = [...mover.moves];
  if (values)
    moves.sort((a, b) => (values.get(b)?.estimate ?? -1) - (values.get(a)?.estimate ?? -1));
  const rows = moves.slice(0, 400).map((move) => {
    const value = values && values.get(move);
    const bar = el("b", {
      class: value && proven(value) === "W" ? "w" :
        value && proven(value) === "L"      ? "l" :
                                              ""
    });
    if (value) bar.style.width = Math.max(2, value.estimate) + "%";
    return el(
      "tr",
      {class: move === best ? "on" : null},
      el(
        "td", {class: "m"},
        el(
          "button", {
            class: "link move",
            type: "button",
            "data-move": move,
            disabled: !made,
            click: () => made && made(move)
          },
          short(move, 60)
        ),
        move === best && el("span", {class: "vh"}, " best")
      ),
      el("td", {}, value && el("span", {class: "bar"}, bar)),
      el("td", {class: "nw"}, value && chipOf(value)),
    );
  });
  return el(
    "div", {class: "tall", tabindex: "0", role: "group", "aria-label": "moves"},
    el(
      "table", {class: "vals"},
      el(
        "thead", {},
        el(
          "tr", {}, el("th", {}, short(mover.role, 40)), el("td"),
          el(values ? "th" : "td", {}, values && "value")
        )
      ),
      el("tbody", {}, rows)
    ),
    moves.length > 400 && el("p", {class: "pad q"}, plural(moves.length - 400, "move") + " more")
  );
}

// ---- all of it ----

export async function playView(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  if (game.language === "GDL-II") return chooseSeats(place, game, signal);
  const line = splitSteps(fields.moves);
  let at = fields.at === undefined ? line.length : Math.min(Number(fields.at) || 0, line.length);
  const seats = game.roles.map((role, i) => newSeat(game, role, i, line.length > 0));
  const state = {
    position: null,
    mover: null,
    chosen: new Map(),
    values: null,
    best: null,
    wantsValues: false,
    isThinking: false
  };
  let thinking = new AbortController();
  let board = null;
  let unasked = 0;  // steps since somebody had a choice
  const boardPlace = el("div", {});
  const besidePlace = el("div", {});
  const valuesSwitch = el(
    "button", {class: "btn sm", type: "button", "aria-pressed": "false", click: toggleValues},
    "Values ", el("kbd", {}, "v")
  );
  const hintButton =
    el("button", {class: "btn sm", type: "button", click: hint}, "Hint ", el("kbd", {}, "h"));
  const movesPlace = el("div", {});
  const linePlace = el("ol", {class: "moves", "aria-label": "moves made"});
  const changePlace = el("div", {class: "delta"});
  const positionPlace = el("p", {class: "facts"});
  const endPlace = el("p", {class: "s q"});
  const wrong = el("div", {});
  const note = el("p", {class: "pad s q"});
  const model = {count: 1, position: 0, show: (n) => go(n)};
  let bar = slider(model);
  const barPlace = el("span", {class: "scrubs"});
  const count = el("span", {class: "s q nw"});
  const ends = [
    iconButton("first", "first position", () => go(0)),
    iconButton("back", "step back", () => go(at - 1)),
    iconButton("next", "step forward", () => go(at + 1)),
    iconButton("last", "last position", () => go(line.length))
  ];
  const undoButton =
    el("button", {class: "btn", type: "button", click: undo}, "Undo ", el("kbd", {}, "u"));
  const linkButton = el(
    "button", {class: "btn", type: "button", click: frame.copyLink}, "Link ", el("kbd", {}, "c")
  );

  const movesNow = () => line.slice(0, at).join(";");

  function note_address(isNew) {
    noteAddress(
      "play", {game: game.id, moves: line.join(";"), at: at < line.length ? at : undefined}, isNew
    );
  }

  // Position AT of the line; then whoever has to move moves.
  async function load() {
    thinking.abort();
    thinking = new AbortController();
    Object.assign(
      state, {chosen: new Map(), values: null, best: null, mover: null, isThinking: false}
    );
    const before = state.position;
    const asked = movesNow();
    const position = await ask(game, {ask: "position", moves: asked}, signal);
    if (asked !== movesNow()) return;
    state.position = position;
    state.before = before && before.made.length + 1 === position.made.length ? before : null;
    note_address();
    next();
  }

  async function run(action) {
    wrong.replaceChildren();
    try {
      await action();
    } catch (error) {
      if (error.name === "AbortError") return;
      wrong.replaceChildren(el("p", {class: "note bad", role: "alert"}, error.message));
    }
  }

  // The next role that has to choose; when all have, the step is made.
  function next() {
    const {position, chosen} = state;
    state.mover = null;
    if (!position.terminal)
      for (const role of position.roles) {
        const seat = seats.find((one) => one.role === role.role);
        if (chosen.has(role.role)) continue;
        if (role.moves.length === 1)
          chosen.set(role.role, role.moves[0]);
        else if (isPerson(seat) || at < line.length) {
          state.mover = state.mover || role;
        } else if (!state.isThinking) {
          state.isThinking = role.role;
          run(() => choose(seat));
        }
      }
    draw();
    if (!position.terminal && chosen.size === position.roles.length && at === line.length && unasked < MAX_UNASKED)
      return step();
    if (state.wantsValues && state.mover && !state.values) run(values);
  }

  async function choose(seat) {
    const {signal: stop} = thinking;
    const seed = Math.floor(Math.random() * 1e9);
    const answer = await ask(
      game, {
        ask: "choose",
        role: seat.role,
        moves: movesNow(),
        playouts: Number(seat.strength.value),
        seed,
        seconds: 20
      },
      stop
    );
    if (stop.aborted) return;
    state.isThinking = false;
    state.chosen.set(seat.role, answer.best);
    next();
  }

  function step() {
    const {position, chosen} = state;
    unasked = position.roles.some((role) => role.moves.length > 1) ? 0 : unasked + 1;
    line.splice(at);
    line.push(position.roles.map((role) => chosen.get(role.role)).join(","));
    at = line.length;
    return run(load);
  }

  // A person has chosen; in the past that begins a new line.
  function made(move) {
    const {mover} = state;
    if (!mover) return;
    if (at < line.length) line.splice(at);
    if (!line.length) keepSeats();
    state.chosen.set(mover.role, move);
    state.values = null;
    frame.announce(`${mover.role} ${move}`);
    next();
  }

  function go(n) {
    const to = Math.max(0, Math.min(line.length, n));
    if (to === at) return;
    at = to;
    run(load);
  }

  // Takes back the last choice of a person.
  function undo() {
    if (state.chosen.size && [...state.chosen.keys()].some((role) => isPerson(seats.find((seat) => seat.role === role)) && state.position.roles.find((one) => one.role === role).moves.length > 1))
      return run(load);
    let n = at - 1;
    while (n > 0 && !choiceOfPerson(n)) n--;
    if (at <= 0) return;
    line.splice(Math.max(0, n));
    at = line.length;
    run(load);
  }

  const choiceOfPerson = (n) => {
    const step = state.position.made[n];
    return !step || seats.some((seat, i) => isPerson(seat) && step[i].includes("(")) ||
      seats.every((seat, i) => !step[i].includes("("));
  };

  function toggleValues() {
    state.wantsValues = !state.wantsValues;
    valuesSwitch.setAttribute("aria-pressed", String(state.wantsValues));
    if (state.wantsValues)
      run(values);
    else {
      thinking.abort();
      thinking = new AbortController();
      state.values = state.best = null;
      next();
    }
  }

  function takeValues(answer) {
    state.values = new Map(answer.values.map((one) => [one.move, one]));
    state.best = answer.best;
    const playouts = answer.values.reduce((sum, one) => sum + one.playouts, 0);
    note.textContent = answer.certain ?
      "The best value is proven." :
      `${playouts.toLocaleString("en")} playouts. Dashed numbers are estimates, 0 to 100.`;
    draw();
  }

  async function values() {
    const {mover} = state;
    if (!mover) return;
    const {signal: stop} = thinking;
    const answer = await stream(
      game, {ask: "values", role: mover.role, moves: movesNow(), parts: true, seconds: 4, seed: 1},
      (part) => !stop.aborted && takeValues(part), stop
    );
    if (!stop.aborted) takeValues(answer);
  }

  async function hint() {
    const {mover} = state;
    if (!mover) return;
    const answer = await ask(
      game,
      {ask: "choose", role: mover.role, moves: movesNow(), playouts: 20000, seconds: 5, seed: 1},
      thinking.signal
    );
    state.best = answer.best;
    note.textContent = `Hint: ${answer.best}`;
    frame.announce(`hint: ${answer.best}`);
    draw();
  }

  function drawSeats() {
    const {position, mover} = state;
    for (const seat of seats) {
      const role = position.roles.find((one) => one.role === seat.role);
      const isMover = mover && mover.role === seat.role;
      seat.element.classList.toggle("turn", Boolean(isMover || state.isThinking === seat.role));
      seat.strength.hidden = isPerson(seat);
      seat.state.textContent = position.terminal ? role.goals.length === 1 ? String(role.goals[0]) :
          role.goals.length ? role.goals.join(" and ") :
                              "no value" :
        isMover                                  ? "to move, " + plural(role.move_count, "move") :
        state.isThinking === seat.role           ? "thinks" :
        state.chosen.has(seat.role) && role.moves.length > 1 ? "has chosen" :
                                                               "";
    }
  }

  function drawLine() {
    const shown = line.map((text, n) => {
      const step = n < state.position.made.length ? state.position.made[n] : splitMoves(text);
      const busy = step.filter((move) => move.includes("("));
      const item = el(
        "li", {class: n + 1 === at ? "now" : null, "aria-current": n + 1 === at ? "step" : null},
        el("i", {}, String(n + 1)),
        el(
          "button", {class: "link move", type: "button", click: () => go(n + 1)},
          short((busy.length ? busy : step).join(", "), 60)
        )
      );
      return item;
    });
    linePlace.replaceChildren(...shown);
    const now = linePlace.children[at - 1];
    if (now) linePlace.scrollTop = Math.max(0, now.offsetTop - linePlace.clientHeight / 2);
  }

  function drawChanges() {
    const {position, before} = state;
    const old = new Set(before ? before.features : []);
    const now = new Set(position.features);
    changePlace.replaceChildren(
      ...(
        before ?
          [
            ...[...old].filter((one) => !now.has(one)).map((one) => el("del", {}, one)),
            ...[...now].filter((one) => !old.has(one)).map((one) => el("ins", {}, one))
          ] :
          [el("p", {class: "q pad"}, at ? "step forward to see it" : "no step was made yet")]
      ),
    );
  }

  function draw() {
    const {position, mover} = state;
    const hadFocus = boardPlace.contains(document.activeElement);
    const shown = drawable(game.layout, position, position.made[position.made.length - 1]);
    const moves = mover ? mover.moves : [];
    if (game.layout.boards.length) {
      const focused = hadFocus && document.activeElement.dataset.cell;
      board = playBoard(game.layout, shown, {
        moves,
        effects: position.effects,
        made,
        values: state.wantsValues ? state.values : null,
        best: state.best,
        label: `step ${at}`
      });
      boardPlace.replaceChildren(board.element);
      if (hadFocus)
        (boardPlace.querySelector(`[data-cell="${focused}"]`) ||
         boardPlace.querySelector("[tabindex=\"0\"]")
        )?.focus();
    }
    besidePlace.replaceChildren(
      ...[besideTable({layout: game.layout, beside: besideOf(position.picture)}, position.features)]
        .filter(Boolean)
    );
    drawSeats();
    state.outcome = (position.terminal ? "The game is over: " : "Not over. If it ended now: ") +
      goalText(game,
               position.roles.map(
                 (role) =>
                   (role.goals.length === 1 ? role.goals[0] :
                      role.goals.length     ? role.goals :
                                              null)
               )) +
      ".";
    const focusedMove = document.activeElement?.dataset?.move;
    movesPlace.replaceChildren(moveTable(state, made));
    if (focusedMove)
      [...movesPlace.querySelectorAll("[data-move]")]
        .find((one) => one.dataset.move === focusedMove)
        ?.focus();
    drawLine();
    drawChanges();
    endPlace.textContent = state.outcome;
    positionPlace.replaceChildren(...position.features.flatMap((one) => [el("span", {}, one), " "])
    );
    Object.assign(model, {count: line.length + 1, position: at});
    bar = slider(model);
    barPlace.replaceChildren(bar.element);
    bar.update();
    count.textContent = `${at} of ${line.length}`;
    ends.forEach((button, i) => (button.disabled = i < 2 ? at === 0 : at === line.length));
    undoButton.disabled = at === 0;
    hintButton.disabled = valuesSwitch.disabled = !mover;
  }

  const keepSeats = () => sessionStorage.setItem(
    "zermelo-seats " + game.id,
    JSON.stringify(Object.fromEntries(seats.map((seat) => [seat.role, seat.who.value])))
  );
  seats.forEach(
    (seat) => seat.who.addEventListener(
      "change",
      () => {
        keepSeats();
        if (state.isThinking)
          run(load);
        else
          next();
      }
    ),
  );
  const others = seats.slice(1).reverse();
  const hasBoard = game.layout.boards.length > 0;
  place.append(
    el("h1", {class: "vh"}, short(game.title || game.name, 80)),
    el(
      "div",
      {class: "play"},
      el(
        "section", {class: "table", "aria-label": "board"}, others.map((seat) => seat.element),
        boardPlace, el("p", {class: "legend"}, formLegend(game.layout)), besidePlace,
        seats[0] && seats[0].element, wrong,
        el(
          "div", {class: "ctl"}, ends, barPlace, count, undoButton, linkButton,
          seats.length > 1 &&
            el("a", {class: "btn", href: address("table", {game: game.id})}, "Two people")
        )
      ),
      el(
        "section", {class: "panel", "aria-label": "moves"},
        el(
          "header", {}, el("h2", {}, "Legal moves"),
          el("span", {class: "end row tight"}, hintButton, valuesSwitch)
        ),
        movesPlace, note
      ),
      el(
        "section",
        {class: "side"},
        panel(
          "Moves", pageButton(game, () => ({command: "play", moves: line.join(";")}), signal),
          linePlace
        ),
        panel("What changed", null, changePlace),
        el(
          "details", {class: "panel list", open: !hasBoard},
          el("summary", {}, "Position as a list"),
          el("div", {class: "pad"}, endPlace, positionPlace)
        ),
      ),
    ),
  );
  await load();
  return {
    keys: {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(line.length),
      u: undo,
      v: toggleValues,
      h: () => run(hint),
      Escape: () => board && board.letGo()
    },
  };
}

// "a(1,2),noop" as a list.
function splitMoves(text) {
  const moves = [];
  let depth = 0;
  let quoted = false;
  let move = "";
  for (const c of text) {
    if (c === "'") quoted = !quoted;
    if (!quoted) depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    if (c === "," && !depth && !quoted) {
      moves.push(move.trim());
      move = "";
    } else
      move += c;
  }
  return [...moves, move.trim()];
}

// ---- a table ----

export async function tableView(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  return chooseSeats(place, game, signal);
}

function chooseSeats(place, game, signal) {
  const people = game.roles.filter((role) => role !== "random");
  const choices = people.map(
    (role, i) => el(
      "select", {class: "sel", "aria-label": "who plays " + role},
      ["person", "program", "random"].map(
        (kind) => el(
          "option", {value: kind, selected: kind === (i ? "program" : "person")},
          kind === "random" ? "random moves" : kind
        )
      )
    )
  );
  const links = el("div", {class: "links"});
  async function open() {
    const seats = Object.fromEntries(people.map((role, i) => [role, choices[i].value]));
    const table = await post("/api/table", {...game.source, seats}, signal);
    const all = Object.entries(table.seats
    ).map(([role, secret]) => [role, address("seat", {table: table.table, secret, game: game.id})]);
    if (all.length === 1)
      location.hash = all[0][1];
    else
      links.replaceChildren(
        el("h2", {}, "A link for each seat"),
        ...all.map(
          ([role, link]) => el(
            "p", {}, el("a", {href: link}, short(role, 40)), " ",
            el("code", {class: "s"}, location.origin + location.pathname + link)
          )
        ),
        ...(all.length ? [] : [el("p", {}, "No seat is a person's.")])
      );
  }
  const button = el(
    "button", {
      class: "btn go",
      type: "button",
      click: () => open().catch(
        (error) => error.name !== "AbortError" &&
          links.replaceChildren(el("p", {class: "note bad", role: "alert"}, error.message))
      )
    },
    "Sit down"
  );
  place.append(
    el("h1", {}, short(game.title || game.name, 80)),
    el(
      "p", {},
      game.language === "GDL-II" ?
        "In this game a player does not see everything: each seat shows what its player perceives and can know, nothing else." :
        "Each person gets a link to a seat at one table."
    ),
    el(
      "div", {class: "panel pad seats"},
      people.map((role, i) => el("div", {class: "seat"}, el("b", {}, short(role, 40)), choices[i])),
      button, links
    ),
  );
  button.focus();
  return {};
}
