import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const rules = `
rules:
  - name: large
    on: short.report.opened
    when: now.ratio >= 1
    title: "{{ now.ratio }} %"
    examples:
      - fires: { type: short.report.opened, now: { code: "7203", seller: A, ratio: 1.2 } }
`;

const large = `
tests:
  - name: a large position
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events: [{ type: short.report.opened, now: { code: "7203", seller: A, ratio: 1.2 } }]
        expect: { alerts: [{ rule: large, title: TITLE }] }
`;

interface Place {
  readonly folder: string;
  run(...more: string[]): ReturnType<typeof yagura>;
}

function place(tests: Record<string, string>): Place {
  const folder = tmpFolder();
  for (const part of ["config", "rules/tests"]) mkdirSync(join(folder, part), { recursive: true });
  const config = join(folder, "config/monitor.yaml");
  writeFileSync(config, "email: { recipients: { desk: [trader@example.com] } }\n");
  writeFileSync(join(folder, "rules/some.yaml"), rules);
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, "rules/tests", name), text);
  return { folder, run: (...more) => yagura(["test", "--config", config, ...more]) };
}

const passes = large.replace("TITLE", "1.2 %");
const fails = large.replace("TITLE", "1.3 %");

describe("yagura test", () => {
  test("runs the examples and the tests beside the rules, and ends with status 0 where all pass", async () => {
    const { code, stdout, stderr } = await place({ "a.yaml": passes }).run();
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trim().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^✓ .*rules\/some\.yaml:8 large fires for its example$/),
      expect.stringMatching(/^✓ .*rules\/tests\/a\.yaml:3 a large position$/),
      "",
      "1 of 1 rules fired, 1 of 2 branches of their conditions were seen",
      "1 test and 1 example: 2 passed, 0 failed",
    ]);
  });

  test("ends with status 1 where a test fails, says how, and writes JUnit's XML", async () => {
    const { run, folder } = place({ "a.yaml": passes, "b.yaml": fails });
    const xml = join(folder, "results.xml");
    const { code, stdout } = await run("--junit", xml, "--coverage");
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ .*b\.yaml:3 a large position\n {4}step 1, 2026-11-20T10:00:00\+09:00\n/);
    expect(stdout).toContain('title: expected "1.3 %", came "1.2 %"');
    expect(stdout).toContain("when now.ratio >= 1");
    expect(stdout).toContain("2 tests and 1 example: 2 passed, 1 failed");
    expect(readFileSync(xml, "utf8")).toContain('tests="3" failures="1"');
  });

  test("answers programs with --json, and takes the files that are named", async () => {
    const { run, folder } = place({ "a.yaml": passes, "b.yaml": fails });
    const named = join(folder, "rules/tests/b.yaml");
    const ofFolder = await run(join(folder, "rules/tests"), named, "--json");
    expect(JSON.parse(ofFolder.stdout).tests).toHaveLength(3);
    const { code, stdout } = await run(named, "--json");
    expect(code).toBe(1);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      ok: false,
      tests: [
        { kind: "example", name: "large fires for its example", ok: true, line: 8 },
        { kind: "test", name: "a large position", ok: false, line: 3, failure: expect.any(Array) },
      ],
      coverage: [{ rule: "large", fired: 2, silent: 0, parts: [{ of: "when", true: 2, false: 0 }] }],
    });
    expect(answer.tests[1].failure.join("\n")).toContain("alerts: this did not come");
  });

  test("ends with status 2 where a file is wrong, with every mistake", async () => {
    const wrong = passes.replace("steps:", "stepz:");
    const { run, folder } = place({ "a.yaml": wrong });
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("a.yaml:4:5: unknown key `stepz`");
    expect(stderr).toContain("did you mean `steps`?");
    const asJson = await run("--json");
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false, problems: [{ line: 3 }, { line: 4 }] });
    writeFileSync(join(folder, "rules/some.yaml"), rules.replace("now.ratio >=", "now.rato >="));
    const ofRules = await run("--json");
    expect(ofRules.code).toBe(2);
    expect(JSON.parse(ofRules.stdout)).toMatchObject({ ok: false, problems: [{ line: 5, column: 15 }] });
    writeFileSync(join(folder, "rules/some.yaml"), rules);
    const absent = await run("no-such.yaml");
    expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining("there is no such file")]);
    const unwritten = await place({ "a.yaml": passes }).run("--junit", "/no/such/folder/x.xml");
    expect([unwritten.code, unwritten.stderr]).toEqual([2, expect.stringContaining("cannot be written")]);
  });
});
