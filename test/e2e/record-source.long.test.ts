import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { json, serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Rows that the service has published today, whichever day it is asked for. */
interface Row {
  Code: string;
  DocType: string;
  Sales: string;
}

async function setScene(rule: string, source = "") {
  const rows: Row[] = [
    { Code: "72030", DocType: "FYFinancialStatements", Sales: "1200000000" },
    { Code: "130A0", DocType: "1QFinancialStatements", Sales: "" },
  ];
  const services = await serve({
    market: ({ path, query }) =>
      path === "/v2/fins/summary"
        ? json({ data: rows.map((row) => ({ DiscDate: query.get("date"), ...row })) })
        : undefined,
  });
  onTestFinished(() => services.close());
  const folder = tmpFolder();
  const port = await freePort();
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    `upstreams:
  market: { url: "${services.url}/market/v2", apiKey: a-key-for-the-tests }
sources:
  results: { from: market/fins/summary, schedule: "* * * * * *", query: { date: { last: 1 } }${source} }
rules: rules
state: yagura.db
email: { smtp: "file:outbox" }
feed: { port: ${port} }
`,
  );
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/results.yaml"), rule);
  return { rows, config, port };
}

const rule = `rules:
  - name: sales-corrected
    on: market.fins-summary.corrected
    when: now.netSales < was.netSales * 0.95
    title: "{{ now.code }}: {{ was.netSales }} to {{ now.netSales }}"
`;

test("a correction in a watched set of records goes on the feed with typed fields and fires a rule", async () => {
  const { rows, config, port } = await setScene(rule);
  const monitor = await startMonitor(config);
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
  const asked = `types=market.fins-summary.*&where=${encodeURIComponent("now.netSales > 1000000000")}`;
  const some = readFeed(`ws://127.0.0.1:${port}/feed?${asked}`);
  const ofType = (type: string) => feed.events.filter(({ event }) => event.type === type);
  await until("the baseline", () => ofType("source.baselined").length === 1);
  expect(ofType("source.baselined")[0]?.event).toMatchObject({
    source: "/sources/results",
    data: { now: { source: "results", items: 2 } },
  });

  rows[0] = { Code: "72030", DocType: "FYFinancialStatements", Sales: "1100000000" };
  rows[1] = { Code: "130A0", DocType: "1QFinancialStatements", Sales: "900" };
  await until("an alert", () => ofType("alert.fired").length === 1);
  const day = String(ofType("market.fins-summary.corrected")[0]?.event.published);
  expect(ofType("market.fins-summary.corrected").map(({ event }) => event)).toMatchObject([
    {
      source: "/sources/results",
      subject: "7203",
      published: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      data: {
        now: {
          code: "7203",
          disclosedDate: day,
          documentType: "FYFinancialStatements",
          netSales: 1_100_000_000,
        },
        was: { netSales: 1_200_000_000 },
        changed: ["netSales"],
      },
    },
    { subject: "130A", data: { now: { netSales: 900 }, changed: ["netSales"] } },
  ]);
  expect(ofType("market.fins-summary.corrected")[0]?.event).not.toHaveProperty("rewrites");
  expect(ofType("alert.fired")[0]?.event).toMatchObject({
    subject: "7203",
    data: { now: { rule: "sales-corrected", title: "7203: 1,200,000,000 to 1,100,000,000" } },
  });
  const filtered = () => some.frames.filter(({ type, id }) => type === "event" && id === "url");
  await until("the event that the condition lets through", () => filtered().length === 1);
  expect(await monitor.stop("SIGTERM")).toBe(0);
});

test("mistakes in a set of records and in a rule about it are told with file, line and column", async () => {
  const misspelt = await setScene(rule.replace("now.netSales <", "now.netSale <"));
  const checked = await yagura(["check", "--config", misspelt.config]);
  expect(checked.code).toBe(2);
  const [message, , , hint] = checked.stderr.split("\n");
  expect(message).toMatch(/results\.yaml:4:15: `now` has no field `netSale`$/);
  expect(hint).toBe("did you mean `netSales`?");
  const wrong = await setScene(rule, ", key: [kode]");
  const { code, stdout } = await yagura(["check", "--config", wrong.config, "--json"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    problems: [
      { line: 4, message: "this must be one of the known names", suggestion: "did you mean `code`?" },
    ],
  });
  const other = await setScene(rule.replace("fins-summary", "fins-dividend"));
  const unknown = await yagura(["check", "--config", other.config]);
  const [refusal, , , giver] = unknown.stderr.split("\n");
  expect(refusal).toMatch(
    /results\.yaml:3:9: no source of the settings gives `market\.fins-dividend\.corrected`$/,
  );
  expect(giver).toBe("a source with `from: market/fins/dividend` would");
});
