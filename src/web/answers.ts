/** Buttons by which a reader of the page answers an alert. The monitor asks for the token of one who may. */
/// <reference lib="dom" />
import type { FeedEntry } from "../client/feed-client.ts";

/** Sends a call that acts on the monitor; answers what became of it, in words. */
export type SendAnswer = (path: string, body: object) => Promise<string>;

const by = "the page";

interface Answer {
  readonly words: string;
  readonly path: string;
  body(alert: string): object;
}

const answers: readonly Answer[] = [
  { words: "Acknowledge", path: "control/acknowledge", body: (alert) => ({ alert, by }) },
  {
    words: "Silence 3 h",
    path: "control/silences",
    body: (alert) => ({ alert, for: "3h", author: by, because: `asked for on the page at ${alert}` }),
  },
  { words: "End", path: "control/resolve", body: (alert) => ({ alert, by }) },
];

/** A row of buttons for an alert, and what became of the last one that was pressed. */
export function answerRow({ event }: Pick<FeedEntry, "event">, send: SendAnswer): HTMLElement {
  const row = document.createElement("p");
  row.className = "answers";
  const said = document.createElement("span");
  said.className = "quiet";
  said.setAttribute("role", "status");
  for (const { words, path, body } of answers) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => {
      said.textContent = " …";
      void send(path, body(event.id)).then((outcome) => {
        said.textContent = ` ${outcome}`;
      });
    });
    row.append(button);
  }
  row.append(said);
  return row;
}

/**
 * Sends calls to the monitor that serves the page.
 * @param token what the reader has shown; null: nothing
 * @param asked called where the monitor wants a token, or another one
 */
export function sendingAnswers(token: () => string | null, asked: () => void): SendAnswer {
  return async (path, body) => {
    const shown = token();
    const headers = {
      "content-type": "application/json",
      ...(shown !== null && { authorization: `Bearer ${shown}` }),
    };
    try {
      const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      if (response.status === 401 || response.status === 403) asked();
      const answer: { error?: unknown; already?: unknown } = await response.json();
      if (!response.ok) return String(answer.error ?? response.status);
      return answer.already === true ? "it was so already" : "done";
    } catch {
      return "the monitor does not answer";
    }
  };
}
