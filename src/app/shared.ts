/** What a monitor that writes has of the cluster whose other machines follow it. */
import type { PassOn } from "../lib/http/port.ts";
import type { ConsumerPlaces } from "../model/event.ts";
import type { Store } from "../store/store.ts";
import type { Journal } from "../store/write.ts";
import type { MachineStanding } from "./outputs.ts";

export interface Shared {
  /** The log of the cluster. */
  readonly journal: Journal;
  /** Throws a StoreError unless the cluster confirmed within the last second that this machine writes. */
  confirm(): void;
  /** The database here is damaged: the cluster has copies that are whole. */
  spoiled(): void;
  /** Places of consumers that other machines keep too. */
  readonly consumers: Pick<ConsumerPlaces, "watch" | "settled">;
  /** Resolves with the reason, in words for the log, once it writes no more. */
  readonly over: Promise<string>;
  /** How the machine is doing. */
  readonly standing: MachineStanding;
  /** Answers the other machines from now on, and makes snapshots for them; the answer ends that. */
  serve(parts: SharedParts): () => Promise<void>;
}

export interface SharedParts {
  readonly store: Store;
  /** Does what others pass on. */
  readonly passed: PassOn;
  /** Address of the page of this machine. */
  page(): string;
}
