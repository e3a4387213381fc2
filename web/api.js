// api.js - questions to the server: one answer, or parts and an answer
//
// The key of the server comes with the first address and is kept for this tab.
// Start reading at ask().

const KEY = "zermelo-key";

export function takeKey() {
  const fields = new URLSearchParams(location.search);
  if (!fields.has("key")) return;
  sessionStorage.setItem(KEY, fields.get("key"));
  history.replaceState(null, "", location.pathname + location.hash);
}

export const hasKey = () => sessionStorage.getItem(KEY) !== null;
export const setKey = (key) => sessionStorage.setItem(KEY, key);

export class Refused extends Error {
  constructor(error, status) {
    super(error.message);
    this.rule = error.rule;
    this.error = error;
    this.status = status;
  }
}

async function send(target, question, signal) {
  const headers = {"Content-Type": "application/json"};
  if (hasKey()) headers["X-Zermelo-Key"] = sessionStorage.getItem(KEY);
  let response;
  try {
    response =
      await fetch(target, {method: "POST", headers, body: JSON.stringify(question), signal});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(
      {
        rule: "gone",
        message:
          "The program does not answer. What you see is what was known before; nothing is lost."
      },
      0
    );
  }
  if (response.status === 401) sessionStorage.removeItem(KEY);
  return response;
}

async function answerOf(response) {
  const answer = await response.json().catch(
    () => ({error: {rule: "reply", message: "The reply could not be read."}})
  );
  if (answer.error) throw new Refused(answer.error, response.status);
  return answer;
}

export async function post(target, question, signal) {
  return answerOf(await send(target, question, signal));
}

// A game as questions name it: { game: id } or { rules: text }.
export const ask = (game, question, signal) =>
  post("/api/ask", {...game.source, ...question}, signal);

// Reads events until the stream ends; on(event, value) for each.
async function events(target, question, on, signal) {
  const response = await send(target, question, signal);
  if (!(response.headers.get("Content-Type") || "").startsWith("text/event-stream"))
    return answerOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return null;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) || [];
      if (event) on(event, JSON.parse(data));
    }
  }
}

// The answer; parts go to onPart before it.
export async function stream(game, question, onPart, signal) {
  let answer = null;
  await events(
    "/api/stream",
    {...game.source, ...question},
    (event, value) => {
      if (event === "answer")
        answer = value;
      else if (onPart)
        onPart(value);
    },
    signal,
  );
  if (!answer)
    throw new Refused({rule: "gone", message: "The program ended before it had an answer."}, 0);
  if (answer.error) throw new Refused(answer.error, 200);
  return answer;
}

// What a seat sees, again after each step.
export const watch = (seat, onView, signal) =>
  events("/api/watch", seat, (_, view) => onView(view), signal);
