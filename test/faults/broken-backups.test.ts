/** Backups that are broken in all ways of the list: none is restored, and the database in place stays as it is. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupWays, restoredFrom } from "../app/database/broken-backup-ways.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { imageAtRest } from "./damage-base.ts";
import { tell, trialsOf } from "./trials.ts";

test("a backup that is broken in any way is refused, and nothing is changed", async (context) => {
  const folder = join(tmpFolder(), "image");
  mkdirSync(folder);
  const image = imageAtRest(folder, trialsOf({ quick: 20, all: 200 })).path;
  const taken: string[] = [];
  const changed: string[] = [];
  for (const way of backupWays) {
    const { refusal = "", isUnchanged } = await restoredFrom(image, way);
    if (!way.says.test(refusal)) taken.push(`${way.name}: ${refusal}`);
    if (!isUnchanged) changed.push(way.name);
  }
  tell(context, {
    fault: "a backup that is broken is restored",
    tried: backupWays.length,
    lost: changed.length,
    wrong: taken.length,
    failsWith: "a copy that is put in place before it is verified",
  });
  expect([taken, changed]).toEqual([[], []]);
  expect(backupWays.length).toBeGreaterThanOrEqual(30);
});
