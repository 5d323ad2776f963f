/** The compiled program: an alert's mail is answered by its links in a browser, by the page, and by commands. */
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import { opened } from "../support/mail-server.ts";
import { yagura } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

/** A monitor with a public address, and the first alert's mails. */
async function alerted(): Promise<{ readonly stage: Stage; readonly page: string }> {
  const stage = await setStage("observed");
  const page = stage.feedUrl.replace("ws:", "http:").replace("/feed", "/");
  appendFileSync(stage.config, `publicUrl: ${page}\n`);
  await stage.start();
  await baselined(stage);
  stage.worlds.forum.comments["7203"]?.push({ part: 105, title: "決算", body: "四つ目", yes: 0, no: 0 });
  await until("its mail to each", () => stage.mails.received.length === recipients.length);
  return { stage, page };
}

const told = ({ feed }: Stage, type: string) =>
  feed.events.filter(({ event }) => event.type === type).map(({ event }) => event.data.now);

/** Address of a link in a mail, by the end of its path. */
function linkIn(html: string, action: string): string {
  const [, link = ""] = new RegExp(`href="([^"]*/act/${action}[^"]*)"`).exec(html) ?? [];
  return link.replaceAll("&amp;", "&");
}

test("a link in a mail changes nothing when it is looked at, and acknowledges by its button, once", async () => {
  const { stage } = await alerted();
  const [mail] = stage.mails.received;
  if (mail === undefined) throw new Error("there is no mail");
  const read = await opened(mail);
  const link = linkIn(read.html ?? "", "acknowledge");
  expect(link).toContain("/act/acknowledge?");
  for (const method of ["HEAD", "GET"]) expect((await fetch(link, { method })).status).toBe(200);
  const tab = await openTab();
  const press = async () => {
    await tab.open(link);
    await until("the button", () => tab.evaluate("document.querySelector('button') !== null"));
    await tab.evaluate("document.querySelector('button').click()");
    return until("what was done", async () => {
      const text = await tab.evaluate<string>(
        "document.querySelector('button') ? '' : document.body.innerText",
      );
      return text === "" ? undefined : text;
    });
  };
  expect(told(stage, "alert.acknowledged")).toEqual([]);
  expect(await press()).toContain("Done. It is not repeated.");
  expect(await press()).toContain("Nothing to do. email:desk acknowledged it.");
  await until("the acknowledgement", () => told(stage, "alert.acknowledged").length > 0);
  expect(told(stage, "alert.acknowledged")).toMatchObject([{ by: "email:desk", rule: "everything" }]);
  const wrong = link.replace(/sig=./, (sign) => (sign === "sig=A" ? "sig=B" : "sig=A"));
  expect((await fetch(wrong, { method: "POST", body: new URLSearchParams() })).status).toBe(403);
  expect(tab.alarms).toEqual([]);
});

test("a mail program's one click silences the rule and its stock, and later mails do not come", async () => {
  const { stage } = await alerted();
  const [mail] = stage.mails.received;
  const read = mail && (await opened(mail));
  const header = (name: string) => read?.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const link = /^<(.*)>$/.exec(header("list-unsubscribe") ?? "")?.[1] ?? "";
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(link, { method: "POST", body })).status).toBe(200);
  await until("the silence", () => told(stage, "silence.added").length === 1);
  expect(told(stage, "silence.added")).toMatchObject([
    { match: "rule=everything subject=7203", fate: "drop", author: "email:desk" },
  ]);
  const before = stage.mails.received.length;
  stage.worlds.forum.comments["7203"]?.push({ part: 106, title: "決算", body: "五つ目", yes: 0, no: 0 });
  await until("a further alert", () => told(stage, "alert.fired").length === 2);
  const listed = await yagura(["alerts", "--json", "--config", stage.config], stage.env);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ state: "silenced", subject: "7203", times: 2 }]);
  // Another stock's alert comes after it: its mail shows that none was left before.
  stage.worlds.market.margin = stage.worlds.market.margin.map((row) => ({ ...row, long: row.long + 1 }));
  await until("other mails", () => stage.mails.received.length > before);
  const subjects = await Promise.all(stage.mails.received.slice(before).map(opened));
  expect(subjects.filter(({ subject }) => subject?.includes("7203"))).toEqual([]);
  await answersByCommands(stage, "6758");
});

/** Answers by commands, with what became of them by their status; what else they may say: test/commands/answering.test.ts. */
async function answersByCommands(stage: Stage, code: string): Promise<void> {
  const command = (...args: string[]) => yagura([...args, "--config", stage.config], stage.env);
  const match = `rule=everything subject=${code}`;
  const words = ["--for", "3h", "--because", "known", "--author", "hana"];
  expect((await command("silence", "add", match, ...words)).code).toBe(0);
  const silence = await until("its event", () =>
    told(stage, "silence.added").find(({ match: said }) => said === match),
  );
  expect(silence).toMatchObject({ match, author: "hana" });
  const isAbout = ({ event }: (typeof stage.feed.events)[number]) =>
    event.type === "alert.fired" && event.subject === code;
  const seq = String(stage.feed.events.find(isAbout)?.seq);
  const known = await command("ack", seq, "--because", "known", "--author", "hana");
  expect([known.code, known.stdout]).toEqual([0, "acknowledged by hana: it is not repeated\n"]);
  expect((await command("resolve", seq, "--author", "hana")).stdout).toBe("over: ended by hana\n");
  const over = await command("resolve", seq);
  expect([over.code, over.stderr]).toEqual([1, `yagura: alert #${seq} is resolved already\n`]);
  const ended = await command("silence", "expire", String(silence.id), "--json");
  expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([0, { ok: true, already: false }]);
}
