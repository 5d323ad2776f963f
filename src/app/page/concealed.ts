/**
 * Addresses of receivers, for operators alone: who may only read gets a number in the place of each, in whatever the page
 * asks. A failed delivery repeats its address in the answer of the mail server, so all texts are looked through.
 */
import type { JsonCall, JsonRoute } from "../../outputs/output.ts";

/** @param addresses those of the settings; the place of each is its number */
export function concealed(route: JsonRoute, addresses: () => readonly string[]): JsonRoute {
  if (route.right === "act") return route;
  return {
    ...route,
    async answer(call) {
      if (call.mayAct) return route.answer(call);
      const mails = [...new Set(addresses())].filter(isMail);
      const { status, body } = await route.answer({ ...call, query: asked(call, mails) });
      return { status, body: conceal(body, mails) };
    },
  };
}

/** Names of webhooks' targets are no addresses. */
function isMail(address: string): boolean {
  return address.includes("@");
}

/** The query with the address of a number; any other address is asked for in vain, so that nobody tries which ones there are. */
function asked({ query }: JsonCall, mails: readonly string[]): URLSearchParams {
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
