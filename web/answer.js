// answer.js - a sentence that answers, then tables: of prove, verify, solve,
// play, match and know
//
// Each function takes the document of a page and returns elements; links to
// plays call choose(view). Start reading at answerOf(), at the end.

import {el, mark, plural, short, verdict} from "./dom.js";
import {goalText} from "./play.js";
import {pretty} from "./truth.js";

// ---- what is proved ----

const PROPERTIES = {
  playable: "every role has a legal move in every position that is not terminal",
  terminating: "every play ends",
  goals: "at the end every role has exactly one value",
  winnable: "some play ends with the value 100",
  "strongly-winnable": "it can force the value 100, whatever the others do",
  bases: "every feature that holds is declared by base",
  inputs: "every legal move is declared by input",
  "zero-sum": "the values of all roles add up to 100",
  "turn-taking": "never have two roles more than one legal move each",
  "legal-known": "it always knows its legal moves",
  "end-known": "it always knows the end",
  "payoff-known": "it always knows its payoff",
};
const DESCRIPTIONS = new Set(["zero-sum", "turn-taking"]);

function viewsOf(doc, number) {
  return doc.views.map(
                    (view, i) => ({...view, number: i})
  ).filter((view) => view.result === number);
}

function playLinks(doc, number, choose) {
  return viewsOf(doc, number)
    .map(
      (view) => el(
        "button",
        {class: "link", type: "button", click: () => choose(view.number)},
        view.steps ? "a play of " + plural(view.steps, "step") : "the initial position",
      ),
    );
}

const linesText = (lines) =>
  (lines && lines.length ? `line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}` : null);

function lemmaItem(lemma) {
  const notes = [lemma.how, linesText(lemma.lines)].filter(Boolean).join("; ");
  return el(
    "li", {}, lemma.words && el("span", {}, lemma.words),
    el("code", {}, pretty(lemma.formula || "")), el("span", {class: "s q"}, notes)
  );
}

// Why every play ends: what is added up, and how each kind of move changes it.
function measureText(measure) {
  const moves = (measure.moves || []).map((one) => {
    const change = [
      one.gone && one.gone.length && `${one.gone.join(", ")} ends`,
      one.new && one.new.length && `${one.new.join(", ")} begins`
    ].filter(Boolean).join(", ");
    return el(
      "li", {},
      el(
        "span", {}, el("code", {}, one.move), change ? `: ${change}` : "",
        ` (${one.before} before, ${one.after} after)`
      )
    );
  });
  return [el("p", {}, "Measure: ", measure.words), el("ol", {class: "lemmas"}, moves)];
}

// What --why says of a result: argument, lemmas, measure, rules.
function whyOf(result) {
  const lemmas = result.lemmas || [];
  if (!result.argument && !lemmas.length && !result.measure) return null;
  const rules = result.rules || [];
  return el(
    "details",
    {class: "why", open: lemmas.length <= 8},
    el("summary", {}, lemmas.length ? `why: rests on ${plural(lemmas.length, "lemma")}` : "why"),
    result.argument &&
      el("p", {}, result.argument[0].toUpperCase() + result.argument.slice(1) + "."),
    lemmas.length > 0 && el("ol", {class: "lemmas numbered"}, lemmas.map(lemmaItem)),
    result.measure && measureText(result.measure),
    rules.length > 0 &&
      el(
        "p", {class: "s q"}, "Rules: ",
        rules.map(
          (rule, i) => [i ? ", " : "", `line ${rule.line} `, el("code", {}, short(rule.head, 80))]
        )
      ),
  );
}

function resultRow(doc, result, number, choose, name) {
  const isDescription = DESCRIPTIONS.has(result.property);
  const word =
    isDescription ? {proved: "yes", refuted: "no", vacuous: "yes (vacuous)"}[result.verdict] : null;
  const kind = isDescription && result.verdict === "refuted" ? "vacuous" : result.verdict;
  const notes = [
    result.message, result.reason
  ].filter((note) => note && note !== "the play is too long to be shown");
  const links = playLinks(doc, number, choose);
  const how = result.how && !(links.length && result.how === "play") ? result.how : "";
  return el(
    "tr",
    {},
    el("td", {}, verdict(kind, word)),
    el("td", {}, name, notes.map((note) => el("p", {class: "s q"}, note)), whyOf(result)),
    el("td", {class: "q"}, links.map((link) => [link, " "]), how && el("span", {}, how)),
  );
}

