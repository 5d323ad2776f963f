/** Snapshots in a bucket of the servers' object store. Names sort by sequence; each has a digest of its bytes. */
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { jetstream } from "@nats-io/jetstream";
import { type ObjectInfo, Objm } from "@nats-io/obj";
import type { NatsConnection } from "@nats-io/transport-node";
import { Refused } from "../../lib/problem.ts";
import { type SnapshotStore, type StoredSnapshot, Unconfirmed } from "../engine.ts";
import { managerOf } from "./streams.ts";

/** Time for one part of 128 KB, and for a list, ms: a leader may be elected meanwhile. */
const stepMs = 15_000;
const digits = 16;

const nameOf = (sequence: number) => String(sequence).padStart(digits, "0");

/** @param quietMs time after which a read in which nothing comes is given up */
export function createSnapshots(nc: NatsConnection, bucket: string, quietMs = stepMs): SnapshotStore {
  const open = () => inWords(() => new Objm(jetstream(nc, { timeout: stepMs })).open(bucket, false));
  const list = async (): Promise<ObjectInfo[]> => {
    const store = await open();
    const found = await inTime(store.list());
    return found.filter(({ name, deleted }) => !deleted && /^\d{16}$/.test(name));
  };
  return {
    async put(sequence, file) {
      const store = await open();
      const bytes = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;
      await inWords(() => store.put({ name: nameOf(sequence) }, bytes, { timeout: stepMs }));
    },
    async newest() {
      const all = (await list()).map(storedIn).toSorted((one, other) => one.sequence - other.sequence);
      return all.at(-1);
    },
    async get(sequence, file) {
      const store = await open();
      const found = await inWords(() => store.get(nameOf(sequence)));
      if (found === null) throw new Refused(`the snapshot ${sequence} of the cluster is not there`);
      const partial = `${file}.part`;
      try {
        // Its end tells the error as well.
        found.error.catch(() => {});
        await receive(found.data as ReadableStream<Uint8Array>, partial, quietMs);
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        if (!(error instanceof Error) || !/corrupt object/.test(error.message)) throw error;
        throw new Refused(`the snapshot ${sequence} of the cluster is spoiled`);
      }
    },
    async drop(olderThan) {
      const manager = await managerOf(nc, stepMs);
      const purge = (filter: string) =>
        inWords(() => manager.streams.purge(`OBJ_${bucket}`, { filter: `$O.${bucket}.${filter}` }));
      const all = await list();
      for (const { name } of all)
        if (Number(name) < olderThan) await purge(`M.${Buffer.from(name).toString("base64")}`);
      // Also what a writer left that was killed while it put one there.
      const kept = new Set(all.flatMap(({ name, nuid }) => (Number(name) < olderThan ? [] : [nuid])));
      const filter = { subjects_filter: `$O.${bucket}.C.>` };
      const { state } = await inWords(() => manager.streams.info(`OBJ_${bucket}`, filter));
      const owners = Object.keys(state.subjects ?? {}).map((subject) => subject.split(".").at(-1) ?? "");
      for (const owner of owners) if (!kept.has(owner)) await purge(`C.${owner}`);
    },
  };
}

const storedIn = ({ name, size, mtime }: ObjectInfo): StoredSnapshot => ({
  sequence: Number(name),
  bytes: size,
  at: Date.parse(mtime),
});

/** An object whose parts are gone gives nothing, and no end either: silence ends it. */
async function receive(data: ReadableStream<Uint8Array>, file: string, quietMs: number): Promise<void> {
  const quiet = new AbortController();
  const giveUp = () => quiet.abort();
  let timer = setTimeout(giveUp, quietMs);
  const watched = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const part of source) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, quietMs);
      yield part;
    }
  };
  try {
    await pipeline(Readable.fromWeb(data), watched, createWriteStream(file), { signal: quiet.signal });
  } catch (error) {
    if (!quiet.signal.aborted) throw error;
    throw new Unconfirmed("nothing of a snapshot comes from the NATS servers", error);
  } finally {
    clearTimeout(timer);
  }
}

/** What the file says of itself stays as it is. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && "errno" in error) throw error;
    throw new Unconfirmed("the NATS servers do not answer about a snapshot", error);
  }
}

/** The client's list waits for ever where its consumer is lost. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${stepMs} ms`)), stepMs);
  });
  return inWords(() => Promise.race([work, late])).finally(() => clearTimeout(timer));
}
