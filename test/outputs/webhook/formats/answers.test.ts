/** What each format makes of the answers that its service documents. */
import { expect, test } from "vitest";
import type { Checked } from "../services/service.ts";
import { openChat } from "./chats.ts";
import { asked, harmless } from "./kinds.ts";

const json = (status: number, value: unknown): Checked => ({ status, body: JSON.stringify(value) });
const page: Checked = { status: 200, body: "<html>Log in to the network</html>" };

interface Case {
  readonly what: string;
  readonly answer: Checked;
  readonly outcome: "sent" | "refused" | "failed";
  readonly retryAfterMs?: number;
  readonly said: string;
}

const cases: Readonly<Record<string, readonly Case[]>> = {
  slack: [
    {
      what: "a payload that it cannot read",
      answer: { status: 400, body: "invalid_payload" },
      outcome: "refused",
      said: "400 invalid_payload",
    },
    {
      what: "a webhook that was removed",
      answer: { status: 404, body: "no_service" },
      outcome: "failed",
      said: "404 no_service",
    },
    {
      what: "an archived channel",
      answer: { status: 410, body: "channel_is_archived" },
      outcome: "failed",
      said: "410 channel_is_archived",
    },
    {
      what: "a right that is missing",
      answer: { status: 403, body: "action_prohibited" },
      outcome: "failed",
      said: "403 action_prohibited",
    },
    {
      what: "too many messages",
      answer: { status: 429, headers: { "retry-after": "30" }, body: "rate_limited" },
      outcome: "failed",
      said: "429 rate_limited",
    },
    {
      what: "its own failure",
      answer: { status: 500, body: "rollup_error" },
      outcome: "failed",
      said: "500 rollup_error",
    },
    {
      what: "a page of something between",
      answer: page,
      outcome: "failed",
      said: "not an answer of Slack: 200 <html>Log in to the network</html>",
    },
  ],
  discord: [
    { what: "an empty success", answer: { status: 204, body: "" }, outcome: "sent", said: "204" },
    { what: "a message that it kept", answer: json(200, { id: "42" }), outcome: "sent", said: "message 42" },
    {
      what: "too many messages",
      answer: json(429, { message: "You are being rate limited.", retry_after: 64.57, global: false }),
      outcome: "failed",
      retryAfterMs: 64_570,
      said: "You are being rate limited.",
    },
    {
      what: "a webhook that was removed",
      answer: json(404, { message: "Unknown Webhook", code: 10_015 }),
      outcome: "failed",
      said: "Unknown Webhook",
    },
    {
      what: "a message that it does not take",
      answer: json(400, { content: ["Must be 2000 or fewer in length."] }),
      outcome: "refused",
      said: "Must be 2000",
    },
    {
      what: "a page of something between",
      answer: page,
      outcome: "failed",
      said: "not an answer of the service",
    },
  ],
  telegram: [
    {
      what: "a message that it took",
      answer: json(200, { ok: true, result: { message_id: 7 } }),
      outcome: "sent",
      said: "message 7",
    },
    {
      what: "a no inside of a 200",
      answer: json(200, { ok: false, description: "Bad Gateway" }),
      outcome: "failed",
      said: "Bad Gateway",
    },
    {
      what: "too many messages",
      answer: json(429, {
        ok: false,
        error_code: 429,
        description: "Too Many Requests: retry after 35",
        parameters: { retry_after: 35 },
      }),
      outcome: "failed",
      retryAfterMs: 35_000,
      said: "Too Many Requests: retry after 35",
    },
    {
      what: "a group that grew",
      answer: json(400, {
        ok: false,
        error_code: 400,
        description: "Bad Request: group chat was upgraded to a supergroup chat",
        parameters: { migrate_to_chat_id: -100_777 },
      }),
      outcome: "refused",
      said: "the chat is now -100777",
    },
    {
      what: "a wrong token",
      answer: json(401, { ok: false, error_code: 401, description: "Unauthorized" }),
      outcome: "failed",
      said: "Unauthorized",
    },
    {
      what: "a bot that was thrown out",
      answer: json(403, {
        ok: false,
        error_code: 403,
        description: "Forbidden: bot was kicked from the group chat",
      }),
      outcome: "failed",
      said: "bot was kicked",
    },
    {
      what: "a page of something between",
      answer: page,
      outcome: "failed",
      said: "not an answer of the service",
    },
  ],
  line: [
    {
      what: "a message that it took before",
      answer: {
        ...json(409, { message: "The retry key is already accepted" }),
        headers: { "x-line-accepted-request-id": "123e4567" },
      },
      outcome: "sent",
      said: "taken before, as 123e4567",
    },
    {
      what: "a conflict that is none of these",
      answer: json(409, { message: "Conflict" }),
      outcome: "failed",
      said: "Conflict",
    },
    {
      what: "a month's limit",
      answer: json(429, { message: "You have reached your monthly limit." }),
      outcome: "failed",
      said: "429 You have reached your monthly limit.",
    },
    {
      what: "a wrong token",
      answer: json(401, { message: "Authentication failed" }),
      outcome: "failed",
      said: "401 Authentication failed",
    },
    {
      what: "a message that it does not take",
      answer: json(400, {
        message: "The request body has 1 error(s)",
        details: [{ message: "may not be empty", property: "messages[0].text" }],
      }),
      outcome: "refused",
      said: "400 The request body has 1 error(s); messages[0].text: may not be empty",
    },
    {
      what: "a page of something between",
      answer: page,
      outcome: "failed",
      said: "not an answer of the service",
    },
  ],
  ntfy: [
    {
      what: "too many messages",
      answer: json(429, { code: 42_901, http: 429, error: "limit reached: too many requests" }),
      outcome: "failed",
      said: "limit reached",
    },
    {
      what: "a store that is full",
      answer: json(507, { code: 50_701, http: 507, error: "cannot publish" }),
      outcome: "failed",
      said: "cannot publish",
    },
    {
      what: "a topic that is not one's own",
      answer: json(403, { code: 40_301, http: 403, error: "forbidden" }),
      outcome: "failed",
      said: "forbidden",
    },
    {
      what: "a page of something between",
      answer: page,
      outcome: "failed",
      said: "not an answer of the service",
    },
  ],
  apprise: [
    {
      what: "a key without a service",
      answer: { status: 204, body: "" },
      outcome: "failed",
      said: "no service under this key and tag",
    },
    {
      what: "a service that failed",
      answer: json(424, { error: "One or more notification could not be sent." }),
      outcome: "failed",
      said: "not every service took it",
    },
    {
      what: "a message that it does not take",
      answer: json(400, { error: "Bad FORM Payload provided" }),
      outcome: "refused",
      said: "Bad FORM Payload",
    },
  ],
};

