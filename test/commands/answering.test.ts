/** Commands by which people answer alerts, against a monitor on loopback and against its database. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { controlPaths } from "../../src/app/answers/control-routes.ts";
import { startMonitor } from "../../src/app.ts";
import { alertLines, readAlerts, readSilences, silenceLines } from "../../src/commands/alerts/alerts.ts";
import { answerLines } from "../../src/commands/alerts/why.ts";
import { consumerLines, readConsumers } from "../../src/commands/log/feed.ts";
import { giveAnswer } from "../../src/commands/monitor-calls.ts";
import { consumerPaths } from "../../src/model/page/sources.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { why } from "../../src/why/ask.ts";
import { subscriber } from "../outputs/feed/support/subscriber.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** A monitor whose two rules fire when they are loaded: what it tells about itself is all that it has. */
const rules = `
rules:
  - { name: loaded, on: rules.loaded, title: "Rules ran", notify: [email:desk] }
  - { name: loaded-too, on: rules.loaded, title: "Rules ran, too", severity: critical }
`;

async function running(feed = "") {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(folder, name), "");
  const config = join(folder, "monitor.yaml");
  const port = await freePort();
  writeFileSync(
    config,
    `
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
feed: { port: ${port}${feed} }
log: { level: silent }
`,
  );
  const monitor = await startMonitor(config, {}, { webFolder: folder });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= monitor.stop();
    return stopped;
  };
  onTestFinished(stop);
  const open = async (environment = {}) => readAlerts({ config }, environment, Date.now());
  const give = (path: string, body: object, token?: string) =>
    giveAnswer({ config, ...(token !== undefined && { token }) }, path, body, {});
  const explain = async (alert: string) => {
    const surroundings = { config, environment: {}, now: Date.now(), progress: () => undefined };
    const answer = await why({ alert }, surroundings);
    if (answer.about === "nothing") throw new Error(answer.message);
    return answerLines(answer);
  };
  /** Number of the last entry of a type that a rule told. */
  const lastOf = (type: string, rule: string) => {
    const reader = openStoreReader(join(folder, "state.db"));
    const [last] = reader.search.newest({ types: [type], source: `/rules/${rule}`, limit: 1 });
    reader.close();
    return String(last?.seq);
  };
  /** The rules are loaded anew, and mean the same. */
  const edit = () => appendFileSync(join(folder, "rules/all.yaml"), "# edited\n");
  return {
    config,
    port,
    stop,
    lastOf,
    edit,
    open,
    give,
    explain,
    silences: () => readSilences({ config }, {}, Date.now()),
  };
}

const plain = { columns: undefined, language: "en", paint: (_: string, text: string) => text } as const;

