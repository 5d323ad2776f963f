/** `yagura backtest --history` as a process. */
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addDays, isWeekday } from "../../src/model/dates.ts";
import { openHistory } from "../../src/store/history/history.ts";
import { calendarDays, marginRow } from "../history/played.ts";
import { call } from "../support/call.ts";
import { start, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const days = Array.from({ length: 26 }, (_, index) => addDays("2026-01-05", index));
const tradingDays = days.filter(isWeekday);

const rules = `rules:
  - { name: listed, on: margin.alert.added, title: "{{ now.code }} is under publication", notify: [email:desk] }
`;

/** A config without a database; issues come under publication on two days. */
function scene(market = "http://127.0.0.1:9/v2") {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  mkdirSync(join(folder, "temporary"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  const settings = [
    `upstreams: { market: { url: "${market}", apiKey: key } }`,
    "watchlists: { core: ['6758'] }",
    `sources: { margin-alerts: { schedule: "0 */10 16-20 * * *" }, forum-ranking: { schedule: "0 0 * * * *" } }`,
    "rules: rules",
    "state: state.db",
    "email: { recipients: { desk: [a@example.com] } }",
  ];
  writeFileSync(config, settings.join("\n"));
  const span = ["--since", "2026-01-19", "--until", "2026-01-30"];
  const words = ["backtest", "--config", config, "--history", ...span];
  const environment = { TMPDIR: join(folder, "temporary") };
  return {
    folder,
    run: (...args: string[]) => yagura([...words, ...args], environment),
    /** The same within this process. */
    call: (...args: string[]) => call([...words, ...args], environment),
    start: (...args: string[]) => start([...words, ...args], environment),
    /** Years, so that their play can be stopped on its way. */
    fetchYears() {
      const history = openHistory(join(folder, "history.db"));
      const years = Array.from({ length: 1_000 }, (_, index) => addDays("2023-01-01", index));
      history.add(calendarDays(years, []));
      for (const day of years.filter(isWeekday))
        history.add(Array.from({ length: 30 }, (_, at) => marginRow(day, String(1300 + at))));
      history.close();
    },
    fetch() {
      const history = openHistory(join(folder, "history.db"));
      history.add(calendarDays(days, []));
      for (const day of tradingDays) {
        history.add([marginRow(day, "7203")]);
        if (day >= "2026-01-20") history.add([marginRow(day, "6758")]);
        if (day >= "2026-01-27") history.add([marginRow(day, "9984")]);
        const piece = { set: "market/markets/margin-alert", scope: "", from: day, to: day };
        if (day !== "2026-01-28") history.finish({ ...piece, at: 0, records: 1 });
      }
      history.close();
    },
  };
}

describe("yagura backtest --history", () => {
  test("says before anything has run what the rules would have sent, and what it cannot know", async () => {
    const { folder, run, fetch } = scene();
    fetch();
    const { code, stdout, stderr } = await run("--json", "--show", "1");
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ...{ events: 2, warmUp: 1, alerts: 2, mails: 2, simulated: ["forum", "statistics"] },
      stocks: [
        { code: "6758", alerts: 1, mails: 1 },
        { code: "9984", alerts: 1, mails: 1 },
      ],
      shown: [{ recipients: ["a@example.com"], time: "2026-01-20T07:30:00.000Z" }],
    });
    expect(report.calendar).toMatchObject({ "2026-01-19": 0, "2026-01-20": 1, "2026-01-27": 1 });
    expect(Object.keys(report.calendar)).toHaveLength(12);
    const text = report.cannotKnow.join("\n");
    expect(text).toContain("margin-alerts: 2026-01-28 is missing, not fetched");
    expect(text).toMatch(/^forum-ranking: nothing is played\. /m);
    expect(text).toMatch(/^margin-alerts: Rows that were corrected in place have the corrected figures/m);
    // The played past goes as it came.
    expect(readdirSync(join(folder, "temporary"))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith("state"))).toEqual([]);
  });

  test("reads as lines, of one watchlist", async () => {
    const { call, fetch } = scene();
    fetch();
    const { stdout } = await call("--watchlist", "core", "--show", "5");
    expect(stdout).toContain("Only alerts about the stocks of the watchlist core are counted.");
    expect(stdout).toContain("What this cannot know\n- forum-ranking: nothing is played.");
    expect(stdout).toMatch(/2026-01: 1\n.*\n2026-01-19 {3}\. {3}1 /);
    expect(stdout.match(/^Mail of /gm)).toHaveLength(1);
    expect(stdout).toContain("Subject: [Yagura] 6758 is under publication\n|");
  });

  test("names the call that fetches the past where nothing was fetched, and refuses a count of mails that is none", async () => {
    const { call, fetch } = scene();
    const nothing = await call();
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toMatch(
      /nothing .* fetched yet; call `yagura history fetch --since 2026-01-19` first\n$/,
    );
    fetch();
    const none = await call("--show", "0");
    expect([none.code, none.stderr]).toEqual([
      2,
      'yagura: --show takes a number of mails from 1 to 1,000, not "0"\n',
    ]);
  });

  test("leaves nothing behind where it is stopped while it plays", async () => {
    const { folder, start, fetchYears } = scene();
    fetchYears();
    const { child, output } = start("--since", "2023-01-10");
    const closed = once(child, "close");
    await once(child.stderr, "data");
    expect(readdirSync(join(folder, "temporary"))).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await closed).toEqual([2, null]);
    expect(output.stderr).toMatch(/yagura: stopped: nothing of the played past is kept\n$/);
    expect(output.stdout).toBe("");
    expect(readdirSync(join(folder, "temporary"))).toEqual([]);
  });

  test("takes the day of a simulated market for today, and says SIMULATED", async () => {
    const { call, fetch } = scene("simulated");
    fetch();
    const { code, stdout } = await call();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^SIMULATED: market, forum, statistics\n/);
    expect(stdout).toContain("2 alerts, 0 resolved, 2 mails");
  });
});
