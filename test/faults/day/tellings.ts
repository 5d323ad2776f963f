/** What an event says of the world: of which thing, what its state was and is. Knows only what docs say of events. */
import type { Event } from "../../../src/model/event.ts";

export interface Telling {
  /** As the world names it. */
  readonly key: string;
  /** Where the event says it. */
  readonly was?: string;
  readonly now: string;
  readonly type: string;
}

type Item = Readonly<Record<string, unknown>>;

/** What each type leaves behind; undefined: not about a thing. */
export function tellingsOf({ type, subject, data }: Event): Telling[] {
  const { now, was } = data as unknown as { now: Item; was?: Item };
  const one = (key: string, state: (item: Item) => string, isGone: boolean): Telling[] => [
    { key, type, now: isGone ? "gone" : state(now), ...(was && { was: state(was) }) },
  ];
  if (type.startsWith("forum.comment."))
    return one(
      `comment ${subject} ${now.part}`,
      ({ body, yes }) => `${body} ${yes}`,
      type.endsWith("removed"),
    );
  if (type.startsWith("forum.ranking."))
    return one(`rank ${subject}`, ({ rank }) => `rank ${rank}`, type.endsWith("left"));
  if (type.startsWith("margin.alert."))
    return one(
      `margin ${subject}`,
      (item) => `${item.publishedOn} ${item.shortOutstanding}`,
      type.endsWith("lifted"),
    );
  if (type.startsWith("short.report."))
    return one(`short ${subject} ${now.seller}`, (item) => `${item.calculatedOn} ${item.ratio}`, false);
  const code = subject.replace("FM08/", "");
  if (type === "statistics.series.updated")
    return (now.added as { period: string; value: number }[]).map(({ period, value }) => ({
      key: `series ${code} ${period}`,
      now: String(value),
      type,
    }));
  if (type === "statistics.series.revised")
    return (now.revisions as { period: string; from: number; to: number }[]).map(({ period, from, to }) => ({
      key: `series ${code} ${period}`,
      was: String(from),
      now: String(to),
      type,
    }));
  return [];
}

/** Which type is right where a thing goes from one state to another. */
export function isRightType(type: string, was: string | undefined, now: string): boolean {
  const [family = "", kind = ""] = [
    type.slice(0, type.lastIndexOf(".")),
    type.slice(type.lastIndexOf(".") + 1),
  ];
  const isNew = was === undefined || was === "gone";
  const [before = "", now_ = ""] = [was?.split(" ")[0], now.split(" ")[0]];
  switch (family) {
    case "forum.comment":
      if (now === "gone" || isNew) return kind === (now === "gone" ? "removed" : "posted");
      return (
        kind ===
          (was.slice(0, was.lastIndexOf(" ")) === now.slice(0, now.lastIndexOf(" ")) ? "voted" : "edited") ||
        kind === "voted"
      );
    case "forum.ranking":
      return kind === (now === "gone" ? "left" : isNew ? "entered" : "moved");
    case "margin.alert":
      if (now === "gone" || isNew) return kind === (now === "gone" ? "lifted" : "added");
      return kind === (before === now_ ? "corrected" : "changed");
    case "short.report": {
      const [from, to] = [Number(was?.split(" ")[1]), Number(now.split(" ")[1])];
      if (!isNew && before === now_) return kind === "corrected";
      if (to < 0.5) return kind === "closed";
      return kind === (isNew ? "opened" : to > from ? "increased" : "decreased");
    }
    default:
      return kind === (isNew ? "updated" : "revised");
  }
}
