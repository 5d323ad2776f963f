/** Streams of the cluster: how each is kept, made where it is missing, and read back. */
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { Refused } from "../../lib/problem.ts";
import { isPassing, isWithoutJetStream, type Patience, requestMs, untilAnswered } from "./connection.ts";

/** A stream of one subject. */
export interface LogPlace {
  readonly stream: string;
  readonly subject: string;
}

export const epochsPlace: LogPlace = { stream: "yagura-epochs", subject: "yagura.epochs" };

/** What an epoch's log, snapshots and talk are called. */
export interface EpochNames extends LogPlace {
  readonly bucket: string;
  readonly alive: string;
  readonly writer: string;
}

export function epochNames(epoch: string): EpochNames {
  const short = epoch.slice(0, 8);
  const stream = `yagura-${short}`;
  const [bucket, alive, writer] = [`${stream}-snap`, `${stream}.alive`, `${stream}.writer`];
  return { stream, subject: `yagura.${short}.log`, bucket, alive, writer };
}

type Kept = Partial<StreamConfig> & { readonly name: string };

/** Nothing ends by age or number, and no replica answers that may be behind. */
const lasting = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  max_age: 0,
  max_msgs: -1,
  max_bytes: -1,
  max_msgs_per_subject: -1,
  allow_direct: false,
};

export const logConfig = ({ stream, subject }: LogPlace, replicas: number): Kept => ({
  ...lasting,
  name: stream,
  subjects: [subject],
  num_replicas: replicas,
  discard: DiscardPolicy.Old,
  deny_delete: true,
  allow_rollup_hdrs: false,
  // The least that servers take; nothing of ours has an id by which they would drop it.
  duplicate_window: nanos(100),
});

/** The bucket as the client's object store would make it. */
export const epochConfigs = (names: EpochNames, replicas: number): readonly Kept[] => [
  logConfig(names, replicas),
  {
    ...lasting,
    name: `OBJ_${names.bucket}`,
    subjects: [`$O.${names.bucket}.C.>`, `$O.${names.bucket}.M.>`],
    num_replicas: replicas,
    discard: DiscardPolicy.New,
    allow_rollup_hdrs: true,
  },
];

/** Asks leaders. */
export const managerOf = (nc: NatsConnection, timeout = requestMs): Promise<JetStreamManager> =>
  jetstreamManager(nc, { checkAPI: false, timeout });

/**
 * Reads streams back, once they are made where they may be. Refused: one is not there, is not made, or is kept otherwise:
 * servers take settings that they do not know, and say nothing.
 */
export async function ensureStreams(
  nc: NatsConnection,
  wanted: readonly Kept[],
  isMade: boolean,
  patience: Patience,
): Promise<void> {
  const manager = await managerOf(nc);
  for (const one of wanted) {
    const { config } = await untilAnswered(() => found(manager, one, isMade), patience);
    for (const [key, value] of Object.entries(one)) {
      const [is, must] = [config[key as keyof StreamConfig], value].map((each) => JSON.stringify(each));
      if (is !== must)
        throw new Refused(`the stream ${one.name} of the cluster has ${key}: ${is}, and must have ${must}`);
    }
  }
}

async function found(manager: JetStreamManager, wanted: Kept, isMade: boolean): Promise<StreamInfo> {
  try {
    const info = await streamInfo(manager, wanted.name);
    if (info !== undefined) return info;
    if (!isMade) throw new Refused(`the stream ${wanted.name} of the cluster is not there`);
    return await manager.streams.add(wanted);
  } catch (error) {
    if (isWithoutJetStream(error) === "for good")
      throw new Refused("the NATS servers have no JetStream for this account");
    if (error instanceof JetStreamApiError && !isPassing(error))
      throw new Refused(`the NATS servers do not make the stream ${wanted.name}: ${error.message}`);
    throw error;
  }
}

/** Undefined: there is no such stream. */
export async function streamInfo(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isWithoutStream(error)) return undefined;
    throw error;
  }
}

export const isWithoutStream = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
