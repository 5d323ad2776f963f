/** The epochs, in a stream of their own: of two fresh machines one begins the first, and the other takes it. */
import type { NatsConnection } from "@nats-io/transport-node";
import type { EngineSettings, Epochs } from "../engine.ts";
import { createAppend } from "./append.ts";
import { type Patience, untilAnswered } from "./connection.ts";
import {
  ensureStreams,
  epochConfigs,
  epochNames,
  epochsPlace,
  isWithoutStream,
  logConfig,
  managerOf,
} from "./streams.ts";

const withinMs = 15_000;
/** Epochs have neither terms nor forms. */
const stamp = { term: 0, format: 0 };

/** Makes the stream where it is missing. Refused: it is kept otherwise than it must be. */
export async function openEpochs(
  nc: NatsConnection,
  settings: EngineSettings,
  patience: Patience,
): Promise<Epochs> {
  await ensureStreams(nc, [logConfig(epochsPlace, settings.replicas)], true, patience);
  const manager = await managerOf(nc);
  const append = createAppend(nc, epochsPlace);
  const newest = async () => {
    const found = await untilAnswered(
      () => manager.streams.getMessage(epochsPlace.stream, { last_by_subj: epochsPlace.subject }),
      { withinMs, signal: patience.signal },
    ).catch((error: unknown) => {
      // Servers have lost it.
      if (isWithoutStream(error)) return null;
      throw error;
    });
    return found === null ? undefined : { epoch: found.json<{ epoch: string }>().epoch, sequence: found.seq };
  };
  return {
    newest,
    async begin(epoch, after) {
      // Most often it is known already, and nothing is made that nobody uses.
      if (((await newest())?.sequence ?? 0) !== after) return false;
      await ensureStreams(nc, epochConfigs(epochNames(epoch), settings.replicas), true, patience);
      const message = { kind: "epoch", epoch };
      const appended = await append(after, message, stamp, withinMs);
      return "stored" in appended;
    },
  };
}
