/** A history in a folder that goes away with the test. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type HistoryFile, openHistory } from "../../../src/store/history/history.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

export function tmpHistory(path = join(tmpFolder(), "history.db")): HistoryFile {
  const history = openHistory(path);
  onTestFinished(() => history.close());
  return history;
}
