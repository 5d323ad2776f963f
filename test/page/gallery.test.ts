/** The gallery without a browser: every rule of the desk, filled in and put into a file by what the page and the command call. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compiled } from "../../src/backtest/bench/check-rule.ts";
import { type Desk, openDesk } from "../../src/backtest/gallery/desk.ts";
import { fillForm, listGallery } from "../../src/backtest/gallery/gallery.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { editRules } from "../../src/files/edited-rules.ts";
import { formatProblem } from "../../src/lib/problem.ts";
import { parseYaml } from "../../src/lib/yaml/parse-yaml.ts";
import type { BenchCheckAnswer, BenchSaveAnswer, TryAnswer } from "../../src/model/page/bench.ts";
import type {
  FilledRule,
  FormValue,
  GalleryAnswer,
  GalleryMonth,
  GalleryRule,
} from "../../src/model/page/gallery.ts";
import { position } from "../backtest/lived-log.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { filesScene } from "./files-scene.ts";

let desk: Desk;
let listed: readonly GalleryRule[];
beforeAll(async () => {
  desk = await openDesk();
  listed = (await listGallery({ ...desk.config, rules: join(desk.config.rules, "none") }, desk, "ja")).rules;
});

/** The desk's settings over a folder of rules of its own. */
function folderWith(files: Readonly<Record<string, string>>) {
  const folder = tmpFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { ...desk.config, rules: folder };
}

/** Another value than the one that stands, within the bounds. */
function another({ value, max = 0 }: GalleryRule["params"][number]): FormValue {
  if (typeof value === "number") return value < max ? value + Math.min(1, max - value) : value - 1;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? "Sample Partners" : ["空売り", "暴落"];
}

type Written = Readonly<Record<string, unknown>> & { readonly name: string };
interface Parts {
  readonly lists?: object;
  readonly standing?: object;
  readonly rules?: readonly Written[];
}
const partsOf = (text: string) => parseYaml(text, "").value as Parts;

/** What their examples say depends on the watchlist. */
const ofLists = ["past-my-level", "no-bar-today", "earnings-in-two-days"];

/** The rule with other values of its parameters, which has no examples then and is turned on. */
function withValues({ enabled, examples, ...rule }: Written, values: Readonly<Record<string, FormValue>>) {
  const params = Object.entries((rule.params ?? {}) as Record<string, object>);
  if (ofLists.includes(rule.name)) return rule;
  if (params.length === 0) return { ...rule, examples };
  return {
    ...rule,
    params: Object.fromEntries(params.map(([name, one]) => [name, { ...one, value: values[name] }])),
  };
}

