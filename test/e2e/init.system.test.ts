/** The way of a new user, on a terminal, from an empty folder to a mail about a stock of their own. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { webService } from "../outputs/webhook/house.ts";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { opened, startMailServer } from "../support/mail-server.ts";
import { yagura } from "../support/monitor.ts";
import { isLong } from "../support/runs.ts";
import { forumService } from "../support/services/forum.ts";
import { marketKey, marketService } from "../support/services/market.ts";
import { serve } from "../support/services/serve.ts";
import { statisticsService } from "../support/services/statistics.ts";
import { keys, onTerminal } from "../support/terminal.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { firstWorlds } from "./scene.ts";

const { enter, up, down, left, right, clear, esc, ctrlC } = keys;

/** Services that answer as they were observed to, and a mail server, all on loopback. */
async function setOut() {
  const worlds = firstWorlds();
  worlds.forum.comments["6758"] = [{ part: 1, title: "朝", body: "おはよう", yes: 0, no: 0 }];
  for (const term of ["weekly", "monthly"]) worlds.forum.rankings[term] = ["7203", "6758"];
  const services = await serve({
    market: marketService(worlds.market, "observed"),
    forum: forumService(worlds.forum, "observed"),
    statistics: statisticsService(worlds.statistics, "observed"),
  });
  onTestFinished(() => services.close());
  return { worlds, url: services.url, mails: await startMailServer(), folder: tmpFolder() };
}

const questions = {
  en: {
    market: /do you have an account\?/,
    address: /Address of the/,
    key: /Key of the account/,
    refused: /does not accept the key/,
    whatNow: /What now\?/,
    plan: /Which plan is it\?/,
    forum: /comments and their ranking\. Do you want it\?/,
    leave: /the operator's leave/,
    statistics: /Do you want them\?/,
    stocks: /Which stocks matter to you\?/,
    several: /Several stocks are called/,
    mail: /Mail address for the alerts/,
    server: /Mail server/,
    user: /Login at the mail server/,
    notSent: /did not arrive/,
    sent: /Sent to me@desk\.jp/,
    chat: /Shall a chat/,
    webhook: /Address of the incoming webhook of Slack/,
    sentToChat: /Sent to Slack/,
    links: /Where will you open the links/,
    publicUrl: /Address of the page/,
    hours: /When may messages come\?/,
    between: /From when to when/,
    tradingDays: /On trading days alone\?/,
    polled: /What will be polled/,
    expect: /how many mails to expect\?/,
    expected: /Mails to expect/,
    start: /Start the monitor now\?/,
    ready: /open http:\/\//,
    subject: /7203\)?: 10 authors mention a sharp move/,
  },
  ja: {
    market: /アカウントをお持ちですか/,
    address: /のアドレス/,
    key: /API キー/,
    refused: /キーが受け付けられません/,
    whatNow: /どうしますか/,
    plan: /プランはどれですか/,
    forum: /投稿とランキング：使いますか/,
    leave: /運営者の許可を得ていますか/,
    statistics: /時系列統計）：使いますか/,
    stocks: /気になる銘柄は/,
    several: /複数あります/,
    mail: /アラートを送るメールアドレス/,
    server: /メールサーバー/,
    user: /メールサーバーのユーザー名/,
    notSent: /届きませんでした/,
    sent: /送りました：me@desk\.jp/,
    chat: /チャットにも/,
    webhook: /Slack の Webhook URL/,
    sentToChat: /送りました：Slack/,
    links: /リンク.*どこで開きますか/,
    publicUrl: /画面のアドレス/,
    hours: /いつ届いてもよいですか/,
    between: /何時から何時まで/,
    tradingDays: /営業日だけに/,
    polled: /問い合わせの予定/,
    expect: /見積もるため/,
    expected: /メールの見込み/,
    start: /今すぐ起動しますか/,
    ready: /http:\S+ を開いてください/,
    subject: /7203）?：10人が掲示板で急騰・急落に言及/,
  },
};