function resultTable(rows, what) {
  return el(
    "table",
    {class: "results"},
    el(
      "thead", {},
      el("tr", {}, ["verdict", what, "how"].map((word) => el("th", {scope: "col"}, word)))
    ),
    el("tbody", {}, rows),
  );
}

function counts(results) {
  const kinds = ["proved", "vacuous", "refuted", "unknown"];
  const by = Object.fromEntries(
    kinds.map((kind) => [kind, results.filter((one) => one.verdict === kind).length])
  );
  return {by, kinds: kinds.filter((kind) => by[kind])};
}

// Counts first: the number, its mark and its word.
function summary(results) {
  const {by, kinds} = counts(results);
  const bars = kinds.map((kind) => {
    const bar = el("i", {class: "k-" + kind});
    bar.style.flexGrow = by[kind];
    return bar;
  });
  return el(
    "div",
    {class: "sum"},
    kinds.map((kind) => el("div", {}, el("span", {class: "n"}, String(by[kind])), verdict(kind))),
    el("div", {class: "stack", "aria-hidden": "true"}, bars),
  );
}

function countsText(results) {
  const {by, kinds} = counts(results);
  return kinds.map((kind) => `${by[kind]} ${kind}`).join(", ");
}

// ---- prove ----

function formulaCell(result) {
  const name = !result.family && result.name && result.name !== result.formula ?
    [el("b", {}, result.name), " "] :
    null;
  return [name, el("code", {}, pretty(result.formula))];
}

// One statement: its verdict, the formula, a sentence.
function statement(doc, result) {
  const view = doc.views.find((one) => one.result === 0);
  const sentence = {
    proved: `Proved: it holds in every position that a play can reach${
      result.how ? ` (${result.how})` : ""}.`,
    refuted: view ?
      `Refuted. It fails in ${
        view.at || !view.steps ? "position " + view.at : "the initial position"} of this play of ${
        plural(view.steps, "step")}; the interpreter has replayed it.` :
      "Refuted.",
    unknown: `Unknown: ${result.reason || "a limit was reached before it was decided"}.`,
  }[result.verdict];
  return el(
    "div", {class: "statement"}, mark(result.verdict),
    el(
      "div", {}, el("h1", {class: "f"}, pretty(result.formula)), el("p", {class: "q"}, sentence),
      whyOf(result)
    )
  );
}

// Results by family; one that is all proved and long is folded.
function families(doc, results, choose) {
  const groups = new Map();
  results.forEach((result, i) => {
    const family = result.family || "formulas";
    if (!groups.has(family)) groups.set(family, []);
    groups.get(family).push([result, i]);
  });
  return [...groups].map(
    ([family, list]) => el(
      "details",
      {
        class: "family",
        open: groups.size === 1 || list.length <= 12 ||
          list.some(([one]) => one.verdict === "refuted" && list.length <= 40)
      },
      el(
        "summary", {}, el("h2", {}, family),
        el("span", {class: "s q"}, countsText(list.map(([one]) => one)))
      ),
      resultTable(
        list.map(([result, i]) => resultRow(doc, result, i, choose, formulaCell(result))), "formula"
      ),
    ),
  );
}

function proveAnswer(doc, choose) {
  const {results} = doc.answer;
  if (results.length === 1) return {heading: statement(doc, results[0]), details: []};
  return {
    heading: el(
      "div", {class: "lede"}, el("h1", {}, plural(results.length, "formula") + " of " + doc.game),
      summary(results)
    ),
    details: families(doc, results, choose),
  };
}

// ---- verify ----

function verifyTitle(doc) {
  const {results} = doc.answer;
  const needed =
    results.filter((one) => ["playable", "terminating", "goals"].includes(one.property));
  if (needed.some((one) => one.verdict === "refuted")) return `${doc.game} is not well-formed`;
  if (needed.some((one) => one.verdict === "unknown"))
    return `Whether ${doc.game} is well-formed is not known`;
  return `${doc.game} is well-formed`;
}

