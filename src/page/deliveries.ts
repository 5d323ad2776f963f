/** `/api/deliveries`: the outbox in pages, and what there is for each receiver. */
import * as z from "zod";
import type { Config } from "../config/config.ts";
import { simulatedNames } from "../config/services.ts";
import type { JsonCall, JsonRoute } from "../lib/http/port.ts";
import { nextTurn } from "../lib/turns.ts";
import type { Event, LogReader, StoredEntry } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import type {
  AlertMention,
  DeliveriesAnswer,
  DeliveryPlace,
  DeliveryPlacesAnswer,
  ShownDelivery,
  ShownState,
} from "../model/page/alerts.ts";
import { type OutputName, outputMembers } from "../outputs/index.ts";
import type { SignedUp } from "../outputs/member.ts";
import type { ListedDelivery } from "../store/page-reads.ts";
import type { Store } from "../store/store.ts";
import { type PageParts, queryOf } from "./page-call.ts";

const states = ["waiting", "postponed", "sent", "failed"] as const satisfies readonly ShownState[];
const aPage = 50;

/** More of the attempts at one message, or of the alerts that it tells, is not shown. */
const most = { tries: 10, alerts: 20, places: 200, counted: 1_000 };

const asked = z.object({
  state: z.enum(states).optional(),
  output: z.string().optional(),
  address: z.string().optional(),
  receiver: z.string().optional(),
  id: z.coerce.number().int().positive().optional(),
  before: z.coerce.number().int().positive().optional(),
});

/** Outputs that send what the outbox has. */
const sendingOutputs = outputMembers.filter(({ queued }) => queued !== undefined);

export function deliveryCalls({ config, store }: PageParts): JsonRoute[] {
  // Devices come and go.
  const receivers = () => receiversOf(config, store.devices.of);
  return [
    {
      right: "read",
      method: "GET",
      path: "/api/deliveries",
      answer: ({ query }) =>
        queryOf(asked, query, (about) => ({ status: 200, body: pageOf(about, store, receivers()) })),
    },
    {
      right: "read",
      method: "GET",
      path: "/api/deliveries/places",
      answer: async () => ({ status: 200, body: await placesOf(config, store, receivers()) }),
    },
  ];
}

interface Receiver {
  readonly output: string;
  /** Such as email:desk. */
  readonly receiver: string;
  readonly address: string;
}

/** All that rules may name, at each of their addresses. */
export function receiversOf({ outputs }: Pick<Config, "outputs">, devices: SignedUp): Receiver[] {
  return sendingOutputs.flatMap(({ name: output, notify, queued }) => {
    const own = outputs[output as OutputName];
    return (notify?.names(own) ?? []).flatMap((name) =>
      (queued?.addresses(own, name, devices) ?? []).map((address) => ({
        ...{ output, address },
        receiver: `${output}:${name}`,
      })),
    );
  });
}

function pageOf(
  { state, output, address, receiver, id, before }: z.output<typeof asked>,
  store: Store,
  receivers: readonly Receiver[],
): DeliveriesAnswer {
  const { deliveries } = store.page;
  const shown = (listed: ListedDelivery) => shownOf(listed, store, receivers);
  if (id !== undefined)
    return { deliveries: [deliveries.one(id)].flatMap((one) => (one ? [shown(one)] : [])) };
  const outputs = sendingOutputs.map(({ name }) => name).filter((name) => name === (output ?? name));
  const places =
    receiver === undefined
      ? outputs.map((name) => ({ output: name, address }))
      : receivers.filter((one) => one.receiver === receiver && one.address === (address ?? one.address));
  const found = deliveries.page({
    places: places.slice(0, most.places),
    states: state === undefined ? ["waiting", "sent", "failed"] : [state],
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: aPage + 1,
  });
  const next = found.length > aPage ? found[aPage - 1]?.id : undefined;
  return { deliveries: found.slice(0, aPage).map(shown), ...(next !== undefined && { next }) };
}

function shownOf(
  { id, output, address, subject, state, queuedAt, nextAt, endedAt, reason, tries, ...row }: ListedDelivery,
  { log, page }: Store,
  receivers: readonly Receiver[],
): ShownDelivery {
  const together = row.message === null ? [] : page.deliveries.toldTogether(row.message, most.alerts + 1);
  const seqs = [...new Set([row.alertSeq, ...together])];
  const isTried = tries.at(-1)?.outcome === "postponed";
  return {
    ...{ id, output, address, subject, queuedAt, tried: tries.length },
    receivers: receivers
      .filter((one) => one.output === output && one.address === address)
      .map((one) => one.receiver),
    state: state === "waiting" && isTried ? "postponed" : state,
    ...(state === "waiting" && { nextAt }),
    ...(endedAt !== null && { endedAt }),
    ...(reason !== null && { reason }),
    tries: tries.slice(-most.tries).reverse(),
    alerts: mentionsOf(seqs.slice(0, most.alerts), log),
    hasMore: seqs.length > most.alerts,
  };
}

