/** What machines of a cluster say to each other: the messages of their log, their beats, and what one asks another. */
import * as z from "zod";
import type { PassedAnswer, PassedCall } from "../../lib/http/port.ts";
import type { NamedPlace } from "../../model/event.ts";
import type { StoreWrite } from "../../store/write.ts";

/** A machine begins to write: whoever comes first behind the last message is it. */
export interface TermMessage {
  readonly kind: "term";
  readonly term: number;
  /** Name of the machine. */
  readonly holder: string;
  /** Tells this try of the machine from its others. */
  readonly id: string;
}

/** Says nothing but that its writer still writes. */
interface ProofMessage {
  readonly kind: "proof";
}

export type ClusterMessage = TermMessage | ProofMessage | StoreWrite;

const count = z.int().min(0);

/** What each machine says of itself, a few times a second. */
export const beatSchema = z.object({
  name: z.string().max(40),
  part: z.enum(["writer", "follower", "gateway"]),
  /** The newest term that it knows. */
  term: count,
  /** The place of the log up to which its database has all. */
  place: count,
  /** The last entry of its database. */
  seq: count,
  /** Version of its program, and the form of its database (user_version). */
  version: z.string().max(40),
  format: count,
  /** Where its page is reached. */
  page: z.string().max(2_000),
  /** It is about to stop, and writes no more; absent: it is not. */
  leaves: z.literal(true).optional(),
  /** Why it does not go on by itself; absent: it does. */
  trouble: z.string().max(1_000).optional(),
});

export type Beat = z.output<typeof beatSchema>;

/** What a machine that follows asks of the one that writes. */
export type WriterQuestion =
  | { readonly kind: "act"; readonly call: PassedCall }
  | { readonly kind: "places"; readonly places: readonly NamedPlace[] }
  | { readonly kind: "forget"; readonly name: string };

/** What became of it, and the place of the log by which its writes can be read everywhere. */
export interface WriterAnswer {
  readonly place: number;
  /** What an act was answered; absent: none was asked for. */
  readonly answer?: PassedAnswer;
  /** Whether there was one to forget. */
  readonly isGone?: boolean;
}
