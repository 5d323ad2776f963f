import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { call } from "../support/call.ts";
import { start, yagura } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

describe("yagura tail", () => {
  test("prints each event over a restart of the monitor, goes on where it was under its consumer's name, shows what stands, and ends with status 2 where it is refused", async () => {
    const stage = await setStage("documented");
    const monitor = await stage.start();
    await baselined(stage);
    const types = ["--types", "forum.ranking.*"];
    const run = (...options: string[]) => start(["tail", "--config", stage.config, ...options], stage.env);
    const linesOf = ({ output }: ReturnType<typeof run>) => output.stdout.split("\n").slice(0, -1);
    const tail = async (what: string, count: number, ...options: string[]) => {
      const running = run(...options);
      await until(what, () => linesOf(running).length >= count);
      running.child.kill("SIGTERM");
      expect(await once(running.child, "close")).toEqual([0, null]);
      return linesOf(running).map((line) => JSON.parse(line));
    };
    await tail("the baselines", 5, "--consumer", "desk", "--since", "start", "--json");
    const over = run("--since", "start", ...types, "--json");
    await until("the connection", () => over.output.stderr.includes("connected"));
    expect(await monitor.stop("SIGKILL")).toBe("SIGKILL");
    change(stage.worlds);
    const { ready } = await stage.start();
    await until("four moves", () => linesOf(over).length === 4);
    const told = linesOf(over).map((line) => JSON.parse(line));
    expect(told.map(({ type }) => type).sort()).toEqual([
      "forum.ranking.entered",
      "forum.ranking.left",
      "forum.ranking.moved",
      "forum.ranking.moved",
    ]);
    over.child.kill("SIGTERM");
    const moves = await tail("the moves", 4, "--consumer", "desk", ...types, "--json");
    expect(moves.map(({ type }) => type)).toContain("forum.ranking.left");
    const frames = await tail("the listing", 5, ...types, "--since", "snapshot", "--frames");
    const kinds = ["snapshot", "item", "item", "item", "live"];
    expect(frames.map(({ type }) => type).slice(0, 5)).toEqual(kinds);

    const asked = await call(["tail", "--config", stage.config, "--where", "now.("], stage.env);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("where");

    const url = await proxy(Number(new URL(ready.feed).port), "Origin: https://elsewhere.example");
    const foreign = await call(["tail", "--url", url], stage.env);
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toMatch(/Origin.*403/);
    expect(foreign.stderr).not.toContain("trying again");
    await explains(stage);
  });

  test("shows the feed of the config its first token, no other feed any, and ends with status 2 where one is refused", async () => {
    const stage = await setStage("documented");
    setTokens(stage, ["first-token", "second-token"]);
    const { ready } = await stage.start();
    const { child, output } = start(["tail", "--config", stage.config], stage.env);
    await until("the connection", () => output.stderr.includes("connected, seq"));
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);

    const elsewhere = await call(["tail", "--config", stage.config, "--url", ready.feed], stage.env);
    expect(elsewhere.code).toBe(2);

    const args = ["tail", "--config", stage.config, "--token", "wrong-token"];
    const refused = await call(args, stage.env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/401.*--token.*YAGURA_TOKEN/);
    expect(refused.stderr).not.toContain("wrong-token");
    expect(refused.stderr).not.toContain("trying again");
  });
});

function setTokens({ config }: { config: string }, tokens: string[]): void {
  const text = readFileSync(config, "utf8");
  writeFileSync(config, text.replace("feed: {", `feed: { tokens: ${JSON.stringify(tokens)},`));
}

/** Another way to the feed on `port`, which adds a header to each request. The answer is its address. */
async function proxy(port: number, header: string): Promise<string> {
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.once("data", (head) => {
      far.write(head.toString("latin1").replace("\r\n", `\r\n${header}\r\n`), "latin1");
      near.pipe(far);
    });
    far.pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
}

/** `yagura why` about an alert of the running monitor, for programs and for people; it refuses what cannot be asked. */
async function explains(stage: Stage): Promise<void> {
  const ask = (...args: string[]) => call(["why", ...args, "--config", stage.config], stage.env);
  expect(await ask("99999")).toMatchObject({ code: 1, stderr: expect.stringContaining("kept from #1") });
  expect(await ask("--rule", "nowhere", "--subject", "7203")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no rule "nowhere"'),
  });
  expect(await ask()).toMatchObject({ code: 2, stderr: expect.stringContaining("--subject") });
  const fired = () => stage.feed.events.find(({ event }) => event.type === "alert.fired");
  await until("an alert with its mail", () => fired() !== undefined && stage.mails.received.length > 0);
  const id = fired()?.event.id ?? "";
  const { code, stdout } = await ask(id, "--json");
  expect(code).toBe(0);
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({
    about: "alert",
    alert: { id, file: "all.yaml", simulated: false },
    cause: { poll: { source: expect.stringMatching(/^[a-z-]+$/) } },
    verdict: { outcome: "fired", notes: [] },
  });
  const told = await ask(id);
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(told.stdout).toMatch(/^alert +#\d+ alert\.fired, /);
  const { subject } = answer.cause;
  const silent = await ask("--rule", answer.alert.rule, "--subject", subject, "--json");
  expect(JSON.parse(silent.stdout)).toMatchObject({ about: "subject", latest: { subject } });
}

describe("yagura send-test", () => {
  test("sends one mail to each recipient and says what the server answered", async () => {
    const stage = await setStage("documented");
    const { code, stdout } = await call(["send-test", "--config", stage.config, "--json"], stage.env);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      recipients.map((address) => ({
        address,
        ok: true,
        message: expect.stringMatching(/^250 /),
        way: expect.stringMatching(/^not encrypted; without a login; \d+\.\d s$/),
      })),
    );
    expect(stage.mails.received.map(({ to }) => to).sort()).toEqual(recipients);
  });

  test("ends with status 1 and the reason where there is no server; `why` with status 2 where nothing ran", async () => {
    const stage = await setStage("documented");
    await stage.mails.close();
    const why = await call(["why", "1", "--config", stage.config], stage.env);
    expect(why).toMatchObject({ code: 2, stderr: expect.stringContaining("no database") });
    const { code, stdout } = await call(
      ["send-test", "--config", stage.config, "--to", "a@example.com"],
      stage.env,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed +a@example.com +nobody listens[\s\S]*ECONNREFUSED/);
  });
});

test("yagura COMMAND --help prints its help and ends with status 0", async () => {
  const { code, stdout } = await yagura(["sources", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Example:\n  npx yagura sources");
});
