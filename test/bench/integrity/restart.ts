/** A restart of the built program with a million entries: when it is ready, and when all of it was looked at. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../src/store/store.ts";
import { batch, entry, noon, sourceWrite } from "../../store/batches.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

const count = 1_000_000;
const step = 2_000;
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const path = join(folder, "state.db");
mkdirSync(join(folder, "rules"));
writeFileSync(join(folder, "rules/r.yaml"), `rules:\n  - { name: r, on: margin.alert.*, title: t }\n`);
writeFileSync(
  join(folder, "monitor.yaml"),
  `sources: { margin-alerts: { schedule: "* * * * * *" } }\nrules: rules\nstate: state.db\nemail: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }\nfeed: { port: 0 }\n`,
);
const store = openStore(path, { now: () => noon });
const note = "x".repeat(300);
for (let seq = 0; seq < count; seq += step) {
  const entries = Array.from({ length: step }, (_, at) =>
    entry(seq + at + 1, { data: { now: { code: "9901", note } } }, Date.now()),
  );
  store.commit(batch({ entries }));
}
const put = Array.from({ length: 5_000 }, (_, at) => ({ scope: "", key: `k${at}`, body: { note } }));
// Items of a source that is not polled: they are made up.
store.commit(batch({ source: sourceWrite({ name: "short-sale-reports", cursor: 1, put }) }));
store.close();
say(`${count} entries, ${(statSync(path).size / 1e6).toFixed(0)} MB`);
for (let round = 0; round < 3; round++) {
  const from = performance.now();
  const child = spawn(
    process.execPath,
    ["--v8-pool-size=1", "dist/main.js", "run", "--config", join(folder, "monitor.yaml")],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const seconds = () => ((performance.now() - from) / 1_000).toFixed(2);
  child.once("exit", (code) => code === null || say(`ended with ${code}`));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ready = seconds();
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (text: Buffer) => {
      if (String(text).includes("was looked at")) resolve();
    });
  });
  say(`ready in ${ready} s, all of it looked at after ${seconds()} s`);
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await closed;
}
rmSync(folder, { recursive: true });