describe("Consumers", () => {
  test("are listed and forgotten in a running monitor, and listed from its database without one", async () => {
    const { config, port, give, stop } = await running();
    const list = () => readConsumers({ config }, {});
    expect(consumerLines(await list(), plain)).toEqual(["there are no consumers"]);
    const client = subscriber(`ws://127.0.0.1:${port}/feed`);
    await client.frame("welcome");
    for (const [id, consumer] of [
      ["a", "bot-1"],
      ["b", "bot-2"],
    ])
      client.send({ type: "subscribe", id, consumer, since: 1 });
    await until("both", async () => (await list()).length === 2);
    const [first] = await list();
    expect(first).toMatchObject({ name: "bot-1", owner: "address:127.0.0.1", seq: 1, isConnected: true });
    expect(await give(consumerPaths.forget, { name: "bot-2" })).toMatchObject({ ok: true });
    expect(await give(consumerPaths.forget, { name: "bot-2" })).toMatchObject({ ok: false });
    expect(await client.frame("ended")).toMatchObject({ id: "b", reason: "forgotten" });
    await stop();
    const kept = await list();
    expect(kept).toMatchObject([{ name: "bot-1", seq: 1 }]);
    expect(consumerLines(kept, plain)).toEqual([
      expect.stringMatching(/^bot-1 {2}at #1, \d+ behind, last seen .*, of address:127\.0\.0\.1$/),
    ]);
    expect(consumerLines([{ name: "x", seenAt: "2026-11-20T01:00:00.000Z" }], plain)).toEqual([
      expect.stringMatching(/^x {2}its position is lost, last seen .*, without an owner$/),
    ]);
  });
});

describe("A running monitor", () => {
  test("is asked which alerts are open, and takes acknowledgements, silences and ends", async () => {
    const { open, give, silences } = await running();
    const [second, first] = await open();
    expect([first, second]).toMatchObject([
      { rule: "loaded", state: "firing", subject: "rules", title: "Rules ran", times: 1 },
      { rule: "loaded-too", state: "firing", severity: "critical" },
    ]);
    const id = first?.id ?? "";
    expect(await give(controlPaths.acknowledge, { alert: id, by: "hana" })).toMatchObject({
      ...{ ok: true, by: "hana", already: false },
    });
    const ask = { match: "rule=*-too", for: "1h", fate: "hold", author: "ren", because: "known" };
    const given = await give(controlPaths.silences, ask);
    expect(given).toMatchObject({ ok: true, author: "ren", fate: "hold" });
    const silence = given.ok ? String(given.id) : "";
    expect((await open()).map(({ state }) => state)).toEqual(["acknowledged", "silenced"]);
    await give(controlPaths.rate, { alert: id, by: "ren", worth: "not-useful" });
    expect(alertLines(await open(), plain)[0]).toMatch(
      /^acknowledged {2}#\d+ info rules loaded, since [\d: -]+ JST, acknowledged by hana, not useful to ren$/,
    );
    expect(silenceLines(await silences(), plain)).toEqual([
      expect.stringMatching(new RegExp(`^${silence} {2}until .+ JST {2}rule=\\*-too$`)),
      "    hold: it is sent when that ends; ren: known",
    ]);
    expect(await give(controlPaths.expire, { id: silence, author: "hana" })).toMatchObject({ ok: true });
    expect(silenceLines(await silences(), plain)).toEqual(["no silence is set"]);
    expect(await give(controlPaths.resolve, { alert: id, by: "hana" })).toMatchObject({ ok: true });
    expect((await open()).map(({ rule }) => rule)).toEqual(["loaded-too"]);
  });

  test("says no where there is nothing to answer, and a wrong call is refused", async () => {
    const { give } = await running();
    expect(await give(controlPaths.resolve, { alert: "999", by: "hana" })).toEqual({
      ok: false,
      error: expect.stringContaining("there is no alert 999"),
    });
    await expect(
      give(controlPaths.silences, { match: "seveirty=info", for: "1h", author: "a", because: "b" }),
    ).rejects.toThrow("did you mean `severity`?");
    await expect(give(controlPaths.acknowledge, { alert: "1", by: "hana" })).rejects.toThrow(
      "#1 is no alert",
    );
  });

  test("with operators takes answers of them alone, and tells the alerts to them", async () => {
    const { give, open } = await running(", tokens: [reader-token], operators: [desk-token]");
    const ask = { match: "rule=*", for: "1h", author: "hana", because: "known" };
    await expect(give(controlPaths.silences, ask, "reader-token")).rejects.toThrow(
      "the monitor refuses: This token may read, and not act on the monitor.",
    );
    await expect(open({ YAGURA_TOKEN: "no-token" })).rejects.toThrow("wants a token");
    // The first operator's token is the command's own.
    expect(await give(controlPaths.silences, ask)).toMatchObject({ ok: true });
    expect((await open()).map(({ state }) => state)).toEqual(["silenced", "silenced"]);
  });

  test("that has stopped leaves its open alerts and silences to be read, and takes no answer", async () => {
    const { give, open, silences, stop } = await running();
    await give(controlPaths.silences, { match: "rule=loaded", for: "1h", author: "hana", because: "known" });
    const before = [await open(), await silences()];
    await stop();
    expect([await open(), await silences()]).toEqual(before);
    await expect(give(controlPaths.resolve, { alert: "2", by: "hana" })).rejects.toThrow(
      "no monitor answers",
    );
  });
});

describe("`yagura why`", () => {
  test("tells of each receiver the decision and how its mails fared, and who ended the alert", async () => {
    const { give, open, explain, edit, lastOf } = await running();
    const [, alert] = await open();
    const seq = alert?.seq ?? 0;
    const lines = await explain(String(seq));
    const [, told] = lines.join("\n").split(/^told to +/m);
    expect(told).toMatch(/^email:desk: first, told [\d: -]+ JST: first alert of its episode/);
    const ask = { match: "rule=loaded", for: "1h", author: "ren", because: "edits all day" };
    const silence = await give(controlPaths.silences, ask);
    edit();
    const again = await until("the same alert again", async () => {
      const [latest] = (await open()).filter(({ rule }) => rule === "loaded");
      return latest?.times === 2 ? lastOf("alert.fired", "loaded") : undefined;
    });
    const id = silence.ok ? String(silence.id) : "";
    expect((await explain(again)).join("\n")).toContain(
      `told to  email:desk: silenced, not told: a silence matches it (${id} by ren, rule=loaded: edits all day)`,
    );
    await give(controlPaths.resolve, { alert: String(seq), by: "hana", because: "figures were wrong" });
    expect((await explain(lastOf("alert.resolved", "loaded"))).join("\n")).toContain(
      "it is over: hand, by hana: figures were wrong",
    );
  });
});
