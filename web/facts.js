// facts.js - what is proved, refuted and open: as it comes, filtered; formulas
// of one's own; a refutation as a trace
//
// verify and each family of prove are jobs of their own, so that results come
// one after the other. Start reading at factsView().

import {el, plural, short, verdict} from "./dom.js";
import {ask, stream} from "./api.js";
import {drawPosition} from "./play.js";
import {traceView} from "./trace.js";
import {pretty} from "./truth.js";
import {address, docOf, drawable, noteAddress, openGame, splitSteps, stepsOfTrace} from "./games.js";
import {pageButton, saveTar} from "./save.js";

const VERDICTS = ["proved", "vacuous", "refuted", "unknown"];
const JOBS =
  ["well-formed", "turn-taking", "zero-sum", "unique", "control", "existence", "persistence"];
const FIRST_ROWS = {
  persistence: 6,
  existence: 6
};  // of families that list everything
const SECONDS = 60;

const PROPERTIES = {
  playable: "everybody can always move",
  terminating: "every play ends",
  goals: "at the end everybody has one value",
  winnable: "can win",
  "strongly-winnable": "can force a win",
  bases: "base relations say all features",
  inputs: "input relations say all moves",
};

// A result of verify or prove as a row.
function rowOf(result, family) {
  if (!result.property)
    return {
      key: result.formula,
      family: result.family || family,
      name: result.name && result.name !== result.formula ? result.name : null,
      formula: result.formula,
      verdict: result.verdict,
      result
    };
  const about = PROPERTIES[result.property];
  const name =
    [
      result.property, result.role && `for ${result.role}`,
      result.bound !== null && result.bound !== undefined &&
        `within ${plural(result.bound, "step")}`
    ].filter(Boolean
    ).join(" ");
  return {
    key: [result.property, result.role].filter(Boolean).join(" "),
    family,
    name,
    about,
    verdict: result.verdict,
    result
  };
}

// ---- an opened row ----

// The position that refutes: of a property of all positions the last one.
function failingStep({verdict, formula, result}) {
  const isAtEnd = verdict === "refuted" && !formula && (result.loop_from ?? null) === null;
  return result.at ?? (isAtEnd && result.trace ? result.trace.length : undefined);
}

async function strip(game, row, signal) {
  const steps = stepsOfTrace(game.roles, row.result.trace || row.result.witness);
  const trace = await ask(game, {ask: "trace", moves: steps.join(";")}, signal);
  const at = failingStep(row);
  const figures = trace.positions.map(
    (position, n) => el(
      "figure",
      {class: n === at ? "bad" : null},
      game.layout.boards.length ?
        drawPosition(
          game.layout, drawable(game.layout, position, trace.made[n - 1]),
          {width: 110, bare: true, label: "position " + n}
        ) :
        el("p", {class: "facts s"}, short(position.features.join(" "), 300)),
      el(
        "figcaption", {}, n ? `${n} ${short(trace.made[n - 1].join(", "), 40)}` : "0 start",
        n === at && el("br"), n === at && "fails here"
      ),
    ),
  );
  return el(
    "div", {class: "strip", tabindex: "0", role: "group", "aria-label": "the play"}, figures
  );
}

function lemmaList(lemmas) {
  return el(
    "ol", {class: "lemmas"},
    lemmas.map(
      (lemma) => el(
        "li", {}, lemma.words && el("span", {}, lemma.words, " "),
        el("code", {}, pretty(lemma.formula || "")), " ",
        el(
          "span", {class: "s q"},
          [lemma.how, lemma.lines?.length && "lines " + lemma.lines.join(", ")].filter(Boolean
          ).join("; ")
        )
      )
    )
  );
}

