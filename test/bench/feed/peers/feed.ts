/** The feed on a real database, as the monitor has it; measured from a commit's return. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { createFilterCompiler } from "../../../../src/rules/sets/filter.ts";
import { openStore } from "../../../../src/store/store.ts";
import { createServedFeed, feedOptions } from "../../../outputs/feed/support/feed-options.ts";
import { batch, entry } from "../../../store/batches.ts";
import { MemoryLog } from "../../../support/memory-log.ts";
import { sizedDraft } from "../frame-size.ts";
import { contenderArguments, serveRounds } from "../serve-rounds.ts";

const { connections, more } = contenderArguments();

/** The page's folder, the path of the readers, how many subjects they ask for, and how many of them ask for each. */
const [webFolder = "", path = "/feed?types=alert.*", subjects = "1", readersEach = String(connections)] =
  more;

const folder = mkdtempSync(join(tmpdir(), "yagura-feed-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const store = openStore(join(folder, "yagura.db"), { now: systemClock.now });
const feed = createServedFeed({
  ...feedOptions(new MemoryLog(), {
    maxConnectionsPerAddress: connections,
    maxConnections: connections,
    heartbeatMs: 3_600_000,
    compileFilter: createFilterCompiler(builtInTypes),
    webFolder,
  }),
  log: store.log,
});
await feed.start();

let next = 0;

await serveRounds({
  port: feed.port,
  path,
  prepare(entries) {
    const made = Array.from({ length: entries }, (_, at) => {
      const subject = subjects === "1" ? "7203" : `S${(next + at * 7) % Number(subjects)}`;
      const seq = store.log.head() + at + 1;
      return entry(seq, sizedDraft(subject));
    });
    next += 1;
    store.commit(batch({ entries: made }));
    return entries * Number(readersEach);
  },
  send: () => feed.wake(),
});
