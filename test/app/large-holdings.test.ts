/** Large holdings as they ship: documents by number, corrections told as such, and nobody's address anywhere. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { jstDay, lastWeekdays } from "../../src/model/dates.ts";
import { sendJson, serve } from "../lib/http/loopback.ts";
import { readFeed } from "../support/feed-reader.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const home = join(import.meta.dirname, "../..");
const address = "架空県霧笛市一丁目二番三号";
const person = "架空太郎";
const [day = ""] = lastWeekdays(jstDay(Date.now()), 1);

const trade = { Date: day, Shs: 100, Cptty: person, Price: 1200 };
const loan = { Name: person, Rep: person, Addr: address, Amt: 5000 };
const holders = [
  {
    HldrName: person,
    HldrAddr: address,
    LargeHldrTypeCode: "1",
    HldgPurp: `${address}の${person}の保有`,
    ShsHeld: 1000,
  },
  { HldrName: "架空証券株式会社", HldrAddr: address, LargeHldrTypeCode: "2", ShsHeld: 2000 },
].map((one) => ({ ...one, AcqDisp: [trade], BrwList: [loan], CredList: [{ ...loan, Amt: undefined }] }));

const paper = (DocId: string, more: object = {}) => ({
  ...{ DocId, Code: "72030", EdinetCode: "E99999", IsrName: "霧笛自動車", DocTypeCode: "350" },
  ...{ SubDate: day, SubTime: "15:10:00", LargeHldgTypeCode: "1", TotalShsRatio: 0.0728, ParDocId: null },
  ...{ DocTitle: "大量保有報告書", Hldrs: holders, ...more },
});

const settings = (url: string) => `
upstreams:
  market: { url: "${url}", apiKey: k }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "http://127.0.0.1:9" }
watchlists: { mine: ["7203"] }
sources:
  large-holdings:
    from: market/edinet/large-volume-shareholders
    schedule: "* * * * * *"
    query: { date: { last: 2 } }
rules: rules
state: data/state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
log: { level: info }
`;

/** All files of a folder, as text. */
const textsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

test("a report and its correction are mailed, and no address reaches the database, a frame, a mail, the page or the log", async () => {
  const rows = [paper("S100AAAA")];
  const served = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    const isAsked = pathname.startsWith("/edinet/") && searchParams.get("date") === day;
    sendJson(response, { data: isAsked ? rows : [] });
  });
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  copyFileSync(join(home, "rules/large-holdings.yaml"), join(folder, "rules/large-holdings.yaml"));
  writeFileSync(join(folder, "monitor.yaml"), settings(served.url));
  const lines: string[] = [];
  const monitor = await startMonitor(
    join(folder, "monitor.yaml"),
    {},
    {
      webFolder: join(home, "dist/web"),
      logLines: { write: (line) => void lines.push(line) },
    },
  );
  onTestFinished(() => monitor.stop());
  const { events, frames } = readFeed(monitor.ready.feed);
  const typed = (type: string) => events.filter(({ event }) => event.type === type);
  await until("the baseline", () => typed("source.baselined").length > 0);
  rows.push(
    paper("S100AAAB"),
    paper("S100AAAC", {
      ParDocId: "S100AAAB",
      LargeHldgTypeCode: "6",
      DocTypeCode: "360",
      DocTitle: "訂正報告書",
    }),
    // One that cannot be read, and fields that nobody knows.
    paper("S100AAAD", { SubDate: address, HldrAddr2: address, Hldrs: [{ ...holders[0], Addr: address }] }),
    ...Array.from({ length: 100 }, (_, at) => paper(`S200${at}`, { Code: "99990" })),
  );
  const mails = () =>
    monitor.ready ? readdirSync(join(folder, "outbox")).filter((name) => name.endsWith(".eml")) : [];
  await until("the mails", () => mails().length === 2);
  await until("the drift", () => typed("source.drifted").length > 0);

  const titles = typed("alert.fired").map(({ event: { data } }) => data.now);
  expect(titles.filter(({ key }) => ["S100AAAB", "S100AAAC"].includes(String(key)))).toMatchObject([
    { severity: "warning", title: "霧笛自動車 (7203): a large holding is reported, 7.28 %" },
    { severity: "info", title: "霧笛自動車 (7203): a report of a large holding is corrected, 7.28 %" },
  ]);
  expect(titles.find(({ key }) => key === "S100AAAC")?.body).toContain("It corrects S100AAAB.");
  // What nobody watches is on the feed, and not mailed.
  expect(titles.length).toBe(102);

  const asked = ["stock?code=7203", "sources", "source?name=large-holdings", "ended", "rules", "deliveries"];
  const pages = await Promise.all(
    asked.map(async (call) => {
      const answer = await fetch(new URL(`/api/${call}`, monitor.ready.page));
      expect(answer.status, call).toBe(200);
      return answer.text();
    }),
  );
  expect(pages.join()).toContain("霧笛自動車");
  await monitor.stop();
  const all = [
    JSON.stringify(frames),
    ...pages,
    ...lines,
    ...textsIn(folder).map((bytes) => bytes.toString()),
  ];
  const base64 = /^[A-Za-z0-9+/]{40,76}={0,2}$/gm;
  const encoded = all.flatMap((text) =>
    (text.match(base64) ?? []).map((line) => Buffer.from(line, "base64").toString()),
  );
  expect(all.join("\n")).toContain("架空証券株式会社");
  for (const text of [...all, ...encoded])
    for (const secret of [address, person, "霧笛市"]) expect(text.includes(secret)).toBe(false);
});
