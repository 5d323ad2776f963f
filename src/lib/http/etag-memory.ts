import type { HttpResponse } from "./response.ts";

/** Whole answers by URL, to be shown again when the service says that nothing changed. */
export interface EtagMemory {
  get(url: string): { readonly etag: string; readonly response: HttpResponse } | undefined;
  /** Remembers an answer that has an ETag; forgets the URL when it has none or is larger than everything kept. */
  put(url: string, response: HttpResponse): void;
}

/** Keeps at most `maxBytes` of bodies; those not asked for longest go first. */
export function createEtagMemory(maxBytes: number): EtagMemory {
  const kept = new Map<string, { etag: string; response: HttpResponse }>();
  let bytes = 0;

  const forget = (url: string) => {
    bytes -= kept.get(url)?.response.body.length ?? 0;
    kept.delete(url);
  };

  return {
    get(url) {
      const entry = kept.get(url);
      if (entry === undefined) return undefined;
      kept.delete(url);
      kept.set(url, entry);
      return entry;
    },
    put(url, response) {
      forget(url);
      const etag = response.headers.etag;
      if (etag === undefined || response.body.length > maxBytes) return;
      kept.set(url, { etag, response });
      bytes += response.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