// What a row says when it is opened.
function explain(game, row, signal) {
  const {result} = row;
  const parts = [];
  const play = result.trace || result.witness;
  const at = failingStep(row);
  const found = result.message &&
    `Found: ${result.message}` + (result.role ? ` for ${result.role}` : "") +
      (at === undefined ? "" : ` in position ${at}`) + ".";
  const words =
    [
      row.about && `Asked: ${row.about}.`, found, result.reason, result.how && `By ${result.how}.`
    ].filter(Boolean
    ).join(" ");
  if (words) parts.push(el("p", {}, words));
  if (result.lemmas)
    parts.push(
      result.lemmas.length ? lemmaList(result.lemmas) : el("p", {class: "q"}, "It needs no lemma.")
    );
  if (result.measure)
    parts.push(
      el("p", {}, typeof result.measure === "string" ? result.measure : result.measure.words || "")
    );
  if (play) {
    const moves = stepsOfTrace(game.roles, play).join(";");
    const place = el("div", {}, el("p", {class: "q"}, plural(play.length, "step")));
    if (play.length <= 60)
      strip(game, row, signal).then((made) => place.replaceChildren(made), () => {});
    const fields = {
      game: game.id,
      moves,
      formula: row.formula,
      at,
      loop: result.loop_from ?? undefined,
      title: row.name || undefined
    };
    parts.push(
      place,
      el(
        "p", {class: "row tight"},
        el("a", {class: "btn sm trace-link", href: address("trace", fields)}, "Open as trace"),
        el(
          "a", {class: "btn sm", href: address("play", {game: game.id, moves})}, "Play on from here"
        )
      )
    );
  }
  if (row.verdict === "proved" && row.formula) {
    const button = el(
      "button",
      {class: "btn sm", type: "button", click: () => certificate(game, row, button, signal)},
      "Certificate"
    );
    parts.push(el("p", {}, button));
  }
  return parts;
}

// Proves it once more, and saves what recheck takes.
async function certificate(game, row, button, signal) {
  button.disabled = true;
  try {
    const answer =
      await ask(game, {ask: "certificate", formula: row.formula, seconds: SECONDS}, signal);
    saveTar("certificate", answer.files);
  } catch (error) {
    if (error.name !== "AbortError") button.after(" " + error.message);
  }
  button.disabled = false;
}

function rowElement(game, row, signal, opened) {
  const why = el("div", {class: "why"});
  const element = el(
    "details",
    {class: "fr"},
    el(
      "summary", {}, verdict(row.verdict),
      el(
        "span", {class: "name"}, row.name && el("span", {}, row.name),
        row.formula && el("code", {class: "m"}, pretty(row.formula))
      ),
      el("span", {class: "fam"}, row.family)
    ),
    why,
  );
  element.addEventListener("toggle", () => {
    if (element.open && !why.childElementCount) why.replaceChildren(...explain(game, row, signal));
    opened(row, element.open);
  });
  return element;
}

// ---- counts and filters ----

function summary(rows) {
  const count = (kind) => rows.filter((row) => row.verdict === kind).length;
  return [
    VERDICTS.map(
      (kind) => el("div", {}, verdict(kind), el("span", {class: "n"}, String(count(kind))))
    ),
    el("div", {class: "stack", "aria-hidden": "true"}, VERDICTS.filter(count).map((kind) => {
      const bar = el("i", {class: "k-" + kind});
      bar.style.flexGrow = count(kind);
      return bar;
    })),
  ];
}

// ---- all of it ----

