/** A fetch of the past to a disk that takes no more. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import { smallDisk } from "../faults/disk-stage.ts";
import { contentOf, setScene } from "./scene.ts";

const days = { "margin-alerts": {}, "short-sale-reports": {}, summaries: { from: "market/fins/summary" } };

test("a full disk ends it in words, and what was fetched before stays", async () => {
  const folder = smallDisk(1);
  if (folder === undefined) throw new Error("this user may not mount a disk");
  const scene = await setScene({ sources: days, folder });
  const { fetch, drive, close } = await scene.begin({ since: "400d" });
  await drive();
  const error: unknown = await fetch.ended.catch((reason: unknown) => reason);
  close();
  expect(error).toBeInstanceOf(StoreError);
  expect((error as StoreError).fault).toBe("full");
  expect((error as StoreError).message).toContain(join(folder, "history.db"));
  expect(existsSync(scene.config.history.file)).toBe(true);
  expect(contentOf(scene).sets.length).toBeGreaterThan(0);
});
