/** An open alert as the feed's client keeps it. */
import type { OpenEpisode } from "../../../../src/client/feed-client.ts";

interface Said {
  readonly title?: string;
  readonly recipients?: readonly string[];
  /** Type of the event that caused it. */
  readonly type?: string;
}

export function episode(seq: number, more: Partial<OpenEpisode> = {}, said: Said = {}): OpenEpisode {
  const { title = "", recipients = [], type = "short.report.opened" } = said;
  const now = { title, recipients, cause: { type, source: "/sources/short-sale-reports" } };
  const event = { type: "alert.fired", data: { now } } as unknown as NonNullable<OpenEpisode["event"]>;
  return {
    ...{ rule: "large-new-short", key: `${seq}`, severity: "info", subject: "9901", alert: `e-${seq}` },
    ...{ state: "firing", since: "2026-11-20T01:00:00.000Z", times: 1, seq, event },
    ...more,
  };
}
