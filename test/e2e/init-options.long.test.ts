/** A setup without a person: all answers as options, each tried against services on loopback. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveSimulator } from "../../src/history/simulated-world.ts";
import type { SimulatorOptions } from "../../src/simulator/index.ts";
import { call } from "../support/call.ts";
import { startMailServer } from "../support/mail-server.ts";
import { yagura } from "../support/monitor.ts";
import { isLong } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** The simulated services, as they were observed to answer. */
async function simulated(plan: Required<SimulatorOptions>["plan"]): Promise<string[]> {
  const { marketUrl, forumUrl, statisticsUrl, close } = await serveSimulator({
    ...{ port: 0, dialect: "observed", apiKey: "a-good-key", limits: { retryAfter: false }, plan },
  });
  onTestFinished(close);
  const addresses = ["--market", marketUrl, "--forum", forumUrl, "--statistics", statisticsUrl];
  return [...addresses, "--forum-leave", "--market-key", "a-good-key"];
}

const simulatedAll = ["--market", "simulated", "--forum", "simulated", "--statistics", "simulated"];
const none = ["--stocks", "7203", "--mail", "none"];
const settingsIn = (folder: string) => readFileSync(join(folder, "config/monitor.yaml"), "utf8");

/** Sets a folder up, without the play of the past that says how many mails to expect. */
const set = (folder: string, args: string[], env: Record<string, string> = {}) =>
  expecting(folder, ["--no-expect", ...args], env);

async function expecting(folder: string, args: string[], env: Record<string, string> = {}) {
  const ran = await call(["init", folder, ...args], env);
  return { ...ran, said: ran.stdout + ran.stderr };
}

