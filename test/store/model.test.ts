/** Any sequence of commits, failures, prunings and restarts, against a plain model in memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";
import { fc } from "../support/fast-check.ts";
import { batch, entry, mail, noon, sourceWrite } from "./batches.ts";

interface Model {
  head: number;
  oldest: number;
  cursors: Map<string, unknown>;
  items: Map<string, unknown>;
  times: Map<number, number>;
  mails: Map<string, number>;
  fired: Map<string, number>;
  now: number;
}

const name = fc.constantFrom("one", "two");
const scope = fc.constantFrom("", "a", "b|c");
const key = fc.constantFrom("x", "y", "z", "あ\u0000");
const body = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));

const commit = fc.record({
  kind: fc.constant("commit" as const),
  name,
  cursor: fc.option(body, { nil: undefined }),
  put: fc.array(fc.record({ scope, key, body }), { maxLength: 4 }),
  drop: fc.array(fc.record({ scope, key }), { maxLength: 2 }),
  entries: fc.nat({ max: 3 }),
  mailed: fc.subarray(["a@x", "b@x"]),
  cooldown: fc.option(key, { nil: undefined }),
  broken: fc.boolean(),
});
const step = fc.oneof(
  { weight: 6, arbitrary: commit },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("prune" as const),
      age: fc.nat({ max: 20 }),
      size: fc.integer({ min: 1, max: 5 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Commit = Extract<Step, { kind: "commit" }>;

const itemId = (source: string, item: { scope: string; key: string }) =>
  JSON.stringify([source, item.scope, item.key]);

function commitBoth(store: Store, model: Model, step: Commit): void {
  const seqs = Array.from({ length: step.entries }, (_, index) => model.head + 1 + index);
  const last = seqs.at(-1);
  const mails = last === undefined ? [] : step.mailed.map((address) => mail(last, address));
  const { name, cursor, put, drop } = step;
  const work = batch({
    source: sourceWrite({
      name,
      put,
      drop,
      attemptAt: model.now,
      ...(cursor === undefined ? {} : { cursor }),
    }),
    entries: seqs.map((seq) => entry(seq, {}, model.now)),
    mails,
    cooldowns: step.cooldown === undefined ? [] : [{ rule: "r", key: step.cooldown, firedAt: model.now }],
    ...(step.broken
      ? { failedMails: [{ id: 1e9, reason: "refused" as const, error: "", at: model.now }] }
      : {}),
  });
  if (step.broken) {
    expect(() => store.commit(work)).toThrow("not waiting");
    return;
  }
  store.commit(work);
  if (cursor !== undefined) model.cursors.set(name, cursor);
  for (const item of drop) model.items.delete(itemId(name, item));
  for (const item of put) model.items.set(itemId(name, item), item.body);
  for (const seq of seqs) model.times.set(seq, model.now);
  for (const { messageId, alertSeq } of mails) model.mails.set(messageId, alertSeq);
  if (step.cooldown !== undefined) model.fired.set(step.cooldown, model.now);
  model.head += seqs.length;
}

function pruneBoth(store: Store, model: Model, age: number, size: number): void {
  const before = model.now - age;
  store.prune({ before, batch: size, cooldownsBefore: 0 });
  for (let gone = 0; gone < size && model.oldest < model.head; gone++) {
    if ((model.times.get(model.oldest) ?? 0) >= before) break;
    model.oldest++;
  }
}

function check(store: Store, model: Model): void {
  expect([store.log.head(), store.log.oldest()]).toEqual([model.head, model.oldest]);
  const kept = Array.from({ length: model.head - model.oldest + 1 }, (_, index) => model.oldest + index);
  expect(store.log.read(0, 10_000).map(({ seq }) => seq)).toEqual(kept);
  for (const source of ["one", "two"]) {
    const state = store.state(source);
    expect(state.cursor).toEqual(model.cursors.get(source));
    const stored = ["", "a", "b|c"].flatMap((scope) =>
      [...state.items(scope)].map(([key, value]) => [itemId(source, { scope, key }), value] as const),
    );
    const wanted = [...model.items].filter(([id]) => id.startsWith(`["${source}"`));
    expect(new Map(stored)).toEqual(new Map(wanted));
    for (const [id, value] of wanted) {
      const [, scope, key] = JSON.parse(id);
      expect(state.item(scope, key)).toEqual(value);
    }
  }
  expect(store.deliveries.counts().waiting).toBe(model.mails.size);
  for (const [key, at] of model.fired) expect(store.firedAt("r", key)).toBe(at);
}

test("any sequence of commits, failed commits, prunings and restarts leaves what a plain model has", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const folder = mkdtempSync(join(tmpdir(), "yagura-model-"));
      const path = join(folder, "yagura.db");
      const model: Model = {
        head: 0,
        oldest: 1,
        cursors: new Map(),
        items: new Map(),
        times: new Map(),
        mails: new Map(),
        fired: new Map(),
        now: noon,
      };
      const options = { now: () => model.now };
      let store = openStore(path, options);
      try {
        for (const step of steps) {
          model.now += 1;
          if (step.kind === "commit") commitBoth(store, model, step);
          else if (step.kind === "prune") pruneBoth(store, model, step.age, step.size);
          else {
            store.close();
            store = openStore(path, options);
          }
          check(store, model);
        }
      } finally {
        store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});
