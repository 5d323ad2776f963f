/** Whether a stock code is one that the watched services know, asked before a person's list gets it. */

import type { ServiceClients } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { serviceOf } from "../config/services.ts";
import type { Clock } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";

type CodeKnown =
  | { readonly kind: "known" }
  /** Every service that was asked says so. */
  | { readonly kind: "unknown"; readonly services: readonly string[] }
  /** Nobody could say: a person decides. */
  | { readonly kind: "untold"; readonly message: string };

export interface CodeCheckParts {
  readonly config: Pick<Config, "sources" | "recordSources">;
  readonly clients: {
    readonly forum: Pick<ServiceClients["forum"], "knows">;
    readonly market: Pick<ServiceClients["market"], "names">;
  };
  readonly clock: Pick<Clock, "after">;
}

export type CodeCheck = (code: string) => Promise<CodeKnown>;

/** A person waits for the answer. */
const patienceMs = 8_000;

/** A service that has stocks, by how it is asked for one. */
type Ask = (code: string, signal: AbortSignal) => Promise<boolean>;

export function createCodeCheck({ config, clients, clock }: CodeCheckParts): CodeCheck {
  const asks: Readonly<Record<string, Ask>> = {
    forum: (code, signal) => clients.forum.knows({ code }, signal),
    market: async (code, signal) => (await clients.market.names(signal)).has(code),
  };
  const watched = new Set(Object.keys(config.sources).map((source) => serviceOf(source, config)));
  const services = Object.keys(asks).filter((name) => [...watched].some((service) => service === name));
  return async (code) => {
    if (services.length === 0) return { kind: "untold", message: "no service that knows stocks is watched" };
    const stop = new AbortController();
    const cancel = clock.after(patienceMs, () => stop.abort());
    try {
      const told = await Promise.all(
        services.map(async (service) => ({ service, ...(await answerOf(asks[service], code, stop.signal)) })),
      );
      if (told.some(({ knows }) => knows === true)) return { kind: "known" };
      const silent = told.find(({ knows }) => knows === undefined);
      if (silent !== undefined) return { kind: "untold", message: `${silent.service}: ${silent.message}` };
      return { kind: "unknown", services };
    } finally {
      cancel();
    }
  };
}

interface Told {
  /** Undefined: it does not say. */
  readonly knows?: boolean;
  readonly message?: string;
}

async function answerOf(ask: Ask | undefined, code: string, signal: AbortSignal): Promise<Told> {
  try {
    return { knows: (await ask?.(code, signal)) === true };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { message: signal.aborted ? `no answer within ${patienceMs / 1_000} s` : error.message };
  }
}
