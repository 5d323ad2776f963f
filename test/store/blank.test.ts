/** Authors of comments are taken out of entries that stay: the log has no gap, its chain and checksums are whole. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { createAuthorBlank } from "../../src/model/authors.ts";
import type { Event, EventDraft } from "../../src/model/event.ts";
import { checkLog } from "../../src/store/damage/check.ts";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import { openDatabase } from "../../src/store/database.ts";
import { openStore } from "../../src/store/store.ts";
import { createTables } from "../../src/store/tables/tables.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";

const dayMs = 86_400_000;
const by = { author: "3f2a9c-hash", name: "霧笛の投稿者" };

const comment = (more: object = {}): Partial<EventDraft> => ({
  type: "forum.comment.posted",
  source: "/sources/forum-comments",
  subject: "9901",
  data: { now: { code: "9901", part: 7, ...by, body: "決算は？", yes: 0, no: 0, ...more } },
});

const alert = (cause: number, now: object): Partial<EventDraft> => ({
  type: "alert.fired",
  source: "/rules/mailed",
  subject: "9901",
  data: {
    now: {
      ...{ rule: "mailed", key: "9901", recipients: ["email:desk"] },
      cause: { seq: cause, type: "forum.comment.posted" },
      ...now,
    },
  },
});

/** Entries of some ages in days, and the store that holds them. */
function aged(...entries: readonly (readonly [days: number, draft?: Partial<EventDraft>])[]) {
  const path = join(tmpFolder(), "yagura.db");
  const open = () => {
    const aging = () => ({ blank: createAuthorBlank(builtInTypes.known) });
    const store = openStore(path, { now: () => noon, aging });
    onTestFinished(store.close);
    return store;
  };
  const store = open();
  store.commit(
    batch({
      entries: entries.map(([days, draft], index) => entry(index + 1, draft, noon - days * dayMs)),
    }),
  );
  const blank = (more: object = {}) => ({
    before: noon - 400 * dayMs,
    blankBefore: noon - 30 * dayMs,
    ...more,
  });
  return { path, store, open, blank };
}

const events = (store: { readonly log: { read(after: number, limit: number): { json: string }[] } }) =>
  store.log.read(0, 100).map(({ json }) => JSON.parse(json) as Event);

/** What `yagura verify` finds. */
function found(path: string): unknown[] {
  const verifier = openVerifier(path);
  const all = [...verifier.slices(() => {})].flat();
  verifier.close();
  return all;
}

test("entries older than the limit name no author, and say all else; younger ones stay", () => {
  const { path, store, blank } = aged([31, comment()], [31], [29, comment({ part: 8 })]);
  const before = events(store);
  expect(store.prune(blank())).toMatchObject({ entries: 0, blanked: 1, more: false });
  const { author: _, name: __, ...rest } = before[0]?.data.now ?? {};
  expect(events(store)).toEqual([{ ...before[0], data: { now: rest } }, ...before.slice(1)]);
  expect(store.prune(blank())).toMatchObject({ blanked: 0 });
  store.close();
  expect(found(path)).toEqual([]);
  expect(readFileSync(path).includes(by.author)).toBe(true);
});

test("the item of before is blanked, too, and nothing of a name is left in the file", () => {
  const edited = { type: "forum.comment.edited", data: { now: by, was: { ...by, body: "?" } } } as const;
  const { path, store, blank } = aged([31, comment({ body: "長".repeat(3_000) })], [31, edited], [0]);
  store.prune(blank());
  expect(events(store)[1]?.data).toEqual({ now: {}, was: { body: "?" } });
  store.close();
  const bytes = readFileSync(path);
  for (const text of Object.values(by)) expect(bytes.includes(text), text).toBe(false);
});

test("alerts about a comment lose the name in their texts and their data", () => {
  const said = { title: `${by.name} wrote`, body: "it", texts: { ja: { title: `${by.name}が投稿` } } };
  const own = { ...said, data: { who: by.name, code: "9901" } };
  const { store, blank } = aged(
    [31, comment()],
    [31, alert(1, { ...said, data: { code: "9901", ...by } })],
    [31, alert(1, own)],
    [31, alert(1, { title: "nobody", body: "" })],
    [0],
  );
  store.prune(blank());
  const [, first, second, third] = events(store).map(({ data }) => data.now);
  const nameless = { title: "… wrote", body: "it", texts: { ja: { title: "…が投稿" } } };
  expect(first).toMatchObject({ ...nameless, data: { code: "9901" }, rule: "mailed" });
  expect(first?.data).toEqual({ code: "9901" });
  expect(second).toMatchObject({ ...nameless, data: { who: "…", code: "9901" } });
  expect(third).toMatchObject({ title: "nobody" });
});

test("a batch a call, each entry once, and over a restart", () => {
  const all = Array.from({ length: 5 }, (_, part) => [31, comment({ part })] as const);
  const { store, open, blank } = aged(...all, [0]);
  expect(store.prune(blank({ batch: 2 }))).toMatchObject({ blanked: 2, more: true });
  store.close();
  const again = open();
  expect(again.prune(blank({ batch: 2 }))).toMatchObject({ blanked: 2, more: true });
  expect(again.prune(blank({ batch: 2 }))).toMatchObject({ blanked: 1 });
  for (const { data } of events(again)) expect(data.now).not.toHaveProperty("name");
});

test("the chain goes on from a blanked entry, and entries that follow are whole", () => {
  const { path, store, blank } = aged([31, comment()], [31, comment({ part: 8 })]);
  store.prune(blank());
  store.commit(batch({ entries: [entry(3)] }));
  store.close();
  const db = openDatabase(path);
  const rows = db.prepare<[], { before: string; hash: string }>("SELECT * FROM log ORDER BY seq").all();
  expect(rows[2]?.before).toBe(rows[1]?.hash);
  expect([...checkLog(createTables(db))].flat()).toEqual([]);
  db.close();
});

test.each([
  ["its text", "UPDATE log SET body = replace(body, '決算', '発表') WHERE seq = 1"],
  ["its hash", "UPDATE log SET hash = 'x' || substr(hash, 2) WHERE seq = 1"],
  ["the hash of what is left", "UPDATE log SET blanked = NULL WHERE seq = 1"],
])("damage of a blanked entry is found: %s", (_, harm) => {
  const { path, store, blank } = aged([31, comment()], [0]);
  store.prune(blank());
  store.close();
  const raw = new Sqlite(path);
  raw.exec(harm);
  raw.close();
  expect(found(path)).toContainEqual({ part: "log", from: 1, to: 1 });
});