function verifyLead(results) {
  const ending = results.find((one) => one.property === "terminating");
  const playable = results.find((one) => one.property === "playable");
  const winners = results.filter(
                           (one) => one.property === "winnable" && one.verdict === "proved"
  ).map((one) => one.role);
  const parts = [];
  if (ending && ending.verdict === "proved")
    parts.push(
      ending.bound !== null && ending.bound !== undefined ?
        `every play ends within ${plural(ending.bound, "step")}` :
        "every play ends"
    );
  if (playable && playable.verdict === "proved") parts.push("everybody can always move");
  if (winners.length) parts.push(winners.join(" and ") + " can win");
  const text = parts.join(", ");
  return (text ? text[0].toUpperCase() + text.slice(1) + ". " : "") +
    `Of ${plural(results.length, "property").replace("propertys", "properties")}: ${
           countsText(results)}.`;
}

function verifyAnswer(doc, choose) {
  const {results} = doc.answer;
  const name = (result) =>
    [el("b", {}, result.property),
     result.role ? ` for ${result.role}` : "",
     PROPERTIES[result.property] ? ": " + PROPERTIES[result.property] : "",
     result.bound !== null && result.bound !== undefined ?
       `, within ${plural(result.bound, "step")}` :
       "",
  ];
  return {
    heading: el(
      "div", {class: "lede"}, el("h1", {}, verifyTitle(doc)),
      el("p", {class: "lead"}, verifyLead(results))
    ),
    details: [resultTable(
      results.map((result, i) => resultRow(doc, result, i, choose, name(result))), "property"
    )],
  };
}

// ---- solve, play, match, know ----

function solveAnswer(doc) {
  const {answer} = doc;
  const title = answer.verdict === "solved" ? `${doc.game} is solved` :
    answer.verdict === "unsolvable" ? `${doc.game} cannot be solved` :
                                      `${doc.game}: no certain answer`;
  const lines = [];
  if (answer.goal !== null && answer.goal !== undefined && answer.role)
    lines.push(`The plan below reaches ${answer.goal} for ${answer.role} in ${
      plural((answer.moves || []).length, "move")}; the interpreter has replayed it.`);
  if (answer.values)
    lines.push(
      "Values: " +
      Object.entries(answer.values)
        .map(
          ([role, value]) => `${role} ${
            value.least === value.most ? value.least : `${value.least} to ${value.most}`}`
        )
        .join(", ") +
      "."
    );
  if (answer.proved_best)
    lines.push(`No plan reaches more${
      answer.best_scope === "horizon" ? " within the horizon" :
                                        ""}${answer.prover ? `: ${answer.prover} shows it` : ""}.`);
  else if (answer.verdict !== "unsolvable")
    lines.push("Whether there is a better one is not known.");
  const kind = answer.verdict === "solved" ? "proved" :
    answer.verdict === "unsolvable"        ? "refuted" :
                                             "unknown";
  return {
    heading: el(
      "div", {class: "lede"}, el("p", {}, verdict(kind, answer.verdict)), el("h1", {}, title),
      el("p", {class: "lead"}, lines.join(" "))
    ),
    details: []
  };
}

function playAnswer(doc) {
  const play = doc.plays[0];
  const title = play && play.terminal ?
    goalText(doc, play.goals) :
    `${doc.game} after ${plural(play ? play.moves.length : 0, "step")}`;
  const record = doc.answer.record;
  const players = record && record.players &&
    doc.roles.map((role, i) => `${role}: ${record.players[i] || "?"}`).join(", ");
  const lead =
    [
      record &&
        `Record ${record.id || ""}${players ? " – " + players : ""}, replayed by the rules.`,
      play && play.stopped && `No more is shown: ${play.stopped}.`
    ].filter(Boolean
    ).join(" ");
  return {
    heading: el(
      "div", {class: "lede"}, el("p", {class: "kicker"}, short(doc.game, 80)), el("h1", {}, title),
      lead && el("p", {class: "lead"}, lead)
    ),
    details: []
  };
}

