/** A large file at an address that soon expires: taken up again at the byte that was reached, and checked before it has its name. */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Failure } from "../failure.ts";
import type { Http } from "./http.ts";
import type { HttpResponse } from "./response.ts";

export interface Download {
  /** Without retries of its own: each attempt begins at another byte. */
  readonly http: Http;
  /** Asks for an address anew; addresses are never shown, since whoever has one may read the file. Throws a Failure. */
  address(): Promise<string>;
  /** Where it is to be. What has come so far is beside it, with the ending `.part`, and of which file that is, `.mark`. */
  readonly path: string;
  /** What it is, for messages. */
  readonly label: string;
  /** Throws where the whole file is not what it should be. */
  check(path: string): Promise<void>;
  /** @param of bytes of the whole file; undefined: the service does not say */
  progress(bytes: number, of: number | undefined): void;
  readonly signal: AbortSignal;
}

/** Attempts in a row that brought nothing. */
const mostIdle = 3;

/** Resolves once the whole file has its name. Throws a Failure, and what the disk throws; what came stays for the next time. */
export async function download(asked: Download): Promise<void> {
  const part = `${asked.path}.part`;
  let isWhole = false;
  for (let [idle, renewed] = [0, 0]; !isWhole; ) {
    const before = sizeOf(part);
    let failure: Failure | undefined;
    try {
      const end = await attempt(asked, part, before);
      isWhole = end === "whole";
      if (end === "renewed") renewed += 1;
      if (renewed >= mostIdle)
        throw new Failure("incomplete", `${asked.label}: it was renewed each time while it came`);
    } catch (error) {
      if (!(error instanceof Failure) || asked.signal.aborted || renewed >= mostIdle) throw error;
      failure = error;
    }
    idle = sizeOf(part) > before ? 0 : idle + 1;
    if (!isWhole && idle >= mostIdle)
      throw failure ?? new Failure("incomplete", `${asked.label}: no more of it comes`);
  }
  try {
    await asked.check(part);
  } catch (error) {
    // Parts of two files, or a broken one: the next time begins anew.
    discard(part);
    throw error;
  }
  renameSync(part, asked.path);
  rmSync(markOf(part), { force: true });
}

const markOf = (part: string) => part.replace(/part$/, "mark");

function discard(part: string): void {
  rmSync(part, { force: true });
  rmSync(markOf(part), { force: true });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** State of the file after an attempt: "renewed" is another one than that of which a part was there, which is gone then. */
async function attempt(asked: Download, part: string, from: number): Promise<"whole" | "cut" | "renewed"> {
  const { http, label, signal, progress } = asked;
  const url = await asked.address();
  // Written at once: a connection that breaks must not leave a write behind that nobody waits for.
  const file = openSync(part, from > 0 ? "r+" : "w");
  let reached = from;
  let of: number | undefined;
  let fault: unknown;
  const mark = from > 0 ? readMark(part) : "";
  let isRenewed = false;
  try {
    const response = await http
      .get(url, {
        signal,
        etag: false,
        headers: {
          "accept-encoding": "identity",
          ...(from > 0 && { range: `bytes=${from}-` }),
          ...(mark.startsWith('"') && { "if-range": mark }),
        },
        pieces(answer) {
          const place = placeOf(answer);
          if (place === undefined || place.from > from) return undefined;
          of = place.of;
          reached = place.from;
          const now = answer.headers.etag ?? answer.headers["last-modified"] ?? "";
          // A store that gives the rest of another file would make one of two.
          isRenewed = place.from > 0 && mark !== "" && now !== "" && mark !== now;
          if (isRenewed) return () => undefined;
          return (piece) => {
            try {
              if (reached === 0) writeFileSync(markOf(part), now);
              if (reached === 0) ftruncateSync(file);
              for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at, undefined, reached + at);
              reached += piece.length;
            } catch (error) {
              fault ??= error;
            }
            progress(reached, of);
            return undefined;
          };
        },
      })
      .catch((error: unknown) => {
        if (isRenewed && !signal.aborted) return undefined;
        // A disk that is full is no fault of the service's.
        throw fault ?? hidden(error, label);
      });
    if (fault !== undefined) throw fault;
    if (isRenewed || response === undefined) {
      discard(part);
      return "renewed";
    }
    if (response.status === 416) return endsAt(response, from, part);
    if (placeOf(response) === undefined) throw refusal(response, label);
    return of === undefined || reached >= of ? "whole" : "cut";
  } finally {
    closeSync(file);
  }
}

/** The mark of the file of which a part is there: its ETag, else when it was changed last; "": unknown. */
function readMark(part: string): string {
  try {
    return readFileSync(markOf(part), "utf8");
  } catch {
    return "";
  }
}

interface Place {
  readonly from: number;
  readonly of: number | undefined;
}

/** Where the body of an answer stands in the file; undefined: it is no part of it. */
function placeOf({ status, headers }: Pick<HttpResponse, "status" | "headers">): Place | undefined {
  if (status === 200) return { from: 0, of: wholeNumber(headers["content-length"]) };
  const [, from, of] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers["content-range"] ?? "") ?? [];
  return status === 206 && from !== undefined ? { from: Number(from), of: wholeNumber(of) } : undefined;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** There is nothing behind that byte: the file ends there, or it is another one by now. */
function endsAt({ headers }: HttpResponse, from: number, part: string): "whole" | "renewed" {
  const size = /^bytes \*\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
  if (Number(size) === from) return "whole";
  discard(part);
  return "renewed";
}

/** The message of a failure may name the address. */
function hidden(error: unknown, label: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { reason, status, retryAfterMs } = error;
  return new Failure(reason, `${label}: ${words[reason] ?? reason}`, { status, retryAfterMs });
}

const words: Partial<Record<Failure["reason"], string>> = {
  unreachable: "the file's address does not answer",
  timeout: "the file took too long",
  incomplete: "the connection broke",
  redirected: "the file's address leads elsewhere",
  "too-large": "the file is too large",
};

function refusal({ status }: HttpResponse, label: string): Failure {
  return new Failure("refused", `${label}: its address was answered ${status}; addresses expire`, { status });
}
