/** Texts of strangers, on their whole way: service, event, alert, page and mail. They stay text, and the text they were. */

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { firstWorlds, type Worlds } from "../e2e/scene.ts";
import { openTab, type Tab } from "../support/browser.ts";
import { readFeed } from "../support/feed-reader.ts";
import { opened, startMailServer } from "../support/mail-server.ts";
import { startMonitor } from "../support/monitor.ts";
import { forumService } from "../support/services/forum.ts";
import { marketKey, marketService } from "../support/services/market.ts";
import { type Service, serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { payloads, visible, writings } from "./hostile-payloads.ts";
import { tell, trialsOf } from "./trials.ts";

const commentCount = trialsOf({ quick: 60, all: 200 });
const sellerCount = trialsOf({ quick: 20, all: 60 });

const settings = (url: string, smtp: string) => `
upstreams:
  market: { url: "${url}/market/v2", apiKey: ${marketKey}, tier: premium }
  forum: { url: "${url}/forum" }
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203"], pageSize: 50 }
  forum-ranking: { schedule: "* * * * * *", terms: [daily] }
  short-sale-reports: { schedule: "* * * * * *" }
rules: rules
state: state.db
email: { smtp: "${smtp}", from: "Yagura <yagura@example.com>", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
`;

const rules = `
rules:
  - name: comment
    on: forum.comment.posted
    by: [now.part]
    title: "{{ now.title }}"
    body: "{{ now.name }}｜{{ now.body }}"
    notify: [email:desk]
  - name: seller
    on: short.report.opened
    by: [now.seller]
    severity: critical
    title: "{{ now.seller }}"
    body: "{{ now.seller }}｜{{ now.name }}"
    notify: [email:desk]
`;

/** Somebody whom every text would like to have asked; answers how often that was done. */
async function openStranger(): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

/** The forum, whose people have these names. */
function named(service: Service, nameOf: (part: number) => string): Service {
  return (asked) => {
    const answer = service(asked);
    if (typeof answer !== "object" || !asked.path.endsWith("/comment")) return answer;
    const content = JSON.parse(answer.body);
    for (const item of content.response?.items ?? []) item.dispname = nameOf(item.part);
    return { ...answer, body: JSON.stringify(content) };
  };
}

async function running(stranger: string) {
  const texts = payloads(stranger);
  const textOf = (number: number) => texts[number % texts.length] ?? "";
  const worlds: Worlds = firstWorlds();
  worlds.market.names["7203"] = textOf(2);
  const forum = named(forumService(worlds.forum, "documented"), (part) => textOf(part + 7));
  const services = await serve({ forum, market: marketService(worlds.market, "observed") });
  onTestFinished(services.close);
  const mails = await startMailServer();
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  writeFileSync(join(folder, "monitor.yaml"), settings(services.url, mails.url));
  const monitor = await startMonitor(join(folder, "monitor.yaml"));
  const { events } = readFeed(monitor.ready.feed);
  await until(
    "the baselines",
    () => events.filter(({ event }) => event.type === "source.baselined").length === 3,
    60_000,
  );
  return { worlds, textOf, mails, monitor, events };
}

/** Opens the page, and waits until it lists an alert with this text; test/web/hostile.system.test.ts reads what it shows. */
async function onPage(tab: Tab, url: string, text: string): Promise<void> {
  await tab.open(url);
  const lists = () => tab.evaluate<boolean>(`document.body.textContent.includes(${JSON.stringify(text)})`);
  await until("the alerts on the page", lists);
}

const headerNames = ({ headers }: Email) => headers.map(({ key }) => key).join(" ");

test("nothing that strangers write runs, loads or is a header, and it is shown as it was written", async (context) => {
  const stranger = await openStranger();
  const { worlds, textOf, mails, monitor, events } = await running(stranger.url);
  const alerts = () => events.filter(({ event }) => event.type === "alert.fired");
  const wrong: string[] = [];
  /** Texts that cannot be cut: the longest one is longer than a title. */
  const compare = (where: string, shown: string, written: string) => {
    const [one, other] = [visible(shown).replace(/…$/, ""), visible(written)];
    const isSame = one.length < 150 ? one === other : other.startsWith(one);
    if (!isSame)
      wrong.push(
        `${where}: ${JSON.stringify(shown.slice(0, 200))} for ${JSON.stringify(written.slice(0, 200))}`,
      );
  };

  const first = 1_000;
  const titleOf = (part: number) => `題${part} ${textOf(part).slice(0, 90)}`;
  worlds.forum.comments["7203"]?.push(
    ...Array.from({ length: commentCount }, (_, at) => {
      const part = first + at;
      const write = writings[Math.floor(at / 50) % writings.length] ?? String;
      return {
        part,
        title: write(titleOf(part), stranger.url),
        body: write(textOf(part), stranger.url),
        yes: 0,
        no: 0,
      };
    }),
  );
  await until("the alerts of comments", () => alerts().length === commentCount, 90_000);
  const tab = await openTab();
  await onPage(tab, monitor.ready.page, "題");

  // No name has halves of characters or more than a thousand letters: such a record is none.
  const sellerOf = (at: number) =>
    `売${at} ${textOf(at)
      .replace(/[\ud800-\udfff]/g, "")
      .slice(0, 900)}`;
  const [known] = worlds.market.shorts;
  if (known === undefined) throw new Error("nobody is short");
  worlds.market.shorts.push(
    ...Array.from({ length: sellerCount }, (_, at) => ({
      ...known,
      seller: sellerOf(at),
      shares: 50_000 + at,
    })),
  );
  await until("the alerts of sellers", () => alerts().length === commentCount + sellerCount, 90_000);
  const sellers = alerts().slice(commentCount);
  const expected = new Map(Array.from({ length: sellerCount }, (_, at) => [`売${at}`, sellerOf(at)]));
  const ofSeller = (text: string) => expected.get(/売\d+/.exec(text)?.[0] ?? "") ?? "no seller";
  await onPage(tab, monitor.ready.page, "売");
  for (const { event } of sellers)
    compare("feed seller", String(event.data.now.title), ofSeller(String(event.data.now.title)));

  await until("the mails", () => mails.received.length === alerts().length, 120_000);
  const messages = await Promise.all(mails.received.map(opened));
  // Those of a rule's mails are the same, whatever strangers wrote; what is critical has more.
  const named = messages.map((message) => {
    const rule = message.headers.find(({ key }) => key === "x-yagura-rule")?.value;
    return `${rule}: ${headerNames(message)}`;
  });
  const names = new Set(named);
  if (names.size !== 2) wrong.push(`headers: ${[...names].join(" / ")}`);
  const page = new URL(monitor.ready.page);
  // Nothing of the page, its policy neither.
  await tab.open("about:blank");
  for (const [at, message] of messages.entries()) {
    const { subject = "", text = "", html = "", to } = message;
    const part = Number(/題(\d+)/.exec(subject)?.[1] ?? Number.NaN);
    const [title, body] = Number.isNaN(part) ? [ofSeller(subject), textOf(2)] : [titleOf(part), textOf(part)];
    const isIn = (where: string, all: string, written: string) => {
      const some = visible(written).slice(0, 150);
      if (!visible(all).includes(some)) wrong.push(`${where} ${at}: no ${JSON.stringify(some)}`);
    };
    isIn("subject", subject, title);
    isIn("text", text, title);
    isIn("text", text, body);
    if (
      mails.received[at]?.to !== "desk@example.com" ||
      to?.[0]?.address !== "desk@example.com" ||
      to.length !== 1
    )
      wrong.push(`mail ${at}: to ${JSON.stringify(to)}`);
    await tab.show(html);
    const seen = await tab.evaluate<string>("document.body.innerText");
    isIn("html", seen, title);
    isIn("html", seen, body);
    const odd = await tab.evaluate<number>(
      "document.querySelectorAll('script,img,iframe,a,svg,form,input,object,link,base,video').length",
    );
    if (odd > 0) wrong.push(`html ${at}: ${odd} elements`);
  }
  if (await tab.evaluate<boolean>("'ran' in window")) wrong.push("something ran");
  const elsewhere = tab.asked.filter(
    (url) => !["about:", "data:"].includes(new URL(url).protocol) && new URL(url).host !== page.host,
  );
  wrong.push(...tab.alarms, ...elsewhere.map((url) => `asked ${url}`));
  if (stranger.asked() > 0) wrong.push(`the stranger was asked ${stranger.asked()} times`);
  tell(context, {
    fault: "hostile comments, names, titles and sellers, on page and in mail",
    tried: commentCount + sellerCount,
    lost: 0,
    wrong: wrong.length,
    shown: `${messages.length} mails, ${tab.asked.length} requests, all of the page`,
    failsWith: "innerHTML on the page; < unescaped in mails",
  });
  expect(wrong.slice(0, 20)).toEqual([]);
});