function matchAnswer(doc, choose) {
  const matches = doc.answer.matches || [doc.answer];
  const rows = matches.map(
    (match, i) => el(
      "tr",
      {},
      el(
        "td", {},
        el("button", {class: "link", type: "button", click: () => choose(i)}, match.matchId)
      ),
      doc.roles.map(
        (role, k) => el(
          "td", {}, `${(match.playerNamesFromHost || [])[k] || "random"} `,
          el("b", {}, match.goalValues ? String(match.goalValues[k] ?? "no value") : "–")
        )
      ),
      el(
        "td", {},
        plural((match.moves || []).length, "step") + (match.isCompleted ? "" : ", aborted")
      ),
    ),
  );
  const first = doc.plays[0];
  const title = matches.length > 1 ? `${matches.length} matches of ${doc.game}` :
    first && first.terminal ? goalText(doc, first.goals) :
                              `a match of ${doc.game}, aborted`;
  return {
    heading: el(
      "div", {class: "lede"}, el("p", {class: "kicker"}, short(doc.game, 80)), el("h1", {}, title)
    ),
    details: [
      el(
        "table", {class: "results matches"},
        el(
          "thead", {},
          el(
            "tr", {},
            ["match", ...doc.roles, "length"]
              .map((word) => el("th", {scope: "col"}, short(word, 40)))
          )
        ),
        el("tbody", {}, rows)
      ),
    ],
  };
}

const QUESTIONS = {
  legal: "its legal moves",
  terminal: "that it was the end",
  goal: "its payoff",
  features: "the position"
};

function knowAnswer(doc) {
  const {answer} = doc;
  const role = answer.role;
  if (Array.isArray(answer.rounds))
    return {
      heading: el(
        "div", {class: "lede"}, el("h1", {}, `What ${role} can know`),
        el(
          "p", {class: "lead"},
          `One match of ${doc.game}, round by round (filter ${answer.filter}).`
        )
      ),
      details: []
    };
  const knows = answer.legal && answer.terminal && answer.goal;
  const rows = [
    ["legal moves", answer.legal, answer.legal_rounds, answer.rounds, "round"],
    ["the end", answer.terminal, answer.terminal_matches, answer.matches, "match"],
    ["its payoff", answer.goal, answer.goal_matches, answer.matches, "match"],
  ].filter((row) => row[1] !== null && row[1] !== undefined);
  const first = answer.first;
  return {
    heading: el(
      "div",
      {class: "lede"},
      el(
        "h1", {},
        knows ? `${role} always knew its moves, the end and its payoff` :
                `${role} does not always know`
      ),
      el(
        "p", {class: "lead"},
        answer.covered ?
          `All ${answer.situations} situations it can be in were looked at.` :
          `${plural(answer.matches, "random match").replace("matchs", "matches")} with ${
            plural(answer.rounds, "round")}.`,
        first ? ` In match ${first.match}, round ${first.round}, it did not know ${
                  QUESTIONS[first.what] || first.what}.` :
                ""
      ),
    ),
    details: [
      resultTable(
        rows.map(
          ([what, known, count, total, unit]) => el(
            "tr", {},
            el("td", {}, verdict(known ? "proved" : "refuted", known ? "known" : "not known")),
            el("td", {}, what),
            el(
              "td", {class: "q"},
              `in ${count} of ${total} ${unit === "match" ? "matches" : "rounds"}`
            )
          ),
        ),
        "what",
      ),
    ],
  };
}

// ---- all of it ----

const ANSWERS = {
  prove: proveAnswer,
  verify: verifyAnswer,
  solve: solveAnswer,
  play: playAnswer,
  match: matchAnswer,
  know: knowAnswer
};

// { heading, details } of the document's answer.
export function answerOf(doc, choose) {
  return ANSWERS[doc.command](doc, choose);
}

// Game, roles, time and version.
export function metaOf(doc) {
  const items = [
    ["game", doc.file],
    ["roles", doc.roles.map((role) => short(role, 40)).join(", ")],
    ["time", typeof doc.answer.seconds === "number" ? doc.answer.seconds.toFixed(3) + " s" : null],
    ["program", "zermelo " + doc.version],
    [
      "board",
      doc.layout.boards.length ? (doc.layout.boards.every((board) => board.proved) ?
                                    "proved from the rules" :
                                    "suggested by rules and plays, not proved") :
                                 "none found"
    ],
  ].filter(([, value]) => value);
  return el(
    "div", {class: "meta"},
    items.map(([name, value]) => el("span", {}, name, el("b", {}, short(value, 400))))
  );
}
