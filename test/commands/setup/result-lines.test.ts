/** What a person is told of a check and of a test message, in the language of the caller. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { check, resultLines } from "../../../src/commands/setup/check.ts";
import { networkMeanings } from "../../../src/lib/http/exchange.ts";
import type { Language } from "../../../src/model/language.ts";
import { inJapanese } from "../../../src/model/messages/in-japanese.ts";
import { smtpMeanings } from "../../../src/outputs/email/smtp-failure.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

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

/** What a check says of settings without sources and rules that are right. */
async function told(language: Language, text: string): Promise<string | undefined> {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, `rules: rules\nsources: {}\n${text}\n`);
  vi.stubEnv("YAGURA_LANGUAGE", language);
  onTestFinished(() => void vi.unstubAllEnvs());
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const spy of spies) spy.mockReturnValue(true);
  await check({ config });
  const said = spies[0]?.mock.calls.map(([text]) => text).join("");
  for (const spy of spies) spy.mockRestore();
  return said;
}

test("a check counts the people whom the settings name, and says nothing of them where there are none", async () => {
  const people = (...names: string[]) => {
    const named = names.map((name) => `${name}: { tokens: [${name}-token-0123456789] }`);
    return `people: { ${named.join(", ")} }`;
  };
  expect(await told("en", people())).toBe("ok: 0 sources, 0 rules\n");
  expect(await told("en", people("aoi"))).toBe("ok: 0 sources, 0 rules, 1 person\n");
  expect(await told("ja", people("aoi", "jun"))).toBe("問題ありません：情報源0、ルール0、利用者2\n");
});

test("a check says which machine of a cluster the settings make of this one", async () => {
  const cluster = 'cluster: { nats: ["nats://127.0.0.1:4222"], name: tokyo-1, replicas: 1 }';
  expect(await told("en", cluster)).toBe(
    "ok: 0 sources, 0 rules\nmachine tokyo-1 of a cluster on 1 NATS server\n",
  );
  expect(await told("ja", cluster)).toBe(
    "問題ありません：情報源0、ルール0\nクラスター：マシン tokyo-1（NATS サーバー1）\n",
  );
});
