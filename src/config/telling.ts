/** Who is told of alerts, and how, as the settings say. */
import { createPolicy } from "../alerts/create-policy.ts";
import type { AlertsAround } from "../alerts/life/book.ts";
import type { Policy } from "../alerts/policy.ts";
import { languageOfTarget } from "../outputs/index.ts";
import { type ComposeOtherwise, createMailing, type MailingFacts } from "../outputs/mailing.ts";
import type { Config } from "./config.ts";

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
  config: Pick<Config, "outputs" | "alerts">,
  facts: MailingFacts,
  otherwise?: ComposeOtherwise,
): AlertTelling {
  const { unmailed, bar, compose } = createMailing(config.outputs, facts, otherwise);
  return { unmailed, alerts: { policy: policyOf(config), bar, compose } };
}
