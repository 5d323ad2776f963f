/**
 * Runs as a process of its own, some of whose calls fail: opens the store and makes a few commits, each again until it
 * is written, as a monitor does, or, where its second argument is "killed", ends without a word. Says on stdout what was
 * acknowledged; exit status 3: the store did not open.
 */
import { StoreError } from "../../src/model/store-faults.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { batch, entry, mail, sourceWrite } from "../store/batches.ts";

const [path = "", failed = "again"] = process.argv.slice(2);
const commits = 6;

function opened(): Store {
  try {
    return openStore(path, { now: () => Date.now() });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.exit(3);
  }
}

function until(write: () => void): void {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      write();
      return;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (failed === "killed") process.exit(0);
    }
  }
  throw new Error("it never went well");
}

const store = opened();
for (let done = 0; done < commits; done++) {
  const first = store.log.head() + 1;
  const last = first + (done % 3);
  const entries = Array.from({ length: last - first + 1 }, (_, index) => entry(first + index));
  const source = sourceWrite({ cursor: { last }, put: [{ scope: "", key: "last", body: { last } }] });
  until(() => store.commit(batch({ source, entries, mails: [mail(last)] })));
  process.stdout.write(`${last}\n`);
  if (done === 3) until(() => store.prove());
}
for (const { id } of store.outbox.of("email").due(Date.now(), 1, []))
  until(() => store.outbox.of("email").record([{ id, at: Date.now(), outcome: "sent", answer: "250" }]));
store.close();
