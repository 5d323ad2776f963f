/** A folder that goes when the test ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function tmpFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "yagura-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