describe("without a terminal", () => {
  test("missing answers are named, all at once, and nothing is written", async () => {
    const folder = tmpFolder();
    const { code, stderr } = await call(["init", folder, "--stocks", "7203"]);
    expect(code).toBe(2);
    expect(stderr).toContain("no answer for --market, --forum, --statistics, --mail or --chat");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("--yes takes the defaults, and what comes of it starts as the files that ship do", async () => {
    const folder = tmpFolder();
    const { code, stdout } = await yagura(["init", folder, "--yes", "--no-expect", "--json"]);
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ ok: true, simulated: ["market", "forum", "statistics"] });
    expect(told.files.map(({ what }: { what: string }) => what)).toEqual(["written", "written", "written"]);
    const { code: checked } = await call(["check", "--config", told.config]);
    expect(checked).toBe(0);
  });

  test("stocks and a port are taken untried, whatever the environment says of the port", async () => {
    const folder = tmpFolder();
    const services = ["--market", "http://127.0.0.1:9", "--forum", "simulated", "--statistics", "simulated"];
    const args = [...services, ...none, "--port", "18099", "--no-try", "--no-start"];
    const { code, said } = await set(folder, args, { YAGURA_PORT: "18098" });
    expect([code, said]).toEqual([0, expect.any(String)]);
    expect(settingsIn(folder)).toMatch(/^ +port: 18099\b/m);
    expect(readFileSync(join(folder, "config/watchlist.csv"), "utf8")).toContain("7203");
    const { code: wrong, said: why } = await set(tmpFolder(), ["--yes", "--port", "many"]);
    expect([wrong, why]).toEqual([2, expect.stringContaining("port")]);
  });

  test("an answer that does not hold ends it with the option, the reason and nothing written", async () => {
    const services = await simulated("standard");
    const folder = tmpFolder();
    const wrong = await set(folder, [...services, ...none, "--market-key", "a-wrong-key"]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toMatch(/--market-key: The service does not accept the key/);
    expect(wrong.stderr).not.toContain("a-wrong-key");
    const unknown = await set(folder, [...simulatedAll, "--stocks", "7203, 9998", "--mail", "none"]);
    expect(unknown.stderr).toMatch(/--stocks: The market's list has none of these: 9998/);
    const nobody = await set(folder, [
      ...[...simulatedAll, "--stocks", "7203"],
      ...["--mail", "me@desk.jp", "--smtp", "smtp://127.0.0.1:1"],
    ]);
    expect(nobody.stderr).toMatch(/--smtp: The test message to me@desk\.jp did not arrive/);
    const example = await set(folder, [
      ...[...simulatedAll, "--stocks", "7203"],
      ...["--mail", "me@example.com", "--smtp", "mail.desk.jp"],
    ]);
    expect(example.stderr).toMatch(/--mail: no mail reaches me@example\.com/);
    const page = await set(folder, [...simulatedAll, ...none, "--public-url", "yagura.desk.jp"]);
    expect(page.stderr).toMatch(/--public-url: this is no address of a page/);
    const login = await set(folder, [...simulatedAll, ...none, "--smtp-user", "me"]);
    expect(login.stderr).toMatch(/--smtp: a login needs a mail server/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a mail server on this machine that wants a login gets it, and is named where it refuses one", async () => {
    const mails = await startMailServer({ login: { user: "me", password: "right" } });
    const folder = tmpFolder();
    const args = [...simulatedAll, "--stocks", "7203", "--mail", "me@desk.jp", "--smtp", mails.url];
    const without = await set(folder, args);
    expect(without.stderr).toMatch(/--smtp-user, --smtp-password: /);
    const wrong = await set(folder, [...args, "--smtp-user", "me", "--smtp-password", "wrong"]);
    expect(wrong.stderr).toMatch(/--smtp-user, --smtp-password: [\s\S]*refuses the login/);
    const right = await set(folder, [...args, "--smtp-user", "me", "--smtp-password", "right"]);
    expect(right.code).toBe(0);
    expect(mails.received).toHaveLength(1);
  });
});

describe("the forum", () => {
  const real = ["--market", "simulated", "--forum", "http://127.0.0.1:9", "--statistics", "simulated"];

  test("is read with leave alone: without the word of a person it stays off", async () => {
    const folder = tmpFolder();
    const unsaid = await set(folder, [...real, ...none, "--no-try"]);
    expect([unsaid.code, unsaid.stderr]).toEqual([
      2,
      expect.stringContaining("--forum-leave: the forum's terms"),
    ]);
    expect(readdirSync(folder)).toEqual([]);
    for (const said of [["--no-forum-leave"], ["--yes"]]) {
      const off = await set(tmpFolder(), [...real, ...none, ...said, "--no-try", "--json"]);
      expect(off.code).toBe(0);
      const sources = JSON.parse(off.stdout).sources.map(({ source }: { source: string }) => source);
      expect(sources).toEqual([
        "margin-alerts",
        "short-sale-reports",
        "disclosures",
        "earnings-dates",
        "statistics-updates",
      ]);
      expect(off.stderr).toContain("the forum stays off");
    }
    const named = await set(tmpFolder(), ["--yes", "--json"], { YAGURA_FORUM_URL: "http://127.0.0.1:9" });
    expect(JSON.parse(named.stdout).sources.map(({ source }: { source: string }) => source)).not.toContain(
      "forum-comments",
    );
    expect((await set(folder, [...real, ...none, "--forum-leave", "--no-try"])).code).toBe(0);
    expect(settingsIn(folder)).toMatch(/^ {2}forum-comments:/m);
  });
});

describe("links", () => {
  test("lead where a person says, and follow the port where that is this machine", async () => {
    const folder = tmpFolder();
    expect(
      (await set(folder, [...simulatedAll, ...none, "--port", "8123", "--public-url", "here"])).code,
    ).toBe(0);
    expect(settingsIn(folder)).toContain('publicUrl: "http://127.0.0.1:8123"');
    expect((await set(folder, ["--port", "8124"])).code).toBe(0);
    expect(settingsIn(folder)).toContain('publicUrl: "http://127.0.0.1:8124"');
    expect((await set(folder, ["--public-url", "https://yagura.desk.jp/"])).said).toContain("127.0.0.1:8124");
    expect((await set(folder, ["--port", "8125"])).code).toBe(0);
    expect(settingsIn(folder)).toContain('publicUrl: "https://yagura.desk.jp/"');
    expect((await set(folder, ["--public-url", "none"])).code).toBe(0);
    expect(settingsIn(folder)).not.toMatch(/^publicUrl/m);
  });
});

describe("the plan", () => {
  test("that tells margin alerts is found, and the mails to expect are those of the past", async () => {
    const services = await simulated("standard");
    const folder = tmpFolder();
    // The build's run plays the past once, for a person at a terminal: init.system.test.ts.
    const { code, stdout, said } = await (isLong ? expecting : set)(folder, [...services, ...none, "--json"]);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    const { market, mailsADay, stocks } = JSON.parse(stdout);
    expect(market.allowed).toBe(120);
    if (isLong) {
      expect(mailsADay.days).toBeGreaterThanOrEqual(14);
      expect(mailsADay.most).toBeGreaterThanOrEqual(mailsADay.mean);
    }
    expect(stocks).toEqual([{ code: "7203", name: expect.any(String) }]);
    const key = join(folder, "config/secrets/market-api-key");
    expect([readFileSync(key, "utf8"), statSync(key).mode & 0o777]).toEqual(["a-good-key\n", 0o600]);
    expect(settingsIn(folder)).not.toContain("a-good-key");
  });

  /** A folder set up on a plan without margin alerts. */
  async function lackingFolder(plan: "light" | "free"): Promise<string> {
    const folder = tmpFolder();
    const { code, said } = await expecting(folder, [...(await simulated(plan)), ...none]);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    expect(said).toContain(`its plan, ${plan}, has neither margin alerts nor short-sale reports`);
    expect(said).toContain("nobody can say it beforehand");
    expect(settingsIn(folder)).toMatch(new RegExp(`tier: ${plan}\n`));
    expect(settingsIn(folder)).not.toMatch(/^ {2}(margin-alerts|short-sale-reports):/m);
    expect((await call(["check", "--config", join(folder, "config/monitor.yaml")])).code).toBe(0);
    return folder;
  }

  test("free has no margin alerts: what it lacks is left out, and said", async () => {
    await lackingFolder("free");
  });

  test("light has none either, and one that is larger than before brings back what was left out", async () => {
    const folder = await lackingFolder("light");
    const file = join(folder, "config/monitor.yaml");
    expect((await set(folder, [...(await simulated("standard"))])).code).toBe(0);
    expect(settingsIn(folder)).toMatch(/^ {2}margin-alerts: \{ schedule: /m);
    expect(settingsIn(folder)).toMatch(/tier: standard\n/);
    expect((await call(["check", "--online", "--config", file])).code).toBe(0);
  });

  test("an account without a plan is told so", async () => {
    const { code, stderr } = await set(tmpFolder(), [...(await simulated("none")), ...none]);
    expect(code).toBe(2);
    expect(stderr).toContain("The account has no plan");
  });
});

describe("called again", () => {
  test("it changes what is answered otherwise, and nothing else that a person wrote", async () => {
    const folder = tmpFolder();
    expect((await set(folder, [...simulatedAll, ...none, "--port", "8123"])).code).toBe(0);
    const file = join(folder, "config/monitor.yaml");
    const list = join(folder, "config/watchlist.csv");
    const edited = `${settingsIn(folder).replace("pageSize: 50", "pageSize: 30 # small")}\n# my own words\n`;
    writeFileSync(file, edited);
    writeFileSync(list, "code,name,note\n7203,mine,kept\n");
    writeFileSync(join(folder, "rules/comments.yaml"), "rules: []\n");
    const { code } = await set(folder, ["--stocks", "6758, 7203", "--hours", "8:00-20:00", "--trading-days"]);
    expect(code).toBe(0);
    expect(readFileSync(list, "utf8")).toMatch(/^code,name,note\n6758,.+,\n7203,mine,kept\n$/);
    const added = `alerts:\n  receivers:\n    email:desk:\n      hours: { between: ["08:00", "20:00"], on: trading-days }\n`;
    expect(settingsIn(folder).replace(added, "")).toBe(edited);
    expect(readFileSync(join(folder, "rules/comments.yaml"), "utf8")).toBe("rules: []\n");
    const again = await set(folder, ["--hours", "always", "--no-trading-days"]);
    expect(again.code).toBe(0);
    expect(settingsIn(folder)).not.toContain('"08:00"');
  });

  test("a file with mistakes stays, and the answers go beside it", async () => {
    const folder = tmpFolder();
    expect((await set(folder, [...simulatedAll, ...none])).code).toBe(0);
    const broken = "upstreams: [\n";
    writeFileSync(join(folder, "config/monitor.yaml"), broken);
    const { code, said } = await set(folder, [...simulatedAll, ...none]);
    expect(code).toBe(0);
    expect(said).toContain("has mistakes and stays as it is");
    expect(settingsIn(folder)).toBe(broken);
    expect(existsSync(join(folder, "config/monitor.new.yaml"))).toBe(true);
  });
});

describe("where the alerts go", () => {
  test("a test mail is sent with the login, and the password stays in a file of its own", async () => {
    const mails = await startMailServer();
    const folder = tmpFolder();
    const args = [...simulatedAll, "--stocks", "7203", "--mail", "me@desk.jp", "--smtp", mails.url];
    const { code, said } = await set(folder, args);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    expect(mails.received.map(({ to }) => to)).toEqual(["me@desk.jp"]);
    expect(settingsIn(folder)).toContain('desk: ["me@desk.jp"]');
    expect(settingsIn(folder)).toContain('from: "Yagura <me@desk.jp>"');
    const login = ["--smtp", "mail.desk.jp:465", "--smtp-user", "me@desk.jp", "--no-try"];
    expect((await set(folder, login, { YAGURA_SMTP_PASSWORD: "s3cret/word" })).code).toBe(0);
    expect(readFileSync(join(folder, "config/secrets/smtp-server"), "utf8")).toBe(
      "smtps://me%40desk.jp:s3cret%2Fword@mail.desk.jp:465\n",
    );
    expect(settingsIn(folder)).toContain(`smtp: "\${file:secrets/smtp-server}"`);
  });

  test("a chat gets a test message, and the alerts that the rules mail", async () => {
    const bodies: string[] = [];
    const chat = createServer((asked, answer) => {
      asked.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      asked.on("end", () => answer.end("ok"));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void chat.close());
    await until("a chat", () => chat.address());
    const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/services/T0/s3cret`;
    const folder = tmpFolder();
    const args = [...simulatedAll, "--stocks", "7203", "--chat", "slack", "--chat-setting", `url=${url}`];
    const { code, said } = await set(folder, args);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    expect(bodies.join("")).toContain("test message");
    expect(settingsIn(folder)).not.toContain("s3cret");
    expect(settingsIn(folder)).toMatch(/match: "notify=email:desk", to: \["webhook:chat"\], continue: true/);
    const { code: checked, stdout } = await call(["check", "--config", join(folder, "config/monitor.yaml")]);
    expect({ checked, stdout }).toMatchObject({ checked: 0 });
    const wrong = await set(tmpFolder(), [...simulatedAll, "--stocks", "7203", "--chat", "fax"]);
    expect(wrong.stderr).toMatch(/--chat: this is none of slack/);
  });

  test.each([
    ["discord", ["url=https://chat.desk.jp/api/webhooks/1/s3cret"], "url=none", /--chat-setting url=/],
    [
      "line",
      ["token=s3cret-token-of-a-channel", `to=U${"4af".repeat(10)}0d`],
      "to=@me",
      /to=\.\.\.: this is no id/,
    ],
    [
      "telegram",
      ["token=123456:s3cret-s3cret-s3cret", "chat=-1001"],
      "token=1",
      /token=\.\.\.: this is no token of a bot/,
    ],
    ["ntfy", ["topic=yagura-4f9c2a71"], "topic=a b", /topic=\.\.\.: a topic has/],
    ["apprise", ["url=http://127.0.0.1:8000/notify/yagura"], "tag=?", /--chat-setting: a tag has/],
  ])("a chat %s is written, and what is wrong of it is named", async (chat, settings, mistake, said) => {
    const folder = tmpFolder();
    const own = (pairs: string[]) => pairs.flatMap((pair) => ["--chat-setting", pair]);
    const args = [...simulatedAll, "--stocks", "130A", "--chat", chat, "--no-try", "--language", "ja"];
    expect(await set(folder, [...args, ...own(settings)])).toMatchObject({ code: 0 });
    const config = join(folder, "config/monitor.yaml");
    expect((await call(["check", "--config", config])).code).toBe(0);
    const wrong = await set(tmpFolder(), [...args, ...own([...settings, mistake]), "--language", "en"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(said)]);
  });
});
