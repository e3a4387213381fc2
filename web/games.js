// games.js - what views share: games, addresses, positions
//
// An address is #view?game=ID&...; a game of one's own is called "draft" and is
// kept in this browser.

import {el, short} from "./dom.js";
import {cellsOfMove} from "./board.js";
import {ask, post} from "./api.js";
import {besideOf, boardsOf} from "./play.js";

export {besideOf, boardsOf};

// ---- addresses ----

export function readAddress() {
  const [view, fields] = location.hash.slice(1).split("?");
  return {view: view || "library", ...Object.fromEntries(new URLSearchParams(fields || ""))};
}

export function address(view, fields) {
  const used = Object.entries(fields
  ).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return "#" + view + (used.length ? "?" + new URLSearchParams(used) : "");
}

// Changes the address without opening a view again.
export function noteAddress(view, fields, isNew) {
  const to = address(view, fields);
  if (to === location.hash) return;
  history[isNew ? "pushState" : "replaceState"](null, "", to);
}

// ---- games ----

export const DRAFT = "draft";
export const draftRules = () => localStorage.getItem("zermelo-draft");
export const setDraft = (text) => localStorage.setItem("zermelo-draft", text);

const loaded = new Map();

// { id, name, source, rules }: what questions need.
export function gameSource(id) {
  if (id === DRAFT) return {id, name: "a game of your own", source: {rules: draftRules() || ""}};
  return {id, name: id, source: {game: id}};
}

// What can be said of the first position before there is a board.
async function showFirst(game, place, signal) {
  const box = el(
    "div", {class: "panel pad", role: "status"}, el("p", {}, "Looking for the board of this game.")
  );
  place.append(box);
  const first = await ask(game, {ask: "first"}, signal).catch((error) => ({error}));
  if (first.error) return;
  box.append(
    el("h2", {}, "First position"),
    el("p", {class: "facts"}, short(first.features.join(" "), 4000)),
    first.roles.map(
      (role) =>
        [el("h2", {}, `Moves of ${short(role.role, 60)}: ${role.move_count}`),
         el("p", {class: "facts"}, short(role.moves.join(" "), 2000))]
    ),
  );
}

// The same with language, roles, layout, title and first position.
export async function openGame(id, signal, place) {
  const game = gameSource(id);
  const key = id === DRAFT ? "draft " + game.source.rules : id;
  if (!loaded.has(key)) {
    const wait = place && setTimeout(() => showFirst(game, place, signal), 400);
    const info = await ask(game, {ask: "game"}, signal).finally(() => clearTimeout(wait));
    if (place) place.replaceChildren();
    if (loaded.size > 20) loaded.clear();
    loaded.set(key, {
      ...game,
      ...info,
      layout: info.layout ||
        {
          boards: [], moves: [], beside: []
        }
    });
  }
  return loaded.get(key);
}

export const rulesOf = async (id) =>
  (id === DRAFT ? draftRules() || "" : (await post("/api/rules", {game: id})).text);

export const forgetDraft = () => [...loaded.keys()].filter(
                                                     (key) => key.startsWith("draft ")
).forEach((key) => loaded.delete(key));

// ---- moves ----

// Joint moves of an address: a list of steps.
export function splitSteps(text) {
  const steps = [];
  let step = "";
  let quoted = false;
  for (const c of text || "") {
    quoted = quoted !== (c === "'");
    if (c === ";" && !quoted) {
      steps.push(step.trim());
      step = "";
    } else
      step += c;
  }
  if (step.trim()) steps.push(step.trim());
  return steps;
}

// A trace of an answer, [{ role: move }], as such a list.
export const stepsOfTrace = (roles, trace) =>
  (trace || []).map((step) => roles.map((role) => step[role]).join(","));

// ---- pictures ----

// What trace.js and knowledge.js take: a game and answers to "trace".
export function docOf(game, traces) {
  const pictures = traces.flatMap((trace) => trace.positions.map((one) => one.picture));
  return {
    game: game.title || game.name,
    roles: game.roles,
    layout: game.layout,
    beside: besideOf(...pictures),
    plays: traces.map((trace) => playOf(trace))
  };
}

// A position as play.js and playboard.js draw it.
export function drawable(layout, position, step) {
  return {
    boards: boardsOf(layout, position.picture),
    features: new Set(position.features),
    last: (step || []).flatMap((move) => cellsOfMove(layout, move)),
  };
}

// An answer to "trace" as a play of trace.js.
function playOf(trace) {
  return {
    moves: trace.made,
    positions: trace.positions,
    terminal: trace.terminal,
    goals: trace.roles.map(
      (role) =>
        (role.goals.length === 1 ? role.goals[0] :
           role.goals.length     ? role.goals :
                                   null)
    ),
  };
}
