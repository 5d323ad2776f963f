import { expect, test } from "vitest";
import type {
  WatchlistAnswer,
  WatchlistEdit,
  WatchlistEditAnswer,
  WatchlistsAnswer,
} from "../../../src/model/page/watchlists.ts";
import { filesScene } from "./files-scene.ts";

const csv = 'code,note\r\n7201,"a, b"\r\n6758,<script>\r\n';
const scene = () =>
  filesScene({
    "monitor.yaml": `watchlists:
  held: # ours
    - "7202" # first
    - { code: "9984", shares: 100 }
  others: { file: watch.csv }
`,
    "watch.csv": csv,
    "rules/a.yaml":
      'rules:\n  - { name: a, on: short.report.opened, when: "now.code in watchlists.held", title: x }\n',
  });

async function edit({ get, post }: ReturnType<typeof scene>, list: string, change: WatchlistEdit) {
  const { body } = await get<WatchlistAnswer>(`/api/watchlists/list?name=${list}`);
  return post<WatchlistEditAnswer & { error: string }>("/api/watchlists/edit", {
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
