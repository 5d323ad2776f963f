/** Push: each alert that names a recipient becomes a message to each of its devices, delivered from the outbox. */
import { type Device, deviceAddress, deviceMeant } from "../../model/devices.ts";
import { namedByAnother } from "../../model/news-words.ts";
import { StoreError } from "../../model/store-faults.ts";
import { damagedNews, type GivenUp, givenUpNews, type LosingOutput } from "../delivery/given-up.ts";
import { member } from "../member.ts";
import type { Attempts, OutputNews, OutputParts } from "../output.ts";
import { pushIdOf, pushOf } from "./message.ts";
import { type PushSettings, pushMistakes, pushSchema, pushWarnings } from "./settings.ts";

export const losingPush: LosingOutput = { name: "push", failure: "push.failed", messageIdOf: pushIdOf };

export const push = member({
  name: "push",
  about: "messages to telephones and desktops, by the push services of their browsers",
  schema: pushSchema,
  secrets: [],
  mayBeUnset: {},
  resolve: (written) => written,
  mistakes: pushMistakes,
  fileMistakes: async () => [],
  warnings: pushWarnings,
  notify: {
    about: "who gets a message on a device: push:NAME, a name from the settings' `push.recipients`",
    example: "push:phone",
    names: ({ recipients }) => recipients,
    language: ({ language }) => language,
  },
  queued: {
    addresses: ({ recipients }, name, devices) =>
      !recipients.includes(name) ? [] : (devices?.(name).map(deviceAddress) ?? [name]),
    draft: (_, asked, address) => pushOf(asked, address),
    isOneACause: true,
    // Nobody's telephone is a place to try things out.
    withheld: ({ sendSimulated }) => (sendSimulated ? undefined : "simulated"),
    leaves: ({ recipients }) => recipients.length > 0,
    withheldWords: {
      simulated: {
        en: "what is simulated is not sent to devices (`push.sendSimulated`)",
        ja: "シミュレーションのデータは、端末には送信されません（`push.sendSimulated`）",
      },
      "same-cause": namedByAnother,
    },
    failure: losingPush.failure,
    damaged: (remains, events) => damagedNews(losingPush, remains, events),
  },
  listens: () => undefined,
  // Loaded with the monitor alone: commands that read the settings send nothing.
  async create(settings, parts) {
    const [{ createPush }, { createSenderKey, senderKeyName, senderKeyOf }, { signUpGuest }] =
      await Promise.all([import("./push.ts"), import("./sealed-request.ts"), import("./sign-up.ts")]);
    const { outbox, clock, log, meta } = parts;
    const ends = createEnds(parts);
    const sender = () => {
      if (meta.get(senderKeyName) === undefined) {
        ends.all(settings.recipients);
        meta.set(senderKeyName, createSenderKey());
      }
      return senderKeyOf(meta.get(senderKeyName));
    };
    const output = createPush({
      ...{ ...settings, outbox, clock, log, find: ends.find, ended: ends.add },
      attempts: ends.quiet(parts.attempts),
      contact: contactOf(settings, parts.publicUrl),
      sender: () => orUndefined(sender),
      onFailed: (mail, reason, error) => ends.tell({ mail, reason, error, at: clock.now() }),
    });
    const asking = {
      devices: parts.devices,
      people: parts.people,
      sender: () => orUndefined(sender),
      now: clock.now,
    };
    parts.port.welcome(signUpGuest({ ...settings, ...asking }));
    const started = {
      ...output,
      async start() {
        // Before any device asks for it.
        if (settings.recipients.length > 0) orUndefined(sender);
        await output.start();
      },
    };
    return { output: started, settings: () => settings, readers: undefined, measures: [] };
  },
  refusal: ({ message }) => `push: ${message}`,
  // Requests in flight; one that is cut comes again under its id.
  stopMs: 1_000,
  trial: {
    addresses: ({ recipients }, only) =>
      only === undefined ? recipients : recipients.filter((name) => name === only),
    async send(settings, address, how) {
      const { sendTestPush } = await import("./send-test.ts");
      return sendTestPush(address, { ...settings, contact: contactOf(settings, how.publicUrl) }, how);
    },
  },
  testing: undefined,
});

/** Services want an address; where nobody gave one, one that leads nowhere. */
function contactOf({ contact }: PushSettings, publicUrl: string | undefined): string {
  return contact ?? (publicUrl?.startsWith("https:") ? publicUrl : "mailto:nobody@example.com");
}

/** Undefined as long as the database cannot be written. */
function orUndefined<T>(made: () => T): T | undefined {
  try {
    return made();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/**
 * The ends of devices, which are quiet: an entry of the log says so, and what waited for one ends without a failure. The
 * device is forgotten after that is committed, so a crash between the two has its push service asked once more.
 */
function createEnds({ devices, events, tell }: Pick<OutputParts, "devices" | "events" | "tell">) {
  const ended = new Set<string>();
  const isGone = (address: string) => {
    const { id } = deviceMeant(address);
    return ended.has(id) || devices.find(id) === undefined;
  };
  const endOfDevice = (device: Device) => endNews(device, devices.of(device.name).length - 1);
  const endOf = ({ mail: { id, address }, error, at }: GivenUp): OutputNews => {
    const device = devices.find(deviceMeant(address).id);
    const failedMails = [{ id, reason: "gone", error, at }] as const;
    return {
      drafts: device === undefined ? [] : [endOfDevice(device)],
      batch: { failedMails },
    };
  };
  return {
    add: (id: string) => void ended.add(id),
    find: (id: string) => (ended.has(id) ? undefined : devices.find(id)),
    tell(lost: GivenUp) {
      if (lost.reason !== "refused" || !isGone(lost.mail.address))
        return tell(givenUpNews(losingPush, lost, events));
      tell(endOf(lost));
      const { id } = deviceMeant(lost.mail.address);
      devices.drop(id);
      ended.delete(id);
    },
    /** Those that signed up for a key that is lost take nothing by another. */
    all(names: readonly string[]) {
      for (const device of names.flatMap(devices.of)) {
        tell({ drafts: [endOfDevice(device)], batch: {} });
        devices.drop(device.id);
      }
    },
    /** An end is no attempt that failed. */
    quiet: (attempts: Attempts): Attempts => ({
      ...attempts,
      tried(mail, outcome) {
        if (outcome === "refused" && isGone(mail.address)) return;
        attempts.tried({ ...mail, address: deviceMeant(mail.address).name }, outcome);
      },
    }),
  };
}

function endNews({ name, label }: Device, left: number): OutputNews["drafts"][number] {
  const receiver = `push:${name}`;
  const now = { receiver, device: label, left };
  return { type: "push.ended", source: "/outputs/push", subject: receiver, data: { now } };
}