/** In turns: there may be many places, each with counts. */
async function placesOf(
  config: Config,
  { page }: Store,
  receivers: readonly Receiver[],
): Promise<DeliveryPlacesAnswer> {
  const places: DeliveryPlace[] = [];
  for (const { output, receiver, address } of receivers.slice(0, most.places)) {
    const count = (state: ShownState) => page.deliveries.count({ output, address }, state, most.counted);
    const [waiting, postponed] = [count("waiting"), count("postponed")];
    const counts = {
      waiting: Math.max(0, waiting - postponed),
      postponed,
      sent: count("sent"),
      failed: count("failed"),
    };
    places.push({ output, receiver, address, counts });
    await nextTurn();
  }
  const left = receivers.length - places.length;
  return { places, mostCounted: most.counted, left, simulated: simulatedNames(config) };
}

/**
 * Addresses of receivers, for operators alone: who may only read gets a number in the place of each, in whatever the page
 * asks. A failed delivery repeats its address in the answer of the mail server, so all texts are looked through.
 *
 * @param addresses those of the settings; the place of each is its number
 */
export function concealed(route: JsonRoute, addresses: () => readonly string[]): JsonRoute {
  if (route.right === "act") return route;
  return {
    ...route,
    async answer(call) {
      if (call.mayAct) return route.answer(call);
      const mails = [...new Set(addresses())].filter(isMail);
      const { status, body } = await route.answer({ ...call, query: numbered(call, mails) });
      return { status, body: conceal(body, mails) };
    },
  };
}

/** Names of webhooks' targets are no addresses. */
function isMail(address: string): boolean {
  return address.includes("@");
}

/** The query with the address of a number; any other address is asked for in vain, so that nobody tries which ones there are. */
function numbered({ query }: JsonCall, mails: readonly string[]): URLSearchParams {
  const address = query.get("address");
  if (address === null) return query;
  const changed = new URLSearchParams(query);
  const place = /^#([1-9]\d{0,5})$/.exec(address)?.[1];
  changed.set("address", isMail(address) ? "#" : (mails[Number(place) - 1] ?? address));
  return changed;
}

function conceal(body: unknown, mails: readonly string[]): unknown {
  // One that has left the settings has no number.
  const former = addressesIn(body).filter((address) => !mails.includes(address));
  const known = [
    ...mails.map((mail, place) => [mail, `#${place + 1}`]),
    ...former.map((mail) => [mail, "#"]),
  ];
  if (known.length === 0) return body;
  const numbers = new Map(known.map(([mail = "", number = ""]) => [mail.toLowerCase(), number]));
  // The longer of two that begin alike first.
  const longest = [...numbers.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longest.map(escaped).join("|"), "gi");
  const shown = (text: string) =>
    isMail(text) ? text.replace(pattern, (mail) => numbers.get(mail.toLowerCase()) ?? "#") : text;
  return mapTexts(body, shown);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Mail addresses that stand as such in an answer. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "address" && typeof one === "string" && isMail(one) ? [one] : addressesIn(one),
  );
}

function mapTexts(value: unknown, shown: (text: string) => string): unknown {
  if (typeof value === "string") return shown(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, shown));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, shown)]));
}

// Alerts by their numbers, as lists of the page name them.

/** The alerts that the log still has, in the order of these numbers. */
function mentionsOf(seqs: readonly number[], log: Pick<LogReader, "read">): AlertMention[] {
  return seqs.flatMap((seq) => {
    const [entry] = log.read(seq - 1, 1);
    return entry?.seq === seq && entry.type.startsWith("alert.") ? [mentionOf(entry)] : [];
  });
}

export function mentionOf({ seq, json }: StoredEntry): AlertMention {
  const { id, time, subject, data } = JSON.parse(json) as Event;
  const { rule, title, severity, texts } = data.now as unknown as Alert;
  const others = Object.entries(texts ?? {}).flatMap(([language, own]) =>
    own ? [[language, own.title]] : [],
  );
  const titles = others.length === 0 ? {} : { titles: Object.fromEntries(others) };
  return { id, seq, time, rule, title, ...titles, severity, subject };
}
