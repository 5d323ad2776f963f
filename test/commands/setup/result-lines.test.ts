/** What a person is told of a test message, in the language of the caller. */
import { expect, test } from "vitest";
import { resultLines } from "../../../src/commands/setup/check.ts";
import { networkMeanings } from "../../../src/lib/http/exchange.ts";
import type { Language } from "../../../src/model/language.ts";
import { inJapanese } from "../../../src/model/messages/in-japanese.ts";
import { smtpMeanings } from "../../../src/outputs/email/smtp-failure.ts";

const plain = (language: Language) => ({
  columns: undefined,
  language,
  paint: (_: string, text: string) => text,
});
const address = "desk@example.com";

test("every error on the way to a mail server or a service has its Japanese", () => {
  const words = [...smtpMeanings, ...networkMeanings].map(([, meaning]) => meaning);
  expect(words.length).toBeGreaterThan(25);
  const japanese = words.map((one) => inJapanese(one) ?? one);
  expect(japanese.filter((text) => !/[ぁ-ん]/.test(text) || /trusts|certificate/.test(text))).toEqual([]);
});

test("the stages of a mail and the server's own words are told in Japanese, its words as they are", () => {
  const sent = {
    ...{ address, ok: true, message: "250 OK queued as 7" },
    way: "encrypted after the greeting with TLSv1.3, its certificate not looked at; logged in as me by a password; 0.4 s",
    note: "the settings name a login, and the mail server never asked for one: it was not tried",
  };
  expect(resultLines(sent, plain("ja"))).toEqual([
    "送信  desk@example.com  250 OK queued as 7",
    "    接続後に TLSv1.3 で暗号化（証明書は確認していません）、me としてパスワードでログイン、0.4 秒",
    "    設定にログインがありますが、メールサーバーが求めなかったため、使いませんでした",
  ]);
  expect(resultLines(sent, plain("en"))[0]).toBe("sent  desk@example.com  250 OK queued as 7");
  const failed = { address, ok: false, way: "after 0.1 s" };
  const said = (message: string) => resultLines({ ...failed, message }, plain("ja"));
  expect(said("the mail server refuses the login (Invalid login: 535 no)")).toEqual([
    "失敗  desk@example.com  メールサーバーがログインを拒否しました（Invalid login: 535 no）",
    "    0.1 秒後",
  ]);
  expect(said("the mail server refuses the address a@b.c: 550 no such user")[0]).toContain(
    "メールサーバーが宛先 a@b.c を拒否しました：550 no such user",
  );
  expect(said("127.0.0.1:1: nobody listens at this host and port")[0]).toContain(
    "127.0.0.1:1：このホストとポートでは何も待ち受けていません",
  );
});
