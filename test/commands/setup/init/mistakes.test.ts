/** Answers that cannot be: each error names the option that was wrong, in the language of the questions. */
import { readdirSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { init } from "../../../../src/commands/setup/init/init.ts";
import type { InitOptions } from "../../../../src/commands/setup/init/question.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

/** Without a person; what is given is tried, and nothing here comes so far as to ask a service. */
const given = { yes: true, try: true, expect: false, start: false, chatSetting: [] } as const;

async function refusal(options: Partial<InitOptions>): Promise<string> {
  const folder = tmpFolder();
  const spy = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await init(folder, { ...given, ...options });
    return "it was taken";
  } catch (error) {
    expect(readdirSync(folder)).toEqual([]);
    return (error as Error).message;
  } finally {
    spy.mockRestore();
  }
}

const mail = { mail: "me@desk.co.jp", smtp: "mail.desk.co.jp" };
const line = (...settings: string[]) => ({ chat: "line", chatSetting: settings });
const token = "token=s3cret-token-of-a-channel";
const to = `to=U${"4af".repeat(10)}0d`;

describe.each([
  ["an address of the market", { market: "jpx" }, /^--market: this is no address/, /^--market: アドレスでは/],
  [
    "an address of mail",
    { ...mail, mail: "me@example.com" },
    /^--mail: no mail reaches me@/,
    /^--mail: .*届きません/,
  ],
  [
    "a mail server",
    { ...mail, smtp: "http://mail" },
    /^--smtp: this must be smtp/,
    /^--smtp: メールサーバーの書き方/,
  ],
  ["a login without a server", { smtpUser: "me" }, /^--smtp: a login needs/, /^--smtp: ログインには/],
  ["a chat", { chat: "fax" }, /^--chat: this is none of slack/, /^--chat: 次のどれか/],
  [
    "a token",
    line("token=x", to),
    /^--chat-setting token=\.\.\.: this is no channel/,
    /^--chat-setting token=\.\.\.: チャネル/,
  ],
  [
    "an id",
    line(token, "to=@me"),
    /^--chat-setting to=\.\.\.: this is no id/,
    /^--chat-setting to=\.\.\.: ID では/,
  ],
  ["a setting of a chat", line(token, to, "fax=1"), /^--chat-setting: .*fax/, /^--chat-setting: .*fax/],
  ["a page", { publicUrl: "desk" }, /^--public-url: this is no address/, /^--public-url: 画面のアドレス/],
  ["hours", { hours: "noon" }, /^--hours: hours look like/, /^--hours: 時間は/],
  ["a port", { port: "many" }, /^--port: /, /^--port: /],
] as const)("%s", (_, options, english, japanese) => {
  test("is refused with its option, in either language", async () => {
    expect(await refusal({ ...options, language: "en" })).toMatch(english);
    expect(await refusal({ ...options, language: "ja" })).toMatch(japanese);
  });

  test("is refused untried, too", async () => {
    expect(await refusal({ ...options, language: "en", try: false })).toMatch(english);
  });
});
