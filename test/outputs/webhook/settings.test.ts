import { expect, test } from "vitest";
import { webhook } from "../../../src/outputs/webhook/member.ts";
import { secret } from "./house.ts";

const settingsOf = (written: unknown) =>
  webhook.resolve(webhook.schema.parse(written), { file: "/etc/yagura", data: "/srv" });

const json = (url: string, more: object = {}) => ({ format: "json", url, secret, ...more });

function warningsOf(target: object, simulated: readonly string[] = [], more: object = {}) {
  const settings = settingsOf({ targets: { bot: target }, ...more });
  return webhook.warnings(settings, simulated).map(({ at, message }) => `${at.join(".")}: ${message}`);
}

test("a target outside that is signed and encrypted is nothing to warn of", () => {
  expect(warningsOf(json("https://bots.desk.co.jp/x"))).toEqual([]);
});

test("what is not encrypted is warned of outside, and not inside", () => {
  expect(warningsOf(json("http://bots.desk.co.jp/x"))).toEqual([
    expect.stringMatching(/^targets\.bot\.url: messages to it are not encrypted/),
  ]);
  for (const url of ["http://localhost:3000", "http://127.0.0.1/x", "http://192.168.1.9/x", "http://[::1]/x"])
    expect(warningsOf(json(url))).toEqual([]);
  expect(warningsOf(json("http://bots.lan/x", { allowPrivate: true }))).toEqual([]);
});

test("requests without a signature are warned of", () => {
  expect(warningsOf({ format: "json", url: "https://bots.desk.co.jp/x" })).toEqual([
    expect.stringContaining("not signed"),
  ]);
});

test("a name for examples reaches nobody", () => {
  expect(warningsOf(json("https://bots.example.com/x"))).toEqual([
    "targets.bot.url: no message reaches it: example.com is a name for examples",
  ]);
});

test("whether what is simulated leaves the house is told", () => {
  const url = "https://bots.desk.co.jp/x";
  expect(warningsOf(json(url), ["market"])).toEqual([
    "targets.bot: alerts of simulated services (market) are not sent to targets outside",
  ]);
  expect(warningsOf(json(url), ["market"], { sendSimulated: true })).toEqual([
    "sendSimulated: alerts of simulated services (market) are sent, too",
  ]);
  expect(warningsOf(json("http://127.0.0.1/"), ["market"])).toEqual([]);
});

test("a recipient names targets that there are, and none of its own name", () => {
  const targets = { "desk-chat": json("https://bots.desk.co.jp/x") };
  const mistakesOf = (recipients: object) => webhook.mistakes(settingsOf({ targets, recipients }));
  expect(mistakesOf({ desk: ["desk-chat"] })).toEqual([]);
  expect(mistakesOf({ desk: ["desk-chat", "dsk-chat"] })).toEqual([
    {
      at: ["recipients", "desk", 1],
      message: "there is no target `dsk-chat` under `webhook.targets`",
      suggestion: "did you mean `desk-chat`?",
    },
  ]);
  expect(mistakesOf({ "desk-chat": ["desk-chat"] })).toMatchObject([{ at: ["recipients", "desk-chat"] }]);
});

test.each([
  ["a file", "file:///etc/passwd"],
  ["a login", "https://me:secret@bots.desk.co.jp/"],
  ["no address", "bots.desk.co.jp/x"],
])("%s is no address of a target, and is not repeated", (_, url) => {
  const parsed = webhook.schema.safeParse({ targets: { bot: json(url) } });
  expect(parsed.success).toBe(false);
  expect(JSON.stringify(parsed.error?.issues)).not.toContain(url);
});

test.each([
  ["too short", `whsec_${Buffer.alloc(23).toString("base64")}`],
  ["too long", `whsec_${Buffer.alloc(65).toString("base64")}`],
  ["not base64", `whsec_${"*".repeat(40)}`],
  ["without its beginning", Buffer.alloc(32).toString("base64")],
  ["empty", ""],
])("a secret that is %s is refused, and not repeated", (_, wrong) => {
  const parsed = webhook.schema.safeParse({
    targets: { bot: json("https://bots.desk.co.jp/", { secret: wrong }) },
  });
  expect(parsed.success).toBe(false);
  if (wrong !== "") expect(JSON.stringify(parsed.error?.issues)).not.toContain(wrong);
});