for (const [name, all] of Object.entries(cases))
  for (const { what, answer, outcome, retryAfterMs, said } of all)
    test(`${name}: ${what} is ${outcome}`, async () => {
      const chat = await openChat(name);
      chat.service.next.push(answer);
      const { outcome: read } = await chat.send(asked("alert"));
      expect(read.outcome).toBe(outcome);
      expect(read.said).toContain(said);
      expect("retryAfterMs" in read ? read.retryAfterMs : undefined).toBe(retryAfterMs);
    });

test("an answer that breaks off within its JSON is a yes, an empty one is none", async () => {
  for (const name of ["discord", "telegram", "line", "ntfy"]) {
    const chat = await openChat(name);
    chat.service.next.push({ status: 200, body: '{"ok":true,"id":"4' }, { status: 200, body: "" });
    expect([name, (await chat.send(asked("alert"))).outcome.outcome]).toEqual([name, "sent"]);
    expect([name, (await chat.send(asked("alert"))).outcome.outcome]).toEqual([name, "failed"]);
  }
});

test("LINE takes a message once, however often it is sent", async () => {
  const chat = await openChat("line");
  const said = [];
  for (const id of ["msg_1", "msg_1", "msg_2"]) said.push((await chat.send(asked("alert"), id)).outcome);
  expect(said.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent"]);
  expect(chat.service.shown).toHaveLength(2);
  const [first, again, other] = chat.service.asked.map(({ headers }) => headers["x-line-retry-key"]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("secrets are in the call alone, never in a body", async () => {
  for (const name of ["telegram", "line", "slack", "discord"]) {
    const chat = await openChat(name);
    const { body } = chat.format.body(asked("digest"), chat.target);
    for (const key of chat.format.secrets) expect(body).not.toContain(chat.target[key]);
  }
});

test("a thread of Discord and a topic of Telegram are asked for by their numbers", async () => {
  const discord = await openChat("discord", { thread: "1234567890123456789" });
  await discord.send(asked("alert"));
  expect(Object.fromEntries(discord.service.asked[0]?.query ?? [])).toEqual({
    wait: "true",
    thread_id: "1234567890123456789",
  });
  const telegram = await openChat("telegram", { topic: 77 });
  await telegram.send(asked("alert"));
  expect(JSON.parse(telegram.service.asked[0]?.body ?? "")).toMatchObject({ message_thread_id: 77 });
});

test("ntfy gets its token as a header and a graver alert a higher priority", async () => {
  const chat = await openChat("ntfy", { token: "tk_0123456789" });
  expect((await chat.send(asked("alert"))).outcome.outcome).toBe("sent");
  expect(chat.service.asked[0]?.headers.authorization).toBe("Bearer tk_0123456789");
  expect(JSON.parse(chat.service.asked[0]?.body ?? "")).toMatchObject({ priority: 4, tags: ["warning"] });
});

test("a test message of ntfy is its one line, without a title", async () => {
  const chat = await openChat("ntfy");
  await chat.sendBody(chat.format.trial(chat.target, "Yagura: this is a test message.", 0));
  expect(chat.service.shown.map(({ text }) => text)).toEqual(["Yagura: this is a test message."]);
});

test("settings that cannot be right are refused without a word of the secret", async () => {
  const wrong: [name: string, target: object][] = [
    ["telegram", { token: "secret-word", chat: "-1" }],
    ["line", { token: "secret word", to: "U4af4980629d3c1a4d3f6a3ba1b9f0d0e" }],
    ["line", { token: "abcdefghijklmnopqrstuvwxyz", to: "secret-word" }],
    ["slack", { url: "secret-word" }],
    ["discord", { url: "https://user:secret-word@discord.com/api/webhooks/1/x" }],
    ["ntfy", { topic: "secret word/" }],
  ];
  for (const [name, target] of wrong) {
    const { format } = await openChat(name);
    const { success, error } = format.schema.safeParse(target);
    expect([name, success]).toEqual([name, false]);
    expect(error?.message).not.toMatch(/secret.word/);
  }
});

test("a message of marks that JSON escapes stays within what ntfy takes", async () => {
  const chat = await openChat("ntfy");
  const { outcome, shown } = await chat.send(
    asked("alert", { said: { ...harmless, body: '"'.repeat(6_000) } }),
  );
  expect(outcome.outcome).toBe("sent");
  expect(shown?.text.match(/"/g)?.length).toBeGreaterThan(2_500);
});

test("a message as long as can be stays within a bubble of LINE, and links too long for it are left out", async () => {
  const chat = await openChat("line");
  const path = "x".repeat(700);
  const more = {
    stockPage: `https://stocks.example.com/${path}/{code}`,
    links: () => ({
      alert: `https://yagura.example.com/${path}`,
      why: `https://yagura.example.com/${path}#why`,
      acknowledge: `https://yagura.example.com/${path}/a`,
      silence: `https://yagura.example.com/${path}${path}`,
      rate: `https://yagura.example.com/${path}/r`,
    }),
  };
  const said = { ...harmless, name: "株".repeat(200), title: "株".repeat(200), body: "株".repeat(20_000) };
  const { outcome, shown } = await chat.send(asked("alert", { said, more }));
  expect(outcome.outcome).toBe("sent");
  expect(shown?.text.match(/株/g)?.length).toBeGreaterThan(4_900);
  expect(shown?.links).toHaveLength(5);
});
