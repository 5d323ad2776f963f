/** The page's calls over a real store, as the monitor's port asks them. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { pageCalls } from "../../src/page/index.ts";
import type { PageParts } from "../../src/page/page-call.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { batch } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

export interface PageHouse {
  readonly store: Store;
  get(address: string): Promise<{ status: number; body: unknown }>;
  /** As somebody who may not act. */
  readerGet(address: string): Promise<{ status: number; body: unknown }>;
  post(path: string, body: unknown): Promise<{ status: number; body: unknown }>;
}

/** Time of the monitor in these tests: ten in the morning on a Friday in Japan. */
export const pageNow = Date.parse("2026-11-20T10:00:00+09:00");

/** The list of issues where it cannot be had. */
export const nobodyListed: PageParts["companies"] = { shown: () => new Map() };

/**
 * A store and the calls about it; what they commit goes into the store.
 * @param parts those that the calls under test look at
 */
export function pageHouse(parts: Partial<PageParts>, onCommit: () => void = () => {}): PageHouse {
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: () => pageNow });
  onTestFinished(store.close);
  const tell: PageParts["tell"] = (change) => {
    store.commit(batch({ ...change.batch }));
    onCommit();
  };
  const routes = pageCalls({
    store,
    now: () => pageNow,
    tell,
    companies: nobodyListed,
    bench: {},
    ...parts,
  } as PageParts);
  const call = async (method: "GET" | "POST", address: string, body: unknown, mayAct = true) => {
    const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
    const route = routes.find((one) => one.path === pathname && one.method === method);
    if (route === undefined) throw new Error(`no call ${method} ${pathname}`);
    return route.answer({ query: searchParams, body, mayAct });
  };
  return {
    store,
    get: (address) => call("GET", address, undefined),
    readerGet: (address) => call("GET", address, undefined, false),
    post: (path, body) => call("POST", path, body),
  };
}
