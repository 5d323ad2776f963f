/** Messages of the log in their parts: the headers that say whose they are, and the way back to whole messages. */
import type { LogMessage, LogRead, Stamp } from "../engine.ts";

export const idHeader = "Yagura-Id";
export const partHeader = "Yagura-Part";
const termHeader = "Yagura-Term";
const formatHeader = "Yagura-Format";

export function stampHeaders({ term, format }: Stamp): Readonly<Record<string, string>> {
  return { [termHeader]: String(term), [formatHeader]: String(format) };
}

/** The term of a message by its headers; 0: it says none. */
export function termIn(header: Carried["header"]): number {
  return numberIn(header(termHeader));
}

/** A message of a stream as it comes. */
export interface Carried {
  readonly sequence: number;
  /** "" where there is no such header. */
  header(name: string): string;
  readonly data: Uint8Array;
}

/**
 * Joins parts, which come in the order of their sequences. Parts of one message stand one behind the other: where
 * another message or another id comes, those before are void. Undefined: the first that comes is within a message.
 */
export function createJoin(): (one: Carried) => LogRead | undefined {
  let open: { readonly id: string; readonly count: number; readonly parts: Uint8Array[] } | undefined;
  let isFirst = true;
  return ({ sequence, header, data }) => {
    const read = { sequence, term: termIn(header), format: numberIn(header(formatHeader)) };
    const id = header(idHeader);
    const [part = 1, count = 1] = header(partHeader).split("/", 2).filter(Boolean).map(Number);
    const isWithin = isFirst && part > 1;
    isFirst = false;
    if (isWithin) return undefined;
    if (part === 1) open = { id, count, parts: [] };
    if (open?.id !== id || open.count !== count || open.parts.length !== part - 1) {
      open = undefined;
      return read;
    }
    open.parts.push(data);
    if (part < count) return read;
    const message = messageIn(id === "" ? [] : open.parts);
    open = undefined;
    return message === undefined ? read : { ...read, message };
  };
}

const numberIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0);

/** Undefined: somebody else put it there. All readers see the same, and go on alike. */
function messageIn(parts: readonly Uint8Array[]): LogMessage | undefined {
  try {
    const message = JSON.parse(Buffer.concat(parts).toString("utf8"));
    return typeof message?.kind === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
