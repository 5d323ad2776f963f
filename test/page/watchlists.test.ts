import { expect, test } from "vitest";
import type {
  ImportAnswer,
  WatchlistAnswer,
  WatchlistEdit,
  WatchlistsAnswer,
} from "../../src/model/page/watchlists.ts";
import type { CodeCheck } from "../../src/page/known-code.ts";
import { filesScene } from "./files-scene.ts";

const csv = 'code,note\r\n7201,"a, b"\r\n6758,<script>\r\n';
const scene = (knownCode?: CodeCheck) =>
  filesScene(
    {
      "monitor.yaml": `watchlists:
  held: # ours
    - "7202" # first
    - { code: "9984", shares: 100 }
  others: { file: watch.csv }
`,
      "watch.csv": csv,
      "rules/a.yaml":
        'rules:\n  - { name: a, on: short.report.opened, when: "now.code in watchlists.held", title: x }\n',
    },
    knownCode,
  );

async function edit({ get, post }: ReturnType<typeof scene>, list: string, change: WatchlistEdit) {
  const { body } = await get<WatchlistAnswer>(`/api/watchlists/list?name=${list}`);
  return post<{ hash: string; error: string }>("/api/watchlists/edit", {
    list,
    hash: body.hash,
    edit: change,
  });
}

test("lists are shown with what is noted of each stock and what is known of it", async () => {
  const { get, rightOf } = scene();
  expect((await get<WatchlistsAnswer>("/api/watchlists")).body.lists).toEqual([
    { name: "held", stocks: 0 },
    { name: "others", stocks: 0, file: "watch.csv" },
  ]);
  const held = (await get<WatchlistAnswer>("/api/watchlists/list?name=held")).body;
  expect(held).toMatchObject({
    ...{ isInSettings: true, file: "monitor.yaml", columns: ["shares"], total: 2 },
    stocks: [
      { code: "7202", name: "霧笛自動車", last: { type: "short.report.opened" } },
      { code: "9984", cells: { shares: 100 } },
    ],
  });
  expect(held.stocks[1]).not.toHaveProperty("last");
  const others = (await get<WatchlistAnswer>("/api/watchlists/list?name=others&from=1")).body;
  expect([others.total, others.stocks.map(({ code, cells }) => [code, cells.note])]).toEqual([
    2,
    [["6758", "<script>"]],
  ]);
  expect((await get("/api/watchlists/list?name=constructor")).status).toBe(404);
  expect((await get("/api/watchlists/list?name=held&from=-1")).status).toBe(400);
  expect([rightOf("/api/watchlists/list"), rightOf("/api/watchlists/edit")]).toEqual(["read", "act"]);
});

test("a code in any form that people write is added, and the rest of the file stays", async () => {
  const page = scene();
  const added = await edit(page, "others", { do: "add", code: "１３０a.T", cells: { note: 'said "x"' } });
  expect(added.status).toBe(200);
  expect(page.reloads()).toBe(0);
  expect(page.file("watch.csv")).toBe(`${csv}130A,"said ""x"""\r\n`);
  expect((await edit(page, "others", { do: "add", code: "TYO:72010", cells: {} })).body.error).toContain(
    "already",
  );
  expect((await edit(page, "others", { do: "add", code: "Toyota", cells: {} })).status).toBe(409);
});

test("a code that no service knows is not added, and nobody is asked for one that was told of", async () => {
  const asked: string[] = [];
  const page = scene(async (code) => {
    asked.push(code);
    return { kind: "unknown", services: ["forum", "market"] };
  });
  const refused = await edit(page, "others", { do: "add", code: "99999", cells: {} });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: "there is no stock `99999`: unknown to the services of forum and market" },
  });
  expect(page.file("watch.csv")).toBe(csv);
  expect((await edit(page, "others", { do: "add", code: "7203", cells: {} })).status).toBe(200);
  expect(asked).toEqual(["99999"]);
});

test("where no service can be asked for a code, a person decides", async () => {
  const page = scene(async () => ({ kind: "untold", message: "forum: too slow" }));
  const change = { do: "add", code: "1301", cells: {} } as const;
  expect(await edit(page, "others", change)).toEqual({ status: 200, body: { unchecked: "forum: too slow" } });
  expect(page.file("watch.csv")).toBe(csv);
  expect((await edit(page, "others", { ...change, isUnchecked: true })).status).toBe(200);
  expect(page.file("watch.csv")).toContain("1301");
});