export async function factsView(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  const jobs = game.roles.length ? [...JOBS] : [];
  const hidden = new Set((fields.hide || "").split(",").filter(Boolean));
  const rows = [];
  const groups = new Map();
  const counts = el("div", {class: "sum"});
  const progress = el("span", {class: "q", role: "status"});
  const list = el("div", {class: "panel rows"});
  const boxes = new Map();
  let open = fields.open;
  let running = 0;
  let told = 0;

  function note() {
    noteAddress(
      "facts", {game: game.id, hide: [...hidden].join(","), open, formula: fields.formula}
    );
  }

  function opened(row, isOpen) {
    if (isOpen)
      open = row.key;
    else if (open === row.key)
      open = undefined;
    note();
  }

  function refresh() {
    counts.replaceChildren(...summary(rows).flat());
    for (const [name, {number, element}] of boxes)
      number.textContent =
        String(rows.filter((row) => row.verdict === name || row.family === name).length || "");
    for (const group of groups.values()) {
      let shown = 0;
      for (const row of group.rows) {
        const fits = !hidden.has(row.verdict) && !hidden.has(row.family);
        const isShown = fits && (shown < group.limit || row.key === open);
        shown += fits;
        if (isShown && !row.element) {
          row.element = rowElement(game, row, signal, opened);
          const after =
            group.rows.slice(0, group.rows.indexOf(row)).reverse().find((one) => one.element);
          if (after)
            after.element.after(row.element);
          else
            group.element.prepend(row.element);
          if (row.key === open) row.element.open = true;
        }
        if (row.element) row.element.hidden = !isShown;
      }
      group.more.hidden = shown <= group.limit;
      group.more.textContent = `Show all ${shown} of ${group.name}`;
    }
    const text = running ? `${rows.length} answered, ${plural(running, "job")} running` :
                           `${rows.length} answered`;
    progress.textContent = text;
    if (!running && Date.now() - told > 5000) told = Date.now();
  }

  function groupOf(name, first) {
    if (!groups.has(name)) {
      const more = el(
        "button",
        {class: "btn sm more", type: "button", click: () => ((group.limit = Infinity), refresh())}
      );
      const group = {
        name,
        rows: [],
        limit: FIRST_ROWS[name] || 60,
        more,
        element: el("div", {class: "group"}, more),
        wait: el("p", {class: "pad q waiting"}, name + ": running")
      };
      groups.set(name, group);
      if (first)
        list.prepend(group.element);
      else
        list.append(group.element);
    }
    return groups.get(name);
  }

  function add(answer, family, first) {
    const group = groupOf(family, first);
    const added = answer.results.filter(
                                  (result) => !JOBS.includes(result.property)
    ).map((result) => rowOf(result, family));
    if (first)
      group.rows.unshift(...added);
    else
      group.rows.push(...added);
    rows.push(...added);
    addBox(family);
    refresh();
    return added;
  }

  async function run(family) {
    const group = groupOf(family);
    group.element.append(group.wait);
    running++;
    refresh();
    try {
      const question = family === "well-formed" ?
        {ask: "verify", options: {why: true}} :
        {ask: "prove", options: {family: [family], why: true}};
      const onPart = (part) => {
        if (part && part.total)
          group.wait.textContent = `${family}: running, ${part.done} of ${part.total}`;
      };
      add(await stream(game, {...question, seconds: SECONDS}, onPart, signal), family);
    } catch (error) {
      if (error.name !== "AbortError")
        group.element.append(el("p", {class: "pad q"}, `${family}: ${error.message}`));
    }
    running--;
    group.wait.remove();
    refresh();
  }

  function addBox(name) {
    if (boxes.has(name)) return;
    const box = el("input", {
      type: "checkbox",
      change: () => {
        if (box.checked)
          hidden.delete(name);
        else
          hidden.add(name);
        note();
        refresh();
      }
    });
    box.checked = !hidden.has(name);
    const number = el("span", {class: "end"});
    const element = el("label", {}, box, VERDICTS.includes(name) ? verdict(name) : name, number);
    boxes.set(name, {element, number});
    (VERDICTS.includes(name) ? verdictBoxes : familyBoxes).append(element);
  }

  // ---- a formula of one's own ----

  const field = el("textarea", {
    class: "field m",
    rows: "1",
    id: "formula",
    spellcheck: "false",
    "aria-label": "a formula of your own",
    placeholder: "a formula: ~terminal -> next true(...)"
  });
  const error = el("div", {class: "err", role: "alert"});
  field.value = fields.formula || "";
  function showError(problem) {
    const [, column, text] =
      /^formula:1:([0-9]+): error: (.*)$/s.exec(problem.message) || [null, null, problem.message];
    field.setAttribute("aria-invalid", "true");
    error.replaceChildren(
      ...(
        column ? [el("pre", {"aria-hidden": "true"}, " ".repeat(Number(column) - 1) + "^~~")] : []
      ),
      verdict("refuted", column ? "column " + column : "error"), el("span", {}, text),
      el("span", {class: "q"}, problem.rule || "")
    );
  }
  async function prove() {
    const formula = field.value.trim();
    if (!formula) return;
    field.removeAttribute("aria-invalid");
    error.replaceChildren(el("span", {class: "q"}, "running"));
    fields.formula = formula;
    note();
    try {
      const answer = await stream(
        game, {ask: "prove", options: {formula: [formula], why: true}, seconds: SECONDS}, null,
        signal
      );
      error.replaceChildren();
      open = answer.results[0].formula;
      const [row] = add(answer, "your own", true);
      row.element.open = true;
      row.element.scrollIntoView({block: "nearest"});
      frame.announce(`${row.verdict}: ${row.formula}`);
    } catch (problem) {
      if (problem.name !== "AbortError") showError(problem);
    }
  }
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    prove();
  });

  const verdictBoxes = el("div", {}, el("h2", {}, "Verdict"));
  const familyBoxes = el("div", {}, el("h2", {}, "Family"));
  [...VERDICTS, ...jobs].forEach(addBox);
  place.append(
    el(
      "div", {class: "row"}, el("h1", {}, "Facts"), progress,
      el("span", {class: "end"}, pageButton(game, () => ({command: "verify"}), signal))
    ),
    counts,
    el(
      "div", {class: "fa"},
      el(
        "div", {class: "filter", role: "group", "aria-label": "filter"}, verdictBoxes, familyBoxes
      ),
      el(
        "div", {},
        el(
          "div", {class: "ask"}, field,
          el("button", {class: "btn go", type: "button", click: prove}, "Prove"), error
        ),
        list
      )
    ),
  );
  if (fields.formula) prove();
  jobs.forEach(run);
  refresh();
  return {keys: {"/": () => field.focus()}};
}

