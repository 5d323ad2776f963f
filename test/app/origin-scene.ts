/** A database whose service may be another one at each start. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { takeOrigins } from "../../src/app/take-origins.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { batch, entry, noon, sourceWrite } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

type Config = Parameters<typeof takeOrigins>[0];

export const name = "margin-alerts";
export const [real, other] = ["https://api.example/v2", "https://mirror.example/v2"];

function configOf(url: string): Config {
  const upstreams = {
    market: { url },
    forum: { url: "https://f.example" },
    statistics: { url: "https://s.example" },
  };
  return { upstreams, sources: { [name]: {} }, recordSources: [] } as unknown as Config;
}

/** A database, and the starts of monitors on it. */
export function originScene() {
  const path = join(tmpFolder(), "state.db");
  /** Starts with a service as a monitor does. */
  const begin = (url: string, mayPlay = false) => {
    const store = openStore(path, { now: () => noon });
    onTestFinished(store.close);
    try {
      return { store, ...takeOrigins(configOf(url), store, { mayPlay }) };
    } catch (error) {
      store.close();
      throw error;
    }
  };
  return { path, begin };
}

/** A poll with some items, an alert's cooldown and a rule's memory, and a quarantine where that is asked for. */
export function poll(store: Store, body: string, isHeld = false): void {
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

/** What a start finds. */
export const known = (store: Store) => ({
  items: [...store.state(name).items("")].map(([, body]) => body),
  cursor: store.state(name).cursor,
  hold: store.hold(name)?.items,
  held: [...store.heldState(name).items("")].length,
  published: store.publication(name).published,
  anew: store.baselinedAnew(name),
  names: store.sources().map((source) => source.name),
});
