/** The Bot API's sendMessage: entities that are given, and those that Telegram finds by itself. */
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

export const token = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";

export async function openTelegram() {
  return openService(
    refusing(check, ({ status, message }) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ok: false, error_code: status, description: message }),
    })),
  );
}

interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

const known = ["chat_id", "message_thread_id", "text", "entities", "link_preview_options"];

function check(asked: Asked): Checked {
  need(asked.path.startsWith("/bot"), "Not Found", 404);
  need(asked.path === `/bot${token}/sendMessage`, "Unauthorized", 401);
  const payload = jsonOf(asked);
  needKeys(payload, known, "Bad Request: the request");
  need(payload.chat_id === "-1001234567890", "Bad Request: chat not found");
  const text = textOf(payload.text, 4_096, "Bad Request: message text");
  need(text === text.trim(), "the text is trimmed, and entities move");
  const { is_disabled } = payload.link_preview_options as { is_disabled: boolean };
  need(is_disabled, "the request asks for previews");
  const entities = (payload.entities ?? []) as Entity[];
  need(entities.length <= 100, "entities beyond a hundred are left out");
  const body = JSON.stringify({ ok: true, result: { message_id: 42 } });
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body,
    shown: showEntities(text, entities),
  };
}

/** No two overlap here: only what may stand in each other might, and nothing that is sent does. */
function showEntities(text: string, entities: readonly Entity[]) {
  const ordered = [...entities].sort((a, b) => a.offset - b.offset);
  let at = 0;
  const [links, mentions, styled]: [
    { words: string; url: string }[],
    string[],
    { style: string; words: string }[],
  ] = [[], [], []];
  /** Where nothing is looked for. */
  const taken: { start: number; end: number }[] = [];
  for (const { type, offset, length, url } of ordered) {
    need(
      offset >= at && length > 0 && offset + length <= text.length,
      `an entity is at ${offset}, ${length}`,
    );
    const words = text.slice(offset, offset + length);
    need(!/\p{Cs}/u.test(words), "an entity begins within a character");
    at = offset + length;
    if (type === "text_link") links.push({ words, url: new URL(url ?? "").href });
    else styled.push({ style: type, words });
    if (type !== "bold") taken.push({ start: offset, end: at });
  }
  const isFree = (start: number, end: number) => taken.every((one) => end <= one.start || start >= one.end);
  for (const { words, url, start } of linkify(text))
    if (isFree(start, start + words.length)) links.push({ words, url });
  for (const { 0: words, index } of text.matchAll(/(?<![\p{L}\p{N}_/])[@#$/][\p{L}\p{N}_]+/gu))
    if (isFree(index, index + words.length)) mentions.push(words);
  return { text, links, mentions, styled };
}
