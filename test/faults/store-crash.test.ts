/** A monitor killed at any moment leaves whole commits or none, and nothing that it had finished is lost. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { episode } from "../store/alert-writes.ts";
import { mail } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { tell, trialsOf } from "./trials.ts";

/** Modules are found from here. */
const root = join(import.meta.dirname, "../..");
const ROUNDS = trialsOf({ quick: 10, all: 250 });
let program = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../store/crash-child.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    external: ["better-sqlite3"],
  });
  program = outputFiles[0]?.text ?? "";
});

interface Child {
  readonly process: ChildProcess;
  /** The last batch that it said was committed. */
  committed(): number;
}

function start(path: string): Child {
  const child = spawn(process.execPath, ["-", path], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end(program);
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    told = (told + text).slice(-200);
  });
  const committed = () => Number(told.split("\n").at(-2) ?? 0);
  return { process: child, committed };
}

/** Everything that one batch wrote carries the same number. */
function checkWhole(store: Store, path: string): number {
  const head = store.log.head();
  const oldest = store.log.oldest();
  const seqs = store.log.read(0, 1_000_000).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: head - oldest + 1 }, (_, index) => oldest + index));
  if (head === 0) return 0;
  const state = store.state("margin-alerts");
  expect(state.cursor).toEqual({ last: head });
  expect([...state.items("")]).toEqual([
    [`item-${head}`, { last: head }],
    ["last", { last: head }],
  ]);
  expect(store.firedAt("r", "k")).toBe(head);
  expect(store.meta.get("last")).toBe(String(head));
  checkAlerts(store, head);
  const db = new Sqlite(path, { readonly: true });
  const mails = db.prepare("SELECT alert_seq AS seq, message_id AS id FROM outbox ORDER BY outbox.id").all();
  const check = db.pragma("integrity_check", { simple: true });
  db.close();
  expect(check).toBe("ok");
  const expected = [];
  for (let seq = 0; seq < head; ) {
    seq += 1 + (seq % 4);
    expected.push({ seq, id: mail(seq, "a@x.jp").messageId }, { seq, id: mail(seq, "b@x.jp").messageId });
  }
  expect(mails).toEqual(expected);
  return head;
}

/** A notice of each batch, of which those up to the last batch by three were told. */
function checkAlerts({ alerts, log }: Store, head: number): void {
  expect(alerts.states("episode")).toEqual([{ key: "k", body: episode({ seq: head }) }]);
  expect(alerts.due(head)).toEqual([{ kind: "episode", key: "k", due: head }]);
  const waiting: number[] = [];
  for (let seq = 0; seq < head; ) {
    seq += 1 + (seq % 4);
    waiting.push(seq);
    if (seq % 3 === 0) waiting.length = 0;
  }
  const kept = waiting.filter((seq) => seq >= log.oldest());
  const found = alerts.waiting("email:desk", "g", 10_000);
  expect(found.first.map(({ alertSeq }) => alertSeq)).toEqual(kept);
}

test(`killed ${ROUNDS} times at random moments, the log has no hole and state, mails and log agree`, async (context) => {
  const path = join(tmpFolder(), "yagura.db");
  let head = 0;
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { process: child, committed } = start(path);
    await until("a first commit", () => committed() > head);
    // The moment of the kill is what is random here; whatever it is, the checks below must hold.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    const promised = committed();
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
    const store = openStore(path, { now: () => Date.now() });
    const found = checkWhole(store, path);
    store.close();
    if (found < promised) lost += 1;
    head = found;
  }
  tell(context, {
    fault: "SIGKILL while the store commits and prunes",
    tried: ROUNDS,
    lost,
    wrong: 0,
    failsWith: "an answer before COMMIT",
  });
  expect(lost).toBe(0);
  expect(head).toBeGreaterThan(ROUNDS);
});

test("a monitor in another process holds the database; once it is killed, the next one may have it", async () => {
  const path = join(tmpFolder(), "yagura.db");
  const { process: child, committed } = start(path);
  await until("a first commit", () => committed() > 0);
  const open = () => openStore(path, { now: () => Date.now() });
  expect(open).toThrow(new StoreError(`${path}: in use by another monitor`));
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
  const store = open();
  expect(store.log.head()).toBeGreaterThan(0);
  store.close();
});
