/** Reads the body of an answer, decompressed and within its limits. */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Failure } from "../failure.ts";
import type { TakePiece } from "./response.ts";

// As much at a time as comes from the network: 16 KiB would be thousands of turns for a large body.
const chunkSize = 64 * 1024;

const decoders = {
  gzip: () => createGunzip({ chunkSize }),
  "x-gzip": () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};

const stepBytes = 8_000_000;

export interface BodyReading {
  /** After decompression. */
  readonly maxBytes: number;
  /** Gets each piece as it comes; then nothing is kept and the answer is empty. */
  readonly take?: TakePiece | undefined;
  /** Called for every 8 MB that came. */
  readonly onStep?: () => void;
}

/**
 * Reads a whole body and decompresses it. Bytes are counted as they come out of decompression, and the
 * connection is dropped at the first one over `maxBytes`. Throws a Failure, or what zlib or undici throws.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  where: string,
  { maxBytes, take, onStep }: BodyReading,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let nextStep = stepBytes;
  let tooLarge: Failure | undefined;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) {
        tooLarge = new Failure("too-large", `${where}: more than ${maxBytes} bytes`);
        throw tooLarge;
      }
      if (size >= nextStep) {
        nextStep += stepBytes;
        onStep?.();
      }
      if (take === undefined) chunks.push(chunk);
      else take(chunk);
    }
  };
  const decoder = decoderFor(encoding, body, where);
  try {
    await (decoder === undefined ? pipeline(body, collect) : pipeline(body, decoder, collect));
  } catch (error) {
    // pipeline may report that it dropped the connection rather than why.
    throw tooLarge ?? error;
  }
  return Buffer.concat(chunks);
}

function decoderFor(encoding: string | undefined, body: Readable, where: string) {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  for (const [known, create] of Object.entries(decoders)) if (known === name) return create();
  body.on("error", () => {}).destroy();
  throw new Failure("malformed", `${where}: a content encoding that was not asked for`);
}
