// solve.js - the best plan of a puzzle, stepped on the board; what each role can
// secure

import {el, plural, short, verdict} from "./dom.js";
import {ask, stream} from "./api.js";
import {traceView} from "./trace.js";
import {docOf, noteAddress, openGame, stepsOfTrace} from "./games.js";

import {pageButton} from "./save.js";

const SECONDS = 60;

function sentence(answer) {
  const lines = [];
  const plan = answer.moves || answer.line;
  if (answer.goal !== null && answer.goal !== undefined)
    lines.push(`The best that was found is ${answer.goal}${
      plan ? `, in ${plural(plan.length, "step")}` : ""}.`);
  if (answer.proved_best)
    lines.push(
      answer.best_scope === "horizon" ? "No plan within the horizon reaches more." :
                                        "It is proved that no plan reaches more."
    );
  if (answer.values)
    lines.push(
      Object.entries(answer.values)
        .map(
          ([role, value]) => `${role} secures ${
            value.least === value.most ? value.least : `${value.least} to ${value.most}`}`
        )
        .join(", ") +
      "."
    );
  return lines.join(" ");
}

export async function solveView(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  const state = el("p", {role: "status"}, "running");
  const body = el("div", {});
  const head = el("div", {class: "row head"}, el("h1", {}, "Solve"));
  place.append(head, state, body);
  const answer = await stream(
    game, {ask: "solve", seconds: SECONDS},
    (part) =>
      part && part.goal !== undefined && (state.textContent = `running: ${part.goal} so far`),
    signal
  );
  const kind = {solved: "proved", unsolvable: "refuted"}[answer.verdict] ||
    (answer.certain ? "proved" : "unknown");
  state.replaceChildren(
    verdict(kind, answer.verdict || (answer.certain ? "certain" : "unknown")),
    " " + short(sentence(answer), 500)
  );
  const plan = answer.moves || answer.line;
  if (!plan || !plan.length) return {};
  const steps = typeof plan[0] === "string" ? plan : stepsOfTrace(game.roles, plan);
  const trace = await ask(game, {ask: "trace", moves: steps.join(";")}, signal);
  const model = traceView(docOf(game, [trace]), {play: 0});
  head.append(el("span", {class: "end"}, pageButton(game, () => ({command: "solve"}), signal)));
  body.replaceChildren(model.element);
  model.changed = () => noteAddress("solve", {game: game.id, step: model.position});
  model.show(Number(fields.step) || 0);
  return {
    keys: {
      ArrowLeft: () => model.show(model.position - 1),
      ArrowRight: () => model.show(model.position + 1),
      Home: () => model.show(0),
      End: () => model.show(model.count - 1)
    }
  };
}
