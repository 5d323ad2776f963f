/** The state of a source belongs to the service that it came from. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifyStore } from "../../src/app/database/verify-store.ts";
import { takeOrigins } from "../../src/app/take-origins.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { batch, entry, noon, sourceWrite } from "../store/batches.ts";
import { asOfSteps } from "../store/of-before.ts";
import { changeText } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

type Config = Parameters<typeof takeOrigins>[0];

const name = "margin-alerts";
const [real, other] = ["https://api.example/v2", "https://mirror.example/v2"];

function configOf(url: string): Config {
  const upstreams = {
    market: { url },
    forum: { url: "https://f.example" },
    statistics: { url: "https://s.example" },
  };
  return { upstreams, sources: { [name]: {} }, recordSources: [] } as unknown as Config;
}

function scene() {
  const path = join(tmpFolder(), "state.db");
  /** Starts with a service as a monitor does. */
  const begin = (url: string, mayPlay = false) => {
    const store = openStore(path, { now: () => noon });
    onTestFinished(store.close);
    try {
      return { store, ...takeOrigins(configOf(url), store, mayPlay) };
    } catch (error) {
      store.close();
      throw error;
    }
  };
  return { path, begin };
}

/** A poll with some items, an alert's cooldown and a rule's memory, and a quarantine where that is asked for. */
function poll(store: Store, body: string, isHeld = false): void {
  const put = ["1", "2"].map((key) => ({ scope: "", key, body }));
  const facts = { since: new Date(noon).toISOString(), items: 1, message: "m" };
  const { type, source, subject, data } = entry(1).event;
  const hold = {
    ...facts,
    stage: "held" as const,
    drafts: [{ type, source, subject, data }],
    put,
    drop: [],
    cursor: "held",
  };
  store.commit(
    batch({
      source: sourceWrite({
        name,
        put,
        cursor: { seen: body },
        publication: { published: body },
        ...(isHeld && { hold }),
      }),
      cooldowns: [{ rule: "r", key: "k", firedAt: noon }],
      memories: [{ rule: "r", meaning: "m", key: "k", body: 1 }],
    }),
  );
}

const known = (store: Store) => ({
  items: [...store.state(name).items("")].map(([, body]) => body),
  cursor: store.state(name).cursor,
  hold: store.hold(name)?.items,
  held: [...store.heldState(name).items("")].length,
  published: store.publication(name).published,
  anew: store.baselinedAnew(name),
  names: store.sources().map((source) => source.name),
});

test("a state with its quarantine is set aside for another origin, and comes back with its own", async () => {
  const { path, begin } = scene();
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
  const { begin } = scene();
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
  const { begin } = scene();
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
  const { path, begin } = scene();
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
  const { path, begin } = scene();
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
