import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseYaml } from "../../src/lib/yaml/parse-yaml.ts";
import { sourceMembers } from "../../src/sources/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function load(text: string, environment: Record<string, string> = {}) {
  const file = join(folder, "monitor.yaml");
  writeFileSync(file, text);
  return loadConfig(file, environment);
}

function config(text: string, environment: Record<string, string> = {}): Config {
  const loaded = load(text, environment);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

function problems(text: string, environment: Record<string, string> = {}) {
  const loaded = load(text, environment);
  if (loaded.ok) throw new Error("it was accepted");
  return loaded.problems;
}

describe("the settings that ship", () => {
  const shipped = join(import.meta.dirname, "../../config/monitor.yaml");

  it("are the defaults that an empty file has", () => {
    const loaded = loadConfig(shipped, {});
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const {
      file: _,
      rules,
      state,
      history,
      outputs,
      upstreams,
      watchlists,
      sources,
      ...rest
    } = loaded.config;
    const empty = config("");
    expect(empty).toMatchObject(rest);
    // Those that a person would change first are a list of their own.
    expect(watchlists).toEqual({ mine: [{ code: "7203" }, { code: "6758" }] });
    const { "forum-comments": comments, ...others } = empty.sources;
    expect(sources).toEqual({ ...others, "forum-comments": { ...comments, codes: { watchlist: "mine" } } });
    expect(comments?.codes).toEqual(["7203", "6758"]);
    expect(empty.upstreams).toEqual(upstreams);
    const { email } = outputs;
    expect(empty.outputs).toEqual({ ...outputs, email: { ...email, smtp: empty.outputs.email.smtp } });
    expect(rules).toBe(join(shipped, "../../rules"));
    expect(state).toBe(join(shipped, "../../data/yagura.db"));
    expect(history).toEqual({ ...empty.history, file: join(shipped, "../../data/history.db") });
    expect(email.smtp).toBe(`file:${join(shipped, "../../data/outbox")}`);
    expect(upstreams.market.apiKey).toBeUndefined();
  });

  it("name what a first user of the feed looks for: port, tokens and origins", () => {
    const { feed } = parseYaml(readFileSync(shipped, "utf8"), shipped).value as { feed: object };
    expect(Object.keys(feed)).toEqual(expect.arrayContaining(["host", "port", "tokens", "origins"]));
  });

  it("follow the environment", () => {
    const loaded = loadConfig(shipped, {
      YAGURA_MARKET_URL: "http://127.0.0.1:9/market/v2/",
      YAGURA_MARKET_API_KEY: "key",
      YAGURA_SMTP_URL: "smtp://u:p@127.0.0.1:2525",
      YAGURA_PORT: "0",
    });
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        upstreams: {
          market: { url: "http://127.0.0.1:9/market/v2", apiKey: "key" },
          forum: { url: "simulated" },
        },
        outputs: { email: { smtp: "smtp://u:p@127.0.0.1:2525" }, feed: { port: 0 } },
      },
    });
  });
});

