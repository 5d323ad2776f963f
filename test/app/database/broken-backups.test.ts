/** A broken backup never takes the place of the database: each way is refused with its reason, and nothing is changed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { imageAtRest } from "../../faults/damage-base.ts";
import { backupWays, restoredFrom } from "./broken-backup-ways.ts";

let image = "";

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "yagura-"));
  image = imageAtRest(folder, 20).path;
  return () => rmSync(folder, { recursive: true });
});

test.for(backupWays)("a backup that is $name is refused", async (way) => {
  const { refusal, isUnchanged } = await restoredFrom(image, way);
  expect(refusal).toMatch(way.says);
  expect(refusal).not.toBe("[]");
  expect(isUnchanged).toBe(true);
});
