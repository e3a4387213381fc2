// library.js - all games with a picture of their first position; search
//
// Cards ask for what they show when they come into sight, a few at a time.

import {el, mark, plural, short} from "./dom.js";
import {ask, post} from "./api.js";
import {drawPosition} from "./play.js";
import {address, boardsOf, DRAFT, draftRules, gameSource, setDraft} from "./games.js";
import {TEMPLATE} from "./template.js";

const AT_ONCE = 4;
const ALL_AT_MOST = 200;  // games: of more, only those in sight are loaded

function kindOf(card) {
  const players = card.roles.filter((role) => role !== "random").length;
  return players === 1         ? "puzzle" :
    card.language === "GDL-II" ? "hidden information" :
                                 "full information";
}

function fillCard(item, card) {
  item.card = card;
  item.words = [item.id, card.title, card.about, ...card.roles].join(" ").toLowerCase();
  item.name.replaceChildren(short(card.title || item.id, 60));
  item.roles.replaceChildren(
    short(card.roles.filter((role) => role !== "random").join(", "), 60) + " · " + kindOf(card)
  );
  item.about.replaceChildren(short(card.about || "", 120));
  const {layout} = card;
  if (layout && layout.boards.length) {
    const boards = boardsOf(layout, card.picture);
    const fullest = boards.reduce((best, one, i) => (one.size > boards[best].size ? i : best), 0);
    item.picture.replaceChildren(drawPosition(
      {...layout, boards: [layout.boards[fullest]]}, {boards: [boards[fullest]]},
      {bare: true, width: 104, label: "first position"}
    ));
  } else
    item.picture.replaceChildren(el("span", {class: "s q"}, "no board"));
  item.badges.replaceChildren(
    ...(card.valid ? [] : [el("span", {class: "badge"}, "not valid, but usable")]),
    ...knownBadges(item.known)
  );
}

// What verify has found since the program was started: at most four.
function knownBadges(known) {
  const badge = (verdict, text) =>
    el("span", {class: "badge"}, mark(verdict), el("span", {class: "vh"}, verdict), text);
  const of = (property) => (known || []).filter((one) => one.property === property);
  const [ends] = of("terminating");
  const [playable] = of("playable");
  const wins = of("winnable");
  const badges = [];
  if (ends)
    badges.push(badge(
      ends.verdict,
      ends.verdict === "proved" && typeof ends.bound === "number" ? `ends within ${ends.bound}` :
                                                                    "ends"
    ));
  if (playable && playable.verdict !== "proved") badges.push(badge(playable.verdict, "playable"));
  if (wins.length)
    badges.push(badge(
      wins.find((one) => one.verdict !== "proved")?.verdict || "proved",
      wins.length > 1 ? "all can win" : "can be won"
    ));
  of("zero-sum")
    .slice(0, 1)
    .forEach((one) => one.verdict === "proved" && badges.push(badge(one.verdict, "zero-sum")));
  return badges.slice(0, 4);
}

function newItem({id, bytes, known}) {
  const item = {
    id,
    bytes,
    known,
    words: id.toLowerCase(),
    picture: el("span", {class: "pic"}),
    name: el("h2", {}, short(id, 60)),
    roles: el("p", {class: "one"}, " "),
    about: el("p", {class: "one"}, " "),
    badges: el("span", {class: "badges"})
  };
  const link = el(
    "a", {class: "card", href: address("play", {game: id})}, item.picture,
    el("span", {class: "txt"}, item.name, item.roles, item.about, item.badges)
  );
  item.element = el("li", {}, link);
  return item;
}

async function load(item, signal) {
  if (item.card) return;
  try {
    fillCard(item, await ask(gameSource(item.id), {ask: "card"}, signal));
  } catch (error) {
    if (error.name !== "AbortError") item.about.replaceChildren(short(error.message, 120));
    if (error.rule === "rules")
      item.element.querySelector("a").href = address("rules", {game: item.id});
  }
}

// Loads cards in sight, AT_ONCE at a time.
function loader(items, signal) {
  const waiting = [];
  let running = 0;
  async function next() {
    if (running >= AT_ONCE || !waiting.length || signal.aborted) return;
    running++;
    await load(waiting.shift(), signal);
    running--;
    next();
  }
  const seen = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.push(items.find((item) => item.element === target));
      next();
    }
  }, {rootMargin: "400px"});
  items.forEach((item) => seen.observe(item.element));
  if (items.length > ALL_AT_MOST) return;
  setTimeout(() => {
    for (const item of items)
      if (!item.card && !waiting.includes(item)) waiting.push(item);
    for (let i = 0; i < AT_ONCE; i++) next();
  }, 500);
}

const KINDS = [
  ["All", () => true],
  ["Puzzles", (card) => card.roles.filter((role) => role !== "random").length === 1],
  ["2 players", (card) => card.roles.filter((role) => role !== "random").length === 2],
  ["3 and more", (card) => card.roles.filter((role) => role !== "random").length > 2],
  ["Hidden information", (card) => card.language === "GDL-II"],
];

export async function libraryView(place, fields, signal) {
  const {games} = await post("/api/library", {}, signal);
  const items = games.map(newItem);
  let kind = 0;
  const search = el("input", {
    class: "field",
    type: "search",
    placeholder: "Search name, role or word",
    "aria-label": "search",
    input: filter
  });
  search.value = fields.search || "";
  const count = el("p", {class: "q", role: "status"});
  const none = el("p", {hidden: true});
  const segments = el(
    "span", {class: "seg", role: "group", "aria-label": "kind"},
    KINDS.map(
      ([name], i) =>
        el("button", {type: "button", "aria-pressed": String(!i), click: () => choose(i)}, name)
    )
  );
  function choose(i) {
    kind = i;
    [...segments.children].forEach((one, k) => one.setAttribute("aria-pressed", String(k === i)));
    filter();
  }
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      const fits = words.every((word) => item.words.includes(word)) &&
        (!kind || (item.card && KINDS[kind][1](item.card)));
      item.element.hidden = !fits;
      shown += fits;
    }
    count.textContent = shown === items.length ? plural(items.length, "game") :
                                                 `${shown} of ${plural(items.length, "game")}`;
    none.hidden = shown > 0;
    none.textContent = search.value ?
      `No game has “${search.value}” in its name, roles or first lines.` :
      "No such game.";
  }
  const file = el("input", {
    type: "file",
    hidden: true,
    accept: ".kif,.gdl,.hrf,.pl,.txt",
    change: async () => file.files[0] && openDraft(await file.files[0].text())
  });
  function openDraft(text) {
    setDraft(text);
    location.hash = address("rules", {game: DRAFT});
  }
  place.append(
    el(
      "div",
      {class: "lib-head"},
      el("div", {}, el("h1", {}, "Library"), count),
      el(
        "div", {class: "row tight"},
        draftRules() &&
          el("a", {class: "btn", href: address("rules", {game: DRAFT})}, "Your own game"),
        el("button", {class: "btn", type: "button", click: () => openDraft(TEMPLATE)}, "New game"),
        el("button", {class: "btn", type: "button", click: () => file.click()}, "Open a file"), file
      ),
    ),
    el("div", {class: "lib-tools"}, search, el("span", {class: "segs"}, segments)),
    none,
    el("ul", {class: "cards"}, items.map((item) => item.element)),
  );
  filter();
  loader(items, signal);
  return {keys: {"/": () => search.focus()}};
}
