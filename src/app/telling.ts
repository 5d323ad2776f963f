/** Who is told of alerts, and how, as the settings say; and when time alone makes something of what is kept. */
import { createPolicy } from "../alerts/create-policy.ts";
import type { Config } from "../config/config.ts";
import { languageFor } from "../outputs/index.ts";
import { type ComposeOtherwise, createMailing, type MailingFacts } from "../outputs/mailing.ts";
import type { ReplayHouse } from "../pipeline/replay.ts";
import type { Store } from "../store/store.ts";

/** The parts of the house that tell alerts; a house adds the memory of their life. */
export interface Telling {
  readonly unmailed: ReplayHouse["unmailed"];
  readonly alerts: NonNullable<ReplayHouse["alerts"]>;
}

/** @param otherwise composes a message where its words do not matter; left out: its output does */
export function tellingOf(
  config: Pick<Config, "outputs" | "alerts">,
  facts: MailingFacts,
  otherwise?: ComposeOtherwise,
): Telling {
  const languageOf = (receiver: string) => languageFor(receiver, config.outputs);
  const { unmailed, bar, compose } = createMailing(config.outputs, facts, otherwise);
  return { unmailed, alerts: { policy: createPolicy(config.alerts, { languageOf }), bar, compose } };
}

/** When the state of a rule or of an alert is due next, ms since 1970. */
export function nextDueOf(store: Pick<Store, "nextDueMemory" | "alerts">): number | undefined {
  const dues = [store.nextDueMemory(), store.alerts.nextDue()].filter((due) => due !== undefined);
  return dues.length === 0 ? undefined : Math.min(...dues);
}
