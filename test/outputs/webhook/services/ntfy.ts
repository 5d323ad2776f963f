/** An ntfy server: messages as JSON, and what its programs make of their texts. */
import { linkify } from "./linkify.ts";
import {
  type Asked,
  type Checked,
  jsonOf,
  need,
  needKeys,
  openService,
  refusing,
  textOf,
} from "./service.ts";

export const topic = "yagura-4f9c2a71";

export async function openNtfy() {
  return openService(
    refusing(check, ({ status, message }) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: status * 100 + 1, http: status, error: message }),
    })),
  );
}

const known = ["topic", "title", "message", "priority", "tags", "click", "actions"];

interface Action {
  readonly action: string;
  readonly label: string;
  readonly url: string;
}

function check(asked: Asked): Checked {
  need(asked.path === "/", "page not found", 404);
  const { authorization } = asked.headers;
  need(authorization === undefined || authorization === "Bearer tk_0123456789", "unauthorized", 401);
  const payload = jsonOf(asked);
  need(Buffer.byteLength(asked.body) <= 8_192, "invalid request: body is too large", 413);
  needKeys(payload, known, "request");
  need(payload.topic === topic, "invalid topic");
  const message = textOf(payload.message, 4_096, "message");
  need(Buffer.byteLength(message) < 4_096, "the message would become a file");
  const title = payload.title === undefined ? "" : textOf(payload.title, 4_096, "title");
  need([1, 2, 3, 4, 5].includes(payload.priority as number), "invalid priority");
  const actions = payload.actions as Action[];
  need(actions.length <= 3, "too many actions, only 3 supported");
  const links = actions.map(({ action, label, url }) => {
    need(action === "view" && URL.canParse(url), "actions invalid");
    return { words: textOf(label, 100, "label"), url };
  });
  if (payload.click !== undefined) links.push({ words: "", url: textOf(payload.click, 2_000, "click") });
  for (const text of [title, message]) links.push(...linkify(text).map(({ words, url }) => ({ words, url })));
  const shown = { text: title === "" ? message : `${title}\n\n${message}`, links, mentions: [], styled: [] };
  const body = JSON.stringify({ id: "sPs71M8A2T", event: "message", topic });
  return { status: 200, headers: { "content-type": "application/json" }, body, shown };
}
