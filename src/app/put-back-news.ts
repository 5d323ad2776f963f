/** The news that the database is not the one that was told of last: a copy was put back, or the end of its log is lost. */
import type { Log } from "../lib/log.ts";
import type { PutBack } from "../model/log.ts";
import type { StoreNews } from "../model/news-items.ts";
import type { Change } from "../pipeline/diff.ts";
import { putBackTold } from "../store/put-back.ts";
import type { Store } from "../store/store.ts";

export interface PutBackNews {
  /** What was noticed when this process began, for the health check. */
  readonly noticed: StoreNews | undefined;
  /** Tells it where it was not told yet; to be called again where that could not be written. */
  tell(): void;
}

export function createPutBackNews(
  store: Pick<Store, "putBack">,
  log: Pick<Log, "warn">,
  tell: (change: Change) => void,
): PutBackNews {
  const putBack = store.putBack();
  const noticed = putBack && newsOf(putBack);
  if (noticed) log.warn({ ...noticed }, "the database was put back; the feed has a new epoch");
  return {
    noticed,
    tell() {
      const untold = store.putBack();
      if (untold) tell(putBackChange(untold));
    },
  };
}

export function putBackChange(putBack: PutBack): Change {
  const now = newsOf(putBack);
  return {
    drafts: [{ type: "store.replaced", source: "/store", subject: "database", data: { now } }],
    batch: { meta: putBackTold },
  };
}

function newsOf({ reason, head, told }: PutBack): StoreNews {
  const what =
    reason === "older"
      ? `The database ends at entry ${head}, or waits to send what was sent, though it was told up to ${told}: an older copy was put back, or its end is lost.`
      : `The database is not the one that was told of last, up to entry ${told}: a copy was put back, or it comes from elsewhere.`;
  const message = `${what} The feed has a new epoch; what was told since the copy may be told once more.`;
  return { reason, head, told, message };
}
