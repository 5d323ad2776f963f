/** Asks the outputs that an alert names for its deliveries, which are committed with it. */
import type { LogEntry } from "../model/event.ts";
import type { MailDraft, QueuedMail, UnmailedReason } from "../model/mail.ts";
import { type Firing, namesAfter } from "../model/rule.ts";
import { type OutputName, type OutputSettings, outputMembers } from "./index.ts";
import type { AskedAlert, Queued } from "./member.ts";

export interface AskedFacts extends Pick<AskedAlert, "types"> {
  /** Address of the monitor's page; known once it listens. */
  monitorUrl(): string;
  /** Whether a cause is the simulator's. */
  simulated(cause: LogEntry): boolean;
}

/** Composes a delivery to an address; by default its output does. */
export type Compose = (alert: LogEntry, address: string) => MailDraft;

export interface Asked {
  /** One delivery an address, however many names of `notify` share it. */
  drafts(alert: LogEntry, cause: LogEntry, firing: Firing): QueuedMail[];
  /** Reason why deliveries of an alert are left out; undefined: none is. */
  withheld(firing: Firing, cause: LogEntry): UnmailedReason | undefined;
}

interface Queueing {
  readonly name: string;
  readonly queued: Queued<unknown>;
  readonly own: unknown;
  readonly withheld: UnmailedReason | undefined;
}

export function askOutputs(settings: OutputSettings, facts: AskedFacts, compose?: Compose): Asked {
  const queueing = outputMembers.flatMap(({ name, queued }): Queueing[] => {
    if (queued === undefined) return [];
    const own = settings[name as OutputName];
    return [{ name, queued, own, withheld: queued.withheld(own) }];
  });
  const withholding = queueing.filter(({ withheld }) => withheld !== undefined);
  return {
    drafts(alert, cause, firing) {
      const simulated = facts.simulated(cause);
      return queueing.flatMap((one) => {
        if (simulated && one.withheld !== undefined) return [];
        const addresses = addressesOf(one, firing);
        // News of a lost delivery to the very address that loses them would never end.
        if (cause.event.type === "mail.failed") addresses.delete(String(cause.event.data.now.address));
        if (addresses.size === 0) return [];
        const asked = { alert, cause, simulated, monitorUrl: facts.monitorUrl(), types: facts.types };
        return [...addresses].map((address) => ({
          output: one.name,
          ...(compose?.(alert, address) ?? one.queued.draft(one.own, asked, address)),
        }));
      });
    },
    withheld(firing, cause) {
      const asked = withholding.find((one) => addressesOf(one, firing).size > 0);
      return asked !== undefined && facts.simulated(cause) ? asked.withheld : undefined;
    },
  };
}

function addressesOf({ name, queued, own }: Queueing, { notify }: Firing): Set<string> {
  return new Set(namesAfter(name, notify).flatMap((one) => queued.addresses(own, one)));
}

/** The reason in words, of every output that may have it. */
export function withheldWords(reason: UnmailedReason): string {
  return outputMembers.flatMap(({ queued }) => queued?.withheldWords[reason] ?? []).join("; ");
}
