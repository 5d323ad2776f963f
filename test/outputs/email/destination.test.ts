import { expect, test } from "vitest";
import { describeDestination, parseDestination } from "../../../src/outputs/email/destination.ts";

const loopback = { kind: "smtp", host: "127.0.0.1", requireTls: false, verifyTls: false };
const far = { kind: "smtp", host: "mail.example.com", verifyTls: true };

test.each([
  ["smtp://127.0.0.1:2525", { ...loopback, port: 2525, secure: false }],
  ["smtp://mail.example.com", { ...far, port: 587, secure: false, requireTls: false }],
  ["smtps://mail.example.com", { ...far, port: 465, secure: true, requireTls: false }],
  [
    "smtp://a%40b:p%2Fw@mail.example.com:25",
    { ...far, port: 25, secure: false, requireTls: true, login: { user: "a@b", password: "p/w" } },
  ],
  [
    "smtp://u:p@mail.example.com?requireTLS=false&tls.rejectUnauthorized=false",
    {
      ...far,
      port: 587,
      secure: false,
      requireTls: false,
      verifyTls: false,
      login: { user: "u", password: "p" },
    },
  ],
  ["smtp://[::1]:25", { ...loopback, host: "::1", port: 25, secure: false }],
  ["file:../data/outbox", { kind: "folder", folder: "../data/outbox" }],
  ["file:///var/mail/out%20box", { kind: "folder", folder: "/var/mail/out box" }],
])("%s is read", (text, expected) => {
  expect(parseDestination(text)).toEqual(expected);
});

test.each([
  "",
  "mail.example.com",
  "http://user:hunter2@mail.example.com",
  "smtp://user:hunter2@",
  "smtp://user:hunter2@host:99999",
  "smtp://user:%zzhunter2@host",
  "smtp://user:hunter2@host?pool=hunter",
  "smtp://user:hunter2@host?requireTLS=maybe",
  "file:",
])("%j is refused in one line that does not repeat the password", (text) => {
  let message = "";
  try {
    parseDestination(text);
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(/^Error: [^\n]+$/);
  expect(message).not.toContain("hunter2");
});

test("a destination is described without its login", () => {
  expect(describeDestination(parseDestination("smtps://user:hunter2@[::1]:4650"))).toBe("smtps://[::1]:4650");
  expect(describeDestination(parseDestination("smtp://user:hunter2@mail.example.com"))).toBe(
    "smtp://mail.example.com:587",
  );
});
