/** Alerts about a stock on the axis of time, and the comments that rules matched. */
import type { Event, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { Alert } from "../../model/news-items.ts";
import type { MatchedComment, StockAlert } from "../../model/page/stock.ts";
import { amount, type Gathering, text } from "./gathered.ts";

const mostAlerts = 500;
const mostComments = 100;

interface StockAlerts {
  readonly alerts: readonly StockAlert[];
  readonly isAlertsCut: boolean;
  readonly comments: readonly MatchedComment[];
}

export async function stockAlerts(gathering: Gathering): Promise<StockAlerts> {
  const { alerts, events, isCut } = await alertsWithin(gathering);
  return {
    alerts,
    isAlertsCut: isCut,
    comments: commentsOf(events, gathering),
  };
}

type AlertGathering = Pick<Gathering, "past" | "time" | "from" | "to" | "isSimulated">;

/** Alerts about a subject on an axis, newest first, with the events that they are. */
export async function alertsWithin({ past, time, from, to, isSimulated }: AlertGathering) {
  const { events, isCut } = await past.logged(["alert.fired"], mostAlerts);
  const placed = events
    .map((event) => ({ event, at: time.at(event, isSimulated(event)) }))
    .filter(({ at }) => at >= from && at <= to)
    .toReversed();
  const alerts = placed.map(({ event, at }) => alertOf(event, at));
  return { alerts, events: placed.map(({ event }) => event), isCut };
}

function alertOf({ id, data }: Event, at: number): StockAlert {
  const { rule, severity, title, texts = {} } = data.now as unknown as Alert;
  const titles = Object.fromEntries(
    Object.entries(texts).map(([language, own]) => [language, own?.title ?? title]),
  );
  return { seq: Number(id.slice(id.lastIndexOf("-") + 1)), id, at, rule, severity, title, titles };
}

/** @param alerts newest first */
function commentsOf(alerts: readonly Event[], { entryAt }: Gathering): MatchedComment[] {
  const found = new Map<number, MatchedComment>();
  for (const { id, data } of alerts) {
    const { rule, cause } = data.now as unknown as Alert;
    if (!cause.type.startsWith("forum.comment.")) continue;
    const item = entryAt(cause.seq)?.data.now;
    const part = amount(item?.part);
    if (item === undefined || part === undefined) continue;
    const before = found.get(part);
    if (before === undefined && found.size === mostComments) break;
    const others = before?.alerts ?? [];
    found.set(part, { ...(before ?? commentOf(item, part)), alerts: [{ id, rule }, ...others] });
  }
  return [...found.values()];
}

function commentOf(item: Fields, part: number): Omit<MatchedComment, "alerts"> {
  return known({
    ...{ part, author: text(item.author), name: text(item.name), title: text(item.title) },
    ...{ body: text(item.body) ?? "", postedAt: text(item.postedAt) },
    ...{ yes: amount(item.yes), no: amount(item.no) },
  });
}
