/** Disclosures over HTTP: read by day and cursor, each told once whatever becomes of the cursor. */
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createDisclosureSource } from "../../../src/sources/disclosures/index.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { errorOf, sendJson, serve } from "../../lib/http/loopback.ts";
import { Random } from "../../support/random.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";

interface Row {
  readonly DiscNo: string;
  readonly Code: string;
  readonly Name: string;
  readonly DiscDate: string;
  readonly DiscTime: string;
  readonly Title: string;
  readonly DiscStatus?: string | null;
  readonly DiscItems: readonly string[];
  readonly Docs: readonly string[];
}

const [thursday, friday, monday] = ["2026-11-19", "2026-11-20", "2026-11-24"];

function row(number: number, day: string, more: Partial<Row> = {}): Row {
  return {
    DiscNo: String(20261100000000 + number),
    Code: "99990",
    Name: "架空工業",
    DiscDate: day,
    DiscTime: "13:01",
    Title: `架空のお知らせ第${number}号`,
    DiscItems: ["11101"],
    Docs: ["g"],
    ...more,
  };
}

/** A service whose cursor says how many rows of a day came before it, and a source that is polled against it. */
async function watch() {
  const scene = {
    today: thursday,
    /** In the order in which they came. */
    rows: [] as Row[],
    pageSize: 1_000,
    /** What becomes of cursors: `lost` are refused, of `none` answers have none. */
    cursors: "good" as "good" | "lost" | "none",
    /** Whether answers to a cursor lack their first row. */
    skips: false,
    /** Status of the second page of an answer. */
    tornPage: undefined as number | undefined,
  };
  const served = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://fake");
    const [cursor, page] = [searchParams.get("cursor"), Number(searchParams.get("pagination_key") ?? 0)];
    if (cursor !== null && scene.cursors === "lost") return sendJson(response, { message: "cursor" }, 400);
    if (page > 0 && scene.tornPage !== undefined) return sendJson(response, {}, scene.tornPage);
    const ofDay = scene.rows.filter(({ DiscDate }) => DiscDate === searchParams.get("date"));
    const after = ofDay.slice(cursor === null ? 0 : Number(cursor) + (scene.skips ? 1 : 0));
    const end = (page + 1) * scene.pageSize;
    const isLast = end >= after.length;
    sendJson(response, {
      data: after.slice(page * scene.pageSize, end),
      ...(!isLast && { pagination_key: String(page + 1) }),
      ...(isLast && scene.cursors !== "none" && { cursor: String(ofDay.length) }),
    });
  });
  const client = createMarketClient({ url: served.url, apiKey: "k", http: createHttp({ retries: 0 }) });
  const source = createDisclosureSource(client, () => scene.today);
  const state = createMemoryState();
  return {
    scene,
    state,
    asked: () => served.asked.splice(0).map(({ path }) => path.split("?")[1]),
    poll: () => pollAndCommit(source, state),
    numbers: async () =>
      (await pollAndCommit(source, state)).drafts.map(({ data }) => Number(data.now.number) - 20261100000000),
  };
}

describe("the first poll", () => {
  test("stores five weekdays, and tells nothing", async () => {
    const { scene, poll, asked } = await watch();
    scene.rows = [row(1, "2026-11-18"), row(2, thursday)];
    const { drafts, baselined } = await poll();
    expect([drafts, baselined?.items]).toEqual([[], 2]);
    expect(asked()).toEqual(
      ["2026-11-13", "2026-11-16", "2026-11-17", "2026-11-18", thursday].map((date) => `date=${date}`),
    );
  });
});

describe("a poll of the same day", () => {
  test("asks after the cursor, and tells what came with its fields and times", async () => {
    const { scene, poll, asked } = await watch();
    scene.rows = [row(1, thursday)];
    await poll();
    asked();
    scene.rows.push(row(2, thursday, { DiscTime: "15:30", Title: "決算短信", Docs: ["g", "s", "x"] }));
    const { drafts } = await poll();
    expect(drafts).toEqual([
      {
        source: "/sources/disclosures",
        type: "disclosure.published",
        subject: "9999",
        published: `${thursday}T15:30:00+09:00`,
        occurred: `${thursday}T15:30:00+09:00`,
        data: {
          now: {
            number: "20261100000002",
            code: "9999",
            name: "架空工業",
            title: "決算短信",
            disclosedOn: thursday,
            disclosedTime: "15:30",
            items: ["11101"],
            papers: ["full", "summary", "xbrl"],
          },
        },
      },
    ]);
    expect(asked()).toEqual([`date=${thursday}&cursor=1`]);
    expect((await poll()).drafts).toEqual([]);
    expect(asked()).toEqual([`date=${thursday}&cursor=2`]);
  });

  test.each(["lost", "none"] as const)(
    "with cursors %s costs a full read and tells nothing twice",
    async (cursors) => {
      const { scene, numbers, asked } = await watch();
      scene.rows = [row(1, thursday)];
      scene.cursors = cursors;
      await numbers();
      scene.rows.push(row(2, thursday));
      asked();
      expect(await numbers()).toEqual([2]);
      expect(asked().at(-1)).toBe(`date=${thursday}`);
      expect(await numbers()).toEqual([]);
    },
  );

  test("whose second page is torn fails, and the next one tells all of it", async () => {
    const { scene, poll, numbers } = await watch();
    await poll();
    scene.pageSize = 2;
    scene.tornPage = 500;
    scene.rows = [row(1, thursday), row(2, thursday), row(3, thursday)];
    expect(await errorOf(poll())).toMatchObject({ reason: "server-error" });
    scene.tornPage = undefined;
    expect(await numbers()).toEqual([1, 2, 3]);
  });
});

