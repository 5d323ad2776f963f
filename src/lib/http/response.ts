import type { IncomingHttpHeaders } from "node:http";

/** A complete answer: everything the service sent, decompressed. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Shared with the memory of earlier answers: read it, never write to it. */
  readonly body: Buffer;
  /** Host and path asked, for messages; without the query. */
  readonly where: string;
  /** Wait that the service asks for before the next request, ms. */
  readonly retryAfterMs?: number;
}

/** Gets a body piece by piece, decompressed. Never throws. */
export type TakePiece = (piece: Buffer) => void;

/**
 * Asked once the headers of an answer are there: whether its body is to be taken in pieces, and then not kept. Every
 * attempt asks anew, and only of the one that get() answers with is the body known to be whole.
 */
export type ReadPieces = (answer: Pick<HttpResponse, "status" | "headers">) => TakePiece | undefined;

export interface HttpLimits {
  readonly connectTimeoutMs: number;
  /** Time from sending the request to the last header. */
  readonly headersTimeoutMs: number;
  /** For the whole body, so that one that drips is cut too; for a large one anew with every 8 MB that came. */
  readonly bodyTimeoutMs: number;
  /** Most bytes of the body after decompression. */
  readonly maxBytes: number;
}

export const defaultLimits: HttpLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  maxBytes: 64 * 1024 * 1024,
};