describe("values from outside", () => {
  it("are read as numbers and truths where those are wanted", () => {
    const { outputs, sources } = config(
      [
        `feed: { port: "\${PORT}", maxConnections: "\${MOST:-5}" }`,
        `sources: { forum-ranking: { schedule: "0 0 0 * * *", activity: "\${ACTIVITY:-true}" } }`,
      ].join("\n"),
      { PORT: "81" },
    );
    expect(outputs.feed).toMatchObject({ port: 81, maxConnections: 5 });
    expect(sources["forum-ranking"]?.activity).toBe(true);
  });

  it("are numbers only where they come from outside: a number in quotes is text", () => {
    expect(problems('feed: { port: "80" }')).toMatchObject([
      { line: 1, column: 15, message: "this must be a number" },
    ]);
  });

  it("come from files, starting at the settings' folder, without the last line end", () => {
    writeFileSync(join(folder, "key"), "s3cret\n");
    const text = `upstreams: { market: { apiKey: "\${file:key}" } }`;
    expect(config(text).upstreams.market.apiKey).toBe("s3cret");
    const named = `upstreams: { market: { apiKey: "\${KEY}" } }`;
    expect(config(named, { KEY_FILE: "key" }).upstreams.market.apiKey).toBe("s3cret");
    expect(config(named, { KEY_FILE: join(folder, "key") }).upstreams.market.apiKey).toBe("s3cret");
  });

  it("may not come from a name and from its file at once", () => {
    const found = problems(`upstreams: { market: { apiKey: "\${KEY:-x}" } }`, { KEY: "a", KEY_FILE: "key" });
    expect(found).toMatchObject([
      { line: 1, column: 33, message: "the environment sets both KEY and KEY_FILE" },
    ]);
  });

  it("are never repeated in a message", () => {
    const found = problems(`email: { smtp: "\${URL}" }\nfeed: { port: "\${PORT}" }`, {
      URL: "http://user:hunter2@mail",
      PORT: "hunter2",
    });
    expect(found).toHaveLength(2);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("are not repeated in a suggestion where they are digits alone", () => {
    const found = problems(
      "feed: { tokens: [12345678] }\nupstreams: { market: { apiKey: 87654321 } }\nemail: { smtp: 99887766 }\n",
    );
    expect(found.map(({ suggestion }) => suggestion)).toEqual(Array(3).fill("put it in quotes"));
    expect(JSON.stringify(found)).not.toMatch(/12345678|87654321|99887766/);
  });

  it("are the default where the environment has an empty text", () => {
    expect(config(`state: "\${STATE:-here.db}"`, { STATE: "" }).state).toBe(join(folder, "here.db"));
  });
});

describe("folders that the file does not name", () => {
  const folders = ({ rules, state, outputs }: Config) => [rules, state, outputs.email.smtp];

  it("are one folder up, or beside the file where its rules are", () => {
    const home = join(folder, "..");
    const outbox = (path: string) => `file:${join(path, "data/outbox")}`;
    const up = [join(home, "rules"), join(home, "data/yagura.db"), outbox(home)];
    expect(folders(config(""))).toEqual(up);
    mkdirSync(join(folder, "rules"));
    const beside = [join(folder, "rules"), join(folder, "data/yagura.db"), outbox(folder)];
    expect(folders(config(""))).toEqual(beside);
    expect(folders(config(`email: { smtp: "\${URL:-}" }`))).toEqual(beside);
  });

  it("stay one folder up where the file names its rules", () => {
    mkdirSync(join(folder, "rules"));
    expect(folders(config("rules: rules"))).toEqual([
      join(folder, "rules"),
      join(folder, "../data/yagura.db"),
      `file:${join(folder, "../data/outbox")}`,
    ]);
  });
});

describe("loadConfig", () => {
  it("tells all mistakes at once, in the order of the file", () => {
    const found = problems(`feed: { hots: x, port: "\${PORT}" }\nretention: 1\nrules: 7\n`);
    expect(found.map(({ line, column }) => [line, column])).toEqual([
      [1, 9],
      [1, 25],
      [2, 12],
      [3, 8],
    ]);
  });

  it("tells that there is no file, at its first character", () => {
    expect(loadConfig(join(folder, "none.yaml"), {})).toMatchObject({
      ok: false,
      problems: [{ file: join(folder, "none.yaml"), line: 1, column: 1, message: "there is no such file" }],
    });
  });

  it("polls only the sources that the section names", () => {
    expect(Object.keys(config("sources: {}").sources)).toEqual([]);
    expect(Object.keys(config("").sources).sort()).toEqual(sourceMembers.map(({ name }) => name).sort());
  });

  it("reads when a publication is due, and how long after it is late", () => {
    const { sources } = config(
      [
        "sources:",
        '  margin-alerts: { schedule: "0 */5 * * * *", on: trading-days, due: "16:30", timezone: Europe/Paris }',
        '  short-sale-reports: { schedule: "0 */5 * * * *", due: 17:05, grace: 1bd }',
      ].join("\n"),
    );
    const minute = 60_000;
    expect(sources["margin-alerts"]).toMatchObject({
      on: "trading-days",
      due: { timeMs: 990 * minute },
      grace: { ms: 30 * minute },
    });
    expect(sources["short-sale-reports"]).toMatchObject({
      due: { timeMs: 1_025 * minute },
      grace: { tradingDays: 1 },
    });
  });

  it("reads publications by week and by month", () => {
    const dueOf = (due: string) =>
      config(`sources:\n  short-sale-reports: { schedule: "0 */5 * * * *", due: ${due} }`).sources[
        "short-sale-reports"
      ]?.due;
    const timeMs = 990 * 60_000;
    expect(dueOf('{ week: tuesday, at: "16:30" }')).toEqual({
      timeMs,
      days: { every: "week", on: { weekday: 2 } },
    });
    expect(dueOf('{ week: last, at: "16:30" }')).toEqual({ timeMs, days: { every: "week", on: "last" } });
    expect(dueOf('{ week: 2bd, at: "16:30" }')).toEqual({
      timeMs,
      days: { every: "week", on: { tradingDay: 2 } },
    });
    expect(dueOf('{ month: 10, at: "16:30" }')).toEqual({
      timeMs,
      days: { every: "month", on: { day: 10 } },
    });
    expect(dueOf('{ month: 5bd, at: "16:30" }')).toEqual({
      timeMs,
      days: { every: "month", on: { tradingDay: 5 } },
    });
    expect(dueOf('{ month: last, at: "16:30" }')).toEqual({ timeMs, days: { every: "month", on: "last" } });
  });

  it("keeps the log for trading days too", () => {
    expect(config("retention: 250bd").retention).toEqual({ log: { tradingDays: 250 } });
    expect(config("retention: { authors: 30d }").retention).toEqual({
      log: { ms: 400 * 86_400_000 },
      authors: { ms: 30 * 86_400_000 },
    });
  });

  it("writes codes as events have them", () => {
    const text =
      'sources: { forum-comments: { schedule: "*/5 * * * * *", codes: ["72030", "130A", "25935"] } }';
    expect(config(text).sources["forum-comments"]?.codes).toEqual(["7203", "130A", "25935"]);
  });

  it.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])("lets %s listen without tokens", (host) => {
    expect(config(`feed: { host: "${host}" }`).outputs.feed.host).toBe(host);
  });

  it("lets others reach a feed that asks for a token", () => {
    expect(config("feed: { host: 0.0.0.0, tokens: [abc] }").outputs.feed.tokens).toEqual(["abc"]);
    expect(problems(`feed: { host: 0.0.0.0, tokens: ["\${T:-}"] }`)).toHaveLength(1);
  });

  it("takes absolute paths as they are", () => {
    expect(config("state: /srv/yagura.db\nemail: { smtp: file:///srv/outbox }")).toMatchObject({
      state: "/srv/yagura.db",
      outputs: { email: { smtp: "file:/srv/outbox" } },
    });
  });
});