// In the build's run the Japanese way; the tests below go a part of it in English.
describe.each(isLong ? (["en", "ja"] as const) : (["ja"] as const))("a new user, in %s", (language) => {
  const asked = questions[language];

  test("comes from an empty folder to a mail about a stock of their own, past five mistakes", async () => {
    const { worlds, url, mails, folder } = await setOut();
    const chat = await webService(() => ({ body: "ok" }));
    mails.unknown.add("mee@desk.jp");
    const began = Date.now();
    const port = String(await freePort());
    const env = { LANG: language === "ja" ? "ja_JP.UTF-8" : "en_US.UTF-8" };
    const person = onTerminal(["init", "--port", port], folder, env);
    await person.answers(/Language \/ 言語/, enter);
    // Letters are letters: those of vim move nothing.
    await person.answers(asked.market, `jj${up}${enter}`);
    await person.answers(asked.address, `${clear}${url}/market/v2${enter}`);
    await person.answers(asked.key, `a-wrong-key${enter}`);
    await person.reads(asked.refused);
    // The key alone is asked again.
    await person.answers(asked.whatNow, enter);
    await person.answers(asked.key, `${marketKey}${enter}`);
    await person.answers(asked.plan, enter);
    await person.answers(asked.forum, `${up}${enter}`);
    await person.answers(asked.leave, `${left}${enter}`);
    await person.answers(asked.address, `${url}/forum${enter}`);
    await person.answers(asked.statistics, `${down}${enter}`);
    // Left out by mistake, and back.
    await person.answers(asked.stocks, esc);
    await person.answers(asked.statistics, `${up}${up}${enter}`);
    await person.answers(asked.address, `${clear}${url}/statistics${enter}`);
    // One code in wide letters with its market, one that is not listed, then a name.
    await person.answers(asked.stocks, `７２０３.T, 9999${enter}`);
    await person.reads(/9999/);
    await person.answers(asked.whatNow, enter);
    await person.answers(asked.stocks, `${clear}7203.T、見本電気${enter}`);
    await person.reads(/7203 例示自動車.*6758 見本電気/);
    await person.answers(asked.mail, `mee@desk.jp${enter}`);
    await person.answers(asked.server, `${mails.url}${enter}`);
    await person.answers(asked.user, enter);
    await person.reads(asked.notSent);
    await person.reads(/no such mailbox/);
    // The address alone is asked again.
    await person.answers(asked.whatNow, enter);
    await person.answers(asked.mail, `${clear}me@desk.jp${enter}`);
    await person.reads(asked.sent);
    await person.answers(asked.chat, `${down}${enter}`);
    await person.answers(asked.webhook, `${chat.url}/services/T0/B0/s3cret${enter}`);
    await person.reads(asked.sentToChat);
    await person.answers(asked.links, enter);
    await person.answers(asked.hours, `${down}${enter}`);
    await person.answers(asked.between, `${clear}00:00-23:59${enter}`);
    await person.answers(asked.tradingDays, enter);
    await person.reads(asked.polled);
    // Reading the past takes as long as the plan allows: once is enough.
    await person.answers(asked.expect, language === "ja" && isLong ? `${right}${enter}` : enter);
    await person.reads(asked.expected);
    await person.answers(asked.start, enter);
    await person.reads(asked.ready);
    expect(mails.received.map(({ to }) => to)).toEqual(["me@desk.jp"]);

    const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
    await until("a first sight of the forum", () =>
      feed.events.find(
        ({ event }) => event.type === "source.baselined" && event.subject === "forum-comments",
      ),
    );
    for (let part = 201; part <= 210; part++)
      worlds.forum.comments["7203"]?.push({
        part,
        title: "S高",
        body: "S高だ",
        yes: 0,
        no: 0,
        author: `a${part}`,
      });
    // News of the monitor itself, such as of a late publication, may come before.
    const subjects = async () =>
      (await Promise.all(mails.received.map(opened))).map(({ subject }) => subject);
    const isOwn = async () => (await subjects()).some((subject = "") => asked.subject.test(subject));
    await until("a mail about a stock of one's own", isOwn);
    expect(new Set(mails.received.map(({ to }) => to))).toEqual(new Set(["me@desk.jp"]));
    const texts = (await Promise.all(mails.received.map(opened))).map(({ text = "" }) => text);
    expect(texts.some((text) => text.includes(`http://127.0.0.1:${port}/act/acknowledge?`))).toBe(true);
    await until("a message with links in the chat", () =>
      chat.posted.some(({ body }) => body.includes(`http://127.0.0.1:${port}/act/acknowledge?`)),
    );
    const seconds = Math.round((Date.now() - began) / 1_000);
    expect(seconds).toBeLessThan(600);

    expect(person.screen()).not.toContain(marketKey);
    expect(person.screen()).not.toContain("s3cret");
    expect(readFileSync(join(folder, "config/monitor.yaml"), "utf8")).not.toContain(marketKey);
    const key = join(folder, "config/secrets/market-api-key");
    expect(readFileSync(key, "utf8")).toBe(`${marketKey}\n`);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    person.types(ctrlC);
    expect(await person.ended).toBe(0);
    expect(await yagura(["check", "--config", join(folder, "config/monitor.yaml")])).toMatchObject({
      code: 0,
    });
  }, 180_000);
});

