/** A store in a folder that goes away with the test. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type Store, type StoreOptions } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { noon } from "./batches.ts";

export function tmpStore(
  path = join(tmpFolder(), "yagura.db"),
  now = () => noon,
  options: Partial<StoreOptions> = {},
): Store {
  const store = openStore(path, { ...options, now });
  onTestFinished(() => store.close());
  return store;
}