test("every rule of the desk is filled in: the file that results passes the check and says what the desk's own says, with these values", async () => {
  const config = folderWith({});
  const mine = '# ours\nlists: { core: ["7203"] } # two\n';
  const own = desk.texts.map(({ text }) => partsOf(text));
  const standing = Object.assign({}, ...own.map((parts) => parts.standing));
  const all = { lists: {}, standing: {}, rules: new Map<string, object>() };
  for (const { name, params } of listed) {
    const values = Object.fromEntries(params.map((param) => [param.name, another(param)]));
    const filled = await fillForm(config, desk, { template: name, params: values });
    const needed = desk.taken(name, [], config)?.needed;
    const edited = editRules([{ file: "mine.yaml", text: mine }], { ...filled, needed });
    if (!edited.ok) throw new Error(`${name}: ${edited.message}`);
    expect(edited.edited.after).toMatch(/^# ours\nlists: \{ core: \["7203"\].*\} # two\n/);
    const { lists, standing: named = {}, rules = [] } = partsOf(edited.edited.after);
    expect(named).toEqual(Object.fromEntries(Object.keys(named).map((one) => [one, standing[one]])));
    Object.assign(all.lists, lists);
    Object.assign(all.standing, named);
    const written = own.flatMap((parts) => parts.rules ?? []).find((rule) => rule.name === name);
    expect(rules.at(-1)).toEqual(written && withValues(written, values));
    all.rules.set(name, rules.at(-1) as Written);
  }
  const text = JSON.stringify({ ...all, rules: [...all.rules.values()] });
  const loaded = await compiled(config, [{ file: "mine.yaml", text }]);
  expect(loaded.ok ? loaded.warnings : loaded.problems.map(formatProblem)).toEqual([]);
  expect(loaded.ok && [loaded.rules.rules.length, loaded.rules.disabled]).toEqual([35, []]);
});

const mails = "email: { smtp: 'file:out', from: a@example.com, recipients: { desk: [d@example.com] } }\n";

test("the calls list, fill in, check and save a rule; what it needs goes into the file with it, and once", async () => {
  const scene = filesScene({ "monitor.yaml": mails });
  expect(scene.rightOf("/api/gallery")).toBe("read");
  const { body } = await scene.get<GalleryAnswer>("/api/gallery?language=ja");
  expect(body.rules.find(({ name }) => name === "six-sellers")).toMatchObject({
    ...{ from: "desk", subject: "shorts", lacks: [], displayName: { ja: "空売りの報告者が多い銘柄" } },
    params: [{ name: "sellers", value: 6, min: 2, max: 100, unit: { en: "sellers", ja: "者" } }],
  });
  const now = await scene.get("/api/gallery/now?rule=six-sellers");
  expect([now.status, now.body]).toEqual([200, { params: {} }]);
  const fill = async (template: string, params: object) =>
    (await scene.post<FilledRule>("/api/gallery/fill", { template, params })).body;
  for (const filled of [await fill("six-sellers", { sellers: 4 }), await fill("total-short-over-five", {})]) {
    const { text, file, desk: from } = filled;
    const checked = await scene.post<BenchCheckAnswer>("/api/bench/check", { text, file, desk: from });
    // No stock is on a watchlist here.
    expect(checked.body.problems.filter(({ severity }) => severity === undefined)).toEqual([]);
    const saved = await scene.post<BenchSaveAnswer>("/api/bench/save", { text, file, desk: from });
    expect([saved.status, saved.body.file]).toEqual([200, "mine.yaml"]);
  }
  const mine = scene.file("rules/mine.yaml");
  expect(mine.match(/^ {2}sellers: /gm)).toHaveLength(1);
  expect(mine).toContain("params: { sellers: { value: 4,");
  expect(
    (await scene.post("/api/gallery/fill", { template: "six-sellers", params: { sellers: 4 } })).body,
  ).toMatchObject({
    name: "six-sellers-2",
  });
  expect(
    (await scene.post("/api/gallery/fill", { template: "six-sellers", params: { sellers: 101 } })).status,
  ).toBe(400);
});

test("the month of all rules is counted once, for all who ask, until the rules or the day of the log change", async () => {
  const rule = "rules:\n  - { name: all-of-them, on: short.report.*, title: x, notify: [email:desk] }\n";
  const scene = filesScene({
    "rules/a.yaml": rule,
    "monitor.yaml":
      "email: { smtp: 'file:out', from: a@example.com, recipients: { me: [me@example.com], desk: [d@example.com] } }\n",
  });
  const start = async () => (await scene.post<{ id: string }>("/api/gallery/month", {})).body.id;
  const leave = (id: string) => scene.post("/api/gallery/month/cancel", { id });
  const stateOf = async (id: string) =>
    (await scene.get<TryAnswer<GalleryMonth>>(`/api/gallery/month?id=${id}`)).body.state;
  const counted = async () => (await scene.get<GalleryAnswer>("/api/gallery?language=ja")).body.month?.rules;
  const id = await start();
  expect(await start()).toBe(id);
  // One of the two leaves.
  await leave(id);
  await until("the count", async () => (await stateOf(id)) !== "running");
  expect(await start()).toBe(id);
  expect(await counted()).toMatchObject({
    "all-of-them": { alerts: 4, mails: 4 },
    "six-sellers": { alerts: 0, mails: 0 },
  });
  scene.file("rules/a.yaml", rule.replace("report.*", "report.opened"));
  expect(await counted()).toBeUndefined();
  scene.file("rules/a.yaml", rule);
  expect(await counted()).toBeDefined();
  scene.tell(position("7299", 0.8, {}));
  expect(await counted()).toBeUndefined();
});

test("a rule that is about the alerts of others brings them, each once", async () => {
  const { needed } =
    desk.taken(
      "three-rules-agree",
      [{ file: "a.yaml", text: "rules: [{ name: gloomy-forum }]" }],
      desk.config,
    ) ?? {};
  expect(needed?.rules.map((text) => partsOf(text) as unknown as Written).map(({ name }) => name)).toEqual([
    "total-short-over-five",
    "margin-sales-at-a-high",
  ]);
});

test("a rule of the desk says what it is about, in both languages, with a mail, and what each parameter is", () => {
  for (const { name, subject, displayName, about, mail, params } of listed) {
    expect(subject, name).not.toBe("others");
    for (const words of [displayName, about]) {
      expect(words.ja, name).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      expect(words.en, name).toMatch(/[a-z]/);
    }
    expect(mail?.title, name).toMatch(/^\[Yagura\].*[ぁ-んァ-ヶ一-龠]/);
    for (const { name: param, value, min, max, about: what } of params) {
      expect(what.ja, `${name} ${param}`).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      if (typeof value === "number") expect([min, max], `${name} ${param}`).not.toContain(undefined);
    }
  }
});

test("a rule says which sources it needs that the settings lack, as they stand there", () => {
  const shipped = requireConfig("config/monitor.yaml", {});
  const lackedBy = desk.lackedBy(shipped);
  const lacking = (name: string) => desk.rules.filter((rule) => rule.name === name).flatMap(lackedBy);
  expect(lacking("five-times-the-volume")).toEqual([
    { source: "bars", yaml: expect.stringContaining('from: "market/equities/bars/daily"') },
  ]);
  expect(lacking("sector-up-together").map(({ source }) => source)).toEqual(["issues", "prices"]);
  expect(lacking("six-sellers")).toEqual([]);
});

const own = `rules:
  - name: large
    displayName: Large
    on: short.report.opened
    params: { level: { value: 1, unit: "%", min: 0.5, max: 9, about: { en: level, ja: 水準 } } }
    when: now.ratio >= params.level
    title: "{{ now.ratio }}"
    texts: { ja: { displayName: 大口, title: "{{ now.ratio }}%" } }
  - { name: larger, template: large, params: { level: 4 } }
`;

test("a rule of the folder gives one that is made from it, under a name of its own in both languages", async () => {
  const config = folderWith({ "a.yaml": own });
  const filled = await fillForm(config, desk, { template: "large", params: { level: 3 } });
  expect(filled).toEqual({
    ...{ name: "large-2", file: "mine.yaml", besides: [] },
    text: `name: large-2
displayName: { en: "Large (level 3 %)", ja: "大口（水準 3%）" }
template: large
params: { level: 3 }
`,
  });
  const read = [{ file: "a.yaml", text: own }];
  const edited = editRules(read, filled);
  if (!edited.ok) throw new Error(edited.message);
  const loaded = await compiled(config, edited.edited.texts);
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join());
  const rule = loaded.rules.all.find(({ name }) => name === "large-2");
  expect(rule?.about.displayName).toEqual({ en: "Large (level 3 %)", ja: "大口（水準 3%）" });
  expect(rule?.about.titles).toEqual({ ja: "{{ now.ratio }}%" });
  // What is made from a template is filled in as its template is.
  const further = await fillForm(config, desk, { template: "larger", params: {} });
  expect(further.text).toContain("template: large\nparams: { level: 4 }\n");
});

