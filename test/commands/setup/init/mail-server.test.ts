import { describe, expect, test } from "vitest";
import {
  isNear,
  isWholeAddress,
  mailServer,
  shownServer,
} from "../../../../src/commands/setup/init/questions/mail-question.ts";
import { parseDestination } from "../../../../src/outputs/email/destination.ts";

const login = { user: "me@desk.jp", password: "p:a/s@s#?%" };

describe("a mail server as people name it", () => {
  test.each([
    ["mail.desk.jp", { host: "mail.desk.jp", port: 587, secure: false }],
    ["mail.desk.jp:465", { host: "mail.desk.jp", port: 465, secure: true }],
    ["mail.desk.jp:25", { host: "mail.desk.jp", port: 25, secure: false }],
    ["smtps://mail.desk.jp", { host: "mail.desk.jp", port: 465, secure: true }],
    ["smtp://mail.desk.jp:2525", { host: "mail.desk.jp", port: 2525, secure: false }],
  ])("%s becomes an address that the monitor reads", (text, expected) => {
    expect(parseDestination(mailServer(text, login).smtp)).toMatchObject({
      ...expected,
      login: { user: login.user, password: login.password },
    });
    expect(parseDestination(mailServer(text, undefined).smtp)).toMatchObject(expected);
    expect(mailServer(text, undefined).hasLogin).toBe(false);
  });

  test("an address that says all is taken as it is, and is a secret", () => {
    const smtp = "smtp://u:p@mail.desk.jp:587";
    expect([isWholeAddress(smtp), mailServer(smtp, undefined)]).toEqual([
      true,
      { smtp, hasLogin: true, isFolder: false },
    ]);
    expect(mailServer("file:../mails", undefined)).toMatchObject({ hasLogin: false, isFolder: true });
  });

  test("one on this machine is known as such, and no other", () => {
    for (const near of ["localhost", "127.0.0.1:2525", "smtp://localhost:25", "[::1]:25"])
      expect([near, isNear(near)]).toEqual([near, true]);
    for (const far of ["mail.desk.jp", "localhost.desk.jp", "10.0.0.1"])
      expect([far, isNear(far)]).toEqual([far, false]);
  });

  test("is shown without its login", () => {
    expect(shownServer("smtps://u:s3cret@mail.desk.jp:465")).toBe("smtps://mail.desk.jp:465");
    expect(shownServer("file:/srv/outbox")).toBeUndefined();
  });
});
