import { expect, test } from "vitest";
import type {
  BenchCheckAnswer,
  BenchRuleAnswer,
  BenchRulesAnswer,
  BenchSaveAnswer,
  BenchTryAnswer,
  BenchWordsAnswer,
} from "../../src/model/page/bench.ts";
import { until } from "../support/until.ts";
import { filesScene } from "./files-scene.ts";

const rules = `# ours
lists: { core: ["7203"] }
rules:
  # about the first
  - name: large
    on: short.report.opened # new ones
    when: now.ratio >= 1
    title: "{{ now.code }}"
    examples:
      - fires: { type: short.report.opened, now: { code: "7203", ratio: 1.2 } }
    # cooldown: 1h
  # about the second
  - { name: small, on: short.report.opened, when: now.ratio < 0.5, title: x }
`;
const scene = (more: Readonly<Record<string, string>> = {}) => filesScene({ "rules/a.yaml": rules, ...more });
const large = async ({ get }: ReturnType<typeof scene>) =>
  (await get<BenchRuleAnswer>("/api/bench/rule?name=large")).body;

test("rules are listed by file, and one is opened as its file has it", async () => {
  const { get, rightOf } = scene();
  expect((await get<BenchRulesAnswer>("/api/bench/rules")).body).toMatchObject({
    rules: [
      { name: "large", file: "a.yaml" },
      { name: "small", file: "a.yaml" },
    ],
    files: ["a.yaml"],
  });
  const { text } = await large(scene());
  expect(text).toMatch(/^name: large\non: short.report.opened # new ones\n[\s\S]*\n# cooldown: 1h$/);
  expect((await get("/api/bench/rule?name=none")).status).toBe(404);
  expect(rightOf("/api/bench/rule")).toBe("read");
});

test("a mistake is told at its place in the text, with what was meant", async () => {
  const bench = scene();
  const { text } = await large(bench);
  const asked = { text: text.replace("now.ratio >=", "now.ration >="), rule: "large" };
  const { body } = await bench.post<BenchCheckAnswer>("/api/bench/check", asked);
  expect(body.problems).toEqual([
    { line: 3, column: 11, message: expect.stringContaining("ration"), suggestion: "did you mean `ratio`?" },
  ]);
  expect(body.fields.map(({ name }) => name)).toContain("seller");
  const broken = await bench.post<BenchCheckAnswer>("/api/bench/check", { text: 'name: "x\non: y' });
  expect(broken.body.problems).toMatchObject([{ line: 2 }]);
});

test("a good text has no mistakes, and says which of its examples hold", async () => {
  const bench = scene();
  const { text } = await large(bench);
  const check = async (given: string) =>
    (await bench.post<BenchCheckAnswer>("/api/bench/check", { text: given, rule: "large" })).body;
  expect(await check(text)).toMatchObject({
    name: "large",
    problems: [],
    elsewhere: [],
    examples: [{ ok: true }],
  });
  const strict = await check(text.replace(">= 1", ">= 1.3"));
  expect(strict.examples).toEqual([{ line: 6, expected: "fires", ok: false }]);
});

test("a text that is more than one rule is refused", async () => {
  const { post } = scene();
  const check = async (text: string) =>
    (await post<BenchCheckAnswer>("/api/bench/check", { text, rule: "small" })).body.problems;
  const two =
    "{ name: small, on: short.report.opened, title: x }, { name: third, on: rules.loaded, title: y }";
  for (const text of ["", "- name: a", "[]", "a", "name: a\n---\nname: b", two])
    expect(await check(text)).not.toEqual([]);
});

test("a save keeps the comments, and one of an older text is refused", async () => {
  const bench = scene();
  const { text, hash } = await large(bench);
  const edited = text.replace(">= 1", ">= 2 # more").replace("1.2", "2.2");
  const asked = { text: edited, rule: "large", hash };
  const { status, body } = await bench.post<BenchSaveAnswer>("/api/bench/save", asked);
  expect([status, body.file]).toEqual([200, "a.yaml"]);
  expect(bench.file("rules/a.yaml")).toBe(rules.replace(">= 1", ">= 2 # more").replace("1.2", "2.2"));
  expect(body.hash).toBe((await large(bench)).hash);
  expect((await bench.post("/api/bench/save", asked)).status).toBe(409);
  expect(bench.rightOf("/api/bench/save")).toBe("act");
});

test("a rule with mistakes, or that makes one elsewhere, is not saved", async () => {
  const heard = "rules:\n  - { name: heard, on: alert.fired, rules: [large], title: x }\n";
  const bench = scene({ "rules/b.yaml": heard });
  const { text, hash } = await large(bench);
  const save = (given: string) =>
    bench.post<{ error: string }>("/api/bench/save", { text: given, rule: "large", hash });
  expect((await save(text.replace("short.report.opened", "short.opened"))).status).toBe(400);
  const renamed = await save(text.replace("name: large", "name: larger"));
  expect([renamed.status, renamed.body.error]).toEqual([400, expect.stringContaining("b.yaml")]);
  expect(bench.file("rules/a.yaml")).toBe(rules);
});

test("a mistake that was there before stops no save", async () => {
  const bench = scene({ "rules/b.yaml": "rules:\n  - { name: broken, on: nothing.here, title: x }\n" });
  const { text, hash } = await large(bench);
  const asked = { text: text.replace(">= 1", ">= 1.1"), rule: "large", hash };
  expect((await bench.post("/api/bench/save", asked)).status).toBe(200);
});

test("a new rule goes to a file of the folder, and nowhere else", async () => {
  const bench = scene();
  const text = "name: third\non: short.report.opened\ntitle: x";
  const save = (more: object) => bench.post<BenchSaveAnswer>("/api/bench/save", { text, ...more });
  for (const file of ["../x.yaml", "/tmp/x.yaml", "a/b.yaml", ".hidden.yaml", "x.txt", "..\\x.yaml"])
    expect((await save({ file })).status).toBe(400);
  expect((await save({})).body.file).toBe("page.yaml");
  expect(bench.file("rules/page.yaml")).toBe(`rules:\n  - ${text.replaceAll("\n", "\n    ")}\n`);
  expect((await save({ file: "a.yaml" })).status).toBe(400);
});

test("a try counts what both forms of a rule give, and what only one does", async () => {
  const bench = scene({ "monitor.yaml": "email: { recipients: { desk: [a@example.com] } }\n" });
  const { text } = await large(bench);
  const asked = {
    text: `${text.replace(">= 1", ">= 0.65 && now.ratio < 1.2")}\nnotify: [email:desk]`,
    rule: "large",
    over: "log",
    since: "90d",
  };
  const { body } = await bench.post<{ id: string }>("/api/bench/try", asked);
  const answer = await until("the end of the try", async () => {
    const said = (await bench.get<BenchTryAnswer>(`/api/bench/try?id=${body.id}`)).body;
    return said.state !== "running" && said;
  });
  expect(answer).toMatchObject({
    state: "done",
    result: {
      edited: { alerts: 2, mails: 2, mailsADay: 0.4 },
      standing: { alerts: 2, mails: 0, mailsADay: 0 },
      onlyEdited: { count: 1, alerts: [{ title: "7202" }] },
      onlyStanding: { count: 1, alerts: [{ title: "7203" }] },
      both: { count: 1, alerts: [{ title: "7201" }] },
    },
  });
});

test("a try that cannot be made says why", async () => {
  const { post, get } = scene();
  const said = async (asked: object) => {
    const { body } = await post<{ id: string }>("/api/bench/try", asked);
    return until("the end of the try", async () => {
      const answer = (await get<BenchTryAnswer>(`/api/bench/try?id=${body.id}`)).body;
      return answer.state !== "running" && answer;
    });
  };
  const text = "name: new\non: short.report.opened\ntitle: x";
  expect(await said({ text, over: "log", since: "yesterday" })).toMatchObject({ state: "refused" });
  expect(await said({ text: `${text}\nwhen: now.no > 1`, over: "log", since: "9d" })).toMatchObject({
    ...{ state: "refused", message: "the rules have mistakes" },
    problems: [{ message: expect.stringContaining("no") }],
  });
  expect(await said({ text, over: "history", since: "9d" })).toMatchObject({ state: "refused" });
  expect((await post("/api/bench/try", { text, over: "all", since: "9d" })).status).toBe(400);
});

test("two tries may be under way, and one that is cancelled gives its place to another", async () => {
  const { post, get } = scene();
  const begin = () =>
    post<{ id: string }>("/api/bench/try", {
      ...{ text: "name: new\non: short.report.opened\ntitle: x", over: "log", since: "9d" },
    });
  const cancel = async ({ body }: Awaited<ReturnType<typeof begin>>) => {
    expect((await post("/api/bench/cancel", { id: body.id })).status).toBe(200);
    return body.id;
  };
  const end = (id: string) =>
    until("the end of the try", async () => {
      const { state } = (await get<BenchTryAnswer>(`/api/bench/try?id=${id}`)).body;
      return state !== "running" && state;
    });
  const begun = [await begin(), await begin()];
  expect((await begin()).status).toBe(503);
  const ids = await Promise.all(begun.map(cancel));
  expect(await Promise.all(ids.map(end))).toEqual(["refused", "refused"]);
  expect(await end(await cancel(await begin()))).toBe("refused");
});

test("words are those of the settings and the files", async () => {
  const { get } = scene({ "monitor.yaml": 'watchlists: { held: ["7203"] }\n' });
  const { body } = await get<BenchWordsAnswer>("/api/bench/words");
  expect(body.types.map(({ type }) => type)).toContain("short.report.*");
  expect(body.functions).toContain("has_any");
  expect(body.names).toContain("lists.core");
});

test.each([
  ...[
    "a b.yaml",
    "a.b.yaml",
    "../a.yaml",
    "a/b.yaml",
    ".yaml",
    "-\n.yaml",
    "\u202emine.yaml",
    "mine.yaml ",
    "a",
  ],
  ...["$(id).yaml", "a;b.yaml", "mine.json", `${"a".repeat(96)}.yaml`],
])("a new file cannot be called %j", async (file) => {
  const text = "name: third\non: short.report.opened\ntitle: x\n";
  const { body } = await scene().post<BenchCheckAnswer>("/api/bench/check", { text, file });
  expect(body.problems[0]?.message).toMatch(/^the name of a file of rules/);
});

test("a new rule goes into a file of letters, digits, - and _, or into one that is there", async () => {
  const text = "name: third\non: short.report.opened\ntitle: x\n";
  for (const file of ["mine-2_b.yaml", "空売り.yml", "of ours.v2.yaml"]) {
    const { post } = scene({ "rules/of ours.v2.yaml": "lists: { a: [b] }\n" });
    const { body } = await post<BenchCheckAnswer>("/api/bench/check", { text, file });
    expect([file, body.problems]).toEqual([file, []]);
  }
});
