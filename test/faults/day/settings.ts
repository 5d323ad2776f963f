/** What the monitor of a day is told to do. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../../src/config/load-config.ts";
import { rulesOf } from "../../rules/support.ts";
import { memoryFolder } from "../../support/memory-folder.ts";
import { marketKey } from "../../support/services/market.ts";
import { origin } from "./network.ts";
import { codes, seriesCodes } from "./world.ts";

const settings = `
upstreams:
  market: { url: "${origin}/market/v2", apiKey: "${marketKey}", tier: premium }
  forum: { url: "${origin}/forum" }
  statistics: { url: "${origin}/statistics", spacing: 1s }
sources:
  forum-comments: { schedule: "0 */20 * * * *", codes: ${JSON.stringify(codes)} }
  forum-ranking: { schedule: "0 */30 * * * *", terms: [daily] }
  margin-alerts: { schedule: "0 0 * * * *" }
  short-sale-reports: { schedule: "0 0 * * * *" }
  statistics-updates: { schedule: "0 30 * * * *", watch: [{ db: FM08, codes: ${JSON.stringify(seriesCodes)} }] }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
`;
const rules = `
rules:
  - name: everything
    on: [forum.comment.*, forum.ranking.*, statistics.series.*]
    title: "{{ event.type }} {{ event.subject }}"
  - name: mailed
    on: [margin.alert.*, short.report.*]
    title: "{{ event.type }} {{ event.subject }}"
    notify: [email:desk]
`;

export function daySettings() {
  const folder = memoryFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const config = loadConfig(join(folder, "monitor.yaml"), {});
  rmSync(folder, { recursive: true });
  if (!config.ok) throw new Error(JSON.stringify(config.problems));
  return { config: config.config, rules: rulesOf(rules) };
}
