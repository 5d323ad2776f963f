/** A config with a history of its own beside it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HistoryRecord } from "../../../../src/model/history.ts";
import { type HistoryFile, openHistory } from "../../../../src/store/history/history.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

/** The market is real by its address, so that its days are ours. */
const upstreams = `upstreams: { market: { url: "http://127.0.0.1:9/v2", apiKey: any } }`;

export interface Scene {
  readonly config: string;
  readonly file: string;
}

/** @param fill undefined: there is no history */
export function setHistory(fill: ((history: HistoryFile) => void) | undefined, settings = upstreams): Scene {
  const folder = tmpFolder();
  const [config, file] = [join(folder, "monitor.yaml"), join(folder, "history.db")];
  writeFileSync(config, `${settings}\nstate: yagura.db\n`);
  if (fill === undefined) return { config, file };
  const history = openHistory(file);
  fill(history);
  history.close();
  return { config, file };
}

export const shorts = "market/markets/short-sale-report";
export const margin = "market/markets/margin-alert";
export const comments = "forum/comments";

/** Two months of one stock in three sets, and a series. */
export const past: readonly HistoryRecord[] = [
  { set: margin, day: "2026-01-05", subject: "9901", name: "", row: { code: "9901", shortRatio: 1.5 } },
  {
    ...{ set: shorts, day: "2026-01-05", subject: "9901", name: "Example Capital" },
    row: { code: "9901", disclosedOn: "2026-01-05", seller: "Example Capital", ratio: 0.61 },
  },
  {
    ...{ set: comments, day: "2026-02-02", subject: "9901", name: "7" },
    row: { code: "9901", part: 7, body: 'Two lines,\n"架空" \u001b[31mred', tags: ["a", "b"] },
  },
  { set: margin, day: "2026-02-02", subject: "9902", name: "", row: { code: "9902" } },
  {
    ...{ set: "statistics/points", day: "2026-01-31", subject: "FM08/FXERD01", name: "202601" },
    row: { period: "202601", value: 155.2 },
  },
];