test("a rule made from one whose name shows a parameter is named by its own value, and by the others that are set", async () => {
  const named = own
    .replace("displayName: Large\n", 'displayName: "Over {{ params.level }} %"\n')
    .replace("params: { level:", "params: { fund: x, level:")
    .replace("displayName: 大口", 'displayName: "{{ params.level }}%超"');
  const config = folderWith({ "a.yaml": named });
  const names = async (params: Record<string, FormValue>) => {
    const { text } = await fillForm(config, desk, { template: "large", params });
    const loaded = await compiled(config, [
      { file: "a.yaml", text: `${named}  - ${text.replaceAll("\n", "\n    ")}` },
    ]);
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join());
    return loaded.rules.all.flatMap(({ about }) => Object.values(about.displayName ?? {}));
  };
  expect(await names({ level: 3 })).toEqual(["Over 1 %", "1%超", "Over 3 %", "3%超"]);
  expect((await names({ level: 3, fund: "y" })).slice(2)).toEqual(["Over 3 % (y)", "3%超（y）"]);
  expect((await names({})).slice(2)).toEqual(["Over 1 % (2)", "1%超（2）"]);
  // A name has 80 characters at most.
  const [long = ""] = (await names({ fund: "y".repeat(90) })).slice(2);
  expect([long.length <= 80, long.slice(0, 12)]).toEqual([true, "Over 1 % (yy"]);
});

test.each([
  ["large", { level: 10 }, "level: this must be at most 9"],
  ["large", { level: "3" }, "level: this parameter is a number"],
  ["large", { levle: 3 }, "the rule has no parameter `levle`"],
  ["lage", {}, "there is no rule `lage`: did you mean `large`?"],
])("a form of %s with %j is refused", async (template, params, message) => {
  const config = folderWith({ "a.yaml": own });
  await expect(fillForm(config, desk, { template, params })).rejects.toThrow(message);
});

test("a value that the folder has under the same name and that means something else is not overwritten", async () => {
  const config = folderWith({
    "a.yaml": "standing:\n  totalShort: { of: short-sale-reports, count: true, by: [now.code] }\n",
  });
  await expect(fillForm(config, desk, { template: "total-short-over-five", params: {} })).rejects.toThrow(
    "`standing.totalShort` of your rules is another one than the rule needs: rename yours",
  );
  mkdirSync(join(config.rules, "none"));
  expect(readFileSync(join(config.rules, "a.yaml"), "utf8")).toContain("count: true");
});