test("whoever ends it in the middle has written nothing", async () => {
  const folder = tmpFolder();
  const person = onTerminal(["init", "--language", "en"], folder);
  await person.answers(questions.en.market, enter);
  await person.answers(questions.en.forum, ctrlC);
  expect(await person.ended).toBe(1);
  expect(person.screen()).toContain("nothing was written");
  expect(readdirSync(folder)).toEqual([]);
});

test("a service that nobody reaches is told with the reason, and may be kept all the same, or left for later", async () => {
  const folder = tmpFolder();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const person = onTerminal(["init", "--language", "en", "--no-start"], folder);
  await person.answers(questions.en.market, `${up}${enter}`);
  await person.answers(questions.en.address, `${clear}${nobody}/market/v2${enter}`);
  await person.answers(questions.en.key, `some-key${enter}`);
  await person.reads(/no usable answer[\s\S]*127\.0\.0\.1/);
  await person.answers(questions.en.whatNow, `${down}${enter}`);
  await person.answers(questions.en.forum, `${up}${enter}`);
  await person.answers(questions.en.leave, `${left}${enter}`);
  await person.answers(questions.en.address, `${nobody}/forum${enter}`);
  await person.answers(questions.en.whatNow, `${up}${enter}`);
  await person.answers(questions.en.statistics, enter);
  await person.answers(questions.en.stocks, `7203${enter}`);
  await person.answers(questions.en.mail, enter);
  await person.answers(questions.en.chat, enter);
  await person.answers(questions.en.links, enter);
  await person.answers(questions.en.hours, enter);
  await person.reads(/SIMULATED: forum, statistics/);
  await person.answers(questions.en.expect, `${right}${enter}`);
  expect(await person.ended).toBe(0);
  expect(readFileSync(join(folder, "config/monitor.yaml"), "utf8")).toContain(`:-${nobody}/market/v2}"`);
  expect(await yagura(["check", "--config", join(folder, "config/monitor.yaml")])).toMatchObject({ code: 0 });
});

test("called again it shows what is there, and enter alone changes nothing", async () => {
  const folder = tmpFolder();
  const file = join(folder, "config/monitor.yaml");
  const mails = await startMailServer();
  const given = ["--market", "simulated", "--forum", "simulated", "--statistics", "none", "--stocks", "7203"];
  const answers = [...given, "--mail", "me@desk.jp", "--smtp", mails.url, "--language", "ja"];
  expect((await yagura(["init", folder, ...answers])).code).toBe(0);
  const hours = "alerts: { receivers: { email:desk: { hours: [{ days: [mon] }, { days: [fri] }] } } }\n";
  const before = readFileSync(file, "utf8") + hours;
  writeFileSync(file, before);
  const asked = questions.ja;
  const person = onTerminal(["init", "--no-start"], folder, { LANG: "en_US.UTF-8" });
  await person.answers(/Language/, enter);
  await person.answers(asked.market, enter);
  await person.answers(asked.forum, enter);
  await person.answers(asked.statistics, enter);
  await person.answers(asked.stocks, enter);
  await person.answers(asked.mail, enter);
  await person.answers(asked.server, enter);
  await person.answers(asked.user, enter);
  await person.reads(asked.sent);
  await person.answers(asked.chat, enter);
  await person.answers(asked.links, enter);
  await person.answers(asked.hours, enter);
  await person.reads(asked.polled);
  expect(await person.ended).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(before);
});