// What no position may be like, of the last one: a sentence, or null.
function faultAtEnd({terminal, roles, made}) {
  const isWrong = terminal ? ({goals}) => goals.length !== 1 : (role) => !role.move_count;
  const wrong = roles.find((role) => role.role !== "random" && isWrong(role));
  return wrong ? `In position ${made.length} ${short(wrong.role, 60)} has ` +
      (terminal ? plural(wrong.goals.length, "goal value") : "no legal move") + "." :
                 null;
}

// A play of a refutation, position by position.
export async function traceAnswer(place, fields, signal, frame) {
  const game = await openGame(fields.game, signal, place);
  frame.named(game);
  const trace = await ask(
    game, {ask: "trace", moves: splitSteps(fields.moves).join(";"), formula: fields.formula}, signal
  );
  // a link says where it fails, and may be wrong
  const truth = trace.rows ? trace.rows[0].truth : "";
  const first = truth[fields.at] === "0" ? Number(fields.at) : truth.indexOf("0");
  const fault = trace.rows ? null : faultAtEnd(trace);
  const at = first >= 0 ? first : fault ? trace.made.length : undefined;
  const view = {
    play: 0,
    formula: fields.formula,
    rows: trace.rows || undefined,
    at,
    loop_from: fields.loop === undefined ? undefined : Number(fields.loop)
  };
  const model = traceView(docOf(game, [trace]), view);
  const copy = el(
    "button", {class: "btn sm", type: "button", click: frame.copyLink}, "Copy link ",
    el("kbd", {}, "c")
  );
  place.append(
    el(
      "div", {class: "statement"},
      el(
        "div", {},
        el("h1", {class: "f"}, fields.formula ? pretty(fields.formula) : fields.title || "A play"),
        el(
          "p", {class: "q"},
          fault              ? fault :
            at !== undefined ? `Refuted: it fails in position ${at} of this play.` :
                               (trace.rows ? "This play does not refute it. " : "") +
              plural(trace.made.length, "step") + "."
        )
      )
    ),
    el(
      "p", {class: "row tight"},
      el(
        "a", {class: "btn sm", href: address("facts", {game: game.id, open: fields.formula})},
        "Back to the facts"
      ),
      el(
        "a", {class: "btn sm", href: address("play", {game: game.id, moves: fields.moves})},
        "Play on from here"
      ),
      copy,
      pageButton(
        game,
        () =>
          (fields.formula ? {command: "prove", formula: fields.formula} :
                            {command: "play", moves: fields.moves}),
        signal
      )
    ),
    model.element,
  );
  model.changed = () => noteAddress("trace", {...fields, view: undefined, step: model.position});
  model.show(fields.step === undefined ? (at ?? 0) : Number(fields.step));
  return {
    keys: {
      ArrowLeft: () => model.show(model.position - 1),
      ArrowRight: () => model.show(model.position + 1),
      Home: () => model.show(0),
      End: () => model.show(model.count - 1),
      f: () => at !== undefined && model.show(at),
    },
  };
}