describe("the first poll of a new day", () => {
  test("reads the days since in full, so that what came late or was left out is told, and the old cursor is not asked", async () => {
    const { scene, numbers, asked } = await watch();
    scene.rows = [row(1, thursday)];
    await numbers();
    scene.skips = true;
    scene.rows.push(row(2, thursday), row(3, thursday));
    expect(await numbers()).toEqual([3]);
    asked();
    scene.today = monday;
    scene.rows.push(row(4, thursday, { DiscTime: "19:00" }), row(5, friday), row(6, monday));
    expect(await numbers()).toEqual([2, 4, 5, 6]);
    expect(asked()).toEqual([thursday, friday, "2026-11-23", monday].map((date) => `date=${date}`));
    expect(await numbers()).toEqual([]);
  });

  test("forgets days that are older than two weeks", async () => {
    const { scene, poll, state } = await watch();
    scene.rows = [row(1, thursday)];
    await poll();
    expect(state.items(thursday).size).toBe(1);
    scene.today = "2026-12-10";
    await poll();
    await poll();
    expect(state.items(thursday).size).toBe(0);
    expect((state.cursor as { days: readonly string[] }).days).not.toContain(thursday);
  });
});

test("withdrawn is told once, where the service says so of one that was told", async () => {
  const { scene, poll } = await watch();
  scene.cursors = "none";
  scene.rows = [row(1, thursday)];
  await poll();
  scene.rows = [row(1, thursday, { DiscStatus: "delete" }), row(2, thursday, { DiscStatus: "delete" })];
  const { drafts } = await poll();
  expect(drafts.map(({ type, data }) => [type, data.now.number])).toEqual([
    ["disclosure.withdrawn", "20261100000001"],
  ]);
  expect((await poll()).drafts).toEqual([]);
  scene.rows = [];
  expect((await poll()).drafts).toEqual([]);
});

describe("a title that says 訂正", () => {
  const title = "業績予想の修正に関するお知らせ";
  test.each([
    [`（訂正）${title}`, "20261100000001"],
    [`【訂正・数値データ訂正】「${title}」の一部訂正について`, "20261100000001"],
    [`「${title}」の訂正に関するお知らせ`, "20261100000001"],
    ["（訂正）新製品の発売について", undefined],
    ["訂正", undefined],
    [`${title}の件`, undefined],
  ])("%s", async (corrected, number) => {
    const { scene, poll } = await watch();
    scene.rows = [
      row(1, thursday, { Title: title }),
      row(2, thursday, { Title: title, Code: "99980" }),
      row(3, thursday, { Title: title, DiscTime: "18:00" }),
    ];
    await poll();
    scene.rows.push(row(4, thursday, { Title: corrected, DiscTime: "17:00" }));
    const { drafts } = await poll();
    expect(drafts.map(({ data }) => data.now.corrects)).toEqual([number]);
  });
});

test("over days of lost cursors, torn pages, skipped rows and stops, each is told once", async () => {
  const random = new Random(31);
  const { scene, poll } = await watch();
  await poll();
  const told: string[] = [];
  for (const day of [thursday, friday, monday, "2026-11-25", "2026-11-26"]) {
    scene.today = day;
    for (let look = 0; look < 12; look += 1) {
      const fresh = random.below(5);
      for (let one = 0; one < fresh; one += 1) scene.rows.push(row(scene.rows.length + 1, day));
      scene.pageSize = 1 + random.below(6);
      scene.cursors = random.pick(["good", "good", "lost", "none"]);
      scene.skips = random.chance(0.15);
      scene.tornPage = random.chance(0.15) ? 500 : undefined;
      const polled = await poll().catch(() => undefined);
      for (const { data } of polled?.drafts ?? []) told.push(String(data.now.number));
    }
  }
  scene.today = "2026-11-27";
  Object.assign(scene, { cursors: "good", skips: false, tornPage: undefined, pageSize: 1_000 });
  for (const { data } of (await poll()).drafts) told.push(String(data.now.number));
  expect(told.toSorted()).toEqual(scene.rows.map(({ DiscNo }) => DiscNo).toSorted());
});
