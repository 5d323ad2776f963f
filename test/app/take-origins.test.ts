/** The state of a source belongs to the service that it came from. */
import { expect, test } from "vitest";
import { verifyStore } from "../../src/app/database/verify-store.ts";
import { batch, entry, noon, sourceWrite } from "../store/batches.ts";
import { asOfSteps } from "../store/of-before.ts";
import { changeText } from "../support/damage.ts";
import { known, name, originScene, other, poll, real } from "./origin-scene.ts";

test("a state with its quarantine is set aside for another origin, and comes back with its own", async () => {
  const { path, begin } = originScene();
  const first = begin(real);
  poll(first.store, "first", true);
  const before = known(first.store);
  expect(before).toMatchObject({ items: ["first", "first"], hold: 1, names: [name] });
  first.store.close();

  const second = begin(other);
  expect(second.left).toEqual([{ source: name, origin: "api.example" }]);
  const anew = { items: [], cursor: undefined, hold: undefined, published: undefined, anew: "origin" };
  expect(known(second.store)).toMatchObject({ ...anew, names: [name] });
  // Both are real: what rules know stays.
  expect(second.store.firedAt("r", "k")).toBe(noon);
  poll(second.store, "second");
  second.store.close();
  expect(await verifyStore(path)).toMatchObject({ ok: true, counts: { items: 4 } });

  const third = begin(real);
  expect(known(third.store)).toEqual(before);
  third.store.close();
  expect(await verifyStore(path)).toMatchObject({ ok: true });
  expect(known(begin(other).store)).toMatchObject({ items: ["second", "second"], anew: "origin" });
});

test("the simulator plays what was real only where that is asked for, now and later", () => {
  const { begin } = originScene();
  const first = begin(real);
  poll(first.store, "first");
  first.store.close();
  const refusal = "the database has data of market from api.example";
  expect(() => begin("simulated")).toThrow(refusal);
  const played = begin("simulated", true);
  const event = { ...entry(1).event, simulated: true } as const;
  expect([played.played.isSimulated(event), played.played.isBesideReal(event)]).toEqual([true, true]);
  expect(played.store.recall({ rule: "r", meaning: "m", key: "k" })).toBe(1);
  played.store.close();
  expect(() => begin("simulated")).toThrow(refusal);
  expect(known(begin(real).store).items).toEqual(["first", "first"]);
});

test("what was played from the start needs no word, and what rules know of it goes when it becomes real", () => {
  const { begin } = originScene();
  const first = begin("simulated");
  poll(first.store, "played");
  first.store.close();
  const again = begin("simulated");
  expect(again.played.isBesideReal(entry(1).event)).toBe(false);
  expect(again.left).toEqual([]);
  again.store.close();
  const { store } = begin(real);
  expect(store.firedAt("r", "k")).toBeUndefined();
  expect(store.ruleMeanings()).toEqual([]);
});

test("a state that is damaged is not set aside in part: its origin begins anew when it comes back", async () => {
  const { path, begin } = originScene();
  const first = begin(real);
  poll(first.store, "first");
  const item = { scope: "", key: "3", body: "what becomes damaged" };
  first.store.commit(batch({ source: sourceWrite({ name, put: [item] }) }));
  first.store.close();
  changeText(path, item.body);
  begin(other).store.close();
  expect(await verifyStore(path)).toMatchObject({ ok: true });
  expect(known(begin(real).store)).toMatchObject({ items: [], cursor: undefined, anew: "damaged" });
});

test("a database of the version before goes on with the service that it is started with", () => {
  const { path, begin } = originScene();
  const first = begin(real);
  poll(first.store, "first");
  first.store.close();
  asOfSteps(path, 18);
  expect(() => begin("simulated")).toThrow("data of market from a real service");
  const again = begin(other);
  expect([again.left, known(again.store).items]).toEqual([[], ["first", "first"]]);
  again.store.close();
  expect(begin(real).left).toEqual([{ source: name, origin: "mirror.example" }]);
});
