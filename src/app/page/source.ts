/** `/api/source`: one source with its last news, and samples of what its quarantine holds. */
import type { Event, EventDraft, StoredEntry } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type {
  HeldSampleShown,
  ServiceLimit,
  ShownSource,
  SourceAnswer,
  SourceNewsItem,
} from "../../model/page/sources.ts";
import { changeWords } from "../../outputs/change-words.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { PageParts } from "./index.ts";

const newsTypes = ["baselined", "failed", "recovered", "late", "drifted", "quarantined", "released"].map(
  (end) => `source.${end}` as EventType,
);
const most = { news: 30, samples: 20 };

/** @param after position of the last sample that was shown; -1: none was */
export function sourceAnswer(
  source: ShownSource,
  limits: readonly ServiceLimit[],
  after: number,
  parts: PageParts,
): SourceAnswer {
  const { store } = parts;
  const question = { subject: source.name, types: newsTypes, before: store.log.head() + 1, limit: most.news };
  const news = store.aboutSubject(question).reverse().map(newsOf);
  const held = source.hold === undefined ? undefined : heldOf(source.name, after, parts);
  return { source, limits, news, ...(held && { held }) };
}

function newsOf({ seq, type, json }: StoredEntry): SourceNewsItem {
  const { time, data } = JSON.parse(json) as Event;
  const { reason, message } = data.now;
  return {
    ...{ seq, time, type },
    ...(typeof reason === "string" && { reason }),
    ...(typeof message === "string" && { message }),
  };
}

function heldOf(name: string, after: number, parts: PageParts): SourceAnswer["held"] {
  const { all, rewrites } = parts.store.heldEvents(name);
  const found = parts.store.page.held.rewrites(name, after, most.samples + 1);
  const next = found.length > most.samples ? found[most.samples - 1]?.position : undefined;
  const samples = found.slice(0, most.samples).map(({ draft }) => sampleOf(draft, parts));
  return { events: all, rewrites, samples, ...(next !== undefined && { next }) };
}

function sampleOf({ type, subject, data }: EventDraft, { config, clock }: PageParts): HeldSampleShown {
  const { name } = data.now;
  const rows = changeWords({ type, data }, eventTypesOf(config), clock.now());
  return { type, subject, ...(typeof name === "string" && { name }), rows };
}
