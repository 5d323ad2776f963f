/** An Apprise API that passes messages on to Slack and Discord as they are, and to a program that makes links. */
import { showMarkdown } from "./discord.ts";
import { linkify } from "./linkify.ts";
import {
  type Asked,
  type Checked,
  jsonOf,
  need,
  needKeys,
  openService,
  refusing,
  type Shown,
  textOf,
} from "./service.ts";
import { showMrkdwn } from "./slack.ts";

const path = "/notify/yagura";

export async function openApprise() {
  const service = await openService(
    refusing(check, ({ status, message }) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ error: message }),
    })),
  );
  return { ...service, address: `${service.url}${path}` };
}

function check(asked: Asked): Checked {
  const payload = jsonOf(asked);
  if (asked.path !== path) return { status: 204, body: "" };
  needKeys(payload, ["title", "body", "type", "format", "tag"], "payload");
  const body = textOf(payload.body, 32_768, "body");
  const title = textOf(payload.title, 250 * 4, "title");
  need(["info", "success", "warning", "failure"].includes(payload.type as string), "type");
  need(payload.format === "text", "format");
  if (payload.tag !== undefined && payload.tag !== "desk") return { status: 204, body: "" };
  const passed = `${title}\n${body}`;
  const [markdown, mrkdwn] = [showMarkdown(passed), { text: "", links: [], mentions: [], styled: [] }];
  showMrkdwn(passed, { shown: mrkdwn, isVerbatim: true });
  const shown: Shown = {
    text: passed,
    links: linkify(passed).map(({ words, url }) => ({ words, url })),
    mentions: [...markdown.mentions, ...mrkdwn.mentions],
    // A list or a numbered line is none of the marks that are promised to stay out.
    styled: [...markdown.styled.filter(({ style }) => style !== "list" && style !== "emoji")],
  };
  return { status: 200, headers: { "content-type": "application/json" }, body: '{"error":""}', shown };
}
