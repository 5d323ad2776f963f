/** Episodes, silences and notices to write into a store. */
import type { AlertWrites, Episode, Notice, NoticesEnd } from "../../src/model/alerts.ts";
import type { Silence } from "../../src/model/silence.ts";
import { noon } from "./batches.ts";

export function alertWrites(more: Partial<AlertWrites>): AlertWrites {
  return { states: [], notices: [], ends: [], ...more };
}

export function episode(more: Partial<Episode> = {}): Episode {
  const seq = more.seq ?? 1;
  return {
    id: `e-${seq}`,
    seq,
    since: noon,
    lastSeq: seq,
    lastAt: noon,
    times: 1,
    facts: {
      rule: "large-short",
      key: "9901",
      severity: "warning",
      subject: "9901",
      source: "/sources/short-sale-reports",
      labels: {},
      watchlists: [],
    },
    receivers: ["email:desk"],
    ...more,
  };
}

export function silence(more: Partial<Silence> = {}): Silence {
  const id = more.id ?? "s-1";
  const because = "known for days";
  return {
    id,
    match: "subject=9901",
    from: noon,
    until: noon + 1,
    fate: "hold",
    author: "Aoi",
    because,
    ...more,
  };
}

/** A notice that waits in the group "g" of email:desk. */
export function notice(alertSeq: number, more: Partial<Notice> = {}): Notice {
  return {
    alertSeq,
    episodeSeq: alertSeq,
    receiver: "email:desk",
    route: "shorts",
    reason: "grouped",
    state: "waiting",
    at: noon,
    group: "g",
    gravity: 1,
    ...more,
  };
}

export function told(more: Partial<NoticesEnd> = {}): NoticesEnd {
  return { receiver: "email:desk", group: "g", state: "told", message: "m-1", at: noon + 5, ...more };
}
