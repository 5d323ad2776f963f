/** Warnings about mail settings that load: mails that go nowhere, or go out though their data is made up. */
import { expect, test } from "vitest";
import {
  emailMistakes,
  emailSchema,
  emailWarnings,
  isRealMailServer,
  resolveEmail,
} from "../../../src/outputs/email/settings.ts";

const folders = { file: "/etc/yagura", data: "/var/yagura/data" };
const resolved = (written: object) => resolveEmail(emailSchema.parse(written), folders);
const real = "smtp://mail.provider.co.jp:587";

function warned(written: object, simulated: readonly string[] = []): string[] {
  return emailWarnings(resolved(written), simulated).map(
    ({ at, message, suggestion }) =>
      `${at.join(".")}: ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`,
  );
}

test("addresses that only examples have are refused where mails leave the machine, and no other address", () => {
  const recipients = {
    desk: ["a@provider.co.jp", "b@example.com"],
    night: ["c@desk.test", "d@provider.co.jp"],
  };
  const refused = (smtp: string) =>
    emailMistakes(resolved({ smtp, recipients })).map(({ at, message }) => `${at.join(".")}: ${message}`);
  expect(refused(real)).toEqual([
    "recipients.desk.1: no mail reaches b@example.com: example.com is a name for examples",
    "recipients.night.0: no mail reaches c@desk.test: test is a name for examples",
  ]);
  expect(refused("smtp://127.0.0.1:25")).toEqual([]);
  expect(refused("file:outbox")).toEqual([]);
});

test("simulated services are told with what becomes of their alerts", () => {
  const settings = { smtp: real, recipients: {} };
  expect(warned(settings)).toEqual([]);
  expect(warned(settings, ["market", "forum"])).toEqual([
    "smtp: alerts of simulated services (market, forum) are not mailed to a real mail server " +
      "(`sendSimulated: true` under `email` mails them, too)",
  ]);
  expect(warned({ ...settings, sendSimulated: true }, ["forum"])).toEqual([
    "sendSimulated: alerts of simulated services (forum) are mailed, too",
  ]);
});

test.each([
  [real, true],
  ["smtps://10.0.0.5", true],
  ["smtp://localhost:25", false],
  ["smtp://[::1]:25", false],
  ["file:outbox", false],
])("mails to %s leave this machine: %s", (smtp, isReal) => {
  expect(isRealMailServer(smtp)).toBe(isReal);
});

test("a folder of mails starts at the config file's folder, and by default is beside the data", () => {
  const folder = (smtp?: string) => resolved(smtp === undefined ? {} : { smtp }).smtp;
  expect(folder()).toBe("file:/var/yagura/data/outbox");
  expect(folder("")).toBe("file:/var/yagura/data/outbox");
  expect(folder("file:../mails")).toBe("file:/etc/mails");
  expect(folder("file:///srv/mails")).toBe("file:/srv/mails");
  expect(folder(real)).toBe(real);
});

const right = { user: "desk@example.com", clientId: "id", refreshToken: "right" };

test("a provider's name stands for its token service, which an address of one's own replaces", () => {
  const oauth2 = (more: object) => resolved({ smtp: real, oauth2: { ...right, ...more } }).oauth2;
  expect(oauth2({ provider: "google" })).toMatchObject({
    ...right,
    accessUrl: "https://oauth2.googleapis.com/token",
  });
  expect(oauth2({ provider: "microsoft", accessUrl: "https://login.example.com/mine/token" })).toEqual({
    ...right,
    accessUrl: "https://login.example.com/mine/token",
    scope: "https://outlook.office.com/SMTP.Send offline_access",
  });
  expect(oauth2({ accessUrl: "http://127.0.0.1:9/token" })).toMatchObject({
    accessUrl: "http://127.0.0.1:9/token",
  });
});

test.each([
  ["no token service at all", {}, "either `provider` or `accessUrl` is needed"],
  [
    "a token service in plain",
    { accessUrl: "http://login.example.com/token" },
    "this must be an address that begins with https://",
  ],
])("%s is a mistake of the settings", (_, more, message) => {
  const { error } = emailSchema.safeParse({ smtp: real, oauth2: { ...right, ...more } });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("a login in the address beside OAuth2 is a mistake, and OAuth2 for a folder a warning", () => {
  const both = resolved({
    smtp: "smtps://u:p@mail.provider.co.jp",
    oauth2: { ...right, provider: "google" },
  });
  expect(emailMistakes(both)).toEqual([
    {
      at: ["smtp"],
      message: "the address of the mail server has a login, and `oauth2` is another one: leave one out",
    },
  ]);
  expect(warned({ smtp: "file:outbox", oauth2: { ...right, provider: "google" } })).toEqual([
    "oauth2: mails go to a folder, where nobody logs in",
  ]);
});