test("the last edit can be undone as long as the file is as it left it, comments and order kept", async () => {
  const page = scene();
  const undo = (list: string, hash: string) =>
    page.post<{ error: string }>("/api/watchlists/undo", { list, hash });
  for (const [list, file, code] of [
    ["others", "watch.csv", "7201"],
    ["held", "monitor.yaml", "7202"],
  ] as const) {
    const before = page.file(file);
    const { body } = await edit(page, list, { do: "remove", code });
    expect(page.file(file)).not.toContain(code);
    expect((await undo(list, "another")).status).toBe(409);
    expect((await undo(list, body.hash)).status).toBe(200);
    expect(page.file(file)).toBe(before);
    expect((await undo(list, body.hash)).status).toBe(409);
  }
  expect(page.reloads()).toBe(2);
  const { body } = await edit(page, "others", { do: "remove", code: "7201" });
  page.file("watch.csv", "code,note\n9984,\n");
  expect((await undo("others", body.hash)).body.error).toContain("changed since");
  expect(page.rightOf("/api/watchlists/undo")).toBe("act");
});

test("an edit of the settings keeps their comments and has them read again", async () => {
  const page = scene();
  const before = page.file("monitor.yaml");
  const changed = await edit(page, "held", { do: "change", code: "7202", cells: { shares: "300" } });
  expect(changed.status).toBe(200);
  expect(page.reloads()).toBe(1);
  expect(page.file("monitor.yaml")).toBe(before.replace('"7202"', '{ code: "7202", shares: 300 }'));
  expect((await edit(page, "held", { do: "remove", code: "9984" })).status).toBe(200);
  expect(page.file("monitor.yaml")).not.toContain("9984");
});

test("a mistake is told as the check says it, and nothing is written", async () => {
  const page = scene();
  const before = page.file("monitor.yaml");
  const wrong = [
    [{ do: "change", code: "9984", cells: { shares: "many" } }, "this must be a number"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what the settings would fill in
    [{ do: "change", code: "9984", cells: { note: "${file:/etc/passwd}" } }, "from the environment"],
    [{ do: "remove", code: "1111" }, "not on this list"],
    [{ do: "column", name: "short" }, "columns of its own"],
  ] as const;
  for (const [change, message] of wrong) {
    const { status, body } = await edit(page, "held", change);
    expect([status, body.error]).toEqual([409, expect.stringContaining(message)]);
  }
  expect(page.file("monitor.yaml")).toBe(before);
});

test("a broker's file is planned, written as one edit, and undone in one step", async () => {
  const page = scene();
  const plan = (text: string) =>
    page.post<ImportAnswer>("/api/watchlists/plan", {
      ...{ list: "others", file: Buffer.from(text).toString("base64") },
    });
  expect(await plan("コード,株数\n7201,x\n")).toEqual({
    ...{ status: 200, body: { refused: "`x` is no number", line: 2, column: 6 } },
  });
  const { body: planned } = await plan("コード,株数\n7201,5\n130A,3\n");
  if ("refused" in planned) throw new Error(planned.refused);
  expect(page.file("watch.csv")).toBe(csv);
  const edit = { do: "several", steps: planned.steps };
  const asked = { list: "others", hash: planned.plan.hash, edit };
  const { status, body } = await page.post<{ hash: string }>("/api/watchlists/edit", asked);
  expect(status).toBe(200);
  expect(page.file("watch.csv")).toBe('code,note,shares\r\n7201,"a, b",5\r\n6758,<script>,\r\n130A,,3\r\n');
  expect((await page.post("/api/watchlists/edit", asked)).status).toBe(409);
  await page.post("/api/watchlists/undo", { list: "others", hash: body.hash });
  expect(page.file("watch.csv")).toBe(csv);
  expect(page.rightOf("/api/watchlists/plan")).toBe("act");
  for (const file of ["?", "a".repeat(800_000)])
    expect((await page.post("/api/watchlists/plan", { list: "others", file })).status).toBe(400);
});

test("a file that changed meanwhile is not written over", async () => {
  const page = scene();
  const { body } = await page.get<WatchlistAnswer>("/api/watchlists/list?name=others");
  page.file("watch.csv", `${csv}9999,by hand\r\n`);
  const asked = { list: "others", hash: body.hash, edit: { do: "remove", code: "6758" } };
  expect((await page.post("/api/watchlists/edit", asked)).status).toBe(409);
  expect(page.file("watch.csv")).toContain("by hand");
});

test("what is no edit is refused", async () => {
  const { post } = scene();
  for (const change of [
    { do: "change", code: "7202", cells: { "a: b": "x" } },
    { do: "change", code: "7202", cells: { code: "x" } },
    { do: "change", code: "7202", cells: { note: "two\nlines" } },
    { do: "drop", code: "7202" },
  ])
    expect((await post("/api/watchlists/edit", { list: "held", hash: "x", edit: change })).status).toBe(400);
});
