/** LINE's Messaging API: push messages, Flex Messages, and requests that are tried again. */
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

export const token = "abcdefghijklmnopqrstuvwxyz0123456789+/=";
export const to = "U4af4980629d3c1a4d3f6a3ba1b9f0d0e";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Fields = Record<string, unknown>;
type Part = { text: string; links: { words: string; url: string }[] };

export async function openLine() {
  const accepted = new Map<string, string>();
  return openService(
    refusing(
      (asked) => check(asked, accepted),
      ({ status, message }) => ({
        status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message }),
      }),
    ),
  );
}

function check(asked: Asked, accepted: Map<string, string>): Checked {
  need(asked.path === "/v2/bot/message/push", "Not found", 404);
  need(
    asked.headers.authorization === `Bearer ${token}`,
    "Authentication failed due to the following reason: invalid token",
    401,
  );
  const payload = jsonOf(asked);
  const key = asked.headers["x-line-retry-key"];
  need(typeof key === "string" && uuid.test(key), "Invalid retry key");
  const json = { "content-type": "application/json" };
  const before = accepted.get(key);
  if (before !== undefined) {
    const body = JSON.stringify({ message: "The retry key is already accepted" });
    return { status: 409, headers: { ...json, "x-line-accepted-request-id": before }, body };
  }
  needKeys(payload, ["to", "messages"], "The request body");
  need(payload.to === to, "The property, 'to', in the request body is invalid");
  const messages = payload.messages as Fields[];
  need(messages.length >= 1 && messages.length <= 5, "messages: between 1 and 5");
  const shown: Part = { text: "", links: [] };
  for (const message of messages) showMessage(message, shown);
  accepted.set(key, `request-${accepted.size}`);
  const body = JSON.stringify({ sentMessages: [{ id: "461230966842064897", quoteToken: "q" }] });
  return { status: 200, headers: json, body, shown: { ...shown, mentions: [], styled: [] } satisfies Shown };
}

function showMessage(message: Fields, shown: Part): void {
  if (message.type === "text") {
    const text = textOf(message.text, 5_000, "text");
    shown.text += text;
    shown.links.push(...linkify(text).map(({ words, url }) => ({ words, url })));
    return;
  }
  need(message.type === "flex", "messages[0].type is unknown");
  needKeys(message, ["type", "altText", "contents"], "flex");
  textOf(message.altText, 400, "altText");
  const bubble = message.contents as Fields;
  need(bubble.type === "bubble", "contents.type");
  need(Buffer.byteLength(JSON.stringify(bubble)) <= 30_000, "the bubble is larger than 30 KB");
  needKeys(bubble, ["type", "size", "body"], "bubble");
  const { type, layout, contents } = bubble.body as Fields;
  need(type === "box" && layout === "vertical", "body");
  for (const component of contents as Fields[]) showComponent(component, shown);
}

const looks = ["type", "text", "wrap", "weight", "size", "color", "decoration", "action"];

function showComponent(component: Fields, shown: Part): void {
  needKeys(component, looks, "text component");
  need(component.type === "text", "unknown component");
  const words = textOf(component.text, 10_000, "text component");
  shown.text += `${words}\n\n`;
  if (component.action === undefined) return;
  const { type, label, uri } = component.action as Fields;
  need(type === "uri", "unknown action");
  textOf(label, 20, "label");
  const url = textOf(uri, 1_000, "uri");
  need(/^(https?|line|tel):/.test(url) && URL.canParse(url), "invalid uri scheme");
  shown.links.push({ words, url });
}
