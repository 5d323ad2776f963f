/** Who is told of alerts, and how, as the settings say. */
import { createPolicy } from "../alerts/create-policy.ts";
import type { AlertsAround } from "../alerts/life/book.ts";
import type { Policy } from "../alerts/policy.ts";
import { listsOfReceiver, type Person } from "../model/people.ts";
import { ownLists, type Watchlists } from "../model/watchlists.ts";
import { languageOfTarget } from "../outputs/index.ts";
import { type ComposeOtherwise, createMailing, type MailingFacts } from "../outputs/mailing.ts";
import type { Config } from "./config.ts";

/** What messages are made of, with the watchlists of everybody as they are now. */
interface TellingFacts extends Omit<MailingFacts, "watchlists"> {
  watchlists(): Watchlists;
}

/** The parts of the house that tell alerts; a house adds the memory of their life. */
export interface AlertTelling {
  readonly unmailed: ReturnType<typeof createMailing>["unmailed"];
  readonly alerts: Pick<AlertsAround, "policy" | "bar" | "compose">;
}

/** What the settings say of telling alerts; receivers without a language of their own have that of their output. */
export function policyOf({ alerts, outputs }: Pick<Config, "outputs" | "alerts">): Policy {
  return createPolicy(alerts, { languageOf: (receiver) => languageOfTarget(receiver, outputs) });
}

/** Receivers whose digests come also on a quiet day. */
export function alwaysTold({ alerts }: Pick<Config, "alerts">): string[] {
  return Object.entries(alerts?.receivers ?? {}).flatMap(([name, { always }]) => (always ? [name] : []));
}

/** @param otherwise composes a message where its words do not matter; left out: its output does */
export function tellingOf(
  config: Pick<Config, "outputs" | "alerts" | "people">,
  facts: TellingFacts,
  otherwise?: ComposeOtherwise,
): AlertTelling {
  const watchlists = listsByReceiver(facts.watchlists, config.people);
  const { unmailed, bar, compose } = createMailing(config.outputs, { ...facts, watchlists }, otherwise);
  return { unmailed, alerts: { policy: policyOf(config), bar, compose } };
}

/** A message speaks of the lists of the people who read it, and where the settings name nobody, of all. */
function listsByReceiver(
  watchlists: TellingFacts["watchlists"],
  people: readonly Person[],
): MailingFacts["watchlists"] {
  const known = new WeakMap<Watchlists, Map<string, Watchlists>>();
  return (receiver) => {
    const all = watchlists();
    const own = listsOfReceiver(receiver, people);
    if (own === undefined) return all;
    const ofAll = known.get(all) ?? new Map<string, Watchlists>();
    known.set(all, ofAll);
    const lists = ofAll.get(receiver) ?? ownLists(all, own);
    ofAll.set(receiver, lists);
    return lists;
  };
}
