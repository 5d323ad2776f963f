/**
 * Runs as a process of its own until it is killed: commits batch after batch as a monitor does, and prunes.
 * Each batch puts one number everywhere, so that what is there afterwards can be compared.
 */
import { openStore } from "../../src/store/store.ts";
import { alertWrites, episode, notice, told } from "./alert-writes.ts";
import { batch, entry, mail, sourceWrite } from "./batches.ts";

const [path = ""] = process.argv.slice(2);
const store = openStore(path, { now: () => Date.now() });

for (;;) {
  const head = store.log.head();
  const count = 1 + (head % 4);
  const last = head + count;
  const now = Date.now();
  store.commit(
    batch({
      source: sourceWrite({
        cursor: { last },
        put: [
          { scope: "", key: "last", body: { last } },
          { scope: "", key: `item-${last}`, body: { last } },
        ],
        drop: [{ scope: "", key: `item-${head}` }],
        attemptAt: now,
        successAt: now,
      }),
      entries: Array.from({ length: count }, (_, index) => entry(head + 1 + index, {}, now)),
      cooldowns: [{ rule: "r", key: "k", firedAt: last }],
      mails: [mail(last, "a@x.jp"), mail(last, "b@x.jp")],
      alerts: alertWrites({
        states: [{ kind: "episode", key: "k", body: episode({ seq: last }), due: last }],
        notices: [notice(last)],
        ends: last % 3 === 0 ? [told({ message: `m-${last}` })] : [],
      }),
      meta: { last: String(last) },
    }),
  );
  if (head % 50 < 4) store.prune({ before: now - 200, cooldownsBefore: 0, batch: 20 });
  // Tells the test what it may count on: this batch was committed.
  process.stdout.write(`${last}\n`);
}
