/** What is measured of attempts at deliveries: their outcomes by receiver, and how long they take. */
import { createDurations, createTally, type Measure } from "../lib/measure.ts";
import type { AttemptOutcome } from "../model/mail.ts";
import { type OutputName, type OutputSettings, outputMembers } from "./index.ts";
import type { Attempts, DeliveryNotes } from "./output.ts";

export interface AttemptMeasures {
  readonly measures: readonly Measure[];
  /** Takes note of the attempts of one output. */
  of(output: string): Attempts;
}

const outcomes = ["sent", "postponed", "refused", "expired"] as const satisfies readonly AttemptOutcome[];
const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Stands for addresses that were in the settings when their message was queued, and are not any more. */
const nobody = "(others)";

export function createAttemptMeasures(settings: OutputSettings, notes: DeliveryNotes): AttemptMeasures {
  const receivers = new Map(
    outputMembers
      .filter(({ queued }) => queued !== undefined)
      .map(({ name }) => [name, receiversOf(name as OutputName, settings)]),
  );
  const attempts = createTally(
    {
      name: "yagura_delivery_attempts_total",
      help: "Attempts at deliveries by outcome: sent, postponed, or given up as refused or expired. Receivers that share an address are named together.",
      labels: ["output", "receiver", "outcome"],
      isPrivate: true,
    },
    [...receivers].flatMap(([output, names]) =>
      [...new Set(names.values())].flatMap((name) => outcomes.map((outcome) => [output, name, outcome])),
    ),
  );
  const durations = createDurations(
    {
      name: "yagura_delivery_attempt_duration_seconds",
      help: "Time that an attempt at a delivery took, to the server's answer or to the failure.",
      labels: ["output"],
    },
    bounds,
    [...receivers.keys()].map((output) => [output]),
  );
  return {
    measures: [attempts, durations],
    of: (output) => ({
      tried({ address, messageId }, outcome) {
        attempts.count([output, receivers.get(output)?.get(address) ?? nobody, outcome]);
        if (outcome === "sent") notes.sent(output, messageId);
      },
      took: (ms) => durations.took([output], ms),
      reached: (seq) => notes.reached(output, seq),
    }),
  };
}

/** The receivers behind each address: addresses themselves are nobody's business who looks at figures. */
function receiversOf(output: OutputName, settings: OutputSettings): ReadonlyMap<string, string> {
  const own = settings[output];
  const found = new Map<string, string[]>();
  const member = outputMembers.find(({ name }) => name === output);
  for (const name of member?.notify?.names(own) ?? [])
    for (const address of new Set(member?.queued?.addresses(own, name)))
      found.set(address, [...(found.get(address) ?? []), `${output}:${name}`]);
  return new Map([...found].map(([address, names]) => [address, names.join(",")]));
}
