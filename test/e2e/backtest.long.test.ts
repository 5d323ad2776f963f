/** `yagura backtest` as a process. */
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { backtestOf, beginLife, type Life, position, rulesOfText } from "../backtest/lived-log.ts";
import { call } from "../support/call.ts";
import { yagura } from "../support/monitor.ts";

const ruleText = (level: number) => `rules:
  - { name: large, on: short.report.opened, when: now.ratio >= ${level}, title: "{{ now.code }}", notify: [email:desk] }
`;

interface Scene {
  readonly life: Life;
  readonly folder: string;
  readonly config: string;
  run(...args: string[]): ReturnType<typeof yagura>;
  /** The same within this process. */
  call(...args: string[]): ReturnType<typeof yagura>;
}

let scene: Scene;

beforeEach(() => {
  const life = beginLife(rulesOfText("rules: []"));
  life.poll("2026-01-05T00:00:00Z", [position("7203", 1.2), position("6758", 2.5)]);
  life.poll("2026-01-06T00:00:00Z", [position("9984", 3)]);
  const folder = dirname(life.path);
  for (const [name, level] of [
    ["rules", 1],
    ["old", 2],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "all.yaml"), ruleText(level));
  }
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    `sources: {}\nrules: rules\nstate: state.db\nemail: { recipients: { desk: [a@example.com, b@example.com] } }\n`,
  );
  const span = ["--since", "2026-01-05", "--until", "2026-01-06"];
  const all = (args: readonly string[]) => ["backtest", "--config", config, ...span, ...args];
  scene = {
    ...{ life, folder, config },
    run: (...args) => yagura(all(args)),
    call: (...args) => call(all(args)),
  };
});

const kept = (folder: string) =>
  readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);

describe("yagura backtest", () => {
  test("reports beside a monitor that has the database open, and changes no file", async () => {
    const before = kept(scene.folder).filter(([name]) => !String(name).endsWith("-shm"));
    const { code, stdout, stderr } = await scene.run("--json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      events: 3,
      alerts: 3,
      mailsADay: [
        { address: "a@example.com", mails: 3, mean: 1.5, most: 2, busiest: "2026-01-05" },
        { address: "b@example.com", mails: 3, mean: 1.5, most: 2, busiest: "2026-01-05" },
      ],
    });
    expect(kept(scene.folder).filter(([name]) => !String(name).endsWith("-shm"))).toEqual(before);
    // The monitor goes on, and what it writes is found next time.
    scene.life.poll("2026-01-06T01:00:00Z", [position("9984", 4)]);
    expect(JSON.parse((await scene.call("--json")).stdout)).toMatchObject({ events: 4, alerts: 4 });
    scene.life.store.close();
  });

  test("says which alerts other rules bring and lose", async () => {
    const { code, stdout } = await scene.call("--rules", join(scene.folder, "old"), "--against", "RULES");
    expect([code, stdout]).toEqual([2, ""]);
    const rules = join(scene.folder, "rules");
    const compared = await scene.call("--rules", join(scene.folder, "old"), "--against", rules);
    expect(compared.code).toBe(0);
    expect(compared.stdout).toContain("0 alerts come: only the new rules give them");
    expect(compared.stdout).toContain("1 alert goes: only the old rules give it");
    expect(compared.stdout).toMatch(/2026-01-05 09:00:00 JST {2}large {2}7203/);
  });

  test("a long log is judged by two threads, with the same report as by one", async () => {
    const { life, folder, run } = scene;
    for (let poll = 0; poll < 22; poll += 1) {
      const time = new Date(Date.parse("2026-01-06T00:00:00Z") + poll * 600_000).toISOString();
      const codes = Array.from({ length: 1_000 }, (_, at) => String(1300 + (at % 40)));
      life.poll(
        time,
        codes.map((code, at) => position(code, (poll + at) % 7)),
      );
    }
    const text = (level: number) => {
      const rules = Array.from(
        { length: 6 },
        (_, at) => `
  - name: rule-${at}
    on: short.report.opened
    when: now.ratio >= ${level + (at % 5)}
    count: { within: ${20 + at}m, at_least: ${25 * (1 + (at % 3))} }
    title: "{{ now.code }}"
    cooldown: ${5 + at}m
    notify: [email:desk]`,
      );
      return `rules:${rules.join("")}\n`;
    };
    const [now, old] = [text(1), text(2)];
    writeFileSync(join(folder, "rules/all.yaml"), now);
    writeFileSync(join(folder, "old/all.yaml"), old);
    const { code, stdout, stderr } = await run("--json", "--against", join(folder, "old"));
    expect([code, stderr]).toEqual([0, ""]);
    const span = { from: "2026-01-04T15:00:00Z", to: "2026-01-06T14:59:59.999Z" };
    const alone = backtestOf(life.path, { rules: rulesOfText(now), against: rulesOfText(old), ...span });
    expect(alone.alerts).toBeGreaterThan(100);
    expect(alone.against?.go.count).toBeGreaterThan(100);
    expect(JSON.parse(stdout)).toEqual({ ...alone, simulated: ["market", "forum", "statistics"] });
  }, 60_000);

  test.each([
    [
      "an unknown folder of rules",
      ["--rules", "nowhere"],
      /^yagura: nowhere: there is no such folder of rules\n$/,
    ],
    ["a time that is none", ["--since", "soon"], /^yagura: --since takes 90d, .*, not "soon"\n$/],
  ])("ends with status 2 and one line for %s", async (_, args, message) => {
    const { code, stderr } = await scene.call(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test("ends with status 2 where there is no database, and where a rule has a mistake", async () => {
    writeFileSync(join(scene.folder, "old/all.yaml"), ruleText(2).replace("now.ratio", "now.ration"));
    const mistaken = await scene.call("--against", join(scene.folder, "old"));
    expect(mistaken.code).toBe(2);
    expect(mistaken.stderr).toContain("did you mean `ratio`");
    scene.life.store.close();
    renameSync(scene.life.path, `${scene.life.path}.away`);
    const { code, stderr } = await scene.call();
    expect(code).toBe(2);
    expect(stderr).toMatch(/state\.db: no database there yet\n$/);
  });
});
